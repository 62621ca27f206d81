"""Where racks stand, and how far it is from one to another along trays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.layout.plan import Place

if TYPE_CHECKING:
    from alphacut.solver.layout.plan import Plan


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A rack on the floor."""

    name: str
    x: int  # ticks along a row
    y: int  # ticks across the rows


def standing(names: Sequence[str | None], plan: Plan) -> tuple[Standing, ...]:
    """Return where racks stand, in their order; some have the place of a name.

    Raises
    ------
    QuestionError
        If there are fewer places than racks, or none of a name.
    """
    places = plan.places or _rows(len(names), plan)
    by_name = {place.name: place for place in places}
    for name in names:
        if name is not None and name not in by_name:
            told = known_names(name, by_name)
            raise QuestionError("groups", f"there is no rack {shown(name)}; {told}")
    if len(names) > len(places):
        raise QuestionError(
            "place" if plan.places else "floor.rows",
            f"the floor is too small: {len(names):,} racks are needed, and it has "
            f"{len(places):,}; give it more, or higher racks",
        )
    given = set(names)
    free = (place for place in places if place.name not in given)
    found = (next(free) if name is None else by_name[name] for name in names)
    return tuple(Standing(name=each.name, x=each.x, y=each.y) for each in found)


def per_row(racks: int, plan: Plan) -> int:
    """Return how many racks a row has: those of the plan, or those of a floor that is square."""
    if plan.floor.racks_per_row is not None:
        return plan.floor.racks_per_row
    pitch = plan.rack.depth + plan.floor.aisle
    root = isqrt(racks * pitch // plan.rack.width)
    return max(1, root + (root * root * plan.rack.width < racks * pitch))


def _rows(racks: int, plan: Plan) -> tuple[Place, ...]:
    wide = per_row(racks, plan)
    pitch = plan.rack.depth + plan.floor.aisle
    named = sum(map(len, plan.groups.values()))
    rows = min(plan.floor.rows, -(-(racks + named) // wide))
    return tuple(
        Place(name=f"R{row + 1:02d}-{column + 1:02d}", x=column * plan.rack.width, y=row * pitch)
        for row in range(rows)
        for column in range(wide)
    )


def along_trays(one: Standing, other: Standing, plan: Plan) -> int:
    """Return how far it is from above one rack to above another, in ticks.

    Trays run above the rows. They lead from row to row at the crossings of the plan, or above
    each rack: then the way is as short as a rectilinear one can be.
    """
    across = abs(one.y - other.y)
    straight = abs(one.x - other.x)
    if not across or not plan.floor.crossings:
        return straight + across
    ways = (
        abs(one.x - place * plan.rack.width) + abs(other.x - place * plan.rack.width)
        for place in plan.floor.crossings
    )
    return across + min(ways)
