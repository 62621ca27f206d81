"""`make demo`: a service, one job, and its α-curve as JSON and as a picture.

Run as `python -m alphacut.service.cli.demo --out FOLDER`.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from alphacut.service.cli.exits import (
    FAILED,
    INTERRUPTED,
    Failure,
    as_failure,
    show_traceback,
    tell,
)
from alphacut.service.cli.files import document_text, write_file
from alphacut.service.cli.progress import ProgressLine
from alphacut.service.client import Client, ClientError
from alphacut.service.text.documents import document_words

REQUEST = {
    "kind": "bisection-curve",
    "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
}
NAME = "(p,4,2) relative"
ATTENDED = (
    sys.executable,
    "-m",
    "alphacut.service.cli.attended",
)  # and a process id: ends with that
LISTENING = re.compile(r"listening on (http://\S+),")  # in the log of a service
LOOK = 0.1  # seconds between two looks whether it is ready
_END = 10.0  # seconds that it may take to stop

# Nobody else is served, so that nothing need be given up because a machine is busy.
PATIENT = {
    "ALPHACUT_CHECK_SECONDS": "600",
    "ALPHACUT_CHECK_WAITING_SECONDS": "600",
    "ALPHACUT_LEASE_SECONDS": "120",
}


@click.command
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("demo-output"),
    show_default=True,
    metavar="FOLDER",
    help="Where the results are left.",
)
def demo(out: Path) -> int:
    """Compute a curve through a service, from an empty store to a picture."""
    out.mkdir(parents=True, exist_ok=True)
    for left in out.glob("alphacut.sqlite3*"):  # by an earlier run, perhaps with work in it
        left.unlink()
    with running_service(out, settings=PATIENT) as server, Client(server, timeout=None) as client:
        _say(f"The service listens at {server} (its log: {out / 'service.log'}).")
        job = client.submit(REQUEST)
        _say(f"POST {server}/v1/jobs: job {job['id']}, the curve of {NAME}, 36 switches.")
        _wait(client, job["id"])
        document = client.result(job["id"])
        write_file(out / "curve.json", document_text(document))
        write_file(out / "curve.svg", client.curve_svg(job["id"]))
    _say("\n".join(document_words(document)))
    code = _verify(out / "curve.json")
    _say(f"The α-curve: {out / 'curve.json'}\nIts picture: {out / 'curve.svg'}")
    return code


@contextmanager
def running_service(
    folder: Path, *, workers: int = 1, settings: Mapping[str, str] = MappingProxyType({})
) -> Iterator[str]:
    """Run `alphacut serve` on a free port, with its store in a folder, while entered.

    It ends with this process, and with the thread that enters, however they end. However long it
    takes to get ready, it is waited for while it runs.

    Parameters
    ----------
    settings
        Environment variables of other settings than the usual ones.

    Yields
    ------
    str
        The address of the service.

    Raises
    ------
    Failure
        If it does not get ready; the message names its log.
    """
    log = folder / "service.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*ATTENDED, str(os.getpid()), "serve", "--port", "0"],
            env={**os.environ, **_settings(folder, workers), **settings},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            process_group=0,  # Ctrl-C reaches this process, which then stops the service
        )
    try:
        yield ready(process, log)
    finally:
        _stop(process)


def _settings(folder: Path, workers: int) -> Mapping[str, str]:
    database = (folder / "alphacut.sqlite3").resolve()
    return {
        "ALPHACUT_DATABASE_URL": f"sqlite:///{database}",
        "ALPHACUT_HOST": "127.0.0.1",
        "ALPHACUT_LOG_LEVEL": "info",  # which tells the address
        "ALPHACUT_WORKERS": str(workers),
        "ALPHACUT_SHORT_WORKERS": "0",
    }


def ready(process: subprocess.Popen[bytes], log: Path) -> str:
    """Wait until a service answers, or has ended; return the address that its log tells."""
    while (told := LISTENING.search(log.read_text("utf-8", "replace"))) is None:
        _pause(process, log)
    with Client(told[1]) as client:
        while not client.ready():
            _pause(process, log)
    return told[1]


def _pause(process: subprocess.Popen[bytes], log: Path) -> None:
    if process.poll() is not None:
        raise Failure(f"the service ended with exit code {process.returncode}; see {log}")
    time.sleep(LOOK)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop the service, which stops its workers; by force if it does not."""
    process.terminate()
    try:
        process.wait(_END)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait(client: Client, job_id: str) -> None:
    with ProgressLine(NAME) as line:
        ended = client.follow(job_id, lambda job: line.show(job["progress"]))
    if ended["state"] != "succeeded":
        raise Failure(f"the job has {ended['state']}: {json.dumps(ended.get('error'))}")


def _verify(document: Path) -> int:
    command = [sys.executable, "-m", "alphacut.service.cli.main", "verify", str(document)]
    _say(f"alphacut verify {document}")
    return subprocess.run(command, check=False).returncode


def _say(text: str) -> None:
    click.echo(text)


def run(arguments: list[str] | None = None) -> int:
    """Run the demonstration; every error is told in one line."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code: Any = demo.main(args=arguments, standalone_mode=False)
    except click.Abort:
        return INTERRUPTED
    except ClientError as error:
        return tell(Failure(str(error)))
    except Exception as error:
        show_traceback(wanted=False)
        return tell(as_failure(error))
    return code if isinstance(code, int) else FAILED


if __name__ == "__main__":
    sys.exit(run())
