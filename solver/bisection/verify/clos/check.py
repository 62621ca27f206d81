"""The bound by charges of faults of a folded Clos network, as a fat tree (docs/certificate.md).

Each plane of a folded Clos network of three tiers has a share for each edge switch: what that has
downwards, or upwards where this is less. No bisection severs less than the shares of its lighter
side, and what it severs more is known of each aggregation
switch, from the sides of its pod and its plane. Faults spare what they lack, if they are severed.
So every bisection is charged what it severs more at the switches that have faults, and what faults
lack without being severed; all sides of these switches are counted, along an order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from alphacut.solver.bisection.certificate.proofs import ClosProof
from alphacut.solver.bisection.verify.clos.charges import EQUAL, Charged, Rule
from alphacut.solver.bisection.verify.clos.pods import Pair, Pods
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused

MOST_STATES = 1 << 22  # that are looked at, in all

State = tuple[tuple[int, ...], int, int]  # open values; edge switches of pods wholly on 0, on 1


def check_clos(proof: ClosProof, statement: Statement) -> str:
    """Accept a certificate by charges of faults, or refuse it; return what it is.

    Raises
    ------
    Refused
        If pods and planes are not alike, states too many, or it proves less than the target.
    """
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    pods = Pods.of(proof, statement)
    faults = pods.faults(scaled_capacities(statement.network, statement.alpha))
    whole = set(proof.whole)
    if len(whole) < len(proof.whole) or not whole <= faults.keys():
        raise Refused("whole has a pair twice, or one that is as usual")
    counted = {pair: more for pair, more in faults.items() if pair not in whole}
    charged = Charged(pods=pods, faults=counted, pure=False)
    least = pods.base(charged.planes) + pods.factor * sum(min(0, more) for more in faults.values())
    states = 0
    for pure in (True, False):
        if pods.possible(pure=pure):
            charged = Charged(pods=pods, faults=counted, pure=pure)
            needed = pods.factor * highest + 1 - least
            states += _none_below(charged, proof.order, needed, states)
    return f"{len(faults)} faults of {pods.number} pods, {states} states"


@dataclass(frozen=True, kw_only=True)
class _Step:
    """Where an unknown is joined."""

    values: Sequence[int]
    size: int  # of a pod; 0 for other unknowns
    due: Sequence[tuple[Callable[..., int | None], Sequence[int]]]  # charges, places of unknowns
    kept: Sequence[int]  # the places of those that stay open, of the open ones, the new one last


def _steps(charged: Charged, order: Sequence[int]) -> Iterator[_Step]:
    """Yield what is done along an order, or refuse it."""
    if len(set(order)) < len(order) or set(order) != charged.unknowns:
        raise Refused("order does not have each unknown of the faults once")
    place = {unknown: at for at, unknown in enumerate(order)}
    due: list[list[Rule]] = [[] for _ in order]  # the rules whose last unknown stands there
    last = list(range(len(order)))  # the place at which an unknown is no longer needed
    for unknowns, charge in charged.rules():
        latest = max(place[each] for each in unknowns)
        due[latest].append((unknowns, charge))
        for each in unknowns:
            last[place[each]] = max(last[place[each]], latest)
    first = range(5) if charged.pods.difference else (0, 2, 3)  # others mirror these
    opened = list[int]()
    for at, unknown in enumerate(order):
        opened.append(unknown)
        kept = [number for number, each in enumerate(opened) if last[place[each]] > at]
        yield _Step(
            values=[v for v in charged.values(unknown) if at or v in first],
            size=charged.size(unknown),
            due=[(charge, [opened.index(each) for each in of]) for of, charge in due[at]],
            kept=kept,
        )
        opened = [opened[number] for number in kept]


def _none_below(charged: Charged, order: Sequence[int], needed: int, states: int) -> int:
    """Refuse if some values are charged less than is needed; return how many states there were.

    Parameters
    ----------
    states
        How many have been looked at before.
    """
    most, seen = charged.pods.most_on_sides(pure=charged.pure), 0
    costs: dict[State, int] = {((), 0, 0): 0} if needed > 0 else {}
    for step in _steps(charged, order):
        costs = _joined(costs, step, most, needed)
        seen += len(costs)
        if states + seen > MOST_STATES:
            raise Refused("a bound by charges of faults has too many states here")
        if not charged.pure:
            costs = _least(costs)
    if costs:
        raise Refused(f"faults are charged {min(costs.values())} where at least {needed} is needed")
    return seen


def _joined(costs: Mapping[State, int], step: _Step, most: Pair, needed: int) -> dict[State, int]:
    """Give an unknown each of its values; leave out what is charged as much as is needed."""
    after: dict[State, int] = {}
    for (before, zero, one), cost in costs.items():
        for value in step.values:
            sizes = (zero, one)
            if step.size and value < EQUAL:
                sizes = (zero + (1 - value) * step.size, one + value * step.size)
                if sizes[0] > most[0] or sizes[1] > most[1]:
                    continue
            now = (*before, value)
            total = _charged(step, now, cost, needed)
            if total is not None:
                state = (tuple([now[number] for number in step.kept]), *sizes)
                after[state] = min(total, after.get(state, total))
    return after


def _charged(step: _Step, values: Sequence[int], cost: int, needed: int) -> int | None:
    """Add what rules charge; None where it cannot be, or is as much as is needed."""
    for charge, places in step.due:
        more = charge(*[values[place] for place in places])
        if more is None:
            return None
        cost += more
        if cost >= needed:
            return None
    return cost


def _least(costs: Mapping[State, int]) -> dict[State, int]:
    """Leave out states for which another has no more cost, nor more on either side."""
    alike = defaultdict[tuple[int, ...], list[tuple[int, int, int]]](list)
    for (values, zero, one), cost in costs.items():
        alike[values].append((cost, zero, one))
    found: dict[State, int] = {}
    for values, each in alike.items():
        least = list[tuple[int, int, int]]()
        for cost, zero, one in sorted(each):
            if all(zero < other[1] or one < other[2] for other in least):
                least.append((cost, zero, one))
                found[values, zero, one] = cost
    return found
