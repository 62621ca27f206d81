"""What was checked of a conjecture, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.structure.conjecture.lanes import Lane


def of_conjecture(document: Mapping[str, Any], units: object = None) -> list[str]:  # noqa: ARG001
    """Say of each lane what was covered, and what came of it."""
    arrangement = document["arrangement"]
    return [lane_words(Lane.from_json(arrangement, lane)) for lane in document["lanes"]]


def lane_words(lane: Lane) -> str:
    """Say what was covered, and what came of it."""
    rule = f", sign={lane.sign}" if lane.sign else ""
    odd = ", odd a alone (for even a both rules agree)" if lane.sign == "figures" else ""
    work = ", ".join(f"{count:,} {what}" for what, count in lane.as_json()["work"].items())
    told = (
        f"{lane.arrangement} h={lane.h}{rule}, {lane.first} <= a <= {lane.last}{odd}: "
        f"{lane.cases:,} networks, {work}, {lane.seconds:.1f} s: "
    )
    if lane.failure:
        a, several = lane.failure
        told += f"{lane.failures:,} with several GCCs, the first at a = {a} with {several}"
    else:
        told += "a single GCC in all"
    written = lane.as_json()
    if "methods_agree" in written:
        told += "; both methods agree" if written["methods_agree"] else "; THE METHODS DISAGREE"
    failed = written["lemmas_failed"]
    return told + (f"; LEMMAS THAT FAIL: {failed}" if failed else "")
