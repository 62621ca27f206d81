"""Reading the fields of a spec, and collecting the links of a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alphacut_verify.errors import TooLarge, Unreadable
from alphacut_verify.limits import Limits
from alphacut_verify.network import GLOBAL, LOCAL, AnyWiring, Line, Network
from alphacut_verify.reading import Object, an_integer, integers

LARGEST = 10**9  # any number in a spec
STANDARD: dict[str, Line] = dict((LOCAL, GLOBAL))


class Spec:
    """The members of a spec, each read once; `close` refuses those that nobody read."""

    def __init__(self, members: Object, place: str, limits: Limits) -> None:
        self._members = members
        self._read = {"family"}
        self.place = place
        self.limits = limits

    def at(self, name: str) -> str:
        """Return the place of a member."""
        return f"{self.place}.{name}"

    def rest(self, name: str, default: Any = None) -> Any:
        """Return a member as it is, or a default where it is not there."""
        self._read.add(name)
        return self._members.get(name, default)

    def integer(
        self, name: str, low: int = 1, default: int | None = None, high: int = LARGEST
    ) -> int:
        """Return an integer; without a default it must be there."""
        value = self.rest(name, default)
        if value is None:
            raise Unreadable(self.at(name), "is missing")
        return an_integer(value, self.at(name), low, high)

    def integers(
        self, name: str, low: int = 1, default: Sequence[int] | None = None
    ) -> tuple[int, ...]:
        """Return a list of at least one integer."""
        value = self.rest(name, None if default is None else list(default))
        found = integers(value, self.at(name), low, LARGEST)
        if not found:
            raise Unreadable(self.at(name), "must have at least one number")
        return found

    def one_of(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        """Return one of several words."""
        value = self.rest(name, default)
        if value not in choices or not isinstance(value, str):
            raise Unreadable(self.at(name), f"must be one of {', '.join(choices)}")
        return value

    def switches(self, number: int, name: str) -> int:
        """Return a number of switches that may be built."""
        if number > self.limits.switches:
            raise TooLarge(self.at(name), f"more than {self.limits.switches} switches")
        return number

    def close(self) -> None:
        """Refuse a member that has not been read."""
        for name in self._members:
            if name not in self._read:
                raise Unreadable(self.at(name), "is not a field of this family")


class Draft:
    """A network that is being built; parallel links of a class are added up."""

    def __init__(self, spec: Spec, switches: int, classes: dict[str, Line] | None = None) -> None:
        self._spec = spec
        self._switches = switches
        self._classes = STANDARD if classes is None else classes
        self._links: dict[tuple[int, int, str], int] = {}

    def join(self, one: int, other: int, name: str = LOCAL[0], count: int = 1) -> None:
        """Add links between two switches."""
        key = (min(one, other), max(one, other), name)
        self._links[key] = self._links.get(key, 0) + count
        if len(self._links) > self._spec.limits.links:
            raise TooLarge(self._spec.place, f"more than {self._spec.limits.links} links")

    def network(
        self,
        hosts: Sequence[int] | None = None,
        groups: Sequence[int] | None = None,
        ports: Sequence[int] | None = None,
    ) -> Network:
        """Return the network: with one host at each switch, and one group, if not told."""
        n = self._switches
        return Network(
            hosts=tuple(hosts) if hosts is not None else (1,) * n,
            groups=tuple(groups) if groups is not None else (0,) * n,
            classes=dict(self._classes),
            links=dict(sorted(self._links.items())),
            any_wiring=None if ports is None else AnyWiring(ports=tuple(ports)),
        )
