"""Lifts: rotation-invariant arrangements by their offsets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

import alphacut
from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.spec import complete, parse, read
from alphacut.arrangements.links.catalogue import BY_NAME, arrangement
from alphacut.arrangements.links.lift import offsets_of
from alphacut.arrangements.structure.symmetry import is_automorphism

EXAMPLE = "dragonfly:a=4,h=2,arrangement=lift,offsets=0-0x1-2x1-3x3-2"
OFFSETS = ((0, 0), (1, 2), (1, 3), (3, 2))


def lift(a: int, h: int, offsets: tuple[tuple[int, int], ...], **more: int) -> Dragonfly:
    return Dragonfly(a=a, h=h, arrangement="lift", offsets=offsets, **more)  # type: ignore[arg-type]


def test_links_by_hand() -> None:
    """Offset 1 of five groups joins position 0 to 1, offset 2 joins 1 to 0."""
    found = lift(2, 2, ((0, 1), (1, 0))).global_links()
    assert found == sorted(
        [((0, 0), (1, 1)), ((1, 0), (2, 1)), ((2, 0), (3, 1)), ((3, 0), (4, 1)), ((0, 1), (4, 0)),
         ((0, 1), (2, 0)), ((1, 1), (3, 0)), ((2, 1), (4, 0)), ((0, 0), (3, 1)), ((1, 0), (4, 1))]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("a", "h", "offsets"),
    [
        (4, 2, OFFSETS),
        (3, 3, ((0, 0), (1, 1), (2, 2), (0, 1), (2, 2))),
        (3, 1, ((0, 2), (1, 1))),
    ],
)
def test_one_link_between_each_two_groups_and_h_at_each_switch(
    a: int, h: int, offsets: tuple[tuple[int, int], ...]
) -> None:
    dragonfly = lift(a, h, offsets)
    links = dragonfly.global_links()
    pairs = [(one[0], other[0]) for one, other in links]
    assert sorted(pairs) == list(combinations(range(a * h + 1), 2))
    assert set(Counter(end for link in links for end in link).values()) == {h}
    (rotation,) = dragonfly.automorphisms()
    assert rotation[dragonfly.switch(2, 0)] == dragonfly.switch(3, 0)
    assert is_automorphism(dragonfly.network(), rotation)


@pytest.mark.parametrize(
    ("groups", "offsets"),
    [(5, ((0, 1), (2, 3), (1, 2), (3, 0))), (4, ((0, 1), (2, 3), (1, 1), (0, 0)))],
)
def test_trunks_are_several_pairs_for_each_offset(
    groups: int, offsets: tuple[tuple[int, int], ...]
) -> None:
    dragonfly = lift(4, 2, offsets, groups=groups, trunking=2)
    links = dragonfly.global_links()
    between = Counter((one[0], other[0]) for one, other in links)
    assert between == dict.fromkeys(combinations(range(groups), 2), 2)
    assert max(Counter(end for link in links for end in link).values()) <= 2
    assert is_automorphism(dragonfly.network(), dragonfly.automorphisms()[0])
    assert Counter(links)[(0, offsets[0][0]), (1, offsets[0][1])] == 1


def test_fewer_groups_leave_ports_unused() -> None:
    dragonfly = lift(4, 2, ((0, 0), (1, 2), (3, 3)), groups=6)
    assert len(dragonfly.global_links()) == 15
    assert is_automorphism(dragonfly.network(), dragonfly.automorphisms()[0])


@pytest.mark.parametrize("name", ["relative", "circulant", "helix", "palmtree"])
@pytest.mark.parametrize(("a", "h"), [(4, 2), (3, 4), (6, 2)])
def test_published_arrangements_that_rotate_are_lifts(name: str, a: int, h: int) -> None:
    links = arrangement(name).links(a, h)
    assert lift(a, h, offsets_of(links, a * h + 1)).global_links() == links


@pytest.mark.parametrize("name", ["relative", "helix"])
def test_so_are_those_with_an_even_number_of_groups(name: str) -> None:
    links = arrangement(name).links(3, 3)
    assert lift(3, 3, offsets_of(links, 10)).global_links() == links


class TestSpecs:
    def test_short_form_and_json_agree(self) -> None:
        written = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "lift"}
        spec = parse({**written, "offsets": [list(pair) for pair in OFFSETS]})
        assert spec == read(EXAMPLE)
        assert parse(complete(spec)) == spec
        assert complete(spec)["offsets"] == [list(pair) for pair in OFFSETS]

    def test_others_have_no_offsets(self) -> None:
        assert "offsets" not in complete(read("dragonfly:a=4,h=2,arrangement=helix"))

    @pytest.mark.parametrize(
        ("given", "problem"),
        [
            ("a=4,h=2", "one pair of positions for each offset from 1 to 4 .9 groups., got 0"),
            ("a=4,h=2,offsets=0-0x1-2", "got 2"),
            ("a=4,h=2,offsets=0-0x1-2x1-3x3-3", "position 3 would have 3 global links, at most"),
            ("a=4,h=2,offsets=0-0x1-2x1-3x3-9", "offset 4: positions must be from 0 to 3"),
            ("a=4,h=2,offsets=0-0x1-2x1-3x3", "pairs of positions joined by x"),
            ("a=4,h=2,offsets=hello", "pairs of positions joined by x"),
            ("a=3,h=3,offsets=0-0x1-1x2-2x0-1x1-2", "must join equal positions, got 1-2"),
            (
                "a=4,h=2,trunking=2,offsets=0-0x1-2",
                "2 pairs of positions for each offset from 1 to 2",
            ),
            (
                "a=4,h=2,trunking=2,trunks=lag,offsets=0-0x1-2x1-3x3-2",
                "must be extended for a lift",
            ),
            ("a=4,h=3,groups=4,trunking=2,offsets=0-0x1-2x1-3x3-2", "offset 2 leads to the opp"),
            ("a=4,h=2,groups=11,offsets=0-0", "must be at most a·h/trunking"),
        ],
    )
    def test_what_is_no_arrangement_is_refused(self, given: str, problem: str) -> None:
        with pytest.raises(SpecError, match=problem):
            read(f"dragonfly:arrangement=lift,{given}")

    def test_offsets_are_of_lifts_alone(self) -> None:
        with pytest.raises(SpecError, match="are of the lift arrangement alone"):
            read("dragonfly:a=4,h=2,arrangement=relative,offsets=0-0x1-2x1-3x3-2")

    def test_a_name_alone_is_refused_wherever_a_shape_decides(self) -> None:
        assert "its offsets decide" in str(BY_NAME["lift"].refusal(4, 2))
        with pytest.raises(NetworkError, match="its offsets decide"):
            arrangement("lift").links(4, 2)


def lines(spec: str) -> list[tuple[int, int]]:
    found = alphacut.curve(spec)
    assert found.status == "exact"
    return [(int(each.intercept), int(each.slope)) for each in found.segments]


def test_curve_of_a_4_h_2() -> None:
    assert lines(EXAMPLE) == [(4, 16), (16, 8), (20, 6), (32, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("offsets", "curve"),
    [
        ("0-0x1-1x0-2x2-0x1-2x1-2", [(2, 38), (4, 34), (16, 22), (22, 18)]),
        ("0-0x0-1x1-0x1-2x2-1x2-2", [(2, 38), (6, 30), (12, 24), (20, 20)]),
    ],
)
def test_curves_of_a_3_h_4(offsets: str, curve: list[tuple[int, int]]) -> None:
    assert lines(f"dragonfly:a=3,h=4,arrangement=lift,offsets={offsets}") == curve


@pytest.mark.parametrize(
    "question",
    [lambda s: alphacut.throughput(s, "shift:4", alpha=1), lambda s: alphacut.bisection(s, 1)],
)
def test_other_questions_take_it(question: object) -> None:
    answer = question(EXAMPLE)  # type: ignore[operator]
    assert answer.document["topology"]["offsets"] == [list(pair) for pair in OFFSETS]


def test_capacity_at_one_alpha() -> None:
    assert alphacut.bisection(EXAMPLE, alpha=3).value == Fraction(38)
