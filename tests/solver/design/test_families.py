"""What formulas say of machines, held against the networks themselves."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.design.built import build_machine
from alphacut.solver.design.families.catalogue import FAMILIES
from alphacut.solver.design.families.diameter_two import slim_fly_degree, slim_fly_machine
from alphacut.solver.design.families.dragonflies import refined
from alphacut.solver.design.families.folded_clos import clos_machine
from alphacut.solver.design.families.products import box_machine
from alphacut.solver.design.machine import Machine
from alphacut.solver.design.question import DesignQuestion, read_question

SIZES = ((24, 8), (60, 11), (128, 16))  # hosts and ports
HALF = Alpha.parse("1/2")


def question(hosts: int, radix: int, alpha: str = "1") -> DesignQuestion:
    return read_question(
        hosts=hosts, radix=radix, within="50%", alpha=alpha, per_host=0, unused_ports=True,
        prices="copper_block = 6",
    )  # fmt: skip


def of_every_family(alpha: str = "1") -> Iterator[tuple[DesignQuestion, Machine, Network]]:
    """Some machines of each family, small and not so small ones."""
    for (hosts, radix), (name, family) in itertools.product(SIZES, FAMILIES.items()):
        asked = question(hosts, radix, alpha)
        machines = family(asked).machines
        for machine in machines[:: max(1, len(machines) // 8)]:
            assert machine.family == name
            yield asked, machine, build(parse(dict(machine.topology)))


def test_counts_are_those_of_the_network() -> None:
    seen = set()
    for asked, machine, network in of_every_family():
        seen.add(machine.family)
        counts = network.count_by_class()
        degrees = [
            sum(each) for each in zip(*(network.degrees(name) for name in counts), strict=True)
        ]
        ports = [links + hosts for links, hosts in zip(degrees, network.hosts, strict=True)]
        assert machine.switches == network.switches, machine
        assert machine.hosts == sum(network.hosts), machine
        assert machine.edge == sum(hosts > 0 for hosts in network.hosts), machine
        assert machine.local == counts.get("local", 0), machine
        assert machine.global_ == counts.get("global", 0), machine
        assert asked.radix >= machine.ports >= max(ports), machine
        used = [ports[switch] for switch in range(network.switches) if network.hosts[switch]]
        assert machine.free <= asked.radix - max(used), machine
        assert machine.grows_to >= machine.hosts
    assert seen == set(FAMILIES)


def test_copper_lies_within_groups_of_at_most_a_block() -> None:
    """Where groups are the blocks: dragonflies, Dragonfly+, Slim Fly, boxes of two dimensions."""
    compared = 0
    for asked, machine, network in of_every_family():
        groups = {group: network.groups.count(group) for group in set(network.groups)}
        flat = machine.family in ("hyperx", "hamming") and len(machine.topology["sides"]) == 2
        if machine.family in ("dragonfly", "slingshot", "dragonfly_plus", "slim_fly") or flat:
            inside = sum(
                link.multiplicity
                for link in network.links
                if network.groups[link.first] == network.groups[link.second]
                and groups[network.groups[link.first]] <= asked.prices.block
            )
            if network.switches > asked.prices.block:
                assert machine.copper == inside, machine
                compared += 1
    assert compared > 20


def test_diameters_and_mean_distances_are_those_of_shortest_ways() -> None:
    """By networkx, over all pairs of hosts; a diameter may be less than what its family says."""
    compared = set()
    for _, machine, network in of_every_family():
        built = machine.built or machine.mean is None
        told = build_machine(machine, Alpha.parse(1)).told(machine) if built else machine
        graph = nx.Graph([link[:2] for link in network.links])
        graph.add_nodes_from(range(network.switches))
        if not nx.is_connected(graph):  # a random one; nothing is certain of it
            assert machine.built
            assert build_machine(machine, Alpha.parse(1)).lower is None
            continue
        lengths = dict(nx.all_pairs_shortest_path_length(graph))
        ends = [switch for switch in range(network.switches) if network.hosts[switch]]
        hops = sum(
            lengths[one][other] * network.hosts[one] * network.hosts[other]
            for one in ends
            for other in ends
        )
        hosts = sum(network.hosts)
        assert told.mean == Fraction(hops, hosts * (hosts - 1)), machine
        diameter = max(lengths[one][other] for one in ends for other in ends)
        assert told.diameter is not None
        assert diameter <= told.diameter, machine
        if machine.family not in ("dragonfly", "slingshot", "slim_fly", "polarfly"):
            assert diameter == told.diameter, machine
        compared.add(machine.family)
    assert compared == set(FAMILIES)


@pytest.mark.parametrize("alpha", ["1", "1/2", "3"])
def test_bounds_hold_for_all_bisections(
    alpha: str, lines_of: Callable[..., frozenset[Line]]
) -> None:
    """Of networks with at most 14 switches, by hosts; and what certificates say of them."""
    at, known, compared = Fraction(alpha), set(), 0
    for family in FAMILIES.values():
        asked = question(24, 8, alpha)
        small = [each for each in family(asked).machines if each.switches <= 14]
        for machine in small[:: max(1, len(small) // 6)]:
            network = build(parse(dict(machine.topology)))
            lines = lines_of(network, Balance.of(network, "hosts").weights)
            value = min(line.at(at) for line in lines)
            told = [build_machine(machine, asked.alpha).told(machine)]
            told += [] if machine.built else [machine]
            if machine.family in ("dragonfly", "slingshot"):
                told.append(refined(machine, asked.alpha))
            for each in told:
                assert each.bisection.lower <= value <= each.bisection.upper, (each, value)
                if network.switches > 10:
                    continue
                left = each.after_worst_link(at)
                without = value - min(
                    _largest(network, at, side) for side in _best_sides(network, at, value)
                )
                assert left.lower <= without <= left.upper, each
            known |= {each.family for each in told if each.bisection.known}
            compared += 1
    assert compared > 30
    assert known >= {"fat_tree", "xgft", "leaf_spine", "hyperx", "hamming", "torus"}


def _best_sides(network: Network, alpha: Fraction, value: Fraction) -> list[tuple[int, ...]]:
    """Return all bisections by hosts that have the least capacity."""
    balance = Balance.of(network, "hosts")
    found = []
    for signs in itertools.product((0, 1), repeat=network.switches - 1):
        side = tuple(switch for switch, sign in enumerate((*signs, 1)) if sign)
        if balance.holds(side) and network.cut(side).at(alpha) == value:
            found.append(side)
    return found


def _largest(network: Network, alpha: Fraction, side: tuple[int, ...]) -> Fraction:
    """Return the largest capacity of a link in a cut; 0 if it severs none."""
    return max(
        (
            Fraction(network.class_by_name[name].base) + network.class_by_name[name].slope * alpha
            for name, number in network.severed(side).items()
            if number
        ),
        default=Fraction(0),
    )


@pytest.mark.parametrize("alpha", ["1", "1/2"])
def test_saturation_is_the_largest_rate_of_uniform_traffic(alpha: str) -> None:
    """A linear program over all routes, of networks with at most 14 switches."""
    known, compared = set(), 0
    for family in FAMILIES.values():
        asked = question(24, 8, alpha)
        small = [each for each in family(asked).machines if each.switches <= 14]
        for machine in small[:: max(1, len(small) // 6)]:
            network = build(parse(dict(machine.topology)))
            rate = min(1.0, _largest_rate(network, Fraction(alpha)))
            found = machine.saturation or build_machine(machine, asked.alpha).saturation
            if found is None:  # a random one that is not connected
                assert machine.built
                assert rate < 1e-9
                continue
            assert float(found.lower) <= rate + 1e-6, (machine, rate)
            assert rate - 1e-6 <= float(found.upper), (machine, rate)
            known |= {machine.family} if found.known else set()
            compared += 1
    assert compared > 30
    assert known >= {"fat_tree", "xgft", "leaf_spine", "hyperx", "hamming", "torus"}


def _largest_rate(network: Network, alpha: Fraction) -> float:
    """Maximise the rate, with one flow from each switch to all hosts elsewhere."""
    n, hosts = network.switches, network.hosts
    total = sum(hosts)
    arcs = [(u, v, name, m) for u, v, name, m in network.links]
    arcs += [(v, u, name, m) for u, v, name, m in network.links]
    sources = [switch for switch in range(n) if hosts[switch]]
    columns = len(sources) * len(arcs) + 1
    equal = lil_matrix((len(sources) * n, columns))
    limits = lil_matrix((len(arcs), columns))
    for place, source in enumerate(sources):
        for number, (u, v, _, _) in enumerate(arcs):
            column = place * len(arcs) + number
            equal[place * n + u, column] += 1
            equal[place * n + v, column] -= 1
            limits[number, column] = 1
        for switch in range(n):
            sent = (total - hosts[source]) if switch == source else -hosts[switch]
            equal[place * n + switch, columns - 1] = -hosts[source] * sent / (total - 1)
    each = {kind.name: kind.base + kind.slope * float(alpha) for kind in network.classes}
    most = [each[name] * m for _, _, name, m in arcs]
    goal = np.zeros(columns)
    goal[-1] = -1
    found = linprog(
        goal, A_ub=limits.tocsr(), b_ub=most, A_eq=equal.tocsr(), b_eq=np.zeros(equal.shape[0])
    )
    return float(-found.fun)


@pytest.mark.parametrize("q", [3, 4, 5, 7, 8, 9, 11])
def test_the_second_eigenvalue_of_a_slim_fly_is_q(q: int) -> None:
    """So that B ≥ q³/2; and half of the groups of each kind cut no more than the upper bound."""
    degree = slim_fly_degree(q)
    assert degree is not None
    machine = slim_fly_machine(question(100, 64), q, 1, degree)
    network = build(parse(dict(machine.topology)))
    laplacian = np.zeros((network.switches, network.switches))
    for u, v, _, _ in network.links:
        laplacian[[u, v], [u, v]] += 1
        laplacian[[u, v], [v, u]] -= 1
    assert np.linalg.eigvalsh(laplacian)[1] == pytest.approx(q)
    of_first, of_second = range((q + 1) // 2), range(q, q + q // 2)
    side = [s for s in range(2 * q * q) if s // q in (*of_first, *of_second)]
    assert len(side) == q * q
    assert network.cut(side).intercept == machine.bisection.upper


def test_sizes_that_papers_print() -> None:
    """Published machines, by their families' formulas.

    Al-Fares et al., 2008: k³/4 hosts and 5k²/4 switches. Kim et al., ISCA 2008: 1,056 and 262,656
    hosts. Besta and Hoefler, SC 2014: 10,830 hosts on 722 switches of 29 links, q = 19. Ahn et al.,
    SC 2009: B for each host of (S·K)/(4·T). Camarero et al., TACO 2014: Hamming graphs have the
    diameter of their dimensions. Lakhotia et al., SC 2022: q² + q + 1 switches with q + 1 links.
    """
    asked = question(1000, 256)
    tree = clos_machine(asked, "fat_tree", "", {}, (24, 24, 48), (1, 24, 24))
    assert (tree.hosts, tree.switches, tree.diameter) == (48**3 // 4, 5 * 48**2 // 4, 4)
    assert tree.each.lower == Fraction(1, 2)
    degree = slim_fly_degree(19)
    assert degree == 29
    slim = slim_fly_machine(asked, 19, 15, degree)
    assert (slim.switches, slim.hosts, slim.diameter) == (722, 10_830, 2)
    box = box_machine(asked, "hyperx", (16, 16), (1, 1), 8)
    assert (box.each.lower, box.diameter) == (Fraction(16, 32), 2)
    polarfly = {
        machine.topology["q"]: machine
        for machine in FAMILIES["polarfly"](read_question(hosts=993 * 16, radix=48)).machines
    }[31]
    assert (polarfly.switches, polarfly.ports) == (993, 32 + polarfly.hosts // 993)
    kim = FAMILIES["dragonfly"](read_question(hosts=262_656, radix=63, within=0, balanced=True))
    assert [machine.name for machine in kim.machines] == ["(16,32,16,1)"]
