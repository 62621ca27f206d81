"""Sizes and distances of families: ours are those of a public generator, and those of the page."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, read
from alphacut.arrangements.structure.distances import distances
from benchmarks.families_page import PAGE
from benchmarks.sizes import ENTRIES, Entry, Sizes, filled, ours, stored

FROM = "run: python -m benchmarks.sizes"
RECORDS: dict[str, Any] = {each["spec"]: each for each in stored()["records"]}
NEAR = Fraction(1, 100)  # of the mean distances of two random networks of the same sizes


def test_every_entry_is_stored_with_the_version_of_its_generator() -> None:
    assert list(RECORDS) == [entry.spec for entry in ENTRIES]
    assert len(stored()["generator"]["commit"]) == 40


def test_at_least_eight_families_are_beside_a_generator() -> None:
    assert len({entry.spec.partition(":")[0] for entry in ENTRIES}) >= 8


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.spec))
def test_network_has_the_sizes_and_distances_of_the_generator(entry: Entry) -> None:
    here, there = ours(entry.spec), Sizes(**RECORDS[entry.spec]["generated"])
    assert (here.switches, here.links, here.pairs) == (there.switches, there.links, there.pairs)
    assert here.hosts == there.hosts or there.hosts is None
    assert here.diameter == there.diameter
    if entry.drawn:
        assert abs(here.mean - there.mean) <= NEAR * there.mean
    else:
        assert here.hops == there.hops


@pytest.mark.parametrize(
    "spec", ["slim_fly:q=5,p=4", "bundlefly:q=3,paley=5,p=2", "mesh:sides=5x5"]
)
def test_distances_of_the_table_are_those_that_describe_tells(spec: str) -> None:
    found, here = distances(build(read(spec))), ours(spec)
    assert found.diameter == here.diameter
    assert found.average == pytest.approx(float(here.mean), abs=1e-12)


def test_slim_fly_of_5_is_the_hoffman_singleton_graph() -> None:
    """A Moore graph: 1 + 7 + 7·6 switches within two hops of each (Hoffman, Singleton, 1960)."""
    found = ours("slim_fly:q=5")
    assert (found.switches, found.links, found.diameter) == (50, 50 * 7 // 2, 2)
    assert found.hops == 50 * (7 + 2 * 7 * 6)


def test_the_page_is_what_the_results_say() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page, list(RECORDS.values())) == page, FROM
