"""Rows of numbers that can be read as a list of links, and are more likely something else.

Rows of a switch's neighbours, the matrix of a network and hypergraphs have columns of numbers as
a list of links with weights has. They are told by what links cannot have by chance: the symmetry
of neighbours, a diagonal of zeros, a header that fits.

References
----------
Karypis, Kumar, hMETIS 1.5.3 manual, section 3.1 (hypergraph files).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from alphacut.arrangements.formats.exchange._text import filled_lines_of, is_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    Rows = list[list[int]]

MOST = 1_000_000  # numbers of a file that is looked at
NEIGHBOURS = "rows of the neighbours of each switch"
OWN_FIRST = "rows of a switch and its neighbours"
MATRIX = "the matrix of a network"
HYPERGRAPH = "a hypergraph (hMETIS), whose nets are no links"


def other_meaning(content: bytes) -> str:
    """Say what a file may be if it is no list of links; nothing if it seems to be one."""
    rows = _numbers(content)
    if len(rows) < 3:
        return ""
    if _is_hypergraph(rows):
        return HYPERGRAPH
    if _is_matrix(rows):
        return MATRIX
    if any(len(set(row)) < len(row) for row in rows):
        return ""
    if max(map(len, rows)) > 2 and _mutual({row[0]: row[1:] for row in rows}, len(rows)):
        return OWN_FIRST
    return NEIGHBOURS if _is_neighbours(rows) else ""


def first_row(content: bytes) -> int:
    """Return the number of the first line that is no comment."""
    lines = ((number, text.lstrip()) for number, text in filled_lines_of(content))
    return next((number for number, text in lines if text and text[0] not in "#%"), 1)


def _numbers(content: bytes) -> Rows:
    """Return the numbers of each line that is no comment; nothing if there are other words."""
    found: Rows = []
    left = MOST
    for _, text in filled_lines_of(content):
        words = [] if text.lstrip().startswith(("#", "%")) else text.split("#")[0].split()
        left -= len(words)
        if left < 0 or not all(map(is_count, words)):
            return []
        if words:
            found.append([int(word) for word in words])
    return found


def _is_hypergraph(rows: Rows) -> bool:
    """Whether the first line says how many nets and vertices follow, and the nets name these."""
    head, *rest = rows
    kind = head[2] if len(head) == 3 else 0
    if not 2 <= len(head) <= 3 or kind not in (0, 1, 10, 11):
        return False
    nets, vertices = head[:2]
    if len(rest) != nets + (vertices if kind >= 10 else 0):
        return False
    pins = [row[kind % 10 :] for row in rest[:nets]]
    if not all(row and min(row) >= 1 and max(row) <= vertices for row in pins):
        return False
    return len(head) == 3 or max(map(len, pins)) > 2  # nets of two vertices are links


def _is_matrix(rows: Rows) -> bool:
    """Whether they are a square of zeros and ones, or symmetric with a diagonal of zeros."""
    size = len(rows)
    if any(len(row) != size for row in rows):
        return False
    if all(entry in (0, 1) for row in rows for entry in row):
        return True
    return all(row[i] == 0 for i, row in enumerate(rows)) and all(
        rows[i][j] == rows[j][i] for i in range(size) for j in range(i)
    )


def _is_neighbours(rows: Rows) -> bool:
    """Whether rows name neighbours that name each other, counted from 0 or from 1."""
    return any(
        _mutual({first + i: row for i, row in enumerate(rows)}, len(rows))
        and (max(map(len, rows)) > 2 or not _same_links(rows, first))
        for first in (0, 1)
    )


def _mutual(near: dict[int, list[int]], count: int) -> bool:
    """Whether each of so many switches is a neighbour of all its neighbours, and not of itself."""
    if len(near) < count:
        return False
    pairs = {(one, other) for one, others in near.items() for other in others}
    return all(one != other and (other, one) in pairs for one, other in pairs)


def _same_links(rows: Rows, first: int) -> bool:
    """Whether rows of two name the same links, however they are read."""
    listed = Counter(_ends(row[:2]) for row in rows)
    own = ((first + i, other) for i, row in enumerate(rows) for other in row)
    return listed.keys() == set(map(_ends, own)) and set(listed.values()) == {1}


def _ends(pair: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(pair))
