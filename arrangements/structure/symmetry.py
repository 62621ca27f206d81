"""Automorphisms: the relabellings of the switches that leave a network the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Sequence

    import igraph

    from alphacut.arrangements.network import Network

Permutation = tuple[int, ...]  # the image of every switch, by switch number
Kind = frozenset[tuple[str, int]]  # class and multiplicity of all links between two switches

MOST_ROUNDS = 16  # of a refinement; random networks take 2 to 6, paths as many as they are long
MOST_WALKED = 300_000  # links in all rounds of one, or in all walks that count distances: 0.1 s


def automorphisms(
    network: Network,
    weights: Sequence[int] | None = None,
    fixed: Iterable[Collection[int]] = (),
) -> tuple[Permutation, ...]:
    """Return generators of the automorphism group.

    An automorphism keeps the class and multiplicity of every link, and the
    weight of every switch. It need not keep groups.

    Parameters
    ----------
    network
        The network, up to some thousands of switches.
    weights
        The weight of each switch; by default its hosts.
    fixed
        Sets of switches, each to be mapped to itself as a set.

    Returns
    -------
    tuple of tuple of int
        Permutations of the switches; empty if there is none but the identity.

    References
    ----------
    Junttila and Kaski, Engineering an efficient canonical labeling tool for
    large and sparse graphs (BLISS).
    """
    return marked_automorphisms(network, switch_marks(network, weights, fixed))


def marked_automorphisms(network: Network, marks: Sequence[Hashable]) -> tuple[Permutation, ...]:
    """Return generators of the automorphisms that map each switch to one with the same mark."""
    if is_rigid(network, marks):
        return ()
    coloured = _encode(network, marks)
    generators = coloured.graph.automorphism_group(color=coloured.colours)
    return tuple(tuple(each[: network.switches]) for each in generators)


def automorphism_order(network: Network, marks: Sequence[Hashable]) -> int:
    """Return the number of the automorphisms that keep marks."""
    if is_rigid(network, marks):
        return 1
    coloured = _encode(network, marks)
    return int(coloured.graph.count_automorphisms(color=coloured.colours))


def is_rigid(network: Network, marks: Sequence[Hashable]) -> bool:
    """Tell whether refinement shows that only the identity keeps links and marks.

    Colours are refined by those of the neighbours, first alone, then from how many switches are at
    each distance. True is certain, of random networks almost always told, and needs no library.
    Of networks for which that takes more than a moment, it tells nothing.

    References
    ----------
    Weisfeiler and Leman, The reduction of a graph to canonical form and the algebra which appears
    therein (1968).
    """
    if len(network.links) > MOST_WALKED:
        return False
    around: list[list[tuple[Kind, int]]] = [[] for _ in range(network.switches)]
    for (first, second), kind in kinds_of_pairs(network).items():
        around[first].append((kind, second))
        around[second].append((kind, first))
    colours = _refined(around, marks)
    if not _all_differ(colours) and len(network.links) * network.switches <= MOST_WALKED:
        layers = [_layers(around, colours, switch) for switch in range(network.switches)]
        colours = _refined(around, layers)
    return _all_differ(colours)


def order(
    network: Network,
    weights: Sequence[int] | None = None,
    fixed: Iterable[Collection[int]] = (),
) -> int:
    """Return the number of automorphisms, as `automorphisms` defines them."""
    return automorphism_order(network, switch_marks(network, weights, fixed))


def is_automorphism(
    network: Network, permutation: Sequence[int], weights: Sequence[int] | None = None
) -> bool:
    """Tell whether a map of the switches is an automorphism, straight from the definition.

    Parameters
    ----------
    network
        The network.
    permutation
        The image of every switch; anything that is no permutation is refused with False.
    weights
        The weight of each switch, which it must keep; by default its hosts.
    """
    if sorted(permutation) != list(range(network.switches)):
        return False
    weighed = _weights(network, weights)
    if any(weighed[image] != weight for image, weight in zip(permutation, weighed, strict=True)):
        return False
    kinds = kinds_of_pairs(network)
    return all(
        kinds.get(_pair(permutation[first], permutation[second])) == kind
        for (first, second), kind in kinds.items()
    )


def orbits(switches: int, permutations: Iterable[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the orbits of the group that permutations generate, each sorted, in order."""
    from networkx.utils import UnionFind  # here, for most processes never need it

    joined = UnionFind(range(switches))
    for permutation in permutations:
        for switch, image in enumerate(permutation):
            if image != switch:
                joined.union(switch, image)
    return tuple(sorted(tuple(sorted(orbit)) for orbit in joined.to_sets()))


