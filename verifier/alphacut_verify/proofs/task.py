"""What a certificate has to prove, and what it may build on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.limits import Limits, Work
from alphacut_verify.lines import Lines
from alphacut_verify.network import Alpha, Balance, Network
from alphacut_verify.reading import Object, a_list, a_rational, an_integer, integers


@dataclass(frozen=True, kw_only=True)
class Task:
    """No bisection of the network has a scaled capacity below the target at this α.

    Raises
    ------
    Refused
        By whatever checks it, if the certificate does not prove that.
    """

    network: Network
    balance: Balance
    alpha: Alpha
    target: int
    certificate: Object
    place: str  # of the certificate in the document
    point: Callable[[Alpha, str], int]  # the scaled capacity that a point of the document proves
    level: Callable[[int, str], int]  # the slope that a claim of the document proves
    multipliers: Mapping[str, Any]  # parts of certificates with names
    limits: Limits
    intercept: int | None = None  # where only bisections with this intercept are meant

    def at(self, member: str) -> str:
        """Return the place of a member of the certificate."""
        return f"{self.place}.{member}"

    def refuse(self, reason: str, member: str = "") -> Refused:
        """Return the refusal of this certificate."""
        return Refused(self.at(member) if member else self.place, reason)

    def member(self, name: str, default: Any = None) -> Any:
        """Return a member of the certificate."""
        if name not in self.certificate and default is None:
            raise self.refuse("is missing", name)
        return self.certificate.get(name, default)

    @cached_property
    def work(self) -> Work:
        """The steps that checking may take."""
        return Work(self.limits.work)

    @cached_property
    def known(self) -> tuple[tuple[Alpha, int], ...]:
        """The known points that the proof builds on, each proven by the document."""
        found = []
        for i, entry in enumerate(a_list(self.member("known", []), self.at("known"))):
            place = self.at(f"known.{i}")
            if len(a_list(entry, place)) != 2:
                raise Refused(place, "must be an α and a bound")
            alpha = read_alpha(entry[0], f"{place}.0")
            bound = an_integer(entry[1], f"{place}.1", 0)
            if self.intercept is not None:
                raise Refused(place, "a claim about an intercept may not build on points")
            if self.point(alpha, place) < bound:
                raise Refused(place, "no point of the document proves so much")
            found.append((alpha, bound))
        return tuple(found)

    @cached_property
    def levels(self) -> dict[int, int]:
        """The least slopes of single intercepts that the proof builds on, each proven."""
        found: dict[int, int] = {}
        for i, entry in enumerate(a_list(self.member("levels", []), self.at("levels"))):
            place = self.at(f"levels.{i}")
            pair = integers(entry, place)
            if len(pair) != 2 or self.intercept is not None:
                raise Refused(place, "must be an intercept and a slope, and in no claim itself")
            if self.level(pair[0], place) < pair[1]:
                raise Refused(place, "no claim of the document proves so much")
            found[pair[0]] = max(pair[1], found.get(pair[0], 0))
        return found

    @cached_property
    def lines(self) -> Lines:
        """The lines that bisections may have, with what is known."""
        lines = Lines.of(self.network, self.balance)
        if self.intercept is not None:
            lines = lines.narrowed(0, low=self.intercept, high=self.intercept)
        return Lines(**{**vars(lines), "known": self.known})

    @cached_property
    def highest(self) -> int | None:
        """The largest scaled capacity that has to be excluded; None where there is none."""
        return self.lines.highest(self.alpha, self.target)

    @cached_property
    def capacities(self) -> dict[tuple[int, int], int]:
        """The scaled capacities between switches i < j, where there are any."""
        return self.network.scaled(self.alpha)

    @cached_property
    def matrix(self) -> list[dict[int, int]]:
        """The same for each switch: its neighbours, and the scaled capacity to each."""
        rows: list[dict[int, int]] = [{} for _ in self.network.hosts]
        for (i, j), capacity in self.capacities.items():
            rows[i][j] = rows[j][i] = capacity
        return rows


def read_alpha(value: Any, place: str) -> Alpha:
    """Read an α: a rational as a string, or "inf"."""
    return Alpha.of(None if value == "inf" else a_rational(value, place))
