"""Network files of BookSim's anynet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.exchange._base import (
    ExchangeFormat,
    Files,
    Imported,
    head_of,
    is_count,
    text_of,
)
from arrangements.formats.exchange._numbering import network_of
from arrangements.network import LOCAL, Link
from arrangements.words import shown

if TYPE_CHECKING:
    from arrangements.network import Network


class Item(NamedTuple):
    """One module in a line."""

    kind: str  # "router" or "node"
    number: int
    latency: int | None  # of the channel to it, in cycles


def write(network: Network) -> Files:
    """Write a line for each router: its nodes and its neighbours, both directions of each link.

    Raises
    ------
    NetworkError
        If two switches are joined by more than one link.
    """
    neighbours: list[list[int]] = [[] for _ in range(network.switches)]
    for first, second, name, multiplicity in network.links:
        if multiplicity > 1 or second in neighbours[first]:
            raise NetworkError(
                f"BookSim's anynet has one channel between two routers, but switches {first} and "
                f"{second} are joined by several links ({name}); trunks cannot be written"
            )
        neighbours[first].append(second)
        neighbours[second].append(first)
    lines, node = [], 0
    for switch, near in enumerate(neighbours):
        nodes = range(node, node + network.hosts[switch])
        node = nodes.stop
        words = [f"router {switch}", *(f"node {each}" for each in nodes)]
        lines.append(" ".join([*words, *(f"router {other}" for other in sorted(near))]))
    return (("\n".join(lines) + "\n").encode(),)


def read(files: Files) -> Imported:
    """Read a file; a channel that goes one way in it goes back as well.

    References
    ----------
    BookSim 2, src/examples/anynet/README: a latency holds for one direction.
    """
    hosts: dict[int, int] = {}
    home: dict[int, int] = {}
    ends: set[tuple[int, int]] = set()
    latencies: set[int] = set()
    for line, text in enumerate(text_of(files[0]).splitlines(), 1):
        items = _items(text, line)
        if not items:
            continue
        head, *rest = items
        for item in rest:
            latencies |= {1 if item.latency is None else item.latency}
            _join(head, item, line, home, ends)
        for item in items:
            if item.kind == "router":
                hosts.setdefault(item.number, 0)
    for router in home.values():
        hosts[router] = hosts.get(router, 0) + 1
    return _imported(hosts, ends, latencies)


def _imported(hosts: dict[int, int], ends: set[tuple[int, int]], latencies: set[int]) -> Imported:
    if not hosts:
        raise SpecError("", "there is no router in it")
    number = {router: position for position, router in enumerate(sorted(hosts))}
    network, _ = network_of(
        switches=len(hosts),
        links=[Link(number[one], number[other], LOCAL.name) for one, other in sorted(ends)],
        hosts={number[router]: count for router, count in hosts.items()},
    )
    notes = []
    if latencies - {1}:
        notes.append("the latencies of channels; all links are local, with the capacity 1")
    if list(number) != list(number.values()):
        notes.append("the numbers of routers; switches are numbered in their order")
    return Imported(network=network, notes=tuple(notes))


def _items(text: str, line: int) -> list[Item]:
    words = text.split()
    items: list[Item] = []
    position = 0
    while position < len(words):
        kind = words[position].lower()
        number = words[position + 1] if position + 1 < len(words) else ""
        if kind not in ("router", "node") or not is_count(number):
            raise SpecError(
                "", f"line {line}: needs router or node and its number, got {shown(text.strip())}"
            )
        position += 2
        latency = words[position] if position < len(words) else ""
        if is_count(latency):
            position += 1
        items.append(Item(kind, int(number), int(latency) if is_count(latency) else None))
    return items


def _join(
    head: Item, item: Item, line: int, home: dict[int, int], ends: set[tuple[int, int]]
) -> None:
    kinds = {head.kind, item.kind}
    if kinds == {"node"}:
        raise SpecError("", f"line {line}: two nodes cannot be joined")
    if kinds == {"router"}:
        if head.number == item.number:
            raise SpecError("", f"line {line}: joins router {head.number} to itself")
        ends.add((min(head.number, item.number), max(head.number, item.number)))
        return
    node, router = (head, item) if head.kind == "node" else (item, head)
    if home.setdefault(node.number, router.number) != router.number:
        raise SpecError("", f"line {line}: node {node.number} is joined to two routers")


def looks_like(content: bytes) -> bool:
    """Whether the first line begins with a module and its number."""
    words = head_of(content).split()[:2]
    return len(words) == 2 and words[0].lower() in ("router", "node") and words[1].isdecimal()


BOOKSIM = ExchangeFormat(
    name="booksim",
    description="a network file of BookSim's anynet; no parallel links",
    media_type="text/plain",
    extensions=(".anynet",),
    read=read,
    write=write,
    looks_like=looks_like,
)
