"""Nearest-neighbour exchanges: tasks on a grid, each of which sends to its neighbours.

References
----------
Prisacari et al., Efficient task placement and routing of nearest neighbor exchanges in
Dragonfly networks, section 2.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.traffic import Integers, Pairs, Traffic

FIELD = "traffic"
WORDS = ("open", "diagonals")
MOST_DIMENSIONS = 4


def stencil(parameters: str, hosts: int) -> Traffic:
    """Return the exchange on a grid, given as "8x9", "8x9,open" or "4x4x4,diagonals".

    Task t runs on host t, the last coordinate fastest; further hosts are idle. The grid
    is periodic unless it is `open`. A task sends to both neighbours along each dimension,
    and with `diagonals` to all that differ by at most 1 in every coordinate. Each message
    has the same size, 1 / (neighbours of a task inside), so that such a task sends 1.

    Raises
    ------
    QuestionError
        If it cannot be read, has more tasks than there are hosts, or no neighbours.
    """
    sides, words = _read(parameters)
    tasks = prod(sides)
    if tasks > hosts:
        raise QuestionError(
            FIELD, f"the stencil has {tasks:,} tasks, and the network {hosts:,} hosts"
        )
    steps = _steps(len(sides), "diagonals" in words)
    at = np.stack(np.unravel_index(np.arange(tasks), sides))
    found = [_moved(at, step, sides, "open" in words) for step in steps]
    sources = np.concatenate([start for start, _ in found])
    destinations = np.concatenate([end for _, end in found])
    if not len(sources):
        raise QuestionError(FIELD, "is empty: no task of the stencil has a neighbour")
    weights = np.ones(len(sources), dtype=np.int64)
    spec = ",".join(["stencil:" + "x".join(map(str, sides)), *words])
    pairs = Pairs(sources=sources, destinations=destinations, weights=weights)
    return Traffic(spec=spec, hosts=hosts, unit=Fraction(1, len(steps)), pairs=pairs)


def _read(parameters: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    written, *words = (part.strip() for part in parameters.split(","))
    try:
        sides = tuple(read_integer(side, least=1) for side in written.split("x"))
    except NumberError as error:
        raise QuestionError(FIELD, f"stencil: each side, as in stencil:8x9, {error}") from error
    if len(sides) > MOST_DIMENSIONS:
        raise QuestionError(FIELD, f"stencil: at most {MOST_DIMENSIONS} dimensions")
    for word in words:
        if word not in WORDS:
            raise QuestionError(
                FIELD, f"stencil: known beside its sides are {', '.join(WORDS)}, got {shown(word)}"
            )
    return sides, tuple(word for word in WORDS if word in words)


def _steps(dimensions: int, diagonals: bool) -> list[tuple[int, ...]]:
    """Return where the neighbours of a task are."""
    around = [step for step in product((-1, 0, 1), repeat=dimensions) if any(step)]
    return [step for step in around if diagonals or sum(map(abs, step)) == 1]


def _moved(
    at: Integers, step: tuple[int, ...], sides: tuple[int, ...], is_open: bool
) -> tuple[Integers, Integers]:
    """Return the tasks that have a neighbour at a step, and these neighbours."""
    lengths = np.array(sides)[:, None]
    to = at + np.array(step)[:, None]
    there = ((to >= 0) & (to < lengths)).all(axis=0) if is_open else np.ones(at.shape[1], bool)
    sources = np.flatnonzero(there)
    ends = np.ravel_multi_index(tuple((to % lengths)[:, sources]), sides)
    other = ends != sources
    return sources[other], np.asarray(ends[other], dtype=np.int64)
