"""Groups of switches told by their names: the prefix up to one of the numbers in a name.

Of all such prefixes the one is taken whose groups are most of a community: the modularity of the
links, the share within groups less what would be there by chance, is largest.

References
----------
Newman and Girvan, Finding and evaluating community structure in networks, Phys. Rev. E 69, 2004.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

PART = re.compile(r"\d+|\D+")
NUMBERS = 8  # of a name, that are tried as the end of a group's
LONGEST = 200  # characters of a pattern

Key = tuple[tuple[int, int, str], ...]


def natural(name: str) -> Key:
    """Return a key that sorts numbers within names as numbers: "sw9" before "sw10"."""
    return tuple(
        (0, int(part), part) if part.isascii() and part.isdigit() else (1, 0, part)
        for part in PART.findall(name)
    )


@dataclass(frozen=True, kw_only=True)
class Grouping:
    """The group of each switch, numbered in the natural order of their names."""

    groups: tuple[int, ...]  # of each switch
    names: tuple[str, ...]  # of each group
    rest: tuple[str, ...]  # of each switch's name, what is behind that of its group
    by: str  # "names", "pattern", "file", "design" or "none"

    @classmethod
    def of(cls, keys: Sequence[str], rest: Sequence[str], by: str) -> Grouping:
        """Number groups by their names."""
        names = sorted(set(keys), key=natural)
        number = {name: place for place, name in enumerate(names)}
        return cls(
            groups=tuple(number[key] for key in keys), names=tuple(names), rest=tuple(rest), by=by
        )


def grouping(network: Network, pattern: str | None = None) -> Grouping:
    """Tell the groups of a network: by a pattern, as its file says, or by the names of switches.

    Parameters
    ----------
    pattern
        A regular expression whose first group, or the whole of it, is the name of a switch's
        group; "none": there are no groups; None: the file, or names, decide.

    Raises
    ------
    QuestionError
        If the pattern is none, or does not fit the name of a switch.
    """
    names = [network.name_of(switch) for switch in range(network.switches)]
    if pattern == "none":
        return Grouping.of([""] * len(names), names, "none")
    if pattern is not None:
        return _by_pattern(names, pattern)
    if len(set(network.groups)) > 1:
        return Grouping.of([str(group) for group in network.groups], names, "file")
    return _by_names(network, names) or Grouping.of([""] * len(names), names, "none")


def _by_pattern(names: Sequence[str], pattern: str) -> Grouping:
    example = r"such as ^(x\d+) for groups that are cabinets"
    if len(pattern) > LONGEST:
        raise QuestionError("groups", f"has more than {LONGEST} characters; give one {example}")
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise QuestionError(
            "groups", f"is no regular expression ({error}); give one {example}"
        ) from error
    keys = list[str]()
    for name in names:
        found = compiled.search(name)
        if found is None:
            raise QuestionError(
                "groups", f"{shown(pattern)} does not fit the switch {shown(name)}; give {example}"
            )
        keys.append(found[1] or "" if compiled.groups else found[0])
    rest = [name.removeprefix(key) for name, key in zip(names, keys, strict=True)]
    return Grouping.of(keys, rest, "pattern")


def _by_names(network: Network, names: Sequence[str]) -> Grouping | None:
    parts = [PART.findall(name) for name in names]
    best: tuple[Fraction, list[str], list[str]] | None = None
    before: list[tuple[str, str]] = []
    for number in range(1, NUMBERS + 1):
        split = [_split(each, number) for each in parts]
        if split == before:
            break
        before = split
        keys, rests = [key for key, _ in split], [rest for _, rest in split]
        if not 2 <= len(set(keys)) <= len(names) // 2:
            continue
        value = modularity(network, keys)
        if value > 0 and (best is None or value > best[0]):
            best = value, keys, rests
    return None if best is None else Grouping.of(best[1], best[2], "names")


def _split(parts: Sequence[str], number: int) -> tuple[str, str]:
    """Divide a name behind the number of this place in it, or else before its last number."""
    numbers = [place for place, part in enumerate(parts) if part.isdigit()]
    if len(numbers) >= number and numbers[number - 1] + 1 < len(parts):
        end = numbers[number - 1] + 1
    else:
        end = numbers[-1] if numbers else len(parts)
    return "".join(parts[:end]), "".join(parts[end:])


def modularity(network: Network, keys: Sequence[str]) -> Fraction:
    """Return the share of links within groups less that of a random network of these degrees."""
    within, degrees, total = 0, defaultdict[str, int](int), 0
    for first, second, _, multiplicity in network.links:
        total += multiplicity
        within += multiplicity * (keys[first] == keys[second])
        degrees[keys[first]] += multiplicity
        degrees[keys[second]] += multiplicity
    if not total:
        return Fraction(0)
    return Fraction(within, total) - Fraction(
        sum(each**2 for each in degrees.values()), (2 * total) ** 2
    )
