"""The commands that need a service: serve, submit and the demonstration."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from alphacut.service.app import create_app
from alphacut.service.cli import demo
from alphacut.service.cli.demo import running_service
from alphacut.service.cli.exits import Failure
from alphacut.service.settings import Settings
from tests.service.conftest import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running service with one worker and a store of its own."""
    with running_service(tmp_path_factory.mktemp("service")) as address:
        yield address


def test_a_job_is_posted_and_shown(alphacut: Any, server: str, small: str) -> None:
    run = alphacut("submit", small, "--server", server)
    assert run.returncode == 0, run.stderr
    job = json.loads(run.stdout)
    assert job["state"] in ("queued", "running", "succeeded")
    assert job["request"]["topology"]["arrangement"] == "relative"


def test_waiting_brings_the_result(alphacut: Any, server: str, small: str, tmp_path: Path) -> None:
    out = tmp_path / "curve.json"
    run = alphacut("submit", small, "--server", server, "--out", out)
    assert run.returncode == 0, run.stderr
    document = json.loads(out.read_text())
    assert document["status"] == "exact"
    assert "(p,2,1) relative, exact" in run.stderr
    assert alphacut("verify", out).returncode == 0


def test_a_point_is_asked_for_by_its_alpha(alphacut: Any, server: str, small: str) -> None:
    run = alphacut("submit", small, "--alpha", "5/4", "--wait", ALPHACUT_SERVER=server)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["point"]["value"] == "9/4"


def test_several_networks_are_one_batch(
    alphacut: Any, server: str, small: str, tmp_path: Path
) -> None:
    other = "torus:sides=2x3"
    posted = alphacut("submit", small, other, "--server", server)
    assert posted.returncode == 0, posted.stderr
    assert [job["kind"] for job in json.loads(posted.stdout)["jobs"]] == ["bisection-curve"] * 2
    lines = alphacut("submit", small, other, "--server", server, "--wait", "--alpha", "1")
    assert lines.returncode == 0, lines.stderr
    found = [json.loads(line) for line in lines.stdout.splitlines()]
    assert [each["topology"]["family"] for each in found] == ["dragonfly", "torus"]
    files = alphacut("submit", small, small, "--server", server, "--out", tmp_path)
    assert files.returncode == 0, files.stderr
    assert len(list(tmp_path.glob("*.json"))) == 2
    for file in tmp_path.glob("*.json"):
        assert alphacut("verify", file).returncode == 0


def test_several_networks_are_compared(
    alphacut: Any, server: str, small: str, tmp_path: Path
) -> None:
    networks = (small, "torus:sides=2x3")
    out = tmp_path / "comparison.json"
    asked = ("submit", *networks, "--compare", "--alpha", "5/4", "--server", server)
    there = alphacut(*asked, "--out", out)
    assert there.returncode == 0, there.stderr
    document = json.loads(out.read_text())
    del document["provenance"]
    here = alphacut("compare", *networks, "--alpha", "5/4", "--format", "json")
    assert document == json.loads(here.stdout)
    assert "best at α = 5/4 (1.25): " in there.stderr
    wrong = alphacut(*asked, "--alpha-min", "1")
    assert wrong.returncode == 2
    assert "--alpha-min" in wrong.stderr


def test_what_is_wrong_with_one_of_several_is_told(alphacut: Any, server: str, small: str) -> None:
    run = alphacut("submit", small, "hypercube:dimension=13", "--server", server)
    assert (run.returncode, run.stdout) == (2, "")
    assert "jobs.1.topology.dimension" in run.stderr


def test_what_the_service_refuses_is_bad_input(alphacut: Any, server: str) -> None:
    run = alphacut("submit", "hypercube:dimension=13", "--server", server)
    assert run.returncode == 2
    assert "topology.dimension" in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize(
    ("given", "detail"), [({}, "send an API key"), ({"ALPHACUT_API_KEY": "x"}, "is not known")]
)
def test_who_gives_no_good_key_is_told_how_to_give_one(
    alphacut: Any, tmp_path: Path, given: dict[str, str], detail: str
) -> None:
    database = f"sqlite:///{tmp_path / 'jobs.sqlite3'}"
    with serving(create_app(Settings(database_url=database, require_key="yes"))) as address:
        run = alphacut("jobs", "--server", address, **given)
    assert run.returncode == 2
    assert detail in run.stderr
    assert "--key" in run.stderr
    assert "ALPHACUT_API_KEY" in run.stderr


