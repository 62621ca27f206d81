"""Links between named switches, as lists of links and graphs give them: one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import LARGEST, Imported, NamedCable, Reading
from alphacut.arrangements.formats.exchange._both_ends import End, Listed, joined
from alphacut.arrangements.formats.exchange._numbering import Numbering, network_of, number_names
from alphacut.arrangements.formats.exchange._weights import Tally, Weight, read_weight
from alphacut.arrangements.network import (
    GLOBAL,
    LOCAL,
    Link,
    LinkClass,
    Network,
    switch_names_problem,
)
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


CLASSES = 1000  # of links, at most


class Links:
    """What a file has told so far: switches by their names, links, and what was left out.

    It never holds more than the largest network that is read.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.switches: int | None = None  # how many there are, where the file says so
        self.groups: dict[int, int] = {}  # of switches, by their place in the order of naming
        self.hosts: dict[int, int] = {}
        self.host_names: dict[int, tuple[str, ...]] = {}  # of switches, where the file has them
        self.unit: Fraction | None = None  # what a capacity of 1 is, as the file counts
        self.labels: dict[int, str] = {}  # what people call them, where that is not their name
        self.classes: Sequence[LinkClass] = (LOCAL, GLOBAL)
        self.directed: bool | None = None  # None: the format does not say
        self.lost: dict[str, None] = {}  # what of the file a network does not hold
        self.remarks: list[str] = []  # how the file was understood
        self._names: dict[str, int] = {}
        self._counts: dict[End, int] = {}
        self._places: dict[End, str] = {}
        self._cables: list[tuple[int, int, str, str]] = []  # both switches, class and name
        self._used: set[str] = set()  # names of classes
        self._loops, self._loop = 0, ""
        self._tally = Tally()

    def switch(self, name: str) -> int:
        """Return the place of a switch in the order of naming."""
        if name not in self._names:
            self._names[name] = len(self._names)
            self.reading.check_size(len(self._names))
        return self._names[name]

    @property
    def known(self) -> int:
        """How many switches were named."""
        return len(self._names)

    def knows(self, name: str) -> bool:
        """Whether a switch was named before."""
        return name in self._names

    def weigh(self, word: object, place: str, name: str, lost: str) -> Weight | None:
        """Read the weight of a link; None, and a note of what is lost, if weights do not count.

        Raises
        ------
        SpecError
            If it is no weight, also where it does not count.
        """
        weight = Weight(read_weight(word, place, name), name)
        if self.reading.weights:
            return weight
        self.lost[lost] = None
        return None

    def add(
        self,
        place: str,
        ends: tuple[str, str],
        *,
        link_class: str = LOCAL.name,
        count: int = 1,
        weight: Weight | None = None,
        cable: str = "",
    ) -> None:
        """Add so many parallel links of a class, each with the capacity that a weight says.

        Parameters
        ----------
        cable
            What the file calls a single link; nothing if it has no name.
        """
        first, second = map(self.switch, ends)
        each = self._tally.multiplicity(weight, place)
        if first == second:
            self._loops += 1
            self._loop = self._loop or f"{place}, switch {shown(ends[0])}"
            return
        self._used.add(link_class)
        if len(self._used) > CLASSES:
            raise SpecError("", f"{place}: more than {CLASSES:,} link classes")
        key = (first, second, link_class)
        self._counts[key] = self._counts.get(key, 0) + count * each
        self._places.setdefault(key, place)
        if cable:
            self._cables.append((first, second, link_class, cable))
        self.reading.check_size(0, (len(self._counts) + 1) // 2)

    def imported(self) -> Imported:
        """Make the network of all that was told.

        Raises
        ------
        SpecError
            If it cannot be one, or the file does not say which of several it is.
        """
        self._tally.check()
        if not self._names and not self.switches:
            raise SpecError("", "there is no link in it, nor a number of switches")
        numbering = number_names(list(self._names), self.switches)
        self.reading.check_size(numbering.switches)
        counts, remarks = joined(
            Listed(
                counts=self._counts,
                places=self._places,
                directed=self.directed,
                both_ends=self.reading.both_ends,
            )
        )
        self.reading.check_size(0, len(counts))
        numbers = numbering.numbers
        network, notes = network_of(
            switches=numbering.switches,
            links=self._multiple(counts, numbers),
            classes=self.classes,
            groups={numbers[each]: group for each, group in self.groups.items()},
            hosts={numbers[each]: count for each, count in self.hosts.items()},
            default_hosts=1,
            names=self._labelled(numbering) or numbering.names,
        )
        return Imported(
            network=network,
            unit=None if self.unit is None else str(self.unit),
            host_names=self._hosts_named(network, numbering),
            cables=tuple(self._named(numbers)),
            notes=(*numbering.notes, *notes, *self.lost),
            remarks=(*numbering.remarks, *self.remarks, *remarks, *self._summary()),
        )

    def _labelled(self, numbering: Numbering) -> tuple[str, ...]:
        """Return the label of each switch, if each has one of its own."""
        if len(self.labels) < numbering.switches:
            return ()
        found = {numbering.numbers[each]: label for each, label in self.labels.items()}
        names = tuple(found[switch] for switch in range(numbering.switches))
        if problem := switch_names_problem(names, numbering.switches):
            self.lost[f"the labels of nodes ({problem})"] = None
            return ()
        return names

    def _hosts_named(self, network: Network, numbering: Numbering) -> tuple[tuple[str, ...], ...]:
        """Return the names of the hosts of each switch, if each host has one of its own."""
        found: list[tuple[str, ...]] = [()] * numbering.switches
        for each, names in self.host_names.items():
            found[numbering.numbers[each]] = names
        listed = [name for names in found for name in names]
        if tuple(map(len, found)) != network.hosts or len(set(listed)) < len(listed):
            return ()
        return tuple(found)

    def _named(self, numbers: Sequence[int]) -> Iterator[NamedCable]:
        """Yield the cables that have names, but for those that lead back to their switch."""
        for first, second, name, cable in self._cables:
            ends = numbers[first], numbers[second]
            yield NamedCable(min(ends), max(ends), name, cable)

    def _multiple(self, counts: dict[End, int], numbers: list[int]) -> list[Link]:
        for key, count in counts.items():
            if count > LARGEST:
                place = self._places.get(key) or self._places[key[1], key[0], key[2]]
                raise SpecError(
                    "",
                    f"{place}: {count:,} links between the same two switches, with weights and "
                    f"multiplicities; at most {LARGEST:,} are taken",
                )
        return [
            Link(numbers[first], numbers[second], name, count)
            for (first, second, name), count in counts.items()
            if count
        ]

    def _summary(self) -> list[str]:
        found = self._tally.remarks()
        if self._loops:
            found.append(
                "links from a switch to itself are left out, for no cut severs them: "
                f"{self._loops:,}, the first one at {self._loop}"
            )
        return found
