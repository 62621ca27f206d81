"""The lock files pin every package by version and hash, and agree with pyproject.toml."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-run.lock", "requirements-dev.lock")


def entries(lock: str) -> list[str]:
    """The requirements of a lock file, each on one line with its hashes."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def versions(lock: str) -> dict[str, str]:
    """The pinned version of each package of a lock file, by its canonical name."""
    pins = [Requirement(entry.partition("--hash")[0]) for entry in entries(lock)]
    return {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins}


def declared() -> dict[str, list[str]]:
    """For each lock file, the requirements of pyproject.toml that it must satisfy."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    always = project["dependencies"] + pyproject["build-system"]["requires"]
    extras = project["optional-dependencies"]
    return {
        "requirements.lock": [*always, *of_extra("all", extras)],
        "requirements-run.lock": [*always, *extras["server"]],
        "requirements-dev.lock": [*always, *of_extra("all", extras), *extras["dev"]],
    }


def of_extra(name: str, extras: dict[str, list[str]]) -> Iterator[str]:
    """The requirements of an extra, and of those that it brings along."""
    for requirement in extras[name]:
        read = Requirement(requirement)
        if read.name != "alphacut":
            yield requirement
        for other in read.extras if read.name == "alphacut" else ():
            yield from of_extra(other, extras)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_is_a_pin_with_hashes(lock: str) -> None:
    # An option line (an index, a location of files) and a URL match neither part.
    pin = re.compile(r"[\w.-]+==[\w.]+( ; [^-@]+)?(\s+--hash=sha256:[0-9a-f]{64})+")
    assert [entry for entry in entries(lock) if not pin.fullmatch(entry)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_place(lock: str) -> None:
    assert re.findall(r".*(?:://|@ |--(?:extra-)?index|--find).*", (ROOT / lock).read_text()) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_is_up_to_date(lock: str) -> None:
    pinned = versions(lock)
    stale = [
        requirement
        for requirement in map(Requirement, declared()[lock])
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"))
    ]
    assert stale == [], "pyproject.toml asks for something else: run `make lock`"


def test_tested_versions_are_the_deployed_ones() -> None:
    assert versions("requirements.lock").items() <= versions("requirements-dev.lock").items()
    assert versions("requirements-run.lock").items() <= versions("requirements.lock").items()
