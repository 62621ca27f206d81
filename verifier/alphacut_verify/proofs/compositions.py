"""Splits by numbers of blocks, and leaves that settle all such numbers together.

A composition tells how many blocks have q switches on their lesser side, for each q.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import comb, prod
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.blocks import Blocks, compositions, sides_can_be_equal
from alphacut_verify.proofs.group_blocks import GroupBlocks
from alphacut_verify.proofs.shapes import check_multipliers, check_shape
from alphacut_verify.proofs.states import Question, Reduced, read_multipliers, reduce_costs
from alphacut_verify.proofs.tree import Path, Tree, highest_of, walk
from alphacut_verify.reading import Object, a_list, integers

MOST = 100_000  # compositions of a leaf


def split_classes(tree: Tree, node: Object, path: Path) -> None:
    """Split by how many blocks have how many switches on the lesser side."""
    place, task = path.place, tree.task
    if path.blocks or path.states is not None:
        raise Refused(place, "stands below another split into classes")
    intercept = path.lines.least[0]
    if intercept != path.lines.largest[0]:
        raise Refused(place, "stands where more than one intercept is possible")
    least: list[int]
    largest: list[int]
    if node.get("rotation") is None:
        blocks: Blocks | GroupBlocks = GroupBlocks(task, place)
        number = blocks.number
    else:
        blocks = Blocks.read(task, node["rotation"], f"{place}.rotation")
        blocks.check_intercepts_inside(place)
        tree.keeps_sets([blocks.image], path, place)
        number = blocks.number
    width = blocks.width
    least, largest = _range_of_intercepts(blocks)
    parts = _read_parts(node, place, width // 2 + 1)
    wanted = comb(number + width // 2, width // 2)
    task.work.take(wanted * (width + 1), place)
    given = {numbers: i for i, (numbers, _) in enumerate(parts)}
    for numbers in compositions(number, width // 2 + 1):
        low = sum(n * i for n, i in zip(numbers, least, strict=True))
        high = sum(n * i for n, i in zip(numbers, largest, strict=True))
        if not low <= intercept <= high:
            continue
        without_dummy = _without_dummy(blocks, numbers)
        if without_dummy is None or not sides_can_be_equal(without_dummy, width, task):
            continue
        if numbers not in given:
            raise Refused(f"{place}.parts", f"lacks the composition {list(numbers)}")
        i = given[numbers]
        below = replace(
            path, place=f"{place}.parts.{i}.1", blocks=True, minorities=numbers,
            rotation=node.get("rotation"),
        )  # fmt: skip
        walk(tree, parts[i][1], below)


def _without_dummy(
    blocks: Blocks | GroupBlocks, numbers: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Return the numbers without the group of the dummy, which has nothing on its lesser side."""
    if isinstance(blocks, Blocks) or not blocks.dummy:
        return numbers
    return (numbers[0] - 1, *numbers[1:]) if numbers[0] else None


