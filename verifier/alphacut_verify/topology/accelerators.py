"""Networks of accelerators: HammingMesh, and rail-optimised networks."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from alphacut_verify.errors import Refused, Unreadable
from alphacut_verify.network import GLOBAL, Network
from alphacut_verify.topology.draft import Draft, Spec


class Line(NamedTuple):
    """The switches of a line of boards: one leaf, or leaves and then spines above all of them."""

    leaves: int
    boards: int  # of a leaf
    spines: int
    uplinks: int  # of a leaf with each spine

    @property
    def switches(self) -> int:
        """All of them."""
        return self.leaves + self.spines


def _line(boards: int, radix: int, place: str) -> Line:
    """Return what joins a line of boards, each of which has two links to it.

    A leaf has a quarter of its ports' number of boards, and as many links to spines as to boards:
    with each spine the largest divisor of these for which a spine has ports for all leaves.
    """
    if 2 * boards <= radix:
        return Line(1, boards, 0, 0)
    quarter = radix // 4
    if boards > radix * quarter:
        raise Refused(place, "two levels of switches have not so many ports")
    leaves = (boards + quarter - 1) // quarter
    uplinks = 2 * quarter
    while 2 * quarter % uplinks or uplinks * leaves > radix:
        uplinks -= 1
    return Line(leaves, quarter, 2 * quarter // uplinks, uplinks)


def hammingmesh(spec: Spec) -> Network:
    """Build boards of a × b accelerators, X × Y of them, and the switches of each line of boards.

    Accelerator (i, j) of board (x, y) is ((x·Y + y)·a + i)·b + j; the switches of row i of the
    boards (x, ·) come after all of them, line x·a + i, and after these those of column j of (·, y),
    line y·b + j. Both ends of each row and column of a board are joined to their leaf.
    """
    board, boards = spec.integers("board"), spec.integers("boards")
    if len(board) != 2 or len(boards) != 2:
        raise Unreadable(spec.at("board"), "and boards must have rows and columns")
    radix = spec.integer("radix", 1, 64)
    (a, b), (rows, columns) = board, boards
    first = a * b * rows * columns
    row, column = (_line(each, radix, spec.at("boards")) for each in (columns, rows))
    second = first + rows * a * row.switches
    n = spec.switches(second + columns * b * column.switches, "boards")
    draft = Draft(spec, n)
    for x, y, i, j in product(range(rows), range(columns), range(a), range(b)):
        here = ((x * columns + y) * a + i) * b + j
        if j:
            draft.join(here - 1, here)
        if i:
            draft.join(here - b, here)
        for _ in range((j == 0) + (j == b - 1)):
            draft.join(here, first + (x * a + i) * row.switches + y // row.boards, GLOBAL[0])
        for _ in range((i == 0) + (i == a - 1)):
            leaf = second + (y * b + j) * column.switches + x // column.boards
            draft.join(here, leaf, GLOBAL[0])
    for line, lines, start in ((row, rows * a, first), (column, columns * b, second)):
        for number, leaf, spine in product(range(lines), range(line.leaves), range(line.spines)):
            here = start + number * line.switches
            draft.join(here + leaf, here + line.leaves + spine, GLOBAL[0], line.uplinks)
    p = spec.integer("p", 1, 1)
    return draft.network(
        hosts=[p] * first + [0] * (n - first),
        groups=[min(each // (a * b), rows * columns) for each in range(n)],
    )


def rail(spec: Spec) -> Network:
    """Build units of boxes and then leaves, then the spines, pod by pod and plane by plane, cores.

    Leaf i of a unit is joined to every box of it, and to every spine of the plane i mod planes of
    its pod. Spine i of a pod is joined to all cores of group i mod core_groups.
    """
    units, boxes = spec.integer("units"), spec.integer("boxes")
    rails, planes = spec.integer("rails", 1, 8), spec.integer("planes", 1, 1)
    spines = spec.integer("spines")
    count = spec.integer("uplinks", 1, boxes // spines if boxes % spines == 0 else None)
    if rails % planes:
        raise Unreadable(spec.at("planes"), "must divide the number of rails")
    pods, core_groups = spec.integer("pods", 1, 1), spec.integer("core_groups", 1, 1)
    cores = spec.integer("cores", 0, 0)
    if units % pods or cores % core_groups:
        raise Unreadable(spec.at("pods"), "must divide the units, and core_groups the cores")
    size, pod = boxes + rails, planes * spines
    inside, per = units * size, cores // core_groups
    above = inside + pods * pod
    down = units // pods * (rails // planes) * count
    usual = down // per if per and down % per == 0 else (None if per else 0)
    up = spec.integer("core_links", 0, usual)
    if bool(up) != bool(cores) or (pods > 1 and not cores):
        raise Unreadable(spec.at("core_links"), "are there if there are cores, which join pods")
    n = spec.switches(above + cores, "units")
    draft = Draft(spec, n)
    for unit, leaf in product(range(units), range(rails)):
        here = unit * size + boxes + leaf
        for box in range(boxes):
            draft.join(unit * size + box, here)
        for spine in range(spines):
            plane = unit // (units // pods) * planes + leaf % planes
            draft.join(here, inside + plane * spines + spine, GLOBAL[0], count)
    for spine, core in product(range(pods * pod), range(per)):
        group = spine % pod % core_groups
        draft.join(inside + spine, above + group * per + core, GLOBAL[0], up)
    p = spec.integer("p", 1, rails)
    return draft.network(
        hosts=([p] * boxes + [0] * rails) * units + [0] * (n - inside),
        groups=[
            each // size
            if each < inside
            else units + (each - inside) // pod
            if each < above
            else units + pods
            for each in range(n)
        ],
    )


ACCELERATORS = {"hammingmesh": hammingmesh, "rail": rail}
