"""Changes of a bound by majorities: the groups, the ties, and what a group is charged."""

from __future__ import annotations

import random

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.trees import NotHere, Proof


def a_group(proof: Proof, rng: random.Random) -> None:
    """Put a switch into another group, or exchange two."""
    groups = _majority(proof)["groups"]
    one, other = rng.randrange(len(groups)), rng.randrange(len(groups))
    if rng.random() < 0.5:
        groups[one] = changed_number(groups[one], rng)
    else:
        groups[one], groups[other] = groups[other], groups[one]


def all_groups(proof: Proof, rng: random.Random) -> None:
    """Join groups, or divide the switches into others."""
    groups, number = _majority(proof)["groups"], rng.randint(1, 6)
    proof["groups"] = [each % number for each in groups]
    if rng.random() < 0.5:
        proof["groups"] = [place % number for place in range(len(groups))]


def the_ties(proof: Proof, rng: random.Random) -> None:
    """Choose fewer or more labels at the end, or charge all groups alike."""
    _majority(proof)["ties"] = changed_number(proof["ties"], rng)
    if rng.random() < 0.5:
        proof["charges"] = rng.choice(["own", "least"])


def _majority(proof: Proof) -> Proof:
    if proof.get("kind") != "majority":
        raise NotHere
    return proof


CHANGES = (a_group, all_groups, the_ties)
