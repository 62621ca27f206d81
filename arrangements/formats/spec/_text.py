"""Specs as text: the short form of the command line, JSON text, and files of any format."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec._found import Found
from alphacut.arrangements.formats.spec._json_text import from_json
from alphacut.arrangements.formats.spec._short import AS_LIST, LISTS, short_value
from alphacut.arrangements.formats.spec.failed import SEVERAL_LINKS, SEVERAL_SWITCHES
from alphacut.arrangements.formats.spec.families import FAMILIES
from alphacut.arrangements.presets import BY_NAME as PRESETS
from alphacut.arrangements.presets import MISSING
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec._base import Limits
    from alphacut.arrangements.formats.spec._files import Remark

EXAMPLE = "dragonfly:a=4,h=2,arrangement=relative"
PRESET = "preset"  # the family that stands for a machine of `arrangements.presets`
SHORT = re.compile(r"([A-Za-z_][\w-]*):(.*)", re.DOTALL)


def object_of(text: str, remark: Remark, limits: Limits) -> Found:
    """Return the object that a text means: JSON, a short form, or the path of a file."""
    text = text.strip()
    if not text:
        raise SpecError("", f"is empty; give a spec such as {EXAMPLE}")
    if text.startswith("{"):
        return Found(from_json(text))
    if (named := named_object(text)) is not None:
        return Found(named)
    # the formats of other programs take long to load
    from alphacut.arrangements.formats.spec._files import FILE, NamedFile, from_file

    short = SHORT.fullmatch(text)
    is_named = short is not None and short[1] == FILE
    file = NamedFile.parse(short[2]) if short and is_named else NamedFile(path=text)
    try:
        return from_file(file, remark, file.reading(limits.switches, limits.links))
    except FileNotFoundError as error:
        raise _no_such_file(file.path) from error


def named_object(text: str) -> dict[str, Any] | None:
    """Return the object that a short form or a machine's name means; None if it is neither.

    No file is read, whatever the text.
    """
    text = text.strip()
    short = SHORT.fullmatch(text)
    if short and (short[1] in FAMILIES or short[1] == PRESET):
        return from_short(short[1], short[2])
    if text in FAMILIES:
        return from_short(text, "")
    name, _, changes = text.partition(":")
    if name in PRESETS:
        return from_short(PRESET, f"name={name}{',' if changes.strip() else ''}{changes}")
    return None


def from_short(family: str, parameters: str) -> dict[str, Any]:
    """Read the short form `family:name=value,name=value`.

    Integers, lists of them (8x8), true and false are read as such, everything
    else as a string; `options.name=value` sets an option, `failed.name=value`
    and `capacities.name=value` work alike.
    """
    found: dict[str, Any] = {"family": family}
    last = ""  # the field that was read before
    for part in parameters.split(",") if parameters.strip() else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and (form := _form_of_list(last)):
            raise SpecError(last, f"{form}; got {shown(part)} after a comma")
        if not equals or not name or not value:
            raise SpecError(name[:60], f"must be name=value, as in {EXAMPLE}; got {shown(part)}")
        outer, dot, inner = name.partition(".")
        target = found.setdefault(outer, {}) if dot else found
        if not isinstance(target, dict) or (inner or outer) in target:
            raise SpecError(name[:60], "is given twice")
        target[inner if dot else outer] = short_value(name, value)
        last = name
    return found


def _form_of_list(name: str) -> str:
    """Return how the list of a field is written; nothing for a field that has no list."""
    failed = {"failed.links": SEVERAL_LINKS, "failed.switches": SEVERAL_SWITCHES}
    return AS_LIST if name.endswith(LISTS) else failed.get(name, "")


def unknown_family(text: str) -> SpecError | None:
    """Return what is wrong with a short form of no known family; None if it is no short form."""
    short = SHORT.fullmatch(text.strip())
    if short is None:
        return None
    known = known_names(short[1], (*FAMILIES, PRESET))
    return SpecError("family", f"unknown family {shown(short[1])}; {known}")


def _no_such_file(path: str) -> SpecError:
    name = path.partition(":")[0]
    if name in MISSING:
        return SpecError("", f"there is no preset {name}: {MISSING[name].why}")
    if unknown := unknown_family(path):
        return unknown
    word = "" if set(path) & {".", "/", "\\"} else name[:100].lower()  # not what files are called
    near = get_close_matches(word, [*PRESETS, *FAMILIES], n=1)
    meant = f"did you mean {near[0]}? Else " if near else ""
    return SpecError(
        "", f"no file {shown(path)}; {meant}give the path of a file, or a spec such as {EXAMPLE}"
    )
