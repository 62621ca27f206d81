"""Where logs go: to standard error, one line each, as JSON or as text.

No line can be forged, and no terminal led astray, by what a line tells of: in every
line characters that do not print are escaped. Nor does a log grow by one line that is
said again and again.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from alphacut.arrangements.words import printable
from alphacut.jobs.log_context import current_job
from alphacut.service.settings import LogFormat

FIELDS = ("job", "batch", "key", "method", "path", "status", "seconds")  # given as `extra`
_TEXT = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object on one line, naming the job that it is about."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
            "logger": record.name,
            "message": record.getMessage(),
            "job": current_job(),
        }
        told |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        known = {name: value for name, value in told.items() if value is not None}
        return printable(json.dumps(known, ensure_ascii=False, default=str))


class TextLines(logging.Formatter):
    """Writes a record for a person: one line, and below it, indented, where an error was."""

    def __init__(self) -> None:
        super().__init__(_TEXT)

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        lines = [printable(self.formatMessage(record))]
        if record.exc_info:
            trace = self.formatException(record.exc_info)
            lines += [f"    {printable(line)}" for line in trace.split("\n")]
        return "\n".join(lines)


@dataclass(kw_only=True)
class _Said:
    """What became of one line."""

    since: float  # the beginning of its period
    times: int = 0  # written in this period
    left_out: int = 0


class Repetitions(logging.Filter):
    """Leaves out a warning or an error that was said several times a short while ago.

    When the period is over, the line is written once more, with the number of those that
    were left out.

    Parameters
    ----------
    most
        How often the same line is written in a period.
    period
        In seconds.
    kept
        How many different lines are remembered.
    """

    def __init__(
        self,
        most: int = 5,
        period: float = 60.0,
        kept: int = 256,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._most, self._period, self._kept, self._clock = most, period, kept, clock
        self._said: OrderedDict[tuple[str, str], _Said] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is to be written."""
        if record.levelno < logging.WARNING:
            return True
        said = self._lookup((record.name, record.getMessage()))
        if said.times >= self._most:
            said.left_out += 1
            return False
        said.times += 1
        if said.left_out:
            record.msg = f"{record.getMessage()} ({said.left_out} more like this were left out)"
            record.args, said.left_out = (), 0
        return True

    def _lookup(self, line: tuple[str, str]) -> _Said:
        now = self._clock()
        said = self._said.setdefault(line, _Said(since=now))
        self._said.move_to_end(line)
        if now >= said.since + self._period:
            said.since, said.times = now, 0
        if len(self._said) > self._kept:
            self._said.popitem(last=False)
        return said


def log_to_stderr(level: str, form: LogFormat = "auto") -> None:
    """Set up logging for a process of the service.

    Parameters
    ----------
    form
        "auto" is text where a person reads along on a terminal, and else JSON.
    """
    as_text = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler()
    handler.setFormatter(TextLines() if as_text else JsonLines())
    handler.addFilter(Repetitions())
    logging.basicConfig(level=level.upper(), handlers=[handler])
    logging.captureWarnings(capture=True)
    for chatty in ("alembic", "httpx", "matplotlib"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
