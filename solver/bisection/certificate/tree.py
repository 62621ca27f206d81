"""Trees of subproblems: the splits of their inner nodes, and how to walk them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from alphacut.solver.bisection.certificate.fields import Omitted
from alphacut.solver.bisection.certificate.leaves import Leaf
from alphacut.solver.bisection.certificate.numbers import Natural


@dataclass(frozen=True, kw_only=True)
class ByLevel:
    """Either the intercept (or slope) is at most a level, or at least one more."""

    split: Literal["intercept", "slope"]
    level: int
    low: Node
    high: Node


@dataclass(frozen=True, kw_only=True)
class ByCount:
    """Either a cut separates at most so many pairs of a set, or at least one more."""

    split: Literal["count"] = "count"
    set: Natural  # index in the certificate's
    level: int
    low: Node
    high: Node


@dataclass(frozen=True, kw_only=True)
class ByParity:
    """Either a cut separates an even number of a set's pairs, or an odd one."""

    split: Literal["parity"] = "parity"
    set: Natural
    even: Node
    odd: Node


@dataclass(frozen=True, kw_only=True)
class ByComposition:
    """One part for every composition that an intercept may have."""

    split: Literal["classes"] = "classes"
    rotation: Omitted[Natural | None] = None  # None: the blocks are the network's groups
    parts: tuple[tuple[tuple[int, ...], Node], ...] = ()


@dataclass(frozen=True, kw_only=True)
class ByStates:
    """One part for every number of blocks in each state that a composition leaves."""

    split: Literal["states"] = "states"
    rotation: Natural
    parts: tuple[tuple[tuple[int, ...], Node], ...] = ()


Split = ByLevel | ByCount | ByParity | ByComposition | ByStates
Node = Split | Leaf

MOST_DEPTH = 120  # splits above a leaf: JSON is read and written by recursion
HALVES = ("low", "high", "even", "odd")  # of a split in two


def parts(node: Node) -> tuple[Node, ...]:
    """Return the parts of a split; a leaf has none."""
    match node:
        case ByLevel() | ByCount():
            return (node.low, node.high)
        case ByParity():
            return (node.even, node.odd)
        case ByComposition() | ByStates():
            return tuple(part for _, part in node.parts)
        case _:
            return ()


def leaves(tree: Node) -> Iterator[Leaf]:
    """Yield all leaves."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Split):
            waiting += parts(node)
        else:
            yield node


def divided_by_intercept(tree: Node) -> Iterator[Leaf]:
    """Yield the leaves that lie below splits by intercept alone."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ByLevel) and node.split == "intercept":
            waiting += parts(node)
        elif not isinstance(node, Split):
            yield node


def with_leaves(node: Node, change: Callable[[Leaf], Leaf]) -> Node:
    """Return a tree with all of its leaves changed."""
    match node:
        case ByLevel() | ByCount():
            low, high = (with_leaves(part, change) for part in (node.low, node.high))
            return replace(node, low=low, high=high)
        case ByParity():
            even, odd = (with_leaves(part, change) for part in (node.even, node.odd))
            return replace(node, even=even, odd=odd)
        case ByComposition() | ByStates():
            changed = tuple((numbers, with_leaves(part, change)) for numbers, part in node.parts)
            return replace(node, parts=changed)
        case _:
            return change(node)
