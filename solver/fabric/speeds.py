"""A design and a fabric in one unit, so that their bisections can be compared.

Files tell speeds only where they differ. A side that tells none gets those of the other: each of
its links the speed that most cables have where the other side has links of its class.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import gcd

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats.spec import build_any, complete, parse, to_spec
from alphacut.arrangements.network import GLOBAL, LOCAL, Link, LinkClass, Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.fabric.fabric import Fabric
from alphacut.solver.fabric.matching import Design, Match

Classes = Mapping[str, str]  # of each class of one side, what most links in its place are


def in_one_unit(
    design: Design, fabric: Fabric, match: Match, remark: Callable[[str], object]
) -> tuple[Design, Fabric]:
    """Count the capacities of both in the unit of the finer one.

    Raises
    ------
    QuestionError
        If one tells speeds, and the other has capacities of its own in a unit that is not told.
    """
    units = design.topology.get("unit"), fabric.unit
    if units[0] == units[1]:
        return design, fabric
    if units[0] is None:
        classes = _usual(design.network, fabric.network, _there(match))
        remark(_told("the design", classes))
        return _planned_at(design, fabric, classes), fabric
    if units[1] is None:
        back = {there: planned for planned, there in _there(match).items()}
        classes = _usual(fabric.network, design.network, back)
        remark(_told("the fabric", classes))
        return design, _cabled_at(fabric, design, classes)
    one, other = Fraction(units[0]), Fraction(units[1])
    unit = Fraction(
        gcd(one.numerator * other.denominator, other.numerator * one.denominator),
        one.denominator * other.denominator,
    )
    planned = _in_unit(design.network, one / unit)
    return (
        replace(design, network=planned, topology=_topology(planned, str(unit))),
        replace(fabric, network=_in_unit(fabric.network, other / unit), unit=str(unit)),
    )


def _there(match: Match) -> dict[int, int]:
    """Return the switch of the fabric that each one of the design is; {}: it is not known."""
    return {planned: there for planned, there in enumerate(match.same) if there is not None}


def _told(who: str, classes: Classes) -> str:
    listed = ", ".join(f"{name} links as {speed}" for name, speed in sorted(classes.items()))
    return f"{who} tells no speeds: its links count as most cables in their place, {listed}"


def _usual(plain: Network, other: Network, there: Mapping[int, int]) -> Classes:
    """Return what most links of the other network are, in the place of each class of one."""
    known = {LOCAL.name: LOCAL, GLOBAL.name: GLOBAL}
    used = {link.link_class for link in plain.links}
    if any(plain.class_by_name[name] != known.get(name) for name in used):
        raise QuestionError(
            "design",
            "fabric and design count capacities in different units: one tells the speeds of its "
            "cables, and the other has capacities of its own; leave these away",
        )
    speeds: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    every, inside = Counter[str](), {True: Counter[str](), False: Counter[str]()}
    for first, second, name, multiplicity in other.links:
        speeds[first, second][name] += multiplicity
        every[name] += multiplicity
        inside[other.groups[first] == other.groups[second]][name] += multiplicity
    found = {name: Counter[str]() for name in used}
    for first, second, name, _ in plain.links:
        one, end = sorted((there.get(first, -1), there.get(second, -1)))
        found[name].update(speeds.get((one, end), {}))
    if not there:
        found = {name: inside[name == LOCAL.name] for name in used}
    return {
        name: max(counts or every, key=lambda each: ((counts or every)[each], each))
        for name, counts in found.items()
    }


def _planned_at(design: Design, fabric: Fabric, classes: Classes) -> Design:
    """Give a design the speeds of a fabric."""
    known = fabric.network.class_by_name
    if isinstance(design.network, AnyWiring):
        capacities = {name: str(known[speed].base) for name, speed in classes.items()}
        topology = complete(parse({**design.topology, "capacities": capacities}))
        return replace(design, network=build_any(parse(topology)), topology=topology)
    network = _with_speeds(design.network, fabric.network.classes, classes)
    return replace(design, network=network, topology=_topology(network, fabric.unit))


def _cabled_at(fabric: Fabric, design: Design, classes: Classes) -> Fabric:
    """Give a fabric the speeds of its design."""
    cables = {
        (first, second, classes[name]): named
        for (first, second, name), named in fabric.cables.items()
    }
    network = _with_speeds(fabric.network, design.network.classes, classes)
    return replace(fabric, network=network, cables=cables, unit=design.topology["unit"])


def _with_speeds(network: Network, speeds: tuple[LinkClass, ...], classes: Classes) -> Network:
    counts = Counter[tuple[int, int, str]]()
    for first, second, name, multiplicity in network.links:
        counts[first, second, classes[name]] += multiplicity
    links = tuple(Link(*joint, number) for joint, number in sorted(counts.items()))
    return replace(network, links=links, classes=speeds)


def _in_unit(network: Network, factor: Fraction) -> Network:
    classes = tuple(
        replace(each, base=int(each.base * factor), slope=int(each.slope * factor))
        for each in network.classes
    )
    return replace(network, classes=classes)


def _topology(network: Network, unit: str | None) -> dict[str, object]:
    return complete(to_spec(network)) | ({} if unit is None else {"unit": unit})
