"""Changes of a bound by labels of uneven groups: what is usual, and what groups lack."""

from __future__ import annotations

import random

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.trees import NotHere, Proof


def the_usual(proof: Proof, rng: random.Random) -> None:
    """Change what is usual between groups or inside them, or what groups are charged."""
    name = rng.choice(["usual", "inside"])
    _uneven(proof)[name] = changed_number(proof[name], rng)
    if rng.random() < 0.3:
        proof["charges"] = rng.choice(["own", "least", "leaves", "planes"])


def what_is_lost(proof: Proof, rng: random.Random) -> None:
    """Let groups lack less or more of each other."""
    lost = _uneven(proof)["lost"]
    place = rng.randrange(len(lost))
    lost[place] = changed_number(lost[place], rng)
    if rng.random() < 0.3:
        proof["lost"] = [lost[place]] * len(lost)


def the_order(proof: Proof, rng: random.Random) -> None:
    """Leave a group out, put in another, or count a pair in full."""
    order = _uneven(proof)["order"]
    if not order:
        raise NotHere
    place = rng.randrange(len(order))
    if rng.random() < 0.5:
        order[place] = changed_number(order[place], rng)
    else:
        group = order.pop(place)
        proof["whole"] = [*proof.get("whole", []), [group, rng.choice(order)]]


def _uneven(proof: Proof) -> Proof:
    if proof.get("kind") != "uneven":
        raise NotHere
    return proof


CHANGES = (the_usual, what_is_lost, the_order)
