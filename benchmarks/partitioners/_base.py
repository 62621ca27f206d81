"""What every partitioner reads and tells: a graph with capacities, and a bisection of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from alphacut.solver.bisection.balance import least_difference
from benchmarks.plain_models._base import EdgeModel

MOST_SEEDS = 1_000

Sides = list[int]  # 0 or 1 for each switch
Partition = Callable[["Adjacency", int], Sequence[int]]  # a graph and a seed


class NotInstalled(Exception):
    """A partitioner whose package is not there."""


@dataclass(frozen=True)
class Adjacency:
    """A graph as partitioners read it: the neighbours of each switch, one list after the other."""

    model: EdgeModel
    weights: tuple[int, ...] = ()  # of the switches; by default 1 each

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", self.weights or (1,) * self.model.switches)

    @cached_property
    def difference(self) -> int:
        """The least difference in weight between two sides."""
        return least_difference(self.weights)

    def excess(self, sides: Sequence[int]) -> int:
        """Return by how much the second side is heavier than the first."""
        return sum(w if side else -w for side, w in zip(sides, self.weights, strict=True))

    @cached_property
    def neighbours(self) -> list[list[tuple[int, int]]]:
        """The neighbours of each switch, with the scaled capacity to them."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.model.switches)]
        for u, v, capacity in self.model.edges:
            found[u].append((v, capacity))
            found[v].append((u, capacity))
        return found

    @property
    def starts(self) -> list[int]:
        """Where each switch's neighbours begin, and the end."""
        found = [0]
        for each in self.neighbours:
            found.append(found[-1] + len(each))
        return found

    @property
    def ends(self) -> list[int]:
        """The neighbours of all switches."""
        return [v for each in self.neighbours for v, _ in each]

    @property
    def capacities(self) -> list[int]:
        """The scaled capacities to all neighbours."""
        return [capacity for each in self.neighbours for _, capacity in each]

    def cut(self, sides: Sequence[int]) -> int:
        """Return the scaled capacity between the sides."""
        return sum(capacity for u, v, capacity in self.model.edges if sides[u] != sides[v])


@dataclass(frozen=True, kw_only=True)
class Found:
    """The best bisection of many runs."""

    value: float  # its capacity, in units of a local link
    seconds: float  # until it was found
    seeds: int  # runs within the time
    repaired: int  # runs whose sides were not equal, and were made so


def best_of(
    partition: Partition, model: EdgeModel, seconds: float, weights: tuple[int, ...] = ()
) -> Found:
    """Run a partitioner with one seed after the other, and keep the best bisection."""
    graph = Adjacency(model, weights)
    began = time.monotonic()
    best, at, seeds, repaired = None, 0.0, 0, 0
    while seeds < MOST_SEEDS and (not seeds or time.monotonic() - began < seconds):
        sides = [int(side) for side in partition(graph, seeds)]
        repaired += not balanced(graph, sides)
        value = graph.cut(repair(graph, sides))
        if best is None or value < best:
            best, at = value, time.monotonic() - began
        seeds += 1
    assert best is not None
    return Found(value=best / model.unit, seconds=round(at, 3), seeds=seeds, repaired=repaired)


def balanced(graph: Adjacency, sides: Sequence[int]) -> bool:
    """Tell whether the sides are a bisection."""
    return abs(graph.excess(sides)) <= graph.difference


def repair(graph: Adjacency, sides: Sequence[int]) -> Sides:
    """Move switches from the larger side, each time the one that costs least, until it is none."""
    moved = list(sides)
    while not balanced(graph, moved):
        larger = int(graph.excess(moved) > 0)
        here = [u for u, side in enumerate(moved) if side == larger and graph.weights[u]]
        moved[min(here, key=lambda u: _cost(graph, moved, u))] = 1 - larger
    return moved


def _cost(graph: Adjacency, sides: Sides, switch: int) -> int:
    """Return by how much a cut grows when a switch changes sides."""
    return sum(
        capacity if sides[other] == sides[switch] else -capacity
        for other, capacity in graph.neighbours[switch]
    )
