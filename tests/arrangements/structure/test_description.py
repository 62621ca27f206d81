"""The structure document: whole, writable, and honest about what it leaves out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, complete, read
from alphacut.arrangements.structure import description
from alphacut.arrangements.structure.description import describe

RELATIVE = "dragonfly:a=4,h=2,arrangement=relative"
SPECS = [
    RELATIVE,
    "dragonfly:a=3,h=3,arrangement=nautilus,p=2",
    "torus:sides=4x3",
    "complete:switches=1",
    "complete:switches=2",
    "hypercube:dimension=3",
    '{"family": "graph", "switches": 3, "links": []}',
]


def described(text: str) -> dict[str, Any]:
    spec = read(text)
    document: dict[str, Any] = json.loads(
        json.dumps(describe(build(spec), complete(spec)), allow_nan=False)
    )
    return document


@pytest.mark.parametrize("text", SPECS)
def test_every_network_can_be_described(text: str) -> None:
    document = described(text)
    assert document["format"] == "alphacut-structure/1"
    assert document["left_out"] == {}
    assert sum(document["distances"]["histogram"]) <= document["switches"] ** 2


def test_the_relative_dragonfly() -> None:
    document = described(RELATIVE)
    assert (document["switches"], document["hosts"], document["radix"]["max"]) == (36, 36, 6)
    assert document["distances"]["diameter"] == 3
    assert document["balance"]["dimensions"]["balanced_groups"] == "217/25"
    assert document["balance"]["routes"]["avg1_across"] == "3/2"
    assert document["symmetry"]["order"] == "18"
    assert document["symmetry"]["switch_orbits"]["count"] == 2
    gccs = document["components"]["global"]
    assert (gccs["count"], gccs["sizes"], gccs["even_split"]) == (2, {"18": 2}, True)
    assert [known["agrees"] for known in gccs["known"]] == [True]
    assert (gccs["large_alpha"]["value"], gccs["large_alpha"]["agrees"]) == (36, True)


def test_theorems_are_left_to_the_networks_that_they_speak_of() -> None:
    assert "known" not in described("torus:sides=4x3")["components"]["global"]
    spec = complete(read(RELATIVE))
    assert description.canonical(spec) is not None
    assert description.canonical({**spec, "trunking": 2}) is None
    assert description.canonical({**spec, "groups": 5}) is None
    assert description.canonical({**spec, "failed": {"links": [[0, 1]]}}) is None


def test_rotation_is_used_where_automorphisms_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = described(RELATIVE)["distances"]
    monkeypatch.setattr(description, "LARGEST_GROUP", 1)
    monkeypatch.setattr(description, "LARGEST_SEARCH", 4 * (36 + 2 * 90))  # four sources, not 36
    found = described(RELATIVE)["distances"]
    assert found["histogram"] == expected["histogram"]
    assert found["average_by_class"] == pytest.approx(expected["average_by_class"])
    assert described("dragonfly:a=4,h=2,arrangement=absolute")["distances"]["sampled"] == 4


def test_what_would_take_too_long_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LARGEST_GROUP", "LARGEST_SEARCH", "LARGEST_ROUTES", "LARGEST_MATRIX"):
        monkeypatch.setattr(description, name, 1)
    document = described(RELATIVE)
    assert document["symmetry"] is document["plain_graph"] is document["spectrum"] is None
    assert document["distances"]["sampled"] == 1
    assert set(document["left_out"]) == {
        "distances",
        "symmetry",
        "plain_graph",
        "routes",
        "spectrum",
    }
    assert document["components"]["global"]["count"] == 2


@pytest.mark.parametrize(
    ("text", "value", "balances", "agrees"),
    [
        ("mesh:sides=3x4", "3", ["switches", "hosts"], True),
        ("fat_tree:k=4", "8", ["hosts"], None),
    ],
)
def test_theorems_about_bisections_stand_beside_the_spectrum(
    text: str, value: str, balances: list[str], agrees: bool | None
) -> None:
    known = described(text)["known_bisection"]
    assert (known["value"], known["balances"]) == (value, balances)
    assert known["spectrum_agrees"] is agrees
    assert described(RELATIVE)["known_bisection"] is None


def test_distances_are_sampled_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(description, "LARGEST_GROUP", 1)
    monkeypatch.setattr(description, "LARGEST_SEARCH", 2 * (12 + 2 * 24))
    document = described("torus:sides=4x3")
    found = document["distances"]
    assert (found["sampled"], found["histogram"][0], found["connected"]) == (2, 2, True)
    assert "2 switches" in document["left_out"]["distances"]
    assert found["diameter"] <= 3 <= found["diameter_at_most"]


def test_time_that_is_up_leaves_out_what_takes_long() -> None:
    spec = read("torus:sides=4x3")
    document = describe(build(spec), complete(spec), seconds=0.0)
    assert document["spectrum"] is None
    assert "0 s" in document["left_out"]["spectrum"]
    assert document["switches"] == 12


def test_orders_that_nobody_reads_are_rounded() -> None:
    document = described('{"family": "graph", "switches": 900, "links": []}')
    symmetry = document["symmetry"]
    assert symmetry["order"] is None
    assert symmetry["order_log10"] == pytest.approx(2269.83, abs=0.01)  # of 900!
