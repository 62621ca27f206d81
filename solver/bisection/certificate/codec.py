"""Certificates in JSON: read with the path of what is refused, and written byte for byte.

How a record is read and written follows from its fields (`fields`); which records there are,
from the table of `kinds`. Nobody else looks at the members of a certificate in JSON.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.alpha import INFINITY, Alpha
from alphacut.solver.bisection.certificate.errors import Refused
from alphacut.solver.bisection.certificate.fields import Form
from alphacut.solver.bisection.certificate.kinds import Place, records
from alphacut.solver.bisection.certificate.numbers import AtLeast
from alphacut.solver.bisection.certificate.proofs import FORMAT, Certificate, TreeProof
from alphacut.solver.bisection.certificate.removed import removed_after, removed_in
from alphacut.solver.bisection.certificate.tree import (
    HALVES,
    MOST_DEPTH,
    ByClasses,
    ByStates,
    Node,
    Split,
    parts,
)

WORDS = {int: "an integer", str: "a string", list: "a list", dict: "an object"}
DIGITS = 200  # of numerator and denominator of an α

Record = TypeVar("Record")


def read_certificate(value: object, count: Callable[[], None] = lambda: None) -> Certificate:
    """Read a certificate as strangers wrote it; a record is one already.

    Parameters
    ----------
    count
        Hears of each node of a tree, and may refuse more of them.

    Raises
    ------
    Refused
        If it is not one; it says where, and what is wrong there.
    """
    if isinstance(value, Certificate):
        return value
    if not isinstance(value, dict):
        raise Refused("the certificate is not an object")
    if value.get("format") != FORMAT:
        raise Refused(f"the certificate's format is {shown(value.get('format'))}, not {FORMAT!r}")
    kind, proofs = value.get("kind"), records(Place.PROOF)
    if not isinstance(kind, str) or kind not in proofs:
        raise Refused(f"the certificate's kind is {shown(kind)}, which is not known")
    if "tree" in value:
        value = {**value, "tree": _read_tree(value["tree"], count)}
    certificate: Certificate = read(proofs[kind], value, "")
    return certificate


def read(record: type[Record], value: object, path: str) -> Record:
    """Read one record, which stands at a path."""
    try:
        found: Record = _codec(record).read(value)
    except _Wrong as wrong:
        raise wrong.refused(path) from None
    return found


def write(record: object) -> Any:
    """Write a record as it stands in JSON; a leaf of a tree without the name of its kind."""
    if isinstance(record, TreeProof):
        record = replace(record, tree=_written_tree(record.tree))
    return _codec(type(record)).write(record)


class _Wrong(Exception):
    """What is wrong, and where: the path is known when it is caught."""

    def __init__(self, problem: str, *path: str | int) -> None:
        self.problem, self.path = problem, list(path)

    def within(self, *path: str | int) -> _Wrong:
        self.path[:0] = path
        return self

    def refused(self, path: str) -> Refused:
        place = ".".join(str(each) for each in ([path] if path else []) + self.path)
        return Refused(f"{place} {self.problem}" if place else self.problem)


@dataclass(frozen=True)
class _Codec:
    """How values of one type are read and written."""

    json: tuple[type, ...]  # what they are in JSON
    read: Callable[[Any], Any]  # raises _Wrong
    write: Callable[[Any], Any]


def _codec(hint: Any) -> _Codec:
    """Return how values of a type are read and written, worked out once for each."""
    return _made(hint)


@cache
def _made(hint: Any) -> _Codec:
    if hint == Node:
        return _Codec((dict,), _as_it_is, _as_it_is)  # `_read_tree` has read it, or it is written
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return _literal(arguments)
    if origin is tuple:
        return _list_of(arguments[0]) if arguments[-1] is ... else _fixed(arguments)
    if origin in (Union, types.UnionType):
        return _either([_codec(each) for each in arguments if each is not types.NoneType])
    if hint is Alpha:
        return _Codec((str,), _read_alpha, str)
    return _plain(hint) if hint in (int, str) else _record(hint)


def _as_it_is(value: Any) -> Any:
    return value


def _annotated(base: Any, notes: tuple[object, ...]) -> _Codec:
    if Form.LISTED in notes:
        return _listed(base)
    plain = _codec(base)
    least = next((note.least for note in notes if isinstance(note, AtLeast)), None)
    if least is None:
        return plain

    def read(value: Any) -> Any:
        if plain.read(value) < least:
            raise _Wrong(f"is {shown(value)}, but must be at least {least}")
        return value

    return _Codec(plain.json, read, plain.write)


def _is(hint: Any, form: Form) -> bool:
    return get_origin(hint) is Annotated and form in get_args(hint)


def _plain(kind: type) -> _Codec:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _Wrong(f"is not {WORDS[kind]}")
        return value

    return _Codec((kind,), read, lambda value: value)


def _literal(allowed: tuple[object, ...]) -> _Codec:
    def read(value: Any) -> Any:
        if value not in allowed:
            raise _Wrong(f"is {shown(value)}, which is not known")
        return value

    return _Codec((str,), read, lambda value: value)


def _read_alpha(value: Any) -> Alpha:
    if value == "inf":
        return INFINITY
    try:
        if not isinstance(value, str) or "." in value or value != value.strip():
            raise NumberError
        ratio = read_rational(value, digits=DIGITS)
    except NumberError:
        raise _Wrong(f"is {shown(value)}, which is not a rational such as '5/4'") from None
    if ratio < 0:
        raise _Wrong("is negative")
    return Alpha.of(ratio)


def _list_of(hint: Any) -> _Codec:
    each = _codec(hint)

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _Wrong("is not a list")
        return tuple(_members(value, [each] * len(value)))

    def write(value: tuple[Any, ...]) -> list[Any]:
        return [each.write(member) for member in value]

    return _Codec((list,), read, write)


def _fixed(hints: tuple[Any, ...]) -> _Codec:
    each = [_codec(hint) for hint in hints]

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(each):
            raise _Wrong(f"is not a list of {len(each)}")
        return tuple(_members(value, each))

    def write(value: tuple[Any, ...]) -> list[Any]:
        return [codec.write(member) for codec, member in zip(each, value, strict=True)]

    return _Codec((list,), read, write)


def _members(value: list[Any], codecs: list[_Codec]) -> Iterator[Any]:
    for place, (member, codec) in enumerate(zip(value, codecs, strict=True)):
        try:
            yield codec.read(member)
        except _Wrong as wrong:
            raise wrong.within(place) from None


def _either(codecs: list[_Codec]) -> _Codec:
    """Tell alternatives by what they are in JSON, and records by their type."""
    if len(codecs) == 1:
        return codecs[0]

    def read(value: Any) -> Any:
        for codec in codecs:
            if type(value) in codec.json:
                return codec.read(value)
        raise _Wrong("is not " + " or ".join(WORDS[codec.json[0]] for codec in codecs))

    def write(value: Any) -> Any:
        if isinstance(value, tuple):
            return next(c for c in codecs if list in c.json).write(value)
        return _codec(type(value)).write(value)

    return _Codec(tuple(kind for codec in codecs for kind in codec.json), read, write)


@dataclass(frozen=True)
class _Member:
    """A member of an object, and how it is read and written."""

    name: str
    codec: _Codec
    default: object
    omitted: bool  # where it has its default

    def read(self, value: Any) -> Any:
        """Read it from an object."""
        if self.name not in value:
            if self.default is MISSING:
                raise _Wrong("is missing", self.name)
            return self.default
        written = value[self.name]
        if written is None and self.default is None:
            return None
        try:
            return self.codec.read(written)
        except _Wrong as wrong:
            raise wrong.within(self.name) from None


def _record(record: Any) -> _Codec:
    """Read an object; members with names that are not known are left alone."""
    hints = get_type_hints(record, include_extras=True)
    members = [
        _Member(each.name, _codec(hint), each.default, _is(hint, Form.OMITTED))
        for each in fields(record)
        for hint in (hints[each.name],)
    ]

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _Wrong("is not an object")
        if gone := removed_in(value):
            raise _Wrong(gone)
        return record(**{member.name: member.read(value) for member in members})

    def write(value: Any) -> dict[str, Any]:
        content = ((member, getattr(value, member.name)) for member in members)
        return {
            member.name: member.codec.write(each)
            for member, each in content
            if not (member.omitted and each == member.default)
        }

    return _Codec((dict,), read, write)


def _listed(record: Any) -> _Codec:
    """Read a list of the fields of a record, in their order."""
    hints = get_type_hints(record, include_extras=True)
    names = [each.name for each in fields(record)]
    codecs = [_codec(hints[name]) for name in names]
    spliced = [_is(hints[name], Form.SPLICED) for name in names]
    optional = fields(record)[-1].default is None

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise _Wrong("is not a list")
        if len(value) == len(names) + 1 and (gone := removed_after(record)):
            raise _Wrong(gone)
        least = len(names) - any(spliced) - optional
        if len(value) < least or (len(value) > len(names) and not any(spliced)):
            raise _Wrong(f"is not a list of {', '.join(names)}")
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

    return _Codec((list,), read, write)


# ---- trees, which may be deep: they are read without recursion -----------------


def _read_tree(written: object, count: Callable[[], None]) -> Any:
    """Read all nodes, each after its parts."""
    waiting: list[tuple[Any, str, int]] = [(written, "tree", 0)]
    order: list[tuple[Any, str]] = []
    while waiting:
        count()
        node, path, depth = waiting.pop()
        if not isinstance(node, dict):
            raise Refused(f"{path} is not an object")
        if depth > MOST_DEPTH:
            raise Refused(f"the tree has a leaf below more than {MOST_DEPTH} splits")
        order.append((node, path))
        waiting += ((part, place, depth + 1) for part, place in _parts(node, path))
    made: dict[int, Any] = {}
    for node, path in reversed(order):
        try:
            made[id(node)] = _read_node(node, made)
        except _Wrong as wrong:
            raise wrong.refused(path) from None
    return made[id(written)]


def _parts(node: dict[str, Any], path: str) -> Iterator[tuple[Any, str]]:
    """Yield the parts of a split, with their paths."""
    if "split" not in node:
        return
    yield from ((node[name], f"{path}.{name}") for name in HALVES if name in node)
    parts = node.get("parts", [])
    if isinstance(parts, list):
        for place, entry in enumerate(parts):
            if not isinstance(entry, list) or len(entry) != 2:
                raise Refused(f"{path}.parts.{place} is not a list of numbers and a node")
            yield entry[1], f"{path}.parts.{place}"


def _read_node(node: dict[str, Any], made: dict[int, Any]) -> Any:
    if "split" in node:
        split, splits = node["split"], records(Place.SPLIT)
        if not isinstance(split, str) or split not in splits:
            raise _Wrong(f"splits on {shown(split)}, which is not known")
        read = {n: made[id(node[n])] for n in HALVES if n in node}
        if "parts" in node and isinstance(node["parts"], list):
            read["parts"] = [[numbers, made[id(part)]] for numbers, part in node["parts"]]
        return _codec(splits[split]).read({**node, **read})
    leaves = records(Place.LEAF)
    kind = next((name for name in leaves if name and name in node), "")
    try:
        return _codec(leaves[kind]).read(node[kind] if kind else node)
    except _Wrong as wrong:
        raise (wrong.within(kind) if kind else wrong) from None


def _written_tree(tree: Node) -> Any:
    """Write all nodes, each after its parts."""
    waiting, order = [tree], list[Node]()
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += parts(node)
    written: dict[int, Any] = {}
    for node in reversed(order):
        written[id(node)] = _written_node(node, written)
    return written[id(tree)]


def _written_node(node: Any, written: dict[int, Any]) -> Any:
    codec = _codec(type(node))
    if isinstance(node, ByClasses | ByStates):
        each = tuple((numbers, written[id(part)]) for numbers, part in node.parts)
        return codec.write(replace(node, parts=each))
    if isinstance(node, Split):
        return codec.write(
            replace(node, **{n: written[id(getattr(node, n))] for n in HALVES if hasattr(node, n)})
        )
    leaves = {record: name for name, record in records(Place.LEAF).items()}
    kind = leaves.get(type(node), "")
    return {kind: codec.write(node)} if kind else codec.write(node)
