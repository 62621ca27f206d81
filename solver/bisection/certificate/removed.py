"""Kinds of proof that earlier versions wrote, and that are not checked any more.

They served one network and took most of the time of a check, or proved nothing that others do not
prove as fast (docs/decisions/0114, 0124). A document that holds one is refused with a message that
says so; `alphacut curve` proves it anew without.
"""

from __future__ import annotations

from collections.abc import Mapping

REMOVED = {
    "triples": "bounds on three sequences",
    "imbalances": "multipliers for some imbalances of positions",
    "products": "products of signs within groups",
}
LONGER = {"Row": "gaps"}  # records in lists with a member after those that are read
GONE = {"gaps": "inequalities between states of groups"}


def removed_in(written: Mapping[str, object]) -> str:
    """Return what is to be said of a record that holds a kind which is not checked any more."""
    return next((_words(kind, name) for name, kind in REMOVED.items() if name in written), "")


def removed_after(record: type) -> str:
    """Return what is to be said of a record that has a member too many; nothing if none had."""
    name = LONGER.get(record.__name__)
    return _words(GONE[name], name) if name else ""


def _words(kind: str, name: str) -> str:
    return (
        f"rests on {kind} ({name}), which earlier versions wrote and this one does "
        "not check: solve the network again"
    )
