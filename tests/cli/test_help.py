"""Help, versions and what is loaded for them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

COMMANDS = (
    "curve", "point", "verify", "describe", "compare", "draw", "cables", "links", "arrangements",
    "machines", "tables", "conjecture", "convert", "submit", "serve", "worker", "keys", "vacuum",
)  # fmt: skip


def test_help_lists_every_command(command: Any) -> None:
    run = command("--help")
    assert run.returncode == 0
    for name in COMMANDS:
        assert f"\n  {name} " in run.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(alphacut: Any, name: str) -> None:
    run = alphacut(name, "--help")
    assert run.returncode == 0
    assert run.stdout.startswith(f"Usage: alphacut {name}")
    assert run.stderr == ""


@pytest.mark.parametrize("arguments", [[], ["keys"]])
def test_a_command_that_is_called_without_its_own_says_which_there_are(
    alphacut: Any, arguments: list[str]
) -> None:
    run = alphacut(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("Usage: alphacut")
    assert "\nCommands:\n" in run.stderr


def test_the_version_is_told(alphacut: Any) -> None:
    run = alphacut("--version")
    assert run.returncode == 0
    assert run.stdout.startswith("alphacut, version ")


@pytest.mark.parametrize("arguments", [["--help"], ["curve", "torus:sides=0"]])
def test_neither_help_nor_bad_input_loads_what_is_heavy(arguments: list[str]) -> None:
    program = (
        "import sys; from alphacut.service.cli.main import run; run(sys.argv[1:]); "
        "heavy = {'matplotlib', 'ortools', 'highspy', 'pulp', 'fastapi', 'igraph', 'sqlalchemy'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "[]"


def test_machines_are_listed_with_where_their_parameters_come_from(alphacut: Any) -> None:
    run = alphacut("machines")
    assert run.returncode == 0
    assert "\nlumi-g " in run.stdout
    run = alphacut("machines", "lumi-g")
    assert "\n  inferred: links: 276 TB/s" in run.stdout
    run = alphacut("machines", "lumi-x")
    assert run.returncode == 2
    assert "did you mean lumi-g" in run.stderr


def test_a_machine_of_which_too_little_is_published_is_told_to_be_left_out(alphacut: Any) -> None:
    run = alphacut("machines")
    assert "left out" in run.stdout.splitlines()[-1]
    run = alphacut("machines", "perlmutter")
    assert run.returncode == 0
    assert "left out: NERSC publishes 24 groups" in run.stdout
    for spec in ("perlmutter", "perlmutter:p=4", "preset:name=perlmutter"):
        run = alphacut("point", spec, "--alpha", "1")
        assert run.returncode == 2
        assert "there is no preset perlmutter: NERSC publishes" in run.stderr


def test_the_arrangements_are_listed(alphacut: Any) -> None:
    run = alphacut("arrangements")
    assert run.returncode == 0
    for name in ("absolute", "relative", "circulant", "nautilus", "helix"):
        assert f"{name}: " in run.stdout
    assert "sign=text|figures" in run.stdout


def test_the_time_of_a_profile_is_that_of_all_sizes(command: Any) -> None:
    assert "for all sizes together" in " ".join(command("profile", "--help").stdout.split())


def test_a_comparison_tells_its_own_balance(command: Any) -> None:
    text = " ".join(command("compare", "--help").stdout.split())
    assert "[default: hosts where the switches of some network have unlike numbers of them" in text
    assert "[default: switches; hosts for a METIS" in " ".join(
        command("point", "--help").stdout.split()
    )
