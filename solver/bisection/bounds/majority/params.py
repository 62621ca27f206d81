"""The numbers that tune bounds by the majorities of groups."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class MajorityParams:
    """How much is spent on bounds by majorities of groups (`bounds.majority`)."""

    fewest: int = 40  # switches; a sweep of fewer is quick
    each: float = 2e-6  # seconds, for each switch and link
    most_work: int = 300_000_000  # states times switches: about a second
    fewest_groups: int = 3  # with fewer, labels say nothing


@dataclass(frozen=True, kw_only=True)
class GroupKindParams:
    """How much is spent on majorities of groups of several kinds (`bounds.majority.kinds`)."""

    most_states: int = 100_000  # groups with the label of side 1, of each kind
    # the same, where groups that lack links inside are kinds of their own
    most_states_with_lacks: int = 4_000
    most_multipliers: int = 60
    most_refined: int = 200  # states for a dynamic programme, some ms each
    fewest_groups: int = 3
    most_groups: int = 4_000


USUAL_MAJORITY = MajorityParams()
USUAL_GROUP_KIND = GroupKindParams()
