"""JSON files from anywhere: one object, read at a cost that is bounded beforehand."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._text import text_of
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from alphacut.arrangements.formats.exchange._base import Reading

FIRST = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*(.?)", re.DOTALL)
ROOM = 1000  # objects and lists beside those of switches and links


def object_of(content: bytes, reading: Reading) -> dict[str, Any]:
    """Read the object of a JSON file.

    Raises
    ------
    SpecError
        If it is none, or larger than the largest network could need.
    """
    opened = content.count(b"{") + content.count(b"[")
    most = 4 * (reading.switches + reading.links) + ROOM
    if opened > most:
        raise SpecError("", f"too large: {opened:,} objects and lists, at most {most:,}")
    try:
        found = json.loads(
            text_of(content), object_pairs_hook=no_name_twice, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise SpecError("", f"not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise SpecError("", "not read: nested too deeply") from error
    except SpecError:
        raise
    except ValueError as error:  # Python does not read integers of thousands of digits
        raise SpecError("", "not read: there is a number of thousands of digits") from error
    if not isinstance(found, dict):
        raise SpecError("", f"must be a JSON object, got {shown(found)}")
    return found


def begins_object(content: bytes) -> bool:
    """Whether a file can be a JSON object."""
    return _first(content) == b"{"


def begins_json(content: bytes) -> bool:
    """Whether a file can be JSON with something in it, rather than text of another kind."""
    return _first(content) in (b"{", b"[")


def _first(content: bytes) -> bytes:
    """Return the first character of JSON."""
    found = FIRST.match(content)
    return found[1] if found else b""


def no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make the object of names and values, of which JSON leaves open what a name given twice means.

    Raises
    ------
    SpecError
        With the name that is given twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise SpecError(twice[:60], "is given twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise SpecError("", f"not JSON: {name} is no number")
