"""`alphacut.resilience`, and the command of that name."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import networkx
import pytest
from click.testing import CliRunner

import alphacut
from alphacut.service.cli.exits import Failure
from alphacut.service.cli.resilience import resilience
from alphacut.service.text.resilience import of_resilience
from alphacut.solver.common.errors import SolverError

RING = "torus:sides=6"


def run(*arguments: str) -> int:
    found = CliRunner().invoke(resilience, [*arguments, "--quiet"], standalone_mode=False)
    if found.exception is not None:
        raise found.exception
    return int(found.return_value)


def test_failures_from_python() -> None:
    found = alphacut.resilience(RING, "links=1:2", samples=3, domains={"half": [0, 1, 2]})
    [left] = found.networks
    assert found.status == left.status == "exact"
    assert left.intact.lower == left.intact.upper == 2
    one, two = left.bands
    assert (one.number, two.number, one.share) == (1, 2, None)
    assert one.median.lower == one.median.upper == one.least.upper == one.greatest.lower == 1
    assert two.median.upper == 0 or two.median.upper == 1
    assert one.connected == 3 > two.connected == 0
    assert left.worst_links[1].exact
    assert left.worst("switch") == left.worst("switch")
    domain = left.worst("domain")
    assert domain is not None
    assert domain.upper == 1
    assert left.worst("group") is None
    assert found.verify().status == "exact"


def test_several_networks_are_put_in_order() -> None:
    found = alphacut.resilience([RING, "complete:switches=6"], "links=1", samples=2)
    assert found.order == (1, 0)
    assert found.proven
    assert "proven: none of the others keeps more than complete" in str(found)


def test_a_graph_of_networkx_and_an_earlier_answer() -> None:
    graph = networkx.cycle_graph(6)
    first = alphacut.resilience(graph, "links=1", samples=1, alpha=1)
    more = alphacut.resilience(graph, "links=1", samples=2, resume=first)
    assert [each.exact for each in more.networks[0].bands[0].samples] == [True, True]
    with pytest.raises(SolverError, match="another seed"):
        alphacut.resilience(graph, "links=1", samples=2, seed=9, resume=first)


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(SolverError, match="fail: "):
        alphacut.resilience(RING, "links=99")
    with pytest.raises(SolverError, match="graphs"):
        alphacut.resilience([], "links=1")


def test_a_saved_answer_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "failures.json"
    alphacut.resilience(RING, "switches=1", samples=1).save(file)
    found = alphacut.load(file)
    assert isinstance(found, alphacut.Resilience)
    assert found.networks[0].bands[0].median.lower == Fraction(1)


def test_the_command_writes_document_table_and_picture(tmp_path: Path) -> None:
    out, table, plot = (tmp_path / name for name in ("r.json", "r.csv", "r.svg"))
    given = [RING, "complete:switches=4", "--fail", "links=1:2", "--samples", "2"]
    given += ["--domain", "rack=0-0,1", "--traffic", "uniform"]
    code = run(*given[:-2], "--out", str(out), "--csv", str(table), "--plot", str(plot))
    assert code == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["networks"][0]["worst"]["domain"]["listed"][0]["switches"] == [0, 1]
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [row["failed"] for row in rows] == ["1", "2", "1", "2"]
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    again = run(*given[:-2], "--resume", str(out), "--out", str(tmp_path / "again.json"))
    assert again == 0
    assert json.loads((tmp_path / "again.json").read_text())["networks"] == document["networks"]


def test_a_forged_run_is_not_gone_on_from(tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    assert run(RING, "--fail", "links=1", "--samples", "1", "--out", str(out)) == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    document["networks"][0]["samples"][0]["at"][0]["lower"] = "9"
    out.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(Failure, match="--resume"):
        run(RING, "--fail", "links=1", "--samples", "2", "--resume", str(out))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--samples", "1"], "--fail"),
        (["--fail", "links=1", "--domain", "x"], "NAME=S"),
        (["--fail", "links=1", "--domain", "x=5-1"], "no range"),
        (["--fail", "links=1", "--plot", "x.txt"], "svg"),
    ],
)
def test_the_command_says_what_is_wrong(given: list[str], said: str) -> None:
    told = CliRunner().invoke(resilience, [RING, *given])
    assert told.exit_code == 2
    assert said in told.output


def test_words_and_tables_count_as_the_owner_does(tmp_path: Path) -> None:
    """A ring of links of 100 Gb/s each, as `alphacut point` tells it too."""
    ring, out, table = (tmp_path / name for name in ("ring.json", "out.json", "bands.csv"))
    links = [[switch, (switch + 1) % 4] for switch in range(4)]
    graph = {"family": "graph", "switches": 4, "links": links, "unit": "100"}
    ring.write_text(json.dumps(graph), encoding="utf-8")
    assert run(str(ring), "--fail", "links=1", "--samples", "2", "--out", str(out),
               "--csv", str(table), "--traffic", "uniform") == 0  # fmt: skip
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["networks"][0]["intact"]["point"]["value"] == "2"
    page = "\n".join(of_resilience(document))
    assert "intact     B = 200 at" in page
    assert "1 link: B 100 | 100 | 100 | 100 | 100  (exact)" in page
    assert "worst links   by number, what is left: 1: 100, 2: 0" in page
    bisection, rate = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    assert bisection["median_lower"] == "100"
    assert rate["median_lower"] == "0.75"  # rates are shares, in any unit
