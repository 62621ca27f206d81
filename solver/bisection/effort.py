"""How long a curve or a point is likely to take, told within a moment from the network's size.

What counts is the core: switches that are left when those with at most two neighbours are taken
out one after another, as elimination does (Bodlaender and Koster, Treewidth computations I, 2010:
the rules for simplicial vertices and series). The tables hold what nine of ten recorded runs took,
by the size of the core; `python -m benchmarks.effort` fits them anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.at_once import Closing, closing
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

MOST_LINKS = 300_000  # beyond these the core is not looked for
MOST_COUNTED = 1_000_000  # links of a network of which bounds are counted
NARROW = 4  # switches of a core that elimination settles in passing
EACH_AT_ONCE = 2_000  # switches that take a second, with whatever closes within a moment
EACH = 6_000  # switches of narrow networks that take a second, the recorded ones 6,400 to 12,000
COARSE = Fraction(1, 20)  # a gap from which on a curve is taken to be of the next smaller size


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """What to expect."""

    low: float  # seconds; of ten runs one or none was faster
    high: float | None  # seconds; of ten runs one or none took longer; None: nobody waited for it
    bounded: bool = False  # whether the result is bounded more often than now and then


@dataclass(frozen=True, kw_only=True)
class Size:
    """Recorded runs on networks up to some size."""

    core: int  # switches, at most
    runs: int  # how many there are
    expected: Expectation


# Curves: docs/atlas/records, benchmarks/results/families.json and exact.json, 2 cores.
CURVES = (
    Size(core=24, runs=70, expected=Expectation(low=0.5, high=6)),
    Size(core=36, runs=53, expected=Expectation(low=2, high=60)),
    Size(core=58, runs=65, expected=Expectation(low=3, high=65)),
    Size(core=80, runs=14, expected=Expectation(low=25, high=None, bounded=True)),
    Size(core=130, runs=9, expected=Expectation(low=150, high=None, bounded=True)),
)
LARGE = Expectation(low=250, high=None, bounded=True)
# One α: benchmarks/results/known_graphs.json and exact.json; most of them have much symmetry. The
# first of both does not count the start of a command, for which two seconds are added.
POINTS = (
    Size(core=64, runs=153, expected=Expectation(low=0.5, high=3)),
    Size(core=264, runs=6, expected=Expectation(low=1, high=6)),
    Size(core=600, runs=2, expected=Expectation(low=10, high=200, bounded=True)),
)
LARGE_POINT = Expectation(low=200, high=None, bounded=True)
# All of these are at α = 1 on large groups, or on networks without one. Of the breakpoints of
# curves at other ratios the atlas has all closed up to 58 switches, and 35 of 80 open beyond; both
# ends always.
EASY_RATIOS = (ZERO, Alpha.parse(1), INFINITY)
CLOSED_ELSEWHERE = 58  # switches of a core
CLOSED_IN_SMALL_GROUPS = 68  # at α = 1; see `_small_groups`
POINT_ELSEWHERE = Expectation(low=2, high=None, bounded=True)
# Every wiring of a shape: majorities prove what they prove at once, and no other engine is asked.
ANY_WIRING = Expectation(low=1, high=10, bounded=True)
ANY_WIRING_CURVE = Expectation(low=2, high=60, bounded=True)


# With links alike, jellyfish:switches=100,degree=6 and slim_fly:q=11 close within 3 s, and
# polarfly:q=11, xpander:degree=9,lift=20 and hamming:sides=5x5x5 stay open after a minute.
ALIKE = Size(core=264, runs=5, expected=Expectation(low=1, high=60, bounded=True))
# Fat trees with faults: with 45 of them 2,000 switches take 4 s; with many, bounds stay open. So
# do those of Dragonfly+: of 144 switches with one gone, or without 20 links, after 12 s.
FAULTS = Expectation(low=2, high=60, bounded=True)


def expected(
    network: Network,
    *,
    alpha: Alpha | None = None,
    gap: Fraction = Fraction(0),
    balance: Balance | None = None,
) -> Expectation:
    """Return what a curve, or a point, is likely to take.

    Parameters
    ----------
    alpha
        Where one point alone is asked for; None: the whole curve is.
    gap
        What may be left open: from `COARSE` on, networks count as those of the size before.
    balance
        What both sides have equally many of; None: switches.
    """
    if network.free:
        return ANY_WIRING if alpha is not None else ANY_WIRING_CURVE
    core = core_size(network)
    if core <= NARROW:
        return Expectation(low=0.5, high=2 + network.switches / EACH)
    match _closing(network, balance, alpha):
        case Closing.SOON:
            return Expectation(low=1, high=4 + network.switches / EACH_AT_ONCE)
        case Closing.PERHAPS:
            return FAULTS
    if alpha is not None and _hard(network, alpha, core):
        return POINT_ELSEWHERE
    middling = POINTS[0].core < core <= POINTS[1].core
    if alpha is not None and middling and _groups_of_leaves(network, balance):
        return FAULTS
    if not network.depends_on_alpha and POINTS[0].core < core <= ALIKE.core:
        return ALIKE.expected
    sizes, beyond = (CURVES, LARGE) if alpha is None else (POINTS, LARGE_POINT)
    fitting = next((i for i, each in enumerate(sizes) if core <= each.core), len(sizes))
    if gap >= COARSE:
        fitting = max(0, fitting - 1)
    return sizes[fitting].expected if fitting < len(sizes) else beyond


def _closing(network: Network, balance: Balance | None, alpha: Alpha | None) -> Closing:
    """Tell how soon bounds close that are counted within a moment, whatever the size is."""
    curve = alpha is None and network.depends_on_alpha
    if curve or len(network.links) > MOST_COUNTED:
        return Closing.UNKNOWN
    return closing(network, balance or Balance.of(network), alpha or EASY_RATIOS[1])


def _hard(network: Network, alpha: Alpha, core: int) -> bool:
    """Tell whether bounds are often not sharp: for mixed capacities, or for small groups."""
    if not network.depends_on_alpha or alpha in (ZERO, INFINITY):
        return False
    if alpha in EASY_RATIOS:
        return core > CLOSED_IN_SMALL_GROUPS and _small_groups(network)
    return core > CLOSED_ELSEWHERE


def _small_groups(network: Network) -> bool:
    """Tell whether groups are less than twice as large as a switch has links to others.

    Majorities of such groups prove too little. At α = 1 dragonflies with a = 2h, of 114 and 264
    switches, close within 12 s, those with a < 2h from 80 switches on stay open by 3 to 15 %.
    """
    counts = network.count_by_class()
    joining = sum(counts[each.name] for each in network.classes if each.slope)
    inside = sum(counts.values()) - joining
    return 2 * inside + network.switches < 4 * joining


def _groups_of_leaves(network: Network, balance: Balance | None) -> bool:
    """Tell whether groups have spines without weight; shares of leaves have not closed it."""
    return network.depends_on_alpha and balance is not None and 0 in balance.weights


def core_size(network: Network) -> int:
    """Count the switches that are left after taking out those with at most two neighbours.

    The two neighbours of one that is taken out are joined. Of a forest, a cycle or a network in
    series and parallel at most two are left. Linear in switches and links.
    """
    if len(network.links) > MOST_LINKS:
        return network.switches
    around: list[set[int]] = [set() for _ in range(network.switches)]
    for first, second, _, _ in network.links:
        around[first].add(second)
        around[second].add(first)
    waiting = [switch for switch, others in enumerate(around) if len(others) <= 2]
    left = network.switches
    gone = [False] * network.switches
    while waiting:
        switch = waiting.pop()
        if gone[switch] or len(around[switch]) > 2:
            continue
        gone[switch] = True
        left -= 1
        others = around[switch]
        for other in others:
            around[other].discard(switch)
            around[other] |= others - {other}
            waiting += [other] if len(around[other]) <= 2 else []
    return left
