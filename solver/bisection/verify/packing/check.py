"""Bounding all bisections by a packing of spanning trees (flows: Delling et al., 2015, section 4).

A source sends to every switch its weight along a spanning tree. On the side of a bisection on
which the source is not, there is at least the lighter half of the weight, and all that is sent
there crosses the cut. So if of all that some sources send together at most r times its capacity
goes over any link, a bisection severs at least 1/r of as many halves as sources were taken.
(All that the sources send is a multicommodity flow, as in Leighton and Rao, 1999.)
"""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.certificate.proofs import PackingProof
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.packing.loads import Slots, loads
from alphacut.solver.bisection.verify.packing.places import read_places
from alphacut.solver.bisection.verify.part import Asked

LARGEST_LOAD = 1 << 52  # all weight times all trees


def check_packing(proof: PackingProof, asked: Asked) -> str:
    """Accept a certificate by a packing of trees, or refuse it; return what it is, in words."""
    sources = proof.sources
    if any(source >= asked.network.switches for source in sources):
        raise Refused("a source of a packing is not a switch")
    weights, half = shares(asked.balance)
    if len(sources) * sum(weights) > LARGEST_LOAD:
        raise Refused("a packing has too many trees")
    highest = asked.highest
    if highest is None:
        return "nothing below is possible"
    slots = Slots(capacities=scaled_capacities(asked.network, asked.alpha))
    trees = read_places(proof.trees, (len(sources), asked.network.switches), slots.type)
    found = loads(slots, weights, np.array(sources, dtype=np.int64), trees)
    if found is None:
        raise Refused("a tree of a packing is not a spanning tree")
    crossing = len(sources) * half
    if not crossing:
        raise Refused("nothing that a packing sends has to cross a bisection")
    for (first, second), load in zip(slots.pairs, found.tolist(), strict=True):
        if highest * load >= crossing * slots.capacities[first][second]:
            raise Refused(f"the link {first}-{second} bears too much for a bound of {asked.target}")
    return f"{len(sources)} spanning trees added up"
