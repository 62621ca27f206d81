"""A document in words, from nothing but the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arrangements.formats.spec import build, parse
from service.render.units import Units
from service.words.results import curve_words, point_words


def document_words(document: Mapping[str, Any], units: Units | None = None) -> list[str]:
    """Describe a curve or point document, in lines.

    Raises
    ------
    SpecError
        If its topology describes no network.
    """
    network = build(parse(document["topology"]))
    describe = point_words if "point" in document else curve_words
    return describe(document, network, units)
