"""Reading a fabric as it is cabled, and proving what its bisection is and was to be."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats.spec import FamilySpec, build_any, complete, parse, to_spec
from alphacut.arrangements.formats.spec import read as read_spec
from alphacut.arrangements.network import GLOBAL, Line, Network
from alphacut.arrangements.words import shown
from alphacut.jobs.local_driver import trace_locally
from alphacut.jobs.provenance import provenance
from alphacut.service.library.asking import Ratio, read_seconds
from alphacut.service.library.children import children
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, with_some_cut
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.variants import POINT, Work
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError, SolverError
from alphacut.solver.fabric.differences import differences
from alphacut.solver.fabric.document import Compared, fabric_document, usual_balance
from alphacut.solver.fabric.fabric import (
    Fabric,
    read_fabric,
    read_fabrics,
    with_classes,
    with_groups_of,
)
from alphacut.solver.fabric.from_design import SameSwitches
from alphacut.solver.fabric.groupwise import groupwise
from alphacut.solver.fabric.losses import losses
from alphacut.solver.fabric.matching import Design, matched
from alphacut.solver.fabric.speeds import in_one_unit

Files = str | Path | Sequence[str | Path]
Planned = str | Path | Mapping[str, Any]
Hear = Callable[[str], object]


def fabric(
    files: Files,
    *,
    design: Planned | None = None,
    groups: str | None = None,
    alpha: Ratio = 1,
    balance: str | None = None,
    time_limit: float | str | None = 60,
    processes: int = 1,
    remark: Hear = lambda _: None,
) -> dict[str, Any]:
    """Compare a fabric as it is cabled with its design, and prove both bisections.

    Parameters
    ----------
    files
        The path of a file, or of several that tell of one fabric.
    design
        What it was to be: a spec, or the path of the file of the day it was handed over. None:
        nothing is compared.
    groups
        A regular expression whose first group is the name of a switch's group; "none": there are
        none; None: the file, or the names of switches, decide.
    alpha
        Capacity of a link between groups in units of a local one; it counts where the file tells
        no speeds.
    balance
        What halves have equally many of, "switches" or "hosts". None: hosts, where some switches
        have none or the file weighs them.
    time_limit
        Seconds, or a time such as "5m", for each of the two bisections; what is not proven then
        has bounds. None: no limit.
    processes
        How many processes work at the same time.
    remark
        Hears how files were understood.

    Returns
    -------
    dict
        The document, which `verify` checks; "differences" has what is missing, doubled or at
        wrong switches, "now" and "designed" the bisections, "losses" what failures would cost.

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    listed = _paths(files)
    asked = _Asked.of(alpha, balance, time_limit, processes)
    found = read_fabric(listed, groups, remark)
    planned = None if design is None else _design(design, groups, remark)
    return _document(found, planned, asked, remark)


def fabrics(
    files: Files,
    *,
    design: Planned | Sequence[Planned] | None = None,
    groups: str | None = None,
    apart: bool = False,
    alpha: Ratio = 1,
    balance: str | None = None,
    time_limit: float | str | None = 60,
    processes: int = 1,
    remark: Hear = lambda _: None,
) -> list[dict[str, Any]]:
    """Compare each fabric of a machine, such as its subnets or planes, with its design.

    Parameters
    ----------
    files
        The paths of their files; those that share switches are of one fabric.
    design
        What each was to be, or a list: that of each fabric in the order of their first files.
    apart
        Each file is a fabric of its own, also where switches of several have the same names.
    groups, alpha, balance, time_limit, processes, remark
        See `fabric`.

    Returns
    -------
    list of dict
        The document of each, as `fabric` gives it.

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    listed = _paths(files)
    asked = _Asked.of(alpha, balance, time_limit, processes)
    found = read_fabrics(listed, groups, remark, apart=apart)
    given = [design] if design is None or isinstance(design, str | Path | Mapping) else [*design]
    if len(given) not in (1, len(found)):
        raise QuestionError(
            "design", f"is given {len(given)} times for {len(found)} fabrics; give one, or each its"
        )
    planned = [None if each is None else _design(each, groups, remark) for each in given]
    planned = planned * len(found) if len(planned) == 1 else planned
    return [_document(each, its, asked, remark) for each, its in zip(found, planned, strict=True)]


def _paths(files: object) -> list[str | Path]:
    """Return paths as a list; a graph, whose nodes could be listed as well, is none."""
    listed = [files] if isinstance(files, str | Path) else files
    if not isinstance(listed, list | tuple) or not all(isinstance(p, str | Path) for p in listed):
        raise QuestionError(
            "files",
            f"must be the path of a file, or a list of paths, got {shown(type(files).__name__)}",
        )
    return [*listed]


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What is asked of each fabric."""

    alpha: Alpha
    balance: str | None
    limits: Limits
    processes: int

    @classmethod
    def of(
        cls, alpha: Ratio, balance: str | None, time_limit: float | str | None, processes: int
    ) -> Self:
        at = Alpha.parse(str(alpha))
        if not at.finite or not at.numerator:
            raise QuestionError("alpha", f"must be above 0 and finite, such as 1 or 5/4, got {at}")
        limits = Limits(seconds=read_seconds("time_limit", time_limit))
        return cls(alpha=at, balance=balance, limits=limits, processes=processes)


