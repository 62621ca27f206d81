"""Simulations of a mechanism under a traffic, at one load or at several."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError, SolverError
from alphacut.solver.simulation import kernel
from alphacut.solver.simulation.params import CHOICES, OBLIVIOUS, Params, Run
from alphacut.solver.simulation.paths import ways_of
from alphacut.solver.simulation.pattern import destinations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.channels import Channels, Numbers
    from alphacut.solver.routing.routes import Mechanism
    from alphacut.solver.traffic.traffic import Traffic

MOST_PACKETS = 50_000_000  # that all buffers hold together


def simulate(
    mechanism: Mechanism,
    network: Network,
    traffic: Traffic,
    load: Fraction,
    params: Params,
    *,
    nonminimal: Mechanism | None = None,
    any_vc: bool = False,
) -> Run:
    """Simulate one load.

    Parameters
    ----------
    load
        Phits that each host generates in a cycle, from above 0 to 1.
    nonminimal
        The routes that packets may take instead, where `params.choice` lets them choose.
    any_vc
        Whether routers choose among `params.vcs` virtual channels of each link, rather
        than following the channels of the routes.

    Raises
    ------
    QuestionError
        If the load is no such number, or the buffers would hold too many packets.
    """
    if not 0 < load <= 1:
        raise QuestionError("load", f"must be above 0 and at most 1, got {load}")
    if (nonminimal is None) != (params.choice == OBLIVIOUS):
        raise QuestionError("choice", "packets choose if, and only if, there are other routes")
    if mechanism.adaptive:
        raise QuestionError("mechanism", "routes that are chosen at every switch are not simulated")
    net = _net(network, mechanism.channels, traffic, params, any_vc)
    settings = kernel.Settings(
        float(load) / params.packet, params.packet, params.queue, params.warm_up, params.cycles,
        params.stuck, CHOICES.index(params.choice), params.threshold, params.seed,
    )  # fmt: skip
    ways = ways_of(mechanism, any_vc=any_vc)
    other = ways_of(nonminimal, any_vc=any_vc) if nonminimal else ways
    counts, sent, kept = kernel.simulate(net, settings, ways, other)
    _check_conserved(counts, kept, net)
    return _run(counts, sent, net, load, params)


def at_loads(
    mechanism: Mechanism,
    network: Network,
    traffic: Traffic,
    loads: Iterable[Fraction],
    params: Params,
    *,
    nonminimal: Mechanism | None = None,
    any_vc: bool = False,
) -> Iterator[Run]:
    """Simulate several loads, each with a seed of its own."""
    for number, load in enumerate(loads):
        own = replace(params, seed=params.seed + number)
        yield simulate(mechanism, network, traffic, load, own, nonminimal=nonminimal, any_vc=any_vc)


def _net(
    network: Network, channels: Channels, traffic: Traffic, params: Params, any_vc: bool
) -> kernel.Net:
    links = channels.links
    n, hosts = network.switches, np.array(network.hosts, dtype=np.int64)
    vcs = np.full(links.count, params.vcs) if any_vc else np.diff(channels.first)
    room = np.where(links.between, params.global_buffer, params.local_buffer)
    if int((vcs * room).sum()) > MOST_PACKETS:
        raise QuestionError("buffers", f"hold more than {MOST_PACKETS:,} packets together")
    by_head = np.argsort(links.heads, kind="stable")
    across = np.flatnonzero(links.between)
    own = across[np.argsort(links.tails[across], kind="stable")]
    wanted = destinations(traffic)
    return kernel.Net(
        links.heads,
        by_head,
        _starts(links.heads, n),
        np.where(links.between, params.global_latency, params.local_latency),
        np.concatenate([[0], np.cumsum(vcs)]).astype(np.int64),
        room,
        links.between,
        np.repeat(np.arange(n), hosts),
        np.concatenate([[0], np.cumsum(hosts)]).astype(np.int64),
        own,
        _starts(links.tails[across], n),
        *wanted,
    )


def _starts(switches: Numbers, n: int) -> Numbers:
    counts = np.bincount(switches, minlength=n)
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def _check_conserved(counts: Numbers, kept: Numbers, net: kernel.Net) -> None:
    """Make sure that no packet and no room in a buffer was lost or made up."""
    full = np.repeat(net.room, np.diff(net.first))
    if (kept != full).any() or counts[kernel.GENERATED] < counts[kernel.DELIVERED]:
        raise SolverError("the simulation lost packets, which is a fault of alphacut")


def _run(counts: Numbers, sent: Numbers, net: kernel.Net, load: Fraction, params: Params) -> Run:
    sending = int((net.ends > net.starts).sum())
    measured, stopped = int(counts[kernel.MEASURED]), int(counts[kernel.STOPPED])
    cycles = params.cycles - params.warm_up
    moving = int(counts[kernel.MOVING])
    generated, delivered = int(counts[kernel.GENERATED]), int(counts[kernel.DELIVERED])
    return Run(
        offered=load,
        accepted=measured * params.packet / (cycles * sending),
        latency=float(counts[kernel.LATE]) / measured if measured else None,
        generated=generated,
        delivered=delivered,
        waiting=generated - delivered - moving,
        moving=moving,
        refused=int(counts[kernel.REFUSED]),
        stopped=stopped if stopped >= 0 else None,
        busiest=float(sent.max(initial=0)) * params.packet / cycles,
        seed=params.seed,
    )
