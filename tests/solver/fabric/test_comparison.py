"""What differs from a design: every fault of a generator is found, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Link, Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.fabric.differences import Differences, differences
from alphacut.solver.fabric.fabric import Fabric, read_fabric, with_classes
from alphacut.solver.fabric.matching import Design, Match, matched
from alphacut.solver.fabric.names import grouping, natural
from tests.solver.fabric.faults import Faulty, faulty, grouped_names, ibnetdiscover

SPEC = "slingshot:groups=10,switches=8,links=2"


def design_of(text: str) -> Design:
    spec = specs.read(text)
    network = specs.build_any(spec)
    return Design(network=network, topology=specs.complete(spec), wired=not network.free)


def written(network: Network, names: list[str], path: Path, seed: int = 0) -> Fabric:
    path.write_text(ibnetdiscover(network, names, seed), encoding="utf-8")
    return with_classes(read_fabric([path]))


def compared(found: Faulty, text: str, path: Path) -> tuple[Match, Differences]:
    fabric = written(found.network, grouped_names(found.designed), path)
    design = design_of(text)
    match = matched(design, fabric)
    return match, differences(design.network, fabric.network, match)


def swaps_of(found: Differences) -> set[frozenset[tuple[int, int, str]]]:
    return {
        frozenset({(min(a, x), max(a, x), name), (min(b, y), max(b, y), name)})
        for a, x, b, y, name in found.swapped
    }


@pytest.mark.parametrize("seed", range(20))
def test_all_faults_are_found(seed: int, tmp_path: Path) -> None:
    found = faulty(specs.build(specs.read(SPEC)), missing=7, swapped=2, seed=seed)
    match, told = compared(found, SPEC, tmp_path / "fabric.txt")
    assert match.by == "order"
    assert Counter({entry[:3]: entry[3] for entry in told.missing}) == found.missing
    assert swaps_of(told) == found.swapped
    assert not (told.doubled)
    assert not (told.unplanned)
    assert not (told.moved)
    assert not (told.changed)
    assert not (told.lost)


def test_a_fabric_as_it_was_designed_has_no_differences(tmp_path: Path) -> None:
    network = specs.build(specs.read(SPEC))
    found = Faulty(designed=network, network=network, missing=Counter(), swapped=frozenset())
    match, told = compared(found, SPEC, tmp_path / "fabric.txt")
    assert told.none
    assert match.same == tuple(range(network.switches))


def changed(change: Callable[[Counter[tuple[int, int, str]]], None]) -> Faulty:
    network = specs.build(specs.read(SPEC))
    counts = Counter({link[:3]: link.multiplicity for link in network.links})
    change(counts)
    links = tuple(Link(*joint, number) for joint, number in sorted(counts.items()) if number)
    lesser = replace(network, links=links)
    return Faulty(designed=network, network=lesser, missing=Counter(), swapped=frozenset())


def test_doubled_moved_and_unplanned_links(tmp_path: Path) -> None:
    network = specs.build(specs.read(SPEC))
    linked = {link[:2] for link in network.links}
    first, second, name = network.links_of("global")[0][:3]
    other = next(s for s in range(79, 40, -1) if (first, s) not in linked and s != second)
    free = next(s for s in range(79, 60, -1) if (20, s) not in linked)

    def change(counts: Counter[tuple[int, int, str]]) -> None:
        counts[0, 1, "local"] += 1
        counts[first, second, name] -= 1
        counts[first, other, name] += 1
        counts[20, free, name] += 1

    _, told = compared(changed(change), SPEC, tmp_path / "fabric.txt")
    assert told.doubled == [(0, 1, "local", 1)]
    assert told.moved == [(first, second, other, name)]
    assert told.unplanned == [(20, free, name, 1)]
    assert not (told.missing)
    assert not (told.swapped)


def test_a_switch_that_is_gone_is_told_by_the_names_of_others(tmp_path: Path) -> None:
    network = specs.build(specs.read(SPEC))
    gone = 19
    left = [switch for switch in range(network.switches) if switch != gone]
    number = {switch: place for place, switch in enumerate(left)}
    lesser = Network(
        switches=len(left),
        links=tuple(
            link._replace(first=number[link.first], second=number[link.second])
            for link in network.links
            if gone not in link[:2]
        ),
    )
    names = grouped_names(network)
    fabric = written(lesser, [names[switch] for switch in left], tmp_path / "fabric.txt")
    design = design_of(SPEC)
    match = matched(design, fabric)
    told = differences(design.network, fabric.network, match)
    assert told.lost == [gone]
    assert all(gone in entry[:2] for entry in told.missing)
    assert sum(entry[3] for entry in told.missing) == sum(
        link.multiplicity for link in network.links if gone in link[:2]
    )


def test_the_file_of_an_earlier_day_is_matched_by_names(tmp_path: Path) -> None:
    found = faulty(specs.build(specs.read(SPEC)), missing=5, swapped=1, seed=5)
    names = [f"sw{value:x}" for value in random.Random(1).sample(range(1 << 20), 80)]
    before = written(found.designed, names, tmp_path / "before.txt", seed=1)
    now = written(found.network, names, tmp_path / "now.txt", seed=2)
    design = Design(network=before.network, topology={})
    match = matched(design, now)
    told = differences(design.network, now.network, match)
    assert match.by == "names"
    assert sum(entry[3] for entry in told.missing) == 5
    assert len(told.swapped) == 1
    assert not (told.doubled)
    assert not (told.unplanned)
    assert not (told.moved)
    assert not (told.lost)


def test_of_any_wiring_the_links_between_groups_are_compared(tmp_path: Path) -> None:
    found = faulty(specs.build(specs.read(SPEC)), missing=0, swapped=1, seed=5)
    inside = replace(found.network, links=found.network.links[1:])  # of group 0
    match, told = compared(
        replace(found, network=inside), f"{SPEC},wiring=any", tmp_path / "fabric.txt"
    )
    assert match.by == "groups"
    assert told.pairs[0] == (0, 0, 28, 27)
    assert sorted(there - planned for *_, planned, there in told.pairs[1:]) == [-1, -1, 1, 1]
    assert not told.missing
    assert not told.swapped


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("dragonfly_plus:groups=5,leaves=4,spines=4,p=2", "g{group}-{kind}{place}"),
        ("fat_tree:k=6", "pod{group}-{kind}{place}"),
    ],
)
def test_leaves_and_spines_are_found(text: str, form: str, tmp_path: Path) -> None:
    network = specs.build(specs.read(text))
    places, names = Counter[int](), list[str]()
    for switch, group in enumerate(network.groups):
        kind = "leaf" if network.hosts[switch] else "agg"
        core = text.startswith("fat_tree") and group == 6
        names.append(
            f"core{places[group]}"
            if core
            else form.format(group=group, kind=kind, place=places[group])
        )
        places[group] += 1
    found = faulty(network, missing=4, swapped=0, seed=2)
    fabric = written(found.network, names, tmp_path / "fabric.txt")
    design = design_of(text)
    match = matched(design, fabric)
    told = differences(design.network, fabric.network, match)
    assert match.by == "order"
    assert Counter({(*entry[:2],): entry[3] for entry in told.missing}) == Counter(
        {joint[:2]: number for joint, number in found.missing.items()}
    )
    assert not (told.swapped)
    assert not (told.doubled)
    assert not (told.unplanned)
    assert not (told.moved)


def test_a_design_of_other_groups_is_refused(tmp_path: Path) -> None:
    network = specs.build(specs.read(SPEC))
    fabric = written(network, grouped_names(network), tmp_path / "fabric.txt")
    with pytest.raises(QuestionError, match=r"design: .* in 9 groups, and the fabric 80 in 10"):
        matched(design_of("slingshot:groups=9,switches=8,links=2"), fabric)


# ---- groups by names -------------------------------------------------------


def named(names: list[str], links: list[tuple[int, int]]) -> Network:
    return Network(
        switches=len(names),
        links=tuple(Link(*ends, "local") for ends in links),
        names=tuple(names),
    )


def test_the_prefix_with_most_links_inside_is_a_group() -> None:
    """A row holds all, a chassis half a group; the cabinet is what most links are within."""
    names = [f"row1-cab{c}-ch{h}-s{s}" for c in range(4) for h in range(2) for s in range(3)]
    links = [
        (first, second)
        for second in range(24)
        for first in range(second)
        if first // 6 == second // 6 or (first + second) % 11 == 0
    ]
    found = grouping(named(names, links))
    assert found.by == "names"
    assert found.names == ("row1-cab0", "row1-cab1", "row1-cab2", "row1-cab3")
    assert found.rest[:2] == ("-ch0-s0", "-ch0-s1")


def test_names_without_groups_give_none() -> None:
    names = [f"leaf{place}" for place in range(4)] + [f"spine{place}" for place in range(4)]
    links = [(leaf, 4 + spine) for leaf in range(4) for spine in range(4)]
    assert grouping(named(names, links)).by == "none"


def test_a_pattern_is_heeded_and_checked() -> None:
    network = named(["a1x", "a2x", "b1x", "b2x"], [(0, 1), (2, 3), (1, 2)])
    assert grouping(network, "^([ab])").groups == (0, 0, 1, 1)
    assert grouping(network, "none").by == "none"
    with pytest.raises(QuestionError, match="does not fit the switch"):
        grouping(network, "^(a)")
    with pytest.raises(QuestionError, match="is no regular expression"):
        grouping(network, "(")


def test_numbers_in_names_are_sorted_as_numbers() -> None:
    assert sorted(["sw10", "sw9", "sw1a"], key=natural) == ["sw1a", "sw9", "sw10"]


# ---- several files ---------------------------------------------------------


def test_files_that_share_switches_are_one_fabric(tmp_path: Path) -> None:
    whole = named(["a", "b", "c", "d"], [(0, 1), (1, 2), (2, 3)])
    (tmp_path / "one.txt").write_text(
        ibnetdiscover(named(["a", "b", "c"], [(0, 1), (1, 2)]), ["a", "b", "c"]), encoding="utf-8"
    )
    (tmp_path / "two.csv").write_text("first,second\nb,c\nc,d\n", encoding="utf-8")
    found = read_fabric([tmp_path / "one.txt", tmp_path / "two.csv"])
    assert found.network.names == ("a", "b", "c", "d")
    assert [link[:2] for link in found.network.links] == [link[:2] for link in whole.links]


def test_files_that_share_none_are_refused(tmp_path: Path) -> None:
    for name, ends in (("one", "a,b"), ("two", "c,d")):
        (tmp_path / f"{name}.csv").write_text(f"first,second\n{ends}\n", encoding="utf-8")
    with pytest.raises(QuestionError, match=r"files: .*two.csv.* shares no switch"):
        read_fabric([tmp_path / "one.csv", tmp_path / "two.csv"])
