"""Answers about jobs, written in a process of the pool: networks, bounds, pictures, tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats.spec import to_spec
from alphacut.jobs.job import Job
from alphacut.jobs.store import Json
from alphacut.jobs.stored_envelope import current_envelope
from alphacut.service.prepared import network_of, prepared
from alphacut.service.refusals import NoResult
from alphacut.service.schemas.bounds import bounds_of
from alphacut.service.text.comparison import csv_table, plain_table, winner_words
from alphacut.service.text.documents import document_words
from alphacut.solver.common.errors import DocumentError, Refused


def network_json(job: Job) -> bytes:
    """Write the network of a job as a spec of the family "graph".

    Raises
    ------
    NoResult
        If the job is about every wiring of a shape.
    """
    network = network_of(job)
    if isinstance(network, AnyWiring):
        raise NoResult(f"job {job.id} {_NO_WIRING}", later=False)
    unit = job.request["topology"].get("unit")
    return _written(to_spec(network).complete() | ({} if unit is None else {"unit": unit}))


_NO_WIRING = (
    "is about every wiring of its shape, and no network lists them; its topology names one with "
    "wiring round_robin, blocks or random"
)


def bounds_json(job: Job, document: Json | None, answers: Sequence[Json]) -> bytes:
    """Write the bounds of a job, from its document or from the answers that it has so far.

    Raises
    ------
    NoResult
        If nothing is known yet.
    """
    known = prepared(job)
    bounds = bounds_of(document or unfinished(job, answers), known.work.network, job.state)
    return bounds.model_dump_json().encode()


def unfinished(job: Job, answers: Sequence[Json]) -> Json:
    """Write the document that a job would have if it ended now.

    Raises
    ------
    NoResult
        If nothing is known yet.
    """
    known = prepared(job)
    progress = None if job.state.terminal else job.progress
    envelope = current_envelope(known.work.problem, answers, progress)
    if not envelope.cuts:
        raise NoResult(f"job {job.id} has found nothing yet", later=not job.state.terminal)
    nothing: dict[str, Any] = {}
    return known.variant.document(known.work, envelope.without_certificates, nothing)


def picture(*documents: Json) -> bytes:
    """Draw a curve, or several over each other, as SVG."""
    from alphacut.service.render.svg import curve_svg  # loads matplotlib, which takes a while

    return curve_svg([dict(each) for each in documents]).encode()


def cut(document: Json, alpha: str | None = None, layout: str | None = None) -> bytes:
    """Draw the network of a curve or a point with its cut at an α, as SVG.

    Parameters
    ----------
    layout
        One of `render.layout.LAYOUTS`; None: what suits the network.

    Raises
    ------
    NoResult
        If it is about every wiring of a shape.
    QuestionError
        If it has none there, or is too large to draw.
    """
    from alphacut.arrangements.formats.spec import UNLIMITED, parse
    from alphacut.service.render.cut import cut_svg
    from alphacut.solver.common.alpha import Alpha

    if parse(document["topology"], UNLIMITED).any_wiring:
        raise NoResult(f"the job {_NO_WIRING}", later=False)
    at = None if alpha is None else Alpha.parse(alpha)
    return cut_svg(dict(document), at, layout=layout).encode()


def design_picture(document: Json) -> bytes:
    """Draw a designed network with its least cut that was found at the first α, as SVG.

    Raises
    ------
    QuestionError
        If it is too large to draw.
    """
    from alphacut.service.render.cut import cut_svg

    return cut_svg(dict(document["points"][0]), None).encode()


def design_table(document: Json) -> bytes:
    """Write the cables of a design between groups as CSV; of a machine as it is, those to move."""
    import csv
    from io import StringIO

    from alphacut.arrangements.formats.spec import UNLIMITED, build, parse

    network = build(parse(document["topology"], UNLIMITED), UNLIMITED)
    head: tuple[str, ...] = ("cable", "from", "to")
    if "moves" in document:
        rows, head = document["moves"], (*head, "from_after", "to_after")
    else:
        apart = [
            each for each in network.links if network.groups[each[0]] != network.groups[each[1]]
        ]
        rows = [link[:2] for link in apart for _ in range(link.multiplicity)]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows((number, *map(network.name_of, ends)) for number, ends in enumerate(rows, 1))
    return text.getvalue().encode()


def throughput_picture(document: Json) -> bytes:
    """Draw the rates of a throughput, as SVG."""
    from alphacut.service.render.throughput import throughput_svg

    return throughput_svg(document).encode()


def table(document: Json) -> bytes:
    """Write the segments of a curve, as CSV."""
    from alphacut.service.render.table import curve_csv

    return curve_csv(document).encode()


def text(document: Json) -> bytes:
    """Write a document of any kind in words."""
    return _lines(document_words(document))


def comparison_csv(document: Json) -> bytes:
    """Write a row for each network of a comparison, as CSV."""
    return _lines(csv_table(dict(document)))


def comparison_text(document: Json) -> bytes:
    """Write the table of a comparison, and who wins where."""
    read = dict(document)
    return _lines([*plain_table(read), "", *winner_words(read)])


def report(document: Json) -> bytes:
    """Write a document as a page of HTML, and verify it meanwhile.

    Raises
    ------
    NoResult
        If its verifier does not accept it.
    """
    from alphacut.service.report.single import single_report

    try:
        return single_report(dict(document)).encode()
    except (Refused, DocumentError) as error:
        raise NoResult(f"it has no report: {error}", later=False) from error


def _written(document: Mapping[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")  # half a character, which JSON can spell


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
