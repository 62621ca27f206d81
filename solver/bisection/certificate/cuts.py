"""Inequalities of a certificate, each with what it says in docs/certificate.md."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.solver.bisection.certificate.fields import Spliced
from alphacut.solver.bisection.certificate.numbers import Natural, Positive


@dataclass(frozen=True, kw_only=True)
class Row:
    """An integer combination of the signs of some switches, whose value has the parity of Σv."""

    switches: tuple[Natural, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SumCut:
    """An integer Y of the states of some blocks: (Y - low)·(Y - low - 1) ≥ 0."""

    offsets: Spliced[tuple[Natural, ...]]  # its functions are packed beside it
    low: int
    multiplier: Natural


@dataclass(frozen=True, kw_only=True)
class SequenceCut:
    """A weighted sum of the autocorrelations of the switches at one position of all blocks."""

    position: Natural
    multiplier: Positive
    weights: Spliced[tuple[int, ...]]  # of the offsets from 1 to half of all


@dataclass(frozen=True, kw_only=True)
class CrosscorrelationCut:
    """A weighted sum of the correlations of the switches at two positions is at most a number."""

    first: Natural  # positions
    second: Natural
    multiplier: Positive
    most: int
    weights: Spliced[tuple[int, ...]]  # see `verify.sequences.crosscorrelations`
