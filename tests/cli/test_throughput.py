"""`alphacut throughput` as people run it: what it writes, and what it refuses."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

RING = "dragonfly:a=2,h=1,p=2,arrangement=relative"  # 6 switches, 12 hosts


def test_document_table_picture_and_check(command: Any, tmp_path: Path) -> None:
    matrix = tmp_path / "matrix.csv"
    matrix.write_text("source,destination,demand\n0,11,1\n4,7,1/2\n", encoding="utf-8")
    out, plot = tmp_path / "rates.json", tmp_path / "rates.svg"
    run = command(
        *("throughput", RING, "--traffic", matrix, "--model", "3,mcf", "--alpha", "1/2"),
        *("--out", out, "--plot", plot),
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert "a matrix of 2 demands at α = 1/2" in run.stderr
    assert "No. 3" in run.stderr
    assert "MCF" in run.stderr
    document = json.loads(out.read_text(encoding="utf-8"))
    assert [entry["model"] for entry in document["models"]] == [3, "mcf"]
    assert plot.read_text(encoding="utf-8").count("breakpoints") >= 2
    checked = command("verify", out)
    assert (checked.returncode, "MCF" in checked.stdout) == (0, True)
    document["models"][0]["rate"]["lower"] = document["models"][0]["rate"]["upper"] = "2"
    out.write_text(json.dumps(document), encoding="utf-8")
    refused = command("verify", out)
    assert (refused.returncode, "refused" in refused.stderr) == (1, True)


def test_the_worst_permutation_is_worse_than_a_random_one(alphacut: Any) -> None:
    run = alphacut("throughput", RING, "--traffic", "worst", "--alpha", "1")
    assert run.returncode == 0, run.stderr
    worst = json.loads(run.stdout)
    assert "longest matching" in run.stderr
    told = re.search(r"every permutation reaches at least (0\.\d+) under No. 3", run.stderr)
    assert told, run.stderr
    assert 0 < float(told[1]) <= eval_ratio(worst["models"][0]["rate"]["lower"])
    some = alphacut("throughput", RING, "--traffic", "permutation:seed=1", "--alpha", "1")
    rates = [json.loads(each)["models"][0]["rate"]["lower"] for each in (run.stdout, some.stdout)]
    assert eval_ratio(rates[0]) <= eval_ratio(rates[1])
    assert len(worst["traffic"]["demands"]) <= 12


def eval_ratio(written: str) -> float:
    top, _, bottom = written.partition("/")
    return int(top) / int(bottom or 1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([RING, "--traffic", "shift:1"], "--alpha"),
        ([RING, "--traffic", "shift:12", "--alpha", "1"], "traffic: is empty"),
        ([RING, "--traffic", "none.csv", "--alpha", "1"], "traffic: "),
        ([RING, "--traffic", "wurst", "--alpha", "1"], "or worst, or the path of a file"),
        (["torus:sides=7x3", "--traffic", "worst", "--alpha", "1"], "neither a minimal nor"),
        ([RING, "--traffic", "shift:1", "--alpha", "inf"], "alpha: must be finite"),
        ([RING, "--traffic", "shift:1", "--alpha", "1", "--model", "7"], "model: unknown model"),
        (
            ["hypercube:dimension=3", "--traffic", "shift:1", "--alpha", "1", "--model", "3"],
            "topology: has no groups",
        ),
        ([RING, "--traffic", "shift:1", "--alpha", "1", "--plot", "a.png"], "--plot"),
    ],
)
def test_bad_input_is_told_in_one_line(alphacut: Any, arguments: list[str], told: str) -> None:
    run = alphacut("throughput", *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert told in run.stderr
    assert "Error" not in run.stderr.replace("Error:", "")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("0,5,-1", "line 2: a demand must not be negative"),
        ("0,5,", "line 2 must have"),
        ("0,12,1", "line 2: host 12 does not exist"),
    ],
)
def test_a_bad_row_of_a_matrix_is_told_with_its_line(
    alphacut: Any, tmp_path: Path, row: str, told: str
) -> None:
    matrix = tmp_path / "matrix.csv"
    matrix.write_text(f"source,destination,demand\n{row}\n", encoding="utf-8")
    run = alphacut("throughput", RING, "--traffic", matrix, "--alpha", "1")
    assert (run.returncode, run.stdout) == (2, "")
    assert "matrix.csv" in run.stderr
    assert told in run.stderr


def test_a_network_without_groups_needs_neither_model_nor_alpha(alphacut: Any) -> None:
    """All its links are local, and the maximum concurrent flow is what can be asked about."""
    run = alphacut("throughput", "hypercube:dimension=3", "--traffic", "shift:1")
    assert run.returncode == 0, run.stderr
    [answer] = json.loads(run.stdout)["models"]
    assert (answer["model"], answer["rate"]["lower"]) == ("mcf", "1")


def test_a_curve_of_an_earlier_release_is_one_of_the_same_network(
    alphacut: Any, tmp_path: Path
) -> None:
    """Specs had no hosts where each switch has one, and documents say so by saying nothing."""
    torus, curve, plot = "torus:sides=3x3", tmp_path / "curve.json", tmp_path / "rates.svg"
    assert alphacut("curve", torus, "--out", curve, "--quiet").returncode == 0
    document = json.loads(curve.read_text(encoding="utf-8"))
    assert document["topology"].pop("p") == 1
    curve.write_text(json.dumps(document), encoding="utf-8")
    asked = ("--traffic", "uniform", "--alpha", "1", "--plot", plot, "--bisection", curve)
    run = alphacut("throughput", torus, *asked)
    assert run.returncode == 0, run.stderr
    assert plot.exists()
    other = alphacut("throughput", f"{torus},p=2", *asked)
    assert (other.returncode, "a curve of another network" in other.stderr) == (2, True)
    document["topology"] = {"family": "torus"}
    curve.write_text(json.dumps(document), encoding="utf-8")
    broken = alphacut("throughput", torus, *asked)
    assert (broken.returncode, "topology: sides: is missing" in broken.stderr) == (2, True)


def test_hosts_of_a_switch_share_its_links(alphacut: Any) -> None:
    """Uniform traffic of p hosts at each corner of a cube takes 12/7 hops between switches.

    8p hosts send 7p/(8p - 1) of their traffic to other switches, and 24 directed links
    carry it: at most (8p - 1)/(4p²) of what a host can send.
    """
    for hosts, rate in ((1, "1"), (2, "15/16"), (4, "31/64")):
        run = alphacut("throughput", f"hypercube:dimension=3,p={hosts}", "--traffic", "uniform")
        assert run.returncode == 0, run.stderr
        [answer] = json.loads(run.stdout)["models"]
        assert answer["rate"] == {"lower": rate, "upper": rate}
