"""A command for a kind of question that brings none of its own: each field may be set."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.options import Run, read_spec, run_options
from alphacut.service.kinds.entry import Command
from alphacut.solver.common.kind import StepKind


def plain_command(kind: StepKind[Any]) -> Command:
    """Return a command with the name of a kind, for questions about one network."""
    return Command(name=kind.name, does=kind.asks, make=partial(_command, kind))


def _command(kind: StepKind[Any]) -> click.Command:
    @click.command(kind.name, help=f"Ask {kind.asks}.\n\nThe result is JSON on standard output.")
    @click.argument("spec", metavar="SPEC", type=SpecType())
    @click.option(
        "--set", "fields", multiple=True, metavar="FIELD=VALUE",
        help="Set a field of the request, as JSON or as text; repeatable.",
    )  # fmt: skip
    @run_options("with what is done")
    def command(spec: str, fields: tuple[str, ...], run: Run) -> int:
        from alphacut.arrangements.formats.spec import complete
        from alphacut.service.cli.answering import answered, exit_code, hand_out, request_of
        from alphacut.service.cli.exits import code_of

        written = {"topology": complete(read_spec(spec, quiet=run.quiet)), **_read(fields)}
        driven = answered(kind, request_of(kind, written, run.time_limit), run)
        return exit_code(driven, [code_of(hand_out(driven, run).get("status", "exact"))])

    return command


def _read(fields: tuple[str, ...]) -> dict[str, Any]:
    found = {}
    for each in fields:
        name, equals, value = each.partition("=")
        if not equals:
            raise click.UsageError(f"--set: {each} has no value; give {each}=VALUE")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found
