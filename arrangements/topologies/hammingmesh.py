"""HammingMesh networks: boards of accelerators in meshes, joined by switches row by row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network


def hammingmesh(board: tuple[int, int], boards: tuple[int, int], p: int = 1) -> Network:
    """Build one plane of a HammingMesh: links "local" on boards, "global" to switches of lines.

    Each accelerator is a switch with four links. On a board of a × b they make a mesh; the two
    open ends of a row of a board go to the switch of that row, which joins all boards beside
    each other, and those of columns likewise. Accelerator (i, j) of board (x, y) has the number
    ((x·Y + y)·a + i)·b + j, and its board is its group; then come the switches of rows,
    x·a + i, and of columns, y·b + j, which have no hosts and make one group: balance by hosts.

    Parameters
    ----------
    board
        (2,) a rows and b columns of accelerators.
    boards
        (2,) X rows and Y columns of boards.
    p
        The hosts of each accelerator, 1 if the accelerator is its own host.

    References
    ----------
    Hoefler, Bonato, De Sensi, Di Girolamo, Li, Heddes, Belk, Goel, Castro and Scott, HammingMesh:
    a network topology for large-scale deep learning, SC 2022, with a switch for each line.
    """
    (a, b), (rows, columns) = board, boards
    accelerators, lines = a * b * rows * columns, rows * a + columns * b
    links = [
        *(Link(*ends, LOCAL.name) for ends in _on_boards(board, rows * columns)),
        *(Link(*ends, GLOBAL.name) for ends in _to_lines(board, boards)),
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


def _to_lines(board: tuple[int, int], boards: tuple[int, int]) -> Iterator[tuple[int, int]]:
    (a, b), (rows, columns) = board, boards
    row, column = a * b * rows * columns, a * b * rows * columns + rows * a  # the first switches
    for x, y in product(range(rows), range(columns)):
        first = (x * columns + y) * a * b
        for i, j in product(range(a), (0, b - 1)):
            yield first + i * b + j, row + x * a + i
        for j, i in product(range(b), (0, a - 1)):
            yield first + i * b + j, column + y * b + j