@dataclass(frozen=True, kw_only=True)
class _Coloured:
    """A vertex-coloured simple graph whose first vertices are the switches."""

    graph: igraph.Graph
    colours: list[int]  # of each vertex


def _encode(network: Network, switch_marks: Sequence[Hashable]) -> _Coloured:
    """Write link kinds as vertices: each link but those of the most common kind is subdivided."""
    import igraph  # here, for most processes never need it

    kinds = kinds_of_pairs(network)
    common = Counter(kinds.values()).most_common(1)
    plain = [pair for pair, kind in kinds.items() if kind == common[0][0]]
    marked = [pair for pair, kind in kinds.items() if kind != common[0][0]]
    edges = [*plain]
    for middle, (first, second) in enumerate(marked, start=network.switches):
        edges += [(first, middle), (middle, second)]
    marks: list[Hashable] = [("switch", mark) for mark in switch_marks]
    marks += [("link", kinds[pair]) for pair in marked]
    return _Coloured(graph=igraph.Graph(n=len(marks), edges=edges), colours=_numbered(marks))


def _refined(around: Sequence[Sequence[tuple[Kind, int]]], marks: Sequence[Hashable]) -> list[int]:
    """Refine colours by those of the neighbours until there are no more of them, or for long."""
    colours = _numbered(marks)
    ends = sum(map(len, around))
    for _ in range(min(MOST_ROUNDS, 2 * MOST_WALKED // max(1, ends))):
        finer = _numbered(
            [
                (colour, frozenset(Counter((kind, colours[other]) for kind, other in each).items()))
                for colour, each in zip(colours, around, strict=True)
            ]
        )
        if max(finer) == max(colours):
            break
        colours = finer
    return colours


def _layers(
    around: Sequence[Sequence[tuple[Kind, int]]], colours: Sequence[int], start: int
) -> tuple[tuple[int, ...], ...]:
    """Return the colours of the switches at each distance from one of them, its own first."""
    seen, layer, found = {start}, [start], []
    while layer:
        found.append(tuple(sorted(colours[switch] for switch in layer)))
        layer = list({other for switch in layer for _, other in around[switch]} - seen)
        seen.update(layer)
    return tuple(found)


def _all_differ(colours: Sequence[int]) -> bool:
    return len(set(colours)) == len(colours)


def _numbered(marks: Sequence[Hashable]) -> list[int]:
    """Number marks from 0 on, like ones alike."""
    palette = {mark: colour for colour, mark in enumerate(dict.fromkeys(marks))}
    return [palette[mark] for mark in marks]


def switch_marks(
    network: Network, weights: Sequence[int] | None, fixed: Iterable[Collection[int]]
) -> list[tuple[int, tuple[bool, ...]]]:
    """Return what automorphisms keep of each switch: its weight, and in which sets it is."""
    sets = [frozenset(switches) for switches in fixed]
    return [
        (weight, tuple(switch in members for members in sets))
        for switch, weight in enumerate(_weights(network, weights))
    ]


def _weights(network: Network, weights: Sequence[int] | None) -> Sequence[int]:
    if weights is None:
        return network.hosts
    if len(weights) != network.switches:
        raise NetworkError(
            f"weights: needs one for each of {network.switches} switches, got {len(weights)}"
        )
    return weights


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def kinds_of_pairs(network: Network) -> dict[tuple[int, int], Kind]:
    """Collect what joins each pair of switches, which may be links of several classes."""
    found: dict[tuple[int, int], set[tuple[str, int]]] = {}
    for link in network.links:
        found.setdefault(link[:2], set()).add(link[2:])
    return {pair: frozenset(kind) for pair, kind in found.items()}
