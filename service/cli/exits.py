"""Exit codes, and the one place where errors become messages."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Collection
from difflib import get_close_matches

import click
from click.exceptions import NoArgsIsHelpError

from alphacut.arrangements.errors import ArrangementsError, SpecError
from alphacut.arrangements.missing import missing
from alphacut.arrangements.words import fault
from alphacut.jobs.errors import JobsError
from alphacut.service.cli import terminal
from alphacut.solver.common.errors import DocumentError, QuestionError, SolverError

EXACT = 0
FAILED = 1  # also: a document that the verifier refuses
BAD_INPUT = 2
BOUNDED = 3
CLOSED = 4  # also: a theorem gives the value, which no certificate proves
NETWORK = "Give a network, such as torus:sides=4x4 or the path of a file."
TOLD = 2  # problems of a spec: a field that is misspelt, and the one that is missing for it
STANDARD_OUTPUT = 1  # as a file descriptor
INTERRUPTED = 130  # Ctrl-C where there is nothing to keep

_OF_STATUS = {
    "exact": EXACT, "optimal": EXACT, "closed": CLOSED, "formula": CLOSED, "bounded": BOUNDED,
    "measured": EXACT, "computed": EXACT, "unverified": BOUNDED,
}  # fmt: skip
_WEAKEST_FIRST = (FAILED, BOUNDED, CLOSED, EXACT)


class Failure(click.ClickException):
    """An error that is told in one line, with an exit code."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def code_of(status: str) -> int:
    """Return the exit code of a document's status."""
    return _OF_STATUS[status]


def weakest(codes: list[int]) -> int:
    """Return the code that says least of several, for several results at once."""
    return next(code for code in _WEAKEST_FIRST if code in codes)


def as_failure(error: Exception) -> click.ClickException:
    """Turn any error into one that is told in one line.

    Bad input keeps the name of its field; of an error that nobody foresaw, the trace
    can be asked for.
    """
    if isinstance(error, click.ClickException):
        return error
    if isinstance(error, SpecError):
        return bad_topology(error)
    if isinstance(error, QuestionError):
        return Failure(as_option(error), BAD_INPUT)
    if isinstance(error, DocumentError | ArrangementsError):
        return Failure(str(error), BAD_INPUT)
    if isinstance(error, JobsError | SolverError):
        return Failure(str(error))
    if isinstance(error, OSError) and error.strerror:
        return Failure(fault(error))
    if isinstance(error, ModuleNotFoundError) and (needed := missing(error)):
        return Failure(needed)
    return Failure(f"{fault(error)} (ALPHACUT_DEBUG=1 shows where)")


def as_option(error: QuestionError, but: Collection[str] = ()) -> str:
    """Tell what is wrong with a field by the option of its name, if the command has one.

    Parameters
    ----------
    but
        Fields that are of a file, though an option has the same name.
    """
    named = f"--{error.field.replace('_', '-')}"
    if error.field in but or named not in _options():
        return str(error)
    return f"{named}: {error.problem}"


def _options() -> set[str]:
    """Return the options of the command that runs, or has just failed."""
    context = click.get_current_context(silent=True)
    command = context.command if context else None
    if context and isinstance(command, click.Group) and context.invoked_subcommand:
        command = command.get_command(context, context.invoked_subcommand)
    return {name for each in command.params for name in each.opts} if command else set()


def bad_topology(error: SpecError, spec: str = "") -> Failure:
    """Tell what is wrong with a spec; with several, say which one."""
    told = (
        f"{'.'.join(['topology', *filter(None, [each.field])])}: {each.problem}"
        for each in error.problems[:TOLD]
    )
    which = f"{spec[:60]}: " if spec else ""
    return Failure(which + "; ".join(told), BAD_INPUT)


def tell(error: click.ClickException) -> int:
    """Write an error to standard error, and return its exit code."""
    if isinstance(error, NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return error.exit_code
    parameter = error.param if isinstance(error, click.BadParameter) else None
    if parameter is None:
        message = error.format_message()
    elif isinstance(error, click.MissingParameter):
        message = f"{_name(parameter)}: is missing. {_takes(parameter)}".rstrip()
    else:
        message = f"{_name(parameter)}: {error.message}{_meant(parameter, error.message)}"
    terminal.say(f"alphacut: {' '.join(message.split())}")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(f"See {error.ctx.command_path} --help", err=True)
    return error.code if isinstance(error, Failure) else error.exit_code


def _name(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return (parameter.metavar or parameter.name or "").strip("[].")


def _takes(parameter: click.Parameter) -> str:
    """Return what an option or an argument is, as the help of its command says."""
    told = parameter.help if isinstance(parameter, click.Option) else None
    if choices := getattr(parameter.type, "choices", None):  # of click.Choice, or NamesType
        return f"Give one of {', '.join(map(str, choices))}."
    return told or (NETWORK if _name(parameter) == "SPEC" else "")


def _meant(parameter: click.Parameter, message: str) -> str:
    """Return which of an option's names was meant, by the word that click quotes first."""
    given = re.match(r"'([^']{1,100})'", message)
    choices = getattr(parameter.type, "choices", ())
    close = get_close_matches(given[1], map(str, choices), n=1) if given else []
    return f" Did you mean {close[0]}?" if close else ""


def unheard() -> int:
    """Return the exit code where nobody reads on, as of `| head`: there is nobody to tell."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STANDARD_OUTPUT)  # what is left is flushed once more when Python ends
    os.close(nowhere)
    return FAILED


def show_traceback(wanted: bool) -> None:
    """Print where the current error came from, for those who look into it."""
    if wanted or os.environ.get("ALPHACUT_DEBUG"):
        click.echo(traceback.format_exc(), err=True)
