"""Dragonflies and machines with Slingshot: bounds that hold for every wiring of the global links.

From below three arguments, of which a document names one: what uniform traffic over shortest
routes severs; majorities of groups; and shares of groups, at a capacity of global links up to α.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import floor

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.verify.labels import Charges, least_of_alike
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.design.verify.facts import Conditions, Facts, Spec, pairs_apart, raised, share

EXACT = 300_000  # additions up to which the least sum of shares is exact; then it is convex
STATES = 20_000_000  # of a bound by majorities


@dataclass(frozen=True, kw_only=True)
class Wiring:
    """A dragonfly whose global links may go anywhere, so many between any two groups."""

    p: int  # hosts of a switch
    a: int  # switches of a group
    h: int  # global ports of a switch, at most
    t: int  # links between two groups
    groups: int

    @classmethod
    def of(cls, spec: Spec) -> Wiring:
        """Read a spec of either family."""
        if spec["family"] == "slingshot":
            a, h, t = spec["switches"], spec["ports"], spec["links"]
        else:
            a, h, t = spec["a"], spec["h"], spec["trunking"]
        return cls(p=spec["p"], a=a, h=h, t=t, groups=spec["groups"])

    @property
    def switches(self) -> int:
        """Count the switches."""
        return self.a * self.groups

    @property
    def half(self) -> int:
        """Count the switches of the smaller half."""
        return self.switches // 2


def dragonfly(spec: Spec, conditions: Conditions) -> Facts:
    """Return the facts of a dragonfly; its lower bound is that of shortest routes."""
    wiring, alpha = Wiring.of(spec), conditions.alpha
    p, a, groups = wiring.p, wiring.a, wiring.groups
    local = groups * (a * (a - 1) // 2)
    global_ = wiring.t * (groups * (groups - 1) // 2)
    # what the fullest links carry, if every switch sends 1 to each other one, over their capacity
    between = Fraction(a * a, wiring.t) / alpha
    within = 1 + Fraction(2 * wiring.h * a, wiring.t)
    upper = min(by_groups(wiring, alpha), _at_random(wiring, local + alpha * global_, alpha))
    hosts = p * wiring.switches
    sent = Fraction(hosts - 1, p * p)
    ports = p + a - 1 + wiring.h
    label = f"({p},{a},{wiring.h},{wiring.t})"
    return Facts(
        name=label if spec["family"] == "dragonfly" else f"{label} of {groups}",
        hosts=hosts,
        switches=wiring.switches,
        edge=wiring.switches,
        ports=ports,
        edge_ports=ports,
        local=local,
        global_=global_,
        copper=local if a <= conditions.block else 0,
        lower=min(upper, raised(pairs_apart(wiring.switches) / max(between, within), alpha)),
        upper=upper,
        diameter=3,
        mean=None,
        rate=(share(sent / between, sent / within), share(sent / between)),
    )


def by_groups(wiring: Wiring, alpha: Fraction) -> Fraction:
    """Put half of the groups on either side, with the odd one split where there is one.

    The split group's links to others: where each has one, those of either half of its switches
    lead to groups that can stand on their side; else half of them at most go astray.
    """
    a, t, half = wiring.a, wiring.t, wiring.groups // 2
    severed = alpha * t * half * half
    if wiring.groups % 2 == 0:
        return severed
    own_sides = t == 1 and a % 2 == 0 and a * wiring.h == wiring.groups - 1
    astray = 0 if own_sides else t * (wiring.groups - 1) // 2
    return severed + (a // 2) * (a - a // 2) + alpha * astray


def _at_random(wiring: Wiring, capacity: Fraction, alpha: Fraction) -> Fraction:
    """Return what halves at random sever on average, lowered to what a cut can have."""
    n = wiring.switches
    mean = capacity * pairs_apart(n) / (n * (n - 1) // 2)
    return Fraction(floor(mean * alpha.denominator), alpha.denominator)


def by_majorities(wiring: Wiring, alpha: Alpha, enough: Fraction) -> Fraction:
    """Return what majorities of groups prove, or `enough` if that is less.

    Raises
    ------
    Refused
        If there are more states than this bound is ever told for.
    """
    if wiring.groups < 3 or (wiring.groups**2 + wiring.switches) * (wiring.half + 1) > STATES:
        raise Refused("majorities are no reason for a network of this size")
    local, each = alpha.scaled(Line(1, 0)), alpha.scaled(Line(0, 1))
    leaving, a = wiring.t * (wiring.groups - 1) * each, wiring.a
    spared = [min(leaving, most) for most in accumulate([wiring.h * each] * a, initial=0)]
    within = tuple(local * k * (a - k) for k in range(a + 1))
    group = Charges(
        weight=1,
        least=tuple(within[k] - spared[min(k, a - k)] for k in range(a + 1)),
        within=within,
        most=min(wiring.h * each, leaving),
    )
    number = wiring.groups
    apart = [wiring.t * each * own * (number - own) for own in range(number + 1)]
    found = least_of_alike(group, apart, wiring.half, int(enough * local))
    return Fraction(found, local)


def by_shares(wiring: Wiring, at: Fraction, alpha: Fraction) -> Fraction:
    """Return what shares of groups prove where a global link has the capacity `at`, α at most.

    Of the t links between two groups, u lead from near switches of the first and v from near
    switches of the second: at least |u - v| are severed, and at least (s - s')/a·(u - v) with s
    and s' near switches of either. The sum over all pairs falls apart into a term for each group.
    """
    costs = _costs(wiring, at)
    work = wiring.groups * (wiring.a + 1) * wiring.half
    if work <= EXACT:
        least = Fraction(_least(costs, wiring.groups, wiring.half))
    else:
        least = _convex(costs, Fraction(wiring.half, wiring.groups)) * wiring.groups
    return raised(least / (at.denominator * wiring.a), alpha)


def _costs(wiring: Wiring, at: Fraction) -> list[int]:
    """Return a group's term for 0 to a near switches, in units of 1/(a·denominator of `at`)."""
    a, h, t = wiring.a, wiring.h, wiring.t
    ends = t * (wiring.groups - 1)
    found = []
    for s in range(a + 1):
        near = range(max(0, ends - h * (a - s)), min(h * s, ends) + 1)  # ends at near switches
        spared = min(a * near[-1], t * (wiring.half - s))
        inside = a * s * (a - s)
        found.append(at.denominator * inside + at.numerator * (s * near[0] - spared))
    return found


def _least(costs: list[int], terms: int, total: int) -> int:
    """Return the least sum of so many costs whose places add up to a total."""
    sums = {0: 0}
    for done in range(1, terms + 1):
        rest = (terms - done) * (len(costs) - 1)
        after: dict[int, int] = {}
        for place, cost in sums.items():
            for more, one in enumerate(costs):
                there = place + more
                if there > total or there + rest < total:
                    continue
                if cost + one < after.get(there, cost + one + 1):
                    after[there] = cost + one
        sums = after
    return sums[total]


def _convex(costs: list[int], place: Fraction) -> Fraction:
    """Return the largest convex function below some costs, at a place: the least over two of them.

    A line between the costs at two places around it, the lowest of all these lines there.
    """
    left = [x for x in range(len(costs)) if x <= place]
    right = [x for x in range(len(costs)) if x >= place]
    return min(
        costs[x] + (place - x) * Fraction(costs[y] - costs[x], max(y - x, 1))
        for x in left
        for y in right
    )
