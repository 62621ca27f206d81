"""A fabric as its files tell of it: switches in the order of their groups, and named cables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from alphacut.arrangements.network import GLOBAL, LOCAL, Link, LinkClass, Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.fabric.names import Grouping, grouping, natural
from alphacut.solver.fabric.uniting import (
    APART,
    Cables,
    FabricFile,
    Joint,
    Shared,
    alike,
    called,
    remark_of,
    shared,
    subnets,
)

if TYPE_CHECKING:
    from alphacut.arrangements.formats.exchange._base import NamedCable

MOST_FILES = 1_000


@dataclass(frozen=True, kw_only=True)
class Fabric:
    """Switches that are numbered group by group, each in the natural order of its names."""

    network: Network
    cables: Cables
    grouping: Grouping
    files: tuple[str, ...]
    united: tuple[Shared, ...] = ()  # of each file but the first, why it is of this fabric
    unit: str | None = None  # what a capacity of 1 is, where its files say so
    balance: str | None = None  # "hosts" where a file weighs its switches, as METIS does

    def cable_names(self, joint: Joint) -> tuple[str, ...]:
        """Return what its links are called: by the file, or else by their switches."""
        named = self.cables.get(joint, ())
        ends = " - ".join(self.network.name_of(switch) for switch in joint[:2])
        return named or (ends,)


def read_fabric(
    files: Sequence[str | Path],
    pattern: str | None = None,
    remark: Callable[[str], object] = lambda _: None,
) -> Fabric:
    """Read a fabric from one file, or from several that share switches.

    Parameters
    ----------
    files
        Paths, or whatever else names a network on the command line.
    pattern
        See `names.grouping`.
    remark
        Hears how a file was understood.

    Raises
    ------
    QuestionError, SpecError
        If a file cannot be read, or files are of fabrics that share nothing.
    """
    read = _read(files, remark)
    found = subnets(read)
    if len(found) > 1:
        first = found[1][0].file
        raise QuestionError(
            "files",
            f"{called(first)} shares no switch with those before it, so it is a fabric of its "
            "own; ask about it alone, or about fabrics",
        )
    return _fabric(found[0], pattern, remark)


def read_fabrics(
    files: Sequence[str | Path],
    pattern: str | None = None,
    remark: Callable[[str], object] = lambda _: None,
    *,
    apart: bool = False,
) -> list[Fabric]:
    """Read fabrics, such as the subnets of a machine: files that share switches are of one.

    Parameters
    ----------
    files, pattern, remark
        See `read_fabric`.
    apart
        Each file is a fabric of its own, whatever its switches are called.

    Raises
    ------
    QuestionError, SpecError
        If a file cannot be read.
    """
    read = _read(files, remark)
    found = [[each] for each in read] if apart else subnets(read)
    return [_fabric(each, pattern, remark) for each in found]


def _read(files: Sequence[str | Path], remark: Callable[[str], object]) -> list[FabricFile]:
    if not files:
        raise QuestionError("files", "is missing; give the file of a fabric")
    if len(files) > MOST_FILES:
        raise QuestionError("files", f"there are {len(files):,}, at most {MOST_FILES:,} are read")
    from alphacut.arrangements.formats.spec import build, read_cables

    read = []
    for file in files:
        spec, named = read_cables(str(file), remark=remark)
        read.append(
            FabricFile(
                file=str(file), network=build(spec), cables=_by_joint(named),
                unit=getattr(spec, "unit", None), by_hosts=spec.balance == "hosts",
            )
        )  # fmt: skip
    return read


def _fabric(
    members: Sequence[FabricFile], pattern: str | None, remark: Callable[[str], object]
) -> Fabric:
    first = members[0]
    other = next((each for each in members if each.unit != first.unit), None)
    if other is not None:
        raise QuestionError("files", f"{_counting(first)}, and {_counting(other)}; {APART}")
    united = shared(members)
    for told in united:
        remark(remark_of(told))
    network, cables = first.network, first.cables
    for each in members[1:]:
        network, cables = _united(network, cables, each.network, each.cables, each.file)
    groups = grouping(network, pattern)
    network, cables, groups = _in_order(network, cables, groups)
    return Fabric(
        network=network, cables=cables, grouping=groups,
        files=tuple(each.file for each in members), united=united, unit=first.unit,
        balance="hosts" if any(each.by_hosts for each in members) else None,
    )  # fmt: skip


def _counting(each: FabricFile) -> str:
    """Tell the unit of a file."""
    units = f"in units of {each.unit}" if each.unit else "in links, for its cables have one speed"
    return f"{called(each.file)} counts capacities {units}"


def _by_joint(named: Sequence[NamedCable]) -> dict[Joint, tuple[str, ...]]:
    found = defaultdict[Joint, list[str]](list)
    for first, second, link_class, name in named:
        found[first, second, link_class].append(name)
    return {joint: tuple(names) for joint, names in found.items()}


def _united(
    network: Network, cables: Cables, other: Network, its: Cables, file: str
) -> tuple[Network, dict[Joint, tuple[str, ...]]]:
    """Join two files of one fabric: a cable with the same name counts once, and so do others."""
    names = [network.name_of(switch) for switch in range(network.switches)]
    number = {name: switch for switch, name in enumerate(names)}
    known = len(names)
    for switch in range(other.switches):
        name = other.name_of(switch)
        if name not in number:
            number[name] = len(names)
            names.append(name)
    to = [number[other.name_of(switch)] for switch in range(other.switches)]
    joined, its_names = _renumbered(other, its, to)
    counts = {link[:3]: link.multiplicity for link in network.links}
    both = dict(cables)
    for link in joined:
        joint = link[:3]
        both[joint] = alike((*both.get(joint, ()), *its_names.get(joint, ())))
        counts[joint] = max(counts.get(joint, 0), link.multiplicity, len(both[joint]))
    hosts, groups = [0] * len(names), [0] * len(names)
    for one, place in ((network, range(known)), (other, to)):
        for switch, where in enumerate(place):
            hosts[where] = max(hosts[where], one.hosts[switch])
            groups[where] = groups[where] or one.groups[switch]
    classes = {each.name: each for each in (*network.classes, *other.classes)}
    if any(each != classes[each.name] for each in (*network.classes, *other.classes)):
        raise QuestionError("files", f"{called(file)} counts the speeds of cables in another unit")
    united = Network(
        switches=len(names),
        links=tuple(Link(*joint, count) for joint, count in counts.items()),
        classes=tuple(classes.values()),
        groups=tuple(groups),
        hosts=tuple(hosts),
        names=tuple(names),
    )
    return united, {joint: named for joint, named in both.items() if named}


def _renumbered(
    network: Network, cables: Cables, to: Sequence[int]
) -> tuple[list[Link], dict[Joint, tuple[str, ...]]]:
    """Return the links and their names with other numbers of switches."""

    def moved(joint: Joint) -> Joint:
        first, second = to[joint[0]], to[joint[1]]
        return min(first, second), max(first, second), joint[2]

    links = [Link(*moved(link[:3]), link.multiplicity) for link in network.links]
    return links, {moved(joint): names for joint, names in cables.items()}


def _in_order(
    network: Network, cables: Cables, groups: Grouping
) -> tuple[Network, dict[Joint, tuple[str, ...]], Grouping]:
    """Number the switches group by group, and in the order of their names."""
    names = [network.name_of(switch) for switch in range(network.switches)]
    order = sorted(
        range(network.switches), key=lambda switch: (groups.groups[switch], natural(names[switch]))
    )
    to = [0] * network.switches
    for place, switch in enumerate(order):
        to[switch] = place
    links, called = _renumbered(network, cables, to)
    ordered = Network(
        switches=network.switches,
        links=tuple(links),
        classes=network.classes,
        groups=tuple(groups.groups[switch] for switch in order),
        hosts=tuple(network.hosts[switch] for switch in order),
        names=tuple(names[switch] for switch in order),
    )
    grouped = replace(
        groups,
        groups=ordered.groups,
        rest=tuple(groups.rest[switch] for switch in order),
    )
    return ordered, called, grouped


def with_groups_of(fabric: Fabric, design: Network, same: Sequence[int | None]) -> Fabric:
    """Take the groups of a design, where names alone told those of the fabric.

    Switches that are not in the design are groups of their own.
    """
    planned = sorted(set(design.groups))
    if len(planned) < 2 or not same or fabric.grouping.by not in ("names", "none"):
        return fabric
    number = {group: place for place, group in enumerate(planned)}
    groups = [-1] * fabric.network.switches
    for switch, there in enumerate(same):
        if there is not None:
            groups[there] = number[design.groups[switch]]
    alone = [switch for switch, group in enumerate(groups) if group < 0]
    for place, switch in enumerate(alone):
        groups[switch] = len(planned) + place
    names = (*map(str, planned), *(fabric.network.name_of(switch) for switch in alone))
    used = sorted(set(groups))
    dense = {group: place for place, group in enumerate(used)}
    numbered = tuple(dense[group] for group in groups)
    return replace(
        fabric,
        network=replace(fabric.network, groups=numbered),
        grouping=replace(
            fabric.grouping, groups=numbered, names=tuple(names[each] for each in used), by="design"
        ),
    )


def with_classes(fabric: Fabric) -> Fabric:
    """Call the links between groups global, where the files tell no classes of links."""
    network = fabric.network
    if {link.link_class for link in network.links} != {LOCAL.name}:
        return fabric

    def class_of(first: int, second: int) -> str:
        return (LOCAL if network.groups[first] == network.groups[second] else GLOBAL).name

    links = tuple(
        Link(first, second, class_of(first, second), multiplicity)
        for first, second, _, multiplicity in network.links
    )
    cables = {
        (first, second, class_of(first, second)): names
        for (first, second, _), names in fabric.cables.items()
    }
    classes: tuple[LinkClass, ...] = (LOCAL, GLOBAL)
    return replace(fabric, network=replace(network, links=links, classes=classes), cables=cables)
