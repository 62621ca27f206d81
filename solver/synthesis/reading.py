"""Reading what is to be wired: a dragonfly in full, or its numbers alone."""

from __future__ import annotations

import re

from alphacut.solver.synthesis.classes import offsets_from, slots

NUMBERS = re.compile(r"\s*\w+\s*=\s*\d{1,6}\s*(,\s*\w+\s*=\s*\d{1,6}\s*)*")
MOST = 2_000  # ends of links in a group that are dealt; more than can be arranged


def written_in_full(text: str) -> str:
    """Write `a=6,h=3` as the spec of a dragonfly; all else is left as it is.

    Its arrangement does not count: a lift, for it exists with fewer groups and with trunks.
    """
    if not NUMBERS.fullmatch(text):
        return text
    numbers = {}
    for each in text.split(","):
        name, _, value = each.partition("=")
        numbers[name.strip()] = int(value)
    pairs = dealt(*(numbers.get(name) for name in ("a", "h", "groups", "trunking")))
    if not pairs:
        return f"dragonfly:{text},arrangement=random"
    return f"dragonfly:{text},arrangement=lift,offsets=" + "x".join(f"{x}-{y}" for x, y in pairs)


def dealt(
    a: int | None, h: int | None, groups: int | None = None, trunking: int | None = None
) -> tuple[tuple[int, int], ...]:
    """Return offsets whose ends are dealt to positions in turn; none if numbers are amiss."""
    if not a or not h or trunking == 0:
        return ()
    trunking = trunking or 1
    groups = a * h // trunking + 1 if groups is None else groups
    ends = slots(groups, trunking)
    if groups < 2 or ends > min(a * h, MOST):
        return ()
    return offsets_from(tuple(end % a for end in range(ends)), groups, trunking)
