"""Describing a network, in one step; a `solver.common.questions.Question`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse

Json = Mapping[str, Any]
LOADED_BEFORE = (
    "alphacut.arrangements.structure.description",
    "alphacut.arrangements.structure.shortest",
    "igraph",
    "networkx",
    "numba",
    "scipy.sparse.csgraph",
)

SHARE = 0.8  # of the time limit, after which no part is begun that may take long


def check(request: Json, sizes: Limits) -> None:
    """Build the network; see `Question.check`. A description is made anew for whoever asks."""
    build(parse(request["topology"], sizes), sizes)


def steps(request: Json) -> int:  # noqa: ARG001
    """Return 1: libraries describe a network in one piece."""
    return 1


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG001
    """Describe the network."""
    from alphacut.arrangements.structure.description import describe  # loads igraph, which is slow

    spec = parse(request["topology"], UNLIMITED)
    limit = request.get("limits", {}).get("seconds")
    seconds = inf if limit is None else SHARE * limit
    return describe(build(spec, UNLIMITED), complete(spec), seconds=seconds)


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:  # noqa: ARG001
    """Return the description, which tells nothing of its computation."""
    return found[0] if found else None
