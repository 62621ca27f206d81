"""Traffic as notebooks have it, written as requests do."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.service.library.networks import Given
from alphacut.solver.common.errors import QuestionError


def traffic_of(written: object, found: Given) -> object:
    """Write traffic as requests do.

    Parameters
    ----------
    written
        A pattern or the path of a file, a mapping of pairs of nodes to demands, or a square matrix.

    Raises
    ------
    QuestionError
        If it is none of these.
    """
    if isinstance(written, str | Path):
        return _pattern(str(written), found)
    if isinstance(written, Mapping):
        return dict(written) if set(written) == {"demands"} else _by_nodes(written, found)
    if hasattr(written, "nonzero") and hasattr(written, "shape"):
        rows, columns = written.nonzero()
        hosts = sum(found.network.hosts)
        if written.shape != (hosts, hosts):
            problem = f"a matrix must have a row for each of {hosts} hosts, got {written.shape}"
            raise QuestionError("traffic", problem)
        pairs = zip(rows.tolist(), columns.tolist(), strict=True)
        return {"demands": [[i, j, str(written[i, j])] for i, j in pairs]}  # type: ignore[index]
    raise QuestionError(
        "traffic",
        f"must be a pattern such as uniform, a path, a mapping of pairs, or a matrix, got "
        f"{shown(written)}",
    )


def _pattern(written: str, found: Given) -> object:
    from alphacut.solver.throughput.worst_case import WORST
    from alphacut.solver.traffic.reading import read_traffic_argument

    if written.strip() == WORST:
        return WORST
    return read_traffic_argument(written, found.network).spec


def _by_nodes(written: Mapping[Any, Any], found: Given) -> object:
    """Write demands between nodes as those between their hosts."""
    counts = dict(zip(found.nodes, found.network.hosts, strict=True))
    first = dict(zip(found.nodes, accumulate(found.network.hosts, initial=0), strict=False))
    demands = []
    for pair, demand in written.items():
        if not isinstance(pair, tuple) or len(pair) != 2 or not set(pair) <= counts.keys():
            raise QuestionError("traffic", f"{shown(pair)} must be a pair of nodes")
        if any(counts[node] != 1 for node in pair):
            raise QuestionError(
                "traffic", f"{shown(pair)}: give hosts by their numbers, where nodes have several"
            )
        value = demand if isinstance(demand, int) else str(demand)
        demands.append([first[pair[0]], first[pair[1]], value])
    return {"demands": demands}
