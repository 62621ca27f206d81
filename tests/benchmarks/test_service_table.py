"""The figures of the service in the documents, from a run of the benchmark."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.readme_table import SERVICE_PAGE, between
from benchmarks.service import main
from benchmarks.service_table import service_table


def run(out: Path, *more: str) -> None:
    arguments: Sequence[str] = ["--only", "p28-circulant", "--seconds", "0.5", "--out", str(out)]
    assert main.main(args=[*arguments, *more], standalone_mode=False) == 0


@pytest.mark.slow
def test_what_was_measured_is_written_into_the_documents(tmp_path: Path) -> None:
    out = tmp_path / "service.json"
    run(out)
    results = json.loads(out.read_text())
    assert results["finished"]
    lines = [*service_table(results)]
    assert len([line for line in lines if line.startswith("| polling")]) == 3
    assert "1 curves" in "\n".join(lines)
    page = between(SERVICE_PAGE.read_text("utf-8"), "service", "\n".join(lines))
    assert lines[0] in page


def test_what_was_not_measured_says_so() -> None:
    assert "make bench-service" in "".join(service_table(None))
    assert "make bench-service" in "".join(service_table({"finished": False}))
