"""The compose files keep to the specification, and what they and the Dockerfile name exists."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from alphacut.service.settings import Settings

COMPOSE_FILES = ("docker-compose.yml", "docker-compose.cluster.yml")
ROOT = Path(__file__).parents[2]


def instructions(keyword: str) -> list[str]:
    """The arguments of each instruction of the Dockerfile that has this keyword."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return re.findall(rf"^{keyword}\s+(.*)$", text, re.MULTILINE)


def services(file: str = "docker-compose.yml") -> dict[str, Any]:
    compose = YAML(typ="safe").load(ROOT / file)
    found: dict[str, Any] = compose["services"]
    return found


def scripts() -> set[str]:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return set(pyproject["project"]["scripts"])


def copied_from_the_project() -> list[str]:
    copies = [shlex.split(arguments) for arguments in instructions("COPY")]
    own = [words for words in copies if not words[0].startswith("--from=")]
    return [source for *sources, _ in own for source in sources]


def test_packages_are_installed_from_the_lock_by_hash() -> None:
    from_lock, project = (run for run in instructions("RUN") if "pip install" in run)
    assert {"--require-hashes", "requirements.lock"} <= set(shlex.split(from_lock))
    assert {"--no-deps", "--no-build-isolation", "."} <= set(shlex.split(project))


def test_copied_files_exist() -> None:
    assert [source for source in copied_from_the_project() if not (ROOT / source).exists()] == []


def test_every_package_is_copied() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = pyproject["tool"]["setuptools"]["package-dir"].values()
    assert {Path(folder).parts[0] for folder in folders} <= set(copied_from_the_project())


def test_build_context_holds_what_is_copied_and_no_more() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == set(copied_from_the_project())


def own_services(file: str) -> list[dict[str, Any]]:
    """The services of a compose file that run our image."""
    return [each for each in services(file).values() if each["image"] == "alphacut"]


def commands() -> list[list[str]]:
    """Every command that a container of ours is started with."""
    (default,) = instructions("CMD")
    composed = (each["command"] for file in COMPOSE_FILES for each in own_services(file))
    return [json.loads(default), *composed]


def told(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as this environment has it."""
    program, *arguments = command
    beside = Path(sys.executable).parent / program
    return subprocess.run(
        [str(beside), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "200"},
    )


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_compose_files_keep_to_the_specification(file: str, tmp_path: Path) -> None:
    schema = ("check-jsonschema", "--builtin-schema", "vendor.compose-spec")
    checked = told(*schema, str(ROOT / file))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    broken = tmp_path / file
    broken.write_text((ROOT / file).read_text().replace("command: [", "commands: [", 1))
    assert told(*schema, str(broken)).returncode == 1


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_every_command_is_there_and_takes_its_options(command: list[str]) -> None:
    program, name, *rest = command
    packages = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert program in scripts() or f"\n{program}==" in packages
    shown = told(program, name, "--help")
    assert shown.returncode == 0, shown.stderr
    options = {each for each in rest if each.startswith("--")}
    assert options <= set(re.findall(r"--[a-z-]+", shown.stdout.replace("/", " ")))
    assert told(program, f"no-such-{name}").returncode == 2


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_every_setting_exists(file: str) -> None:
    known = {f"ALPHACUT_{name.upper()}" for name in Settings.model_fields}
    given = {name for each in own_services(file) for name in each["environment"]}
    assert {name for name in given if name.startswith("ALPHACUT_")} <= known
    assert given - known <= {"OMP_NUM_THREADS"}


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_services_that_are_waited_for_are_there(file: str) -> None:
    found = services(file)
    waited = {name for each in found.values() for name in each.get("depends_on", {})}
    assert waited <= set(found)
    for each in found.values():
        for name, how in each.get("depends_on", {}).items():
            checked = not found[name].get("healthcheck", {}).get("disable")
            assert how["condition"] != "service_healthy" or checked


def test_server_and_workers_share_one_database() -> None:
    api, worker = services()["api"], services()["worker"]
    assert api["volumes"] == worker["volumes"]
    assert api["environment"] == worker["environment"]


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_the_server_starts_without_keys_and_is_open_to_its_machine_only(file: str) -> None:
    api = services(file)["api"]
    assert api["environment"]["ALPHACUT_REQUIRE_KEY"] == "no"
    assert [port.rpartition(":")[0] for port in api["ports"]] == ["127.0.0.1:8000"]


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_every_container_of_ours_has_its_memory_and_its_threads_limited(file: str) -> None:
    for each in own_services(file):
        assert each["mem_limit"]
        assert each["environment"]["OMP_NUM_THREADS"] == "1"
        assert int(each["environment"]["ALPHACUT_JOB_MEMORY_MB"]) > 0


@pytest.mark.parametrize("file", COMPOSE_FILES)
def test_one_worker_takes_short_jobs_alone(file: str) -> None:
    lanes = [each["command"][2:] for each in own_services(file) if "worker" in each["command"]]
    assert sorted(lanes)[:2] == [[], ["--short"]]
