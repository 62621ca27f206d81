"""Walking the tree of a certificate that the solver wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Node = dict[str, Any]  # of the JSON document
Change = Callable[[Any], Any]

HALVES = ("low", "high", "even", "odd")  # of a split in two


def parts(node: Node) -> Iterator[Node]:
    """Yield the parts of a split; a leaf has none."""
    if "split" in node:
        yield from (node[name] for name in HALVES if name in node)
        yield from (part for _, part in node.get("parts", []))


def leaves(tree: Node) -> Iterator[Node]:
    """Yield all leaves."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        waiting += parts(node)
        if "split" not in node:
            yield node


def divided_by_intercept(tree: Node) -> Iterator[Node]:
    """Yield the leaves that lie below splits by intercept alone."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if node.get("split") == "intercept":
            waiting += parts(node)
        elif "split" not in node:
            yield node


def with_leaves(node: Node, change: Change) -> Node:
    """Return a tree with all of its leaves changed."""
    if "split" not in node:
        changed: Node = change(node)
        return changed
    found = {**node, **{n: with_leaves(node[n], change) for n in HALVES if n in node}}
    if "parts" in node:
        found["parts"] = [[numbers, with_leaves(part, change)] for numbers, part in node["parts"]]
    return found
