"""A network as a picture, in SVG: groups on a circle with chords between them, or a graph.

Colours stand in the picture, so that it is whole without a style sheet; what a page may want to
draw in colours of its own has a class: paper, ring, cut, uncut, a and b (the sides of a cut), ink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape as escape_html
from math import atan2, degrees, hypot, sqrt

from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.nouns import OF_FABRICS, OF_GRAPHS
from alphacut.arrangements.words import printable
from alphacut.service.render.layout import Layout, Spot, lay_out, scattered, usual_layout
from alphacut.service.render.legend import Entry, entries
from alphacut.service.render.sheet import LETTER, SCREEN, Sheet

SIDES = ("#0072B2", "#D55E00")  # blue and vermilion, which colour-blind readers tell apart
SEVERED = "#111111"
PLAIN = "#5b6470"  # links of a picture without colours
INK = "#1c2128"
HUES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B07D00", "#3A9BD0", "#7A5195", "#666666")
MARKS = ("dot", "square")  # of the two sides in the legend
LABELS = 80  # switches whose names still stand beside each other
SHORT = 4  # letters of a name that need no more room than the number of a group
LETTERS = 16  # of a name that are shown
THIN, THICK = 0.7, 4.0  # width of the lightest and the heaviest edge of a graph
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
    graph: bool = False  # whether it is the graph of somebody, with nodes, edges and weights
    unit: Fraction = Fraction(1)  # that its capacities count in
    alpha: Fraction = Fraction(1)  # at which the capacities of edges are drawn
    layout: str | None = None  # one of LAYOUTS; None: the usual one
    groups: Sequence[str] = ()  # what the groups are called, if not by their numbers
    places: Sequence[Spot] | None = None  # of all switches, y upwards, in place of a layout
    sheet: Sheet = SCREEN

    def laid_out(self) -> Layout:
        """Return where everything is.

        Raises
        ------
        QuestionError
            If there is no such layout of this network.
        """
        if self.places is not None:
            found = scattered([(x, -y) for x, y in self.places])
        else:
            cut = self.side is not None
            together = self.side if self.graph or self.network.names else None
            layout = self.layout or usual_layout(self.network, graph=self.graph, cut=cut)
            found = lay_out(self.network, self.side if layout == "sides" else together, layout)
        if self.sheet.width is None:
            return found
        return found.scaled(self.sheet.width - 2 * self.margin(found), self.sheet.least)

    def margin(self, layout: Layout) -> float:
        """Return the room on each side of what is drawn, in pixels."""
        if not layout.ring:
            return self.sheet.margin / (2 if not self.network.names else 1)
        written = self.network.names if _named(self, layout) else self.groups
        longest = min(LETTERS, max(map(len, written), default=0))
        return self.sheet.margin + LETTER * self.sheet.names * max(0, longest - SHORT)

    @cached_property
    def heaviest(self) -> Fraction:
        """The largest capacity of an edge."""
        return max(map(self.capacity, self.network.links), default=Fraction(0))

    @cached_property
    def even(self) -> bool:
        """Whether all edges have the same capacity."""
        return all(self.capacity(link) == self.heaviest for link in self.network.links)

    def capacity(self, link: Link) -> Fraction:
        """Return the capacity of a link at the α of the picture, in its unit."""
        found = self.network.class_by_name[link.link_class]
        return link.multiplicity * (found.base + found.slope * self.alpha)


def diagram_svg(picture: Picture) -> str:
    """Draw a network as an SVG document.

    Raises
    ------
    QuestionError
        If there is no such layout of this network.
    """
    layout, sheet = picture.laid_out(), picture.sheet
    margin = picture.margin(layout)
    width, high = layout.width + 2 * margin, layout.height + 2 * margin
    title = sheet.wrapped(picture.title, sheet.title, width - 8)
    note = sheet.wrapped(picture.note, sheet.note, width - 8)
    head = sheet.top + sheet.title_line * (len(title) + len(note)) + sheet.title_line * 0.55
    legend = [
        Entry(mark=each.mark if not number else "", words=line)
        for each in _legend(picture)
        for number, line in enumerate(sheet.wrapped(each.words, sheet.words, width - 30))
    ]
    height = head + high + sheet.line * len(legend) + 0.55 * sheet.line
    words = OF_GRAPHS if picture.graph else OF_FABRICS
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{_length(width, sheet)}" height="{_length(height, sheet)}" '
        f'data-node="{words.node}" data-edge="{words.edge}" '
        f'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" fill="{INK}">',
        f"<title>{_escaped(picture.title)}</title>",
        f'<view id="drawing" viewBox="0 {head:.0f} {width:.0f} {high:.0f}"/>',  # without any words
        '<rect class="paper" width="100%" height="100%" fill="white"/>',
        *_head(title, note, width / 2, sheet),
        f'<g transform="translate({width / 2:.1f} {head + high / 2:.1f})">',
        *_discs(layout),
        *_links(picture, layout),
        *_arrows(picture, layout),
        *_switches(picture, layout),
        *_numbers(picture, layout),
        *_labels(picture, layout),
        *_names(picture, layout),
        "</g>",
        *_legend_lines(legend, width, head + high, sheet),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _length(pixels: float, sheet: Sheet) -> str:
    """Write a width or a height; in print it is one on paper."""
    return f"{pixels:.0f}" if sheet.width is None else f"{pixels / 96 * 25.4:.2f}mm"


def _head(title: Sequence[str], note: Sequence[str], middle: float, sheet: Sheet) -> Iterator[str]:
    y = sheet.top
    for line in title:
        y += sheet.title_line
        yield _text(middle, y, line, sheet.title, weight="bold")
    for line in note:
        y += sheet.title_line
        yield _text(middle, y, line, sheet.note)


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
        on = 5 * min(1.0, max(0.6, layout.scale))
        return f'class="cut" {written} stroke-dasharray="{on:.3g} {0.6 * on:.3g}"'
    return f'class="uncut {_letter(picture, link.first)}" {written}'


def _letter(picture: Picture, switch: int) -> str:
    """Name the side of a switch."""
    return "a" if picture.side is None or switch in picture.side else "b"


def _look(picture: Picture, layout: Layout, link: Link) -> tuple[str, float, float]:
    """Return colour, width and opacity of a link."""
    inside = not layout.bends(link.first, link.second) and bool(layout.group_radius)
    width = _width(picture, link, 0.9 if inside else 1.3) * layout.scale
    if picture.walk:
        return PLAIN, 0.7 * width, 0.25
    if picture.side is None:
        hue = PLAIN if inside else _hue(picture, link)
        return hue, width, 0.5 if inside else (0.8 if layout.scale > 0.4 else 0.35)
    if _severed(picture, link):
        return SEVERED, 1.4 * width, 0.95
    return SIDES[link.first not in picture.side], 0.8 * width, 0.3


def _width(picture: Picture, link: Link, usual: float) -> float:
    """Return the width of a link; edges of a graph are as wide as their capacities."""
    if not picture.graph:
        return usual * min(3.0, sqrt(link.multiplicity))
    if picture.even:
        return usual
    share = picture.capacity(link) / (picture.heaviest or 1)
    return THIN + (THICK - THIN) * float(share)


def _hue(picture: Picture, link: Link) -> str:
    for index, block in enumerate(picture.colours):
        if link.first in block:
            return HUES[index % len(HUES)]
    return HUES[0] if link.link_class != "local" else PLAIN


def _severed(picture: Picture, link: Link) -> bool:
    side = picture.side
    return side is not None and (link.first in side) != (link.second in side)


def _switches(picture: Picture, layout: Layout) -> Iterator[str]:
    several = len(set(picture.network.groups)) > 1
    for switch, (x, y) in enumerate(layout.spots):
        group = picture.network.groups[switch]
        name = f"switch {switch}, group {group}, position {layout.positions[switch]}"
        if picture.graph:
            name = f"node {switch}" + (f", group {group}" if several else "")
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
        letters = layout.dot * 1.15
        if letters >= max(7.4, picture.sheet.least) and not picture.network.names:
            ink = INK if picture.side is None else "white"
            number = layout.positions[switch] if layout.group_radius else switch
            yield _text(x, y + 0.39 * letters, str(number), letters, fill=ink)


def _mark(x: float, y: float, radius: float, *, square: bool) -> str:
    if square:
        side = 1.8 * radius
        corner = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}"'
        return f'<rect {corner} width="{side:.1f}" height="{side:.1f}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def _labels(picture: Picture, layout: Layout) -> Iterator[str]:
    """Write the numbers of groups, or their names, on the far side of them."""
    letters = min(layout.lettering, picture.sheet.words) if picture.groups else layout.lettering
    for group, (x, y) in layout.label_spots.items():
        words = printable(picture.groups[group], LETTERS) if picture.groups else str(group)
        yield _text(x, y + 0.36 * letters, words, letters, weight="bold")


def _named(picture: Picture, layout: Layout) -> bool:
    """Whether the names of switches stand beside them: where they lie apart from each other."""
    network = picture.network
    return bool(network.names) and not layout.group_radius and network.switches <= LABELS


def _names(picture: Picture, layout: Layout) -> Iterator[str]:
    """Write the names of switches around the circle, each along its radius, or beside them."""
    if not _named(picture, layout):
        return
    names = [printable(name, LETTERS) for name in picture.network.names]
    if layout.ring:
        yield from _names_around(names, layout, picture.sheet.names)
    else:
        yield from _names_beside(names, picture, layout)


def _names_around(names: Sequence[str], layout: Layout, letters: float) -> Iterator[str]:
    for name, (x, y) in zip(names, layout.spots, strict=True):
        angle = degrees(atan2(y, x))
        turned = abs(angle) > 90  # so that no name stands upside down
        away = 1 + (layout.dot + 0.54 * letters) / (hypot(x, y) or 1.0)
        words = _text(0, 0.35 * letters, name, letters, anchor="end" if turned else "start")
        place = f"translate({x * away:.1f} {y * away:.1f})"
        yield f'<g transform="{place} rotate({angle - 180 * turned:.1f})">{words}</g>'


def _names_beside(names: Sequence[str], picture: Picture, layout: Layout) -> Iterator[str]:
    from alphacut.service.render.node_names import place_names

    letters, margin = picture.sheet.names, picture.margin(layout)
    room = (layout.width + 2 * margin, layout.height + 2 * margin)
    pairs = [(link.first, link.second) for link in picture.network.links]
    ends = Counter(node for pair in pairs for node in pair)
    order = sorted(range(len(names)), key=lambda node: -ends[node])  # whose names matter more
    number = {node: index for index, node in enumerate(order)}
    found = place_names(
        [names[node] for node in order],
        [layout.spots[node] for node in order],
        [(number[one], number[other]) for one, other in pairs],
        dot=layout.dot, letters=letters, room=room,
    )  # fmt: skip
    for name in found:
        x, y = name.centre
        yield _text(x, y + 0.36 * letters, name.words, letters)


def _legend(picture: Picture) -> Iterator[Entry]:
    """Yield a line for everything that stands below the picture."""
    yield from entries(picture.network, picture.side, graph=picture.graph, unit=picture.unit)
    if picture.side is not None:
        return
    if picture.walk:
        yield Entry(mark="", words="each arrow waits for the next, and the last one for the first")
    elif picture.colours:
        yield Entry(
            mark="", words=f"global links in {len(picture.colours)} colours, one for each GCC"
        )


def _legend_lines(lines: Sequence[Entry], width: float, top: float, sheet: Sheet) -> Iterator[str]:
    """Write the lines below each other, those with a mark to the right of it."""
    unit = sheet.words / SCREEN.words
    left = max(34 * unit, width / 2 - 150 * unit)
    for index, line in enumerate(lines):
        y = top + sheet.line * index + 8 * unit
        if line.mark == "dash":
            yield (
                f'<path class="cut" d="M{left - 30 * unit:.1f} {y:.1f}h{24 * unit:.1f}" '
                f'stroke="{SEVERED}" stroke-width="{2.2 * unit:.2f}" '
                f'stroke-dasharray="{5 * unit:.3g} {3 * unit:.3g}"/>'
            )
        elif line.mark in MARKS:
            colour = SIDES[MARKS.index(line.mark)]
            shape = _mark(left - 18 * unit, y, 7 * unit, square=line.mark == "square")
            yield f'<g class="{"ab"[SIDES.index(colour)]}" fill="{colour}">{shape}</g>'
        marked = line.mark in (*MARKS, "dash")
        x, anchor = (left, "start") if marked else (width / 2, "middle")
        yield _text(x, y + 0.34 * sheet.words, line.words, sheet.words, anchor=anchor)


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
