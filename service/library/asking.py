"""Asking about the bisections of a network, and waiting for the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut.arrangements.numbers import NumberError, read_duration, read_share
from alphacut.arrangements.words import shown
from alphacut.jobs.local_driver import trace_locally
from alphacut.jobs.provenance import provenance
from alphacut.service.library.children import children
from alphacut.service.library.networks import Given, Hosts, given
from alphacut.service.library.numbers import at_most, read_ratio
from alphacut.service.library.results import Bisection, Bound, Curve
from alphacut.service.render.reading import unit_of
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import Limits, with_some_cut
from alphacut.solver.bisection.partition import read_partition, side_of, sized_for
from alphacut.solver.bisection.sizes import sized
from alphacut.solver.bisection.variants import CURVE, POINT, Variant, Work, work_on
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError, SolverError

Ratio = int | str | float | Fraction | Decimal  # or a number of NumPy


def bisection(
    graph: object,
    alpha: Ratio | None = None,
    *,
    weight: str | None = "weight",
    hosts: Hosts = None,
    digits: int | None = None,
    time_limit: float | str | None = None,
    gap: float | str = 0,
    engine: str = "auto",
    processes: int = 1,
    sizes: Sequence[int] | str | None = None,
    imbalance: float | str | None = None,
) -> Bisection:
    """Compute the bisection bandwidth of a network: the least capacity between two equal halves.

    Parameters
    ----------
    graph
        A networkx, igraph or graph-tool graph, a symmetric matrix, a spec, or the path of a file.
    alpha
        Capacity of a global link in units of a local one, such as 2 or "5/4". Needed where the
        network has links of both classes; edges say so by an attribute "link_class".
    weight
        The attribute of an edge that is its capacity; None: each edge has the capacity 1.
    hosts
        Hosts of each node (a number, the name of an attribute, a mapping or a list), of which
        the halves then have equally many. None: equally many nodes.
    digits
        Round capacities down to so many digits of the largest, from 1 to 9. None: they are exact
        where integers are large enough for that, and have 9 digits elsewhere. `error` is then
        what this may add to the value.
    time_limit
        Seconds, or a time such as "5m"; what is known then is returned, with the status
        "bounded".
    gap
        Stop once (value - lower)/value is at most this: 0.05 or "5%".
    engine
        What proves; see docs/command-line.md.
    processes
        How many processes work at the same time.
    sizes
        Of both sides, in place of halves: (400, 600) or "400:600".
    imbalance
        Any sizes with at most (1 + imbalance)·⌈half⌉ on a side: 0.03 or "3%".

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    found = given(graph, weight=weight, hosts=hosts, digits=digits)
    at, found = with_alpha(found, alpha)
    balance = sized(found.network, Balance.of(found.network, found.balance), sizes, imbalance)
    work = work_on(
        found.topology, found.network, balance, read_limits(time_limit, gap), low=at, high=at,
        engine=engine,
    )  # fmt: skip
    document = _document(POINT, work, processes)
    return Bisection(document=document, **_about(found, document))


def bound(
    graph: object,
    parts: object,
    alpha: Ratio | None = None,
    *,
    imbalance: float | str | None = None,
    weight: str | None = "weight",
    hosts: Hosts = None,
    digits: int | None = None,
    time_limit: float | str | None = None,
    gap: float | str = 0,
    engine: str = "auto",
    processes: int = 1,
) -> Bound:
    """Tell how good a partition in two parts is: its capacity, and a proven bound of the least.

    All parameters but these are those of `bisection`.

    Parameters
    ----------
    parts
        A part for each node, in their order or by node; the nodes of both parts; or the path
        of a file with a part on each line, as METIS, KaHIP and Mt-KaHyPar write it.
    imbalance
        Compare with all cuts within it; None: with those of the sizes of the partition.
    """
    found = given(graph, weight=weight, hosts=hosts, digits=digits)
    at, found = with_alpha(found, alpha)
    side = read_side(parts, found)
    whole = Balance.of(found.network, found.balance)
    balance = sized_for(found.network, whole, side, imbalance)
    work = work_on(
        found.topology, found.network, balance, read_limits(time_limit, gap), low=at, high=at,
        engine=engine, side=side,
    )  # fmt: skip
    document = _document(POINT, work, processes)
    return Bound(document=document, **_about(found, document))


