"""Reading takes as much memory as the file has, and no more than may be read."""

from __future__ import annotations

import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest

from alphacut.arrangements.bounded_files import PIECE, read_up_to


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])
@pytest.mark.parametrize("most", [0, 1, PIECE, PIECE + 1])
def test_it_reads_what_there_is_up_to_a_size(size: int, most: int) -> None:
    content = bytes(number % 251 for number in range(size))
    assert read_up_to(BytesIO(content), most) == content[:most]


def test_a_small_file_takes_little_memory_however_much_may_be_read(tmp_path: Path) -> None:
    path = tmp_path / "small"
    path.write_bytes(b"0 1\n")
    tracemalloc.start()
    with path.open("rb") as file:
        assert read_up_to(file, 2**28) == b"0 1\n"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * PIECE
