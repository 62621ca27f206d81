"""Documents changed at random: a value, its type, its place, or whether it is there at all."""

from __future__ import annotations

import copy
import random
from typing import Any

Path = tuple[Any, ...]
STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 10**9, 0.5, 1.0, "", "0", "1", "1/2", "exact", "inf", [], {}),
    *([[]], [0], {"a": 1}, "x" * 50, [None], 2**70, -0.0),
)


def places(node: Any, path: Path = ()) -> list[Path]:
    """Return the places of all values in a JSON value, itself left out."""
    if isinstance(node, dict):
        inner = list(node.items())
    elif isinstance(node, list):
        inner = list(enumerate(node))
    else:
        return []
    return [each for key, value in inner for each in ((*path, key), *places(value, (*path, key)))]


def forged(document: Any, rng: random.Random) -> Any:
    """Return a copy with one to three changes."""
    changed = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        found = places(changed)
        if not found:
            break
        # places near the top are rare among all, and matter most
        depth = rng.randint(1, max(map(len, found)))
        path = rng.choice([each for each in found if len(each) <= depth])
        _change(changed, path, found, rng)
    return changed


def _change(document: Any, path: Path, found: list[Path], rng: random.Random) -> None:
    holder = _at(document, path[:-1])
    last = path[-1]
    what = rng.randrange(6)
    if what == 0:
        del holder[last]
    elif what == 1:
        holder[last] = copy.deepcopy(rng.choice(STRANGE))
    elif what == 2:
        holder[last] = copy.deepcopy(_at(document, rng.choice(found)))
    elif what == 3 and isinstance(holder, list):
        holder.insert(last, copy.deepcopy(rng.choice(holder)))
    elif what == 4 and isinstance(holder[last], int):
        holder[last] = rng.choice((float, bool, str))(holder[last])
    else:
        holder[last] = _near(holder[last], rng)


def _near(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return rng.choice((value + 1, value - 1, 2 * value, -value, value // 2))
    if isinstance(value, str):
        return rng.choice((value + "0", value[:-1], "1" + value, value + "/3", "2"))
    return rng.choice(STRANGE)


def _at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document
