"""Bounding all bisections by a packing of spanning trees (flows: Delling et al., 2015, section 4).

A source sends to every switch its weight along a spanning tree. On the side of a bisection on
which the source is not, there is at least the lighter half of the weight, and all that is sent
there crosses the cut. So if of all that some sources send together at most r times its capacity
goes over any link, a bisection severs at least 1/r of as many halves as sources were taken.
(All that the sources send is a multicommodity flow, as in Leighton and Rao, 1999.) Where not all
switches are connected, a source sends within its component; see `components`.

References
----------
Delling, Fleischman, Goldberg, Razenshteyn and Werneck, An exact combinatorial algorithm for minimum
graph bisection (2015), section 4.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from alphacut.solver.bisection.certificate.proofs import PackingProof
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.bisection.verify.packing.components import numbered, split
from alphacut.solver.bisection.verify.packing.loads import Slots, loads
from alphacut.solver.bisection.verify.packing.places import read_places
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused

LARGEST_LOAD = 1 << 52  # all weight times all trees


def check_packing(proof: PackingProof, statement: Statement) -> str:
    """Accept a certificate by a packing of trees, or refuse it; return what it is, in words.

    Raises
    ------
    Refused
        If a tree does not span, a link bears too much, or what is named does not exist.
    """
    sources = proof.sources
    if any(source >= statement.network.switches for source in sources):
        raise Refused("a source of a packing is not a switch")
    weights, half = shares(statement.balance)
    if len(sources) * sum(weights) > LARGEST_LOAD:
        raise Refused("a packing has too many trees")
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    capacities = scaled_capacities(statement.network, statement.alpha)
    components = numbered(capacities)
    parts = split(components, weights, half)
    if parts is None:
        raise Refused("it would take too long to tell which components a bisection splits")
    sent = Counter(components[list(sources)].tolist())
    crossing = {part.number: sent[part.number] * part.weight for part in parts}
    if not crossing or not all(crossing.values()):
        raise Refused("nothing that a packing sends has to cross a bisection")
    slots = Slots(capacities=capacities)
    trees = read_places(proof.trees, (len(sources), statement.network.switches), slots.type)
    link_loads = loads(slots, weights, np.array(sources, dtype=np.int64), trees, components)
    if link_loads is None:
        raise Refused("a tree of a packing is not a spanning tree")
    for (first, second), load in zip(slots.pairs, link_loads.tolist(), strict=True):
        crosses = crossing.get(int(components[first]))
        if crosses is not None and highest * load >= crosses * capacities[first][second]:
            raise Refused(
                f"the link {first}-{second} bears too much for a bound of {statement.target}"
            )
    return f"{len(sources)} spanning trees added up"
