"""The numbers that tune trees of relaxations (`bounds.tree_run`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class TreeParams:
    """When a tree of relaxations is tried (`bounds.tree_run`)."""

    most_nodes: int = 3_000  # beyond this it is too large to be worth its certificate
    largest: int = 8_000  # switches up to which it is tried: with symmetry it may serve
    small: int = 64  # switches up to which better cuts are looked for before
    large: int = 200  # switches beyond which others come after it, and no general solver does
    seconds: float = 10_000  # until a network is closed: as many as there are
    share_if_swept: float = 0.6  # of the time, on a large network of which a sweep may come next
    seconds_on_word: float = 80_000  # of a general solver, which leaves no certificate


@dataclass(frozen=True, kw_only=True)
class RelaxationParams:
    """Which relaxation over states a tree uses (`bounds.state_relaxations`)."""

    most_switches: int = 1_000
    largest_pairs: int = 8_000  # orbits of pairs of switches under a rotation
    fewest_switches: int = 48  # where joint states of two groups are used
    most_group_states: int = 1_300  # of all groups together, up to signs
