"""What an exchange format is: the contract that every file here fulfils."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arrangements.errors import SpecError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arrangements.network import Network

Files = tuple[bytes, ...]  # the content of each file of a format, mostly one


@dataclass(frozen=True, kw_only=True)
class Imported:
    """A network that was read."""

    network: Network
    notes: tuple[str, ...] = ()  # what of the file it does not hold, and what was supposed


@dataclass(frozen=True, kw_only=True)
class Exported:
    """A network that was written."""

    files: Files
    notes: tuple[str, ...] = ()  # what of the network they do not hold


@dataclass(frozen=True, kw_only=True)
class ExchangeFormat:
    """A way to write a network for another program, and to read it back.

    `read` raises a SpecError that names the place if the content is wrong;
    `write` a NetworkError with the reason if the format cannot hold the network.
    """

    name: str  # what the command line calls it
    description: str  # what is in it, in one line
    media_type: str  # of the first file, for HTTP
    extensions: tuple[str, ...]  # of file names, with the dot; the first is the usual one
    read: Callable[[Files], Imported]
    write: Callable[[Network], Files]
    looks_like: Callable[[bytes], bool]  # whether a file's content is of this format
    suffixes: tuple[str, ...] = ("",)  # what is added to the name of each file
    binary: bool = False


def text_of(content: bytes) -> str:
    """Decode a text file."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SpecError("", f"not UTF-8 text, at byte {error.start}") from error


def is_count(word: str) -> bool:
    """Whether a word is a number that a file may have: not negative, of at most 9 digits."""
    return word.isascii() and word.isdigit() and len(word) < 10


def head_of(content: bytes, size: int = 4096) -> str:
    """Return the beginning of a file as text, whatever it holds, to recognise it by."""
    return content[:size].decode("utf-8-sig", errors="replace")


def both_ways(counts: Mapping[tuple[int, int], int], what: str) -> dict[tuple[int, int], int]:
    """Join directed links that go both ways, equally often, to undirected ones.

    Raises
    ------
    SpecError
        If a link has no counterpart.
    """
    for (source, target), count in counts.items():
        back = counts.get((target, source), 0)
        if back != count:
            raise SpecError(
                "",
                f"{count} {what} from {source} to {target} but {back} back; a network's links have "
                "no direction",
            )
    return {ends: count for ends, count in counts.items() if ends[0] < ends[1]}
