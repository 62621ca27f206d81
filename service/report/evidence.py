"""Documents in a report, each as its verifier judges it while the report is made.

Nothing is called exact that was not accepted now: what cannot be checked is told with the least
status, and what is refused ends the report.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.errors import ArrangementsError
from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.words import shown
from alphacut.service.cli.files import document_text
from alphacut.service.kinds import kinds
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.kind import Verifiable
from alphacut.solver.design.built import build_machine
from alphacut.solver.design.machine import Machine, Range
from alphacut.solver.design.names import FORMAT as DESIGN
from alphacut.solver.layout.document import recount
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
        recount(document)
        return document, Judgement(
            status="computed", checked=("laid out again: every number is the same",)
        )
    kind = next((each for each in kinds().values() if each.format == form), None)
    if kind is None and form == DESIGN:
        return _design(document)
    if kind is None:
        known = ", ".join([*(each.format for each in kinds().values()), DESIGN, LAYOUT])
        raise DocumentError(f"format is {shown(form)}; a report takes {known}")
    if not isinstance(kind, Verifiable):
        return _lowered(document)
    try:
        return document, check(document)
    except BeyondLimit as beyond:
        return kind.demoted(document), Judgement(status="unverified", checked=(str(beyond),))


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


def _design(document: Json) -> tuple[Json, Judgement]:
    """Prove again what the rows of a front call exact; those that are not proven are bounds."""
    try:
        alpha = Alpha.parse(document["alpha"])
        rows = [_row(row, alpha) for row in document["designs"]]
        beside = [_row(row, alpha) for row in document["beside"]]
    except (KeyError, TypeError, ValueError, ArrangementsError) as error:
        raise DocumentError(f"is no design that can be read: {error}") from error
    proven = sum(row["status"] == "exact" for row in rows)
    left = sum(row["status"] == "unverified" for row in rows)
    checked = [f"{proven} of {len(rows)} rows proven again, and the certificates accepted"]
    if left:
        checked.append(f"{left} rows that it calls exact were not proven again: unverified here")
    status = "exact" if rows and proven == len(rows) else "bounded"
    return {**document, "designs": rows, "beside": beside}, Judgement(
        status=status, checked=tuple(checked)
    )


def _row(row: Json, alpha: Alpha) -> Json:
    if row["status"] != "exact":
        return row
    network = build(parse(row["topology"]))
    if len(network.links) <= LARGEST:
        found = build_machine(_machine(row), alpha)
        claimed = Fraction(row["lower"]), Fraction(row["bisection"])
        if found.lower is not None and claimed == (found.lower, found.upper):
            return row
        if found.upper < claimed[0] or (found.lower or 0) > claimed[1]:
            raise Refused(f"{row['family']} {row['name']}: B is not {row['bisection']}")
    return {**row, "status": "unverified"}


def _machine(row: Json) -> Machine:
    """Read a row as a machine whose distances and loads are known, which need not be proven."""
    bounds = Range(lower=Fraction(row["lower"]), upper=Fraction(row["bisection"]))
    return Machine(
        family=row["family"], name=row["name"], topology=row["topology"], hosts=row["hosts"],
        switches=row["switches"], edge=0, ports=row["ports"], free=0,
        local=row["cables"]["local"], global_=row["cables"]["global"],
        copper=row["cables"]["copper"], bisection=bounds, diameter=row["diameter"],
        mean=Fraction(0), saturation=Range(lower=Fraction(0), upper=Fraction(1)), formula=False,
    )  # fmt: skip
