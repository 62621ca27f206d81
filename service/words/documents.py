"""A document in words, from nothing but the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arrangements.formats.spec import build, parse
from service.render.units import Units
from service.words.comparison import plain_table, winner_words
from service.words.results import curve_words, point_words


def document_words(document: Mapping[str, Any], units: Units | None = None) -> list[str]:
    """Describe the document of a curve, a point or a comparison, in lines.

    Raises
    ------
    SpecError
        If its topology describes no network.
    """
    if "networks" in document:
        return [*plain_table(document), *winner_words(document)]
    network = build(parse(document["topology"]))
    describe = point_words if "point" in document else curve_words
    return describe(document, network, units)
