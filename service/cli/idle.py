"""Options that would change nothing as a command is called: whoever gives one expects an effect."""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.core import ParameterSource


def given(*names: str) -> Iterator[str]:
    """Yield those options of the command that runs which its command line gives itself.

    Parameters
    ----------
    names
        Of its parameters, such as time_limit.
    """
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            yield name


def only_with(needed: str, present: bool, *names: str) -> None:
    """Refuse options that act on another one alone, where that is missing.

    Parameters
    ----------
    needed
        The other option, as people write it.
    present
        Whether it was given.
    names
        Of the parameters that need it.

    Raises
    ------
    UsageError
        It names the first such option, and what it needs.
    """
    for name in () if present else given(*names):
        raise click.UsageError(f"{_option(name)}: goes with {needed} alone")


def not_beside(other: str, present: bool, *names: str) -> None:
    """Refuse options that something else makes idle; the parameters are as of `only_with`.

    Raises
    ------
    UsageError
        It names the first such option, and what makes it idle.
    """
    for name in given(*names) if present else ():
        raise click.UsageError(f"{_option(name)}: has no effect beside {other}; leave one out")


def _option(name: str) -> str:
    """Return the longest name that an option has."""
    params = click.get_current_context().command.params
    return next(max(each.opts, key=len) for each in params if each.name == name)
