"""Finding networks: for about so many hosts, of switches with so many ports."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from alphacut.service.access import caller
from alphacut.service.conditional import NOT_MODIFIED, IfNoneMatch, tagged
from alphacut.service.one_step import answer_json
from alphacut.service.schemas.headers import TAG
from alphacut.service.schemas.problem import problems
from alphacut.service.state import ViewsOf
from alphacut.solver.design.schema import DESIGN

router = APIRouter(prefix="/v1/design", tags=["arrangements"], dependencies=[Depends(caller)])
LONGEST = 200  # characters of a parameter

_DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The front, in the order that was asked for",
        "headers": TAG,
        "content": {"application/json": {"schema": DESIGN}},
    },
    **NOT_MODIFIED,
    **problems(422, 503),
}


def _text(does: str, *, example: str | None = None) -> Any:
    return Query(description=does, max_length=LONGEST, examples=[example] if example else None)


@router.get("", summary="Find networks for about so many hosts", responses=_DOCUMENT)
async def find_designs(
    views: ViewsOf,
    hosts: Annotated[str, _text("about so many hosts", example="1000")],
    radix: Annotated[str, _text("the ports of a switch", example="32")],
    within: Annotated[str, _text("how far the number of hosts may lie from it")] = "10%",
    alpha: Annotated[str, _text("the capacity of a global link, in local links")] = "1",
    families: Annotated[
        str | None, _text("names of families, such as xgft,hyperx; else all")
    ] = None,
    arrangement: Annotated[
        str | None, _text("of the global links of dragonflies; else for each one that wires it")
    ] = None,
    balanced: Annotated[bool, Query(description="only dragonflies with a = 2p = 2h")] = False,
    unused_ports: Annotated[
        bool, Query(description="also dragonflies with unused global ports")
    ] = False,
    per_host: Annotated[
        str | None,
        _text("the least bisection bandwidth for each host that must be certain; else 1/8"),
    ] = None,
    cost: Annotated[
        str | None, _text("prices, such as switch=20,host=1,copper=1,optical=4; else assumptions")
    ] = None,
    spare_ports: Annotated[str, _text("ports of each switch that are left free")] = "0",
    sort: Annotated[
        str, _text("price, watts, bisection, switches, hosts, diameter or mean")
    ] = "price",
    limit: Annotated[str, _text("how many are listed at most")] = "20",
    if_none_match: IfNoneMatch = None,
) -> Response:
    """List the networks that none is better than, of all families whose shapes fit.

    Each has its price, power, switches, cables, distances, and bounds on its bisection bandwidth,
    proven where that takes no time. Its `topology` can be asked about by a job, which proves what
    the bounds leave open.
    """
    asked = {
        "kind": "design",
        "hosts": hosts, "radix": radix, "within": within, "alpha": alpha,
        "families": families, "spare_ports": spare_ports, "sort": sort,
        "arrangement": arrangement, "balanced": balanced, "unused_ports": unused_ports,
        "per_host": per_host, "cost": cost, "limit": limit,
    }  # fmt: skip

    async def make() -> bytes:
        return await views.pool.call(answer_json, asked, large=True)

    view = await views.get(("design", json.dumps(asked)), make)
    return tagged(view.content, if_none_match, tag=view.tag, headers={})
