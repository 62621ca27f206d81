"""Random regular networks (Jellyfish)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from alphacut.arrangements.network import LOCAL, Link, Network

if TYPE_CHECKING:
    from collections.abc import Iterator


def jellyfish(switches: int, degree: int, seed: int, p: int = 1) -> Network:
    """Build a random regular network: links of the class "local", one group.

    Parameters
    ----------
    switches, degree
        How many switches, and the links of each: less than the switches, and
        one of the two numbers even.
    seed
        Decides the network, together with the version of networkx.
    p
        The hosts of each switch.

    References
    ----------
    Singla, Hong, Popa and Godfrey, Jellyfish: networking data centers randomly,
    NSDI 2012. Steger and Wormald, Generating random regular graphs quickly, 1999.
    """
    return Network(
        switches=switches,
        links=tuple(Link(*pair, LOCAL.name) for pair in _pairs(switches, degree, seed)),
        hosts=(p,) * switches,
    )


def _pairs(switches: int, degree: int, seed: int) -> Iterator[tuple[int, int]]:
    import networkx  # here, for most processes never need it

    rest = switches - 1 - degree
    if degree <= rest:
        yield from networkx.random_regular_graph(degree, switches, seed=seed).edges
        return
    # the generator hardly ever ends on dense graphs, but their complements are sparse
    apart = networkx.random_regular_graph(rest, switches, seed=seed)
    yield from (pair for pair in combinations(range(switches), 2) if not apart.has_edge(*pair))
