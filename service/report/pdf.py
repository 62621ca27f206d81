"""A page of HTML printed to PDF by Chromium, if it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from alphacut.solver.common.errors import SolverError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS = 180


def browser() -> str:
    """Return the program that prints.

    Raises
    ------
    SolverError
        If there is none; the message says what to do.
    """
    named = os.environ.get("CHROMIUM")
    found = next(filter(None, (shutil.which(name) for name in ([named] if named else NAMES))), None)
    if found is None:
        raise SolverError(
            "PDF is printed by Chromium, which is not found: install it, name it in the variable "
            "CHROMIUM, or write FILE.html and print that in any browser"
        )
    return found


def printed(html: str) -> bytes:
    """Print a page.

    Raises
    ------
    SolverError
        If there is no browser, or it prints nothing.
    """
    program = browser()
    with tempfile.TemporaryDirectory() as folder:
        page, out = Path(folder) / "report.html", Path(folder) / "report.pdf"
        page.write_text(html, encoding="utf-8")
        command = [
            program, "--headless", "--disable-gpu", "--no-first-run", "--disable-javascript",
            f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
            f"--print-to-pdf={out}", page.as_uri(),
        ]  # fmt: skip
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium has no sandbox for the superuser
        try:
            run = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired as error:
            raise SolverError(f"{program} prints nothing within {SECONDS} seconds") from error
        if not out.is_file():
            told = run.stderr.decode(errors="replace").strip().splitlines()
            raise SolverError(f"{program} printed nothing: {told[-1] if told else 'no message'}")
        return out.read_bytes()
