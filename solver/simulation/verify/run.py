"""The accounts of one run: whole packets in whole cycles, and room for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.solver.common.errors import Refused
from alphacut.solver.common.fields import fraction_in, integer_in, number_in, only_fields

Json = Mapping[str, Any]
COUNTS = ("generated", "delivered", "waiting", "moving", "refused")
FIELDS = ("offered", "accepted", "latency", *COUNTS, "stopped", "busiest", "seed")


@dataclass(frozen=True, kw_only=True)
class Accounts:
    """What a run has to fit."""

    hosts: int
    sending: int  # hosts that send
    room: int  # packets that the network holds, those at the doors of hosts included
    packet: int  # phits
    queue: int  # packets that wait at a host
    warm_up: int
    cycles: int
    stuck: int  # cycles without movement that are taken for a deadlock
    seed: int  # of the first run

    @property
    def measured(self) -> int:
        """Cycles in which is measured."""
        return self.cycles - self.warm_up


def check_run(run: Json, accounts: Accounts, number: int) -> None:
    """Check one run.

    Raises
    ------
    DocumentError, Refused
        If it cannot be read, or is impossible.
    """
    place = f"runs.{number}"
    only_fields(run, FIELDS, place)
    count = {name: integer_in(run, name) for name in COUNTS}
    _require(all(each >= 0 for each in count.values()), f"{place} has a count below 0")
    _require(0 < fraction_in(run, "offered") <= 1, f"{place}.offered is not above 0 and at most 1")
    _require(integer_in(run, "seed") == accounts.seed + number, f"{place}.seed is another run's")
    delivered, made = count["delivered"], count["generated"]
    _require(
        made == delivered + count["waiting"] + count["moving"],
        f"{place}: packets that were generated did not all arrive, wait or move",
    )
    born = made + count["refused"]
    _require(born <= accounts.sending * accounts.cycles, f"{place}.generated is too many")
    _require(count["waiting"] <= accounts.sending * accounts.queue, f"{place}.waiting has no room")
    _require(count["moving"] <= accounts.room, f"{place}.moving has no room")
    _check_stop(run, count["moving"], accounts, place)
    arrived = _check_accepted(run, delivered, accounts, place)
    _check_latency(run, arrived, accounts, place)
    sent = _whole(run, "busiest", accounts.packet, accounts.measured, place)
    _require(sent <= min(made, _most(accounts.measured, accounts)), f"{place}.busiest is too much")


def _check_stop(run: Json, moving: int, accounts: Accounts, place: str) -> None:
    if run.get("stopped", 0) is None:
        return
    last = integer_in(run, "stopped")
    _require(
        moving > 0 and 0 <= last < accounts.cycles - 1 - accounts.stuck,
        f"{place}.stopped is no cycle after which nothing could be seen to move",
    )


def _check_accepted(run: Json, delivered: int, accounts: Accounts, place: str) -> int:
    """Return how many packets arrived after the warm-up."""
    arrived = _whole(run, "accepted", accounts.packet, accounts.measured * accounts.sending, place)
    before = accounts.hosts * _most(accounts.warm_up, accounts)
    _require(
        arrived <= min(delivered, accounts.hosts * _most(accounts.measured, accounts))
        and delivered - arrived <= before,
        f"{place}.accepted is not what arrived",
    )
    return arrived


def _check_latency(run: Json, arrived: int, accounts: Accounts, place: str) -> None:
    if run.get("latency", 0) is None:
        _require(arrived == 0, f"{place}.latency is left out, and packets arrived")
        return
    _require(arrived > 0, f"{place}.latency is told, and no packet arrived")
    latency = number_in(run, "latency", place)
    cycles = round(latency * arrived)
    _require(float(cycles) / arrived == latency, f"{place}.latency is no mean of whole cycles")
    _require(
        accounts.packet <= latency <= accounts.cycles + accounts.packet,
        f"{place}.latency is shorter than a packet, or longer than the run",
    )


def _whole(run: Json, name: str, packet: int, cycles: int, place: str) -> int:
    """Read a share of cycles as the number of packets that it is made of."""
    share = number_in(run, name, place)
    packets = round(share * cycles / packet)
    _require(
        packets >= 0 and float(packets) * packet / cycles == share,
        f"{place}.{name} is not of whole packets",
    )
    return packets


def _most(cycles: int, accounts: Accounts) -> int:
    """Return the most packets that can begin on one link in so many cycles."""
    return -(-cycles // accounts.packet)


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise Refused(problem)
