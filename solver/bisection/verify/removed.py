"""Kinds of proof that earlier versions wrote, and that are not checked any more.

They served one network and took most of the time of a check (docs/decisions/0114). A document
that holds one is refused with a message that says so; `alphacut curve` proves it anew without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.solver.bisection.verify.errors import Refused

REMOVED = {
    "triples": "bounds on three sequences",
    "imbalances": "multipliers for some imbalances of positions",
}


def refuse_removed(written: Mapping[str, Any]) -> None:
    """Refuse multipliers of a leaf over states that hold a kind which is not checked any more."""
    for name, kind in REMOVED.items():
        if name in written:
            raise Refused(
                f"it rests on {kind} ({name}), which earlier versions wrote and this one does "
                "not check: solve the network again"
            )


def holds_removed(certificate: object) -> bool:
    """Tell whether some multipliers in a certificate, wherever they stand, are of such a kind."""
    waiting = [certificate]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if REMOVED.keys() & value.keys():
                return True
            waiting += value.values()
        elif isinstance(value, list) and not (value and isinstance(value[0], int)):
            waiting += value
    return False
