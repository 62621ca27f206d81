"""Specs as text: the short form of the command line, JSON text, and files of any format."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from arrangements.errors import SpecError
from arrangements.formats.exchange._base import text_of
from arrangements.formats.exchange.catalogue import import_files, recognise
from arrangements.formats.spec._problems import spec_error
from arrangements.formats.spec.families import BY_NAME
from arrangements.formats.spec.graph import GraphSpec
from arrangements.numbers import NumberError, read_integer
from arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    Remark = Callable[[str], object]  # told what of a file was not kept

EXAMPLE = "dragonfly:a=4,h=2,arrangement=relative"
PRESET = "preset"  # the family that stands for a machine of `arrangements.presets`
LARGEST_FILE = 256 * 2**20  # bytes
SHORT = re.compile(r"([A-Za-z_][\w-]*):(.*)", re.DOTALL)
LISTS = ("sides", "multiplicities")  # names of fields that hold a list even of one
LIST = re.compile(r"[0-9]{1,9}(x[0-9]{1,9})+")
TRUTH = {"true": True, "false": False}
DIGITS = 500  # of an integer that is read as one, so that a message can say how large it may be


def object_of(text: str, remark: Remark) -> Any:
    """Return the object that a text means: JSON, a short form, or the path of a file."""
    text = text.strip()
    if not text:
        raise SpecError("", f"is empty; give a spec such as {EXAMPLE}")
    if text.startswith("{"):
        return from_json(text)
    short = SHORT.fullmatch(text)
    if short and (short[1] in BY_NAME or short[1] == PRESET):
        return from_short(short[1], short[2])
    if text in BY_NAME:
        return from_short(text, "")
    return from_file(text, remark)


def from_short(family: str, parameters: str) -> dict[str, Any]:
    """Read the short form `family:name=value,name=value`.

    Integers, lists of them (8x8), true and false are read as such, everything
    else as a string; `options.name=value` sets an option, `failed.name=value`
    and `capacities.name=value` work alike.
    """
    found: dict[str, Any] = {"family": family}
    for part in parameters.split(",") if parameters.strip() else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise SpecError(name[:60], f"must be name=value, as in {EXAMPLE}; got {shown(part)}")
        outer, dot, inner = name.partition(".")
        target = found.setdefault(outer, {}) if dot else found
        if not isinstance(target, dict) or (inner or outer) in target:
            raise SpecError(name[:60], "is given twice")
        target[inner if dot else outer] = _value(name, value)
    return found


def from_json(text: str, source: str = "") -> Any:
    """Read JSON text, refusing what JSON leaves open: a name given twice."""
    try:
        return json.loads(text, object_pairs_hook=_no_name_twice)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise SpecError("", f"{source}not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise SpecError("", f"{source}not a spec: nested too deeply") from error
    except SpecError:
        raise
    except ValueError as error:  # an integer of thousands of digits
        raise SpecError("", f"{source}not a spec: {error}") from error


def from_file(path: str, remark: Remark) -> Any:
    """Read a spec from a file, or a network in the format of another program."""
    content = _content(path)
    try:
        exchange = None if _is_spec(content) else recognise(Path(path), content)
        if exchange is None:
            return from_json(text_of(content), f"{path}: ")
        imported = import_files(exchange, Path(path), content)
    except SpecError as error:
        problem = error.problem.removeprefix(f"{path}: ")
        raise SpecError(error.field, f"{path}: {problem}", error.problems[1:]) from error
    for note in imported.notes:
        remark(f"{path} ({exchange.name}): not kept: {note}")
    try:
        return GraphSpec.of(imported.network).complete()
    except ValidationError as error:  # names of classes with blanks, huge numbers
        raise spec_error(GraphSpec, error) from error


def _is_spec(content: bytes) -> bool:
    """Whether a file is JSON whose object names a family."""
    head = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"{") and b'"family"' in head


def _content(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError as error:
        raise _no_such_file(path) from error
    except OSError as error:
        raise SpecError("", f"cannot read {shown(path)}: {error.strerror}") from error
    except ValueError as error:  # a null character in the path
        raise SpecError("", f"no file {shown(path)}: {error}") from error
    if len(content) > LARGEST_FILE:
        raise SpecError("", f"{path}: larger than {LARGEST_FILE:,} bytes")
    return content


def _no_such_file(path: str) -> SpecError:
    short = SHORT.fullmatch(path)
    if short:
        return SpecError(
            "family",
            f"unknown family {shown(short[1])}; {known_names(short[1], (*BY_NAME, PRESET))}",
        )
    return SpecError(
        "", f"no file {shown(path)}; give the path of a file, or a spec such as {EXAMPLE}"
    )


def _value(name: str, text: str) -> Any:
    if name.startswith(("options.", "capacities.")):
        return text if name.startswith("capacities.") else _integer(text)
    if name.endswith(LISTS) or LIST.fullmatch(text):
        return [_integer(side) for side in text.split("x")]
    return TRUTH.get(text, _integer(text))


def _integer(text: str) -> int | str:
    try:
        return read_integer(text.removeprefix("+"), digits=DIGITS)
    except NumberError:
        return text


def _no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise SpecError(twice[:60], "is given twice")
    return found
