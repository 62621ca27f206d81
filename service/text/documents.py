"""Documents in words, from nothing but themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.formats.spec import build_any, parse
from alphacut.jobs.verifying import doubts
from alphacut.service.kinds import entries
from alphacut.service.render.units import Units
from alphacut.service.text.comparison import plain_table, winner_words
from alphacut.service.text.results import curve_words, point_words
from alphacut.service.text.structure import structure_words
from alphacut.service.text.throughput import throughput_words

Json = Mapping[str, Any]


def document_words(document: Json, units: Units | None = None) -> list[str]:
    """Describe a document of any kind of question, in lines.

    Raises
    ------
    SpecError
        If its topology describes no network.
    LookupError
        If there is no such kind of document.
    """
    for entry in entries().values():
        if entry.kind.format == document["format"]:
            return [*entry.words(document, units), *doubts(document)]
    raise LookupError(f"no kind of question has documents of the format {document['format']!r}")


def of_curve(document: Json, units: Units | None) -> list[str]:
    """Describe an α-curve."""
    return curve_words(document, build_any(parse(document["topology"])), units)


def of_point(document: Json, units: Units | None) -> list[str]:
    """Describe what is known at one α."""
    return point_words(document, build_any(parse(document["topology"])), units)


def of_structure(document: Json, units: Units | None) -> list[str]:  # noqa: ARG001
    """Describe a network."""
    return structure_words(document)


def of_comparison(document: Json, units: Units | None) -> list[str]:  # noqa: ARG001
    """Describe several networks beside each other."""
    return [*plain_table(document), *winner_words(document)]


def of_throughput(document: Json, units: Units | None) -> list[str]:  # noqa: ARG001
    """Describe how much traffic a network carries."""
    return throughput_words(document)
