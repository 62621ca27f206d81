"""A typed TypeScript client is generated from the OpenAPI document, and a use of it compiles."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

SOURCES = Path(__file__).parents[1] / "data" / "typescript"  # with pinned packages


def run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_a_client_in_typescript_compiles(client: httpx.Client, tmp_path: Path) -> None:
    folder = tmp_path / "client"
    shutil.copytree(SOURCES, folder)
    (folder / "openapi.json").write_text(json.dumps(client.get("/openapi.json").json()), "utf-8")
    run(folder, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
    run(folder, "npx", "openapi-typescript", "openapi.json", "--output", "api.ts",
        "--default-non-nullable=false")  # fmt: skip
    run(folder, "npx", "tsc", "--project", ".")  # --strict, in its settings
