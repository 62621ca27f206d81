"""The variables of a model: sets of paths that share one rate, and how often they use each link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from alphacut.solver.throughput.links import Integers

Route = tuple[int, ...]  # the directed links of a path, in order


@dataclass(frozen=True, kw_only=True)
class Variable:
    """Paths of one flow that all have the same rate."""

    flow: int  # place of the flow
    paths: int  # number of paths, at least 1
    links: Integers  # directed links that they use, each once
    counts: Integers  # uses of each by all paths together, with multiplicity
    valiant: bool = False  # whether these are non-minimal paths
    length: int | None = None  # hops, where all paths of a length share a rate
    route: Route | None = None  # the path, where it has a rate of its own

    @classmethod
    def of_route(cls, flow: int, route: Route, *, valiant: bool) -> Self:
        """Make the variable of a single path."""
        links, counts = np.unique(np.array(route, dtype=np.int64), return_counts=True)
        return cls(
            flow=flow, paths=1, links=links, counts=counts.astype(np.int64),
            valiant=valiant, route=route,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Variables:
    """All variables of a program, as a sparse matrix of uses by columns."""

    flows: Integers  # (V,) place of the flow of each
    paths: Integers  # (V,) number of paths
    starts: Integers  # (V + 1,) first entry of each
    links: Integers  # (entries,) directed link
    counts: Integers  # (entries,) its uses
    each: tuple[Variable, ...]  # what they are

    @classmethod
    def of(cls, variables: Iterable[Variable]) -> Self:
        """Put variables one after the other."""
        each = tuple(variables)
        lengths = [len(one.links) for one in each]
        return cls(
            flows=np.array([one.flow for one in each], dtype=np.int64),
            paths=np.array([one.paths for one in each], dtype=np.int64),
            starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            links=_joined([one.links for one in each]),
            counts=_joined([one.counts for one in each]),
            each=each,
        )

    def __len__(self) -> int:
        return len(self.flows)

    @property
    def owners(self) -> Integers:
        """(entries,) the variable of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))


def _joined(parts: Sequence[Integers]) -> Integers:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
