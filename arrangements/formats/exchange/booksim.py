"""Network files of BookSim's anynet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    check_written,
)
from alphacut.arrangements.formats.exchange._numbering import network_of
from alphacut.arrangements.formats.exchange._text import head_of, is_count, lines_of, words_of
from alphacut.arrangements.network import LOCAL, Link
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network


MOST_HOSTS = 10  # for each link of the largest network


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
    check_written(sum(network.hosts), "nodes")
    neighbours: list[set[int]] = [set() for _ in range(network.switches)]
    for first, second, name, multiplicity in network.links:
        if multiplicity > 1 or second in neighbours[first]:
            raise NetworkError(
                f"BookSim's anynet has one channel between two routers, but switches {first} and "
                f"{second} are joined by several links ({name}); trunks cannot be written"
            )
        neighbours[first].add(second)
        neighbours[second].add(first)
    lines, node = [], 0
    for switch, near in enumerate(neighbours):
        nodes = range(node, node + network.hosts[switch])
        node = nodes.stop
        words = [f"router {switch}", *(f"node {each}" for each in nodes)]
        lines.append(" ".join([*words, *(f"router {other}" for other in sorted(near))]))
    return (("\n".join(lines) + "\n").encode(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read a file; a channel that goes one way in it goes back as well.

    References
    ----------
    BookSim 2, src/examples/anynet/README: a latency holds for one direction.
    """
    hosts: dict[int, int] = {}
    home: dict[int, int] = {}
    ends: set[tuple[int, int]] = set()
    delayed = False
    for line, text in lines_of(files[0], longest=len(files[0])):
        head: Item | None = None
        for item in _items(text, line):
            if item.kind == "router":
                hosts.setdefault(item.number, 0)
            if head is not None:
                delayed = delayed or item.latency not in (None, 1)
                _join(head, item, line, home, ends)
            head = head or item
            reading.check_size(len(hosts), max(len(ends), len(home) // MOST_HOSTS))
    for router in home.values():
        hosts[router] = hosts.get(router, 0) + 1
    return _imported(hosts, ends, delayed)


def _imported(hosts: dict[int, int], ends: set[tuple[int, int]], delayed: bool) -> Imported:
    if not hosts:
        raise SpecError("", "there is no router in it")
    number = {router: position for position, router in enumerate(sorted(hosts))}
    network, _ = network_of(
        switches=len(hosts),
        links=[Link(number[one], number[other], LOCAL.name) for one, other in sorted(ends)],
        hosts={number[router]: count for router, count in hosts.items()},
    )
    notes = []
    if delayed:
        notes.append("the latencies of channels; all links are local, with the capacity 1")
    if list(number) != list(number.values()):
        notes.append("the numbers of routers; switches are numbered in their order")
    return Imported(network=network, notes=tuple(notes))


def _items(text: str, line: int) -> Iterator[Item]:
    """Give the modules of a line: a kind and a number each, and perhaps a latency."""
    words = words_of(text)
    kind = next(words, None)
    while kind is not None:
        number, latency = next(words, ""), None
        if kind.lower() not in ("router", "node") or not is_count(number):
            raise SpecError(
                "",
                f"line {line}: needs router or node and its number, got "
                f"{shown(f'{kind} {number}'.strip())}",
            )
        following = next(words, None)
        if following is not None and is_count(following):
            latency, following = int(following), next(words, None)
        yield Item(kind.lower(), int(number), latency)
        kind = following


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
