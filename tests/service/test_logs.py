r"""Logs are lines that name the job they are about, and that nobody can forge or flood."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from logging.handlers import QueueHandler
from queue import Queue

import httpx
import pytest

from alphacut.arrangements.words import printable
from alphacut.jobs.log_context import current_job, log_context
from alphacut.service.logs import JsonLines, Repetitions, TextLines

FORGED = "/x\r\n2026-01-01 ERROR 1 service: all is lost\x1b[2J\x9b31m\u2028\u202e\x00\x7f\udc80"


def record(message: str, *arguments: object, **extra: object) -> logging.LogRecord:
    logger = logging.getLogger("tests.logs")
    level = logging.WARNING
    return logger.makeRecord(logger.name, level, __file__, 1, message, arguments, None, extra=extra)


def written(message: str, *arguments: object, **extra: object) -> dict[str, object]:
    line = JsonLines().format(record(message, *arguments, **extra))
    assert line.isprintable()
    found: dict[str, object] = json.loads(line)
    return found


def said(program: str) -> str:
    """Run a program and return what it wrote to standard error."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr


def test_a_line_says_when_who_and_what() -> None:
    told = written("α is %s\nand more", "5/4")
    assert told["message"] == "α is 5/4\nand more"
    assert (told["level"], told["logger"]) == ("warning", "tests.logs")
    assert str(told["time"]).endswith("+00:00")
    assert "job" not in told


def test_what_happens_about_a_job_names_it() -> None:
    with log_context("abc"):
        assert written("working")["job"] == "abc"
        with log_context("def"):
            assert current_job() == "def"
        assert written("still working")["job"] == "abc"
    assert "job" not in written("idle")
    assert written("accepted", job="xyz")["job"] == "xyz"


class TestForging:
    def test_what_a_json_line_tells_of_stays_in_its_string(self) -> None:
        told = written("GET %s", FORGED, path=FORGED)
        assert told["path"] == FORGED
        assert told["message"] == f"GET {FORGED}"

    def test_a_text_line_stays_one_line_that_prints(self) -> None:
        line = TextLines().format(record("GET %s: 404", FORGED))
        assert line.isprintable()
        assert "\\r\\n2026-01-01 ERROR 1" in line

    def test_plain_words_are_left_as_they_are(self) -> None:
        assert printable("α → ∞, 5/4") == "α → ∞, 5/4"

    def test_an_errors_own_words_do_not_begin_a_line(self) -> None:
        program = (
            "import logging\nfrom service.logs import log_to_stderr\n"
            "log_to_stderr('info', 'text')\n"
            "try:\n    raise ValueError('no\\n2026-01-01 ERROR forged\\x1b[2J')\n"
            "except ValueError:\n    logging.exception('failed')\n"
        )
        first, *rest = said(program).splitlines()
        assert first.endswith("failed")
        assert rest
        assert all(line.startswith("    ") and line.isprintable() for line in rest)


@pytest.fixture
def observed() -> Iterator[Queue[logging.LogRecord]]:
    """What is logged of requests from now on, some of it after they are answered."""
    heard: Queue[logging.LogRecord] = Queue()
    logger, handler = logging.getLogger("alphacut.service.observed"), QueueHandler(heard)
    before = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield heard
    logger.removeHandler(handler)
    logger.setLevel(before)


def test_a_line_is_no_longer_than_it_needs(
    client: httpx.Client, observed: Queue[logging.LogRecord]
) -> None:
    client.request("A" * 9000, "/" + "b" * 9000)
    assert len(JsonLines().format(observed.get(timeout=180))) < 1000
    assert observed.empty()


class TestRepetitions:
    @pytest.fixture
    def clock(self) -> list[float]:
        return [0.0]

    @pytest.fixture
    def limit(self, clock: list[float]) -> Repetitions:
        return Repetitions(most=3, period=10, kept=5, clock=lambda: clock[0])

    def test_a_line_is_not_repeated_without_end(
        self, limit: Repetitions, clock: list[float]
    ) -> None:
        assert [limit.filter(record("no room")) for _ in range(100)].count(True) == 3
        assert limit.filter(record("another"))
        clock[0] = 10
        again = record("no room")
        assert limit.filter(again)
        assert again.getMessage() == "no room (97 more like this were left out)"
        following = record("no room")
        assert limit.filter(following)
        assert following.getMessage() == "no room"

    def test_many_different_lines_are_written_and_forgotten(self, limit: Repetitions) -> None:
        assert all(limit.filter(record("job %d", i)) for i in range(1000))
        assert len(limit._said) <= 5

    def test_what_goes_well_is_always_written(self, limit: Repetitions) -> None:
        fine = record("POST /v1/jobs: 202")
        fine.levelno = logging.INFO
        assert all(limit.filter(fine) for _ in range(100))


def test_an_error_brings_its_traceback_on_the_same_line() -> None:
    program = (
        "import logging\nfrom service.logs import log_to_stderr\nlog_to_stderr('info')\n"
        "try:\n    1 / 0\nexcept ZeroDivisionError:\n    logging.exception('no')\n"
        "logging.debug('unheard')\n"
    )
    (line,) = said(program).splitlines()
    assert "ZeroDivisionError" in json.loads(line)["exception"]


def test_text_is_for_people() -> None:
    program = (
        "import logging\nfrom service.logs import log_to_stderr\nlog_to_stderr('info', 'text')\n"
        "logging.warning('mind this')\n"
    )
    found = said(program)
    assert "WARNING" in found
    assert found.rstrip().endswith("mind this")
