"""The network of a document, built anew from its topology, and what a theorem says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.network import Network
from alphacut.arrangements.words import printable, shown
from alphacut.solver.bisection.theorem import cross_check
from alphacut.solver.bisection.verify.errors import BeyondLimit, Refused
from alphacut.solver.bisection.verify.limits import current
from alphacut.solver.bisection.verify.written import object_in
from alphacut.solver.errors import DocumentError

LONGEST = 1_000  # characters of what is told about a topology
TOO_LARGE = "too large"  # how a spec begins to tell of a network beyond its limits


def rebuilt(topology: object) -> Network:
    """Build the network that a spec describes, if it is not too large.

    Raises
    ------
    DocumentError
        If it describes none.
    BeyondLimit
        If it has more switches or links than allowed; nothing is built then.
    """
    from alphacut.arrangements.formats import spec as specs  # loads pydantic

    allowed = specs.Limits(switches=current().switches, links=current().links)
    try:
        return specs.build(specs.parse(topology, allowed), allowed)
    except SpecError as error:
        if error.problem.startswith(TOO_LARGE):
            limit = "switches" if " switches" in error.problem else "links"
            raise BeyondLimit(limit, f"topology.{error}") from error
        words = " ".join(str(error).split())  # one line for each thing that is wrong
        raise DocumentError(f"topology: {printable(words, LONGEST)}") from error


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
