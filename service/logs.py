"""Where logs go: to standard error, one line each, as JSON or as text."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from jobs.about import current_job
from service.settings import LogFormat

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
        return json.dumps(known, ensure_ascii=False, default=str)


def log_to_stderr(level: str, form: LogFormat = "auto") -> None:
    """Set up logging for a process of the service.

    Parameters
    ----------
    form
        "auto" is text where a person reads along on a terminal, and else JSON.
    """
    as_text = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(_TEXT) if as_text else JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for chatty in ("alembic", "httpx", "matplotlib"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
