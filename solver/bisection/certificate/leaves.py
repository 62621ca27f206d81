"""Leaves of a tree: the multipliers that prove a bound in one subproblem.

What each field is multiplied with, and what the whole proves, is in docs/certificate.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from alphacut.solver.bisection.certificate.cuts import CrosscorrelationCut, SequenceCut, SumCut
from alphacut.solver.bisection.certificate.fields import Listed, Omitted, Packed, Pair
from alphacut.solver.bisection.certificate.numbers import Natural, Positive

Multiple = tuple[Natural, Natural]  # an index, and its multiplier
NONE: Pair = (0, 0)  # multipliers of a lower and of an upper limit


@dataclass(frozen=True, kw_only=True)
class LinearLeaf:
    """Multipliers of linear inequalities over pairs of switches."""

    objective: Omitted[Natural | None] = None  # None: as 0, where the leaf needs no proof
    halves: Omitted[tuple[tuple[Natural, int], ...]] = ()  # by switch
    rows: Omitted[tuple[Multiple, ...]] = ()  # by index in the certificate's
    known: Omitted[tuple[Multiple, ...]] = ()  # by index in the certificate's
    counts: Omitted[tuple[tuple[Natural, Natural, Natural], ...]] = ()  # by index on the path
    intercept: Omitted[Pair] = NONE
    slope: Omitted[Pair] = NONE
    symmetry: Omitted[Natural | None] = None  # index in the certificate's


@dataclass(frozen=True, kw_only=True)
class CliqueTable:
    """Multipliers of hypermetric inequalities over the same number of switches."""

    size: Positive  # of switches, odd
    number: Natural  # of inequalities
    table: Packed


@dataclass(frozen=True, kw_only=True)
class OddSumTable:
    """Multipliers of inequalities (Σ b·x)² ≥ 1 over the same number of switches."""

    size: Positive  # of switches
    number: Natural  # of inequalities
    table: Packed  # switches, coefficients b, multipliers


@dataclass(frozen=True, kw_only=True)
class SemidefiniteLeaf:
    """Multipliers that leave a semidefinite matrix over pairs of switches."""

    objective: Positive
    diagonal: Packed
    halves: Packed
    box: Packed
    number: Natural = 0  # of triangles
    triangles: Packed
    cliques: Omitted[tuple[Listed[CliqueTable], ...]] = ()  # over more switches
    sums: Omitted[tuple[Listed[OddSumTable], ...]] = ()
    known: tuple[Multiple, ...] = ()
    intercept: Pair = NONE
    slope: Pair = NONE
    rotation: Omitted[Natural | None] = None


@dataclass(frozen=True, kw_only=True)
class _Bounds:
    """What a leaf bounds, and where its blocks come from; in JSON this stands first."""

    bounds: Omitted[Literal["capacity"] | None] = None  # None: the slope at one intercept
    rotation: Omitted[Natural | None] = None


@dataclass(frozen=True, kw_only=True)
class _OverStates:
    """What leaves over states of blocks have, with a rotation or without."""

    scale: Positive
    even: Packed
    odd: Packed
    shifts: Pair
    potentials: Packed
    known: Packed
    totals: tuple[int, ...]
    balance: Packed


@dataclass(frozen=True, kw_only=True)
class StatesLeaf(_OverStates, _Bounds):
    """Multipliers over states of blocks; without a rotation they are some of a leaf of all."""

    square: Omitted[int] = 0
    sums: tuple[Listed[SumCut], ...] = ()
    functions: Packed
    sequences: Omitted[tuple[Listed[SequenceCut], ...]] = ()
    crosscorrelations: Omitted[tuple[Listed[CrosscorrelationCut], ...]] = ()
    counts: tuple[tuple[Natural, Natural, Natural], ...] = ()  # by index on the path


@dataclass(frozen=True, kw_only=True)
class CompositionsLeaf:
    """Multipliers that settle all compositions together."""

    rotation: Natural
    multipliers: tuple[StatesLeaf | str, ...] = ()  # or names of a document's


@dataclass(frozen=True, kw_only=True)
class GroupsLeaf(_OverStates):
    """Multipliers over joint states of two groups, for the slope at one intercept."""

    number: Natural = 0  # of triangles
    triangles: Packed


Leaf = LinearLeaf | SemidefiniteLeaf | StatesLeaf | CompositionsLeaf | GroupsLeaf
