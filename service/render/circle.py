"""A network as a picture: groups on a circle, local links inside them, global links as chords.

Colours stand in the picture, so that it is whole without a style sheet; what a page may want to
draw in colours of its own has a class: paper, ring, cut, uncut, a and b (the sides of a cut), ink.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape as escape_html
from math import atan2, degrees, hypot

from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.words import printable
from alphacut.service.render.layout import Layout, lay_out

SIDES = ("#0072B2", "#D55E00")  # blue and vermilion, which colour-blind readers tell apart
SEVERED = "#111111"
PLAIN = "#5b6470"  # links of a picture without colours
INK = "#1c2128"
HUES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B07D00", "#3A9BD0", "#7A5195", "#666666")
MARGIN = 64.0  # around the circle, for the numbers of groups
WIDE = 130.0  # the same where the names of switches stand outside
LABELS = 80  # switches whose names still stand beside each other
LETTERS = 16  # of a name that are shown
HEAD = 66.0  # above it, for the title
LEGEND = 26.0  # height of a line of the legend
MOST_PATHS = 2_000  # links that are elements of their own; of more, those that look alike are one


@dataclass(frozen=True, kw_only=True)
class Picture:
    """What is to be drawn."""

    network: Network
    title: str
    side: frozenset[int] | None = None  # the switches of one side of a cut
    colours: Sequence[Collection[int]] = ()  # blocks of switches, whose global links share a hue
    note: str = ""  # a line below the title
    walk: Sequence[tuple[int, int]] = ()  # switches that arrows lead between, numbered from 1


def circle_svg(picture: Picture) -> str:
    """Draw a network as an SVG document."""
    layout = lay_out(picture.network, picture.side if picture.network.names else None)
    size = layout.size + 2 * (WIDE if _named(picture, layout) else MARGIN)
    legend = list(_legend(picture))
    height = HEAD + size + LEGEND * len(legend) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size:.0f} {height:.0f}" '
        f'width="{size:.0f}" height="{height:.0f}" font-family="DejaVu Sans, Helvetica, Arial, '
        f'sans-serif" fill="{INK}">',
        f"<title>{_escaped(picture.title)}</title>",
        f'<view id="drawing" viewBox="0 {HEAD:.0f} {size:.0f} {size:.0f}"/>',  # without any words
        '<rect class="paper" width="100%" height="100%" fill="white"/>',
        _text(size / 2, 32, picture.title, 21, weight="bold"),
        _text(size / 2, 54, picture.note, 14),
        f'<g transform="translate({size / 2:.1f} {HEAD + size / 2:.1f})">',
        *_discs(layout),
        *_links(picture, layout),
        *_arrows(picture, layout),
        *_switches(picture, layout),
        *_numbers(picture, layout),
        *_labels(layout),
        *_names(picture, layout),
        "</g>",
        *_legend_lines(legend, size, HEAD + size),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _discs(layout: Layout) -> Iterator[str]:
    if layout.group_radius:
        for x, y in layout.centres.values():
            yield (
                f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="{layout.group_radius:.1f}" '
                'fill="#f4f6f8" stroke="#c9d1d9" stroke-width="0.8"/>'
            )


def _links(picture: Picture, layout: Layout) -> Iterator[str]:
    """Draw the links that cross no cut first, so that the severed ones lie above them."""
    ways: dict[str, list[str]] = {}  # by their look
    for link in sorted(picture.network.links, key=lambda link: _severed(picture, link)):
        ways.setdefault(_pen(picture, layout, link), []).append(_path(layout, link))
    apart = len(picture.network.links) <= MOST_PATHS
    for pen, paths in ways.items():
        for path in paths if apart else ["".join(paths)]:
            yield f'<path d="{path}" fill="none" {pen}/>'


PULL = 0.35  # of the way from the middle of a chord to the centre that is left


def _path(layout: Layout, link: Link) -> str:
    return _way(layout, link.first, link.second)


def _way(layout: Layout, first: int, second: int) -> str:
    (x1, y1), (x2, y2) = layout.spots[first], layout.spots[second]
    if not layout.bends(first, second):
        return f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    cx, cy = (x1 + x2) / 2 * PULL, (y1 + y2) / 2 * PULL
    return f"M{x1:.1f} {y1:.1f}Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"


def _arrows(picture: Picture, layout: Layout) -> Iterator[str]:
    """Draw a walk over the links, with a head at the end of each arrow."""
    if picture.walk:
        yield (
            '<defs><marker id="head" viewBox="0 0 8 8" refX="11" refY="4" markerWidth="5" '
            f'markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="{SIDES[1]}"/>'
            "</marker></defs>"
        )
    for first, second in picture.walk:
        yield (
            f'<path d="{_way(layout, first, second)}" fill="none" stroke="{SIDES[1]}" '
            f'stroke-width="{3.2 * layout.scale:.2f}" marker-end="url(#head)"/>'
        )


def _numbers(picture: Picture, layout: Layout) -> Iterator[str]:
    """Number the arrows of a walk, each near its middle."""
    for number, (first, second) in enumerate(picture.walk, start=1):
        (x1, y1), (x2, y2) = layout.spots[first], layout.spots[second]
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        if layout.bends(first, second):
            x, y = x * (1 + PULL) / 2, y * (1 + PULL) / 2
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="white" stroke="{SIDES[1]}"/>'
        yield _text(x, y + 4.5, str(number), 12.5, weight="bold", fill=SIDES[1])


def _pen(picture: Picture, layout: Layout, link: Link) -> str:
    """Write how a link looks."""
    colour, width, opacity = _look(picture, layout, link)
    written = f'stroke="{colour}" stroke-width="{width:.2f}" stroke-opacity="{opacity:.2f}"'
    if picture.side is None:
        return written
    if _severed(picture, link):  # dashed, so that it shows without colour too
        return f'class="cut" {written} stroke-dasharray="5 3"'
    return f'class="uncut {_letter(picture, link.first)}" {written}'


def _letter(picture: Picture, switch: int) -> str:
    """Name the side of a switch."""
    return "a" if picture.side is None or switch in picture.side else "b"


def _look(picture: Picture, layout: Layout, link: Link) -> tuple[str, float, float]:
    """Return colour, width and opacity of a link."""
    inside = not layout.bends(link.first, link.second) and bool(layout.group_radius)
    width = (0.9 if inside else 1.3) * min(3.0, link.multiplicity**0.5) * layout.scale
    if picture.walk:
        return PLAIN, 0.7 * width, 0.25
    if picture.side is None:
        hue = PLAIN if inside else _hue(picture, link)
        return hue, width, 0.5 if inside else (0.8 if layout.scale > 0.4 else 0.35)
    if _severed(picture, link):
        return SEVERED, 1.4 * width, 0.95
    return SIDES[link.first not in picture.side], 0.8 * width, 0.3


def _hue(picture: Picture, link: Link) -> str:
    for index, block in enumerate(picture.colours):
        if link.first in block:
            return HUES[index % len(HUES)]
    return HUES[0] if link.link_class != "local" else PLAIN


def _severed(picture: Picture, link: Link) -> bool:
    side = picture.side
    return side is not None and (link.first in side) != (link.second in side)


def _switches(picture: Picture, layout: Layout) -> Iterator[str]:
    for switch, (x, y) in enumerate(layout.spots):
        group = picture.network.groups[switch]
        name = f"switch {switch}, group {group}, position {layout.positions[switch]}"
        if picture.network.names:
            name = f"{_escaped(picture.network.names[switch])}, {name}"
        fill, stroke, letter = "white", INK, ""
        if picture.side is not None:
            fill = stroke = SIDES[switch not in picture.side]
            letter = f'class="{_letter(picture, switch)}" '
        shape = _mark(x, y, layout.dot, square=picture.side is not None and fill == SIDES[1])
        yield (
            f'<g {letter}fill="{fill}" stroke="{stroke}" stroke-width="{0.9 * layout.scale:.2f}">'
            f"<title>{name}</title>{shape}</g>"
        )
        if layout.dot >= 6.5 and not _named(picture, layout):
            ink = INK if picture.side is None else "white"
            number = layout.positions[switch] if layout.group_radius else switch
            yield _text(x, y + 0.36 * layout.dot * 1.25, str(number), layout.dot * 1.15, fill=ink)


def _mark(x: float, y: float, radius: float, *, square: bool) -> str:
    if square:
        side = 1.8 * radius
        corner = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}"'
        return f'<rect {corner} width="{side:.1f}" height="{side:.1f}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def _labels(layout: Layout) -> Iterator[str]:
    for group, (x, y) in layout.label_spots.items():
        yield _text(x, y + 0.36 * layout.lettering, str(group), layout.lettering, weight="bold")


def _named(picture: Picture, layout: Layout) -> bool:
    """Whether the names of switches stand beside them: where they lie on one circle."""
    network = picture.network
    return bool(network.names) and not layout.group_radius and network.switches <= LABELS


def _names(picture: Picture, layout: Layout) -> Iterator[str]:
    """Write the names of switches around the circle, each along its radius."""
    if not _named(picture, layout):
        return
    for switch, (x, y) in enumerate(layout.spots):
        angle = degrees(atan2(y, x))
        turned = abs(angle) > 90  # so that no name stands upside down
        away = 1 + (layout.dot + 7) / hypot(x, y)
        words = _text(
            0, 4.5, printable(picture.network.names[switch], LETTERS), 13,
            anchor="end" if turned else "start",
        )  # fmt: skip
        place = f"translate({x * away:.1f} {y * away:.1f})"
        yield f'<g transform="{place} rotate({angle - 180 * turned:.1f})">{words}</g>'


def _legend(picture: Picture) -> Iterator[tuple[str, str, str]]:
    """Yield a mark, its colour and its words, for each line below the picture."""
    network = picture.network
    counts = network.count_by_class()
    listed = ", ".join(f"{number:,} {name}" for name, number in counts.items() if number)
    yield "", INK, f"{network.switches:,} switches, links: {listed or 'none'}"
    if picture.side is not None:
        cut = network.count_by_class(network.crossing(picture.side))
        severed = ", ".join(f"{number:,} {name}" for name, number in cut.items() if number)
        size = len(picture.side)
        yield "dot", SIDES[0], f"one side: {size:,} switches"
        yield "square", SIDES[1], f"the other: {network.switches - size:,} switches"
        yield "dash", SEVERED, f"links cut: {severed or 'none'}"
    elif picture.walk:
        yield "", SIDES[1], "each arrow waits for the next, and the last one for the first"
    elif picture.colours:
        yield "", INK, f"global links in {len(picture.colours)} colours, one for each GCC"


def _legend_lines(lines: Sequence[tuple[str, str, str]], size: float, top: float) -> Iterator[str]:
    left = size / 2 - 150
    for index, (mark, colour, words) in enumerate(lines):
        y = top + LEGEND * index + 8
        if mark == "dash":
            yield (
                f'<path class="cut" d="M{left - 30:.0f} {y:.0f}h24" stroke="{colour}" '
                'stroke-width="2.2" stroke-dasharray="5 3"/>'
            )
        elif mark:
            letter, square = "ab"[SIDES.index(colour)], mark == "square"
            yield f'<g class="{letter}" fill="{colour}">{_mark(left - 18, y, 7, square=square)}</g>'
        x, anchor = (left, "start") if mark else (size / 2, "middle")
        yield _text(x, y + 5, words, 15, anchor=anchor)


def _text(
    x: float, y: float, words: str, size: float, *,
    weight: str = "normal", anchor: str = "middle", fill: str = INK,
) -> str:  # fmt: skip
    if not words:
        return ""
    kind = ' class="ink"' if fill == INK else ""
    return (
        f'<text{kind} x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{fill}">{_escaped(words)}</text>'
    )


def _escaped(words: str) -> str:
    """Write words as XML holds them, which cannot hold control characters at all."""
    return escape_html(printable(words))
