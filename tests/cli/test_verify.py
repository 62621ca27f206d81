"""`alphacut verify` by its exit codes, on good documents and forged ones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Document = dict[str, Any]


@pytest.fixture
def verify(alphacut: Any, tmp_path: Path) -> Callable[[Document | str], Any]:
    """Verify a document, or any text, from a file."""

    def run(document: Document | str) -> Any:
        file = tmp_path / "curve.json"
        file.write_text(document if isinstance(document, str) else json.dumps(document))
        return alphacut("verify", file)

    return run


def test_a_proven_curve_is_accepted_and_what_was_checked_is_told(verify: Any, exact: Any) -> None:
    run = verify(exact)
    assert run.returncode == 0, run.stderr
    assert "4 nodes, 2 edges rebuilt" in run.stdout
    assert run.stdout.splitlines()[-1].endswith(": exact")
    assert run.stderr == ""


def test_a_curve_on_a_solvers_word_is_closed(verify: Any, exact: Any) -> None:
    exact["status"] = "closed"
    for point in exact["points"]:
        point |= {"proof": "solver", "certificate": None}
    assert verify(exact).returncode == 4


def without_certificates(document: Document) -> None:
    for point in document["points"]:
        point["certificate"] = None
    document.pop("certificates", None)


def other_side(document: Document) -> None:
    document["segments"][0]["side"] = [0, 3]


def other_topology(document: Document) -> None:
    document["topology"]["links"][0][3] = 5
    document["links"]["local"] = 5


def smaller_value(document: Document) -> None:
    document["segments"][1]["intercept"] = 3


def higher_bound(document: Document) -> None:
    document["points"][1] |= {"value": "9/2", "lower": "9/2"}


def moved_end(document: Document) -> None:
    document["segments"][0]["to"] = "7"


def missing_segment(document: Document) -> None:
    [kept, _] = document["segments"]
    document["segments"] = [kept | {"to": None}]
    document["points"] = document["points"][:1]


def missing_point(document: Document) -> None:
    del document["points"][1]


@pytest.mark.parametrize(
    "forge",
    [
        without_certificates,
        other_side,
        higher_bound,
        # what is refused is the verifier's matter, whose tests have these as well
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in (other_topology, smaller_value, moved_end, missing_segment, missing_point)
        ),
    ],
)
def test_a_forged_document_is_refused(
    verify: Any, exact: Document, forge: Callable[[Document], None]
) -> None:
    forge(exact)
    run = verify(exact)
    assert run.returncode == 1, run.stdout
    assert "refused: " in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "{}",
        '{"format": "alphacut-curve/9"}',
        "[" * 100_000,
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("", "[]", '{"format": 1, "format": 2}', "NaN")
        ),
    ],
)
def test_what_is_no_document_is_unreadable(verify: Any, text: str) -> None:
    run = verify(text)
    assert run.returncode == 2, run.stderr
    assert "Traceback" not in run.stderr


def test_a_file_that_is_not_there_is_unreadable(alphacut: Any, tmp_path: Path) -> None:
    run = alphacut("verify", tmp_path / "none.json")
    assert run.returncode == 2
    assert "none.json" in run.stderr


def test_a_point_is_verified_too(alphacut: Any, verify: Any, small: str) -> None:
    run = alphacut("point", small, "--alpha", "5/4", "--quiet")
    assert run.returncode == 0, run.stderr
    assert verify(run.stdout).returncode == 0
    forged = json.loads(run.stdout)
    forged["point"] |= {"value": "3", "lower": "3"}
    assert verify(forged).returncode == 1


def test_a_certificate_may_be_a_file_beside_the_document(
    verify: Any, exact: Document, tmp_path: Path
) -> None:
    point = exact["points"][1]
    content = json.dumps(point["certificate"]).encode()
    (tmp_path / "proof.json").write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    point["certificate"] = {"file": "proof.json", "sha256": digest}
    run = verify(exact)
    assert run.returncode == 0, run.stderr
    (tmp_path / "proof.json").write_bytes(content + b" ")
    assert verify(exact).returncode == 1
    (tmp_path / "proof.json").unlink()
    assert verify(exact).returncode == 1
