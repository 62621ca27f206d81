"""Files of one fabric: which are united, that it is told, and what cannot be of one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.network import Link, Network
from alphacut.service.library.cabled import fabric
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.fabric.fabric import read_fabric, read_fabrics
from alphacut.solver.fabric.uniting import FabricFile, alike, shared
from alphacut.solver.fabric.verify.document import verify_fabric
from tests.solver.fabric.faults import ibnetdiscover


def named(names: list[str], links: list[tuple[int, int]]) -> Network:
    return Network(
        switches=len(names), links=tuple(Link(*ends, "local") for ends in links), names=tuple(names)
    )


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_united_is_told_with_both_files(tmp_path: Path) -> None:
    one = written(tmp_path, "one.csv", "first,second\na,b\nb,c\n")
    two = written(tmp_path, "two.csv", "first,second\nx,y\ny,a\n")
    three = written(tmp_path, "three.csv", "first,second\nx,y\nx,z\n")
    remarks: list[str] = []
    [found] = read_fabrics([one, two, three], remark=remarks.append)
    assert [(each.file, each.earlier, each.switches) for each in found.united] == [
        (str(two), str(one), 1), (str(three), str(two), 2),
    ]  # fmt: skip
    assert [each for each in remarks if "--apart" in each] == [
        f"{new} and {old} have {number} of the same names, so both are of one fabric; --apart "
        "(apart=True) takes each file for a fabric of its own"
        for new, old, number in (
            ("two.csv", "one.csv", "1 switch"), ("three.csv", "two.csv", "2 switches"),
        )
    ]  # fmt: skip
    assert all(not each.united for each in read_fabrics([one, two, three], apart=True))


def test_a_port_that_is_cabled_in_two_ways_is_of_two_fabrics(tmp_path: Path) -> None:
    """Two subnets whose switches have the same names, cabled otherwise."""
    names = ["a", "b", "c"]
    one = written(tmp_path, "one.txt", ibnetdiscover(named(names, [(0, 1), (1, 2)]), names))
    two = written(tmp_path, "two.txt", ibnetdiscover(named(names, [(0, 2), (1, 2)]), names))
    with pytest.raises(QuestionError, match=r"files: port a\[2\] leads to b.* in one.txt and to c"):
        read_fabric([one, two])
    assert len(read_fabrics([one, two], apart=True)) == 2


def test_a_cable_of_two_speeds_is_of_two_fabrics() -> None:
    one = FabricFile(
        file="one", network=named(["a", "b"], [(0, 1)]), cables={(0, 1, "local"): ("a[1] - b[2]",)},
        unit=None,
    )  # fmt: skip
    two = replace(one, file="two", cables={(0, 1, "slow"): ("b[2] - a[1]",)})
    with pytest.raises(
        QuestionError, match=r"port b\[2\] has a link of local in one and of slow in"
    ):
        shared([one, two])
    assert shared([one, replace(one, file="two")])[0].switches == 2


def test_a_cable_that_another_file_names_from_its_other_end_counts_once() -> None:
    assert alike(["a[1] - b[2]", "b[2] - a[1]", "a[2] - b[1]", "c7"]) == (
        "a[1] - b[2]", "a[2] - b[1]", "c7",
    )  # fmt: skip


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("united")
    one = written(folder, "one.csv", "first,second\na,b\nb,c\n")
    two = written(folder, "two.csv", "first,second\nc,d\nd,a\n")
    return fabric([one, two])


def test_the_document_tells_what_was_united(document: dict[str, Any]) -> None:
    one, two = document["files"]
    assert document["united"] == [{"file": two, "with": one, "switches": 2}]
    assert verify_fabric(document).status == "exact"
    without = {key: value for key, value in document.items() if key != "united"}
    assert verify_fabric(without).status == "exact"  # as older ones are


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda d: d.update(united={}), DocumentError),
        (lambda d: d["united"].append(d["united"][0]), Refused),
        (lambda d: d["united"][0].update(file="three.csv"), Refused),
        (lambda d: d["united"][0].update({"with": d["files"][1]}), Refused),
        (lambda d: d["united"][0].update(switches=0), Refused),
        (lambda d: d["united"][0].update(switches=5), Refused),
        (lambda d: d["united"][0].update(more=1), DocumentError),
    ],
)
def test_forged_unions_are_refused(
    document: dict[str, Any], change: Callable[[Any], None], error: type[Exception]
) -> None:
    forged = copy.deepcopy(document)
    change(forged)
    with pytest.raises(error, match="united"):
        verify_fabric(forged)
