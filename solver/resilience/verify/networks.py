"""Networks after failures, built anew from the specs that the document implies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from alphacut.arrangements.failures import Failures
from alphacut.arrangements.network import Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import fraction_in, object_in, only_fields
from alphacut.solver.common.rebuilt import rebuilt

Json = Mapping[str, Any]
Joint = tuple[int, int, str]


@dataclass(frozen=True, kw_only=True)
class Intact:
    """The network before anything fails at random, with its bisection, which was checked."""

    topology: Json
    network: Network
    balance: Balance
    alpha: Alpha
    lower: Fraction  # what a certificate proves; else 0
    value: Fraction  # of a cut
    status: str
    side: tuple[int, ...]

    @cached_property
    def capacities(self) -> dict[str, Fraction]:
        """The capacity of a link of each class."""
        at = self.alpha.fraction
        return {each.name: each.base + each.slope * at for each in self.network.classes}

    @cached_property
    def heavy(self) -> frozenset[int]:
        """The switches with weight."""
        return frozenset(s for s, weight in enumerate(self.balance.weights) if weight)

    @property
    def uniform(self) -> bool:
        """Whether all of them have the same."""
        return len({weight for weight in self.balance.weights if weight}) == 1


@dataclass(frozen=True, kw_only=True)
class Remaining:
    """What failures leave of a network."""

    intact: Intact
    network: Network
    lost: tuple[int, ...] = ()  # switches, by their numbers in the whole network
    gone: Counter[Joint] | None = None  # links that failed, where no switch did

    @cached_property
    def balance(self) -> Balance:
        """What its halves share equally."""
        return self.intact.balance if not self.lost else self._of_left

    @property
    def _of_left(self) -> Balance:
        return Balance.of(self.network, self.intact.balance.name)

    @property
    def taken(self) -> Fraction:
        """The capacity of the links that failed."""
        assert self.gone is not None
        return sum(
            (self.intact.capacities[name] * n for (_, _, name), n in self.gone.items()), Fraction(0)
        )

    def cut(self, side: object, name: str) -> Fraction:
        """Return what a bisection severs.

        Raises
        ------
        Refused, DocumentError
            If it is none.
        """
        inside = self._half(side, name)
        return sum(
            (
                self.intact.capacities[link.link_class] * link.multiplicity
                for link in self.network.links
                if (link.first in inside) != (link.second in inside)
            ),
            Fraction(0),
        )

    def _half(self, side: object, name: str) -> set[int]:
        listed = switches_in(side, name, self.network.switches)
        if not self.balance.holds(listed):
            raise Refused(f"{name} is not half of the network")
        return set(listed)

    def certified(self, written: object, name: str) -> Fraction:
        """Return the bound that a certificate proves; 0 where there is none.

        The network that it is about has what is left as slopes, and what failed as intercepts,
        so that at β = 1 it is the whole one, whose bound is known.
        """
        if written is None:
            return Fraction(0)
        node = object_in(written, name)
        exactly(node, ("bound", "proof"), name)
        bound = fraction_in(node, "bound")
        if bound < 0:
            raise Refused(f"{name}.bound is negative")

        def established(beta: Alpha) -> int:
            if beta != Alpha(1, 1) or self.gone is None:
                raise Refused(f"{name} builds on β = {beta}, where nothing is proven")
            return ceil(self.intact.lower * self.intact.alpha.denominator)

        try:
            check_certificate(
                node.get("proof"),
                network=self._two_kinds(),
                balance=self.balance,
                alpha=INFINITY,
                target=ceil(bound * self.intact.alpha.denominator),
                established=established,
            )
        except Refused as refusal:
            raise Refused(f"{name}: {refusal}") from refusal
        return bound

    def _two_kinds(self) -> Network:
        unit = self.intact.alpha.denominator
        links = [Link(a, b, f"l {name}", number) for a, b, name, number in self.network.links]
        for (first, second, name), number in (self.gone or {}).items():
            links.append(Link(first, second, f"g {name}", number))
        classes = []
        for name, capacity in self.intact.capacities.items():
            scaled = int(capacity * unit)
            classes += [
                LinkClass(name=f"l {name}", base=0, slope=scaled),
                LinkClass(name=f"g {name}", base=scaled, slope=0),
            ]
        return Network(
            switches=self.network.switches,
            links=tuple(links),
            classes=tuple(classes),
            groups=self.network.groups,
            hosts=self.network.hosts,
        )


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """How failures are drawn."""

    what: str  # "links" or "switches"
    link_class: str | None

    def there(self, network: Network) -> int:
        """Count what can fail."""
        if self.what == "switches":
            return network.switches
        counts = network.count_by_class()
        if self.link_class is not None and self.link_class not in counts:
            raise Refused("question.fail.class is no class of links of a network")
        return sum(counts.values()) if self.link_class is None else counts[self.link_class]

    def spec(self, topology: Json, number: int, seed: int) -> dict[str, Any]:
        """Return the spec of a sample."""
        failed = {name: each for name, each in (topology.get("failed") or {}).items() if each}
        failed |= {f"random_{self.what}": number, "seed": seed}
        if self.link_class is not None:
            failed["random_class"] = self.link_class
        return {**topology, "failed": failed}

    def remaining(self, intact: Intact, number: int, seed: int) -> Remaining:
        """Build what is left in a sample, and see that it is what is left."""
        network = rebuilt(self.spec(intact.topology, number, seed))
        if self.what == "links":
            return Remaining(
                intact=intact, network=network, gone=self._gone(intact, network, number)
            )
        left = Failures(random_switches=number, seed=seed).survivors(intact.network)
        if network.links != induced(intact.network, left).links:
            raise Refused("a sample is not what its failures leave of the network")
        lost = tuple(sorted(set(range(intact.network.switches)) - set(left)))
        return Remaining(intact=intact, network=network, lost=lost)

    def _gone(self, intact: Intact, network: Network, number: int) -> Counter[Joint]:
        found = Counter({link[:3]: link.multiplicity for link in intact.network.links})
        found.subtract({link[:3]: link.multiplicity for link in network.links})
        fits = all(each >= 0 for each in found.values()) and sum(found.values()) == number
        if network.switches != intact.network.switches or not fits:
            raise Refused("a sample is not what its failures leave of the network")
        return +found


def induced(network: Network, kept: Sequence[int]) -> Network:
    """Return a network with these switches alone, renumbered in order."""
    number = {switch: place for place, switch in enumerate(kept)}
    return Network(
        switches=len(kept),
        links=tuple(
            Link(number[a], number[b], name, n)
            for a, b, name, n in network.links
            if a in number and b in number
        ),
        classes=network.classes,
        groups=tuple(network.groups[switch] for switch in kept),
        hosts=tuple(network.hosts[switch] for switch in kept),
    )


def without(intact: Intact, lost: Iterable[int]) -> Remaining:
    """Return what is left when some switches have failed."""
    gone = set(lost)
    kept = [switch for switch in range(intact.network.switches) if switch not in gone]
    return Remaining(intact=intact, network=induced(intact.network, kept), lost=tuple(sorted(gone)))


def exactly(node: Json, fields: Collection[str], name: str) -> None:
    """Refuse an object that has other members than these, or lacks one."""
    only_fields(node, fields, name)
    missing = next((each for each in fields if each not in node), None)
    if missing is not None:
        raise DocumentError(f"{name} lacks {missing}")


def switches_in(written: object, name: str, switches: int) -> list[int]:
    """Return a list of switches in order, each once."""
    if not isinstance(written, list) or not all(type(each) is int for each in written):
        raise DocumentError(f"{name} is not a list of switches")
    if any(not 0 <= each < switches for each in written) or sorted(set(written)) != written:
        raise Refused(f"{name} is not in order, or names a switch that there is not")
    return written


def connectivity(network: Network) -> tuple[int, int]:
    """Count the components, and the hosts of the one with most."""
    root = list(range(network.switches))

    def find(switch: int) -> int:
        while root[switch] != switch:
            root[switch] = root[root[switch]]
            switch = root[switch]
        return switch

    for link in network.links:
        root[find(link.first)] = find(link.second)
    hosts: Counter[int] = Counter()
    for switch, number in enumerate(network.hosts):
        hosts[find(switch)] += number
    return len(hosts), max(hosts.values())


def least_without(intact: Intact, lost: Sequence[int]) -> Fraction:
    """Return what every bisection without some switches severs at least.

    They are put back so that the halves of the whole are equal: those with weight divided as
    evenly as can be, at random, the others anywhere. Some choice severs no more than the mean.
    """
    if not intact.uniform or len(intact.heavy - set(lost)) < 2:
        return Fraction(0)
    gone, weighing = set(lost), len(intact.heavy & set(lost))
    half, fewer = Fraction(1, 2), weighing // 2
    apart = Fraction(0)  # that two of them with weight are on unlike sides
    if weighing > 1:
        apart = Fraction(2 * fewer * (weighing - fewer), weighing * (weighing - 1))
    either = weighing % 2 == 0 or len(intact.heavy) % 2 == 1
    across = half if either else Fraction(weighing - fewer, weighing)
    mean = Fraction(0)
    for first, second, name, number in intact.network.links:
        ends = {first, second}
        if not ends & gone:
            continue
        capacity = intact.capacities[name] * number
        if ends <= gone:
            mean += capacity * (apart if ends <= intact.heavy else half)
        else:
            mean += capacity * (across if ends & gone <= intact.heavy else half)
    unit = Fraction(1, intact.alpha.denominator)
    return max(Fraction(0), ceil((intact.lower - mean) / unit) * unit)
