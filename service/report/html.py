"""Pieces of a page of HTML that needs nothing from elsewhere: text, tables, figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape as _escape
from itertools import count

from alphacut.arrangements.words import printable

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 "DejaVu Sans", Verdana, Helvetica, Arial, sans-serif; color: #1c2128;
  background: #fff; margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 1px solid #c9d1d9; }
h3 { font-size: 1.05rem; margin-bottom: .4rem; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #dde3e9;
  overflow-wrap: normal; vertical-align: top; white-space: nowrap; }
td.long { white-space: normal; min-width: 16rem; overflow-wrap: anywhere; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 1rem 0; }
figure svg { max-width: min(100%, 45rem); height: auto; }
figcaption { font-size: .85rem; color: #4b5563; }
pre { background: #f4f6f8; padding: .6rem; font-size: .8rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
code { font-size: .85em; }
.status { border: 1px solid #5b6470; border-radius: .3rem; padding: 0 .4rem; font-size: .8rem;
  white-space: nowrap; }
.exact { background: #e3f4ec; border-color: #00704f; }
.unverified { background: #fdeee2; border-color: #a34700; }
nav ul { padding-left: 1.2rem; }
@page { margin: 14mm; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; } figure, tr { break-inside: avoid; }
  figure svg { max-height: 22cm; } .scroll { overflow: visible; } table { font-size: 7.5pt; }
  th, td, td.long { white-space: normal; min-width: 0; padding: .15rem .35rem; }
  nav { display: none; } }
""".strip()

LONG = 50  # characters of a cell that may be broken into lines
_NUMBER = re.compile(r"-?[\d,.]+( ?%)?")
_FIGURE = re.compile(r"<figure>.*?</figure>", re.DOTALL)
MARK = "\0"  # stands before the names in a picture until all pictures are numbered


def escape(text: object) -> str:
    """Write text so that it is nothing but text, whatever its characters."""
    return _escape(printable(str(text)))


def paragraph(text: str) -> str:
    """Write a paragraph."""
    return f"<p>{escape(text)}</p>"


def lines(texts: Iterable[str]) -> str:
    """Write lines as they stand on a terminal."""
    return f"<pre>{chr(10).join(map(escape, texts))}</pre>"


def badge(status: str) -> str:
    """Write a status."""
    known = status if status in ("exact", "unverified") else "other"
    return f'<span class="status {known}">{escape(status)}</span>'


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table that is scrolled by itself where a screen is narrow."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(each: object) -> str:
    text = escape(each)
    if _NUMBER.fullmatch(text):
        return f'<td class="number">{text}</td>'
    return f'<td class="long">{text}</td>' if len(text) > LONG else f"<td>{text}</td>"


def figure(svg: str, caption: str) -> str:
    """Place a picture in the page, with names of its own so that pictures do not mix."""
    inner = svg[svg.index("<svg") :].replace(MARK, "")
    inner = re.sub(r'\bid="', f'id="{MARK}', inner)
    inner = re.sub(r'href="#', f'href="#{MARK}', inner)
    inner = re.sub(r"url\(#", f"url(#{MARK}", inner)
    return f"<figure>{inner}<figcaption>{escape(caption)}</figcaption></figure>"


def page(title: str, sections: Sequence[tuple[str, str]]) -> str:
    """Write the page.

    Parameters
    ----------
    sections
        The head of each, and what stands in it.
    """
    listed = "".join(
        f'<li><a href="#s{place}">{escape(head)}</a></li>'
        for place, (head, _) in enumerate(sections, start=1)
    )
    body = "\n".join(
        f'<section><h2 id="s{place}">{escape(head)}</h2>\n{content}\n</section>'
        for place, (head, content) in enumerate(sections, start=1)
    )
    number = count(1)
    body = _FIGURE.sub(lambda found: found[0].replace(MARK, f"f{next(number)}-"), body)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>\n<nav><ul>{listed}</ul></nav>\n{body}\n</main></body></html>\n"
    )
