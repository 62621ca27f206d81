"""From a complete request to records: the exchange, the machine, the allocation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.allocation import (
    Allocation,
    Hosts,
    allocated,
    everything,
    numbered,
)
from alphacut.solver.placement.decompositions import Wanted
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.layout import Layout, free_slots
from alphacut.solver.placement.machine import GIGABIT, machine_of
from alphacut.solver.placement.model.general import ROUTINGS
from alphacut.solver.placement.ranking import Question

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec
    from alphacut.arrangements.network import Network

Json = Mapping[str, Any]
MOST_HOSTS = 200_000


@dataclass(frozen=True, kw_only=True)
class Job:
    """A request about a grid, with its network."""

    network: Network
    question: Question
    allocation: Allocation
    layout: Layout

    @property
    def whole(self) -> bool:
        """Whether the job may use all hosts of the machine, and not only those that are named."""
        return fills(self.allocation, self.network)


def read_job(request: Json, spec: FamilySpec, network: Network, allocation: Allocation) -> Job:
    """Read a request about a grid.

    Parameters
    ----------
    spec, network, allocation
        Its network, and the hosts that may be used.

    Raises
    ------
    QuestionError
        If the model does not hold for the network, or a host is unknown.
    """
    bandwidths: dict[str, Any] = {
        name: Fraction(request[name]) * GIGABIT for name in ("injection", "local", "remote")
    }
    machine = machine_of(spec, ranks=request["ranks"], **bandwidths)
    room = None
    if not fills(allocation, network):
        room = tuple(free_slots(allocation, network.groups, request["ranks"]))
    wanted = Wanted(
        tasks=_tuple(request["tasks"]),
        block=_tuple(request["block"]),
        count=request["count"],
        any_tasks=request["any_tasks"],
        any_block=request["any_block"],
        room=room,
    )
    weights = tuple(Fraction(each) for each in request["weights"] or ())
    question = Question(
        exchange=Exchange(
            elements=tuple(request["grid"]), message=Fraction(request["message"]), weights=weights
        ),
        machine=machine,
        wanted=wanted,
        routings=ROUTINGS if request["routing"] == "both" else (request["routing"],),
        same_group=request["same_group"],
    )
    layout = Layout(within=request["within"], ranks=request["ranks"], seed=request["seed"])
    return Job(network=network, question=question, allocation=allocation, layout=layout)


def fills(allocation: Allocation, network: Network) -> bool:
    """Tell whether an allocation is all of the machine."""
    return len(allocation.free) == sum(network.hosts)


def allocation_of(request: Json, network: Network) -> Allocation:
    """Return the hosts that may be used.

    Raises
    ------
    QuestionError
        If hosts do not fit the switches, or one is unknown.
    """
    if sum(network.hosts) > MOST_HOSTS:
        raise QuestionError(
            "topology",
            f"has {sum(network.hosts):,} hosts; a job is placed on at most {MOST_HOSTS:,}",
        )
    hosts = numbered(network.hosts)
    if request["hosts"] is not None:
        hosts = _named(request["hosts"], network)
    if request["nodes"] is None:
        return everything(hosts)
    return allocated(hosts, list(request["nodes"]))


def _named(names: list[list[str]], network: Network) -> Hosts:
    if len(names) > network.switches:
        raise QuestionError(
            "hosts", f"has {len(names)} switches with hosts; the network has {network.switches}"
        )
    for switch, here in enumerate(names):
        if len(here) > network.hosts[switch]:
            raise QuestionError(
                "hosts",
                f"has {len(here)} hosts at switch {switch}, which takes {network.hosts[switch]}; "
                "check p of the topology",
            )
    listed = [name for here in names for name in here]
    if not listed:
        raise QuestionError("hosts", "names no host")
    if len(set(listed)) < len(listed):
        twice = next(name for name in listed if listed.count(name) > 1)
        raise QuestionError("hosts", f"names the host {shown(twice)} twice; name it once")
    switches = tuple(s for s, here in enumerate(names) for _ in here)
    return Hosts(names=tuple(listed), switch=switches)


def _tuple(sides: list[int] | None) -> tuple[int, ...] | None:
    return None if sides is None else tuple(sides)
