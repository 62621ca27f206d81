"""The truth about small networks by listing every bisection, and exact curves to hold against it.

Nothing here uses how the solver searches, bounds or checks; only `solve` runs it. Beside
them stands a real PostgreSQL server, started when the first test asks for it.
"""

from __future__ import annotations

import json
import secrets
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import psycopg
import pytest
from hypothesis import HealthCheck, settings

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, trace
from alphacut.solver.bisection.document import curve_document
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from tests.order import longest_first
from tests.solver.bisection.asking import asked_with

# A shell that starts the tests in the background has SIGINT ignored, by all that they start too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test is a matter of seconds: a busy machine fails none.
settings.register_profile(
    "untimed",
    settings.default,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("untimed")

_MEMORY, _ROOM = Path("/dev/shm"), 4 << 30  # a file system in memory; bytes that are to be free
LARGEST_LISTED = 22  # switches of a network whose bisections are listed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the longest files of tests begin first."""
    longest_first(items, Path(__file__).parent)


def _lines(network: Network, weights: Sequence[int] | None = None) -> frozenset[Line]:
    """Return the lines of all bisections, by measuring every one of the 2^(n-1) sides."""
    n = network.switches
    assert n <= LARGEST_LISTED
    sides = np.arange(1 << (n - 1), dtype=np.int64)  # the last switch is never inside
    inside = [sides >> switch & 1 for switch in range(n)]
    weigh = (1,) * n if weights is None else weights
    difference = sum(weigh) - 2 * np.asarray(sum(w * x for w, x in zip(weigh, inside, strict=True)))
    least = np.abs(difference).min()
    kept = np.abs(difference) == least
    intercept = np.zeros(len(sides), dtype=np.int64)
    slope = np.zeros(len(sides), dtype=np.int64)
    for first, second, name, multiplicity in network.links:
        crosses = (inside[first] ^ inside[second]) * multiplicity
        intercept += crosses * network.class_by_name[name].base
        slope += crosses * network.class_by_name[name].slope
    found = np.unique(np.stack([intercept[kept], slope[kept]]), axis=1).T
    return frozenset(Line(int(i), int(s)) for i, s in found)


def _hull(lines: Iterable[Line]) -> list[Line]:
    """Return the lines that the lower envelope over 0 < α < ∞ consists of, in order."""
    steepest_first = sorted(set(lines), key=lambda line: (line.intercept, line.slope))
    flatter: list[Line] = []
    for line in steepest_first:
        if not flatter or line.slope < flatter[-1].slope:
            flatter.append(line)
    return [line for line in flatter if _appears(line, flatter)]


def _appears(line: Line, others: list[Line]) -> bool:
    """Tell whether a line is strictly below all others somewhere."""
    low, high = Fraction(0), None
    for other in others:
        if other.slope == line.slope:
            continue
        meets = Fraction(other.intercept - line.intercept, line.slope - other.slope)
        if other.slope < line.slope:
            high = meets if high is None else min(high, meets)
        else:
            low = max(low, meets)
    return high is None or low < high


@pytest.fixture(scope="session")
def lines_of() -> Callable[..., frozenset[Line]]:
    """Return the lines of all bisections of a network (and of given weights)."""
    return _lines


@pytest.fixture(scope="session")
def hull_of() -> Callable[[Iterable[Line]], list[Line]]:
    """Return the lines of a lower envelope, in order of α."""
    return _hull


@pytest.fixture(scope="session")
def fat_tree() -> Callable[[int], Network]:
    """Return what builds a fat tree of k ports whose hosts are switches of their own."""
    return _fat_tree


def _fat_tree(ports: int) -> Network:
    half = ports // 2
    core, pods = half * half, ports * half
    switches = core + 2 * pods
    links = [
        Link(i * half + j, core + pod * half + i, "local")
        for pod in range(ports)
        for i in range(half)
        for j in range(half)
    ]
    links += [
        Link(core + pod * half + i, core + pods + pod * half + j, "local")
        for pod in range(ports)
        for i in range(half)
        for j in range(half)
    ]
    links += [
        Link(core + pods + edge, switches + edge * half + j, "local")
        for edge in range(pods)
        for j in range(half)
    ]
    hosts = (0,) * switches + (1,) * (pods * half)
    return Network(switches=len(hosts), links=tuple(links), hosts=hosts)


def _solve(
    topology: dict[str, Any] | Network,
    *,
    engine: str = "auto",
    balance: str = "switches",
    low: Alpha = ZERO,
    high: Alpha = INFINITY,
    params: SolverParams = USUAL,
) -> dict[str, Any]:
    spec = specs.to_spec(topology) if isinstance(topology, Network) else specs.parse(topology)
    network = specs.build(spec)
    weighed = Balance.of(network, balance)
    problem = CurveProblem(network=network, balance=weighed, low=low, high=high, engine=engine)
    document = curve_document(
        trace(problem, asked_with(params)),
        topology=specs.complete(spec),
        network=network,
        balance=weighed,
        provenance={},
    )
    read: dict[str, Any] = json.loads(json.dumps(document))
    return read


@pytest.fixture(scope="session")
def solve() -> Callable[..., dict[str, Any]]:
    """Return the curve document of a spec or network, as a reader of the file gets it."""
    return _solve


class PostgreSQL:
    """A PostgreSQL server of one's own, which listens on a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.start()
        # what a process has committed survives the end of the server, though not of the machine
        self._tell("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")

    def database(self) -> str:
        """Make a database, and return its URL."""
        name = f"db_{secrets.token_hex(6)}"
        self._tell(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(name))

    @property
    def tools(self) -> Path:
        """The folder of the programs that come with the server."""
        from pgserver._commands import POSTGRES_BIN_PATH

        return Path(POSTGRES_BIN_PATH)

    def start(self) -> None:
        """Start the server."""
        from pgserver.postgres_server import PostgresServer

        try:
            self._server = PostgresServer(self._folder, cleanup_mode=None)
        except subprocess.TimeoutExpired:  # a busy machine; it is starting all the same
            self._server = PostgresServer(self._folder, cleanup_mode=None)

    def stop(self) -> None:
        """Stop the server, breaking off what it was doing for anyone."""
        from pgserver import postgres_server

        user = self._server.system_user
        command = ["-w", "-m", "immediate", "stop"]
        postgres_server.pg_ctl(command, pgdata=self._folder, user=user)  # type: ignore[attr-defined]

    def _tell(self, *commands: str) -> None:
        with closing(psycopg.connect(self._server.get_uri(), autocommit=True)) as connection:
            for command in commands:
                connection.execute(command.encode())


@contextmanager
def _running_server() -> Iterator[PostgreSQL]:
    # not in pytest's own folder: root's servers run as another user, and every start of
    # pytest closes that folder to others; a database has 300 files, which disks remove slowly
    memory = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free >= _ROOM
    where = _MEMORY if memory else None
    with TemporaryDirectory(prefix="alphacut-pg-", dir=where) as folder:
        server = PostgreSQL(Path(folder))
        yield server
        server.stop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """Give a running server that all tests share, each with databases of its own."""
    with _running_server() as server:
        yield server


@pytest.fixture
def own_postgresql() -> Iterator[PostgreSQL]:
    """Give a running server that a test may stop and start."""
    with _running_server() as server:
        yield server
