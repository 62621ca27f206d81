"""Reading a file up to a size, with no more memory than it has."""

from __future__ import annotations

from io import BytesIO
from typing import IO

PIECE = 2**20  # bytes that are read at a time


def read_up_to(file: IO[bytes], most: int) -> bytes:
    """Read so many bytes, or less if the file ends before.

    One call of `file.read(most)` would take memory for all of them at once.
    """
    content = BytesIO()
    while content.tell() < most:
        piece = file.read(min(PIECE, most - content.tell()))
        if not piece:
            break
        content.write(piece)
    return content.getvalue()
