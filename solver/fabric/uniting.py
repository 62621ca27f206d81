"""Files of one fabric: which belong together, and whether they can.

Files that share switches, by their names, are taken to be of one fabric. Subnets may have the same
names as well, so it is told which files were united; and where a port is cabled in two ways they
cannot be of one fabric.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import printable
from alphacut.solver.common.errors import QuestionError

Joint = tuple[int, int, str]  # two switches, first < second, and a class of links
Cables = Mapping[Joint, tuple[str, ...]]  # what the files call the links of each
BETWEEN = " - "  # the ends of a cable in its name, where a format tells them
APART = "--apart (apart=True) takes each file for a fabric of its own"


@dataclass(frozen=True, kw_only=True)
class FabricFile:
    """What a file tells."""

    file: str
    network: Network
    cables: Cables
    unit: str | None
    by_hosts: bool = False  # whether it says that halves have equally many hosts

    @property
    def names(self) -> set[str]:
        """What its switches are called."""
        return {self.network.name_of(switch) for switch in range(self.network.switches)}

    def ends(self) -> Iterator[tuple[str, str, str]]:
        """Yield each end of a cable, the end that it leads to, and the class of the link."""
        for (_, _, link_class), names in self.cables.items():
            for name in names:
                one, between, other = name.partition(BETWEEN)
                if between and BETWEEN not in other:
                    yield one, other, link_class
                    yield other, one, link_class


@dataclass(frozen=True, kw_only=True)
class Shared:
    """A file that was taken to be of one fabric with an earlier one."""

    file: str
    earlier: str  # that with which it shares most switches
    switches: int  # how many have a name that both have


def subnets(read: Sequence[FabricFile]) -> list[list[FabricFile]]:
    """Divide files into those that share switches, each behind one with which it does."""
    found: list[list[FabricFile]] = []
    left = [(each, each.names) for each in read]
    while left:
        first, known = left.pop(0)
        members = [first]
        while sharing := [each for each in left if not known.isdisjoint(each[1])]:
            for each in sharing:
                if not known.isdisjoint(each[1]):
                    members.append(each[0])
                    known |= each[1]
                    left.remove(each)
        found.append(members)
    return found


def shared(members: Sequence[FabricFile]) -> tuple[Shared, ...]:
    """Tell of each file but the first one with which earlier one it shares most switches.

    Raises
    ------
    QuestionError
        If two of them cannot be of one fabric: a port is cabled in two ways.
    """
    names = [each.names for each in members]
    at: dict[str, tuple[str, str, str]] = {}  # of each end: the other one, the class, the file
    found = []
    for place, each in enumerate(members):
        for end, other, link_class in each.ends():
            before = at.setdefault(end, (other, link_class, each.file))
            if before[:2] != (other, link_class):
                raise _contradiction(end, before, (other, link_class, each.file))
        if place:
            common = [len(names[place] & earlier) for earlier in names[:place]]
            best = max(range(place), key=common.__getitem__)
            found.append(Shared(file=each.file, earlier=members[best].file, switches=common[best]))
    return tuple(found)


def _contradiction(
    end: str, before: tuple[str, str, str], now: tuple[str, str, str]
) -> QuestionError:
    one, other = called(before[2]), called(now[2])
    if before[0] != now[0]:
        differing = f"leads to {printable(before[0], 60)} in {one} and to {printable(now[0], 60)}"
    else:
        differing = f"has a link of {before[1]} in {one} and of {now[1]}"
    return QuestionError(
        "files",
        f"port {printable(end, 60)} {differing} in {other}: they are no files of one fabric, or "
        f"not of one day; {APART}",
    )


def remark_of(each: Shared) -> str:
    """Say that two files were taken to be of one fabric, and what to do if they are not."""
    switches = "switch" if each.switches == 1 else "switches"
    return (
        f"{called(each.file)} and {called(each.earlier)} have {each.switches:,} {switches} of the "
        f"same names, so both are of one fabric; {APART}"
    )


def called(file: str) -> str:
    """Return the name of a file, fit for a sentence."""
    return printable(Path(file).name, 60)


def alike(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of cables without those that name one again, perhaps from its other end."""
    found: dict[tuple[str, ...], str] = {}
    for name in names:
        found.setdefault(tuple(sorted(name.split(BETWEEN))), name)
    return tuple(found.values())
