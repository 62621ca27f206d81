"""Lines for people: what came from outside is shown, and never obeyed by the terminal."""

from __future__ import annotations

import click

from alphacut.arrangements.words import printable


def say(line: str) -> None:
    """Write one line to standard error, with control characters spelled out."""
    click.echo(printable(line), err=True)
