"""What a check may cost; each is tested before anything of that size is built."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut_verify.errors import TooLarge


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of one check. What lies beyond is `TooLarge`, and never called false."""

    megabytes: int = 64  # of the document and its certificate files, before they are parsed
    depth: int = 500  # lists and objects in each other
    digits: int = 4000  # of a number; a rational has at most 200 in each part
    switches: int = 1000
    links: int = 100_000  # parallel ones of a class counted once
    work: int = 200_000_000  # steps of one proof: sums, states, entries of tables


DEFAULT = Limits()


class Work:
    """A count of steps that ends the check where it exceeds what is allowed."""

    def __init__(self, limit: int) -> None:
        self.left = limit

    def take(self, steps: int, place: str) -> None:
        """Count steps that are about to be made."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(place, "the check takes more steps than `--work` allows")
