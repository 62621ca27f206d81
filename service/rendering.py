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


def network_json(job: Job) -> bytes:
    """Write the network of a job as a spec of the family "graph".

    Raises
    ------
    NoResult
        If the job is about every wiring of a shape.
    """
    network = network_of(job)
    if isinstance(network, AnyWiring):
        raise NoResult(
            f"job {job.id} is about every wiring of its shape, and no network lists them; "
            "its topology names one with wiring round_robin, blocks or random",
            later=False,
        )
    return _written(to_spec(network).complete())


def bounds_json(job: Job, document: Json | None, answers: Sequence[Json]) -> bytes:
    """Write the bounds of a job, from its document or from the answers that it has so far.

    Raises
    ------
    NoResult
        If nothing is known yet.
    """
    known = prepared(job)
    bounds = bounds_of(document or unfinished(job, answers), known.work.inquiry.network, job.state)
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
    envelope = current_envelope(known.work.inquiry, answers, progress)
    if not envelope.cuts:
        raise NoResult(f"job {job.id} has found nothing yet", later=not job.state.terminal)
    nothing: dict[str, Any] = {}
    return known.variant.document(known.work, envelope.without_certificates, nothing)


def picture(*documents: Json) -> bytes:
    """Draw a curve, or several over each other, as SVG."""
    from alphacut.service.render.svg import curve_svg  # loads matplotlib, which takes a while

    return curve_svg([dict(each) for each in documents]).encode()


def cut(document: Json, alpha: str | None = None) -> bytes:
    """Draw the network of a curve or a point with its cut at an α, as SVG.

    Raises
    ------
    QuestionError
        If it has none there, or is too large to draw.
    """
    from alphacut.service.render.cut import cut_svg
    from alphacut.solver.common.alpha import Alpha

    return cut_svg(dict(document), None if alpha is None else Alpha.parse(alpha)).encode()


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


def design_json(asked: Mapping[str, Any]) -> bytes:
    """Find the machines that a query asks for.

    Raises
    ------
    QuestionError
        If a parameter is wrong.
    """
    from alphacut.solver.design.document import designs, document_of
    from alphacut.solver.design.question import read_question

    return _written(document_of(designs(read_question(**asked))))


def _written(document: Mapping[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")  # half a character, which JSON can spell


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
