"""Networks of accelerators: HammingMesh, and rail-optimised networks."""

from __future__ import annotations

from itertools import product

from alphacut_verify.errors import Refused, Unreadable
from alphacut_verify.network import GLOBAL, Network
from alphacut_verify.topology.draft import Draft, Spec


def hammingmesh(spec: Spec) -> Network:
    """Build boards of a × b accelerators, X × Y of them, and a switch for each line of boards.

    Accelerator (i, j) of board (x, y) is ((x·Y + y)·a + i)·b + j; the switch of row i of the boards
    (x, ·) comes after all of them as x·a + i, and after these that of column j of (·, y) as
    y·b + j. Both ends of each row and column of a board are joined to their switch.
    """
    board, boards = spec.integers("board"), spec.integers("boards")
    if len(board) != 2 or len(boards) != 2:
        raise Unreadable(spec.at("board"), "and boards must have rows and columns")
    if 2 * max(boards) > spec.integer("radix", 1, 64):
        raise Refused(spec.at("boards"), "the switch of a line has not so many ports")
    (a, b), (rows, columns) = board, boards
    first = a * b * rows * columns
    n = spec.switches(first + rows * a + columns * b, "boards")
    draft = Draft(spec, n)
    for x, y, i, j in product(range(rows), range(columns), range(a), range(b)):
        here = ((x * columns + y) * a + i) * b + j
        if j:
            draft.join(here - 1, here)
        if i:
            draft.join(here - b, here)
        for _ in range((j == 0) + (j == b - 1)):
            draft.join(here, first + x * a + i, GLOBAL[0])
        for _ in range((i == 0) + (i == a - 1)):
            draft.join(here, first + rows * a + y * b + j, GLOBAL[0])
    p = spec.integer("p", 1, 1)
    return draft.network(
        hosts=[p] * first + [0] * (n - first),
        groups=[min(each // (a * b), rows * columns) for each in range(n)],
    )


def rail(spec: Spec) -> Network:
    """Build units of boxes and then leaves, and after all units the spines of each plane.

    Leaf i of a unit is joined to every box of it, and to every spine of the plane i mod planes.
    """
    units, boxes = spec.integer("units"), spec.integer("boxes")
    rails, planes = spec.integer("rails", 1, 8), spec.integer("planes", 1, 1)
    spines = spec.integer("spines")
    count = spec.integer("uplinks", 1, boxes // spines if boxes % spines == 0 else None)
    if rails % planes:
        raise Unreadable(spec.at("planes"), "must divide the number of rails")
    size = boxes + rails
    n = spec.switches(units * size + planes * spines, "units")
    draft = Draft(spec, n)
    for unit, leaf in product(range(units), range(rails)):
        here = unit * size + boxes + leaf
        for box in range(boxes):
            draft.join(unit * size + box, here)
        for spine in range(spines):
            draft.join(here, units * size + leaf % planes * spines + spine, GLOBAL[0], count)
    p = spec.integer("p", 1, rails)
    return draft.network(
        hosts=([p] * boxes + [0] * rails) * units + [0] * (planes * spines),
        groups=[min(each // size, units) for each in range(n)],
    )


ACCELERATORS = {"hammingmesh": hammingmesh, "rail": rail}
