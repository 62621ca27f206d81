"""Changes of an elimination: its classes of twins, its cutset, and what exchanges its classes."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.trees import NotHere, Proof, pick


def the_twins(proof: Proof, rng: random.Random) -> None:
    """Count switches together that are not alike, or apart where they are counted together."""
    order = _elimination(proof)["order"]
    place, kind = rng.randrange(len(order)), rng.randrange(3)
    if kind == 0 and place:
        order[place - 1] = [*_switches(order[place - 1]), *_switches(order.pop(place))]
    elif kind == 1 and len(_switches(order[place])) > 1:
        order[place : place + 1] = _switches(order[place])
    else:
        other = rng.randrange(len(order))
        one, two = _switches(order[place]), _switches(order[other])
        first, second = rng.randrange(len(one)), rng.randrange(len(two))
        one[first], two[second] = two[second], one[first]
        order[place], order[other] = _written(one), _written(two)


def the_cutset(proof: Proof, rng: random.Random) -> None:
    """Fix more switches or fewer, or fix as twins what are none."""
    order = _elimination(proof)["order"]
    classes = proof.setdefault("cutset", {"classes": [], "exchanges": []})["classes"]
    kind = rng.randrange(4)
    if kind == 0 or not classes:
        classes.insert(rng.randint(0, len(classes)), order.pop(rng.randrange(len(order))))
    elif kind == 1:
        order.append(classes.pop(rng.randrange(len(classes))))
    elif kind == 2:
        place = rng.randrange(len(classes))
        classes[place : place + 1] = _switches(classes[place])
    else:
        one, two = rng.randrange(len(classes)), rng.randrange(len(order))
        classes[one], order[two] = order[two], classes[one]


def an_exchange(proof: Proof, rng: random.Random) -> None:
    """Exchange two classes of a cutset by what is no symmetry, or by less than one."""
    cutset = _elimination(proof).get("cutset") or {}
    exchanges, classes = cutset.get("exchanges", []), cutset.get("classes", [])
    kind = rng.randrange(5)
    if kind == 0 and len(classes) > 1:
        place = rng.randrange(len(classes) - 1)
        pairs = zip(_switches(classes[place]), _switches(classes[place + 1]), strict=False)
        exchanges.append([place, [[*pair] for pair in pairs]])
        return
    each = pick(rng, exchanges)
    if kind == 1:
        each[0] = changed_number(each[0], rng)
    elif kind == 2:
        each[1].pop(rng.randrange(len(each[1])))
    elif kind == 3:
        each[1].append([rng.randrange(20), rng.randrange(20)])
    else:
        pair = pick(rng, each[1])
        pair[rng.randrange(2)] = rng.randrange(20)


def _elimination(proof: Proof) -> Proof:
    if proof.get("kind") != "elimination" or not proof["order"]:
        raise NotHere
    return proof


def _switches(entry: Any) -> list[int]:
    return list(entry) if isinstance(entry, list) else [entry]


def _written(switches: list[int]) -> Any:
    return switches if len(switches) > 1 else switches[0]


CHANGES = (the_twins, the_cutset, an_exchange)
