"""Changes of multipliers over states of groups: tables, numbers, sums, bounds on sequences."""

from __future__ import annotations

import base64
import random
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.mutations.trees import Proof, nodes, pick

TABLES = ("even", "odd", "potentials", "known", "balance")
NUMBERS = ("totals", "shifts")
IntArray = NDArray[np.int64]
Multipliers = dict[str, Any]


def a_table(proof: Proof, rng: random.Random) -> None:
    """Change entries of a packed table, in one leaf or in all."""
    name, kind = rng.choice(TABLES), rng.randrange(6)
    leaves = _leaves(proof, rng)
    scale = leaves[0]["scale"]  # of what one unit of the slope is
    much = rng.choice([1, 1 << 10, scale, scale, 4 * scale, 1 << 44, 1 << 62]) * rng.choice([-1, 1])
    for leaf in leaves:
        values = unpacked(leaf[name]).copy()
        leaf[name] = packed(_changed(values, kind, much, rng))


def _changed(values: IntArray, kind: int, much: int, rng: random.Random) -> IntArray:
    if kind == 0:
        return 0 * values
    if kind == 1:
        return values * rng.choice([-1, 2, 1000])
    if kind == 2:
        return values + much
    if kind == 3:
        return np.abs(values) * rng.choice([-1, 1])
    if len(values):
        values[rng.randrange(len(values))] += much
    return values


