"""The record of traffic: how much each host sends to each other host, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError

Integers = NDArray[np.int64]

MOST_HOSTS = 5_000_000
MOST_PAIRS = 20_000_000  # pairs of hosts, or of switches, that are listed one by one
HEAVIEST = 10**15  # of all weights together, so that sums are exact in 64 bits


def hosts_of(network: Network) -> Integers:
    """Return the switch of each host: those of switch 0 come first, then those of switch 1.

    Raises
    ------
    QuestionError
        If the network has no hosts, or more than are told apart.
    """
    total = sum(network.hosts)
    if not 1 <= total <= MOST_HOSTS:
        raise QuestionError(
            "traffic", f"needs from 1 to {MOST_HOSTS:,} hosts, and the network has {total:,}"
        )
    return np.repeat(np.arange(network.switches, dtype=np.int64), network.hosts)


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """Demands listed one by one; a pair that comes twice has the sum of both."""

    sources: Integers  # (pairs,) host of each
    destinations: Integers  # (pairs,)
    weights: Integers  # (pairs,) in units of the traffic, at least 1


@dataclass(frozen=True, kw_only=True)
class Block:
    """Every host of one set sends alike to every host of another, but not to itself."""

    sources: Integers  # hosts, in order, each once
    destinations: Integers  # hosts, in order, each once
    weight: int  # of each pair, in units of the traffic, at least 1


@dataclass(frozen=True, kw_only=True)
class Demands:
    """Traffic summed by switches: what the links between switches have to carry."""

    sources: Integers  # (flows,) switch of each; flows in order of source, then destination
    destinations: Integers  # (flows,) another switch
    weights: Integers  # (flows,) in units, at least 1
    unit: Fraction  # what a weight of 1 stands for
    busiest: Fraction  # the largest sum of demands that one host sends, or one host receives

    def __len__(self) -> int:
        return len(self.weights)

    def over(self, injection: Fraction) -> Demands:
        """Return what links carry where a host's own link has this capacity, in place of 1."""
        return replace(self, unit=self.unit * injection)


@dataclass(frozen=True, kw_only=True)
class Traffic:
    """How much each host sends to each other host.

    The demand of a pair is its weight times `unit`. What every host of a set sends to
    every host of another is kept as a block, so that uniform traffic of N hosts takes N
    numbers and not N².
    """

    spec: str | dict[str, Any]  # what gives the same traffic again, as JSON
    hosts: int  # N, at least 1
    unit: Fraction = Fraction(1)  # above 0
    pairs: Pairs | None = None
    blocks: tuple[Block, ...] = ()

    def between_switches(self, network: Network) -> Demands:
        """Sum the demands by switches.

        What hosts of one switch send to each other counts for `busiest` alone.

        Raises
        ------
        QuestionError
            If there are more pairs of switches than are listed.
        """
        switch = hosts_of(network)
        summed = _Sums(network.switches)
        for block in self.blocks:
            summed.add_block(
                np.bincount(switch[block.sources], minlength=network.switches),
                np.bincount(switch[block.destinations], minlength=network.switches),
                block.weight,
            )
        if self.pairs is not None:
            pairs = self.pairs
            summed.add(switch[pairs.sources], switch[pairs.destinations], pairs.weights)
        sources, destinations, weights = summed.flows()
        return Demands(
            sources=sources,
            destinations=destinations,
            weights=weights,
            unit=self.unit,
            busiest=self.busiest,
        )

    @property
    def busiest(self) -> Fraction:
        """The largest sum of demands that one host sends, or that one host receives."""
        sent, received = self._sums()
        return max(int(sent.max()), int(received.max())) * self.unit

    def listed(self, most: int = MOST_PAIRS) -> Pairs:
        """List all demands between hosts.

        Raises
        ------
        QuestionError
            If there would be more than `most` pairs.
        """
        count = sum(len(b.sources) * len(b.destinations) for b in self.blocks)
        count += len(self.pairs.weights) if self.pairs else 0
        if count > most:
            raise QuestionError("traffic", f"{count:,} pairs of hosts, at most {most:,} are listed")
        parts = [self.pairs] if self.pairs else []
        parts += [_listed(block) for block in self.blocks]
        return Pairs(
            sources=np.concatenate([part.sources for part in parts]),
            destinations=np.concatenate([part.destinations for part in parts]),
            weights=np.concatenate([part.weights for part in parts]),
        )

    def _sums(self) -> tuple[Integers, Integers]:
        """Return what each host sends and receives, in units."""
        sent, received = (np.zeros(self.hosts, dtype=np.int64) for _ in range(2))
        for block in self.blocks:
            both = np.intersect1d(block.sources, block.destinations, assume_unique=True)
            sent[block.sources] += block.weight * len(block.destinations)
            received[block.destinations] += block.weight * len(block.sources)
            sent[both] -= block.weight
            received[both] -= block.weight
        if self.pairs is not None:
            np.add.at(sent, self.pairs.sources, self.pairs.weights)
            np.add.at(received, self.pairs.destinations, self.pairs.weights)
        return sent, received


class _Sums:
    """Weights summed by ordered pairs of switches."""

    def __init__(self, switches: int) -> None:
        self._switches = switches
        self._keys: list[Integers] = []  # source · switches + destination
        self._weights: list[Integers] = []

    def add(self, sources: Integers, destinations: Integers, weights: Integers) -> None:
        """Add demands between switches; those within one switch are left out."""
        other = sources != destinations
        self._keys.append(sources[other] * self._switches + destinations[other])
        self._weights.append(weights[other])

    def add_block(self, sending: Integers, receiving: Integers, weight: int) -> None:
        """Add a block, given how many of its hosts each switch has."""
        sources, destinations = np.flatnonzero(sending), np.flatnonzero(receiving)
        count = len(sources) * len(destinations)
        if count > MOST_PAIRS:
            raise QuestionError(
                "traffic", f"{count:,} pairs of switches, at most {MOST_PAIRS:,} are listed"
            )
        weights = weight * np.outer(sending[sources], receiving[destinations])
        self.add(
            np.repeat(sources, len(destinations)),
            np.tile(destinations, len(sources)),
            weights.ravel(),
        )

    def flows(self) -> tuple[Integers, Integers, Integers]:
        """Return source, destination and weight of each flow, in order."""
        keys = np.concatenate(self._keys) if self._keys else np.zeros(0, dtype=np.int64)
        found, place = np.unique(keys, return_inverse=True)
        weights = np.zeros(len(found), dtype=np.int64)
        np.add.at(weights, place, np.concatenate(self._weights or [keys]))
        return found // self._switches, found % self._switches, weights


def _listed(block: Block) -> Pairs:
    sources = np.repeat(block.sources, len(block.destinations))
    destinations = np.tile(block.destinations, len(block.sources))
    other = sources != destinations
    weights = np.full(int(other.sum()), block.weight, dtype=np.int64)
    return Pairs(sources=sources[other], destinations=destinations[other], weights=weights)
