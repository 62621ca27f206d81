"""How records stand in JSON: read with the path of what is refused, and written byte for byte.

It follows from the fields of a record and the words of `fields`. What they are in JSON is looked at
here and in `codec`, and nowhere else.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.fields import Form
from alphacut.solver.bisection.certificate.numbers import AtLeast
from alphacut.solver.bisection.certificate.removed import removed_after, removed_in
from alphacut.solver.bisection.certificate.tree import Node
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import Refused

WORDS = {int: "an integer", str: "a string", list: "a list", dict: "an object"}
DIGITS = 200  # of numerator and denominator of an α

Record = TypeVar("Record")


def read(record: type[Record], value: object, path: str) -> Record:
    """Read one record, which stands at a path.

    Parameters
    ----------
    path
        The path of the value, for messages.
    record
        Its class.

    Raises
    ------
    Refused
        If a field is missing, unknown, or of another kind.
    """
    try:
        record_read: Record = codec(record).read(value)
    except Wrong as wrong:
        raise wrong.refused(path) from None
    return record_read


class Wrong(Exception):
    """What is wrong, and where: the path is known when it is caught."""

    def __init__(self, problem: str, *path: str | int) -> None:
        self.problem, self.path = problem, list(path)

    def within(self, *path: str | int) -> Wrong:
        self.path[:0] = path
        return self

    def refused(self, path: str) -> Refused:
        place = ".".join(str(each) for each in ([path] if path else []) + self.path)
        return Refused(f"{place} {self.problem}" if place else self.problem)


@dataclass(frozen=True)
class Codec:
    """How values of one type are read and written."""

    json: tuple[type, ...]  # what they are in JSON
    read: Callable[[Any], Any]  # raises Wrong
    write: Callable[[Any], Any]


def codec(hint: Any) -> Codec:
    """Return how values of a type are read and written, worked out once for each."""
    return _made(hint)


@cache
def _made(hint: Any) -> Codec:
    if hint == Node:
        return Codec((dict,), _as_it_is, _as_it_is)  # `codec` goes through trees
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return _literal(arguments)
    if origin is tuple:
        return _list_of(arguments[0]) if arguments[-1] is ... else _fixed(arguments)
    if origin in (Union, types.UnionType):
        return _either([codec(each) for each in arguments if each is not types.NoneType])
    if hint is Alpha:
        return Codec((str,), _read_alpha, str)
    return _plain(hint) if hint in (int, str) else _record(hint)


def _as_it_is(value: Any) -> Any:
    return value


def _annotated(base: Any, notes: tuple[object, ...]) -> Codec:
    if Form.LISTED in notes:
        return _listed(base)
    plain = codec(base)
    least = next((note.least for note in notes if isinstance(note, AtLeast)), None)
    if least is None:
        return plain

    def read(value: Any) -> Any:
        if plain.read(value) < least:
            raise Wrong(f"is {shown(value)}, but must be at least {least}")
        return value

    return Codec(plain.json, read, plain.write)


def _is(hint: Any, form: Form) -> bool:
    return get_origin(hint) is Annotated and form in get_args(hint)


def _plain(kind: type) -> Codec:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Wrong(f"is not {WORDS[kind]}")
        return value

    return Codec((kind,), read, lambda value: value)


def _literal(allowed: tuple[object, ...]) -> Codec:
    def read(value: Any) -> Any:
        if value not in allowed:
            raise Wrong(f"is {shown(value)}, which is not known")
        return value

    return Codec((str,), read, lambda value: value)


def _read_alpha(value: Any) -> Alpha:
    if value == "inf":
        return INFINITY
    try:
        if not isinstance(value, str) or "." in value or value != value.strip():
            raise NumberError
        ratio = read_rational(value, digits=DIGITS)
    except NumberError:
        raise Wrong(f"is {shown(value)}, which is not a rational such as '5/4'") from None
    if ratio < 0:
        raise Wrong("is negative")
    return Alpha.of(ratio)


def _list_of(hint: Any) -> Codec:
    each = codec(hint)

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Wrong("is not a list")
        return tuple(_members(value, [each] * len(value)))

    def write(value: tuple[Any, ...]) -> list[Any]:
        return [each.write(member) for member in value]

    return Codec((list,), read, write)


def _fixed(hints: tuple[Any, ...]) -> Codec:
    each = [codec(hint) for hint in hints]

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(each):
            raise Wrong(f"is not a list of {len(each)}")
        return tuple(_members(value, each))

    def write(value: tuple[Any, ...]) -> list[Any]:
        return [codec.write(member) for codec, member in zip(each, value, strict=True)]

    return Codec((list,), read, write)


def _members(value: list[Any], codecs: list[Codec]) -> Iterator[Any]:
    for place, (member, codec) in enumerate(zip(value, codecs, strict=True)):
        try:
            yield codec.read(member)
        except Wrong as wrong:
            raise wrong.within(place) from None


def _either(codecs: list[Codec]) -> Codec:
    """Tell alternatives by what they are in JSON, and records by their type."""
    if len(codecs) == 1:
        return codecs[0]

    def read(value: Any) -> Any:
        for codec in codecs:
            if type(value) in codec.json:
                return codec.read(value)
        raise Wrong("is not " + " or ".join(WORDS[codec.json[0]] for codec in codecs))

    def write(value: Any) -> Any:
        if isinstance(value, tuple):
            return next(c for c in codecs if list in c.json).write(value)
        return codec(type(value)).write(value)

    return Codec(tuple(kind for codec in codecs for kind in codec.json), read, write)


@dataclass(frozen=True)
class _Member:
    """A member of an object, and how it is read and written."""

    name: str
    codec: Codec
    default: object
    omitted: bool  # where it has its default

    def read(self, value: Any) -> Any:
        """Read it from an object."""
        if self.name not in value:
            if self.default is MISSING:
                raise Wrong("is missing", self.name)
            return self.default
        written = value[self.name]
        if written is None and self.default is None:
            return None
        try:
            return self.codec.read(written)
        except Wrong as wrong:
            raise wrong.within(self.name) from None


def _record(record: Any) -> Codec:
    """Read an object; members with names that are not known are left alone."""
    hints = get_type_hints(record, include_extras=True)
    members = [
        _Member(each.name, codec(hint), each.default, _is(hint, Form.OMITTED))
        for each in fields(record)
        for hint in (hints[each.name],)
    ]

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise Wrong("is not an object")
        if gone := removed_in(value):
            raise Wrong(gone)
        return record(**{member.name: member.read(value) for member in members})

    def write(value: Any) -> dict[str, Any]:
        content = ((member, getattr(value, member.name)) for member in members)
        return {
            member.name: member.codec.write(each)
            for member, each in content
            if not (member.omitted and each == member.default)
        }

    return Codec((dict,), read, write)


def _listed(record: Any) -> Codec:
    """Read a list of the fields of a record, in their order."""
    hints = get_type_hints(record, include_extras=True)
    names = [each.name for each in fields(record)]
    codecs = [codec(hints[name]) for name in names]
    spliced = [_is(hints[name], Form.SPLICED) for name in names]
    optional = fields(record)[-1].default is None

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise Wrong("is not a list")
        if len(value) == len(names) + 1 and (gone := removed_after(record)):
            raise Wrong(gone)
        least = len(names) - any(spliced) - optional
        if len(value) < least or (len(value) > len(names) and not any(spliced)):
            raise Wrong(f"is not a list of {', '.join(names)}")
        given = list(value)
        if any(spliced):
            start, after = spliced.index(True), len(names) - spliced.index(True) - 1
            given[start : len(value) - after] = [value[start : len(value) - after]]
        return record(**dict(zip(names, _members(given, codecs[: len(given)]), strict=False)))

    def write(value: Any) -> list[Any]:
        written = list[Any]()
        for name, codec, whole in zip(names, codecs, spliced, strict=True):
            content = getattr(value, name)
            if content is not None:
                written += codec.write(content) if whole else [codec.write(content)]
        return written

    return Codec((list,), read, write)
