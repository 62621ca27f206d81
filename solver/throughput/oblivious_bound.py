"""A rate that every permutation of the hosts reaches, proven: floors by oblivious routing.

An oblivious routing divides the traffic of every pair of switches alike, whatever the
traffic is. The worst permutation for one link is then an assignment, and potentials bound
it exactly. Which division is best is a linear program with a row for each link and
permutation, which are added as they are found. A model may divide as it likes, so it
carries every permutation at least as well.

Any network carries a permutation in two phases through all hosts (Valiant), each of which
is uniform traffic: half the rate of that is a floor for the maximum concurrent flow.

References
----------
Towles and Dally, Worst-case traffic for oblivious routing functions, SPAA 2002. Azar,
Cohen, Fiat, Kaplan and Räcke, Optimal oblivious routing in polynomial time, STOC 2003.
Valiant, A scheme for fast parallel communication, SIAM J. Computing 11(2), 1982.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import highspy
import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.throughput.assignment import longest, most
from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.models import BY_NAME, MCF, Control, Model
from alphacut.solver.throughput.primal_dual_bounds import Whole
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock, Floats
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.reach import without_path
from alphacut.solver.throughput.run import answer_model
from alphacut.solver.throughput.symmetry_reduction import shared_orbits
from alphacut.solver.throughput.variables import Variable
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Demands, hosts_of

MOST_WEIGHTS = 20_000_000  # of all assignments of a round, some seconds
ROUNDS = 100
CLOSE = 1e-4  # of the floor, relative, where the search ends
STEPS = 2**20  # of a share
FINER = 2**14  # steps of the load of a link beyond those of shares, which is rounded up


def floor(question: Question, model: Model, clock: Clock) -> Fraction | None:
    """Return a rate that every permutation of the hosts reaches under a model.

    None where the network is too large for it. The traffic of the question is not looked at.
    """
    network, found = question.network, []
    grouped = len(set(network.groups)) > 1
    if grouped and without_path(network, all_pairs(network), any_path=False) is None:
        reached = oblivious_floor(question, _shared(model), clock)
        found += [] if reached is None else [reached]
    if model is MCF:
        found.append(two_phase_floor(question, clock))
    return max(found, default=None)


def two_phase_floor(question: Question, clock: Clock) -> Fraction:
    """Return half the rate of uniform traffic, in which every host sends 1/N to each host."""
    network = question.network
    count = sum(network.hosts)
    asked = replace(question, traffic=read_traffic("all-to-all", network))
    demands = asked.traffic.between_switches(network)
    # a rate of 2 is all that is asked for: no host needs more than 1 at the floor
    demands = replace(demands, unit=Fraction(1, count), busiest=Fraction(1, 2))
    found = answer_model(Machine(asked, demands), MCF, clock)
    return found.bracket.lower / 2


def oblivious_floor(question: Question, model: Model, clock: Clock) -> Fraction | None:
    """Return what the best division found reaches under a model whose paths share rates."""
    pairs = all_pairs(question.network)
    machine = Machine(question, pairs)
    hosts = sum(question.network.hosts)
    orbits = shared_orbits(machine.network, machine.links, pairs)
    links = np.arange(len(machine.links))
    if orbits is not None:
        links = np.unique(orbits.links, return_index=True)[1]
    if len(links) * hosts**2 > MOST_WEIGHTS:
        return None
    division = _Division(machine, model, pairs, links)
    return division.proven(_Search(division).best(clock))


def all_pairs(network: Network) -> Demands:
    """Return a flow for each two switches with hosts."""
    return read_traffic("all-to-all", network).between_switches(network)


def _shared(model: Model) -> Model:
    """Return a model with no more control than another one, whose paths share rates."""
    if model.valiant is Control.TOGETHER:
        return BY_NAME["5" if model.minimal is Control.TOGETHER else "4"]
    return BY_NAME["3"]


@dataclass(frozen=True)
class _Uses:
    """How the paths of all pairs use one link: of each, the part that uses it."""

    sources: Integers  # (entries,) switch
    destinations: Integers  # (entries,)
    columns: Integers  # (entries,) place of the share of these paths
    counts: Integers  # (entries,) uses
    paths: Integers  # (entries,) paths that share the rate


class _Division:
    """How traffic is divided: pairs of switches with equal numbers of paths have equal shares.

    Such shares are the same for all pairs that a symmetry of the network carries onto each
    other, so that one link stands for its orbit.
    """

    def __init__(self, machine: Machine, model: Model, pairs: Demands, links: Integers) -> None:
        self.switch = hosts_of(machine.network)
        self.switches = machine.network.switches
        capacities = machine.capacities
        self.capacities = [Fraction(int(capacities[e]), machine.ratio.denominator) for e in links]
        variables = machine.listing.of(model, pairs)
        by_flow: list[list[Variable]] = [[] for _ in range(len(pairs))]
        for each in variables.each:
            by_flow[each.flow].append(each)
        kinds: dict[object, Integers] = {}
        self.columns = 0
        column = []
        for sets in by_flow:
            kind = tuple((each.valiant, each.length, each.paths) for each in sets)
            if kind not in kinds:
                kinds[kind] = np.arange(self.columns, self.columns + len(sets))
                self.columns += len(sets)
            column += kinds[kind].tolist()
        self.kinds = list(kinds.values())
        owners, flows = variables.owners, variables.flows[variables.owners]
        self.uses = []
        for link in links.tolist():
            at = np.flatnonzero(variables.links == link)
            self.uses.append(
                _Uses(
                    pairs.sources[flows[at]], pairs.destinations[flows[at]],
                    np.array(column, dtype=np.int64)[owners[at]],
                    variables.counts[at].astype(np.int64), variables.paths[owners[at]],
                )
            )  # fmt: skip

    def tables(self, shares: Floats) -> Iterator[Floats]:
        """Yield for each link the (N, N) loads, of hosts, as floats."""
        for uses in self.uses:
            yield self._of_hosts(uses, uses.counts * shares[uses.columns] / uses.paths)

    def row(self, link: int, image: Integers) -> Floats:
        """Return what a permutation loads onto a link for each share."""
        uses = self.uses[link]
        times = np.zeros((self.switches, self.switches))
        np.add.at(times, (self.switch, self.switch[image]), 1.0)
        carried = times[uses.sources, uses.destinations] * uses.counts / uses.paths
        return np.asarray(np.bincount(uses.columns, carried, self.columns), dtype=float)

    def proven(self, shares: Floats) -> Fraction:
        """Return the rate at which no permutation overloads a link, from rounded shares."""
        whole = np.floor(np.maximum(shares, 0.0) * STEPS).astype(np.int64)
        for kind in self.kinds:
            whole[kind[whole[kind].argmax()]] += STEPS - whole[kind].sum()
        assert whole.min() >= 0
        reached = Fraction(1)
        for uses, capacity in zip(self.uses, self.capacities, strict=True):
            loads = whole[uses.columns].astype(object) * uses.counts.astype(object) * FINER
            rounded = np.array(-(-loads // uses.paths.astype(object)), dtype=np.int64)
            table = self._of_hosts(uses, rounded)
            load = Fraction(most(table, longest(table)), STEPS * FINER)
            if load:
                reached = min(reached, capacity / load)
        return reached

    def _of_hosts(self, uses: _Uses, loads: Whole) -> Whole:
        table = np.zeros((self.switches, self.switches), dtype=loads.dtype)
        np.add.at(table, (uses.sources, uses.destinations), loads)
        return np.asarray(table[np.ix_(self.switch, self.switch)])


class _Search:
    """Looks for the division with the least load of the worst permutation (cutting planes)."""

    def __init__(self, division: _Division) -> None:
        self._division = division
        self._highs = highspy.Highs()
        self._highs.setOptionValue("output_flag", False)
        self._highs.setOptionValue("threads", 1)
        self._highs.addVar(0.0, highspy.kHighsInf)  # the largest load by capacity
        self._highs.changeColCost(0, 1.0)
        for _ in range(division.columns):
            self._highs.addVar(0.0, 1.0)
        for kind in division.kinds:
            self._row(1.0, 1.0, kind + 1, np.ones(len(kind)))

    def best(self, clock: Clock) -> Floats:
        """Return the best shares found, where a bound on them is near or time is over."""
        shares = np.zeros(self._division.columns)
        for kind in self._division.kinds:
            shares[kind] = 1 / len(kind)
        best, least, top = shares, np.inf, 0.0
        for turn in range(ROUNDS):
            largest = self._cut(shares, top)
            if largest < least:
                best, least = shares, largest
            if clock.over or least - top <= CLOSE * least:
                break
            self._highs.run()
            found = np.array(self._highs.getSolution().col_value)
            # halfway to the best ones, where cuts are deeper
            top, shares = found[0], found[1:] if turn % 3 == 0 else (found[1:] + best) / 2
        return np.asarray(best)

    def _cut(self, shares: Floats, top: float) -> float:
        """Add the worst permutation of each link that has more than `top`; return the most."""
        division, largest = self._division, 0.0
        for link, table in enumerate(division.tables(shares)):
            image = longest(table)
            capacity = float(division.capacities[link])
            load = float(table[np.arange(len(image)), image].sum())
            if load:
                largest = max(largest, load / capacity if capacity else np.inf)
            if load > top * capacity:
                row = division.row(link, image)
                used = np.flatnonzero(row)
                self._row(
                    -highspy.kHighsInf, 0.0,
                    np.concatenate([[0], used + 1]), np.concatenate([[-capacity], row[used]]),
                )  # fmt: skip
        return largest

    def _row(self, lower: float, upper: float, places: Integers, values: Floats) -> None:
        self._highs.addRow(lower, upper, len(places), places.astype(np.int32), values)
