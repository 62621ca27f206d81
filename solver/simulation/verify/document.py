"""Checking a document about a simulation: its accounts, and the exact limit of its links.

What was measured is one run of a program with a seed. This is checked of it: every packet is
accounted for, rates and latencies are those of whole packets and cycles, and nothing is more than
hosts, links and buffers can hold. The exact limit, where it is told, is computed anew. Numbers
that keep all these accounts and are not those of the program pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.common.fields import (
    document_in,
    fraction_in,
    integer_in,
    object_in,
    only_fields,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.routing.verify.document import carried, routes_in, saturated, vcs_in
from alphacut.solver.routing.verify.fabric import Fabric
from alphacut.solver.simulation.verify.run import Accounts, check_run
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Traffic

Json = Mapping[str, Any]
FORMAT = "alphacut-simulation/1"
FIELDS = (
    "format", "topology", "mechanism", "any_vc", "traffic", "parameters", "status", "saturation",
    "runs", "provenance",
)  # fmt: skip
PARAMETERS = (
    "packet", "local_latency", "global_latency", "local_buffer", "global_buffer", "queue", "vcs",
    "warm_up", "cycles", "stuck", "threshold", "seed",
)  # fmt: skip
CHOICES = ("oblivious", "ugal-l", "piggyback")
STATUSES = ("measured", "unverified")
OF_ROUTES = ("name", "vcs", "adaptive", "escape", "remarks")
MOST_RUNS, MOST_CYCLES, MOST = 100, 1_000_000, 2**32


def verify_simulation(
    document: object,
    load: Load = refuse_files,  # noqa: ARG001
    limits: Limits = USUAL,
) -> Verdict:
    """Check a document about a simulation.

    Parameters
    ----------
    document
        The JSON value.
    load
        Is not called: these documents keep nothing in files beside them.
    limits
        The most that the check may cost.

    Raises
    ------
    DocumentError
        If it cannot be read.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false.
    """
    written = document_in(document, FORMAT, FIELDS)
    object_in(written.get("provenance", {}), "provenance")
    with within(limits):
        return _verify(written)


def _verify(written: Json) -> Verdict:
    network = rebuilt(written.get("topology"))
    status = text_in(written, "status")
    if status not in STATUSES:
        raise DocumentError(f"status is none of {', '.join(STATUSES)}")
    parameters = _parameters(written)
    mechanism = object_in(written.get("mechanism"), "mechanism")
    fabric = Fabric(network, vcs_in(mechanism))
    traffic = _traffic(written, network)
    accounts = _accounts(written, parameters, fabric, traffic)
    runs = _runs(written)
    for number, run in enumerate(runs):
        check_run(run, accounts, number)
    checked = [
        f"{network.switches} switches rebuilt",
        f"packets of {len(runs)} runs add up, and fit hosts, links and buffers",
        *_limit(written, mechanism, fabric, traffic),
        "not checked: whether the program measures these numbers with these seeds",
    ]
    return Verdict(status=status, checked=tuple(checked))


def _parameters(written: Json) -> Json:
    found = object_in(written.get("parameters"), "parameters")
    only_fields(found, (*PARAMETERS, "choice"), "parameters")
    for name in PARAMETERS:
        least = 0 if name in ("warm_up", "threshold", "seed") else 1
        if not least <= integer_in(found, name) < MOST:
            raise DocumentError(f"parameters.{name} is out of range")
    if not found["warm_up"] < found["cycles"] <= MOST_CYCLES:
        raise DocumentError("parameters.cycles is out of range")
    if text_in(found, "choice") not in CHOICES:
        raise DocumentError(f"parameters.choice is none of {', '.join(CHOICES)}")
    return found


def _traffic(written: Json, network: Network) -> Traffic:
    try:
        return read_traffic(written.get("traffic"), network)
    except QuestionError as error:
        raise DocumentError(str(error)) from error


def _runs(written: Json) -> Sequence[Json]:
    found = written.get("runs")
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_RUNS:
        raise DocumentError(f"runs is not a list of 1 to {MOST_RUNS}")
    return [object_in(run, f"runs.{number}") for number, run in enumerate(found)]


def _accounts(written: Json, parameters: Json, fabric: Fabric, traffic: Traffic) -> Accounts:
    """Sum up what there is room for."""
    any_vc = written.get("any_vc")
    if not isinstance(any_vc, bool):
        raise DocumentError("any_vc is not true or false")
    group, ends = fabric.group, zip(fabric.tails, fabric.heads, strict=True)
    across = np.array([group[tail] != group[head] for tail, head in ends], dtype=bool)
    vcs = np.full(len(across), parameters["vcs"]) if any_vc else np.diff(fabric.first)
    room = np.where(across, parameters["global_buffer"], parameters["local_buffer"])
    senders = [block.sources for block in traffic.blocks if len(block.destinations)]
    if traffic.pairs is not None:
        senders.append(traffic.pairs.sources)
    sending = len(np.unique(np.concatenate(senders))) if senders else 0
    if not sending:
        raise Refused("traffic: no host sends")
    hosts = sum(fabric.network.hosts)
    names = ("packet", "queue", "warm_up", "cycles", "stuck", "seed")
    return Accounts(
        hosts=hosts,
        sending=sending,
        room=int((vcs * room).sum()) + hosts,
        **{name: parameters[name] for name in names},
    )


def _limit(written: Json, mechanism: Json, fabric: Fabric, traffic: Traffic) -> list[str]:
    """Check the exact limit of the links, where it is told."""
    if text_in(mechanism, "name") == "routes":
        only_fields(mechanism, OF_ROUTES, "mechanism")
        if "saturation" in written:
            raise Refused("saturation is told, and the routes are not")
        return []
    routes = routes_in(mechanism, fabric, written["topology"])
    if "saturation" not in written:
        return []
    if written["parameters"]["choice"] != "oblivious":
        raise Refused("saturation is told of packets that choose their routes")
    exact = saturated(carried(routes, traffic.between_switches(fabric.network)))
    if fraction_in(written, "saturation") != Fraction(exact):
        raise Refused(f"saturation is not {exact}")
    return [f"exact limit {exact} of the links computed anew"]
