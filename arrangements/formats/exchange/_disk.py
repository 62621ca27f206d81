"""Files as users name them, read up to a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.bounded_files import read_up_to
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FILE = 256 * 2**20  # bytes


def content_of(path: Path) -> bytes:
    """Read a file.

    Raises
    ------
    FileNotFoundError
        If there is none.
    SpecError
        If it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            content = read_up_to(file, LARGEST_FILE + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SpecError("", f"cannot read {shown(str(path))}: {error.strerror}") from error
    except ValueError as error:  # a null character in the path
        raise SpecError("", f"no file {shown(str(path))}: a path has no null characters") from error
    if len(content) > LARGEST_FILE:
        raise SpecError("", f"{path}: larger than {LARGEST_FILE:,} bytes")
    return content
