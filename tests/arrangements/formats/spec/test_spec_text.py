"""Specs as text: short forms, JSON text, and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}


@pytest.mark.parametrize(
    ("text", "obj"),
    [
        ("dragonfly:a=4,h=2,arrangement=relative", RELATIVE),
        (" dragonfly: a = 4 , h=2, arrangement=relative ", RELATIVE),
        ("dragonfly:a=4,h=2,arrangement=relative,p=8,groups=9", {**RELATIVE, "p": 8}),
        (
            "dragonfly:a=3,h=3,arrangement=nautilus,options.sign=figures",
            {
                "family": "dragonfly",
                "a": 3,
                "h": 3,
                "arrangement": "nautilus",
                "options": {"sign": "figures"},
            },
        ),
        ("torus:sides=8x8", {"family": "torus", "sides": [8, 8]}),
        ("torus:sides=5", {"family": "torus", "sides": [5]}),
        ("hamming:sides=4x3x2", {"family": "hamming", "sides": [4, 3, 2]}),
        ("hypercube:dimension=6", {"family": "hypercube", "dimension": 6}),
        ("complete:switches=9", {"family": "complete", "switches": 9}),
        (json.dumps(RELATIVE), RELATIVE),
    ],
)
def test_text_means_the_same_as_the_object(text: str, obj: dict[str, Any]) -> None:
    read, parsed = spec.read(text), spec.parse(obj)
    if "p" in obj:
        assert spec.complete(read)["p"] == 8
    assert read == parsed


@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        ("dragonfly:a=4.0,h=2,arrangement=relative", "a", 'must be an integer, got "4.0"'),
        ("dragonfly:a=0,h=2,arrangement=relative", "a", "at least 1, got 0"),
        ("dragonfly:a=-4,h=2,arrangement=relative", "a", "at least 1, got -4"),
        ("dragonfly:a=4,h=2,arrangement=relativ", "arrangement", "did you mean relative?"),
        ("dragonfly:a=4,h=2,arrangment=relative", "arrangment", "did you mean arrangement?"),
        ("dragonfly:a=4,a=5", "a", "is given twice"),
        ("dragonfly:family=torus", "family", "is given twice"),
        ("dragonfly:options=3,options.sign=text", "options.sign", "is given twice"),
        ("dragonfly:a", "a", "must be name=value"),
        ("dragonfly:a=", "a", "must be name=value"),
        ("dragonfly:a=4,,h=2", "", "must be name=value"),
        ("dragonfly:", "a", "is missing; it is the number of switches in each group"),
        ("dragonfly", "a", "is missing"),
        ("torus:sides=8xx8", "sides", "as in 8x8"),
        ("graph:switches=3,links=01", "links", "must be a list"),
        ("dragonfli:a=4", "family", "did you mean dragonfly? Known are bundlefly"),
        ("complete:switches=" + "9" * 500, "switches", "at most 1000000000"),
        ("complete:switches=" + "9" * 5000, "switches", "must be an integer"),
        ("complete:switches=٣", "switches", "must be an integer"),
        ("", "", "is empty"),
        ("nosuch.json", "", 'no file "nosuch.json"'),
        ("no/such/file", "", 'no file "no/such/file"'),
        ("frontierr", "", 'no file "frontierr"; did you mean frontier?'),
        ("hypercub", "", 'no file "hypercub"; did you mean hypercube?'),
        ("a\0b", "", "no file"),
        ("x" * 5000, "", "cannot read"),
        ("/", "", "cannot read"),
        ("{", "", "not JSON: "),
        ('{"family": "torus",\n "sides": [8 8]}', "", "line 2, column"),
        ('{"a": 1, "a": 2}', "a", "is given twice"),
        ('{"a":' * 100_000, "", "nested too deeply"),
        ('{"family": "complete", "switches": ' + "9" * 5000 + "}", "", "not a spec"),
        ('{"family": "complete", "switches": 1e3}', "switches", "must be an integer, got 1000.0"),
        ('{"family": "complete", "switches": NaN}', "switches", "must be an integer, got NaN"),
    ],
)
def test_text_that_is_wrong(text: str, field: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec.read(text)
    assert caught.value.field == field
    assert problem in caught.value.problem


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n  "])
def test_file_is_read(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "network"
    path.write_bytes(start + json.dumps(RELATIVE).encode())
    assert spec.read(str(path)) == spec.parse(RELATIVE)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"<html/>", "is in no format that is read; these are: booksim, codes, csv, dimacs, dot"),
        (b"<graphml/>", "not GraphML: there is no graph in it"),
        (b"", "is empty"),
        (b"\xff\xfe{}", "not UTF-8 text but, it seems, UTF-16"),
        (b"{\xfe}", "not UTF-8 text, at byte 1"),
        (b'{"switches": 3}', "is JSON, but names no family of networks"),
        (b"{'switches': 3}", "not JSON: Expecting property name"),
        (b"[1, 2]", "a spec is an object"),
    ],
)
def test_file_of_something_else(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "network.json"
    path.write_bytes(content)
    with pytest.raises(SpecError) as caught:
        spec.read(str(path))
    assert problem in caught.value.problem


def test_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SpecError, match=r"cannot read .*Permission denied"):
        spec.read(str(tmp_path / "network.json"))


def test_limits_hold_for_text() -> None:
    with pytest.raises(SpecError, match="64 switches, at most 63"):
        spec.read("torus:sides=8x8", spec.Limits(switches=63))


def test_file_of_another_format_is_a_graph_and_its_losses_are_told(tmp_path: Path) -> None:
    path = tmp_path / "net.csv"
    path.write_text("from,to,length\nx,y,7\n")
    told: list[str] = []
    network = spec.build(spec.read(str(path), remark=told.append))
    assert (network.switches, network.count_by_class()) == (2, {"local": 1, "global": 0})
    assert told[-1] == f"{path} (csv): not kept: the column length"
    assert spec.build(spec.read(str(path))) == network


def test_file_whose_classes_no_spec_can_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.csv"
    path.write_text("from,to,class\nx,y,long link\n")
    with pytest.raises(SpecError, match="name without blanks"):
        spec.read(str(path))


def test_presets_are_told_among_the_families() -> None:
    assert spec.read("preset:name=dragonfly-72,p=1").size().switches == 36
    with pytest.raises(SpecError, match="did you mean preset"):
        spec.read("presets:name=percs")


@pytest.mark.parametrize("name", ["curve", "comparison", "certificate"])
def test_a_file_that_is_a_result(tmp_path: Path, name: str) -> None:
    path = tmp_path / "result.json"
    document = {"format": f"alphacut-{name}/1", "topology": RELATIVE, "nodes": []}
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(SpecError) as caught:
        spec.read(str(path))
    assert f'(alphacut-{name}/1), not a network; the network is its "topology"' in str(caught.value)
    assert ("--resume" in str(caught.value)) == (name == "curve")
    assert ("verify" in str(caught.value)) == (name == "curve")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("failed.switches=0-3", "failed.switches: must be numbers of switches joined by x, as in"),
        ("failed.switches=0,3", 'joined by x, as in 3x7; got "3" after a comma'),
        ("failed.links=0-1+1-2", "failed.links: must be pairs of switches joined by x, as in"),
        ("failed.links=0-1x2", 'as in 0-1x4-9; got "0-1x2"'),
        ("failed.links=0-1,1-2", 'as in 0-1x4-9; got "1-2" after a comma'),
    ],
)
def test_a_list_of_what_failed_tells_how_it_is_written(written: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec.read(f"torus:sides=4x4,{written}")
    assert said in f"{caught.value.field}: {caught.value.problem}"
