"""Settings from the environment and the command line."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from alphacut.service.cli.exits import BAD_INPUT, Failure
from alphacut.service.settings import Settings


def settings(**given: Any) -> Settings:
    """Read the settings; what the command line gives wins over the environment.

    Raises
    ------
    Failure
        If one cannot be used; the message names its environment variable.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        told = [_told(problem["loc"], problem["msg"]) for problem in error.errors()]
        raise Failure("; ".join(told), BAD_INPUT) from error


def _told(where: tuple[int | str, ...], problem: str) -> str:
    name = "_".join(str(part) for part in where).upper()
    words = problem.removeprefix("Value error, ")
    return f"ALPHACUT_{name}: {words[:1].lower()}{words[1:]}"
