"""A machine of the front, built: distances, uniform traffic, a cut, and what a certificate proves.

Engines that prove a bound at once or not at all are asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.formats.spec import UNLIMITED, build, complete, parse
from alphacut.arrangements.network import Line
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.document import POINT_FORMAT
from alphacut.solver.bisection.engines.catalogue import only
from alphacut.solver.bisection.engines.spectral import Spectral
from alphacut.solver.bisection.engines.structured import Majority, Spreading, Uneven
from alphacut.solver.bisection.heuristics.starts import filled
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.design.machine import Machine, Range
from alphacut.solver.design.names import CERTIFICATE, FORMULA

if TYPE_CHECKING:
    from collections.abc import Callable

    from alphacut.arrangements.network import Network
    from alphacut.solver.bisection.certificate.proofs import Certificate
    from alphacut.solver.bisection.engines._base import Method
    from alphacut.solver.common.alpha import Alpha

Json = Mapping[str, Any]
Reals = NDArray[np.float64]

LARGEST_MEASURED = 800  # switches whose distances and loads are told
FINEST = 1_000_000  # a computed rate is rounded down to multiples of 1/FINEST

_METHODS: dict[str, tuple[Callable[[], Method], ...]] = {
    "spreading": (Spreading,),
    "groups": (Majority, Uneven),
    "eigenvalues": (Spectral,),
}
_BY_FAMILY = {
    **dict.fromkeys(("fat_tree", "leaf_spine", "xgft", "hyperx", "hamming", "torus"), "spreading"),
    **dict.fromkeys(("dragonfly", "slingshot", "dragonfly_plus"), "groups"),
}


@dataclass(frozen=True, kw_only=True)
class Built:
    """What the network of a machine says, beside its formulas.

    A certificate is believed once the verifier has accepted it, in the document.
    """

    lower: Fraction | None  # of its bisection, by the certificate
    upper: Fraction  # the best cut that was found
    point: Mapping[str, Any]  # both, as `alphacut-point/1`
    diameter: int | None = None  # hops between switches with hosts
    mean: Fraction | None = None  # hops between two hosts
    saturation: Range | None = None

    @property
    def exact(self) -> bool:
        """Whether the certificate proves that the cut is a least one."""
        return self.lower == self.upper

    def told(self, machine: Machine) -> Machine:
        """Return a machine with what its network adds to its formulas."""
        lower, upper = self.lower or Fraction(0), self.upper
        reason, at = FORMULA if self.lower is None else CERTIFICATE, None
        diameter, mean, rate = machine.diameter, machine.mean, machine.saturation
        if machine.built:  # what stood there was no more than likely
            diameter = self.diameter
        else:
            if machine.bisection.lower > lower:
                lower, reason, at = machine.bisection.lower, machine.reason, machine.at
            upper = min(upper, machine.bisection.upper)
        return replace(
            machine,
            bisection=Range(lower=lower, upper=upper),
            reason=reason,
            at=at,
            diameter=self.diameter if diameter is None else diameter,
            mean=self.mean if mean is None else mean,
            saturation=self.saturation if rate is None else rate,
        )


def build_machine(machine: Machine, alpha: Alpha) -> Built:
    """Build a machine, look for a cut, prove what is proven at once, and measure distances."""
    spec = parse(dict(machine.topology), UNLIMITED)
    network = build(spec, UNLIMITED)
    balance = Balance.of(network, "hosts")
    cut = best_cut(network, balance, alpha)
    problem = PointProblem(network=network, balance=balance, alpha=alpha, cuts=(cut,))
    scale = alpha.scaled(Line(1, 0))
    lower, certificate = None, None
    for method in _METHODS[_BY_FAMILY.get(machine.family, "eigenvalues")]:
        found = only(method()).solve(problem, Budget(), ignore)
        problem = replace(problem, cuts=(*problem.cuts, *found.cuts))
        bound = found.certified_bound if found.certificate is not None else 0
        if bound > (lower or 0):
            lower, certificate = bound, found.certificate
    best = problem.best
    assert best is not None
    built = Built(
        lower=None if lower is None else Fraction(lower, scale),
        upper=Fraction(problem.scaled(best), scale),
        point=_point(problem, complete(spec), lower or 0, certificate),
    )
    untold = machine.mean is None or machine.saturation is None
    if not untold or network.switches > LARGEST_MEASURED:
        return built
    return measured(built, network, alpha)


def _point(
    problem: PointProblem, topology: Json, bound: int, certificate: Certificate | None
) -> dict[str, Any]:
    """Write the best cut and a certificate as `alphacut-point/1`."""
    cut, network = problem.best, problem.network
    assert cut is not None
    value, scale = problem.scaled(cut), problem.alpha.scaled(Line(1, 0))
    return {
        "format": POINT_FORMAT,
        "topology": topology,
        "switches": network.switches,
        "links": network.count_by_class(),
        "balance": problem.balance.name,
        "status": "exact" if bound == value else "bounded",
        "point": {
            "alpha": str(problem.alpha),
            "value": str(Fraction(value, scale)),
            "lower": str(Fraction(bound, scale)),
            "proof": None if certificate is None else "certificate",
            "engine": None,
            "seconds": 0.0,
            "certificate": None if certificate is None else write(certificate),
        },
        "intercept": cut.line.intercept,
        "slope": cut.line.slope,
        "side": list(cut.side),
        "provenance": {},
    }


def best_cut(network: Network, balance: Balance, alpha: Alpha) -> Cut:
    """Return the best of the bisections that the structure of a network suggests."""
    cuts = (Cut.of(network, side) for side in _sides(network, balance))
    return min(cuts, key=lambda cut: (alpha.scaled(cut.line), cut.line))


def _sides(network: Network, balance: Balance) -> Iterator[list[int]]:
    """Yield halves of orders, with switches without hosts where they sever least.

    Orders are those of the numbers of switches, slowest digit last, and those in which the groups
    that half of a group has links to stand beside it.
    """
    hosts = [switch for switch in range(network.switches) if network.hosts[switch]]
    free = [switch for switch in range(network.switches) if not network.hosts[switch]]
    orders = [hosts, *_by_strides(hosts), *_by_groups(network, hosts)]
    for order in orders:
        side = filled([*order, *free], balance)
        inside = {switch for switch in side if network.hosts[switch]}
        if not free:
            yield sorted(inside)
            continue
        yield sorted(inside)
        yield sorted({*inside, *free})
        yield sorted(_joined(network, inside, free))


def _by_strides(hosts: Sequence[int]) -> Iterator[list[int]]:
    """Yield the orders of switches by their numbers modulo each divisor of how many there are."""
    number = len(hosts)
    for divisor in range(2, number // 2 + 1):
        if number % divisor == 0:
            order = sorted(range(number), key=lambda place: (place % divisor, place))
            yield [hosts[place] for place in order]


def _by_groups(network: Network, hosts: Sequence[int]) -> Iterator[list[int]]:
    """Yield half of the first group, and then the groups that it has links to."""
    if len(set(network.groups)) < 3:
        return
    first = network.groups[hosts[0]]
    own = [switch for switch in hosts if network.groups[switch] == first]
    near = set(own[: len(own) // 2])
    joined = {
        network.groups[other]
        for link in network.links
        for one, other in ((link.first, link.second), (link.second, link.first))
        if one in near
    } - {first}
    rest = [switch for switch in hosts if network.groups[switch] != first]
    yield [
        *own[: len(own) // 2],
        *sorted(rest, key=lambda switch: (network.groups[switch] not in joined, switch)),
        *own[len(own) // 2 :],
    ]


def _joined(network: Network, inside: set[int], free: Sequence[int]) -> set[int]:
    """Put switches without hosts, in order, on the side that more of their links lead to."""
    pull = dict.fromkeys(free, 0)
    near: dict[int, list[tuple[int, int]]] = {switch: [] for switch in range(network.switches)}
    for first, second, _, multiplicity in network.links:
        near[first].append((second, multiplicity))
        near[second].append((first, multiplicity))
    side, placed = set(inside), {s for s in range(network.switches) if network.hosts[s]}
    for switch in free:
        pull[switch] = sum(
            multiplicity * (1 if other in side else -1)
            for other, multiplicity in near[switch]
            if other in placed
        )
        placed.add(switch)
        if pull[switch] > 0:
            side.add(switch)
    return side


def measured(built: Built, network: Network, alpha: Alpha) -> Built:
    """Measure what no formula tells: distances between hosts, and uniform traffic."""
    ways = Ways.of(network)
    if ways is None:
        return built
    hosts = np.array(network.hosts, dtype=np.int64)
    pairs = np.outer(hosts, hosts)
    total = int(sum(network.hosts))
    hops = int((ways.distances * pairs).sum())
    capacities = _capacities(network, alpha)
    fullest = float(
        (ways.loads(hosts.astype(np.float64)) / np.where(capacities > 0, capacities, np.inf)).max()
    )
    # every host sends 1/(N - 1) to each other; no ways take fewer hops in all
    most = Fraction(int(capacities.sum()) * (total - 1), hops * alpha.scaled(Line(1, 0)))
    scale = alpha.scaled(Line(1, 0))
    least = Fraction(int((total - 1) / (fullest * scale) * (1 - 1e-9) * FINEST), FINEST)
    upper = min(Fraction(1), most)
    return replace(
        built,
        diameter=int(ways.distances[pairs > 0].max()),
        mean=Fraction(hops, total * (total - 1)),
        saturation=Range(lower=min(least, upper), upper=upper),
    )


def _capacities(network: Network, alpha: Alpha) -> Reals:
    """Return the scaled capacities between switches."""
    found = np.zeros((network.switches, network.switches))
    each = alpha.scales(network)
    for first, second, name, multiplicity in network.links:
        found[first, second] += multiplicity * each[name]
        found[second, first] += multiplicity * each[name]
    return found


@dataclass(frozen=True, kw_only=True)
class Ways:
    """All shortest ways between switches, parallel links making one."""

    distances: NDArray[np.int64]  # (switches, switches), hops
    numbers: tuple[Reals, ...]  # by hops: (switches, switches), ways of just so many hops

    @classmethod
    def of(cls, network: Network) -> Ways | None:
        """Count them; None where there is no way between some two."""
        n = network.switches
        joined = np.zeros((n, n))
        for first, second, _, _ in network.links:
            joined[first, second] = joined[second, first] = 1.0
        distances = np.where(np.eye(n) > 0, 0, -1).astype(np.int64)
        numbers = [np.eye(n)]
        while (distances < 0).any():
            further = np.where(distances < 0, numbers[-1] @ joined, 0.0)
            if not further.any():
                return None
            distances[further > 0] = len(numbers)
            numbers.append(further)
        return cls(distances=distances, numbers=tuple(numbers))

    def loads(self, hosts: Reals) -> Reals:
        """Return what each pair of joined switches carries, each way, if each host sends 1 to each.

        Every shortest way between two switches carries as much (Brandes, A faster algorithm for
        betweenness centrality, 2001).
        """
        joined = self.numbers[1] if len(self.numbers) > 1 else np.zeros_like(self.numbers[0])
        carried = np.zeros_like(joined)
        demand = np.outer(hosts, hosts)
        for length in range(1, len(self.numbers)):
            ways = self.numbers[length]
            share = np.divide(demand, ways, out=np.zeros_like(ways), where=ways > 0)
            for before in range(length):
                after = length - 1 - before
                carried += self.numbers[before].T @ share @ self.numbers[after].T
        return np.asarray(carried * joined)
