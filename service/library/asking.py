"""Asking about the bisections of a network, and waiting for the answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from alphacut.arrangements.numbers import NumberError, read_duration, read_share
from alphacut.arrangements.words import shown
from alphacut.jobs.local_driver import trace_locally, with_some_cut
from alphacut.jobs.provenance import provenance
from alphacut.service.library.children import children
from alphacut.service.library.networks import Given, Hosts, given
from alphacut.service.library.results import Bisection, Curve
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import Inquiry, Limits
from alphacut.solver.bisection.engines.accepting import check_inquiry
from alphacut.solver.bisection.variants import CURVE, POINT, Variant, Work
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError, SolverError

Ratio = int | str | Fraction


def bisection(
    graph: object,
    alpha: Ratio | None = None,
    *,
    weight: str | None = "weight",
    hosts: Hosts = None,
    time_limit: float | str | None = None,
    gap: float | str = 0,
    engine: str = "auto",
    processes: int = 1,
) -> Bisection:
    """Compute the bisection bandwidth of a network: the least capacity between two equal halves.

    Parameters
    ----------
    graph
        A networkx or igraph graph, a symmetric matrix, a spec, or the path of a file.
    alpha
        Capacity of a global link in units of a local one, such as 2 or "5/4". Needed where the
        network has links of both classes; edges say so by an attribute "link_class".
    weight
        The attribute of an edge that is its capacity; None: each edge has the capacity 1.
    hosts
        Hosts of each node (a number, the name of an attribute, a mapping or a list), of which
        the halves then have equally many. None: equally many nodes.
    time_limit
        Seconds, or a time such as "5m"; what is known then is returned, with the status
        "bounded".
    gap
        Stop once (value - lower)/value is at most this: 0.05 or "5%".
    engine
        What proves; see docs/command-line.md.
    processes
        How many processes work at the same time.

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    found = given(graph, weight=weight, hosts=hosts)
    at = read_alpha(found, alpha)
    document = _document(POINT, found, at, at, read_limits(time_limit, gap), engine, processes)
    return Bisection(document=document, nodes=found.nodes, remarks=found.remarks)


def curve(
    graph: object,
    *,
    weight: str | None = "weight",
    hosts: Hosts = None,
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
    found = given(graph, weight=weight, hosts=hosts)
    low, high = read_range(alpha_min, alpha_max)
    document = _document(CURVE, found, low, high, read_limits(time_limit, gap), engine, processes)
    return Curve(document=document, nodes=found.nodes, remarks=found.remarks)


def read_range(alpha_min: Ratio, alpha_max: Ratio) -> tuple[Alpha, Alpha]:
    """Read the range of a curve."""
    low, high = (
        Alpha.parse(_written(alpha_min), "alpha_min"),
        Alpha.parse(_written(alpha_max), "alpha_max"),
    )
    if low >= high:
        raise QuestionError("alpha_max", f"must be above alpha_min, {low}, got {high}")
    return low, high


def read_alpha(found: Given, asked: Ratio | None) -> Alpha:
    """Read α, which may be left out where no capacity depends on it."""
    if asked is not None:
        return Alpha.parse(_written(asked))
    if found.network.depends_on_alpha:
        raise QuestionError(
            "alpha",
            "is missing: the capacity of some links depends on it; give the capacity of a global "
            "link in local ones, such as alpha=1, or ask for the curve",
        )
    return Alpha.parse(1)


def _written(ratio: Ratio) -> object:
    return str(ratio) if isinstance(ratio, Fraction) else ratio


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


def _document(
    variant: Variant,
    found: Given,
    low: Alpha,
    high: Alpha,
    limits: Limits,
    engine: str,
    processes: int,
) -> dict[str, Any]:
    """Answer in child processes, and write the document."""
    network = found.network
    balance = Balance.of(network, found.balance)
    inquiry = Inquiry(network=network, balance=balance, low=low, high=high, engine=engine)
    check_inquiry(inquiry)
    work = Work(topology=found.topology, inquiry=inquiry, limits=limits)
    started, began = datetime.now(UTC), time.monotonic()
    with children(processes) as execution:
        envelope, failure = trace_locally(inquiry, limits, execution)
    if failure:
        raise SolverError(failure)
    envelope = with_some_cut(envelope, inquiry)
    about = provenance(envelope, started=started, seconds=time.monotonic() - began)
    return variant.document(work, envelope, about)
