"""Documents in a report, each as its verifier judges it while the report is made.

Nothing is called exact that was not accepted now: what cannot be checked is told with the least
status, and what is refused ends the report.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.service.cli.files import document_text
from alphacut.service.kinds import kinds
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.kind import Verifiable
from alphacut.solver.design.names import FORMAT as DESIGN
from alphacut.solver.layout.names import FORMAT as LAYOUT

Json = Mapping[str, Any]
LARGEST = 60_000  # links of a row of a design that is proven again
PROVEN = ("exact", "closed")


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a verifier says of a document."""

    status: str  # "exact", …; "computed" where nothing is claimed; "unverified"
    checked: tuple[str, ...]  # what was checked, or why it was not


Check = Callable[[Json], Judgement]  # of a document of a kind with a verifier; may raise Refused


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """A document, and what it was found to prove."""

    name: str  # of its file, or what it is
    command: str  # that makes it again
    document: Json  # with no more than what was accepted
    judgement: Judgement
    sha256: str  # of the document as it was given, or as `alphacut` writes it

    @property
    def format(self) -> str:
        """The name of its format."""
        return str(self.document["format"])

    @property
    def topologies(self) -> tuple[Json, ...]:
        """The networks that it is about."""
        if self.format == DESIGN:
            return ()
        if "topology" in self.document:
            return (self.document["topology"],)
        return tuple(each["topology"] for each in self.document.get("networks", ()))


def judged(
    document: object, check: Check, *, name: str, command: str = "", content: bytes | None = None
) -> Evidence:
    """Judge a document.

    Parameters
    ----------
    content
        The bytes of its file; None: it was made now.

    Raises
    ------
    DocumentError
        If it is of no kind that reports have.
    Refused
        If something in it is false; the message begins with its name.
    """
    if not isinstance(document, dict) or not isinstance(document.get("format"), str):
        raise DocumentError(f"{name} is no document of alphacut: it has no format")
    written = document_text(document).encode() if content is None else content
    try:
        accepted, judgement = _judge(document, check)
    except Refused as refusal:
        raise Refused(f"{name}: refused: {refusal}") from refusal
    except DocumentError as error:
        raise DocumentError(f"{name}: {error}") from error
    return Evidence(
        name=name, command=command, document=accepted, judgement=judgement,
        sha256=hashlib.sha256(written).hexdigest(),
    )  # fmt: skip


def _judge(document: Json, check: Check) -> tuple[Json, Judgement]:
    form = document["format"]
    if form == LAYOUT:
        return document, _of_layout(document, check)
    kind = next((each for each in kinds().values() if each.format == form), None)
    if kind is None:
        known = ", ".join([*(each.format for each in kinds().values()), LAYOUT])
        raise DocumentError(f"format is {shown(form)}; a report takes {known}")
    if not isinstance(kind, Verifiable):
        return _lowered(document)
    try:
        return document, check(document)
    except BeyondLimit as beyond:
        return kind.demoted(document), Judgement(status="unverified", checked=(str(beyond),))


def _of_layout(document: Json, check: Check) -> Judgement:
    try:
        return check(document)
    except BeyondLimit as beyond:
        return Judgement(status="unverified", checked=(str(beyond),))


def _lowered(document: Json) -> tuple[Json, Judgement]:
    """Take the word "exact" out of a document that has no certificates."""
    if "networks" not in document:
        return document, Judgement(status="computed", checked=("measured; nothing is claimed",))
    rows = [
        {**row, "status": "unverified" if row.get("status") in PROVEN else row.get("status")}
        for row in document["networks"]
    ]
    told = "it has no certificates: a row that says exact elsewhere says unverified here"
    return {**document, "networks": rows}, Judgement(status="unverified", checked=(told,))
