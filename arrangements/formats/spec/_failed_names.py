"""What has failed of a network whose switches have names: by these names, made numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.arrangements.formats.spec._values import wrong
from alphacut.arrangements.words import known_names, shown

PLAIN = {  # numbers of switches, as the short form has them
    "links": re.compile(r"[0-9]{1,9}-[0-9]{1,9}(x[0-9]{1,9}-[0-9]{1,9})*"),
    "switches": re.compile(r"[0-9]{1,9}(x[0-9]{1,9})*"),
}
LONGEST = 1000  # characters of a list of links
Pairs = tuple[tuple[str, str], ...]


def numbered(failed: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return what has failed with numbers for all names of switches.

    In a text such as a-bxb-c every switch is a name; in lists, what is a text is a name.

    Raises
    ------
    PydanticCustomError
        If a switch has no such name, or a text can be read in two ways.
    """
    place = {name: number for number, name in enumerate(names)}
    found = dict(failed)
    plain: tuple[str, ...] = ()
    if not any(map(str.isdigit, names)):  # a number is no name
        plain = tuple(name for name, form in PLAIN.items() if _is(form, found.get(name)))
    if isinstance(found.get("links"), str) and "links" not in plain:
        found["links"] = [list(pair) for pair in _pairs(found["links"], place)]
    if "switches" in plain:
        found["switches"] = [int(switch) for switch in found["switches"].split("x")]
    elif isinstance(found.get("switches"), str):
        found["switches"] = _separated(found["switches"], place)
    for field, ends in (("links", 2), ("switches", 1)):
        listed = found.get(field)
        if isinstance(listed, list | tuple):
            found[field] = [
                _number(each, place, f"failed.{field}.{at}", ends) for at, each in enumerate(listed)
            ]
    return found


def _is(form: re.Pattern[str], given: object) -> bool:
    return isinstance(given, str) and form.fullmatch(given) is not None


def _number(given: object, place: Mapping[str, int], at: str, ends: int) -> object:
    """Return one entry with numbers: a switch, or the two ends of links and what follows them."""
    if ends == 1:
        return _switch(given, place, at)
    if isinstance(given, list | tuple):
        return [*(_switch(end, place, at) for end in given[:ends]), *given[ends:]]
    return given


def _switch(given: object, place: Mapping[str, int], at: str) -> object:
    if not isinstance(given, str):
        return given
    if given not in place:
        raise wrong(f"unknown switch {shown(given)}; {known_names(given, place)}", at=at)
    return place[given]


def _separated(text: str, place: Mapping[str, int]) -> list[str]:
    """Take a list of switches apart: a name may have an x in it."""
    return [text] if text in place else text.split("x")


def _pairs(text: str, place: Mapping[str, int]) -> Pairs:
    """Take a list such as a-bxb-c apart, whose names may have - and x in them."""
    if len(text) > LONGEST:
        raise wrong(f"has more than {LONGEST:,} characters; list the links", at="failed.links")
    ways: list[list[Pairs]] = [[] for _ in range(len(text) + 2)]  # two at most, from each place on
    ways[len(text) + 1] = [()]
    for at in range(len(text) - 1, -1, -1):
        for middle in _ends(text, at, "-", place):
            for end in _ends(text, middle + 1, "x", place):
                pair = (text[at:middle], text[middle + 1 : end])
                ways[at] += [(pair, *rest) for rest in ways[end + 1]]
                del ways[at][2:]
    if len(ways[0]) > 1:
        raise wrong(
            f"{shown(text)} can be read in two ways, as {_written(ways[0][0])} or "
            f"{_written(ways[0][1])}; give the links as lists in JSON", at="failed.links",
        )  # fmt: skip
    if not ways[0]:
        raise wrong(
            f"must be two names of switches, as in {_example(place)}, got {shown(text)}",
            at="failed.links",
        )
    return ways[0][0]


def _ends(text: str, start: int, mark: str, place: Mapping[str, int]) -> list[int]:
    """Return where a name that begins at a place may end: before a mark, or with the text."""
    found = []
    at = text.find(mark, start)
    while at >= 0:
        if text[start:at] in place:
            found.append(at)
        at = text.find(mark, at + 1)
    return [*found, len(text)] if mark == "x" and text[start:] in place else found


def _written(pairs: Pairs) -> str:
    return " and ".join(f"{shown(one)} to {shown(other)}" for one, other in pairs)


def _example(place: Mapping[str, int]) -> str:
    return "-".join(list(place)[:2])
