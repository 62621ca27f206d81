"""The commands about structure, as users run them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from fractions import Fraction
from pathlib import Path
from textwrap import dedent
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

RELATIVE = "dragonfly:a=4,h=2,arrangement=relative"
TINY = "dragonfly:a=2,h=1,arrangement=relative"


def test_describe_in_words(command: Any) -> None:
    run = command("describe", RELATIVE)
    assert (run.returncode, run.stderr) == (0, "")
    assert "36 switches in 9 groups of 4, 36 hosts" in run.stdout
    assert "diameter 3, average 2.343 hops" in run.stdout
    assert "18 automorphisms; 2 orbits of switches and 8 orbits of links" in run.stdout
    assert "GCCs       2: 2 of 18 switches" in run.stdout
    assert "DOES NOT AGREE" not in run.stdout


def test_describe_as_json(alphacut: Any, tmp_path: Path) -> None:
    out = tmp_path / "structure.json"
    run = alphacut("describe", RELATIVE, "--json", "--out", out)
    document = json.loads(run.stdout)
    assert document == json.loads(out.read_text(encoding="utf-8"))
    assert document["topology"]["arrangement"] == "relative"
    assert len(document["symmetry"]["generators"][0]) == 36


@pytest.mark.parametrize(
    "text",
    ["complete:switches=1", "torus:sides=3x3", '{"family": "graph", "switches": 2, "links": []}'],
)
def test_describe_anything(alphacut: Any, text: str) -> None:
    run = alphacut("describe", text)
    assert (run.returncode, run.stderr) == (0, "")


def test_draw(alphacut: Any, tmp_path: Path) -> None:
    out = tmp_path / "network.svg"
    assert alphacut("draw", RELATIVE, "--out", out).returncode == 0
    assert ET.parse(out).getroot().tag.endswith("svg")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_picture_is_as_large_as_asked_for(alphacut: Any, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"network.{ending}"
    assert alphacut("draw", RELATIVE, "--out", out, "--size", "8x4").returncode == 0
    if ending == "svg":
        root = ET.parse(out).getroot()
        assert (root.attrib["width"], root.attrib["height"]) == ("8in", "4in")
    elif ending == "png":
        with Image.open(out) as image:
            assert (image.width, image.height) == (8 * 200, 4 * 200)
            row = [image.convert("RGB").getpixel((x, 400)) for x in range(image.width)]
        drawn = [x for x, colour in enumerate(row) if colour != (255, 255, 255)]
        assert 400 < min(drawn) < 800 < max(drawn) < 1200  # in the middle, and not drawn out
    else:
        assert b"/MediaBox [ 0 0 576 288 ]" in out.read_bytes()  # points


def test_draw_a_cut(alphacut: Any, tmp_path: Path) -> None:
    curve, out = tmp_path / "curve.json", tmp_path / "cut.svg"
    alphacut("curve", TINY, "--out", curve, "--quiet")
    run = alphacut("draw", TINY, "--out", out, "--curve", curve, "--alpha", "3")
    assert run.returncode == 0, run.stderr
    assert "least cut for 0 ≤ α: 1 + α" in out.read_text(encoding="utf-8")
    other = alphacut("draw", RELATIVE, "--out", out, "--curve", curve)
    assert other.returncode == 2
    assert "--curve: no curve or point of this network: its topology is another" in other.stderr
    forged = json.loads(curve.read_text(encoding="utf-8"))
    forged["segments"][0]["intercept"] = 0
    curve.write_text(json.dumps(forged), encoding="utf-8")
    run = alphacut("draw", TINY, "--out", out, "--curve", curve)
    assert run.returncode == 2
    assert "is not what the side severs" in run.stderr


@pytest.mark.parametrize("layout", ["circle", "sides", "force"])
def test_draw_a_graph_for_a_paper(alphacut: Any, tmp_path: Path, layout: str) -> None:
    graph, point, out = (tmp_path / name for name in ("ring.graph", "point.json", "cut.svg"))
    graph.write_text("6 7 001\n2 3 6 1\n1 3 3 1\n2 1 4 1 6 9\n3 1 5 1\n4 1 6 1\n5 1 1 1 3 9\n")
    assert alphacut("point", graph, "--out", point, "--quiet").returncode == 0
    run = alphacut(
        "draw", graph, "--curve", point, "--out", out, "--width", "column", "--layout", layout
    )
    assert run.returncode == 0, run.stderr
    written = out.read_text(encoding="utf-8")
    assert 'width="85.' in written
    assert "6 nodes, 7 edges, capacity 17" in written
    least = json.loads(point.read_text(encoding="utf-8"))["point"]["value"]
    assert f"edges cut: 4, capacity {least}" in written
    heights = re.findall(r'font-size="([0-9.]+)"', written)
    assert min(map(float, heights)) * 72 / 96 >= 6.95


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["draw", TINY, "--out", "x.gif"], "--out: draws svg, png, pdf"),
        (["draw", TINY, "--out", "x.svg", "--width", "wide"], "--width: must be column (85 mm)"),
        (["draw", TINY, "--out", "x.svg", "--width", "page", "--size", "4x4"],
         "--width: cannot be given beside --size"),
        (["draw", TINY, "--out", "x.svg", "--layout", "sides"], "layout: sides are those of a cut"),
        (["compare", TINY, "--plot", "x.svg", "--width", "page", "--size", "4x4"],
         "--width: cannot be given beside"),
        (["draw", TINY, "--out", "x.svg", "--size", "8"], "--size: must be width x height"),
        (["draw", TINY, "--out", "x.svg", "--alpha", "1"], "give --curve as well"),
        (["draw", TINY, "--out", "no/x.svg"], "--out: there is no directory no"),
        (["draw", TINY, "--out", "x.svg", "--curve", "none.json"], "none.json: cannot be read"),
        (["draw", "torus:sides=0", "--out", "x.svg"], "topology.sides"),
        (["cables", TINY, "--class", "globl"], "did you mean global"),
        (["compare", TINY, "--alpha", "inf"], "--alpha: must be finite"),
        *((arguments, '--injection: "0" is not the capacity of a host\'s link') for arguments in (
            ["compare", TINY, "--injection", "0"],  # not in Gb/s, as it was told
            ["throughput", TINY, "--traffic", "uniform", "--injection", "0"],
            ["resilience", TINY, "--fail", "links=1", "--traffic", "uniform", "--injection", "0"],
        )),
        (["compare", TINY, "--plot", "x.gif"], "--plot: draws svg, png, pdf"),
        (["compare", TINY, "--size", "1x1"], "--size: must be width x height in inches"),
        (["tables", "--plot", "x.png"], "--plot: draws SVG only; name the file x.svg"),
        (["conjecture", "helix", "--h", "9:3", "--a-max", "5"], '--h: "9:3" is not a range'),
        (["conjecture", "helix", "--h", "x", "--a-max", "5"], '--h: "x" is not a range'),
        (["conjecture", "nautilus", "--h", "9", "--a-max", "9000"], "--a-max: link by link"),
        (["conjecture", "helix", "--h", "2", "--a-max", "5", "--method", "intervals"],
         "known are both, links, rotation"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_one_line(
    alphacut: Any, tmp_path: Path, arguments: list[str], words: str
) -> None:
    moved = [str(tmp_path / each) if each.startswith("x.") else each for each in arguments]
    run = alphacut(*moved)
    assert run.returncode == 2
    assert words.replace("x.svg", "") in run.stderr.replace(str(tmp_path) + "/", "").replace(
        "x.svg", ""
    )
    assert "Traceback" not in run.stderr


def test_cables(alphacut: Any, tmp_path: Path) -> None:
    run = alphacut("cables", RELATIVE, "--class", "global")
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    assert len(rows) == 36
    assert list(rows[0]) == [
        "cable", "from_group", "from_switch", "from_port",
        "to_group", "to_switch", "to_port", "class",
    ]  # fmt: skip
    assert {row["class"] for row in rows} == {"global"}
    out = tmp_path / "cables.csv"
    assert alphacut("cables", RELATIVE, "--out", out).stdout == ""
    assert len(out.read_text(encoding="utf-8").splitlines()) == 91


def test_compare(alphacut: Any, tmp_path: Path) -> None:
    stored, out = tmp_path / "stored.json", tmp_path / "comparison.json"
    alphacut("curve", TINY, "--out", stored, "--quiet")
    plot = tmp_path / "shares.svg"
    run = alphacut(
        "compare", stored, "complete:switches=4", "--alpha", "2", "--out", out, "--plot", plot
    )
    assert run.returncode == 0, run.stderr
    assert "share of the highest" in plot.read_text(encoding="utf-8")
    assert "B at α = 2" in run.stdout
    document = json.loads(out.read_text(encoding="utf-8"))
    assert [row["bisection"] for row in document["networks"]] == ["3", "4"]
    assert "0 < α < 5: complete switches 4" in run.stderr  # (1 + α)/6 against 4/4
    assert "ranked by B per host" in run.stderr
    assert "not of equal cost: they differ in hosts, switches, radix and links" in run.stderr


def test_fat_trees_are_compared_by_hosts_and_drawn_as_bars(alphacut: Any, tmp_path: Path) -> None:
    table, plot = tmp_path / "c.csv", tmp_path / "bars.svg"
    networks = ("fat_tree:k=4", "slim_fly:q=3,p=2")
    options = ("--only-alpha", "--format", "csv", "--out", table, "--plot", plot)
    run = alphacut("compare", *networks, *options)
    assert run.returncode == 0, run.stderr
    assert "halves have equally many hosts" in run.stderr
    assert table.read_text(encoding="utf-8") == run.stdout
    [tree, _] = csv.DictReader(io.StringIO(run.stdout))
    assert (tree["bisection"], tree["hosts"], tree["status"]) == ("8", "16", "exact")
    drawn = plot.read_text(encoding="utf-8")
    assert "B per host at α = 1" in drawn
    assert "fat_tree k 4" in drawn


@pytest.mark.parametrize(
    ("name", "start"), [("c.md", "| network |"), ("c.json", "{"), ("c.txt", "network,alpha")]
)
def test_a_comparison_is_written_as_its_file_says(
    alphacut: Any, tmp_path: Path, name: str, start: str
) -> None:
    out = tmp_path / name
    run = alphacut("compare", TINY, "--only-alpha", "--format", "csv", "--out", out, "--quiet")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("network,alpha")
    assert out.read_text(encoding="utf-8").startswith(start)


def test_compare_names_no_winner_that_is_not_proven(alphacut: Any, tmp_path: Path) -> None:
    """Stopped at once, runs leave bounds far apart; one network may still be above the others."""
    out = tmp_path / "comparison.json"
    hard = [f"dragonfly:a=4,h=2,arrangement={name}" for name in ("relative", "nautilus")]
    dense = tmp_path / "dense.json"
    alphacut("point", "complete:switches=16", "--alpha", "1", "--out", dense, "--quiet")
    options = ("--only-alpha", "--time-limit", "0.001", "--out", out, "--format", "csv")
    run = alphacut("compare", *hard, *options)
    assert run.returncode == 3, run.stderr
    assert "not separated at α = 1: (p,4,2) relative (" in run.stderr
    assert "best" not in run.stderr
    for row in csv.DictReader(io.StringIO(run.stdout)):
        assert Fraction(row["lower"]) < Fraction(row["bisection"])
        assert Fraction(row["bisection_per_host_lower"]) < Fraction(row["bisection_per_host"])
    document = json.loads(out.read_text(encoding="utf-8"))
    assert (document["best"], document["candidates"]) == ([], [0, 1])
    run = alphacut("compare", *hard, dense, *options)
    assert run.returncode == 3, run.stderr
    assert "best at α = 1: complete switches 16" in run.stderr


def test_compare_names_all_of_a_tie(alphacut: Any) -> None:
    run = alphacut("compare", TINY, TINY, "--only-alpha")
    assert run.returncode == 0, run.stderr
    assert "best at α = 1: (p,2,1) relative and (p,2,1) relative" in run.stderr


def test_compare_refuses_a_forged_curve(alphacut: Any, tmp_path: Path) -> None:
    stored = tmp_path / "stored.json"
    alphacut("curve", TINY, "--out", stored, "--quiet")
    forged = json.loads(stored.read_text(encoding="utf-8"))
    forged["segments"][0]["slope"] = 0
    stored.write_text(json.dumps(forged), encoding="utf-8")
    run = alphacut("compare", stored)
    assert run.returncode == 1
    assert "refused" in run.stderr


@pytest.mark.parametrize(
    ("form", "first"), [("markdown", "| network |"), ("csv", "network,alpha,"), ("json", "{")]
)
def test_compare_in_other_formats(alphacut: Any, form: str, first: str) -> None:
    run = alphacut("compare", TINY, "--only-alpha", "--format", form, "--quiet")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(first)
    assert run.stderr == ""


def test_tables(alphacut: Any, tmp_path: Path) -> None:
    plot = tmp_path / "hosts.svg"
    run = alphacut("tables", "--plot", plot)
    assert run.returncode == 0, run.stderr
    assert "1  13.0     8.7       7.0           9 groups, h = 2" in run.stdout
    assert "Cascade-like" in run.stdout
    assert "t = 16" in plot.read_text(encoding="utf-8")


def test_conjecture_goes_on_from_its_file(alphacut: Any, tmp_path: Path) -> None:
    out = tmp_path / "nautilus.json"
    assert (
        alphacut("conjecture", "nautilus", "--h", "3:4", "--a-max", "8", "--out", out).returncode
        == 0
    )
    run = alphacut("conjecture", "nautilus", "--h", "3:4", "--a-max", "12", "--out", out)
    assert run.returncode == 0, run.stderr
    assert "nautilus h=3, sign=text, 4 <= a <= 12: 9 networks" in run.stderr
    document = json.loads(out.read_text(encoding="utf-8"))
    assert [lane["a"] for lane in document["lanes"]] == [[4, 12]] * 2 + [[5, 12]] * 2
    other = alphacut("conjecture", "helix", "--h", "2", "--a-max", "9", "--out", out)
    assert other.returncode == 2
    assert "not a result for helix" in other.stderr


def test_conjecture_says_what_to_install(command: Any, tmp_path: Path) -> None:
    keeping_out = """
        import sys
        class Out:
            def find_spec(self, name, *_):
                if name.partition(".")[0] == "numba":
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        sys.meta_path.insert(0, Out())
    """
    (tmp_path / "sitecustomize.py").write_text(dedent(keeping_out), encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    run = command("conjecture", "helix", "--h", "2", "--a-max", "5", "--quiet", PYTHONPATH=paths)
    assert run.returncode == 1
    assert "pip install 'alphacut[compiled]'" in run.stderr


def test_conjecture_reports_the_first_counterexample(alphacut: Any) -> None:
    run = alphacut("conjecture", "nautilus", "--h", "2", "--a-max", "9", "--sign", "text")
    assert run.returncode == 1
    assert "the first at a = 3 with 2" in run.stderr
