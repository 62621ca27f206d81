"""The server, the processes that check requests for it, and small questions load no solver library.

Each of these libraries takes a second to load and some tens of megabytes to hold, for a
process that solves nothing, or a cycle of four. What checks requests opens no database either.
"""

import json
import os
import subprocess
import sys

import pytest

HEAVY = (
    "distributed", "highspy", "igraph", "kahip", "matplotlib", "mtkahypar", "networkx", "numba",
    "ortools", "pulp", "pymetis",
)  # fmt: skip
DATABASE = ("alembic", "sqlalchemy")
OTHERS = (  # of ours: files of other programs, and checkers of certificates that are not there
    "alphacut.arrangements.formats.exchange.catalogue",
    "alphacut.solver.bisection.verify.tree",
)
# colours of links, without which a request for routes is refused, are searched for with ortools
TO_CHECK = tuple(name for name in (*HEAVY, *DATABASE) if name != "ortools")
SERVER = """
from fastapi.testclient import TestClient
from alphacut.service.kinds import kinds
from alphacut.service.app import create_app
from alphacut.service.settings import Settings
with TestClient(create_app(Settings()), base_url="http://localhost") as client:
    for kind in kinds().values():
        assert client.post("/v1/jobs", json=kind.example).status_code == 202
    assert client.get("/v1/jobs").json()["jobs"]
"""
CHECK = """
import json
import os
from alphacut.arrangements.formats.spec import Limits
from alphacut.service.kinds import kinds
from alphacut.service import checking
checking.warm_up()
sizes = Limits(switches=1000, links=1000)
allowed = checking.Allowed(sizes=sizes, total=5000, batch=9, default_seconds=1, max_seconds=1)
for kind in kinds().values():
    checking.check_job(json.dumps(kind.example).encode(), allowed)
"""
# What the command, a worker's child and a notebook's load for the question alone.
SMALL = """
from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.topologies.torus import torus
from alphacut.service.cli import results
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, trace
one = Alpha.of(1)
for network in (torus((2, 2)), Dragonfly(a=2, h=1, arrangement="absolute").network()):
    problem = CurveProblem(network=network, balance=Balance.of(network), low=one, high=one)
    assert trace(problem, answer).status == "exact"
"""


@pytest.mark.parametrize(
    ("program", "needless"),
    [(SERVER, HEAVY), (CHECK, TO_CHECK), (SMALL, (*HEAVY, *DATABASE, *OTHERS, "scipy"))],
    ids=["server", "check", "small"],
)
def test_no_needless_library_is_loaded(
    program: str, needless: tuple[str, ...], tmp_path: object
) -> None:
    tell = f"import json, sys; print(json.dumps([m for m in {needless!r} if m in sys.modules]))"
    run = subprocess.run(
        [sys.executable, "-c", f"{program}\n{tell}"],
        capture_output=True,
        text=True,
        env={
            "ALPHACUT_DATABASE_URL": f"sqlite:///{tmp_path}/jobs.sqlite3",
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        },
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout.splitlines()[-1]) == []