def a_number(proof: Proof, rng: random.Random) -> None:
    """Change a total or a shift, in one leaf or in all."""
    name = rng.choice(NUMBERS)
    kind = rng.randrange(5)
    for leaf in _leaves(proof, rng):
        numbers = leaf[name]
        place = rng.randrange(len(numbers))
        value = numbers[place]
        numbers[place] = [0, value + 1, value // 2, 1 << 50, 1 << 70][kind]


def the_scale(proof: Proof, rng: random.Random) -> None:
    """Read the same multipliers in another unit, in one leaf or in all."""
    for leaf in _leaves(proof, rng):
        scale = leaf["scale"]
        leaf["scale"] = rng.choice([scale // 2, scale * 2, scale - 1, 1])


def a_sum(proof: Proof, rng: random.Random) -> None:
    """Change the inequality of a sum of integers, or one function, or add a sum."""
    leaf = _leaf(proof, rng)
    values = unpacked(leaf["functions"]).copy()
    if not leaf["sums"] or rng.random() < 0.3:
        offsets = [rng.randint(0, 10) for _ in range(rng.randint(1, 5))]
        leaf["sums"].append([*offsets, rng.randint(-3, 3), rng.choice([1, 1 << 20])])
        size = 2 * len(offsets) * len(unpacked(leaf["balance"]))
        more = np.array([rng.randint(-1, 1) for _ in range(size)], dtype="<i8")
        leaf["functions"] = packed(np.concatenate([values, more]))
        return
    each = pick(rng, leaf["sums"])
    kind = rng.randrange(4)
    if kind == 0:
        each[rng.randrange(len(each) - 2)] = rng.randint(-1, 10)
    elif kind == 1:
        each[-2] += rng.choice([-1, 1])
    elif kind == 2:
        each[-1] = rng.choice([-each[-1], 2 * each[-1], each[-1] + 1, 1 << 44])
    else:
        values[rng.randrange(len(values))] += rng.choice([-1, 1, 1 << 20])
        leaf["functions"] = packed(values)


def a_sequence(proof: Proof, rng: random.Random) -> None:
    """Change a bound on sequences of sides, or add one, in one leaf or in all."""
    kind = rng.randrange(5)
    for leaf in _leaves(proof, rng):
        order = _order(leaf)
        bounds = leaf.setdefault("sequences", [])
        if kind == 0 or not bounds:
            weights = [rng.randint(-9, 9) for _ in range(order // 2)]
            bounds.append([rng.randint(-1, 4), rng.choice([1, 1 << 12, 1 << 20]), *weights])
            continue
        each = pick(rng, bounds)
        if kind == 1:
            each[0] = rng.randint(-1, 8)
        elif kind == 2:
            each[1] = rng.choice([-each[1], 2 * each[1], each[1] + 1, 1 << 44])
        else:
            each[rng.randrange(2, len(each))] += rng.choice([-1, 1, 1 << 10])


def a_crosscorrelation(proof: Proof, rng: random.Random) -> None:
    """Change a bound on two sequences, or add one that is true, in one leaf or in all."""
    kind = rng.randrange(6)
    for leaf in _leaves(proof, rng):
        order = _order(leaf)
        bounds = leaf.setdefault("crosscorrelations", [])
        if kind == 0 or not bounds:
            weights = [rng.randint(-9, 9) for _ in range(2 * order - 1)]
            most = order * sum(map(abs, weights)) - rng.choice([0, 0, 1, 20])
            bounds.append([0, rng.randint(0, 4), rng.choice([1, 1 << 12, 1 << 20]), most, *weights])
            continue
        each = pick(rng, bounds)
        if kind == 1:
            each[rng.randrange(2)] = rng.randint(-1, 8)
        elif kind == 2:
            each[2] = rng.choice([-each[2], 2 * each[2], each[2] + 1, 1 << 44])
        elif kind == 3:
            each[3] += rng.choice([-(1 << 10), -8, -1, 1, 8])
        else:
            each[rng.randrange(4, len(each))] += rng.choice([-1, 1, 1 << 10])


def another_leaf(proof: Proof, rng: random.Random) -> None:
    """Give a leaf a member of another one."""
    leaf, other = _leaf(proof, rng), _leaf(proof, rng)
    name = pick(rng, list(other))
    leaf[name] = other[name]


def _order(leaf: Multipliers) -> int:
    """Return the number of blocks."""
    return 1 + len(unpacked(leaf["potentials"])) // max(1, len(unpacked(leaf["balance"])))


def _leaf(proof: Proof, rng: random.Random) -> Multipliers:
    found: Multipliers = pick(rng, _everywhere(proof))
    return found


def _leaves(proof: Proof, rng: random.Random) -> list[Multipliers]:
    """Choose multipliers of one place, or all."""
    every = _everywhere(proof)
    return every if every and rng.random() < 0.5 else [pick(rng, every)]


def _everywhere(proof: Proof) -> list[Multipliers]:
    """List the multipliers of leaves of one part, and of leaves of all compositions."""
    of_parts = [node["states"] for node in nodes(proof, lambda node: "states" in node)]
    of_all = [
        each
        for node in nodes(proof, lambda node: isinstance(node.get("classes"), dict))
        for each in node["classes"]["multipliers"]
        if isinstance(each, dict)
    ]
    return of_parts + of_all


def unpacked(written: str) -> IntArray:
    """Read a packed table as a vector."""
    content = zlib.decompress(base64.b64decode(written))
    planes = np.frombuffer(content, dtype=np.uint8).reshape(8, len(content) // 8)
    return np.ascontiguousarray(planes.T).reshape(-1).view("<i8")


def packed(values: IntArray) -> str:
    """Write a vector as a packed table."""
    planes = np.ascontiguousarray(values.astype("<i8")).view(np.uint8).reshape(-1, 8).T
    return base64.b64encode(zlib.compress(np.ascontiguousarray(planes).tobytes())).decode()


def shared(document: dict[str, Any], rng: random.Random) -> str:
    """Change multipliers that several proofs name, or what a name means."""
    meant = document["multipliers"]
    name, other = pick(rng, list(meant)), pick(rng, list(meant))
    kind = rng.randrange(6)
    if kind == 0:
        del meant[name]
    elif kind == 1:
        meant[name], meant[other] = meant[other], meant[name]
    else:
        leaf = {"classes": {"multipliers": list(meant.values())}}
        change = rng.choice(CHANGES)
        change({"tree": leaf}, rng)
        return f"shared: {change.__name__}"
    return "shared: a name"


CHANGES = (
    *(a_table, a_table, a_table),
    a_number,
    the_scale,
    a_sum,
    a_sequence,
    a_crosscorrelation,
    another_leaf,
)