def test_ctrl_c_ends_the_waiting_and_not_the_job(server: str) -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-m", "alphacut.service.cli.main", "submit", "--server", server, "--wait",
         "dragonfly:a=8,h=4,arrangement=relative", "--time-limit", "600"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    assert waiting.stderr is not None
    address = waiting.stderr.readline().split()[-1]
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate(timeout=120)
    assert waiting.returncode == 130, err
    assert out == ""
    assert "goes on" in err
    from alphacut.service.client import Client

    with Client(server) as client:
        job = client.job(address.rsplit("/", 1)[-1])
        assert job["state"] in ("queued", "running")
        client.cancel(job["id"])


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_an_interrupted_demonstration_leaves_no_service(
    tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "demo"
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "alphacut.service.cli.demo", "--out", str(out)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        process_group=0,
    )  # fmt: skip
    assert process.stdout is not None
    address = process.stdout.readline().split(" at ")[1].split()[0]
    os.killpg(process.pid, number)
    process.communicate(timeout=120)
    assert process.returncode == 130
    from alphacut.service.client import Client

    with Client(address) as client:
        assert not client.ready()


@pytest.mark.slow
def test_the_demonstration_leaves_a_proven_curve_and_its_picture(
    alphacut: Any, tmp_path: Path
) -> None:
    began = time.monotonic()
    run = subprocess.run(
        [sys.executable, "-m", "alphacut.service.cli.demo", "--out", str(tmp_path / "demo")],
        capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert time.monotonic() - began < 120
    document = json.loads((tmp_path / "demo" / "curve.json").read_text())
    lines = [(s["from"], s["intercept"], s["slope"]) for s in document["segments"]]
    assert lines == [("0", 4, 16), ("5/4", 14, 8), ("3/2", 20, 4), ("4", 36, 0)]
    assert "20 + 4α" in (tmp_path / "demo" / "curve.svg").read_text()
    assert alphacut("verify", tmp_path / "demo" / "curve.json").returncode == 0


def test_jobs_are_listed_followed_and_stopped(alphacut: Any, server: str, small: str) -> None:
    def run(*arguments: str) -> Any:
        done = alphacut(*arguments, "--server", server)
        assert done.returncode == 0, done.stderr
        return done

    job = json.loads(run("submit", small).stdout)["id"]
    document = json.loads(run("result", job, "--quiet").stdout)
    assert document["status"] == "exact"
    assert json.loads(run("status", job).stdout)["state"] == "succeeded"
    assert f"{job}  succeeded" in run("jobs", "--state", "succeeded").stdout
    assert job in [each["id"] for each in json.loads(run("jobs", "--json").stdout)["jobs"]]
    hard = json.loads(run("submit", "dragonfly:a=8,h=4,arrangement=circulant").stdout)["id"]
    stopped = run("cancel", hard)
    assert json.loads(stopped.stdout)["cancel_requested"]
    assert re.fullmatch(
        rf"job {hard} (will stop within seconds|is cancelled): \(p,8,4\) circulant.*\n",
        stopped.stderr,
    )
    alphacut("result", hard, "--quiet", "--server", server)  # waits for its end
    again = run("retry", hard)
    assert json.loads(again.stdout)["state"] in ("queued", "running")
    assert re.match(rf"job {hard} is (queued|running): ", again.stderr)
    run("cancel", hard)


def test_a_job_that_is_not_there_is_told(alphacut: Any, server: str) -> None:
    for command in ("status", "result", "cancel", "retry"):
        run = alphacut(command, "0" * 32, "--server", server)
        assert run.returncode == 2
        assert "there is no job" in run.stderr


LATE = """
import sys, threading
from http.server import BaseHTTPRequestHandler, HTTPServer

class Late(BaseHTTPRequestHandler):
    asked = 0

    def do_GET(self):
        type(self).asked += 1
        self.send_response(503 if self.asked < 3 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass

sys.stdin.readline()
server = HTTPServer(("127.0.0.1", 0), Late)
print(f"listening on http://127.0.0.1:{server.server_port}, database none", flush=True)
server.serve_forever()
"""


def test_a_service_is_waited_for_until_it_is_ready(tmp_path: Path) -> None:
    """It may tell its address late, and refuse at first: what counts is that it runs."""
    log = tmp_path / "service.log"
    with log.open("wb") as output, subprocess.Popen(
        [sys.executable, "-c", LATE], stdin=subprocess.PIPE, stdout=output
    ) as process:  # fmt: skip
        begin = process.stdin
        assert begin is not None
        looks, sleep = 0, time.sleep

        def look(seconds: float) -> None:
            nonlocal looks
            looks += 1
            if looks == 3:
                begin.write(b"begin\n")
                begin.flush()
            sleep(seconds)

        with patch("time.sleep", look):
            address = demo.ready(process, log)
        process.kill()
    assert address in log.read_text()
    assert looks >= 5  # before it told where it is, and before it was ready


def test_a_service_that_ends_before_it_is_ready_is_told(tmp_path: Path) -> None:
    log = tmp_path / "service.log"
    log.write_text("no database\n")
    ends = [sys.executable, "-c", "raise SystemExit(7)"]
    told = pytest.raises(Failure, match=r"ended with exit code 7; see .*service\.log")
    with subprocess.Popen(ends) as process, told:
        demo.ready(process, log)
