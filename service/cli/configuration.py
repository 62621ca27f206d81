"""Settings from the environment and the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from alphacut.arrangements.words import printable, shown
from alphacut.service.cli.exits import BAD_INPUT, Failure
from alphacut.service.settings import Settings
from alphacut.solver.common.completing import problem_words

PREFIX = "ALPHACUT_"
ELSEWHERE = ("ALPHACUT_API_KEY", "ALPHACUT_DEBUG", "ALPHACUT_SERVER")  # of other commands


def settings(**given: Any) -> Settings:
    """Read the settings; what the command line gives wins over the environment.

    Raises
    ------
    Failure
        If one cannot be used, or a variable is the name of none; the message names it.
    """
    _check_names(os.environ)
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        told = [_told(dict(problem), given) for problem in error.errors()]
        raise Failure("; ".join(told), BAD_INPUT) from error


def _check_names(environment: Mapping[str, str]) -> None:
    """Refuse variables that look like a setting and are none: mostly a name is misspelt."""
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in (*known, *ELSEWHERE):
            close = get_close_matches(name, known, n=1)
            meant = f"did you mean {close[0]}?" if close else "the user guide lists all there are"
            raise Failure(f"{printable(name, 60)} is not a setting; {meant}", BAD_INPUT)


def _told(problem: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Tell what is wrong with a setting, by the option that gave it, or its variable."""
    name = "_".join(str(part) for part in problem["loc"])
    option = f"--{name.replace('_', '-')}"
    called = f"{PREFIX}{name.upper()}" if given.get(name) is None else option
    if problem["type"] == "string_pattern_mismatch":
        means = Settings.model_fields[name].description
        return f"{called}: cannot be {shown(problem['input'])} ({means})"
    if problem["type"] == "value_error":
        return f"{called}: {problem['msg'].removeprefix('Value error, ')}"
    return f"{called}: {problem_words(problem)}, got {shown(problem['input'])}"
