"""Networks in racks: layouts, their lists of cables, and arrangements beside each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import complete, parse, read
from alphacut.arrangements.formats.spec._base import FamilySpec
from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.arrangements.words import known_names, shown
from alphacut.service.library.asking import Ratio, bisection
from alphacut.service.library.checking import Verified, verify
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.prices import EXAMPLE as PRICES
from alphacut.solver.layout import tables
from alphacut.solver.layout.document import LayoutQuestion, document_of
from alphacut.solver.layout.layout import Layout as Laid
from alphacut.solver.layout.plan import EXAMPLE as RACKS
from alphacut.solver.layout.plan import read_radix

LARGEST_FILE = 1_000_000  # bytes


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A network in racks: what is bought, and every cable. Lengths are in metres."""

    document: dict[str, Any] = field(repr=False)
    laid: Laid = field(repr=False)

    @property
    def racks(self) -> int:
        """How many racks there are."""
        return len(self.document["racks"])

    @property
    def copper(self) -> int:
        """Cables that are copper."""
        return int(self.document["cables"]["copper"])

    @property
    def optical(self) -> int:
        """Cables that are optical."""
        return int(self.document["cables"]["optical"])

    @property
    def metres(self) -> Fraction:
        """The length of all cables, as they are sold."""
        return Fraction(self.document["cables"]["bought"])

    @property
    def way(self) -> Fraction:
        """The length that all cables have to reach."""
        return Fraction(self.document["cables"]["way"])

    @property
    def price(self) -> Fraction:
        """What all that is on the bill costs."""
        return Fraction(self.document["price"])

    @property
    def watts(self) -> Fraction:
        """What all that is on the bill draws."""
        return Fraction(self.document["watts"])

    def cables(self) -> str:
        """Write a row for each cable as CSV: label, length, and both ends."""
        return tables.cables_csv(self.laid)

    def netbox(self, site: str = "site") -> dict[str, str]:
        """Write CSV for NetBox's bulk import, by the name of the file, in the order of import."""
        return {
            "netbox-device-types.csv": tables.netbox_types(self.laid),
            "netbox-racks.csv": tables.netbox_racks(self.laid, site),
            "netbox-devices.csv": tables.netbox_devices(self.laid, site),
            "netbox-interfaces.csv": tables.netbox_interfaces(self.laid),
            "netbox-cables.csv": tables.netbox_cables(self.laid),
        }

    def save(self, path: str | Path) -> None:
        """Write the document as JSON, for `alphacut verify` and `alphacut report`."""
        Path(path).write_text(json.dumps(self.document, indent=1) + "\n", encoding="utf-8")

    def verify(self) -> Verified:
        """Check the document in a process of its own; see `alphacut.verify`."""
        return verify(self)

    def __repr__(self) -> str:
        return f"<Layout: racks {self.racks}, cables {self.document['cables']['number']:,}>"

    def __str__(self) -> str:
        from alphacut.service.text.layout import layout_lines

        return "\n".join(layout_lines(self.document))


def layout(
    graph: object,
    *,
    racks: str | Path | None = None,
    prices: str | Path | None = None,
    radix: int | None = None,
) -> Layout:
    """Put a network into racks, measure its cables, and write the bill.

    Parameters
    ----------
    graph
        A spec, as text or as a mapping, or the path of a file.
    racks
        The path of a file in TOML about racks, floor and cables, as
        `alphacut layout --example-racks` prints one.
    prices
        The path of a file in TOML, as `alphacut layout --example-prices` prints one.
    radix
        The ports of every switch. None: those of the file, or as many as the network needs.

    Raises
    ------
    SolverError, ArrangementsError
        If the network does not fit, or a file is wrong; the message names the field.
    """
    question = LayoutQuestion(
        spec=spec_of(graph),
        racks=RACKS if racks is None else file_text("racks", Path(racks)),
        prices=PRICES if prices is None else file_text("prices", Path(prices)),
        radix=None if radix is None else read_radix(radix),
    )
    return laid_out(question)


def laid_out(question: LayoutQuestion) -> Layout:
    """Answer a question, and write its document."""
    answer = question.answer()
    return Layout(document=document_of(question, answer), laid=answer)


def laid_again(document: dict[str, Any]) -> Layout:
    """Read a document that `alphacut layout` has written, and lay its network out again."""
    files = document["files"]
    question = LayoutQuestion(
        spec=parse(document["topology"]), racks=files["racks"], prices=files["prices"],
        radix=document["radix"],
    )  # fmt: skip
    return Layout(document=document, laid=question.answer())


def spec_of(graph: object) -> FamilySpec:
    """Read a spec, as text or as a mapping, or the path of a file."""
    if isinstance(graph, FamilySpec):
        return graph
    if isinstance(graph, str | Path):
        return read(str(graph))
    if isinstance(graph, dict):
        return parse(graph)
    raise SpecError("", f"must be a spec or the path of a file, got {shown(type(graph).__name__)}")


def file_text(name: str, path: Path) -> str:
    """Read a file of a question.

    Raises
    ------
    QuestionError
        If it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as opened:
            content = opened.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise QuestionError(name, f"has more than {LARGEST_FILE:,} bytes")
        return content.decode()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise QuestionError(name, f"{path} cannot be read: {why}") from error


def compare_layouts(
    question: LayoutQuestion,
    arrangements: Sequence[str],
    *,
    alpha: Ratio = 1,
    time_limit: float | str | None = 60,
) -> list[dict[str, Any]]:
    """Lay out a dragonfly in several arrangements, and prove the bisection bandwidth of each.

    Parameters
    ----------
    arrangements
        Names of global link arrangements.
    alpha
        Where bisections, of equally many hosts, are compared.
    time_limit
        For each arrangement.

    Returns
    -------
    list
        A row for each: "status" is "exact" only where the verifier accepted the proof.
    """
    topology = complete(question.spec)
    if "arrangement" not in topology:
        raise QuestionError(
            "compare", f"compares arrangements of a dragonfly, got a {topology['family']}"
        )
    for name in arrangements:  # all of them, before any of them is proven
        if name not in BY_NAME:
            told = known_names(name, BY_NAME)
            raise QuestionError("compare", f"unknown arrangement {shown(name)}; {told}")
    if len(set(arrangements)) < len(arrangements):
        raise QuestionError("compare", f"names an arrangement twice: {', '.join(arrangements)}")
    rows = []
    for name in arrangements:
        options = {key: each for key, each in topology.items() if key not in ("options", "trunks")}
        spec = parse({**options, "arrangement": name})
        one = LayoutQuestion(
            spec=spec, racks=question.racks, prices=question.prices, radix=question.radix
        )
        found = laid_out(one)
        least = bisection(spec.from_file("hosts"), alpha=alpha, time_limit=time_limit)
        cables = found.document["cables"]
        rows.append({
            "arrangement": name, "topology": found.document["topology"],
            "bisection": str(least.value), "lower": str(least.lower),
            "status": verify(least).status, "copper": cables["copper"],
            "optical": cables["optical"], "bought": cables["bought"], "way": cables["way"],
            "price": found.document["price"],
        })  # fmt: skip
    return rows
