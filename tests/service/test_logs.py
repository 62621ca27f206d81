"""Logs are JSON lines that name the job they are about."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

from jobs.about import about, current_job
from service.logs import JsonLines


def written(message: str, *arguments: object, **extra: object) -> dict[str, object]:
    logger = logging.getLogger("tests.logs")
    record = logger.makeRecord(
        logger.name, logging.INFO, __file__, 1, message, arguments, None, extra=extra
    )
    line = JsonLines().format(record)
    assert "\n" not in line
    found: dict[str, object] = json.loads(line)
    return found


def said(program: str) -> str:
    """Run a program and return what it wrote to standard error."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr


def test_a_line_says_when_who_and_what() -> None:
    told = written("α is %s\nand more", "5/4")
    assert told["message"] == "α is 5/4\nand more"
    assert (told["level"], told["logger"]) == ("info", "tests.logs")
    assert str(told["time"]).endswith("+00:00")
    assert "job" not in told


def test_what_happens_about_a_job_names_it() -> None:
    with about("abc"):
        assert written("working")["job"] == "abc"
        with about("def"):
            assert current_job() == "def"
        assert written("still working")["job"] == "abc"
    assert "job" not in written("idle")
    assert written("accepted", job="xyz")["job"] == "xyz"


def test_an_error_brings_its_traceback_on_the_same_line() -> None:
    program = (
        "import logging\nfrom service.logs import log_to_stderr\nlog_to_stderr('info')\n"
        "try:\n    1 / 0\nexcept ZeroDivisionError:\n    logging.exception('no')\n"
        "logging.debug('unheard')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    (line,) = run.stderr.splitlines()
    assert "ZeroDivisionError" in json.loads(line)["exception"]


def test_text_is_for_people() -> None:
    program = (
        "import logging\nfrom service.logs import log_to_stderr\nlog_to_stderr('info', 'text')\n"
        "logging.warning('mind this')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "WARNING" in run.stderr
    assert run.stderr.rstrip().endswith("mind this")
