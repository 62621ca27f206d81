"""Changes of leaves with a semidefinite matrix over pairs: packed tables, triangles, multiples."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.states import packed, unpacked
from benchmarks.mutations.trees import Proof, nodes, pick

TABLES = ("diagonal", "halves", "box")
KINDS = 4  # of triangles: which of the three signs are negative


def a_table(proof: Proof, rng: random.Random) -> None:
    """Change entries of a packed table, in one leaf or in all."""
    name, kind = rng.choice(TABLES), rng.randrange(4)
    much = rng.choice([-1, 1, 1 << 10, -(1 << 20), 1 << 30, 1 << 62])
    for leaf in _leaves(proof, rng):
        values = unpacked(leaf[name]).copy()
        if kind == 0:
            values *= rng.choice([-1, 0, 2])
        elif kind == 1:
            values += much % (1 << 20) * rng.choice([-1, 1])
        elif len(values):
            values[rng.randrange(len(values))] += much
        leaf[name] = packed(values)


def a_triangle(proof: Proof, rng: random.Random) -> None:
    """Change a triangle, or all: its switches, its kind, its multiplier; or how many there are."""
    leaf = pick(rng, [each for each in _every(proof) if each.get("number")])
    table = unpacked(leaf["triangles"]).copy().reshape(5, leaf["number"])
    kind, place = rng.randrange(5), rng.randrange(leaf["number"])
    if kind == 0:
        table[rng.randrange(3), place] = rng.choice([table[0, place], -1, rng.randrange(30)])
    elif kind == 1:
        table[3, place] = rng.choice([(table[3, place] + 1) % KINDS, KINDS, -1])
    elif kind == 2:
        table[4, place] += rng.choice([-1, 1, 1 << 20, 1 << 40])
    elif kind == 3:
        table[4] *= rng.choice([-1, 2, 100])
    else:
        leaf["number"] += rng.choice([-1, 1, 10**9])
        return
    leaf["triangles"] = packed(table.reshape(-1))


def the_objective(proof: Proof, rng: random.Random) -> None:
    """Read the same matrix as that of another multiple of the capacity, in one leaf or in all."""
    factor = rng.choice([0.0, 0.5, 0.99, 1.01, 2.0])
    for leaf in _leaves(proof, rng):
        leaf["objective"] = int(leaf["objective"] * factor)


def a_multiple(proof: Proof, rng: random.Random) -> None:
    """Change what a known point or a limit is taken times, or add one."""
    leaf = pick(rng, _every(proof))
    name = rng.choice(["known", "intercept", "slope"])
    much = rng.choice([1, leaf["objective"], 1 << 20, -1])
    if name == "known":
        leaf.setdefault("known", []).append([rng.randrange(3), much])
        entry = pick(rng, leaf["known"])
    else:
        entry = leaf.setdefault(name, [0, 0])
    place = rng.randrange(len(entry))
    entry[place] = rng.choice([entry[place] + much, changed_number(entry[place], rng)])


def without_rotation(proof: Proof, rng: random.Random) -> None:
    """Leave out which rotation there is, or name one that is not there."""
    leaf = pick(rng, _every(proof))
    if "rotation" in leaf and rng.random() < 0.5:
        del leaf["rotation"]
    else:
        leaf["rotation"] = rng.choice([0, 1, -1, None])


def another_leaf(proof: Proof, rng: random.Random) -> None:
    """Give a leaf a member of another one."""
    leaf, other = pick(rng, _every(proof)), pick(rng, _every(proof))
    name = pick(rng, list(other))
    leaf[name] = other[name]


def _every(proof: Proof) -> list[dict[str, Any]]:
    return [node["semidefinite"] for node in nodes(proof, lambda node: "semidefinite" in node)]


def _leaves(proof: Proof, rng: random.Random) -> list[dict[str, Any]]:
    """Choose one leaf, or all."""
    every = _every(proof)
    return every if every and rng.random() < 0.5 else [pick(rng, every)]


CHANGES = (
    a_table, a_table, a_triangle, a_triangle, the_objective, a_multiple, without_rotation,
    another_leaf,
)  # fmt: skip
