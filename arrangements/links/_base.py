"""What a global link arrangement is: the contract that every file here fulfils."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Place = tuple[int, int]  # (i, j): group i, position j in the group
GlobalLink = tuple[Place, Place]  # two switches in different groups
Permutation = tuple[int, ...]  # the image of every switch, by switch number
FORMS = ("extended", "lag", "multichassis")  # how the links between two groups are spread


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What an arrangement must wire: groups of a switches with h global ports each."""

    a: int  # switches in each group
    h: int  # global ports of each switch
    groups: int  # at most a·h/trunking + 1; with fewer, ports stay unused
    trunking: int = 1  # t, links between each pair of groups
    seed: int = 0  # of a random arrangement
    offsets: tuple[tuple[int, int], ...] = ()  # of a lift: positions joined at d = 1, 2, …

    @property
    def ports(self) -> int:
        """The ports of each group that are used: t·(groups - 1)."""
        return self.trunking * (self.groups - 1)

    @property
    def full(self) -> bool:
        """Whether every port is used: a·h = t·(groups - 1)."""
        return self.ports == self.a * self.h


@dataclass(frozen=True, kw_only=True)
class Option:
    """A named choice between variants of an arrangement."""

    name: str
    choices: tuple[str, ...]  # every allowed value
    default: str  # one of them
    description: str  # what it decides, and where the variants come from


def always(_a: int, _h: int) -> None:
    """Refuse nothing: the arrangement exists for every a and h."""


def _nothing(_shape: Shape) -> None:
    """Refuse nothing: every shape is wired."""


def no_symmetry(_a: int, _h: int) -> tuple[Permutation, ...]:
    """State no automorphism."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Arrangement:
    """A rule that says which switches the global links of a dragonfly join.

    For every (a, h) that it does not refuse, `wire` gives exactly one link
    between each pair of the a·h + 1 groups, and exactly h at each switch. The
    other wirings give t links between each pair of groups, and at most h at
    each switch: exactly h if the shape is full.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 5.2, for the forms of trunking: links between two groups
    that join disjoint pairs of switches ("extended"), one pair ("lag", link
    aggregation), or some switch to several ("multichassis").
    """

    name: str  # what specs call it
    title: str  # one line
    description: str  # the rule, in words
    requirement: str  # for which a and h it exists
    reference: str  # the paper and the place that define it
    wire: Callable[..., list[GlobalLink]]  # (a, h, **options), checked before
    refusal: Callable[[int, int], str | None] = always  # why it does not exist, if so
    symmetries: Callable[[int, int], tuple[Permutation, ...]] = no_symmetry
    options: tuple[Option, ...] = ()
    extended: Callable[[Shape], list[GlobalLink]] | None = None  # trunks of disjoint pairs
    extended_refusal: Callable[[Shape], str | None] = _nothing  # why they do not exist, if so
    no_extended: str = "none is defined for it"  # why there are no such trunks at all
    multichassis: Callable[[Shape], list[GlobalLink]] | None = None
    fewer_groups: Callable[[Shape], list[GlobalLink]] | None = None  # t = 1, ports unused
    no_fewer: str = "it does not say which ports stay unused"  # why there are never fewer groups
    lift: Callable[[Shape], list[GlobalLink]] | None = None  # told by offsets, and by them alone
    lift_refusal: Callable[[Shape], str | None] = _nothing  # why offsets are no arrangement
    seeded: bool = False  # whether it is drawn at random; then `extended` is its only wiring

    def links(self, a: int, h: int, **options: str) -> list[GlobalLink]:
        """Return the global links, lower group first, sorted.

        Parameters
        ----------
        a
            Switches in each group, at least 1.
        h
            Global links of each switch, at least 1.
        **options
            Values of the arrangement's options; those left out take their defaults.

        Raises
        ------
        NetworkError
            If the arrangement does not exist for (a, h), or an option is wrong.
        """
        self._check(a, h)
        complete = self.complete_options(options)
        links = self.wire(a, h, **complete)
        return sorted((min(ends), max(ends)) for ends in links)

    def automorphisms(self, a: int, h: int) -> tuple[Permutation, ...]:
        """Return the automorphisms that the definition of the arrangement makes plain.

        Each is a permutation of the switches i·a + j that keeps local and
        global links. There may be more.
        """
        self._check(a, h)
        return self.symmetries(a, h)

    def complete_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the options with defaults filled in.

        Raises
        ------
        NetworkError
            If an option or its value is unknown.
        """
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                listed = known_names(name, known) if known else "it has no options at all"
                raise NetworkError(
                    f"the {self.name} arrangement has no option {shown(name)}; {listed}"
                )
            if value not in known[name].choices:
                raise NetworkError(
                    f"option {name}: unknown value {shown(value)}; "
                    f"{known_names(value, known[name].choices)}"
                )
        return {name: options.get(name, option.default) for name, option in known.items()}

    def _check(self, a: int, h: int) -> None:
        if a < 1 or h < 1:
            raise NetworkError(f"a dragonfly needs a >= 1 and h >= 1, got a = {a} and h = {h}")
        reason = self.refusal(a, h)
        if reason:
            raise NetworkError(f"the {self.name} arrangement does not exist here: {reason}")
