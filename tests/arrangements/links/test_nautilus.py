"""Nautilus against a literal run of its sequential construction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.links.catalogue import arrangement

if TYPE_CHECKING:
    from alphacut.arrangements.links._base import GlobalLink


def simulate(a: int, h: int, sign: str) -> list[GlobalLink]:
    """Visit the switches in order, walking ahead or back past groups already joined."""
    groups = a * h + 1
    joined: list[set[int]] = [{group} for group in range(groups)]
    count = [[0] * a for _ in range(groups)]
    links: list[GlobalLink] = []
    for i in range(groups):
        for j in range(a):
            ahead = j % 2 == 0 if sign == "text" else (i * a + j) % 2 == 0
            other = i
            while count[i][j] < h:
                while other in joined[i]:
                    other = (other + (1 if ahead else -1)) % groups
                joined[i].add(other)
                joined[other].add(i)
                count[i][j] += 1
                count[other][i % a] += 1
                links.append(((i, j), (other, i % a)))
    return sorted((min(ends), max(ends)) for ends in links)


@pytest.mark.parametrize("sign", ["text", "figures"])
@pytest.mark.parametrize("a", range(1, 9))
@pytest.mark.parametrize("h", range(1, 7))
def test_literal_construction(a: int, h: int, sign: str) -> None:
    assert arrangement("nautilus").links(a, h, sign=sign) == simulate(a, h, sign)


def test_first_steps_of_3_3() -> None:
    """Group 0 links to switches 0 (figure 2): ahead, back, ahead past those joined."""
    links = arrangement("nautilus").links(3, 3)
    targets = {j: {other for one, other in links if one == (0, j)} for j in range(3)}
    assert targets == {
        0: {(1, 0), (2, 0), (3, 0)},
        1: {(9, 0), (8, 0), (7, 0)},
        2: {(4, 0), (5, 0), (6, 0)},
    }
    assert {other for one, other in links if one == (1, 0)} == {(2, 1), (3, 1)}


def test_default_is_the_rule_of_the_text() -> None:
    rule = arrangement("nautilus")
    assert rule.links(3, 3) == rule.links(3, 3, sign="text")


@pytest.mark.parametrize(("a", "same"), [(2, True), (3, False), (4, True), (5, False)])
def test_sign_rules_differ_for_odd_a_alone(a: int, same: bool) -> None:
    rule = arrangement("nautilus")
    assert (rule.links(a, 3, sign="text") == rule.links(a, 3, sign="figures")) is same


@pytest.mark.parametrize(("a", "h"), [(3, 3), (4, 2), (5, 4), (3, 5)])
def test_self_determined_and_predetermined_switches(a: int, h: int) -> None:
    """Lemmas 2 and 4: switch (i, j) makes all its links iff j >= i, none iff j < a - (ah - i)."""
    made = {(i, j): 0 for i in range(a * h + 1) for j in range(a)}
    for one, _other in arrangement("nautilus").links(a, h):
        made[one] += 1  # the lower group is visited first, and makes the link
    for (i, j), count in made.items():
        assert (count == h) == (j >= i)
        assert (count == 0) == (j < a - (a * h - i))
