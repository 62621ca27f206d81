"""The mechanisms by name: rules, virtual channels and colours put together for a network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Channels, Links
from alphacut.solver.routing.colouring import (
    SECONDS,
    check_colouring,
    find_colouring,
    names_of,
    read_colouring,
)
from alphacut.solver.routing.groups import Groups
from alphacut.solver.routing.orders import ranks, read_order
from alphacut.solver.routing.rules import (
    Leg,
    any_link,
    four_colours,
    four_colours_back,
    four_colours_out,
    leg,
    two_colours,
)
from alphacut.solver.routing.two_phase import Legwise

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.options import Choice
    from alphacut.solver.routing.routes import Mechanism


@dataclass(frozen=True, kw_only=True)
class Built:
    """A mechanism on a network, with everything decided that the choice left open."""

    name: str
    mechanism: Mechanism
    vcs: tuple[int, int]  # virtual channels of links within groups, and between groups
    valiant: str | None = None  # where Valiant's routes go through
    colouring: str | None = None  # of the positions, where there are colours
    order: tuple[int, ...] | None = None  # of the groups, where it matters
    remarks: tuple[str, ...] = ()  # such as what packets can meet beside these routes


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """What a named mechanism is made of."""

    colours: int
    vcs: tuple[int, int]  # by default
    ordered: bool = False  # whether the order of the groups matters


PLANS = {
    "minimal": _Plan(colours=1, vcs=(2, 1)),
    "2-colour": _Plan(colours=2, vcs=(1, 1), ordered=True),
    "4-colour": _Plan(colours=4, vcs=(1, 1)),
    "4-colour-nonminimal": _Plan(colours=4, vcs=(1, 1)),
}
VALIANT = {"switch": _Plan(colours=1, vcs=(4, 2)), "group": _Plan(colours=1, vcs=(3, 2))}


def build_mechanism(choice: Choice, network: Network, seconds: float = SECONDS) -> Built:
    """Put a named mechanism together for a network.

    Parameters
    ----------
    seconds
        The most that one search for colours may take.

    Raises
    ------
    QuestionError
        If the network has not what the mechanism needs.
    SearchTooLong
        If all else fits, but no colours were found in time.
    """
    valiant = choice.mechanism == "valiant"
    plan = VALIANT[choice.valiant] if valiant else PLANS[choice.mechanism]
    links = Links.of(network)
    groups = Groups.of(network, links)
    order = _order(choice, groups, plan)
    vcs = choice.vcs or plan.vcs
    channels = Channels(links=links, vcs=vcs)
    colouring = _colouring(choice, groups, plan.colours, seconds)
    made = Legwise(
        groups=groups,
        channels=channels,
        colour=np.array(colouring, dtype=np.int64)[groups.position],
        rank=ranks(order),
        legs=_legs(choice, vcs),
    )
    return Built(
        name=choice.mechanism,
        mechanism=made,
        vcs=vcs,
        valiant=choice.valiant if valiant else None,
        colouring=names_of(colouring, plan.colours) if plan.colours > 1 else None,
        order=order if plan.ordered else None,
    )


def _colouring(choice: Choice, groups: Groups, colours: int, seconds: float) -> tuple[int, ...]:
    if colours == 1:
        if choice.colouring is not None:
            raise QuestionError("colouring", f"{choice.mechanism} has no colours; leave it out")
        return (0,) * groups.size
    if choice.colouring is None:
        return find_colouring(groups, colours, seconds)
    given = read_colouring(choice.colouring, colours, groups.size)
    check_colouring(groups, given, colours)
    return given


def _order(choice: Choice, groups: Groups, plan: _Plan) -> tuple[int, ...]:
    if choice.order is not None and not plan.ordered:
        raise QuestionError("order", f"{choice.mechanism} follows no order; leave it out")
    return read_order(choice.order, groups.count)


def _legs(choice: Choice, vcs: tuple[int, int]) -> tuple[Leg, ...]:
    """Return the legs, whose virtual channels rise with every hop as long as there are any."""
    local, between = ([min(at, count - 1) for at in range(4)] for count in vcs)
    match choice.mechanism:
        case "minimal":
            return (leg(1, any_link, (0, 0, local[1])),)
        case "2-colour":
            return (leg(2, two_colours),)
        case "4-colour":
            return (leg(4, four_colours),)
        case "4-colour-nonminimal":
            return leg(4, four_colours_out), leg(4, four_colours_back)
    if choice.valiant == "group":
        return (
            leg(1, any_link, (0, 0, 0), whole=False),
            leg(1, any_link, (local[1], between[1], local[2])),
        )
    return (
        leg(1, any_link, (0, 0, local[1])),
        leg(1, any_link, (local[2], between[1], local[3])),
    )
