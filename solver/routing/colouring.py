"""Colours of switch positions, such that every two groups are joined by links of every colour.

References
----------
Camarero et al., Topological characterization of Hamming and Dragonfly networks, section 6. The
conditions there (a >= 4 for two colours, a >= 8 for four) do not suffice; colourings are searched
for instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.rules import COLOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.solver.routing.channels import Numbers
    from alphacut.solver.routing.groups import Groups

SECONDS = 60.0  # a search takes milliseconds for groups of usual sizes


class SearchTooLong(QuestionError):
    """Neither a colouring was found in time, nor that there is none."""


@dataclass(frozen=True, kw_only=True)
class _Parts:
    """Positions that must have one colour, for global links join them."""

    part: Numbers  # (a,) part of each position
    sizes: Numbers  # (parts,) positions in each
    joints: Numbers  # (pairs, parts) links of each part between two groups
    pairs: list[tuple[int, int]]  # one pair of groups for each row; many may be alike


def names_of(colouring: Sequence[int], colours: int) -> str:
    """Write a colouring as users give it: 0,1,1,0 or 0A,1A,0B,1B."""
    return ",".join(COLOURS[each] if colours == 4 else str(each) for each in colouring)


def read_colouring(text: str, colours: int, size: int) -> tuple[int, ...]:
    """Read the colour of each position of a group.

    Raises
    ------
    QuestionError
        If a colour is unknown, or there is not one for each position.
    """
    known = COLOURS if colours == 4 else tuple(str(each) for each in range(colours))
    words = [word.strip() for word in text.split(",")]
    if len(words) != size:
        raise QuestionError(
            "colouring",
            f"needs the colours of {size} positions with commas between them, got {len(words)}",
        )
    for place, word in enumerate(words):
        if word not in known:
            raise QuestionError(
                "colouring", f"position {place}: unknown colour {shown(word)}; "
                f"{known_names(word, known)}",
            )  # fmt: skip
    return tuple(known.index(word) for word in words)


def check_colouring(groups: Groups, colouring: Sequence[int], colours: int) -> None:
    """Refuse colours that differ along a global link, or that two groups lack.

    Raises
    ------
    QuestionError
        With the link, or the pair of groups.
    """
    links, colour = groups.links, np.asarray(colouring)[groups.position]
    for link in groups.trunks.tolist():
        one, other = int(links.tails[link]), int(links.heads[link])
        if colour[one] != colour[other]:
            raise QuestionError(
                "colouring",
                f"the global link of switches {one} and {other} joins positions of different "
                f"colours, {groups.position[one]} and {groups.position[other]}",
            )
    pair = np.repeat(np.arange(groups.count**2), np.diff(groups.starts))
    held = np.zeros((groups.count**2, colours), dtype=np.bool_)
    held[pair, colour[links.tails[groups.trunks]]] = True
    lacking = np.argwhere(~held & (np.diff(groups.starts) > 0)[:, None])
    if len(lacking):
        at, missing = lacking[0].tolist()
        one, other = divmod(at, groups.count)
        raise QuestionError(
            "colouring",
            f"groups {one} and {other} are joined by no link of colour "
            f"{names_of([missing], colours)}",
        )


def check_divisible(groups: Groups, colours: int) -> None:
    """Refuse groups that are too few links apart, or do not fall into colours of equal size.

    Raises
    ------
    QuestionError
        With a pair of groups that has too few links, or the size of the groups.
    """
    fewest = int(np.diff(groups.starts)[np.diff(groups.starts) > 0].min())
    if fewest < colours:
        at = int(np.flatnonzero(np.diff(groups.starts) == fewest)[0])
        one, other = divmod(at, groups.count)
        raise QuestionError(
            "mechanism",
            f"needs at least {colours} links between every two groups (trunking); groups {one} "
            f"and {other} are joined by {fewest}",
        )
    if groups.size % colours:
        raise QuestionError(
            "mechanism",
            f"needs groups whose switches fall into {colours} colours of equal size; they have "
            f"{groups.size}",
        )


def find_colouring(groups: Groups, colours: int, seconds: float = SECONDS) -> tuple[int, ...]:
    """Search for a colouring with as many positions of each colour.

    Taken is one with equally many links of each colour between every two groups, where there
    is one; otherwise one whose least number of links of one colour is the largest.

    Parameters
    ----------
    seconds
        The most that one search may take; there are a few.

    Raises
    ------
    QuestionError
        If there is none, with a pair of groups that lacks a colour.
    SearchTooLong
        If time ran out.
    """
    check_divisible(groups, colours)
    parts = _parts(groups)
    found, failing = _searched(parts, groups.size, colours, seconds)
    if failing is not None:
        one, other = failing
        raise QuestionError(
            "mechanism",
            f"no colouring of the positions gives every two groups a link of each of {colours} "
            f"colours; with the best one groups {one} and {other} lack one",
        )
    return tuple(found[each] for each in parts.part.tolist())


def _parts(groups: Groups) -> _Parts:
    links = groups.links
    part = np.arange(groups.size)
    tails = groups.position[links.tails[groups.trunks]]
    for one, other in np.unique(
        np.stack([tails, groups.position[links.heads[groups.trunks]]], axis=1), axis=0
    ):
        part[part == part[other]] = part[one]
    _, part = np.unique(part, return_inverse=True)
    count = int(part.max()) + 1
    pair = np.repeat(np.arange(groups.count**2), np.diff(groups.starts))
    joints = np.bincount(pair * count + part[tails], minlength=groups.count**2 * count)
    table = joints.reshape(-1, count)
    rows = np.flatnonzero(table.sum(axis=1))
    alike, first = np.unique(table[rows], axis=0, return_index=True)
    pairs = [divmod(int(rows[each]), groups.count) for each in first]
    return _Parts(part=part, sizes=np.bincount(part), joints=alike, pairs=pairs)


def _searched(
    parts: _Parts, size: int, colours: int, seconds: float
) -> tuple[list[int], tuple[int, int] | None]:
    """Colour the parts; where no colouring will do, name a pair of groups that lacks a colour."""
    totals = parts.joints.sum(axis=1)
    if not (totals % colours).any():
        found = _solved(parts, size, colours, (totals // colours).tolist(), seconds)
        if found:
            return found, None
    for least in range(int(totals.min()) // colours, 0, -1):
        found = _solved(parts, size, colours, [least] * len(totals), seconds)
        if found:
            return found, None
    return [], parts.pairs[_lacking(parts, size, colours, seconds)]


def _solved(
    parts: _Parts, size: int, colours: int, least: Sequence[int], seconds: float
) -> list[int] | None:
    """Colour the parts with at least so many links of each colour in each row, or return None."""
    model, has = _model(parts, size, colours)
    for row, few in zip(parts.joints.tolist(), least, strict=True):
        for each in range(colours):
            model.add(sum(n * has[p][each] for p, n in enumerate(row) if n) >= few)
    values = _run(model, has, seconds)
    return values if values else None


def _lacking(parts: _Parts, size: int, colours: int, seconds: float) -> int:
    """Return a row that lacks a colour where as few rows as possible do."""
    model, has = _model(parts, size, colours)
    lacks = []
    for row in parts.joints.tolist():
        lacks.append(model.new_bool_var(""))
        for each in range(colours):
            model.add(sum(n * has[p][each] for p, n in enumerate(row) if n) + lacks[-1] >= 1)
    model.minimize(sum(lacks))
    values = _run(model, has, seconds)
    if values is None:  # no division into colours of equal size
        return 0
    for at, row in enumerate(parts.joints.tolist()):
        if len({values[p] for p, n in enumerate(row) if n}) < colours:
            return at
    raise AssertionError("a row lacks a colour")


def _model(parts: _Parts, size: int, colours: int) -> tuple[Any, list[list[Any]]]:
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    has = [[model.new_bool_var("") for _ in range(colours)] for _ in parts.sizes]
    for each in has:
        model.add_exactly_one(each)
    for colour in range(colours):
        sizes = zip(parts.sizes.tolist(), has, strict=True)
        model.add(sum(n * each[colour] for n, each in sizes) == size // colours)
    model.add(has[0][0] == 1)
    return model, has


def _run(model: Any, has: list[list[Any]], seconds: float) -> list[int] | None:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        raise SearchTooLong(
            "mechanism", "no colouring was found in time; give one with --colouring"
        )
    if status == cp_model.INFEASIBLE:
        return None
    return [next(c for c, each in enumerate(row) if solver.value(each)) for row in has]
