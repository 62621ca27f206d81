"""What a network is, told from a spec or from the bytes of a file, in a process of the pool."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import FamilySpec, Limits, build_any, complete, read
from alphacut.arrangements.words import printable
from alphacut.service.text.estimate import estimate_words
from alphacut.service.text.names import network_name
from alphacut.solver.bisection.balance import Balance

_ENDING = re.compile(r"(\.[A-Za-z0-9_-]{1,16}){1,2}$")  # of a file's name


def told_of(content: bytes, name: str, options: Mapping[str, str], sizes: Limits) -> dict[str, Any]:
    """Read a network and describe it.

    Parameters
    ----------
    content
        A spec as JSON, or a file in a format that is recognised.
    name
        Of the file; only its ending is used, and nothing else beside it is read.
    options
        How the file is to be read, as in `{"weights": "no"}`; words without commas.

    Raises
    ------
    SpecError
        If it cannot be read, or is too large.
    """
    remarks: list[str] = []
    spec = _read(content, name, options, sizes, remarks)
    network = build_any(spec, sizes)
    topology, balance = complete(spec), Balance.of(network, spec.balance)
    return {
        "name": network_name(topology),
        "topology": topology,
        "switches": network.switches,
        "links": network.count_by_class(),
        "estimate": estimate_words(network, family=topology["family"], balance=balance),
        "remarks": remarks,
    }


def _read(
    content: bytes, name: str, options: Mapping[str, str], sizes: Limits, remarks: list[str]
) -> FamilySpec:
    """Read the bytes from a folder of their own, in which no other file stands."""
    ending = _ENDING.search(name)
    said = printable(Path(name).name or "network", 60)
    with TemporaryDirectory(prefix="alphacut-") as folder:
        path = Path(folder) / f"network{ending[0] if ending else ''}"
        path.write_bytes(content)

        text = ",".join([f"file:path={path}", *(f"{key}={each}" for key, each in options.items())])
        example = re.compile(rf" \(file:path={re.escape(str(path))},\w+=\w+\)")

        def plain(text: str) -> str:
            """Name the file as its sender does, and options without a command line's file."""
            return example.sub("", text).replace(f"file:path={path},", "").replace(str(path), said)

        try:
            return read(text, sizes, lambda remark: remarks.append(plain(remark)))
        except SpecError as error:
            raise SpecError(error.field, plain(error.problem)) from None
