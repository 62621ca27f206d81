"""Certificates, by their kinds: that no bisection has a scaled capacity below a target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from alphacut.solver.bisection.certificate.cuts import Row
from alphacut.solver.bisection.certificate.fields import (
    Claim,
    Listed,
    Omitted,
    Packed,
    Pair,
    Permutation,
    Point,
)
from alphacut.solver.bisection.certificate.numbers import Natural, Positive
from alphacut.solver.bisection.certificate.tree import Node

FORMAT: Final = "alphacut-certificate/1"

Twins = Natural | tuple[Natural, ...]  # a switch, or several of which only the number counts


@dataclass(frozen=True, kw_only=True)
class Proof:
    """What all certificates have."""

    format: Literal["alphacut-certificate/1"] = FORMAT


@dataclass(frozen=True, kw_only=True)
class ComponentsProof(Proof):
    """All divisions of all components are counted; the verifier finds the proof itself."""

    kind: Literal["components"] = "components"


@dataclass(frozen=True, kw_only=True)
class SweepProof(Proof):
    """States of partial cuts are counted along an order of the switches."""

    kind: Literal["sweep"] = "sweep"
    known: tuple[Point, ...] = ()
    order: tuple[Natural, ...]
    symmetries: Omitted[tuple[Permutation, ...]] = ()
    reach: Natural


@dataclass(frozen=True, kw_only=True)
class WrittenCutset:
    """Classes of twins whose sides are fixed, and what exchanges one with the next."""

    classes: tuple[Twins, ...] = ()
    exchanges: tuple[tuple[Natural, tuple[Pair, ...]], ...] = ()  # by the place of a class


@dataclass(frozen=True, kw_only=True)
class EliminationProof(Proof):
    """Switches are eliminated in an order, perhaps for every assignment of a cutset."""

    kind: Literal["elimination"] = "elimination"
    known: tuple[Point, ...] = ()
    order: tuple[Twins, ...]
    cutset: Omitted[WrittenCutset | None] = None


@dataclass(frozen=True, kw_only=True)
class PackingProof(Proof):
    """What spanning trees carry from their sources is added up."""

    kind: Literal["packing"] = "packing"
    known: tuple[Point, ...] = ()
    sources: tuple[Natural, ...]
    trees: Packed


@dataclass(frozen=True, kw_only=True)
class MajorityProof(Proof):
    """Links between groups of unlike majorities are severed, but for those at minorities."""

    kind: Literal["majority"] = "majority"
    known: tuple[Point, ...] = ()
    groups: tuple[Natural, ...]  # of each switch, numbered from 0
    ties: Natural  # groups with as many switches on either side whose labels are chosen at the end
    charges: Literal["own", "least"]  # of a group: its own, or the least of any group


@dataclass(frozen=True, kw_only=True)
class SpreadingRound:
    """One move of all that is at the switches; see `verify.spreading`."""

    rule: Literal["up", "even"]
    labels: tuple[Natural, ...]  # of each switch: its level, or the class over which it spreads


@dataclass(frozen=True, kw_only=True)
class SpreadingProof(Proof):
    """The weights of all switches are spread over the same ends, which loads links."""

    kind: Literal["spreading"] = "spreading"
    known: tuple[Point, ...] = ()
    rounds: tuple[SpreadingRound, ...]


@dataclass(frozen=True, kw_only=True)
class LeafSpineGroupsProof(Proof):
    """What links between groups sever at least, by the shares of leaves on the two sides.

    The verifier finds leaves, spines and groups itself.
    """

    kind: Literal["leaf_spine_groups"] = "leaf_spine_groups"
    known: tuple[Point, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GroupKindsProof(Proof):
    """As with majorities, in the groups of the network, which are of several kinds."""

    kind: Literal["group_kinds"] = "group_kinds"
    known: tuple[Point, ...] = ()
    kinds: tuple[Natural, ...]  # of each group of the network, in the order of their switches
    rows: Omitted[tuple[Positive, ...]] = ()  # of equal length, in a group of each kind; else 1
    denominator: Positive  # of all multipliers
    # of links between groups, and of weight; pairs of kinds whose links are left out, as bits
    multipliers: tuple[tuple[Natural, int, Natural], ...]


@dataclass(frozen=True, kw_only=True)
class UnevenProof(Proof):
    """As by majorities, where what pairs of groups lack of the usual capacity is divided at worst.

    The groups are those of the network, numbered from 0 in the order of their numbers there.
    """

    kind: Literal["uneven"] = "uneven"
    known: tuple[Point, ...] = ()
    # of a group: its own, the least of any group, or its own where it has leaves and spines; or
    # those of planes of spines, with no order, and all that is lacking as lost
    charges: Literal["own", "least", "leaves", "planes"]
    usual: Natural  # scaled capacity between two groups, or two spines of a plane
    inside: Natural  # between two switches of a group, or a leaf and a spine
    order: tuple[Natural, ...]  # of the groups in pairs that differ, in which they are divided
    whole: Omitted[tuple[Pair, ...]] = ()  # pairs whose lack counts wherever they are
    lost: tuple[int, ...]  # what M groups lack at most to all others, for M up to half


@dataclass(frozen=True, kw_only=True)
class ClosProof(Proof):
    """What faults cost a folded Clos network of three tiers is charged to the switches at them.

    Unknowns are numbered: switches by their numbers, then pods, then planes.
    """

    kind: Literal["clos"] = "clos"
    known: tuple[Point, ...] = ()
    pods: tuple[Natural, ...]  # of each switch, from 1 on; 0 for core switches
    planes: tuple[Natural, ...]  # of each switch, from 1 on; 0 for edge switches
    down: Natural  # usual scaled capacity between an edge and an aggregation switch
    up: Natural  # and between an aggregation and a core switch
    order: tuple[Natural, ...]  # of the unknowns
    whole: Omitted[tuple[Pair, ...]] = ()  # faults whose lack counts wherever they are


@dataclass(frozen=True, kw_only=True)
class BlockCycle:
    """An automorphism that carries a block of switches around all others."""

    permutation: Permutation
    block: tuple[Natural, ...]


@dataclass(frozen=True, kw_only=True)
class TreeProof(Proof):
    """A tree of subproblems covers all bisections, and each of its leaves proves its bound."""

    kind: Literal["tree"] = "tree"
    known: tuple[Point, ...] = ()
    levels: tuple[Claim, ...] = ()
    symmetries: tuple[tuple[Permutation, ...], ...] = ()  # groups of generators
    rows: tuple[Listed[Row], ...] = ()
    sets: tuple[tuple[Pair, ...], ...] = ()  # of pairs of switches
    rotations: Omitted[tuple[BlockCycle, ...]] = ()
    denominator: Positive = 1  # of the multipliers of linear inequalities, for people
    tree: Node


Certificate = (
    ComponentsProof
    | SweepProof
    | EliminationProof
    | PackingProof
    | MajorityProof
    | SpreadingProof
    | LeafSpineGroupsProof
    | GroupKindsProof
    | UnevenProof
    | ClosProof
    | TreeProof
)