def _document(found: Fabric, planned: Design | None, asked: _Asked, remark: Hear) -> dict[str, Any]:
    """Match a fabric with its design, prove both bisections, and write what was found."""
    started, began = datetime.now(UTC), time.monotonic()
    at, limits, processes = asked.alpha, asked.limits, asked.processes
    match = None if planned is None else matched(planned, found)
    by_names = match is not None and match.by == "names"
    if planned is not None and match is not None and (by_names or found.grouping.by == "none"):
        found = with_groups_of(found, planned.network, match.same)
    if planned is None or planned.network.links_of(GLOBAL.name):
        found = with_classes(found)
    if planned is not None and match is not None:
        planned, found = in_one_unit(planned, found, match, remark)
    halves = _balance(found.network, asked.balance or found.balance)
    if planned is None or match is None:
        now, envelope = _point(found.network, _topology(found), halves, at, limits, processes)
        compared, envelopes = None, [envelope]
    else:
        own = Balance.of(planned.network, halves.name)
        point, before = _point(planned.network, planned.topology, own, at, limits, processes)
        alike = SameSwitches.of((planned.network, own), (found.network, halves), match, at)
        offered = () if alike is None else (Cut.of(found.network, alike.side(point["side"])),)
        now, envelope = _point(
            found.network, _topology(found), halves, at, limits, processes, offered
        )
        compared = Compared(
            point=point,
            hosts=sum(planned.network.hosts),
            match=match,
            groups=match.groups(planned.network, found.network),
            found=differences(planned.network, found.network, match),
            least=None if alike is None else alike.least(point, now),
        )
        envelopes = [envelope, before]
    best = envelope.point_at(at)
    lower = best.bound if best else 0
    if compared is not None and compared.least is not None:
        lower = int(compared.least.lower * at.scaled(Line(1, 0)))
    return fabric_document(
        found,
        now=now,
        compared=compared,
        losses=losses(found.network, halves, at, now["side"], lower),
        alpha=at,
        provenance=provenance(*envelopes, started=started, seconds=time.monotonic() - began),
    )


def _design(design: Planned, groups: str | None, remark: Hear) -> Design:
    """Read a design: a family of networks, or a file with names."""
    spec: FamilySpec = (
        parse(dict(design)) if isinstance(design, Mapping) else read_spec(str(design))
    )
    network = build_any(spec)
    if spec.complete()["family"] != "graph" or not isinstance(design, str | Path):
        return Design(
            network=network, topology=complete(spec), wired=not isinstance(network, AnyWiring)
        )
    read = with_classes(read_fabric([design], groups, remark))
    return Design(network=read.network, topology=_topology(read))


def _topology(found: Fabric) -> dict[str, Any]:
    unit = {} if found.unit is None else {"unit": found.unit}
    return complete(to_spec(found.network)) | unit


def _balance(network: Network, balance: str | None) -> Balance:
    return usual_balance(network) if balance is None else Balance.of(network, balance)


def _point(
    network: Network,
    topology: Mapping[str, Any],
    balance: Balance,
    alpha: Alpha,
    limits: Limits,
    processes: int,
    offered: tuple[Cut, ...] = (),
) -> tuple[dict[str, Any], Envelope]:
    """Prove a bisection: by groups alone, in this process, or by all engines in others."""
    started, began = datetime.now(UTC), time.monotonic()
    problem = CurveProblem(network=network, balance=balance, low=alpha, high=alpha, offered=offered)
    first = groupwise(network, balance, alpha)
    envelope = problem.start().absorb(first)
    if envelope.open and not isinstance(network, AnyWiring):
        with children(processes) as execution:
            envelope, failure = trace_locally(problem, limits, execution)
        if failure:
            raise SolverError(failure)
        envelope = with_some_cut(envelope, problem).absorb(first)
    work = Work(topology=topology, problem=problem, limits=limits)
    about = provenance(envelope, started=started, seconds=time.monotonic() - began)
    return POINT.document(work, envelope, about), envelope
