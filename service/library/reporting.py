"""Reports: what was asked of some networks, what was found, and how each figure is proven."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import ArrangementsError
from alphacut.arrangements.formats.spec import complete
from alphacut.arrangements.missing import require
from alphacut.arrangements.words import shown
from alphacut.jobs.provenance import version
from alphacut.service.cli.documents import read_document
from alphacut.service.cli.files import document_text
from alphacut.service.library.asking import curve
from alphacut.service.library.checking import Documented, verify
from alphacut.service.library.laying_out import file_text, laid_out, spec_of
from alphacut.service.report.evidence import Evidence, Judgement, judged
from alphacut.service.text.names import file_stem, network_name
from alphacut.solver.bisection.kind import CURVE, POINT
from alphacut.solver.common.errors import QuestionError, SolverError
from alphacut.solver.design.names import FORMAT as DESIGN
from alphacut.solver.design.prices import EXAMPLE as PRICES
from alphacut.solver.layout.document import LayoutQuestion
from alphacut.solver.layout.names import FORMAT as LAYOUT
from alphacut.solver.layout.plan import EXAMPLE as RACKS
from alphacut.solver.layout.plan import read_radix

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec

LONGEST = 10_000  # characters of the question
MOST = 200  # documents and networks
FORMS = (".html", ".htm", ".pdf")


@dataclass(frozen=True, kw_only=True)
class Report:
    """A report, and the documents that were made for it."""

    html: str = field(repr=False)
    evidence: tuple[Evidence, ...] = field(repr=False)
    made: Mapping[str, Mapping[str, Any]] = field(repr=False)  # by the names of their files

    def save(self, path: str | Path) -> None:
        """Write it: as HTML, or as PDF where the name of the file ends so.

        Raises
        ------
        SolverError
            If a PDF is asked for and Chromium, which prints it, is not installed.
        """
        file = Path(path)
        content = self.pdf() if file.suffix.lower() == ".pdf" else self.html.encode()
        file.write_bytes(content)

    def pdf(self) -> bytes:
        """Print it to PDF, by Chromium."""
        from alphacut.service.report.pdf import printed

        return printed(self.html)

    def keep(self, folder: str | Path) -> None:
        """Write the documents that were made for it into a folder."""
        for name, document in self.made.items():
            (Path(folder) / name).write_text(document_text(document), encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.html


@dataclass(frozen=True, kw_only=True)
class ReportQuestion:
    """What a report is about."""

    networks: Sequence[FamilySpec] = ()
    files: Sequence[Path] = ()
    documents: Sequence[Mapping[str, Any]] = ()  # beside those of files
    question: str = ""
    title: str = ""
    racks: str = RACKS
    prices: str = PRICES
    radix: int | None = None
    time_limit: float | str | None = 60  # of each curve that is missing
    layouts: bool = True
    command: str = ""


def report(
    *networks: object,
    documents: Iterable[Documented | Mapping[str, Any] | str | Path] = (),
    question: str = "",
    title: str = "",
    racks: str | Path | None = None,
    prices: str | Path | None = None,
    radix: int | None = None,
    time_limit: float | str | None = 60,
    layouts: bool = True,
) -> Report:
    """Write a report about networks, as one page of HTML that needs nothing from elsewhere.

    Every document is verified while the report is made: nothing is called exact in it that was
    not accepted then.

    Parameters
    ----------
    networks
        Specs, as text or as mappings, or paths of files. Where no document has a curve or a point
        of one, its curve is computed.
    documents
        Results of this library, documents, or paths of their files: curves, designs, layouts,
        throughput, failures and all other kinds.
    question
        What was asked, in words.
    title
        What stands above the report.
    racks, prices, radix
        As `layout` takes them.
    time_limit
        Seconds, or a time such as "5m", for each curve that is computed.
    layouts
        Whether networks that no document lays out are put into racks.

    Raises
    ------
    Refused
        If a document is false, or does not prove what it is labelled with.
    SolverError, ArrangementsError
        If something cannot be read; the message names it.
    """
    given = list(documents)
    for name, value in (("racks", racks), ("prices", prices), ("radix", radix)):
        if value is not None and not (networks and layouts):
            raise QuestionError(name, "has no effect: no network is put into racks; leave it out")
    return answered(
        ReportQuestion(
            networks=[spec_of(each) for each in networks],
            files=[Path(each) for each in given if isinstance(each, str | Path)],
            documents=[
                each.document if isinstance(each, Documented) else each
                for each in given
                if not isinstance(each, str | Path)
            ],
            question=question,
            title=title,
            racks=RACKS if racks is None else file_text("racks", Path(racks)),
            prices=PRICES if prices is None else file_text("prices", Path(prices)),
            radix=None if radix is None else read_radix(radix),
            time_limit=time_limit,
            layouts=layouts,
        )
    )


def answered(question: ReportQuestion) -> Report:
    """Make a report; see `report`."""
    require("matplotlib")
    from alphacut.service.report import sections

    if len(question.question) > LONGEST:
        raise QuestionError("question", f"must have at most {LONGEST:,} characters")
    number = len(question.networks) + len(question.files) + len(question.documents)
    if not 0 < number <= MOST:
        raise QuestionError(
            "documents", f"a report needs 1 to {MOST} networks or documents, got {number}"
        )
    evidence = list(_given(question))
    unsaved = partial(_checked, None)
    made: dict[str, Mapping[str, Any]] = {}
    remarks: list[str] = []
    for spec in question.networks:
        for name, document, command in _missing(spec, evidence, question, remarks):
            made[name] = document
            evidence.append(judged(document, unsaved, name=name, command=command))
    report_ = sections.Report(
        title=question.title or _title(question, evidence),
        question=question.question,
        evidence=evidence,
        networks=_networks(question, evidence),
        remarks=remarks,
        command=question.command,
        about=f"Made by alphacut {version()}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC.",
    )
    return Report(html=sections.written(report_), evidence=tuple(evidence), made=made)


def _given(question: ReportQuestion) -> Iterator[Evidence]:
    """Judge the documents that were given."""
    names = Counter(path.name for path in question.files)
    for path in question.files:
        document = read_document(path)
        check = partial(_checked, path)  # with the certificates that stand beside it
        name = path.name if names[path.name] == 1 else str(path)
        found = judged(document, check, name=name, content=path.read_bytes())
        yield replace(found, command=_command(found, path))
    unsaved = partial(_checked, None)
    for place, document in enumerate(question.documents, start=1):
        yield judged(dict(document), unsaved, name=f"document {place}")


def _checked(path: Path | None, document: Mapping[str, Any]) -> Judgement:
    """Have a document verified, or the file that it was read from."""
    found = verify(document if path is None else path)
    return Judgement(status=found.status, checked=found.checked)


def _command(found: Evidence, path: Path) -> str:
    """Write the command that checks a document again, or makes it where it has no proofs."""
    if found.format == DESIGN:
        from alphacut.service.report.sections import design_command

        return design_command(found.document)
    if found.format == LAYOUT:
        from alphacut.service.report.sections import layout_command

        return layout_command(found.document)
    return f"alphacut verify {shlex.quote(str(path))}"


def _missing(
    spec: FamilySpec, evidence: Sequence[Evidence], question: ReportQuestion, remarks: list[str]
) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """Yield what no document tells of a network: name, document, and the command that makes it."""
    from alphacut.service.report.sections import layout_command, spec_argument

    topology = complete(spec)
    known = {each.format for each in evidence if _same(topology) in map(_same, each.topologies)}
    stem, named = file_stem(topology), network_name(topology)
    argument = spec_argument(topology)
    if not {CURVE.format, POINT.format} & known:
        found = curve(spec.from_file("hosts"), time_limit=question.time_limit)
        limit = "" if question.time_limit is None else f" --time-limit {question.time_limit}"
        name = f"{stem}-curve.json"
        yield (
            name,
            found.document,
            (f"alphacut curve {argument} --balance hosts{limit} --out {name}"),
        )
    if question.layouts and LAYOUT not in known:
        try:
            laid = laid_out(
                LayoutQuestion(
                    spec=spec, racks=question.racks, prices=question.prices, radix=question.radix
                )
            )
        except (SolverError, ArrangementsError) as error:
            remarks.append(f"{named} was not put into racks: {error}")
            return
        name = f"{stem}-layout.json"
        yield name, laid.document, f"{layout_command(laid.document)} --out {name}"


def _networks(question: ReportQuestion, evidence: Sequence[Evidence]) -> list[Mapping[str, Any]]:
    """Return the topologies of specs and documents, each once."""
    found = [complete(spec) for spec in question.networks]
    found += [dict(topology) for each in evidence for topology in each.topologies]
    return list({_same(each): each for each in found}.values())


def _same(topology: Mapping[str, Any]) -> str:
    """Return what two specs of one network share."""
    return json.dumps(topology, sort_keys=True)


def _title(question: ReportQuestion, evidence: Sequence[Evidence]) -> str:
    networks = _networks(question, evidence)
    if not networks:
        return "Report on a design"
    more = f" and {len(networks) - 1} more" if len(networks) > 1 else ""
    return f"Report on {network_name(networks[0])}{more}"


def check_form(path: Path) -> None:
    """Refuse a file whose name says neither HTML nor PDF."""
    if path.suffix.lower() not in FORMS:
        raise QuestionError(
            "out",
            f"writes HTML or PDF; name the file FILE.html or FILE.pdf, got {shown(path.name)}",
        )
