"""All splits and leaves that a tree may have."""

from __future__ import annotations

from alphacut_verify.proofs.compositions import check_compositions, split_classes, split_states
from alphacut_verify.proofs.joint_states import check_joint_states
from alphacut_verify.proofs.linear import check_linear
from alphacut_verify.proofs.semidefinite import check_semidefinite
from alphacut_verify.proofs.states import check_states
from alphacut_verify.proofs.task import Task
from alphacut_verify.proofs.tree import SPLITS, Rules, check

RULES = Rules(
    splits={**SPLITS, "classes": split_classes, "states": split_states},
    leaves={
        "states": check_states,
        "classes": check_compositions,
        "groups": check_joint_states,
        "semidefinite": check_semidefinite,
    },
    other=check_linear,
)


def check_tree(task: Task) -> None:
    """Check every leaf of a tree."""
    check(task, RULES)
