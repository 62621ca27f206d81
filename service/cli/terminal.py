"""Lines for people: what came from outside is shown, and never obeyed by the terminal."""

from __future__ import annotations

import codecs
import io
import json
import sys

import click

from alphacut.arrangements.words import printable


def say(line: str) -> None:
    """Write one line to standard error, with control characters spelled out."""
    click.echo(printable(line), err=True)


def spell_out() -> None:
    """Have characters that the terminal cannot show spelled as in JSON, which then stays JSON."""
    codecs.register_error(_SPELLED, _spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors=_SPELLED)


_SPELLED = "alphacut-spelled"


def _spelled(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end
