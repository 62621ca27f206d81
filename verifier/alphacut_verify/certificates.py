"""Which file checks a certificate, by its kind."""

from __future__ import annotations

from collections.abc import Callable

from alphacut_verify.errors import Refused
from alphacut_verify.proofs import (
    clos,
    components,
    elimination,
    group_kinds,
    leaf_spine_groups,
    majority,
    packing,
    spreading,
    sweep,
    trees,
    uneven,
)
from alphacut_verify.proofs.task import Task

FORMAT = "alphacut-certificate/1"

KINDS: dict[str, Callable[[Task], None]] = {
    "components": components.check,
    "sweep": sweep.check,
    "tree": trees.check_tree,
    "elimination": elimination.check,
    "packing": packing.check,
    "majority": majority.check,
    "spreading": spreading.check,
    "leaf_spine_groups": leaf_spine_groups.check,
    "group_kinds": group_kinds.check,
    "uneven": uneven.check,
    "clos": clos.check,
}
OF_EVERY_WIRING = ("majority", "group_kinds")


def check_certificate(task: Task) -> None:
    """Check that a certificate proves its task.

    Raises
    ------
    Refused
        If it does not.
    """
    if task.member("format") != FORMAT:
        raise task.refuse(f"must be {FORMAT}", "format")
    kind = task.member("kind")
    if task.intercept is not None and kind != "tree":
        raise task.refuse("a claim about an intercept must be proven by a tree", "kind")
    if task.network.any_wiring is not None and kind not in OF_EVERY_WIRING:
        raise task.refuse("proves nothing of every wiring", "kind")
    if isinstance(kind, str) and kind in KINDS:
        KINDS[kind](task)
    else:
        raise Refused(task.at("kind"), "is no kind of proof that is known")
