"""Where logs go: to standard error, one line each."""

from __future__ import annotations

import logging


def log_to_stderr(level: str) -> None:
    """Set up logging for a process of the service."""
    logging.basicConfig(
        level=level.upper(), format="%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"
    )
    logging.getLogger("alembic").setLevel(logging.WARNING)
