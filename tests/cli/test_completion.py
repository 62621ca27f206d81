"""What a shell is offered for what is being typed, and that help is readable everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alphacut.service.cli.completion import completions

BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("tor", ["torus:"]),
        ("pres", ["preset:"]),
        ("nonesuch:a", []),
        ("torus:", ["torus:sides="]),
        ("dragonfly:a=4,arr", ["dragonfly:a=4,arrangement="]),
        ("dragonfly:a=4,arrangement=re", ["dragonfly:a=4,arrangement=relative"]),
        ("dragonfly:a=4,a", ["dragonfly:a=4,arrangement="]),
    ],
)
def test_specs_are_completed_part_by_part(typed: str, offered: list[str]) -> None:
    found = [each for each in completions(typed) if not each.endswith(("classes=", "failed="))]
    assert found[: len(offered)] == offered
    assert bool(found) == bool(offered)


def test_bash_is_offered_what_is_missing() -> None:
    """Call what bash calls, with specs whose signs it takes for ends of words."""
    script = """
    eval "$(alphacut completion bash)"
    for COMP_LINE in "alphacut cur" "alphacut curve dragonfly:arrangement=re" \
            "alphacut convert torus:sides=4x4 --to gra" "alphacut submit x --balance h"; do
        COMP_POINT=${#COMP_LINE}
        _alphacut_completion 2>/dev/null
        echo "${COMPREPLY[*]}"
    done
    """
    path = f"{BIN}:{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True,
        env={**os.environ, "PATH": path},
    )  # fmt: skip
    assert run.stdout.splitlines() == ["curve", "relative", "graphml", "hosts"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_their_lines(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    from alphacut.service.cli.main import run

    assert run(["completion", shell]) == 0
    assert "_ALPHACUT_COMPLETE" in capsys.readouterr().out


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=lambda each: "-".join(each.values()),
)
def test_help_is_told_in_every_encoding(environment: dict[str, str]) -> None:
    for arguments in ([], ["curve"]):
        run = subprocess.run(
            [str(BIN / "alphacut"), *arguments, "--help"],
            capture_output=True, check=False, env={**os.environ, **environment},
        )  # fmt: skip
        assert (run.returncode, run.stderr) == (0, b"")
        assert run.stdout.startswith(b"Usage: alphacut")


def test_help_to_nobody_is_no_error() -> None:
    closed = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{BIN / 'alphacut'} curve --help | true"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in closed.stderr
    assert "Exception" not in closed.stderr


def test_a_command_that_is_misspelt_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    from alphacut.service.cli.main import run

    assert run(["curv", "torus:sides=3x3"]) == 2
    assert "did you mean curve?" in capsys.readouterr().err


def test_json_stays_json_where_letters_cannot_be_shown() -> None:
    import json

    script = (
        "import json, click; from alphacut.service.cli.terminal import spell_out; spell_out(); "
        r"click.echo(json.dumps({'é': 'α\U0001d400'}, ensure_ascii=False))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True,
        env={**os.environ, "PYTHONIOENCODING": "cp437"},
    )  # fmt: skip
    assert json.loads(run.stdout.decode("cp437")) == {"é": "α\U0001d400"}
