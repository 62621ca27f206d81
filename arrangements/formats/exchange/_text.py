"""Text of files from anywhere: decoded, and taken apart line by line and word by word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 10**6  # characters of a line that is taken apart as a whole
FILLED = re.compile(r"[^\n]+")
WORD = re.compile(r"\S+")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # how it begins; UTF-32 begins so as well, or with zeros


def text_of(content: bytes) -> str:
    """Decode a text file.

    Raises
    ------
    SpecError
        If it is not UTF-8, or has characters that no text has.
    """
    refuse_utf_16(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SpecError("", f"not UTF-8 text, at byte {error.start}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def refuse_utf_16(content: bytes) -> None:
    """Refuse text in the encoding that some editors choose, and content that is no text.

    Raises
    ------
    SpecError
        With what would help.
    """
    zero = content.find(0)
    if content.startswith(UTF_16) or zero in (0, 1):
        raise SpecError(
            "",
            "not UTF-8 text but, it seems, UTF-16; convert it first: "
            "iconv -f UTF-16 -t UTF-8 OLD > NEW",
        )
    if zero >= 0:
        raise SpecError("", f"not UTF-8 text: there is a zero byte at byte {zero}")


def head_of(content: bytes, size: int = 4096) -> str:
    """Return the beginning of a file as text, whatever it holds, to recognise it by."""
    return content[:size].decode("utf-8-sig", errors="replace")


def lines_of(content: bytes, longest: int = LONGEST) -> Iterator[tuple[int, str]]:
    """Give the lines of a file and their numbers from 1, one by one.

    Raises
    ------
    SpecError
        At a line that has more characters than the longest that is taken.
    """
    text = text_of(content)
    start, number = 0, 0
    while start < len(text):
        number += 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - start > longest:
            raise SpecError("", f"line {number}: has more than {longest:,} characters")
        yield number, text[start:end]
        start = end + 1


def filled_lines_of(content: bytes) -> Iterator[tuple[int, str]]:
    """Give the lines that have something in them, as `lines_of` does; blank ones cost no time."""
    text = text_of(content)
    number, before = 1, 0
    for found in FILLED.finditer(text):
        number += text.count("\n", before, found.start())
        before = found.start()
        if found.end() - before > LONGEST:
            raise SpecError("", f"line {number}: has more than {LONGEST:,} characters")
        yield number, found[0]


def words_of(line: str) -> Iterator[str]:
    """Give the words of a line one by one, for lines that may be long."""
    return (found[0] for found in WORD.finditer(line))


def is_count(word: str) -> bool:
    """Whether a word is a number that a file may have: not negative, of at most 9 digits."""
    return word.isascii() and word.isdigit() and len(word) < 10


def quoted(text: str) -> str:
    """Show a line of a file."""
    return shown(text.strip())


COMMENT = re.compile(r"#|//|/\*|%|c(\s|$)|---$|Creator\b|Version\b", re.IGNORECASE)

SIGNS = (  # formats by the first line that is no comment
    ("pajek", re.compile(r"\*(vertices|network)\b", re.IGNORECASE)),
    ("dimacs", re.compile(r"p\s+[a-z]+\s+[0-9]+\s+[0-9]+", re.IGNORECASE)),
    ("gml", re.compile(r"graph\s*(\[|$)")),
    ("dot", re.compile(r"(strict\s+)?(di)?graph\b[^{\[]*(\{|$)", re.IGNORECASE)),
    ("topology.conf", re.compile(r"(SwitchName|BlockName|BlockSizes)\s*=", re.IGNORECASE)),
    ("topology.yaml", re.compile(r"-\s+topology\s*:")),
)


def signed(content: bytes) -> str:
    """Name the format of which a file has the sign in its first line; nothing if it has none."""
    lines = [line.strip() for line in head_of(content).splitlines()]
    if lines and lines[0].lower().startswith("%%matrixmarket"):
        return "matrix-market"
    first = next((line for line in lines if line and not COMMENT.match(line)), "")
    return next((name for name, pattern in SIGNS if pattern.match(first)), "")
