r"""One check of a whole JSON value, before any form reads a part of it (I-JSON, RFC 7493).

What JSON leaves open, or no database and no file can hold, is refused wherever it stands: a name
given twice in one object, NaN, half a surrogate pair such as "\ud800", the character U+0000, and
lists within lists without end.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn

from alphacut.service.refusals import NotJson
from alphacut.solver.common.errors import QuestionError

DEPTH = 64  # lists and objects within each other; no request needs ten
_UNFIT = re.compile("[\ud800-\udfff\0]")
Place = tuple["Place", str] | None  # the name of a value in what holds it, and where that is


def read_json(body: bytes) -> Any:
    """Read the body of a request.

    Raises
    ------
    NotJson
        If it is not JSON, or leaves open what it means.
    QuestionError
        If something in it is nested too deeply, or is no text; it names the place.
    """
    try:
        value = json.loads(body, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise NotJson(f"{error.msg}, at character {error.pos}") from None
    except RecursionError:
        raise NotJson(f"it is nested more than {DEPTH} levels deep") from None
    except ValueError:  # no UTF-8, a number of thousands of digits
        raise NotJson("the body cannot be read as JSON") from None
    _check(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise NotJson(f"the name {_escaped(twice[:60])!r} is given twice in one object")
    return found


def _no_number(name: str) -> NoReturn:
    raise NotJson(f"{name} is no number")


def _check(value: object) -> None:
    """Walk through a value, without recursion."""
    level: list[tuple[object, Place]] = [(value, None)]
    for _ in range(DEPTH + 1):
        level = [each for holder in level for each in _below(*holder)]
        if not level:
            return
    place = level[0][1]
    raise QuestionError(_path(place), f"is nested too deeply: at most {DEPTH} levels")


def _below(value: object, here: Place) -> Iterator[tuple[object, Place]]:
    """Yield what a value holds that may hold more, and see to its texts."""
    if isinstance(value, str):
        _check_text(value, here)
    elif isinstance(value, dict):
        for name, each in value.items():
            place = (here, name)
            _check_text(name, place)
            if isinstance(each, str | list | dict):
                yield each, place
    elif isinstance(value, list):
        for index, each in enumerate(value):
            if isinstance(each, str | list | dict):
                yield each, (here, str(index))


def _check_text(text: str, place: Place) -> None:
    if _UNFIT.search(text):
        raise QuestionError(
            _path(place), "must be Unicode text, without unpaired surrogates and U+0000"
        )


def _path(place: Place) -> str:
    names: list[str] = []
    while place is not None:
        place, name = place
        names.append(_escaped(name[:60]))
    return ".".join(reversed(names))


def _escaped(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
