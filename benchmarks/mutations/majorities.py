"""Changes of bounds by majorities: groups and their kinds, ties, charges and multipliers."""

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


def a_kind(proof: Proof, rng: random.Random) -> None:
    """Call a group one of another kind, or all groups alike."""
    kinds = _of_kinds(proof)["kinds"]
    if rng.random() < 0.3:
        proof["kinds"] = [0] * len(kinds)
        return
    at = rng.randrange(len(kinds))
    kinds[at] = changed_number(kinds[at], rng)


def the_multipliers(proof: Proof, rng: random.Random) -> None:
    """Change one, leave one out, or divide all by another number."""
    pairs = _of_kinds(proof)["multipliers"]
    at = rng.randrange(len(pairs))
    if rng.random() < 0.3 and len(pairs) > 1:
        del pairs[at]
    elif rng.random() < 0.2:
        proof["denominator"] = changed_number(proof["denominator"], rng)
    else:
        place = rng.randrange(3)
        pairs[at][place] = changed_number(pairs[at][place], rng)


def _of_kinds(proof: Proof) -> Proof:
    if proof.get("kind") != "group_kinds":
        raise NotHere
    return proof


def _majority(proof: Proof) -> Proof:
    if proof.get("kind") != "majority":
        raise NotHere
    return proof


CHANGES = (a_group, all_groups, the_ties)
OF_KINDS = (a_kind, the_multipliers)
