"""`alphacut fabric`: one page about a fabric, its document, and the cables of the cut."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from alphacut.arrangements.formats import spec as specs
from tests.cli.conftest import Run
from tests.solver.fabric.faults import faulty, grouped_names, ibnetdiscover

SPEC = "slingshot:groups=8,switches=8,links=2"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The files of two days, and what happened between them."""
    found = faulty(specs.build(specs.read(SPEC)), missing=5, swapped=2, seed=3)
    folder, names = tmp_path_factory.mktemp("fabric"), grouped_names(found.designed)
    before, now = folder / "before.ibnetdiscover", folder / "now.ibnetdiscover"
    before.write_text(ibnetdiscover(found.designed, names, seed=1), encoding="utf-8")
    now.write_text(ibnetdiscover(found.network, names, seed=2), encoding="utf-8")
    return before, now


def test_the_page_tells_all_on_one_screen(command: Run, files: tuple[Path, Path]) -> None:
    run = command("fabric", files[1], "--design", SPEC)
    assert run.returncode == 0, run.stderr
    for said in (
        "64 switches, 64 hosts",
        "8 groups of 8 switches, by the names of switches",
        "links missing: 5",
        "cables with exchanged ends: 4",
        "designed: 32, 1/2 (0.5) for each host (exact, with certificates)",
        "left after the worst failures of links:",
        "left after the loss of one switch",
        "left after the loss of one group",
    ):
        assert said in run.stdout, said
    assert max(map(len, run.stdout.splitlines())) < 180
    assert len(run.stdout.splitlines()) < 100


def test_the_file_of_the_handover_gives_the_same(
    alphacut: Run, files: tuple[Path, Path], tmp_path: Path
) -> None:
    written, cables = tmp_path / "fabric.json", tmp_path / "cut.csv"
    run = alphacut("fabric", files[1], "--design", files[0], "--out", written, "--cut", cables)
    assert run.returncode == 0, run.stderr
    assert "switches by their names" in run.stdout
    document = json.loads(written.read_text(encoding="utf-8"))
    assert sum(each[3] for each in document["differences"]["missing"]) == 5
    with cables.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == int(document["now"]["point"]["value"])
    assert all(row["cable"].startswith(row["from"]) for row in rows)
    checked = alphacut("verify", written)
    assert checked.returncode == 0, checked.stderr
    assert "exact" in checked.stdout


def test_subnets_have_a_page_each_and_a_sum(
    alphacut: Run, files: tuple[Path, Path], tmp_path: Path
) -> None:
    """The subnets of a machine, whose switches have the same names."""
    out = tmp_path / "fabric.json"
    run = alphacut("fabric", *files, "--apart", "--design", SPEC, "--out", out)
    assert run.returncode == 0, run.stderr
    documents = [json.loads((tmp_path / f"fabric-{i}.json").read_text("utf-8")) for i in (1, 2)]
    values = [int(each["now"]["point"]["value"]) for each in documents]
    assert values[1] < values[0] == 32
    assert f"  now, the sum of all, each with halves of its own: {sum(values)}\n" in run.stdout
    assert "designed, the sum of all, each with halves of its own: 64\n" in run.stdout
    assert alphacut("verify", tmp_path / "fabric-2.json").returncode == 0
    printed = alphacut("fabric", *files, "--apart", "--json")
    assert [each["format"] for each in json.loads(printed.stdout)] == ["alphacut-fabric/1"] * 2


def test_files_that_share_switches_are_of_one_subnet(command: Run, tmp_path: Path) -> None:
    for name, rows in (("1", "s1,s2\ns2,s3\n"), ("2", "t1,t2\n"), ("3", "s3,s1\n")):
        (tmp_path / f"{name}.csv").write_text(f"first,second\n{rows}", encoding="utf-8")
    run = command("fabric", *(tmp_path / f"{i}.csv" for i in "123"))
    assert run.returncode == 0, run.stderr
    assert "3 switches, 3 hosts, 3 local links" in run.stdout
    assert "2 fabrics, which share no switch" in run.stdout
    told = "names of switches are in both 3.csv and 1.csv; --apart takes each for its own"
    assert f"  one fabric, as 2 {told}" in run.stdout
    wrong = command("fabric", tmp_path / "1.csv", *["--design", "torus:sides=3"] * 2)
    assert wrong.returncode == 2
    assert "--design: is given 2 times for 1 fabrics" in wrong.stderr


def test_a_forged_document_is_refused(
    alphacut: Run, files: tuple[Path, Path], tmp_path: Path
) -> None:
    run = alphacut("fabric", files[1], "--design", SPEC, "--json")
    document = json.loads(run.stdout)
    document["differences"]["missing"].pop()
    (tmp_path / "forged.json").write_text(json.dumps(document), encoding="utf-8")
    checked = alphacut("verify", tmp_path / "forged.json")
    assert checked.returncode == 1
    assert "refused: differences:" in checked.stderr


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--design", "slingshot:groups=9,switches=8,links=2"), "--design: its switches cannot"),
        (("--groups", "("), "--groups: is no regular expression"),
        (("--balance", "cables"), "--balance"),
        (("--design", "none.txt"), "no file"),
    ],
)
def test_bad_input_names_its_option(
    alphacut: Run, files: tuple[Path, Path], wrong: tuple[str, ...], said: str
) -> None:
    run = alphacut("fabric", files[1], *wrong)
    assert run.returncode == 2
    assert said in run.stderr


def test_a_fabric_without_links_between_groups_is_bounded_by_nothing(
    alphacut: Run, tmp_path: Path
) -> None:
    """A ring that was cut: any half of it can be apart at one link."""
    path = tmp_path / "ring.csv"
    path.write_text("first,second\na1,a2\na2,a3\na3,a4\n", encoding="utf-8")
    run = alphacut("fabric", path, "--design", "cycle:switches=4")
    assert run.returncode == 0, run.stderr
    assert "now: 1, " in run.stdout
    assert "designed: 2, " in run.stdout


def test_one_cable_of_a_cut_is_one_link(command: Run, tmp_path: Path) -> None:
    file = tmp_path / "cables.csv"
    file.write_text("first,second\na,b\nb,c\n")
    assert "the cut that attains it severs 1 link (--cut" in command("fabric", file).stdout


def test_vertex_weights_of_metis_are_balanced_as_by_other_commands(
    command: Run, tmp_path: Path
) -> None:
    """It said that halves have equally many hosts, and cut into equally many switches."""
    graph = tmp_path / "weighed.graph"
    graph.write_text("4 4 10\n3 2 4\n1 1 3\n1 2 4\n1 3 1\n", encoding="utf-8")
    sides = {}
    for options in ((), ("--balance", "switches")):
        run = command("fabric", graph, *options, "--out", tmp_path / "fabric.json")
        assert run.returncode == 0, run.stderr
        point = json.loads((tmp_path / "fabric.json").read_text(encoding="utf-8"))["now"]
        sides[point["balance"]] = len(point["side"])
        assert f"at α = 1, by {point['balance']}" in run.stdout
    assert sides["switches"] == 2
    assert sides["hosts"] in (1, 3)
