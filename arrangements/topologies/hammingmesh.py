"""HammingMesh networks: boards of accelerators in meshes, joined by switches or trees of lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network


@dataclass(frozen=True, kw_only=True)
class LineTree:
    """The switches that join the boards of a line: one, or a fat tree of two levels."""

    leaves: int
    per_leaf: int  # boards, each with two links
    spines: int  # 0: there is one leaf alone
    uplinks: int  # of each leaf with each spine

    @property
    def switches(self) -> int:
        """All switches of a line: its leaves, and then its spines."""
        return self.leaves + self.spines

    @property
    def links(self) -> int:
        """The pairs of a leaf and a spine."""
        return self.leaves * self.spines

    @classmethod
    def of(cls, boards: int, radix: int) -> LineTree | None:
        """Return what joins so many boards with switches of `radix` ports; None: they are too many.

        A leaf has half of its ports for boards and as many for spines. Spines are as few as join
        all leaves, by as many parallel links each as divide the links of a leaf evenly.
        """
        if 2 * boards <= radix:
            return cls(leaves=1, per_leaf=boards, spines=0, uplinks=0)
        per_leaf = radix // 4
        leaves = -(-boards // per_leaf) if per_leaf else radix + 1
        if leaves > radix:
            return None
        up = 2 * per_leaf
        uplinks = max(each for each in range(1, up + 1) if not up % each and each * leaves <= radix)
        return cls(leaves=leaves, per_leaf=per_leaf, spines=up // uplinks, uplinks=uplinks)


def most_boards(radix: int) -> int:
    """Return how many boards a line may have, with fat trees of two levels."""
    return max(radix // 2, radix * (radix // 4))


def hammingmesh(
    board: tuple[int, int], boards: tuple[int, int], p: int = 1, radix: int | None = None
) -> Network:
    """Build one plane of a HammingMesh: links "local" on boards, "global" to switches of lines.

    Each accelerator is a switch with four links. On a board of a × b they make a mesh; the two
    open ends of a row of a board go to the switch of that row, which joins all boards beside
    each other, and those of columns likewise; where boards of a line need more ports than a switch
    has, to the leaves of a fat tree of two levels, which boards fill in their order. Accelerator
    (i, j) of board (x, y) has the number ((x·Y + y)·a + i)·b + j, and its board is its group; then
    come the switches of rows, x·a + i, and of columns, y·b + j, in each line its leaves and then
    its spines. They have no hosts and make one group: balance by hosts.

    Parameters
    ----------
    board
        (2,) a rows and b columns of accelerators.
    boards
        (2,) X rows and Y columns of boards.
    p
        The hosts of each accelerator, 1 if the accelerator is its own host.
    radix
        The ports of a switch; None: as many as it takes that each line has one.

    Raises
    ------
    ValueError
        If a tree of two levels does not join so many boards.

    References
    ----------
    Hoefler, Bonato, De Sensi, Di Girolamo, Li, Heddes, Belk, Goel, Castro and Scott, HammingMesh:
    a network topology for large-scale deep learning, SC 2022, for lines of one switch and of
    two-level fat trees.
    """
    (a, b), (rows, columns) = board, boards
    ports = 2 * max(boards) if radix is None else radix
    row, column = LineTree.of(columns, ports), LineTree.of(rows, ports)
    if row is None or column is None:
        raise ValueError(f"{ports} ports join at most {most_boards(ports)} boards of a line")
    accelerators = a * b * rows * columns
    lines = rows * a * row.switches + columns * b * column.switches
    begin = accelerators, accelerators + rows * a * row.switches
    links = [
        *(Link(*ends, LOCAL.name) for ends in _on_boards(board, rows * columns)),
        *(Link(*ends, GLOBAL.name) for ends in _to_lines(board, boards, (row, column), begin)),
        *_inside(row, rows * a, begin[0]),
        *_inside(column, columns * b, begin[1]),
    ]
    return Network(
        switches=accelerators + lines,
        links=tuple(links),
        groups=tuple(each // (a * b) for each in range(accelerators)) + (rows * columns,) * lines,
        hosts=(p,) * accelerators + (0,) * lines,
    )


def _on_boards(board: tuple[int, int], boards: int) -> Iterator[tuple[int, int]]:
    a, b = board
    for each, i, j in product(range(boards), range(a), range(b)):
        here = (each * a + i) * b + j
        if j + 1 < b:
            yield here, here + 1
        if i + 1 < a:
            yield here, here + b


def _to_lines(
    board: tuple[int, int],
    boards: tuple[int, int],
    trees: tuple[LineTree, LineTree],
    begin: tuple[int, int],
) -> Iterator[tuple[int, int]]:
    """Yield the links of boards to the leaves of their rows and columns, which begin somewhere."""
    (a, b), (rows, columns), (row, column) = board, boards, trees
    for x, y in product(range(rows), range(columns)):
        first = (x * columns + y) * a * b
        for i, j in product(range(a), (0, b - 1)):
            leaf = begin[0] + (x * a + i) * row.switches + y // row.per_leaf
            yield first + i * b + j, leaf
        for j, i in product(range(b), (0, a - 1)):
            leaf = begin[1] + (y * b + j) * column.switches + x // column.per_leaf
            yield first + i * b + j, leaf


def _inside(tree: LineTree, lines: int, begin: int) -> Iterator[Link]:
    """Yield the links between leaves and spines of each line."""
    for line, leaf, spine in product(range(lines), range(tree.leaves), range(tree.spines)):
        first = begin + line * tree.switches
        yield Link(first + leaf, first + tree.leaves + spine, GLOBAL.name, tree.uplinks)
