"""Telling what a network is, from a spec or a file, before anything is asked about it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field

from alphacut.service.access import SenderOf, caller
from alphacut.service.bodies import refuse_coded
from alphacut.service.checking import Allowed
from alphacut.service.network_description import told_of
from alphacut.service.problems import FieldProblem, invalid
from alphacut.service.schemas.problem import problems
from alphacut.service.state import ChecksOf, SettingsOf
from alphacut.service.submission import LARGE
from alphacut.service.validation import InvalidRequest

router = APIRouter(prefix="/v1/networks", tags=["arrangements"], dependencies=[Depends(caller)])

_FILE = {
    "requestBody": {
        "required": True,
        "description": "A spec as JSON, or a file in one of the formats that `alphacut` reads",
        "content": {"application/octet-stream": {"schema": {"type": "string"}}},
    }
}


class NetworkView(BaseModel):
    """A network, before anything is asked about it."""

    name: str
    topology: dict[str, Any] = Field(description="its spec, complete, for a request")
    switches: int
    links: dict[str, int] = Field(description="by class, with multiplicities")
    estimate: str = Field(description="in words: its size, and how long its curve may take")
    remarks: list[str] = Field(description="what of the file was not kept, or how it was read")


def _yes_or_no(does: str) -> Any:
    return Query(description=f"of a file: {does}; left out, as its format says")


async def _reading(
    file_format: Annotated[
        str | None,
        Query(
            alias="format",
            pattern="^[a-z0-9_-]{1,32}$",
            description="of a file: the name of its format; left out, it is recognised",
        ),
    ] = None,
    header: Annotated[bool | None, _yes_or_no("whether its first line is a header")] = None,
    both_ends: Annotated[
        bool | None, _yes_or_no("whether it lists each link from both of its ends")
    ] = None,
    weights: Annotated[
        bool | None, _yes_or_no("whether the weights of links count as capacities")
    ] = None,
) -> dict[str, str]:
    """Return the options of a file, as `alphacut` takes them."""
    given = {"header": header, "both_ends": both_ends, "weights": weights}
    told = {name: "yes" if each else "no" for name, each in given.items() if each is not None}
    return told if file_format is None else {"format": file_format, **told}


@router.post(
    "",
    response_model=NetworkView,
    summary="Tell what a network is, from a spec or a file",
    responses=problems(413, 415, 422),
    openapi_extra=_FILE,
)
async def tell_network(
    request: Request,
    checks: ChecksOf,
    settings: SettingsOf,
    sender: SenderOf,
    options: Annotated[dict[str, str], Depends(_reading)],
    name: Annotated[
        str,
        Query(description="the name of the file, whose ending may tell its format", max_length=200),
    ] = "network",
) -> dict[str, Any]:
    """Read a network, and tell its size and how long its curve is likely to take.

    Nothing is kept: its `topology` is what a request for a job takes.
    """
    content = await request.body()
    refuse_coded(request)
    if not content:
        raise InvalidRequest(invalid([FieldProblem(field="", problem="is missing; send a file")]))
    sizes = Allowed.by(settings).sizes
    return await checks.call(
        told_of, content, name, options, sizes, caller=sender, large=len(content) > LARGE
    )
