"""`packing`: every source sends to all switches along a tree, and half of that crosses any cut."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from alphacut_verify.errors import TooLarge
from alphacut_verify.proofs.components import components
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_string, integers


def check(task: Task) -> None:
    """Add up the loads of all trees, and compare them with what must cross."""
    n = task.network.switches
    sources = integers(task.member("sources"), task.at("sources"), 0)
    a_string(task.member("trees"), task.at("trees"))
    if task.highest is None:
        return
    if any(each >= n for each in sources):
        raise task.refuse("must be switches", "sources")
    neighbours = [sorted(row) for row in task.matrix]
    numbers = _unpacked(task, len(sources), neighbours)
    of = [0] * n  # the component of each switch
    parts = components(task.matrix)
    for number, members in enumerate(parts):
        for switch in members:
            of[switch] = number
    loads: dict[tuple[int, int], int] = {}
    for tree, source in enumerate(sources):
        own = numbers[tree * n : (tree + 1) * n]
        _add_loads(task, source, own, neighbours, parts[of[source]], loads)
    _check_loads(task, loads, of, _sent(task, parts, Counter(of[source] for source in sources)))


def _sent(task: Task, parts: Sequence[Sequence[int]], sources: Mapping[int, int]) -> dict[int, int]:
    """Return the weight that must cross a component, for each that is counted."""
    found = {
        number: sources[number] * least
        for number, least in enumerate(_crossing(task, parts))
        if least is not None
    }
    if not all(found.values()):
        raise task.refuse("must have one in each component that may be split", "sources")
    return found


def _check_loads(
    task: Task, loads: Mapping[tuple[int, int], int], of: Sequence[int], sent: Mapping[int, int]
) -> None:
    assert task.highest is not None
    for (i, j), load in loads.items():
        if of[i] in sent and not task.highest * load < sent[of[i]] * task.capacities[i, j]:
            raise task.refuse(f"the link between {i} and {j} bears too much")


def _unpacked(task: Task, trees: int, neighbours: Sequence[Sequence[int]]) -> bytes | Sequence[int]:
    """Return the numbers of all switches in all trees."""
    most = max((len(each) for each in neighbours), default=0)
    width = 1 if most <= 256 else 2 if most <= 1 << 16 else 4
    wanted = trees * len(neighbours) * width
    task.work.take(wanted, task.at("trees"))
    text = a_string(task.member("trees"), task.at("trees"))
    raw = inflated(text, wanted, task, task.at("trees"))
    if width == 1:
        return raw
    return [int.from_bytes(raw[i : i + width], "little") for i in range(0, wanted, width)]


def inflated(text: str, wanted: int, task: Task, place: str) -> bytes:
    """Return base64 of zlib as bytes, which must be so many: no more are made."""
    if wanted > task.limits.megabytes << 20:
        raise TooLarge(place, f"more than {task.limits.megabytes} megabytes")
    try:
        packed = base64.b64decode(text.encode("ascii"), validate=True)
        inflater = zlib.decompressobj()
        raw = inflater.decompress(packed, wanted + 1)
    except (UnicodeEncodeError, binascii.Error, zlib.error):
        raise task.refuse(f"{place} is not base64 of zlib") from None
    if len(raw) != wanted or not inflater.eof or inflater.unused_data:
        raise task.refuse(f"{place} does not hold {wanted} bytes")
    return raw


def _add_loads(
    task: Task, source: int, numbers: Sequence[int], neighbours: Sequence[Sequence[int]],
    members: Iterable[int], loads: dict[tuple[int, int], int],
) -> None:  # fmt: skip
    """Add the weights behind each link of one tree, which must lead to its source."""
    ahead: dict[int, int] = {}
    for switch in members:
        if numbers[switch] >= len(neighbours[switch]):
            raise task.refuse(f"switch {switch} has no such neighbour", "trees")
        if switch != source:
            ahead[switch] = neighbours[switch][numbers[switch]]
    waiting = dict.fromkeys(ahead, 0)
    for other in ahead.values():
        if other in waiting:
            waiting[other] += 1
    behind = {switch: task.balance.weights[switch] for switch in ahead}
    free = [switch for switch, count in waiting.items() if not count]
    for switch in free:
        other = ahead[switch]
        pair = (min(switch, other), max(switch, other))
        loads[pair] = loads.get(pair, 0) + behind[switch]
        if other != source:
            behind[other] += behind[switch]
            waiting[other] -= 1
            if not waiting[other]:
                free.append(other)
    if len(free) != len(ahead):
        raise task.refuse("a tree does not lead to its source", "trees")


def _crossing(task: Task, parts: Sequence[Sequence[int]]) -> list[int | None]:
    """Return the least weight split off each component, or None where it is not counted."""
    half = task.balance.lighter
    if len(parts) == 1:
        return [half]
    weights = [sum(task.balance.weights[each] for each in members) for members in parts]
    found: list[int | None] = []
    for number, own in enumerate(weights):
        if len(parts[number]) < 2 or not own:
            found.append(None)
            continue
        sums = 1
        for k, weight in enumerate(weights):
            if k != number:
                sums |= sums << weight
        light = sums & (1 << half + 1) - 1
        shares = [half - s for s, bit in enumerate(reversed(f"{light:b}")) if bit == "1"]
        splits = [min(x, own - x) for x in shares if 0 <= x <= own]
        found.append(min(splits) if splits else None)
    counted = [each for each in found if each is not None]
    if not counted or min(counted) == 0:
        raise task.refuse("a bisection need not split a component of this network")
    return found
