"""Changes of a bound by charges of faults: pods and planes, what is usual, and what is counted."""

from __future__ import annotations

import random

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.trees import NotHere, Proof


def the_labels(proof: Proof, rng: random.Random) -> None:
    """Put a switch into another pod or plane, or two into each other's."""
    labels = _clos(proof)[rng.choice(["pods", "planes"])]
    one, other = rng.sample(range(len(labels)), 2)
    if rng.random() < 0.5:
        labels[one] = labels[other]
    else:
        labels[one], labels[other] = labels[other], labels[one]


def the_usual(proof: Proof, rng: random.Random) -> None:
    """Change what is usual."""
    name = rng.choice(["down", "up"])
    _clos(proof)[name] = changed_number(proof[name], rng)


def the_order(proof: Proof, rng: random.Random) -> None:
    """Leave an unknown out, put in another, or exchange two."""
    order = _clos(proof)["order"]
    if len(order) < 2:
        raise NotHere
    one, other = rng.sample(range(len(order)), 2)
    if rng.random() < 0.5:
        order[one], order[other] = order[other], order[one]
    elif rng.random() < 0.5:
        order[one] = changed_number(order[one], rng)
    else:
        order.pop(one)


def what_is_counted(proof: Proof, rng: random.Random) -> None:
    """Count a pair in full, which may be none that has a fault."""
    pair = sorted(rng.sample(range(len(_clos(proof)["pods"])), 2))
    proof["whole"] = [*proof.get("whole", []), pair]


def _clos(proof: Proof) -> Proof:
    if proof.get("kind") != "clos":
        raise NotHere
    return proof


CHANGES = (the_labels, the_usual, the_order, what_is_counted)
