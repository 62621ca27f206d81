"""Networks of narrow structure: exact whatever their numbering, and what formulas say of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import networkx
import pytest

from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.outcome import Budget, Outcome, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import Alpha

Edges = Iterator[tuple[int, int]]
FatTree = Callable[[int], Network]
ONE = Alpha(1, 1)


def network_of(edges: Edges, rng: random.Random | None = None) -> Network:
    """Return a network with links of two classes; by chance, if there is any."""
    pairs = list(edges)
    names = [rng.choice(["local", "global"]) if rng else "local" for _ in pairs]
    links = tuple(Link(u, v, name) for (u, v), name in zip(pairs, names, strict=True))
    return Network(switches=1 + max(map(max, pairs)), links=links)


def renumbered(network: Network, rng: random.Random) -> Network:
    """Number switches at random."""
    place = rng.sample(range(network.switches), network.switches)
    links = [
        link._replace(first=place[link.first], second=place[link.second]) for link in network.links
    ]
    hosts = [0] * network.switches
    for switch, number in enumerate(place):
        hosts[number] = network.hosts[switch]
    return replace(network, links=tuple(links), hosts=tuple(hosts), groups=())


def tree(switches: int, rng: random.Random) -> Edges:
    yield from ((rng.randrange(v), v) for v in range(1, switches))


def caterpillar(switches: int, rng: random.Random) -> Edges:
    spine = switches // 2
    yield from ((v, v + 1) for v in range(spine - 1))
    yield from ((rng.randrange(spine), v) for v in range(spine, switches))


def complete_tree(branches: int, switches: int) -> Edges:
    yield from (((v - 1) // branches, v) for v in range(1, switches))


def cactus(switches: int, rng: random.Random) -> Edges:
    """Hang cycles and paths onto switches."""
    number = 1
    while number < switches:
        length = min(rng.randint(1, 5), switches - number)
        start = before = rng.randrange(number)
        for _ in range(length):
            yield before, number
            before, number = number, number + 1
        if length > 1:
            yield start, before


def series_parallel(switches: int, rng: random.Random) -> Edges:
    """Join each switch to both ends of a link, which stays or goes."""
    found = {(0, 1)}
    for v in range(2, switches):
        one, other = rng.choice(sorted(found))
        found |= {(one, v), (other, v)}
        if rng.random() < 0.5:
            found.remove((one, other))
    yield from sorted(found)


def mesh(rows: int, columns: int, *, wrapped: bool = False) -> Edges:
    for x in range(rows):
        for y in range(columns):
            if x + 1 < rows or wrapped:
                yield x * columns + y, (x + 1) % rows * columns + y
            if y + 1 < columns or wrapped:
                yield x * columns + y, x * columns + (y + 1) % columns


def rings_on_a_ring(rings: int, length: int) -> networkx.Graph:
    """Return a ring of cores, on each of which hangs a ring of buildings."""
    graph = networkx.cycle_graph(rings)
    for core in range(rings):
        networkx.add_cycle(graph, [core, *((core, place) for place in range(1, length))])
    return graph


PROVIDERS: dict[str, networkx.Graph] = {  # shapes of networks in the Internet Topology Zoo
    "ring": networkx.cycle_graph(70),
    "ladder": networkx.ladder_graph(40),
    "rings on a ring": rings_on_a_ring(8, 10),
    "ring with stubs": networkx.corona_product(networkx.cycle_graph(20), networkx.empty_graph(3)),
    "two hubs": networkx.complete_bipartite_graph(2, 75),
    "meshed core with stubs": networkx.corona_product(
        networkx.complete_graph(7), networkx.star_graph(9)
    ),
    "stars on a path": networkx.corona_product(networkx.path_graph(9), networkx.empty_graph(8)),
}


def solved(network: Network, *, balance: str = "switches", alpha: Alpha = ONE) -> Outcome:
    """Solve with auto and have the certificate checked: the value must be proven."""
    problem = PointProblem(network=network, balance=Balance.of(network, balance), alpha=alpha)
    outcome = engine("auto").solve(problem, Budget(), ignore)
    assert outcome.incumbent is not None
    assert outcome.certified_bound == problem.scaled(outcome.incumbent)
    assert problem.balance.holds(outcome.incumbent.side)
    check_certificate(
        outcome.certificate,
        network=network,
        balance=problem.balance,
        alpha=alpha,
        target=outcome.certified_bound,
        established=lambda _: 0,
    )
    return outcome


# ---- what formulas say -----------------------------------------------------


@pytest.mark.parametrize(
    ("edges", "least"),
    [
        (lambda: complete_tree(2, 1023), 1),
        (lambda: complete_tree(2, 255), 1),
        (lambda: ((v, v + 1) for v in range(1_499)), 1),
        (lambda: ((v, (v + 1) % 1_500) for v in range(1_500)), 2),
        (lambda: ((0, v) for v in range(1, 1_000)), 500),
        (lambda: mesh(9, 10), 9),
        (lambda: mesh(10, 10), 10),
        (lambda: mesh(6, 8, wrapped=True), 12),
        pytest.param(lambda: mesh(8, 12, wrapped=True), 16, marks=pytest.mark.slow),
    ],
    ids=[
        "binary 1023",
        "binary 255",
        "path",
        "cycle",
        "star",
        "mesh 9x10",
        "mesh 10x10",
        "torus",
        "torus 8x12",
    ],
)
def test_value_is_that_of_the_formula_in_any_order(edges: Callable[[], Edges], least: int) -> None:
    network = renumbered(network_of(edges()), random.Random(least))
    assert solved(network).lower_bound == least


@pytest.mark.parametrize(("ports", "least"), [(4, 8), (6, 27), (8, 64)])
def test_fat_tree_with_hosts_has_full_bisection(fat_tree: FatTree, ports: int, least: int) -> None:
    """Half of the k³/4 hosts are reached from the other half at full speed."""
    network = renumbered(fat_tree(ports), random.Random(ports))
    assert solved(network, balance="hosts").lower_bound == least


# ---- numbering changes nothing ---------------------------------------------


RANDOM: dict[str, Callable[[random.Random], Edges]] = {
    "tree": lambda rng: tree(300, rng),
    "caterpillar": lambda rng: caterpillar(200, rng),
    "cactus": lambda rng: cactus(150, rng),
    "series-parallel": lambda rng: series_parallel(150, rng),
    "mesh": lambda _: mesh(7, 11),
}


BENT = Alpha(3, 2)


@pytest.mark.parametrize(
    ("alpha", "name"),
    [
        *((ONE, name) for name in RANDOM),
        (BENT, "mesh"),
        *(pytest.param(BENT, name, marks=pytest.mark.slow) for name in [*RANDOM][:-1]),
    ],
    ids=str,
)
def test_numbering_changes_no_value(name: str, alpha: Alpha) -> None:
    rng = random.Random(f"{name} {alpha}")
    network = network_of(RANDOM[name](rng), rng)
    network = replace(network, hosts=tuple(rng.randint(0, 3) for _ in range(network.switches)))
    balance = "hosts" if alpha == ONE else "switches"
    values = {
        solved(each, balance=balance, alpha=alpha).lower_bound
        for each in (network, *(renumbered(network, rng) for _ in range(2)))
    }
    assert len(values) == 1


@pytest.mark.parametrize("name", PROVIDERS)
def test_shapes_of_providers_are_exact_in_any_order(name: str) -> None:
    graph, rng = networkx.convert_node_labels_to_integers(PROVIDERS[name]), random.Random(name)
    network = network_of(iter(graph.edges))
    values = {solved(renumbered(network, rng)).lower_bound for _ in range(3)}
    assert len(values) == 1


@pytest.mark.parametrize("name", RANDOM)
def test_elimination_agrees_with_sweeps(name: str) -> None:
    """On networks that sweeps solve as well."""
    rng = random.Random(name)
    makers: dict[str, Callable[[], Edges]] = {
        "tree": lambda: tree(24, rng),
        "caterpillar": lambda: caterpillar(24, rng),
        "cactus": lambda: cactus(22, rng),
        "series-parallel": lambda: series_parallel(20, rng),
        "mesh": lambda: mesh(4, 5),
    }
    network = renumbered(network_of(makers[name](), rng), rng)
    values = set()
    for each in ("elimination", "sweep"):
        problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(5, 3))
        outcome = engine(each).solve(problem, Budget(), ignore)
        assert outcome.incumbent is not None
        values.add((outcome.lower_bound, problem.scaled(outcome.incumbent)))
    assert len(values) == 1


# ---- large ones ------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edges", "least"),
    [
        (lambda: complete_tree(2, 65_535), 1),
        (lambda: complete_tree(3, 29_524), None),
        (lambda: tree(50_000, random.Random(7)), None),
        (lambda: caterpillar(10_000, random.Random(7)), None),
    ],
    ids=["binary", "ternary", "random tree", "caterpillar"],
)
def test_large_networks_are_exact(edges: Callable[[], Edges], least: int | None) -> None:
    network = renumbered(network_of(edges()), random.Random(1))
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=ONE)
    outcome = engine("elimination").solve(problem, Budget(), ignore)
    assert outcome.incumbent is not None
    assert outcome.certified_bound == problem.scaled(outcome.incumbent)
    assert least in (None, outcome.lower_bound)
