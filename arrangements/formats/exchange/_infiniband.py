"""InfiniBand fabrics as tools print them: switches, adapters, and cables with their speeds.

References
----------
InfiniBand Architecture Specification, volume 1, section 14.2.5.6 (link widths and speeds).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import filled_lines_of
from alphacut.arrangements.formats.exchange._weights import common_unit
from alphacut.arrangements.network import LOCAL, LinkClass
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from alphacut.arrangements.formats.exchange._base import Imported, Reading

LANES = {  # Gb/s of one lane, as it is called; encoding takes a part of it
    "SDR": Fraction(5, 2), "DDR": Fraction(5), "QDR": Fraction(10), "FDR10": Fraction(10),
    "FDR": Fraction(14), "EDR": Fraction(25), "HDR": Fraction(50), "NDR": Fraction(100),
    "XDR": Fraction(200),
}  # fmt: skip
SPEEDS = {  # as tools write them, in Gb/s
    "2.5": "SDR", "5.0": "DDR", "5": "DDR", "10.0": "QDR", "10": "QDR", "FDR10": "FDR10",
    "10.3125": "FDR10", "14.0625": "FDR", "14": "FDR", "25.78125": "EDR", "25": "EDR",
    "50": "HDR", "53.125": "HDR", "100": "NDR", "106.25": "NDR", "200": "XDR", "212.5": "XDR",
}  # fmt: skip
LONGEST = 2000  # characters of a line
NO_HOST = re.compile(
    r"aggregation node|gateway|bridgex|skyway|\brouter\b|\b4036E IO\b", re.IGNORECASE
)
ADAPTER = re.compile(r"\S+ (?:HCA-|mlx[45]_|ib|qib|hfi1_|mthca|opa)\w*", re.IGNORECASE)
HOST = re.compile(r"([A-Za-z0-9._-]{1,255})(?:\s|$)")


def short_lines_of(content: bytes) -> Iterator[tuple[int, str]]:
    """Give lines and their numbers; longer ones than tools print are refused, unmatched."""
    for number, line in filled_lines_of(content):
        if len(line) > LONGEST:
            raise SpecError("", f"line {number}: has more than {LONGEST:,} characters")
        yield number, line


class End(NamedTuple):
    """A port of a node."""

    node: str
    port: int


class Rate(NamedTuple):
    """Width and speed of a cable, such as 4xHDR."""

    width: int
    speed: str  # one of LANES

    @classmethod
    @lru_cache(maxsize=1000)
    def of(cls, width: str, speed: str) -> Rate | None:
        """Read both as tools print them; None for what is unknown."""
        name = SPEEDS.get(speed, speed)
        return cls(int(width), name) if name in LANES else None

    @property
    def gigabits(self) -> Fraction:
        """Gb/s."""
        return self.width * LANES[self.speed]

    def __str__(self) -> str:
        return f"{self.width}x{self.speed}"


class Cable(NamedTuple):
    """What a cable is like, from the line that names it first."""

    place: str
    rate: Rate | None  # None: it is not told


def is_host(description: str) -> bool:
    """Whether an adapter is one of a host, and none of a switch, a router or a gateway."""
    return ADAPTER.fullmatch(description) is not None or not NO_HOST.search(description)


@dataclass
class Cabling:
    """What the lines of a file have told so far; nodes go by whatever the file calls them."""

    switches: dict[str, str] = field(default_factory=dict)  # descriptions
    adapters: dict[str, str] = field(default_factory=dict)  # descriptions, also of other nodes
    strangers: set[str] = field(default_factory=set)  # adapters that are no hosts whatever they say
    cables: dict[tuple[End, End], Cable] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    _unlike: tuple[str, str] | None = None  # places of one cable with two rates

    def add(self, node: str, description: str, *, is_switch: bool) -> None:
        """Name a node; a description that comes later counts where there was none."""
        where = self.switches if is_switch else self.adapters
        where[node] = where.get(node) or description.strip()

    def join(self, place: str, one: End, other: End, rate: Rate | None) -> None:
        """Add a cable, which may be named from either end."""
        key = (one, other) if one <= other else (other, one)
        before = self.cables.setdefault(key, Cable(place, rate))
        if rate is not None and before.rate is None:
            self.cables[key] = Cable(before.place, rate)
        elif rate is not None and rate != before.rate:
            self._unlike = self._unlike or (before.place, place)

    def check_size(self, reading: Reading) -> None:
        """Refuse what is larger than the largest network that is read; hosts count little."""
        reading.check_size(len(self.switches), 0)
        most = 64 * (reading.switches + reading.links)
        if len(self.cables) + len(self.adapters) > most:
            raise SpecError("", f"too large: more than {most:,} cables and adapters")

    def imported(self, reading: Reading) -> Imported:
        """Make the network of the switches, with the hosts that are joined to them.

        A switch is called as it describes itself, where all descriptions differ.
        """
        if not self.switches:
            raise SpecError("", "names no switch; give the whole output")
        links = Links(reading)
        for node, description in self.switches.items():
            switch = links.switch(f"S-{node}")
            if description:
                links.labels[switch] = description
        links.remarks += self.remarks
        self._add_hosts(links)
        self._add_cables(links)
        return links.imported()

    def _add_cables(self, links: Links) -> None:
        between = {
            ends: cable for ends, cable in self.cables.items()
            if all(end.node not in self.adapters for end in ends)
        }  # fmt: skip
        for ends, cable in between.items():
            for node, _ in ends:
                if node not in self.switches:
                    raise SpecError(
                        "", f"{cable.place}: a cable leads to the unknown switch {shown(node)}"
                    )
        classes = _classes(links, [cable.rate for cable in between.values()])
        names = {
            node: printable(description or node, 60) for node, description in self.switches.items()
        }
        for (one, other), cable in between.items():
            name = str(cable.rate) if classes else LOCAL.name
            called = f"{names[one.node]}[{one.port}] - {names[other.node]}[{other.port}]"
            links.add(
                cable.place, (f"S-{one.node}", f"S-{other.node}"), link_class=name, cable=called
            )
        if self._unlike:
            links.remarks.append(
                f"{self._unlike[0]} and {self._unlike[1]} tell two speeds of one cable; the first "
                "one counts"
            )

    def _add_hosts(self, links: Links) -> None:
        """Count each adapter of a host once, at the switch of its first port."""
        ports: dict[str, list[tuple[int, str]]] = {}  # of adapters, each with its switch
        for one, other in self.cables:
            for end, far in ((one, other), (other, one)):
                if end.node in self.adapters and far.node in self.switches:
                    ports.setdefault(end.node, []).append((end.port, far.node))
        others = [node for node in ports if not self._is_host(node)]
        hosts = {node: min(ends) for node, ends in ports.items() if self._is_host(node)}
        at: dict[str, list[str]] = {node: [] for node in self.switches}
        for node, (_, switch) in hosts.items():
            at[switch].append(_host_name(self.adapters[node]))
        for switch, names in at.items():
            number = links.switch(f"S-{switch}")
            links.hosts[number] = len(names)
            links.host_names[number] = tuple(name for name in names if name)
        split = [node for node in hosts if len({switch for _, switch in ports[node]}) > 1]
        links.remarks += self._remarks(others, split)

    def _is_host(self, node: str) -> bool:
        return node not in self.strangers and is_host(self.adapters[node])

    def _remarks(self, others: list[str], split: list[str]) -> list[str]:
        found = []
        if others:
            first = shown(self.adapters[others[0]] or others[0])
            found.append(
                f"aggregation nodes, routers and gateways are no hosts: {len(others):,}, the first "
                f"one {first}"
            )
        if split:
            first = shown(self.adapters[split[0]] or split[0])
            found.append(
                "adapters with ports at several switches are hosts of the switch of their first "
                f"port alone: {len(split):,}, the first one {first}"
            )
        return found


def _host_name(description: str) -> str:
    """Return the name of a host, "n1" of "n1 HCA-1"; nothing if there is none."""
    found = HOST.match(description)
    return found[1] if found else ""


def _classes(links: Links, rates: Iterable[Rate | None]) -> bool:
    """Make a class of links for each speed, if there are several; return whether there are."""
    listed = list(rates)
    told = sorted({rate for rate in listed if rate is not None}, key=lambda rate: -rate.gigabits)
    if len(told) < 2 or not links.reading.weights:
        return False
    if None in listed:
        links.remarks.append(
            f"the speeds of {listed.count(None):,} cables are not told, so that every cable has "
            "the capacity 1"
        )
        return False
    unit = common_unit(rate.gigabits for rate in told)
    links.unit = unit
    links.classes = [
        LinkClass(name=str(rate), base=int(rate.gigabits / unit), slope=0) for rate in told
    ]
    speeds = ", ".join(f"{rate} {float(rate.gigabits):g} Gb/s" for rate in told)
    links.remarks.append(
        f"cables have several speeds, which are their capacities, in units of {float(unit):g} "
        f"Gb/s: {speeds}; where hosts have links, as for throughput, such a link has 1 unit "
        "unless --injection gives another; weights=no counts all cables alike"
    )
    return True
