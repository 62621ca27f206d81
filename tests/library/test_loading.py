"""Documents of every kind, as releases and commands have written them, read by the library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import alphacut
from alphacut.service.kinds import entries
from alphacut.service.library.loading import OF_FORMAT
from alphacut.solver.common.errors import DocumentError

RELEASES = sorted(Path("tests/data/releases").glob("*/*.json"))
DRAGONFLY = "dragonfly:a=2,h=1,p=2,arrangement=relative"
WITHOUT_ANSWER = {"alphacut-structure/1", "alphacut-comparison/1"}  # no call of the library


def _written(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["document"]
    return document


def test_no_kind_of_question_is_forgotten() -> None:
    written = {entry.kind.format for entry in entries().values()}
    assert written - WITHOUT_ANSWER <= {*OF_FORMAT, "alphacut-fabric/1", "alphacut-layout/1"}


@pytest.mark.parametrize("path", RELEASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_releases_have_written_is_loaded(path: Path, tmp_path: Path) -> None:
    document, file = _written(path), tmp_path / "document.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    if document["format"] in WITHOUT_ANSWER:
        with pytest.raises(DocumentError, match="format is"):
            alphacut.load(file)
        return
    found = alphacut.load(file)
    assert found.document == document
    assert repr(found).startswith(f"<{type(found).__name__}")
    assert str(found)


def test_a_mapping_is_no_placement(tmp_path: Path) -> None:
    for answer in (
        alphacut.place(DRAGONFLY, "16x16", count=8),
        alphacut.mapping("torus:sides=3x3", (3, 3)),
    ):
        answer.save(tmp_path / "placed.json")
        found = alphacut.load(tmp_path / "placed.json")
        assert type(found) is type(answer)
        assert repr(found) == repr(answer)


def test_a_layout_is_laid_out_again(tmp_path: Path) -> None:
    answer, path = alphacut.layout(DRAGONFLY, radix=8), tmp_path / "layout.json"
    answer.save(path)
    found = alphacut.load(path)
    assert found.cables() == answer.cables()
    assert found.metres == answer.metres
    assert found.verify().status == "computed"
    path.write_text('{"format": "alphacut-layout/1", "topology": {}}')
    with pytest.raises(DocumentError, match="lacks what a layout has been asked: 'files'"):
        alphacut.load(path)


def test_a_fabric_is_a_document(tmp_path: Path) -> None:
    cables, path = tmp_path / "ring.csv", tmp_path / "fabric.json"
    cables.write_text("first,second\ns1,s2\ns2,s3\ns3,s4\n")
    document = alphacut.fabric(cables, design="torus:sides=4")
    path.write_text(json.dumps(document))
    assert alphacut.load(path) == document
