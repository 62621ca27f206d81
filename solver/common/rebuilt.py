"""The network of a document, built anew from its topology."""

from __future__ import annotations

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.network import Network
from alphacut.arrangements.words import printable
from alphacut.solver.common.errors import BeyondLimit, DocumentError
from alphacut.solver.common.limits import current

LONGEST = 1_000  # characters of what is told about a topology
TOO_LARGE = "too large"  # how a spec begins to tell of a network beyond its limits


def rebuilt(topology: object, *, any_wiring: bool = False) -> Network:
    """Build the network that a spec describes, if it is not too large.

    Parameters
    ----------
    any_wiring
        Whether a spec may leave the wiring open.

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
        build = specs.build_any if any_wiring else specs.build
        return build(specs.parse(topology, allowed), allowed)
    except SpecError as error:
        if error.problem.startswith(TOO_LARGE):
            limit = "switches" if " switches" in error.problem else "links"
            raise BeyondLimit(limit, f"topology.{error}") from error
        words = " ".join(str(error).split())  # one line for each thing that is wrong
        raise DocumentError(f"topology: {printable(words, LONGEST)}") from error
