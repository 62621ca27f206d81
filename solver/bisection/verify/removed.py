"""Kinds of proof that earlier versions wrote, and that are not checked any more.

They served one network and took most of the time of a check, or proved nothing that others do not
prove as fast (docs/decisions/0114, 0124). A document that holds one is refused with a message that
says so; `alphacut curve` proves it anew without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.solver.bisection.verify.errors import Refused

REMOVED = {
    "triples": "bounds on three sequences",
    "imbalances": "multipliers for some imbalances of positions",
    "products": "products of signs within groups",
    "gaps": "inequalities between states of groups",
}


def removed(name: str) -> Refused:
    """Return what a document is refused with that holds a kind which is not checked any more."""
    return Refused(
        f"it rests on {REMOVED[name]} ({name}), which earlier versions wrote and this one does "
        "not check: solve the network again"
    )


def refuse_removed(written: Mapping[str, Any]) -> None:
    """Refuse multipliers of a leaf that hold a kind which is not checked any more."""
    for name in REMOVED.keys() & written.keys():
        raise removed(name)


def holds_removed(certificate: object) -> bool:
    """Tell whether some multipliers in a certificate, wherever they stand, are of such a kind."""
    waiting = [certificate]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            rows = value.get("rows")
            if REMOVED.keys() & value.keys() or (isinstance(rows, list) and _gaps(rows)):
                return True
            waiting += value.values()
        elif isinstance(value, list) and not (value and isinstance(value[0], int)):
            waiting += value
    return False


def _gaps(rows: list[object]) -> bool:
    """Tell whether some rows of a table have a gap written beside their values."""
    return any(isinstance(row, list) and len(row) == 3 for row in rows)
