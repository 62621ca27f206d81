"""Changes of a proof by one who knows its parts: nodes, multipliers, levels, symmetries, rows."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.mutations.blind import changed_number

Node = dict[str, Any]
Proof = dict[str, Any]
Spot = tuple[Any, Any]  # a container and the key or index under which a node stands in it

CHILDREN = ("low", "high", "even", "odd")
TABLES = ("halves", "rows", "known", "counts")
PAIRS = ("intercept", "slope")


class NotHere(Exception):
    """A change for which this document has no place."""


def spots(proof: Proof) -> list[Spot]:
    """List where the nodes of a proof stand."""
    if not isinstance(proof.get("tree"), dict):
        raise NotHere
    found: list[Spot] = [(proof, "tree")]
    for container, key in found:  # grows while it is read
        node = container[key]
        found += [(node, name) for name in CHILDREN if isinstance(node.get(name), dict)]
        found += [(part, 1) for part in node.get("parts", []) if isinstance(part[1], dict)]
    return found


def nodes(proof: Proof, wanted: Callable[[Node], bool]) -> list[Node]:
    """List some nodes of a proof."""
    return [node for container, key in spots(proof) if wanted(node := container[key])]


def pick(rng: random.Random, choices: list[Any]) -> Any:
    """Choose one, if there is any."""
    if not choices:
        raise NotHere
    return rng.choice(choices)


def _leaf(node: Node) -> bool:
    return "split" not in node


# ---- multipliers ---------------------------------------------------------------


def a_kind_of_multipliers(proof: Proof, rng: random.Random) -> None:
    """Take one table of all leaves times a number."""
    name = rng.choice([*TABLES, *PAIRS])
    factor = rng.choice([-1, 0, 2, 10])
    for leaf in nodes(proof, lambda node: name in node and _leaf(node)):
        leaf[name] = _times(name, leaf[name], factor)


def _times(name: str, table: list[Any], factor: int) -> list[Any]:
    if name in PAIRS:
        return [factor * each for each in table]
    return [[entry[0], *(factor * value for value in entry[1:])] for entry in table]


def one_multiplier(proof: Proof, rng: random.Random) -> None:
    """Change one multiplier of a leaf, or the index before it."""
    leaf = pick(rng, nodes(proof, _leaf))
    entries = [entry for name in TABLES for entry in leaf.get(name, [])]
    entries += [leaf[name] for name in PAIRS if name in leaf]
    entry = pick(rng, entries)
    place = rng.randrange(len(entry))
    if isinstance(entry[place], int):
        entry[place] = changed_number(entry[place], rng)
    else:
        entry[place] = entry[place][1:]


def one_table(proof: Proof, rng: random.Random) -> None:
    """Take all multipliers of a leaf's table times a number."""
    leaf = pick(rng, nodes(proof, _leaf))
    name = pick(rng, [name for name in (*TABLES, *PAIRS, "objective") if name in leaf])
    factor = rng.choice([-1, 0, 2, 3, 10**6])
    leaf[name] = factor * leaf[name] if name == "objective" else _times(name, leaf[name], factor)


