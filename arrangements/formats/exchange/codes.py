"""The pair of binary files that the CODES dragonfly models read."""

from __future__ import annotations

import struct
from collections import Counter
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    both_ways,
    check_written,
)
from alphacut.arrangements.formats.exchange._grouped import Grouped
from alphacut.arrangements.formats.exchange._numbering import network_of
from alphacut.arrangements.network import GLOBAL, LOCAL, Link

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

INSIDE = struct.Struct("<iii")  # position, position, type
BETWEEN = struct.Struct("<ii")  # switch, switch


def write(network: Network) -> Files:
    """Write the links of one group, and the links between groups, each in both directions.

    Raises
    ------
    NetworkError
        If groups are not alike.
    """
    check_written(sum(link.multiplicity for link in network.links), "parallel links")
    grouped = Grouped.of(network, "CODES")
    if not grouped.inside or not grouped.between:
        raise NetworkError("CODES needs links inside groups and between them")
    inside = sorted(
        ends
        for one, other, count in grouped.inside
        for ends in [(one, other), (other, one)] * count
    )
    between = sorted(
        ends for one, other in grouped.between for ends in [(one, other), (other, one)]
    )
    return (
        b"".join(INSIDE.pack(*ends, 0) for ends in inside),
        b"".join(BETWEEN.pack(*ends) for ends in between),
    )


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read the two files: 32-bit integers, the lowest byte first.

    References
    ----------
    CODES, dragonfly-custom and dragonfly-dally: an entry inside a group is
    (source, destination, type) with positions in the group, one between groups
    (source, destination) with the numbers of routers. Each link stands there
    in both directions, parallel ones several times.
    """
    if len(files) != 2:
        raise SpecError("", "CODES has two files, one for links inside groups and one between")
    inside = _rows(files[0], INSIDE, "inside groups", reading)
    between = _rows(files[1], BETWEEN, "between groups", reading)
    size = 1 + max(max(ends) for ends in inside)
    groups = max(max(ends) for ends in between) // size + 1
    reading.check_size(groups * size, groups * (len(inside) // 2) + len(between) // 2)
    links = [
        Link(group * size + one, group * size + other, LOCAL.name, count)
        for group in range(groups)
        for (one, other), count in both_ways(inside, "links").items()
    ] + [Link(*ends, GLOBAL.name, count) for ends, count in both_ways(between, "links").items()]
    network, _ = network_of(
        switches=groups * size,
        links=links,
        groups={switch: switch // size for switch in range(groups * size)},
    )
    return Imported(network=network, notes=_notes(files[0]))


def _rows(
    content: bytes, row: struct.Struct, where: str, reading: Reading
) -> Counter[tuple[int, int]]:
    if not content or len(content) % row.size:
        raise SpecError(
            "",
            f"the file of links {where} must hold entries of {row.size} bytes, got {len(content)}",
        )
    found: Counter[tuple[int, int]] = Counter()
    for position, entry in enumerate(row.iter_unpack(content)):
        if min(entry[:2]) < 0 or max(entry[:2]) >= 10**6 or entry[0] == entry[1]:
            raise SpecError("", f"links {where}, entry {position}: {entry[0]} to {entry[1]}")
        found[entry[0], entry[1]] += 1
        reading.check_size(0, len(found) // 2)
    return found


def _notes(inside: bytes) -> tuple[str, ...]:
    types = {entry[2] for entry in INSIDE.iter_unpack(inside)}
    hosts = "the hosts of switches, which are not in these files: 1 each"
    return (hosts,) if len(types) < 2 else (hosts, "the types of links inside groups")


CODES = ExchangeFormat(
    name="codes",
    description="the two binary files of CODES: links inside a group, links between groups",
    media_type="application/octet-stream",
    extensions=(),
    read=read,
    write=write,
    looks_like=lambda _: False,  # told from the names alone
    suffixes=("-intra", "-inter"),
    binary=True,
)
