"""What the spec of every family is: the contract that the models here fulfil."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from pydantic import Field, PrivateAttr

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec._values import (
    NAMED,
    CapacityText,
    Part,
    at_most,
    read_capacity,
)
from alphacut.arrangements.formats.spec.failed import FailedSpec
from alphacut.arrangements.network import LinkClass, Network
from alphacut.arrangements.topologies._known import KnownBisection
from alphacut.arrangements.words import LONGEST, known_names, shown


class Size(NamedTuple):
    """How large a network is."""

    switches: int
    links: int  # with parallel links of a class counted once


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The largest network that is built."""

    switches: int = 200_000
    links: int = 2_000_000


class FamilySpec(Part, ABC):
    """The parameters of one family of networks, checked.

    Reading them costs no more than the object that they were read from; what can be
    larger, `whole`, `build` and `complete`, comes after `check_size`.
    """

    size_fields: ClassVar[tuple[str, str]]  # what decides about the switches, and the links

    capacities: Annotated[dict[str, CapacityText], at_most(NAMED)] | None = Field(
        default=None, description="the capacities of link classes, affine in α"
    )
    failed: FailedSpec | None = Field(default=None, description="what has failed of the network")

    _balance: str = PrivateAttr(default="switches")
    _host_names: tuple[tuple[str, ...], ...] = PrivateAttr(default=())

    @property
    def balance(self) -> str:
        """What halves have equally many of unless it is said: its file may mean hosts."""
        return self._balance

    @property
    def any_wiring(self) -> bool:
        """Whether every wiring of a shape is meant, so that no network has just these links."""
        return False

    @property
    def host_names(self) -> tuple[tuple[str, ...], ...]:
        """The names of the hosts of each switch, where the file that it was read from has them."""
        if self.failed is None or not self._host_names:
            return self._host_names
        left = self.failed.record().survivors(self.whole())
        return tuple(self._host_names[switch] for switch in left)

    def from_file(self, balance: str, host_names: tuple[tuple[str, ...], ...] = ()) -> Self:
        """Return the same spec with what else the file that it was read from says."""
        spec = self.model_copy()
        spec._balance = balance
        spec._host_names = host_names
        return spec

    def host_numbers(self) -> Collection[int]:
        """Return how many hosts a switch may have, each number at least once; nothing is built."""
        return (int(getattr(self, "p", 1)),)

    @abstractmethod
    def size(self) -> Size:
        """Compute the size of the whole network without building it, never too small."""

    def hosts_at_most(self) -> int:
        """Compute a number that the hosts do not exceed, without building anything."""
        return self.size().switches * int(getattr(self, "p", 1))

    @abstractmethod
    def whole(self) -> Network:
        """Build the network before anything has failed, with the capacities of its family."""

    def known_bisection(self) -> KnownBisection | None:
        """Return the bisection bandwidth that a theorem gives, if there is one."""
        return None if self.capacities or self.failed else self.theorem()

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth of the whole network, where one is proven."""
        return None

    def build(self) -> Network:
        """Build the network.

        Raises
        ------
        SpecError
            If the capacity of a class that it has not is given, or something
            failed that it has not.
        """
        network = self.whole()
        if self.capacities:
            network = replace(network, classes=self._classes(network, self.capacities))
        return self.failed.record().apply(network) if self.failed else network

    def build_any(self) -> Network:
        """Build the network, or what is known of it where any wiring is meant (`AnyWiring`)."""
        return self.build()

    @staticmethod
    def _classes(network: Network, capacities: dict[str, str]) -> tuple[LinkClass, ...]:
        for name in capacities:
            if name not in network.class_by_name:
                known = known_names(name, network.class_by_name)
                raise SpecError(
                    f"capacities.{name[:LONGEST]}", f"unknown link class {shown(name)}; {known}"
                )
        given = {name: read_capacity(text) for name, text in capacities.items()}
        return tuple(
            LinkClass(name=each.name, base=given[each.name][0], slope=given[each.name][1])
            if each.name in given
            else each
            for each in network.classes
        )

    def complete(self) -> dict[str, Any]:
        """Write the spec as a JSON object with all defaults filled in."""
        written = self.model_dump(mode="json", exclude_none=True)
        changes = {name: written.pop(name) for name in FamilySpec.model_fields if name in written}
        return {"family": written.pop("family"), **written, **changes}

    def check_size(self, limits: Limits) -> None:
        """Refuse, with a SpecError, a network that is larger than the limits."""
        size = self.size()
        for field, what, count, limit in zip(
            self.size_fields, Size._fields, size, (limits.switches, limits.links), strict=True
        ):
            if count > limit:
                shown = f"{count:,}" if count < 10**15 else "more than 10^15"
                raise SpecError(
                    field, f"too large: the network would have {shown} {what}, at most {limit:,}"
                )