def no_objective(proof: Proof, rng: random.Random) -> None:
    """Claim that a leaf is empty, or that it proves more than it does."""
    leaf = pick(rng, nodes(proof, lambda node: "objective" in node))
    leaf["objective"] = rng.choice([0, 1, leaf["objective"] // 2, leaf["objective"] * 101 // 100])


def other_multipliers(proof: Proof, rng: random.Random) -> None:
    """Give a leaf a table of another leaf."""
    leaves = nodes(proof, _leaf)
    leaf, other = pick(rng, leaves), pick(rng, leaves)
    name = pick(rng, list(other))
    leaf[name] = copy.deepcopy(other[name])


# ---- the tree --------------------------------------------------------------------


def a_level(proof: Proof, rng: random.Random) -> None:
    """Move the level of a split."""
    node = pick(rng, nodes(proof, lambda node: "level" in node))
    node["level"] += rng.choice([-3, -2, -1, 1, 2, 3, 10**9, -(10**9)])


def a_split(proof: Proof, rng: random.Random) -> None:
    """Split on something else."""
    node = pick(rng, nodes(proof, lambda node: "split" in node))
    splits: list[object] = ["intercept", "slope", "count", "parity", "classes", "states", None, []]
    node["split"] = rng.choice(splits)
    node.setdefault("level", rng.randint(0, 20))
    node.setdefault("set", 0)


def children_exchanged(proof: Proof, rng: random.Random) -> None:
    """Exchange the two nodes under a split."""
    node = pick(rng, nodes(proof, lambda node: "low" in node or "even" in node))
    for one, other in (("low", "high"), ("even", "odd")):
        if one in node and other in node:
            node[one], node[other] = node[other], node[one]


def a_child_instead(proof: Proof, rng: random.Random) -> None:
    """Put a child in the place of its node: the other part is no longer covered."""
    container, key = pick(rng, [spot for spot in spots(proof) if "split" in spot[0][spot[1]]])
    node = container[key]
    below = [node[name] for name in CHILDREN if name in node]
    container[key] = pick(rng, below + [part[1] for part in node.get("parts", [])])


def a_subtree_elsewhere(proof: Proof, rng: random.Random, donor: Proof) -> None:
    """Put a copy of a node of another proof, or of this one, in the place of a node."""
    container, key = pick(rng, spots(proof))
    other, name = pick(rng, spots(donor))
    container[key] = copy.deepcopy(other[name])


def an_empty_leaf(proof: Proof, rng: random.Random) -> None:
    """Leave the proof of a leaf, or of all below a node, out."""
    container, key = pick(rng, spots(proof))
    empty = {"split": rng.choice(["slope", "intercept"]), "level": 10**6, "low": {}, "high": {}}
    container[key] = rng.choice([{}, {"objective": 1}, {"objective": 0}, empty])


def compositions(proof: Proof, rng: random.Random) -> None:
    """Leave out, repeat or change a part of a composition."""
    parts = pick(rng, nodes(proof, lambda node: bool(node.get("parts"))))["parts"]
    place = rng.randrange(len(parts))
    kind = rng.randrange(4)
    if kind == 0:
        del parts[place]
    elif kind == 1:
        parts.insert(rng.randrange(len(parts)), copy.deepcopy(parts[place]))
    elif kind == 2:
        numbers = parts[place][0]
        numbers[rng.randrange(len(numbers))] += rng.choice([-1, 1])
    else:
        other = rng.randrange(len(parts))
        parts[place][1], parts[other][1] = parts[other][1], parts[place][1]


# ---- tables that all leaves share -----------------------------------------------------


def false_symmetry(proof: Proof, rng: random.Random) -> None:
    """Have all leaves, or one, use a permutation that keeps nothing."""
    groups = proof.setdefault("symmetries", [])
    images = [p for group in groups for p in group]
    size = len(images[0]) if images else rng.choice([8, 9, 14, 20, 21])
    start = rng.choice([*images, list(range(size))])
    groups.append([*(pick(rng, groups) if images else []), _moved(start, rng)])
    leaves = nodes(proof, _leaf)
    for leaf in leaves if rng.random() < 0.6 else [pick(rng, leaves)]:
        leaf["symmetry"] = len(groups) - 1


def other_symmetry(proof: Proof, rng: random.Random) -> None:
    """Have all leaves, or one, use symmetries of another."""
    number = rng.randrange(max(1, len(proof.get("symmetries", []))))
    leaves = nodes(proof, _leaf)
    for leaf in leaves if rng.random() < 0.5 else [pick(rng, leaves)]:
        leaf["symmetry"] = number


def a_rotation(proof: Proof, rng: random.Random) -> None:
    """Change the permutation or the block of a rotation."""
    rotation = pick(rng, proof.get("rotations", []))
    name = rng.choice(["permutation", "block"])
    rotation[name] = _moved(rotation[name], rng)


def _moved(image: list[int], rng: random.Random) -> list[int]:
    """Exchange two, turn all by one, or shuffle."""
    kind = rng.randrange(4)
    if kind == 0:
        return image[1:] + image[:1]
    if kind == 1:
        return rng.sample(image, len(image))
    if kind == 2:
        return image[::-1]
    moved, i, j = list(image), rng.randrange(len(image)), rng.randrange(len(image))
    moved[i], moved[j] = moved[j], moved[i]
    return moved


def a_row(proof: Proof, rng: random.Random) -> None:
    """Change inequalities, one or all: values, switches, a limit that is no part of them."""
    rows = proof.get("rows", [])
    change = rng.choice([_a_third, _a_value, _a_switch])
    for row in rows if rng.random() < 0.4 else [pick(rng, rows)]:
        change(row, rng)


def _a_third(row: list[Any], rng: random.Random) -> None:
    row[2:] = [rng.choice([0, 1, 2, 3, 5])]


def _a_value(row: list[Any], rng: random.Random) -> None:
    place = rng.randrange(len(row[1]))
    row[1][place] = rng.choice([-row[1][place], row[1][place] + 2, 3 * row[1][place], 0])


def _a_switch(row: list[Any], rng: random.Random) -> None:
    place = rng.randrange(len(row[0]))
    row[0][place] = rng.choice([rng.randrange(12), [], row[0][place - 1]])


def a_set(proof: Proof, rng: random.Random) -> None:
    """Add, leave out or exchange a pair of a set, or exchange two sets."""
    sets = proof.get("sets", [])
    members = pick(rng, sets)
    kind = rng.randrange(3)
    if kind == 0 and len(members) > 1:
        del members[rng.randrange(len(members))]
    elif kind == 1:
        members.append(sorted(rng.sample(range(8), 2)))
    else:
        other = rng.randrange(len(sets))
        place = sets.index(members)
        sets[place], sets[other] = sets[other], sets[place]


def a_known_point(proof: Proof, rng: random.Random) -> None:
    """Build on more than is proven, elsewhere, or on oneself."""
    known = pick(rng, proof.get("known", []))
    if rng.random() < 0.7:
        known[1] += rng.choice([1, 2, 10, -1])
    else:
        known[0] = rng.choice(["0", "inf", "1", "1/2", "3/2", "7", known[0] + "0", 1])


def simple_changes() -> Iterator[Callable[[Proof, random.Random], None]]:
    """Yield the changes that need nothing but the proof."""
    yield from (one_multiplier, one_table, no_objective, other_multipliers)
    yield from (a_level, a_split, children_exchanged, a_child_instead, an_empty_leaf, compositions)
    yield from (a_kind_of_multipliers, false_symmetry, other_symmetry, a_rotation)
    yield from (a_row, a_row, a_set, a_known_point)
