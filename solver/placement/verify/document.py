"""Checking a document on a placement from nothing but itself.

What it says of choices is computed anew from the traffic matrix, and they are listed anew to see
that none is left out. Layouts and mappings are measured route by route, bounds proven anew, and
an answer "no" by a complete search. Nothing here is shared with what writes the documents, but
the form of a question and of a document.
"""

from __future__ import annotations

from alphacut.solver.common.errors import Refused
from alphacut.solver.common.fields import document_in, object_in
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.placement import schema
from alphacut.solver.placement.verify.decision import verify_decision
from alphacut.solver.placement.verify.grid import verify_grid
from alphacut.solver.placement.verify.instance import read_instance
from alphacut.solver.placement.verify.mapping import verify_mapping

HEAD = ("format", "topology", "question", "status", "provenance")
GRID = (*HEAD, "studied", "choices", "front", "placed", "anywhere")
DECISION = (*HEAD, "answer", "proof", "nodes", "mapping")
MAPPING = (*HEAD, "mapping", "load", "hops", "bounds", "compared")


def verify_placement(
    document: object, load: Load = refuse_files, limits: Limits = USUAL
) -> Verdict:
    """Check a document on a placement.

    Parameters
    ----------
    document
        The JSON value.
    load
        Is not called: these documents keep nothing in files beside them.
    limits
        The most that the check may cost.

    Raises
    ------
    DocumentError
        If it cannot be read.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false.
    """
    del load
    written = document_in(document, schema.FORMAT, schema.PLACEMENT["properties"])
    with within(limits):
        instance = read_instance(written)
        if instance.request["grid"] is not None:
            _only(written, GRID, "a grid")
            return verify_grid(written, instance)
        if instance.request["regular"] is not None:
            _only(written, DECISION, "a regular mapping")
            return verify_decision(written, instance, 0.8 * limits.time)
        _only(written, MAPPING, "a stencil")
        return verify_mapping(written, instance)


def _only(written: object, fields: tuple[str, ...], question: str) -> None:
    """Refuse what belongs to the answer of another question."""
    other = next((each for each in object_in(written, "the document") if each not in fields), None)
    if other is not None:
        raise Refused(f"{other} is no part of the answer about {question}")
