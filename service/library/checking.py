"""Checking a document in a process of its own, as `alphacut verify` does."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from alphacut.arrangements.words import shown
from alphacut.service.cli.checking import Request, checked, opened
from alphacut.service.cli.exits import BAD_INPUT, FAILED
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.limits import USUAL, Limits


@runtime_checkable
class Documented(Protocol):
    """An answer of any kind."""

    @property
    def document(self) -> dict[str, Any]:
        """What is checked."""
        ...


@dataclass(frozen=True, kw_only=True)
class Verified:
    """What a document was found to prove."""

    status: str  # "exact", "closed", "formula" or "bounded", as the document says
    checked: tuple[str, ...]  # what was checked, in words


def verify(
    document: Documented | Mapping[str, Any] | str | Path, *, limits: Limits = USUAL
) -> Verified:
    """Check a result and its proofs from nothing but its document, trusting no solver.

    Parameters
    ----------
    document
        A result, its document, or the path of a file.
    limits
        The most that the check may cost.

    Raises
    ------
    Refused
        If something in it is false, or does not prove what it is labelled with.
    DocumentError
        If it cannot be read, or the check would cost more than is allowed.
    """
    if isinstance(document, str | Path):
        return _checked(Path(document), limits)
    written = document.document if isinstance(document, Documented) else document
    if not isinstance(written, Mapping):
        raise DocumentError(
            "must be a result, its document, or the path of a file, got "
            f"{shown(type(written).__name__)}"
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "document.json"
        path.write_text(json.dumps(dict(written)), encoding="utf-8")
        return _checked(path, limits)


def _checked(path: Path, limits: Limits) -> Verified:
    with opened(path) as file:
        outcome = checked(Request(path=path, limits=limits), file)
    *before, last = outcome.words
    if outcome.code == FAILED:
        raise Refused(last.removeprefix("refused: "))
    if outcome.code == BAD_INPUT:
        raise DocumentError(last)
    return Verified(status=last, checked=tuple(before))
