"""The variables of a model: sets of paths that share one rate, and how often they use each link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.throughput.links import Integers

Route = tuple[int, ...]  # the directed links of a path, in order
Short = NDArray[Any]  # integers of 32 bits where they are small enough, else of 64
SHORT = 2**31
PART = 4_000_000  # entries that are worked on at once, so that few are held twice


@dataclass(frozen=True, kw_only=True)
class Variable:
    """Paths of one flow that all have the same rate."""

    flow: int  # place of the flow
    paths: int  # number of paths, at least 1
    links: Short  # directed links that they use, each once
    counts: Short  # uses of each by all paths together, with multiplicity
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
    links: Short  # (entries,) directed link
    counts: Short  # (entries,) its uses
    each: tuple[Variable, ...]  # what they are; none where entries were left out

    @classmethod
    def of(cls, variables: Iterable[Variable]) -> Self:
        """Put variables one after the other."""
        each = tuple(variables)
        starts = np.cumsum([0, *(len(one.links) for one in each)], dtype=np.int64)
        links, counts = (
            _joined([getattr(one, name) for one in each]) for name in ("links", "counts")
        )
        places = zip(each, starts[:-1].tolist(), starts[1:].tolist(), strict=True)
        return cls(
            flows=np.array([one.flow for one in each], dtype=np.int64),
            paths=np.array([one.paths for one in each], dtype=np.int64),
            starts=starts,
            links=links,
            counts=counts,
            # views, so that no entry is held twice
            each=tuple(replace(one, links=links[a:b], counts=counts[a:b]) for one, a, b in places),
        )

    def __len__(self) -> int:
        return len(self.flows)

    @property
    def owners(self) -> Integers:
        """(entries,) the variable of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def parts(self, most: int = PART) -> Iterator[tuple[slice, Variables]]:
        """Divide all into stretches of variables with some `most` entries, in order."""
        begin = 0
        while begin < len(self):
            limit = self.starts[begin] + most
            end = max(begin + 1, int(np.searchsorted(self.starts, limit, side="right")) - 1)
            here = slice(self.starts[begin], self.starts[end])
            place = slice(begin, end)
            yield (
                place,
                Variables(
                    flows=self.flows[place],
                    paths=self.paths[place],
                    starts=self.starts[begin : end + 1] - self.starts[begin],
                    links=self.links[here],
                    counts=self.counts[here],
                    each=self.each[place],
                ),
            )
            begin = end

    def on(self, links: Integers, total: int) -> Variables:
        """Leave out the uses of all links but some, which are numbered as they come.

        Parameters
        ----------
        total
            How many links there are.
        """
        number = np.full(total, -1, dtype=np.int32)
        number[links] = np.arange(len(links))
        renamed = number[self.links]
        kept = renamed >= 0
        before = np.concatenate([[0], np.cumsum(kept, dtype=np.int32)])
        return Variables(
            flows=self.flows,
            paths=self.paths,
            starts=before[self.starts].astype(np.int64),
            links=renamed[kept],
            counts=self.counts[kept],
            each=(),
        )


def short(values: Integers) -> Short:
    """Return integers in 32 bits if they have room there."""
    return values.astype(np.int32) if values.max(initial=0) < SHORT else values


def _joined(parts: Sequence[Short]) -> Short:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
