"""A document in words, from nothing but the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.formats.spec import build, parse
from alphacut.service.render.units import Units
from alphacut.service.words.comparison import plain_table, winner_words
from alphacut.service.words.results import curve_words, point_words


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
