"""The table beside other solvers is that of the results; nothing contradicts, all is verified."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.peers.networks import ENTRIES
from benchmarks.peers.page import OURS, PAGE, RESULTS, table

STORED: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))


def test_the_page_has_the_table_of_the_results() -> None:
    assert f"\n{table(STORED)}\n" in PAGE.read_text(encoding="utf-8")
    assert "CONTRADICTION" not in table(STORED)


def test_every_network_is_closed_and_verified() -> None:
    assert len(ENTRIES) >= 40
    for each in ENTRIES:
        ours = STORED[OURS][each.name]
        assert (ours["status"], ours["verified"]) == ("exact", True), each.name
        assert ours["value"] == ours["lower"]
