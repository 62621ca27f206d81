"""Changes of a bound by spreading: the rounds, their rules, and how they label switches."""

from __future__ import annotations

import random

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.trees import NotHere, Proof, pick


def a_label(proof: Proof, rng: random.Random) -> None:
    """Put a switch at another level or into another class, or exchange two."""
    labels = pick(rng, _rounds(proof))["labels"]
    one, other = rng.randrange(len(labels)), rng.randrange(len(labels))
    if rng.random() < 0.5:
        labels[one] = changed_number(labels[one], rng)
    else:
        labels[one], labels[other] = labels[other], labels[one]


def a_round(proof: Proof, rng: random.Random) -> None:
    """Leave a round out, repeat one, or exchange two."""
    rounds = _rounds(proof)
    one, other = rng.randrange(len(rounds)), rng.randrange(len(rounds))
    change = rng.random()
    if change < 0.4:
        del rounds[one]
    elif change < 0.7:
        rounds.insert(other, rounds[one])
    else:
        rounds[one], rounds[other] = rounds[other], rounds[one]


def the_rule(proof: Proof, rng: random.Random) -> None:
    """Let a round go by the other rule, or over other classes."""
    each, number = pick(rng, _rounds(proof)), rng.randint(1, 6)
    each["rule"] = rng.choice(["up", "even"])
    if rng.random() < 0.7:
        each["labels"] = [place % number for place in range(len(each["labels"]))]


def _rounds(proof: Proof) -> list[Proof]:
    if proof.get("kind") != "spreading":
        raise NotHere
    rounds: list[Proof] = proof["rounds"]
    return rounds


CHANGES = (a_label, a_round, the_rule)