def _range_of_intercepts(blocks: Blocks | GroupBlocks) -> tuple[list[int], list[int]]:
    rows = [blocks.intercepts] if isinstance(blocks, Blocks) else blocks.intercepts
    least, largest = [], []
    for q in range(blocks.width // 2 + 1):
        own = [i for row in rows for i, m in zip(row, blocks.minorities, strict=True) if m == q]
        least.append(min(own))
        largest.append(max(own))
    return least, largest


def split_states(tree: Tree, node: Object, path: Path) -> None:
    """Split by how many blocks are in which state."""
    place, task = path.place, tree.task
    if path.minorities is None or path.rotation is None or path.states is not None:
        raise Refused(place, "must stand below a split into classes, and below no other of states")
    if node.get("rotation") != path.rotation:
        raise Refused(f"{place}.rotation", "must be that of the classes above")
    blocks = Blocks.read(task, node["rotation"], f"{place}.rotation")
    parts = _read_parts(node, place, len(blocks.signs))
    by_minority = [
        [s for s, q in enumerate(blocks.minorities) if q == minority]
        for minority in range(len(path.minorities))
    ]
    pairs = list(zip(path.minorities, by_minority, strict=True))
    wanted = prod(comb(n + len(own) - 1, len(own) - 1) for n, own in pairs)
    given = {numbers: i for i, (numbers, _) in enumerate(parts)}
    if len(given) < wanted:
        raise Refused(f"{place}.parts", f"has {len(given)} of at least {wanted} parts")
    task.work.take(wanted * len(blocks.signs), place)
    for choice in product(*(list(compositions(n, len(own))) for n, own in pairs)):
        numbers = [0] * len(blocks.signs)
        for counts, (_, own) in zip(choice, pairs, strict=True):
            for s, count in zip(own, counts, strict=True):
                numbers[s] = count
        if tuple(numbers) not in given:
            raise Refused(f"{place}.parts", f"lacks the numbers {numbers}")
        i = given[tuple(numbers)]
        below = replace(path, place=f"{place}.parts.{i}.1", states=tuple(enumerate(numbers)))
        walk(tree, parts[i][1], below)


def _read_parts(node: Object, place: str, width: int) -> list[tuple[tuple[int, ...], Any]]:
    found = []
    for i, entry in enumerate(a_list(node.get("parts"), f"{place}.parts")):
        here = f"{place}.parts.{i}"
        if len(a_list(entry, here)) != 2:
            raise Refused(here, "must be numbers and a node")
        numbers = integers(entry[0], f"{here}.0", 0)
        if len(numbers) != width:
            raise Refused(f"{here}.0", f"must be {width} numbers")
        found.append((numbers, entry[1]))
    return found


def check_compositions(tree: Tree, leaf: Object, path: Path) -> None:
    """Check a leaf of multipliers that together settle all compositions."""
    task, place = tree.task, f"{path.place}.classes"
    check_shape(leaf, "classes", place)
    check_multipliers(leaf, task.multipliers, place)
    if highest_of(tree, path) is None:
        return
    if not task.alpha.p:
        raise Refused(place, "bounds slopes, which do not matter at α = 0")
    if path.blocks:
        raise Refused(place, "must not stand below a split into classes")
    blocks = Blocks.read(task, leaf.get("rotation"), f"{place}.rotation")
    blocks.check_intercepts_inside(place)
    tree.keeps_sets([blocks.image], path, place)
    width, g = blocks.width, blocks.number
    if comb(g + width // 2, width // 2) > MOST:
        raise Refused(place, f"there are more than {MOST} compositions")
    least, largest = _range_of_intercepts(blocks)
    if least != largest:
        raise Refused(place, "states of one minority sever unlike intercepts")
    reduced = _all_reduced(tree, leaf, blocks, place)
    task.work.take(comb(g + width // 2, width // 2) * (len(blocks.signs) + 50), place)
    for numbers in compositions(g, width // 2 + 1):
        intercept = sum(n * i for n, i in zip(numbers, least, strict=True))
        slope = _largest_slope(tree, path, intercept)
        if slope is None or not sides_can_be_equal(numbers, width, task):
            continue
        if not any(_bound(each, numbers, blocks) > 4 * each.scale * slope for each in reduced):
            raise Refused(place, f"the composition {list(numbers)} may have the slope {slope}")


def _all_reduced(tree: Tree, leaf: Object, blocks: Blocks, place: str) -> list[Reduced]:
    """Return what each of the multipliers leaves, with the minorities as known functions."""
    minorities = range(blocks.width // 2 + 1)
    question = Question(
        blocks=blocks,
        states=tuple(range(len(blocks.signs))),
        known=tuple(tuple(int(q == own) for q in blocks.minorities) for own in minorities),
        sums=(0,) * len(minorities),
        price=(0, 1),
    )
    found = []
    for i, value in enumerate(a_list(leaf.get("multipliers", []), f"{place}.multipliers")):
        own, where = read_multipliers(tree, value, f"{place}.multipliers.{i}")
        if any(a_list(own.get("totals", []), where)) or own.get("counts"):
            raise Refused(where, "totals must be 0, and counts empty")
        found.append(reduce_costs(tree, own, question, where))
    return found


def _largest_slope(tree: Tree, path: Path, intercept: int) -> int | None:
    """Return the largest open slope with a scaled capacity below the target."""
    alpha, lines = tree.task.alpha, path.lines
    if intercept not in lines.intercepts_at_most(intercept):
        return None
    tree.task.work.take(len(lines.open_slopes()), path.place)
    for slope in lines.open_slopes():
        below = alpha.scaled((intercept, slope)) < tree.task.target
        if below and lines.allows(intercept, slope):
            return slope
    return None


def _bound(reduced: Reduced, numbers: Sequence[int], blocks: Blocks) -> int:
    """Return four times the scale times the slope that is proven of a composition."""
    total = reduced.pairs
    more = [
        sum(n * h[s] for n, h in zip(numbers, reduced.multipliers, strict=True))
        for s in range(len(blocks.signs))
    ]
    for minority, number in enumerate(numbers):
        if number:
            total += number * min(
                reduced.alone[s] + 2 * more[s]
                for s, q in enumerate(blocks.minorities)
                if q == minority
            )
    return total
