"""What a document says was asked: its network, its hosts, and those that may be used."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, DocumentError, QuestionError
from alphacut.solver.common.fields import object_in, only_fields
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.placement.request import PlacementRequest
from alphacut.solver.placement.schema import ASKED
from alphacut.solver.placement.verify.reading import Json, identical

MOST_HOSTS = 200_000


@dataclass(frozen=True, kw_only=True)
class Instance:
    """A question, read."""

    request: Json  # all that was asked, defaults filled in
    network: Network
    names: tuple[str, ...]  # of all hosts, switch by switch
    switch: tuple[int, ...]  # of each host
    free: tuple[int, ...]  # the hosts that may be used, in order

    @property
    def whole(self) -> bool:
        """Whether every host of the network may be used."""
        return len(self.free) == sum(self.network.hosts)

    @cached_property
    def place(self) -> dict[str, int]:
        """The number of each host by its name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def room(self) -> list[int]:
        """Hosts of each switch that may be used."""
        count = Counter(self.switch[host] for host in self.free)
        return [count[switch] for switch in range(self.network.switches)]


def read_instance(written: Json) -> Instance:
    """Read the question of a document, and build its network.

    Raises
    ------
    DocumentError
        If one of them cannot be read.
    BeyondLimit
        If the network is too large.
    """
    network = rebuilt(written.get("topology"))
    hosts = sum(network.hosts)
    if hosts > MOST_HOSTS:
        raise BeyondLimit("switches", f"{hosts:,} hosts, and {MOST_HOSTS:,} are allowed")
    request = _request(written)
    names, switch = _hosts(request, network)
    return Instance(
        request=request, network=network, names=names, switch=switch, free=_free(request, names)
    )


def _request(written: Json) -> Json:
    asked = object_in(written.get("question"), "question")
    only_fields(asked, ASKED, "question")
    body = {"kind": "placement", "topology": written.get("topology"), **asked}
    try:
        request = PlacementRequest.model_validate(body).model_dump(mode="json")
    except (ValueError, QuestionError, SpecError) as error:
        first = str(error).splitlines()[0]
        raise DocumentError(f"question cannot be read: {first}") from error
    for name, value in asked.items():
        if not identical(value, request[name]):
            raise DocumentError(
                f"question.{name} is {shown(value)}; a document writes {shown(request[name])}"
            )
    return request


def _hosts(request: Json, network: Network) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the names of all hosts, and the switch of each: n0, n1, … where none are given."""
    named = request["hosts"]
    if named is None:
        switches = [s for s, count in enumerate(network.hosts) for _ in range(count)]
        return tuple(f"n{number}" for number in range(len(switches))), tuple(switches)
    if len(named) > network.switches or any(
        len(here) > network.hosts[switch] for switch, here in enumerate(named)
    ):
        raise DocumentError("question.hosts has more hosts than the switches of the network take")
    pairs = [(name, switch) for switch, here in enumerate(named) for name in here]
    if not pairs or len({name for name, _ in pairs}) < len(pairs):
        raise DocumentError("question.hosts names no host, or one twice")
    return tuple(name for name, _ in pairs), tuple(switch for _, switch in pairs)


def _free(request: Json, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the hosts that may be used."""
    nodes = request["nodes"]
    if nodes is None:
        return tuple(range(len(names)))
    wanted = set(nodes)
    free = tuple(number for number, name in enumerate(names) if name in wanted)
    if not nodes or len(wanted) < len(nodes) or len(free) < len(wanted):
        raise DocumentError("question.nodes names no host, one twice, or one that is not there")
    return free
