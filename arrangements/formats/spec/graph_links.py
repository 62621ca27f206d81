"""The list of links of a graph spec, checked in one pass over it."""

from collections.abc import Collection, Sequence
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, ValidationInfo, WithJsonSchema

from alphacut.arrangements.formats.spec._values import LARGEST, REPORTED, several_wrong, wrong
from alphacut.arrangements.network import LOCAL, Link
from alphacut.arrangements.words import known_names, shown

DEFAULTS = (LOCAL.name, 1)  # class and multiplicity


def read_links(value: object, info: ValidationInfo) -> tuple[Link, ...]:
    """Read a list of [first, second, class, multiplicity], the last two optional.

    It is checked against the fields before it, the switches and the classes.
    """
    if not isinstance(value, list | tuple):
        raise wrong(f"must be a list, got {shown(value)}")
    switches = info.data.get("switches", LARGEST)
    names = {each.name for each in info.data.get("classes", ())}
    found: list[Link] = []
    misfits: list[int] = []
    for position, given in enumerate(value):
        link = _link(given, switches, names)
        if link is None:
            misfits.append(position)
        else:
            found.append(link)
    if misfits:
        told = [(str(each), _problem(value[each], switches, names)) for each in misfits[:REPORTED]]
        raise several_wrong(told, len(misfits) - len(told))
    return tuple(found)


def _link(given: Any, switches: int, names: Collection[str]) -> Link | None:
    """Return a link, or None if there is anything wrong with it."""
    if not isinstance(given, list | tuple) or not 2 <= len(given) <= 4:
        return None
    first, second, name, multiplicity = _complete(given)
    if type(first) is not int or type(second) is not int or type(multiplicity) is not int:
        return None
    fits = 0 <= first < switches and 0 <= second < switches and first != second
    known = isinstance(name, str) and (not names or name in names)
    if not fits or not known or not 1 <= multiplicity <= LARGEST:
        return None
    return given if isinstance(given, Link) else Link(first, second, name, multiplicity)


def _complete(given: Sequence[Any]) -> list[Any]:
    """Fill in the class and the multiplicity."""
    return [*given, *DEFAULTS[len(given) - 2 :]]


def _problem(given: Any, switches: int, names: Collection[str]) -> str:
    """Say what is wrong with what `_link` did not take."""
    if not isinstance(given, list | tuple) or not 2 <= len(given) <= 4:
        return (
            "must be [first, second], [first, second, class] or "
            f"[first, second, class, multiplicity], got {shown(given)}"
        )
    first, second, name, multiplicity = _complete(given)
    for end in (first, second):
        if type(end) is not int:
            return f"an end must be the number of a switch, an integer, got {shown(end)}"
        if not 0 <= end < switches:
            return f"switch {shown(end)} does not exist; switches are numbered 0 to {switches - 1}"
    if first == second:
        return f"joins switch {first} to itself; a link joins two different switches"
    if not isinstance(name, str) or (names and name not in names):
        return f"unknown link class {shown(name)}; {known_names(name, sorted(names))}"
    if type(multiplicity) is int and multiplicity > LARGEST:
        return f"the multiplicity must be at most {LARGEST}, got {shown(multiplicity)}"
    return f"the multiplicity must be an integer from 1, got {shown(multiplicity)}"


def _write(links: tuple[Link, ...]) -> list[list[Any]]:
    return [list(link) for link in links]


GraphLinks = Annotated[
    tuple[Link, ...],
    PlainValidator(read_links),
    PlainSerializer(_write),
    WithJsonSchema(
        {
            "type": "array",
            "items": {
                "type": "array",
                "prefixItems": [
                    {"type": "integer", "minimum": 0, "title": "first"},
                    {"type": "integer", "minimum": 0, "title": "second"},
                    {"type": "string", "default": LOCAL.name, "title": "class"},
                    {"type": "integer", "minimum": 1, "default": 1, "title": "multiplicity"},
                ],
                "minItems": 2,
                "maxItems": 4,
            },
        }
    ),
]
