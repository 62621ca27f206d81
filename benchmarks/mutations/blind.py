"""Changes anywhere in a JSON value, by one who does not know what it means."""

from __future__ import annotations

import copy
import random
import re
from fractions import Fraction
from typing import Any

Place = tuple[Any, ...]
_NUMBER = re.compile(r"\d{1,30}(\.\d{1,9}|/0*[1-9]\d{0,30})?")

IGNORED = ("provenance", "engine", "seconds")  # for people; nothing rests on them
WORDS = (
    "exact", "closed", "bounded", "certificate", "solver", "inf", "0", "tree", "components",
    "count", "slope", "intercept", "parity", "classes", "switches", "hosts", "relative",
    "absolute", "local", "global", "", "1/0", "9" * 50, "½", "\ud800",
)  # fmt: skip
HUGE = (2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**40, 10**400, -(10**400))


def change(document: dict[str, Any], rng: random.Random) -> str:
    """Change one place of a value; tell what was done."""
    every = places(document)
    # places near the top are few, so draw a depth first
    depth = rng.choice(sorted({len(place) for place in every}))
    place = rng.choice([each for each in every if len(each) == depth])
    parent, last = at(document, place[:-1]), place[-1]
    kind = rng.random()
    if kind < 0.55:
        parent[last] = changed(parent[last], rng)
        return "blind: value"
    if kind < 0.7:
        del parent[last]
        return "blind: deletion"
    if kind < 0.85:
        parent[last] = copy.deepcopy(at(document, rng.choice(every)))
        return "blind: value of another place"
    if isinstance(parent, list):
        parent.insert(last, copy.deepcopy(rng.choice(parent)))
        return "blind: duplicate"
    parent[last] = copy.deepcopy(rng.choice(list(parent.values())))
    return "blind: value of a neighbour"


def places(value: Any, here: Place = ()) -> list[Place]:
    """List the places of everything inside a JSON value."""
    found = [here] if here else []
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in IGNORED:
                found += places(each, (*here, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            found += places(each, (*here, index))
    return found


def at(value: Any, place: Place) -> Any:
    """Return what stands at a place."""
    for step in place:
        value = value[step]
    return value


def changed(value: Any, rng: random.Random) -> Any:
    """Return another value in the place of one."""
    if isinstance(value, dict | list):
        return _shuffled(value, rng)
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None, 0, "certificate", "solver", [], {}])
    if isinstance(value, int):
        return changed_number(value, rng)
    if isinstance(value, str):
        return _text(value, rng)
    return rng.choice([0.0, -value, float("inf"), float("nan"), None])


def changed_number(value: int, rng: random.Random) -> Any:
    """Return another number, mostly near, or something that is no integer."""
    small = [value + 1, value - 1, value + 2, value - 2, -value, 0, 1, 2 * value, value // 2]
    other = [float(value % 2**40), str(value % 2**40), True, None, [], rng.choice(HUGE)]
    return rng.choice([*small, *small, *other, value + rng.randint(-(2**40), 2**40)])


def _text(value: str, rng: random.Random) -> Any:
    if _NUMBER.fullmatch(value):
        number = Fraction(value)
        step = rng.choice([Fraction(1), Fraction(-1), Fraction(1, 7), Fraction(-1, 7)])
        return rng.choice([str(number + step), str(number * 2), str(number / 2), "0", "inf", 1])
    return rng.choice([*WORDS, None, 0])


def _shuffled(value: Any, rng: random.Random) -> Any:
    if rng.random() < 0.1:
        return rng.choice([[], {}, None])
    if isinstance(value, list):
        return rng.sample(value, len(value)) if rng.random() < 0.7 else value[:-1]
    names = list(value)
    return dict(zip(names, rng.sample([value[name] for name in names], len(names)), strict=True))
