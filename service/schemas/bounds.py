"""A curve, or a point, as far as it is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from alphacut.arrangements.network import Network
from alphacut.jobs.states import State
from alphacut.service.text.cuts import describe_cut
from alphacut.service.text.names import network_name


class CutView(BaseModel):
    """A bisection: its capacity is intercept + slope·α."""

    intercept: int
    slope: int
    side: list[int] = Field(description="the switches of one side")
    words: str = Field(description="what the cut does to groups and links")


class SegmentView(CutView):
    """A stretch of the upper curve, by the cut that attains it."""

    model_config = ConfigDict(serialize_by_alias=True)

    start: str = Field(alias="from", description="α, exact")
    to: str | None = Field(description="α, exact; null: without end")


class ChordView(BaseModel):
    """A stretch of the lower curve, intercept + slope·α."""

    model_config = ConfigDict(serialize_by_alias=True)

    start: str = Field(alias="from", description="α, exact")
    to: str | None = Field(description="α, exact; null: without end")
    intercept: str = Field(description="exact")
    slope: str = Field(description="exact")


class ProvenView(BaseModel):
    """What is known at one α; at inf, value and bound are slopes."""

    alpha: str
    value: str = Field(description="capacity of the best cut")
    lower: str = Field(description="below which no bisection is")
    proof: Literal["certificate", "solver"] | None = Field(description="on what lower rests")


class _Known(BaseModel):
    name: str = Field(description="what the network is called")
    state: State
    hosts: int = Field(description="of the whole network, by which networks of unlike size compare")
    status: Literal["exact", "closed", "formula", "bounded"] = Field(
        description="as if the job ended now; formula: a theorem gives what is not certified"
    )


class Bounds(_Known):
    """The upper and the lower curve."""

    segments: list[SegmentView] = Field(description="the upper curve, in order of α")
    lower: list[ChordView] | None = Field(description="the lower curve; null: it is the upper one")
    points: list[ProvenView]


class PointBounds(_Known):
    """The bounds at a single α."""

    point: ProvenView
    cut: CutView


def bounds_of(document: Mapping[str, Any], network: Network, state: State) -> Bounds | PointBounds:
    """Read a curve or point document, and say its cuts in words."""
    balance, family = document["balance"], document["topology"]["family"]

    def cut(written: Mapping[str, Any]) -> dict[str, Any]:
        return {
            **written,
            "words": describe_cut(network, written["side"], balance=balance, family=family),
        }

    known = {
        "name": network_name(document["topology"]),
        "state": state,
        "hosts": sum(network.hosts),
        "status": document["status"],
    }
    if "point" in document:
        return PointBounds.model_validate(
            {**known, "point": document["point"], "cut": cut(document)}
        )
    segments = [cut(segment) for segment in document["segments"]]
    lower, points = document.get("lower"), document["points"]
    return Bounds.model_validate({**known, "segments": segments, "lower": lower, "points": points})
