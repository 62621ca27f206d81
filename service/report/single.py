"""The report of one document, as a server writes it for a job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alphacut.jobs.provenance import version
from alphacut.jobs.verifying import check
from alphacut.service.kinds import kinds
from alphacut.service.report import sections
from alphacut.service.report.evidence import Judgement, judged
from alphacut.service.text.names import network_name
from alphacut.solver.common.kind import Verifiable
from alphacut.solver.common.limits import USUAL
from alphacut.solver.common.verdict import refuse_files

if TYPE_CHECKING:
    from alphacut.service.report.evidence import Json


def single_report(document: dict[str, Any]) -> str:
    """Write the report of a document of any kind of question, as HTML.

    Raises
    ------
    Refused
        If its verifier does not accept it.
    DocumentError
        If it is none that can be read.
    """
    kind = next((each for each in kinds().values() if each.format == document["format"]), None)
    command = "alphacut verify FILE" if isinstance(kind, Verifiable) else ""
    one = judged(document, _checked, name="the document", command=command)
    networks = list({str(each): each for each in one.topologies}.values())
    named = ", ".join(map(network_name, networks[:3]))
    return sections.written(
        sections.Report(
            title=f"Report on {named}" if named else "Report",
            question="",
            evidence=[one],
            networks=networks,
            remarks=(),
            command="",
            about=f"Made by alphacut {version()}.",
        )
    )


def _checked(document: Json) -> Judgement:
    """Check a document in this process, whose time and memory are limited."""
    kind = next(each for each in kinds().values() if each.format == document["format"])
    assert isinstance(kind, Verifiable)
    verdict = check(kind, document, refuse_files, USUAL)
    return Judgement(status=verdict.status, checked=verdict.checked)
