"""What an exchange format is: the contract that every file here fulfils."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from alphacut.arrangements.errors import NetworkError, SpecError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from alphacut.arrangements.network import Network

Files = tuple[bytes, ...]  # the content of each file of a format, mostly one
LARGEST = 10**9  # of any number that a file gives: a multiplicity, a weight, hosts
WRITTEN = 10**7  # links or hosts that a format writes one by one


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How a file is read: the largest network, and what its user says of it."""

    switches: int = sys.maxsize  # the most that are read
    links: int = sys.maxsize  # the most, with parallel ones of a class counted once
    header: bool | None = None  # whether the first line of a list is one; None: not said
    both_ends: bool | None = None  # whether each link is listed from both ends; None: not said
    weights: bool = True  # whether weights count as capacities

    def check_size(self, switches: int, links: int = 0) -> None:
        """Refuse, with a SpecError, a network that is larger than the largest that is read."""
        for count, what, most in (
            (switches, "switches", self.switches),
            (links, "links", self.links),
        ):
            if count > most:
                raise SpecError(
                    "", f"too large: the network would have {count:,} {what}, at most {most:,}"
                )


ANYTHING = Reading()  # for files of our own


class NamedCable(NamedTuple):
    """A cable between two switches, as the file calls it."""

    first: int  # the switches that it joins, first < second
    second: int
    link_class: str
    name: str  # such as "leaf1[17] - spine2[3]"


@dataclass(frozen=True, kw_only=True)
class Imported:
    """A network that was read."""

    network: Network
    notes: tuple[str, ...] = ()  # what of the file it does not hold
    remarks: tuple[str, ...] = ()  # how the file was understood, where another might differ
    balance: str = "switches"  # what halves have equally many of, where the format says so
    unit: str | None = None  # what a capacity of 1 is, such as "5/2", where the format says so
    host_names: tuple[tuple[str, ...], ...] = ()  # of each switch; (): the format has none
    cables: tuple[NamedCable, ...] = ()  # (): the format names none


@dataclass(frozen=True, kw_only=True)
class Exported:
    """A network that was written."""

    files: Files
    notes: tuple[str, ...] = ()  # what of the network they do not hold


class Reader(Protocol):
    """Reads a network from the files of a format."""

    def __call__(self, files: Files, reading: Reading = ..., /) -> Imported:
        """Read a network.

        Time and memory stay near the size of the files until the size of the
        network is known and compared with the largest that is read.

        Raises
        ------
        SpecError
            If the content is wrong, with the place, or the network too large. No
            other error: files come from anywhere.
        """


@dataclass(frozen=True, kw_only=True)
class ExchangeFormat:
    """A way to write a network for another program, and to read it back.

    `write` raises a NetworkError with the reason if the format cannot hold the network.
    """

    name: str  # what the command line calls it
    description: str  # what is in it, in one line
    media_type: str  # of the first file, for HTTP
    extensions: tuple[str, ...]  # of file names, with the dot; the first is the usual one
    read: Reader
    write: Callable[[Network], Files]
    # Whether a file's content is of this format; None: if it has its sign, see `_text.signed`.
    looks_like: Callable[[bytes], bool] | None = None
    options: frozenset[str] = frozenset()  # of a Reading, those that it heeds
    suffixes: tuple[str, ...] = ("",)  # what is added to the name of each file
    binary: bool = False
    written: bool = True  # whether networks are written in it, or only read


def only_read(called: str, instead: str = "") -> Callable[[Network], Files]:
    """Return what refuses to write a format.

    Parameters
    ----------
    called
        Its files, with a verb, such as "nets for ibsim are".
    instead
        What makes such files all the same.
    """

    def write(network: Network) -> Files:
        """Refuse, with a NetworkError."""
        hint = f"; {instead}" if instead else ""
        raise NetworkError(f"{network.switches:,} switches: {called} read and not written{hint}")

    return write


def both_ways(
    counts: Mapping[tuple[int, int], int], what: str, names: Mapping[int, str] | None = None
) -> dict[tuple[int, int], int]:
    """Join directed links that go both ways, equally often, to undirected ones.

    Parameters
    ----------
    names
        What the file calls the switches, if not by their numbers.

    Raises
    ------
    SpecError
        If a link has no counterpart.
    """
    for (source, target), count in counts.items():
        back = counts.get((target, source), 0)
        if back != count:
            one, other = (names[end] if names else end for end in (source, target))
            raise SpecError(
                "",
                f"{count} {what} from {one} to {other} but {back} back; a network's links have "
                "no direction",
            )
    return {ends: count for ends, count in counts.items() if ends[0] < ends[1]}


def check_written(count: int, what: str) -> None:
    """Refuse to write more entries one by one than a file should hold.

    Raises
    ------
    NetworkError
        With the number.
    """
    if count > WRITTEN:
        raise NetworkError(
            f"the format writes {what} one by one; this network has {count:,}, at most {WRITTEN:,}"
        )
