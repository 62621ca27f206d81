"""The least charge of all values of the unknowns, along an order that keeps few of them open.

States are the values of the unknowns that still have a charge to come, and how many edge switches
are on either side in pods that are wholly on it (Bertele and Brioschi, Nonserial dynamic
programming, 1972). Charges are never below 0, so that states beyond a limit are left out; the limit
rises until some are left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from alphacut.solver.bisection.bounds.clos.charges import Charges, Term
from alphacut.solver.bisection.bounds.few_open import few_open

Values = tuple[int, ...]
State = tuple[Values, int, int]  # of the open unknowns; edge switches of pods wholly on 0 and on 1
Layer = dict[State, tuple[int, State | None, int]]  # charge, state before, value of the unknown

MIRRORED = (1, 4)  # values of the first unknown, as sides 0 and 1 may change places


class TooMany(Exception):
    """There are more states than may be."""


def ordered(charges: Charges, tries: int) -> tuple[tuple[int, ...], int]:
    """Return the best of some orders in which each unknown opens few values, and the most open."""
    near: dict[int, set[int]] = {each: {each} for each in charges.unknowns}
    for term in charges.terms:
        for each in term.unknowns:
            near[each].update(term.unknowns)
    return few_open(near, {each: len(charges.values(each)) for each in near}, tries)


@dataclass(frozen=True, kw_only=True)
class Step:
    """Where an unknown is joined, what is decided by then, and what stays open."""

    unknown: int
    terms: tuple[tuple[Mapping[Values, int], tuple[int, ...]], ...]  # with places of their unknowns
    kept: tuple[int, ...]  # places of those that stay open, of the open ones with the new one last


def steps(charges: Charges, order: Sequence[int]) -> list[Step]:
    """Return what is done at each place of an order."""
    place = {unknown: at for at, unknown in enumerate(order)}
    at_last, last = defaultdict[int, list[Term]](list), dict(place)
    for term in charges.terms:
        latest = max(place[each] for each in term.unknowns)
        at_last[latest].append(term)
        for each in term.unknowns:
            last[each] = max(last[each], latest)
    opened, found = list[int](), list[Step]()
    for at, unknown in enumerate(order):
        opened.append(unknown)
        where = {each: number for number, each in enumerate(opened)}
        kept = tuple(number for number, each in enumerate(opened) if last[each] > at)
        found.append(
            Step(
                unknown=unknown,
                terms=tuple(
                    (term.charges, tuple(where[each] for each in term.unknowns))
                    for term in at_last[at]
                ),
                kept=kept,
            )
        )
        opened = [opened[number] for number in kept]
    return found


def least(
    charges: Charges,
    order: Sequence[int],
    most: int,
    most_states: int,
    pause: Callable[[], object],
    *,
    dropping: bool = False,
) -> dict[int, int] | None:
    """Return values whose charge is the least; None if that is above `most`.

    Parameters
    ----------
    most_states
        How many states there may be at one place.
    dropping
        Go on with the states that are charged least where there are more: what is found then need
        not be the least, and if nothing is found that proves nothing.
    pause
        Called now and then; what it raises ends the search.

    Raises
    ------
    TooMany
        If there are more.
    """
    layers: list[Layer] = [{((), 0, 0): (0, None, 0)}]
    todo = steps(charges, order)
    for step in todo:
        pause()
        values = list(charges.values(step.unknown))
        if not layers[1:] and not charges.clos.difference:
            values = [value for value in values if value not in MIRRORED]
        layers.append(_joined(layers[-1], step, values, charges, most))
        if len(layers[-1]) > most_states:
            if not dropping:
                raise TooMany
            layer = layers[-1]
            cheap = nsmallest(most_states, layer, key=lambda each: (layer[each][0], each[1:]))
            layers[-1] = {each: layer[each] for each in cheap}
        if not layers[-1]:
            return None
    state = min(layers[-1], key=lambda each: layers[-1][each][0])
    found = dict[int, int]()
    for step, layer in zip(reversed(todo), reversed(layers), strict=False):
        _, before, found[step.unknown] = layer[state]
        assert before is not None
        state = before
    return found


def _joined(layer: Layer, step: Step, choices: Sequence[int], charges: Charges, most: int) -> Layer:
    """Add an unknown to all states, and drop those that are too dear or no better than others."""
    after: Layer = {}
    size, (most_zero, most_one) = charges.size(step.unknown), charges.most
    for state, (charge, _, _) in layer.items():
        values, zero, one = state
        for value in choices:
            counts = (zero + size * (value == 0), one + size * (value == 1))
            if counts[0] > most_zero or counts[1] > most_one:
                continue
            all_values, total = (*values, value), charge
            for table, places in step.terms:
                total += table[tuple([all_values[each] for each in places])]
                if total > most:
                    break
            if total > most:
                continue
            key = (tuple([all_values[each] for each in step.kept]), *counts)
            known = after.get(key)
            if known is None or known[0] > total:
                after[key] = total, state, value
    return after if charges.pure else _undominated(after)


def _undominated(layer: Layer) -> Layer:
    """Leave out states that have as much charge and as much on either side as another."""
    by_values = defaultdict[Values, list[tuple[int, int, int]]](list)
    for (values, zero, one), (charge, _, _) in layer.items():
        by_values[values].append((charge, zero, one))
    found: Layer = {}
    for values, each in by_values.items():
        best = list[tuple[int, int, int]]()
        for state in sorted(each):
            if not any(b[1] <= state[1] and b[2] <= state[2] for b in best):
                best.append(state)
                key = values, state[1], state[2]
                found[key] = layer[key]
    return found
