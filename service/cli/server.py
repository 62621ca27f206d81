"""Which service a command talks to, and what becomes of its refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import urlsplit

import click

from alphacut.service.cli.exits import BAD_INPUT, FAILED, Failure

Command = TypeVar("Command", bound=Callable[..., object])
_HOW_TO_GIVE_A_KEY = "give one as --key, or in the variable ALPHACUT_API_KEY"


def server_options(command: Command) -> Command:
    """Add --server and --key."""
    for option in (
        click.option(
            "--key", envvar="ALPHACUT_API_KEY", metavar="KEY",
            help="API key; safer in the variable ALPHACUT_API_KEY.",
        ),
        click.option(
            "--server", envvar="ALPHACUT_SERVER", default="http://127.0.0.1:8000",
            show_default=True, metavar="URL", help="Address of the service.",
            callback=lambda _context, _option, server: check_address(server),
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def check_address(server: str) -> str:
    """Refuse what is no address of a service."""
    try:
        parts = urlsplit(server)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise click.BadParameter(f"{server!r} is no address; give one as http://127.0.0.1:8000")
    return server


@contextmanager
def told_in_a_line() -> Iterator[None]:
    """Tell what goes wrong with the service in one line."""
    from alphacut.service.client import ClientError, RequestRefusedError

    try:
        yield
    except RequestRefusedError as refused:
        code = BAD_INPUT if refused.status < 500 else FAILED
        keyless = refused.status == HTTPStatus.UNAUTHORIZED
        said = f"{refused}; {_HOW_TO_GIVE_A_KEY}" if keyless else str(refused)
        raise Failure(said, code) from refused
    except ClientError as error:
        raise Failure(str(error)) from error
