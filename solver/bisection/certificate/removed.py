"""Kinds of proof that earlier versions wrote, and that are not checked any more.

They served one network and took most of the time of a check (docs/decisions/0114). A document
that holds one is refused with a message that says so; `alphacut curve` proves it anew without.
"""

from __future__ import annotations

from collections.abc import Mapping

REMOVED = {
    "triples": "bounds on three sequences",
    "imbalances": "multipliers for some imbalances of positions",
}


def removed_in(written: Mapping[str, object]) -> str:
    """Return what is to be said of a record that holds a kind which is not checked any more."""
    for name, kind in REMOVED.items():
        if name in written:
            return (
                f"rests on {kind} ({name}), which earlier versions wrote and this one does "
                "not check: solve the network again"
            )
    return ""
