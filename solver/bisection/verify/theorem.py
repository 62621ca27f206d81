"""What a document tells of a theorem, checked against what the theorem says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.theorem import cross_check
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.fields import object_in


def check_theorem(document: Mapping[str, Any]) -> None:
    """Check what a document tells of a theorem, if it does. No proof rests on that.

    Raises
    ------
    Refused
        If the theorem is not known, or says something else of this document.
    """
    if "theorem" not in document:
        return
    written, said = object_in(document["theorem"], "theorem"), cross_check(document)
    if said is None:
        raise Refused("theorem: none is known of this network and balance")
    for name in {**said, **written}:
        if written.get(name) != said.get(name):
            raise Refused(f"theorem.{shown(name)[1:-1]}: should be {shown(said.get(name))}")
