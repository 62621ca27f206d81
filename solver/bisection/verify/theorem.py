"""What a document tells of a theorem, checked against the theorem's formula, computed anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, complete, parse
from alphacut.arrangements.network import Line
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.theorem import cross_check
from alphacut.solver.bisection.verify.formulas import width_by_formula
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.fields import object_in


def check_theorem(document: Mapping[str, Any], lines: Collection[Line]) -> tuple[str, ...]:
    """Check what a document tells of a theorem, if it does; return what that is, in words.

    No proof rests on it. With the status "formula" all values do.

    Parameters
    ----------
    lines
        Of the cuts that the document names, measured anew.

    Raises
    ------
    Refused
        If the theorem is not known, or says something else of this document.
    """
    if "theorem" not in document:
        if document["status"] == "formula":
            raise Refused("status is 'formula', but no theorem is told of")
        return ()
    written, said = object_in(document["theorem"], "theorem"), cross_check(document)
    width = width_by_formula(complete(parse(document["topology"], UNLIMITED)), document["balance"])
    if said is None or width is None:
        raise Refused("theorem: none is known of this network and balance")
    said = {**said, "value": str(width)}
    for name in {**said, **written}:
        if written.get(name) != said.get(name):
            raise Refused(f"theorem.{shown(name)[1:-1]}: should be {shown(said.get(name))}")
    if document["status"] != "formula":
        return ()
    if any(line != (width, 0) for line in lines):
        raise Refused(f"status is 'formula', but not every cut has the capacity {width}")
    return (f"B = {width} by a theorem, which no certificate proves: {said['reference']}",)
