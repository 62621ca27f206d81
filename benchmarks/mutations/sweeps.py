"""Changes of an order, its reach, its symmetries, and the points that a sweep builds on."""

from __future__ import annotations

import random

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.trees import NotHere, Proof, pick


def the_order(proof: Proof, rng: random.Random) -> None:
    """Place switches in another order, twice, or not at all."""
    order = _sweep(proof)["order"]
    place, kind = rng.randrange(len(order)), rng.randrange(4)
    if kind == 0:
        rng.shuffle(order)
    elif kind == 1:
        del order[place]
    elif kind == 2:
        order[place] = order[place - 1]
    else:
        order[place] = changed_number(order[place], rng)


def the_reach(proof: Proof, rng: random.Random) -> None:
    """Count again with another reach; any is as good, if it is a number of at least zero."""
    reach = _sweep(proof)["reach"]
    proof["reach"] = rng.choice([0, 1, 10**6, 1 << 62, -1, changed_number(reach, rng)])


def the_symmetries(proof: Proof, rng: random.Random) -> None:
    """Name symmetries that are none, or exchange two switches that are not alike."""
    order = _sweep(proof)["order"]
    symmetries = proof.setdefault("symmetries", [])
    if not symmetries or rng.random() < 0.3:
        symmetries.append(list(range(len(order))))
    each = pick(rng, symmetries)
    first, second = rng.randrange(len(each)), rng.randrange(len(each))
    if rng.random() < 0.8:
        each[first], each[second] = each[second], each[first]
    else:
        each[first] = changed_number(each[first], rng)


def points(proof: Proof, rng: random.Random) -> None:
    """Build on points that nobody proved, or on more than they prove."""
    known = _sweep(proof).setdefault("known", [])
    known.append([rng.choice(["0", "inf", "1", "1/2", "3/2"]), rng.choice([0, 1, 3, 10, 1000])])
    if rng.random() < 0.5:
        point = pick(rng, known)
        point[1] += rng.choice([-1, 1, 2, 10])


def _sweep(proof: Proof) -> Proof:
    if "order" not in proof:
        raise NotHere
    return proof


CHANGES = (the_order, the_reach, the_symmetries, points)
