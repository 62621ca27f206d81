"""What the Dockerfile and the compose file name exists in the project.

Whether they are well formed is for `make lint` to say.
"""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

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
    patterns = pyproject["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {pattern.rstrip("*") for pattern in patterns} <= set(copied_from_the_project())


def test_build_context_holds_what_is_copied_and_no_more() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == set(copied_from_the_project())


def test_commands_are_scripts_of_the_project() -> None:
    (default,) = instructions("CMD")
    commands = [json.loads(default), *(service["command"] for service in services().values())]
    assert {command[0] for command in commands} <= scripts()


def test_server_and_workers_share_one_database() -> None:
    api, worker = services()["api"], services()["worker"]
    assert api["volumes"] == worker["volumes"]
    assert api["environment"] == worker["environment"]


@pytest.mark.parametrize("file", ["docker-compose.yml", "docker-compose.cluster.yml"])
def test_the_server_starts_without_keys_and_is_open_to_its_machine_only(file: str) -> None:
    api = services(file)["api"]
    assert api["environment"]["ALPHACUT_REQUIRE_KEY"] == "no"
    assert [port.rpartition(":")[0] for port in api["ports"]] == ["127.0.0.1:8000"]
