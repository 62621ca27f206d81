"""All splits and leaves that a tree may have."""

from __future__ import annotations

from alphacut_verify.errors import Unsupported
from alphacut_verify.proofs.compositions import check_compositions, split_classes, split_states
from alphacut_verify.proofs.linear import check_linear
from alphacut_verify.proofs.states import check_states
from alphacut_verify.proofs.task import Task
from alphacut_verify.proofs.tree import SPLITS, Path, Rules, Tree, check
from alphacut_verify.reading import Object


def _not_here(_tree: Tree, _leaf: Object, path: Path) -> None:
    raise Unsupported(path.place, "such leaves are not checked here")


RULES = Rules(
    splits={**SPLITS, "classes": split_classes, "states": split_states},
    leaves={
        "states": check_states,
        "classes": check_compositions,
        "groups": _not_here,
        "semidefinite": _not_here,
    },
    other=check_linear,
)


def check_tree(task: Task) -> None:
    """Check every leaf of a tree."""
    check(task, RULES)
