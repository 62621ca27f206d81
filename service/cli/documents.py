"""Reading a document, and the certificates that it keeps in files beside it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Any, NoReturn

from solver.bisection.verify.errors import Refused
from solver.errors import DocumentError


def read_document(path: Path) -> object:
    """Read a file of JSON as it is meant: each name once, and no numbers that are none.

    Raises
    ------
    DocumentError
        If it cannot be read as such.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DocumentError(f"{path}: cannot be read: {error.strerror}") from error
    return _json(content, str(path))


def certificates_beside(path: Path) -> Callable[[Mapping[str, Any]], object]:
    """Return what loads certificates from the folder of a document, and from nowhere else."""

    def load(named: Mapping[str, Any]) -> object:
        name = str(named.get("file"))
        if PurePath(name).name != name:
            raise Refused(f"certificate file {name!r} is not the name of a file beside it")
        try:
            content = (path.parent / name).read_bytes()
        except OSError as error:
            raise Refused(f"certificate file {name!r}: {error.strerror}") from error
        if hashlib.sha256(content).hexdigest() != named.get("sha256"):
            raise Refused(f"certificate file {name!r} is not the one with the SHA-256 named")
        return _json(content, name)

    return load


def _json(content: bytes, name: str) -> object:
    try:
        return json.loads(
            content.decode(), object_pairs_hook=_each_name_once, parse_constant=_no_number
        )
    except RecursionError as error:
        raise DocumentError(f"{name}: nested too deeply") from error
    except ValueError as error:
        raise DocumentError(f"{name}: not a document in JSON: {error}") from error


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is given twice in one object")
    return found


def _no_number(written: str) -> NoReturn:
    raise ValueError(f"{written} is not a number in JSON")
