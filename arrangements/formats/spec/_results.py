"""Documents of results that are given in place of a network: what to do with them instead."""

from __future__ import annotations

import re
from typing import Any

from alphacut.arrangements.errors import SpecError

RESUMED = {"alphacut-curve/1": "curve", "alphacut-point/1": "point"}  # the command that goes on
VERIFIED = frozenset(
    (
        *RESUMED,
        "alphacut-throughput/1",
        "alphacut-placement/1",
        "alphacut-routing/1",
        "alphacut-simulation/1",
        "alphacut-synthesis/1",
        "alphacut-resilience/1",
        "alphacut-design/2",
        "alphacut-conjecture/1",
        "alphacut-profile/1",
        "alphacut-layout/1",
        "alphacut-fabric/1",
    )
)
FORMAT = re.compile(r"alphacut-[a-z]{1,20}/[0-9]{1,3}")
START = re.compile(rb'\s*\{\s*"format"\s*:\s*"alphacut-')  # as they are written


def refuse_result(obj: dict[str, Any]) -> None:
    """Refuse a document, which names its format, with a SpecError; what names none passes."""
    name = obj.get("format")
    if not isinstance(name, str) or not FORMAT.fullmatch(name):
        return
    told = [f"is a result ({name}), not a network"]
    if "topology" in obj:
        told.append('the network is its "topology"')
    if name in RESUMED:
        told.append(f"to go on with it: alphacut {RESUMED[name]} --resume FILE")
    if name in VERIFIED:
        told.append("to check it: alphacut verify FILE")
    raise SpecError("", "; ".join(told))
