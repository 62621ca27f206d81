"""Attributes of switches and links, under the names that networkx graphs have them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import LARGEST
from alphacut.arrangements.formats.exchange._weights import (
    WEIGHTS,
    Weight,
    is_number_like,
    read_weight,
)
from alphacut.arrangements.network import GLOBAL, LOCAL, LinkClass
from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from alphacut.arrangements.formats.exchange._links import Links

OF_NODES = ("group", "hosts")
OF_LINKS = ("link_class", "multiplicity")
LOST = 1000  # names of what is lost that are remembered


def lose(links: Links, names: Iterable[object], what: str) -> None:
    """Note attributes that a network has not."""
    for name in names:
        if len(links.lost) < LOST:
            links.lost[f"the attribute {printable(str(name), 60)} of {what}"] = None


def add_node(links: Links, place: str, name: str, data: Mapping[str, object]) -> None:
    """Name a switch, with its group and its hosts."""
    switch = links.switch(name)
    if data.get("group") is not None:
        links.groups[switch] = integer(data["group"], f"{place}.group", 0)
    if data.get("hosts") is not None:
        links.hosts[switch] = integer(data["hosts"], f"{place}.hosts", 0)
    label = data.get("label") if isinstance(data.get("label"), str) else data.get("name")
    if isinstance(label, str) and label.strip():
        links.labels[switch] = label.strip()
        used = "label" if data.get("label") == label else "name"
    else:
        used = ""
    lose(links, data.keys() - {*OF_NODES, used}, "nodes")


def add_link(links: Links, place: str, ends: tuple[str, str], data: Mapping[str, object]) -> None:
    """Add a link with its class, its multiplicity and its weight."""
    link_class = data.get("link_class", LOCAL.name)
    count = integer(data.get("multiplicity", 1), f"{place}: multiplicity", 1)
    weight, unused = weight_of(links, place, data)
    name = class_name(link_class, place, links)
    links.add(place, ends, link_class=name, count=count, weight=weight)
    lose(links, [*(data.keys() - {*OF_LINKS, *WEIGHTS}), *unused], "links")


def weight_of(
    links: Links, place: str, data: Mapping[str, object], what: str = "attribute"
) -> tuple[Weight | None, list[str]]:
    """Return the weight of a link, and the names of weights that are not used.

    Parameters
    ----------
    what
        What weights are in the file, to be said.
    """
    names = [name for name in WEIGHTS if data.get(name) is not None]
    if not links.reading.weights:
        return None, names
    if len(names) > 1:
        raise SpecError(
            "",
            f"{place}: has the {what}s {names[0]} and {names[1]}; the capacity of a link must "
            "have one name",
        )
    if not names:
        return None, []
    name = f"{what} {names[0]}"
    return Weight(read_weight(data[names[0]], place, name), name), []


def class_name(value: object, place: str, links: Links) -> str:
    """Read the name of a link class; a number is none, unless the file tells its capacity."""
    if not isinstance(value, str) or not value:
        raise SpecError("", f"{place}: the link class must be a name, got {shown(value)}")
    if is_number_like(value) and value not in {each.name for each in links.classes}:
        raise SpecError(
            "",
            f"{place}: the link class must be a name, and {shown(value)} is a number; a capacity "
            "is given as a weight",
        )
    return value


def integer(value: object, place: str, least: int) -> int:
    """Read an integer of a file."""
    try:
        found = read_integer(value, digits=10, least=least)
    except NumberError as error:
        raise SpecError("", f"{place} {error}") from error
    if found > LARGEST:
        raise SpecError("", f"{place} must be at most {LARGEST:,}, got {found:,}")
    return found


def classes_of(given: object) -> tuple[LinkClass, ...]:
    """Read the classes of a graph, [name, base, slope] each, as a list or as its JSON.

    Raises
    ------
    SpecError
        If they are none.
    """
    if given is None:
        return (LOCAL, GLOBAL)
    try:
        found: Any = json.loads(given) if isinstance(given, str) else given
        return tuple(_class(*each) for each in found)
    except (ValueError, TypeError, RecursionError, NetworkError) as error:
        raise SpecError(
            "graph.classes", f"must be a list of [name, base, slope], got {shown(given)}"
        ) from error


def _class(name: object, base: object, slope: object) -> LinkClass:
    if not isinstance(name, str):
        raise NetworkError("the name of a class must be text")
    return LinkClass(
        name=name,
        base=read_integer(base, digits=10, least=0),
        slope=read_integer(slope, digits=10, least=0),
    )
