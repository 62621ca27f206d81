"""The command `alphacut`: one module for each of its commands, loaded when it is called."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache, partial
from pkgutil import resolve_name
from typing import Any, NoReturn

import click

from alphacut.arrangements.words import printable
from alphacut.service.cli import terminal
from alphacut.service.cli.exits import INTERRUPTED, as_failure, show_traceback, tell, unheard
from alphacut.service.kinds import Command, Entry, entries, own_entries
from alphacut.service.threads import one_thread

OTHERS = {
    "verify": "check a result and its proof",
    "draw": "draw a network, its groups on a circle",
    "fabric": "compare a fabric as it is cabled with its design, and prove both bisections",
    "cables": "list every cable, with its ports",
    "report": "write one page about networks: HTML or PDF, every figure verified",
    "layout": "put a network into racks: cable lengths, a bill, lists for NetBox",
    "tables": "print published tables of dimensions, recomputed",
    "links": "print the wiring of a network",
    "convert": "write a network in the format of another program",
    "arrangements": "list the global link arrangements",
    "machines": "list machines that run, and where each of their parameters comes from",
    "submit": "ask a service for a curve or a point",
    "jobs": "list the jobs of a service",
    "status": "show the state of a job of a service",
    "result": "wait for a job of a service and print its result",
    "cancel": "stop a job of a service, and keep what it has found",
    "retry": "resume a failed or cancelled job of a service",
    "continue": "work on a job of a service that left something open",
    "serve": "run the service: API and worker together",
    "worker": "run another worker for a service",
    "keys": "make, list and revoke the API keys of a service",
    "migrate": "bring the database of a service up to date, before it starts",
    "completion": "print the lines that let a shell complete commands, families and options",
    "vacuum": "remove old jobs and shrink the database",
}


# Objects before garbage is looked for: large networks are hundreds of thousands, and no garbage.
COLLECTED = (50_000, 20, 50)

# pydantic looks through all installed packages for plugins, which no command has a use for.
NO_PLUGINS = "PYDANTIC_DISABLE_PLUGINS"

# Commands that stand in the module of another, or are called otherwise there.
ELSEWHERE = {name: f"jobs:{name}" for name in ("status", "result", "cancel", "retry")}
ELSEWHERE |= {"continue": "jobs:go_on"}


@cache
def commands() -> dict[str, Command]:
    """Return all commands: those of the kinds of question, then those about all of them."""
    return _commands(entries().values())


@cache
def own_commands() -> dict[str, Command]:
    """Return the same without those of installed packages, which take long to look for."""
    return _commands(own_entries())


def _commands(kinds: Iterable[Entry]) -> dict[str, Command]:
    asking = [command for entry in kinds for command in entry.commands]
    others = [
        Command(
            name=name,
            does=does,
            make=partial(_other, ELSEWHERE[name]) if name in ELSEWHERE else None,
        )
        for name, does in OTHERS.items()
    ]
    return {command.name: command for command in (*asking, *others)}


def _other(place: str) -> click.Command:
    found: click.Command = resolve_name(f"alphacut.service.cli.{place}")
    return found


class Commands(click.Group):
    """Finds commands by name and loads only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands, the most used first."""
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load a command."""
        command = own_commands().get(cmd_name) or commands().get(cmd_name)
        return None if command is None else command.load()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; of one that there is not, tell which was meant."""
        known = not args or args[0].startswith("-") or args[0] in own_commands()
        if not known and args[0] not in commands():
            close = get_close_matches(args[0], commands(), n=1)
            meant = f"did you mean {close[0]}?" if close else "alphacut --help lists all there are"
            ctx.fail(f"{printable(args[0], 60)} is no command; {meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(each.name, each.does) for each in commands().values()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; every error leaves as one that is told in one line."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            show_traceback(bool(ctx.params.get("debug")))
            raise as_failure(error) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="alphacut", prog_name="alphacut")
@click.option("--debug", is_flag=True, help="Show the traceback of an unexpected error.")
def alphacut(debug: bool) -> None:
    """The exact bisection bandwidth of a network, as a function of α, with a proof.

    α is the capacity of a global link divided by that of a local one. A network
    is given as SPEC: dragonfly:a=4,h=2,arrangement=relative, or torus:sides=8x8,
    or the path of a file. Further questions about it, with evidence of the same kind:
    what it carries (throughput), where the tasks of a job should lie (place), and
    whether routes can deadlock (route).

    Exit codes of curve, point and verify: 0 exact and proven, 4 closed on a
    solver's word, 3 bounded only, 2 bad input, 1 any other failure.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    terminal.spell_out()
    try:
        code = alphacut.main(args=arguments, prog_name="alphacut", standalone_mode=False)
    except click.ClickException as error:
        return tell(error)
    except click.Abort:
        click.echo("alphacut: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        return unheard()
    except Exception as error:  # of what is written before a command is called, such as help
        show_traceback(False)
        return tell(as_failure(error))
    return code if isinstance(code, int) else 0


def main() -> NoReturn:
    """Run the command line and leave the process."""
    one_thread()
    os.environ.setdefault(NO_PLUGINS, "__all__")
    gc.set_threshold(*COLLECTED)
    atexit.register(gc.freeze)  # at the end a search for garbage would cost a quarter of a second
    sys.exit(run())


if __name__ == "__main__":
    main()
