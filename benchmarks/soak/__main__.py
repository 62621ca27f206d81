"""Load, random kills, and a count of what came of every job that was accepted.

Run as `python -m benchmarks.soak`, or `make soak`. It fails if a job was lost, was
done twice, or ended without what its state promises.
"""

from __future__ import annotations

import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import click

from alphacut.jobs.errors import UnknownJob
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore, Store
from benchmarks.soak.databases import DATABASES
from benchmarks.soak.users import User
from benchmarks.soak.victims import Victims

READY = 300.0  # seconds in which the service must have started
STUCK = 120.0  # seconds after the last kill in which no job ends, though some have not


@click.command
@click.option("--seconds", default=60.0, show_default=True, help="How long to post and kill.")
@click.option("--users", default=6, show_default=True, help="Clients at the same time.")
@click.option("--workers", default=2, show_default=True)
@click.option("--every", default=4.0, show_default=True, help="Seconds between kills, on average.")
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--database",
    type=click.Choice([*DATABASES]),
    default="sqlite",
    show_default=True,
    help="A new one, which goes at the end.",
)
def soak(seconds: float, users: int, workers: int, every: float, seed: int, database: str) -> None:
    """Run a service under load while its processes are killed, and count."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # everything started is ended
    with (
        tempfile.TemporaryDirectory() as folder,
        DATABASES[database]() as url,
        closing(SqlStore(url)) as store,
    ):
        port = _free_port()
        victims = Victims(Path(folder), url, port=port, workers=workers, every=every, seed=seed)
        with closing(victims):
            _wait_until_ready(port)
            victims.kill()
            crowd = _use(f"http://127.0.0.1:{port}", users, seconds, seed)
            victims.spare()
            _drain(store)
        failures = _report(store, crowd, victims)
    sys.exit(failures)


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return int(listener.getsockname()[1])


def _wait_until_ready(port: int) -> None:
    give_up = time.monotonic() + READY
    while time.monotonic() < give_up:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise click.ClickException(f"the service has not started within {READY:g} seconds")


def _use(address: str, users: int, seconds: float, seed: int) -> list[User]:
    until = time.monotonic() + seconds
    crowd = [User(address, until=until, seed=1000 * seed + number) for number in range(users)]
    for user in crowd:
        user.start()
    for user in crowd:
        user.join()
    return crowd


def _drain(store: Store) -> None:
    """Wait until no job waits or runs any more, or nothing goes on."""
    left, give_up = -1, 0.0
    while left and (left < 0 or time.monotonic() < give_up):
        counts = store.counts()
        now = counts[State.QUEUED] + counts[State.RUNNING]
        if now != left:
            left, give_up = now, time.monotonic() + STUCK
        time.sleep(0.5)


def _report(store: Store, crowd: list[User], victims: Victims) -> int:
    accepted = [job_id for user in crowd for job_id in user.accepted]
    wrong = [each for user in crowd for each in user.wrong]
    states, lost, unfinished, doubled, broken = Counter[str](), 0, 0, 0, 0
    for job_id in accepted:
        try:
            job = store.get(job_id)
        except UnknownJob:
            lost += 1
            continue
        states[job.state] += 1
        unfinished += not job.state.terminal
        doubled += _doubled(store, job_id)
        result = store.result(job_id) is not None
        succeeded, failed = job.state is State.SUCCEEDED, job.error is not None
        broken += (result and failed) or (succeeded and not result)
    finished = sum(n for state, n in states.items() if State(state).terminal)
    click.echo(f"killed: {', '.join(f'{n} {name}' for name, n in victims.killed.items())}")
    click.echo(f"not answered or refused for a while: {sum(u.unavailable for u in crowd)} requests")
    click.echo(f"accepted {len(accepted)}, finished {finished} ({_words(states)})")
    click.echo(
        f"lost {lost}, not finished though nobody was killed any more {unfinished}, "
        f"doubled {doubled}, neither result nor error {broken}"
    )
    for each in [*wrong[:5], *victims.complaints()[:5]]:
        click.echo(f"wrong: {each}")
    return int(bool(lost or unfinished or doubled or broken or wrong or not accepted))


def _doubled(store: Store, job_id: str) -> bool:
    """Tell whether the same α was proven twice for one job."""
    closed = [
        (each.get("place"), each["alpha"])
        for each in store.answers(job_id)
        if each["proof"] == "certificate"
    ]
    return len(set(closed)) < len(closed)


def _words(states: Counter[str]) -> str:
    return ", ".join(f"{n} {state}" for state, n in sorted(states.items()))


if __name__ == "__main__":
    soak()
