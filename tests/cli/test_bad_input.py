"""Bad input of every kind: exit 2, with a message that says what would be right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

GRAPH: dict[str, Any] = {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2]]}


def graph(**changes: Any) -> str:
    return json.dumps({**GRAPH, **changes})


# the spec, and what the message must say: where it is wrong, and what would be right
SPECS = [
    ("dragonflie:a=4,h=2,arrangement=relative", ["topology.family", "dragonfly"]),
    ("dragonfly:a=4,h=2,arrangement=relativ", ["topology.arrangement", "did you mean relative"]),
    ("dragonfly:a=4,h=2,arrangement=relative,b=3", ["topology.b"]),
    ("dragonfly:a=4,arrangement=relative", ["topology.h"]),
    ("dragonfly:a=0,h=2,arrangement=relative", ["topology.a", "at least 1"]),
    ("dragonfly:a=-4,h=2,arrangement=relative", ["topology.a", "at least 1"]),
    ("dragonfly:a=4.5,h=2,arrangement=relative", ["topology.a", "integer"]),
    ("dragonfly:a=four,h=2,arrangement=relative", ["topology.a", "integer"]),
    ("dragonfly:a=4000000000,h=2,arrangement=relative", ["topology.", "at most"]),
    (f"dragonfly:a={'9' * 400},h=2,arrangement=relative", ["topology.", "at most"]),
    ("dragonfly:a=4,h=3,arrangement=circulant", ["topology.arrangement", "h must be even"]),
    ("dragonfly:a=4,h=2,arrangement=relative,groups=99", ["topology.groups", "9"]),
    ("dragonfly:a=4,a=5,h=2,arrangement=relative", ["topology.a", "twice"]),
    ("torus:sides=4xx", ["topology.sides"]),
    ("torus:size=4", ["topology.size", "did you mean sides?", "topology.sides: is missing"]),
    ("hypercube:dimension=90", ["topology.dimension", "at most 62"]),
    (graph(links=[[0, 0]]), ["topology.links.0", "itself"]),
    (graph(links=[[0, 1], [1, 3]]), ["topology.links.1", "0 to 2"]),
    (graph(links=[[0, 1, "orbital"]]), ["topology.links.0", "orbital", "local"]),
    (graph(links=[[0, 1, "local", 0]]), ["topology.links.0", "from 1"]),
    (graph(switches=0, links=[]), ["topology.switches", "at least 1"]),
    ('{"family": "graph"', ["topology", "not JSON"]),
    ("[]", ["topology"]),
    ("", ["topology", "empty", "dragonfly:a=4"]),
    ("nothing/here.json", ["topology", "nothing/here.json", "dragonfly:a=4"]),
]


def check(run: Any, told: list[str], code: int = 2) -> None:
    """Check that a run failed as users may expect."""
    assert run.returncode == code, run.stderr
    assert run.stdout == ""
    assert run.stderr.startswith("alphacut: ")
    assert "Traceback" not in run.stderr
    assert len(run.stderr.splitlines()[0]) < 600
    for part in told:
        assert part in run.stderr.splitlines()[0]


@pytest.mark.parametrize(("spec", "told"), SPECS)
def test_a_bad_spec_is_refused(alphacut: Any, spec: str, told: list[str]) -> None:
    check(alphacut("curve", spec), told)


@pytest.mark.parametrize("command", ["curve", "point"])
def test_a_result_is_no_network_and_says_what_it_is_good_for(
    alphacut: Any, tmp_path: Path, command: str
) -> None:
    file = tmp_path / "result.json"
    assert alphacut(command, graph(), "--out", file).returncode == 0
    told = ["topology: is a result", f"alphacut-{command}/1", "topology"]
    again = [f"alphacut {command} --resume FILE", "alphacut verify FILE"]
    check(alphacut("describe", file), told + again)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"no JSON", ["topology", "is in no format that is read", "edges", "format=NAME"]),
        (b"{no JSON", ["topology", "not JSON"]),
        (b"\xff\xfe", ["topology", "UTF-8"]),
        (b"[1]", ["topology", "object"]),
        (b'{"family": "torus", "sides": [2, 0]}', ["topology.sides", "least"]),
        (b"[" * 100_000, ["topology"]),
    ],
)
def test_a_bad_file_is_refused(
    alphacut: Any, tmp_path: Path, content: bytes, told: list[str]
) -> None:
    file = tmp_path / "spec.json"
    file.write_bytes(content)
    check(alphacut("links", file), told)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--alpha-min", "1.5f3"], ["--alpha-min", "5/4"]),
        (["--alpha-min", "-1"], ["--alpha-min"]),
        (["--alpha-min", "inf"], ["--alpha-min", "finite"]),
        (["--alpha-max", "1/0"], ["--alpha-max", "5/4"]),
        (["--alpha-min", "3", "--alpha-max", "2"], ["--alpha-max", "below"]),
        (["--time-limit", "0"], ["--time-limit", "above 0"]),
        (["--engine", "sweeep"], ["--engine", "'auto'", "Did you mean sweep?"]),
        (["--time-limit", "nan"], ["--time-limit", "above 0"]),
        (["--gap", "1"], ["--gap", "0.05"]),
        (["--balance", "weight"], ["--balance", "hosts"]),
        (["--engine", "steam"], ["--engine", "auto"]),
        (["--local", "100"], ["--global", "together"]),
        (["--local", "0", "--global", "4"], ["--local", "100"]),
        (["--out", "no/where/curve.json"], ["--out", "no/where", "create"]),
        (["--out", "curve.csv"], ["--out", "as JSON", "curve.json"]),
        (["--out", "curve.svg"], ["--out", "as JSON", "curve.json"]),
        (["--plot", "no/where/curve.svg"], ["--plot", "no/where"]),
        (["--plot", "curve.gif"], ["--plot", "svg, png, pdf"]),
        (["--outt", "x"], ["--outt"]),
    ],
)
def test_a_bad_option_is_refused_before_any_work(
    alphacut: Any, options: list[str], told: list[str]
) -> None:
    check(alphacut("curve", "dragonfly:a=8,h=4,arrangement=relative", *options), told)


def test_of_several_specs_the_wrong_one_is_named(command: Any, small: str) -> None:
    check(command("curve", small, "torus:sides=0x2"), ["torus:sides=0x2", "topology.sides"])


def test_for_several_specs_the_output_is_a_directory(
    alphacut: Any, small: str, tmp_path: Path
) -> None:
    check(alphacut("curve", small, small, "--out", tmp_path / "x.json"), ["--out", "directory"])


def test_a_directory_is_no_file(alphacut: Any, small: str, tmp_path: Path) -> None:
    check(alphacut("curve", small, "--out", tmp_path), ["--out", "directory"])


def test_a_point_needs_an_alpha(alphacut: Any, small: str) -> None:
    check(alphacut("point", small), ["--alpha", "5/4"])


def test_an_unknown_format_or_command_is_refused(command: Any, small: str) -> None:
    check(command("links", small, "--format", "xls"), ["--format", "booksim, csv, dimacs"])
    check(command("curves", small), ["curves"])
    check(command("curve"), ["SPEC"])


def test_hosts_cannot_be_balanced_where_there_are_none(alphacut: Any) -> None:
    spec = graph(hosts=[0, 0, 0])
    check(alphacut("curve", spec, "--balance", "hosts"), ["balance", "switches"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["resilience", "torus:sides=4x4", "--fail", "links=nan"], ["--fail: ", "links=0:5%"]),
        (["resilience", "torus:sides=4x4", "--fail", "links=1", "--domain", "A=1",
          "--domain", "A=2"], ["--domain: 'A' is named twice"]),
        (["resilience", "torus:sides=4x4", "--fail", "links=1", "--domain", "A=²"],
         ["switch \"²\" does not exist"]),
        (["synthesise", "a=2,h=1", "--alpha", "nan"], ["--alpha: ", "5/4"]),
        (["synthesise", "a=2,h=1", "--alpha", "3", "--seed", "-1"], ["--seed: must be at least 0"]),
        (["synthesise", "a=2,h=1", "--alpha", "3", "--seed", "²"], ["--seed: must be an integer"]),
        (["simulate", "torus:sides=4x4", "--mechanism", "dimension-order", "--buffers", "0/0"],
         ["--buffers: must be two integers from 1"]),
        (["point", "torus:sides=4x4", "--sizes", "²:14"], ["--sizes: must be an integer from 1"]),
    ],
)  # fmt: skip
def test_a_field_is_told_by_the_option_of_its_name(
    command: Any, arguments: list[str], told: list[str]
) -> None:
    check(command(*arguments), told)


def test_an_empty_file_of_routes_is_told_as_one(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "routes.csv"
    file.write_text("")
    check(
        command("route", "torus:sides=4x4", "--mechanism", str(file)),
        ["--mechanism: ", "is empty; it needs a header source,destination,from,to"],
    )


def test_no_server_is_told_and_is_no_bad_input(alphacut: Any, small: str) -> None:
    check(alphacut("submit", small, "--server", "http://127.0.0.1:9"), ["127.0.0.1:9"], code=1)
    check(alphacut("submit", small, "--server", "nowhere"), ["--server", "http://"])


def test_a_bad_setting_is_named_by_its_variable(command: Any) -> None:
    check(command("serve", ALPHACUT_PORT="high"), ["ALPHACUT_PORT", "integer"])
    check(
        command("serve", ALPHACUT_WORKER="2"),
        ["ALPHACUT_WORKER is not", "did you mean ALPHACUT_WORKERS?"],
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["curve"], ["SPEC: is missing", "torus:sides=4x4"]),
        (["throughput"], ["SPEC: is missing", "torus:sides=4x4"]),
        (["throughput", "torus:sides=4x4"], ["--traffic: is missing", "uniform"]),
        (["throughput", "dragonfly:a=4,h=2,arrangement=relative", "--traffic", "uniform"],
         ["--alpha: is missing", "5/4"]),
        (["convert", "torus:sides=4x4"], ["--to: is missing", "graphml"]),
        (["design", "--hosts", "100"], ["--radix: is missing", "Ports"]),
        (["conjecture"], ["arrangement: is missing", "helix"]),
        (["status"], ["JOB: is missing"]),
    ],
)  # fmt: skip
def test_what_is_missing_is_told_with_what_it_is(
    alphacut: Any, arguments: list[str], told: list[str]
) -> None:
    check(alphacut(*arguments), told)


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        (("worker", "--dask", "foo"), {}, '--dask: cannot be "foo" (Dask cluster to solve on: tcp'),
        (("worker",), {"ALPHACUT_DASK": "foo"}, 'ALPHACUT_DASK: cannot be "foo" (Dask cluster'),
        (("worker",), {"ALPHACUT_WORKERS": "x"}, 'ALPHACUT_WORKERS: must be an integer, got "x"'),
        (("worker",), {"ALPHACUT_PORT": "-1"}, 'ALPHACUT_PORT: must be at least 0, got "-1"'),
    ],
)
def test_a_setting_is_told_by_what_gave_it(
    alphacut: Any, arguments: tuple[str, ...], environment: dict[str, str], told: str
) -> None:
    found = alphacut(*arguments, **environment)
    assert found.returncode == 2
    assert found.stderr.startswith(f"alphacut: {told}")
