"""De Bruijn networks: switches are words, linked where one follows from the other by a shift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.network import LOCAL, Link, Network

if TYPE_CHECKING:
    from collections.abc import Iterator


def de_bruijn(symbols: int, length: int, p: int = 1) -> Network:
    """Build an undirected De Bruijn network: links of the class "local", one group.

    Its symbols**length switches are words, numbered as they read in that base,
    each with p hosts. Loops are left out, and two switches that follow from each other both ways
    have one link. No closed formula for its bisection is proven.
    """
    words = symbols**length
    return Network(switches=words, links=tuple(_links(words, symbols)), hosts=(p,) * words)


def _links(words: int, symbols: int) -> Iterator[Link]:
    """Yield a link for every shift but the loops, once where two words follow from each other."""
    for word in range(words):
        for after in range(word * symbols % words, word * symbols % words + symbols):
            back = after * symbols % words <= word < after * symbols % words + symbols
            if word < after or (after < word and not back):
                yield Link(min(word, after), max(word, after), LOCAL.name)