def read_side(parts: object, found: Given) -> list[int]:
    """Read a side of a partition, as `bound` takes it."""
    if isinstance(parts, str | Path):
        return read_partition(Path(parts), found.network.switches)
    return side_of(parts, found.nodes)


def curve(
    graph: object,
    *,
    weight: str | None = "weight",
    hosts: Hosts = None,
    digits: int | None = None,
    alpha_min: Ratio = 0,
    alpha_max: Ratio = "inf",
    time_limit: float | str | None = None,
    gap: float | str = 0,
    engine: str = "auto",
    processes: int = 1,
) -> Curve:
    """Compute the bisection bandwidth of a network as a function of α.

    All parameters but these are those of `bisection`.

    Parameters
    ----------
    alpha_min, alpha_max
        The range of α.
    """
    found = given(graph, weight=weight, hosts=hosts, digits=digits)
    low, high = read_range(alpha_min, alpha_max)
    work = work_on(
        found.topology, found.network, Balance.of(found.network, found.balance),
        read_limits(time_limit, gap), low=low, high=high, engine=engine,
    )  # fmt: skip
    document = _document(CURVE, work, processes)
    return Curve(document=document, **_about(found, document))


def read_range(alpha_min: Ratio, alpha_max: Ratio) -> tuple[Alpha, Alpha]:
    """Read the range of a curve; ends with more than 9 digits make it a little wider."""
    low, _ = read_ratio(alpha_min, "alpha_min")
    high, _ = read_ratio(alpha_max, "alpha_max", up=True)
    if low >= high:
        raise QuestionError("alpha_max", f"must be above alpha_min, {low}, got {high}")
    return low, high


def read_alpha(found: Given, asked: Ratio | None) -> Alpha:
    """Read α, which may be left out where no capacity depends on it.

    Raises
    ------
    QuestionError
        If it has more than 9 digits: only least capacities have an error that is known then.
    """
    alpha, rounded = with_alpha(found, asked)
    if rounded.lost != found.lost:
        raise QuestionError("alpha", f"has more than 9 digits, got {asked}; round it: {alpha}")
    return alpha


def with_alpha(found: Given, asked: Ratio | None) -> tuple[Alpha, Given]:
    """Read α; return the network with what rounding α down takes of its capacities."""
    if asked is None:
        return Alpha.left_out(found.network), found
    alpha, less = read_ratio(asked)
    if not less:
        return alpha, found
    lost = less * found.network.total.slope * unit_of(found.topology)
    remark = (
        f"α is rounded down to {alpha}: what is proven from below is true of the exact one, and no "
        f"cut has more than {at_most(lost)} more"
    )
    return alpha, replace(
        found, remarks=(*found.remarks, remark), lost=(found.lost[0] + lost, found.lost[1])
    )


def read_limits(time_limit: float | str | None, gap: float | str) -> Limits:
    """Read when the work stops before everything is proven."""
    tolerance = read_as("gap", gap, read_share)
    if not 0 <= tolerance < 1:
        raise QuestionError(
            "gap", f"must be from 0 to below 1, such as 0.05 or 5%, got {shown(gap)}"
        )
    return Limits(seconds=read_seconds("time_limit", time_limit), gap=tolerance)


def read_seconds(field: str, written: float | str | None) -> float | None:
    """Read a time that may be left out."""
    if written is None:
        return None
    seconds = read_as(field, written, read_duration)
    if seconds <= 0:
        raise QuestionError(field, f"must be above 0 seconds, got {shown(written)}")
    return float(seconds)


def read_as(field: str, written: float | str, read: Callable[[object], Fraction]) -> Fraction:
    """Read a number of a question, whose field is named where it is none."""
    try:
        return read(written)
    except NumberError as error:
        raise QuestionError(field, str(error)) from error


def _about(found: Given, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an answer keeps of the network, and tells of packages that were wanting."""
    wanting = document["provenance"].get("missing", ())
    return {"nodes": found.nodes, "remarks": (*found.remarks, *wanting), "lost": found.lost}


def _document(variant: Variant, work: Work, processes: int) -> dict[str, Any]:
    """Answer in child processes, and write the document."""
    started, began = datetime.now(UTC), time.monotonic()
    with children(processes) as execution:
        envelope, failure = trace_locally(work.problem, work.limits, execution)
    if failure:
        raise SolverError(failure)
    envelope = with_some_cut(envelope, work.problem)
    about = provenance(envelope, started=started, seconds=time.monotonic() - began)
    return variant.document(work, envelope, about)
