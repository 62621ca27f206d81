"""The pictures of networks as PNG and PDF: their SVG drawn once more by matplotlib.

Only what `circle` writes is understood: paths of M, L, Q and h, circles, rectangles, text and
groups that are moved and turned.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from math import atan2, degrees
from typing import Any
from xml.etree import ElementTree

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from alphacut.service.render.formats import DPI, LETTERING, Form, Size, in_use

SMALLEST = 6.0  # points of a letter that can be read
PIXELS = 96.0  # of SVG in an inch
CAPTION = 14.0  # pixels of the smallest letters in a line of words
SETTLED, FURTHEST = 8, 6.0  # rounds in which lines are moved apart, and how far at most
STEP = re.compile(r"([MLQh])([^MLQh]*)")
NUMBER = re.compile(r"-?[0-9.]+")
SIDES = re.compile(r'(?<=" )width="[0-9.]+" height="[0-9.]+"')  # of the document
MOVE = re.compile(r"(translate|rotate)\(([^)]*)\)")
ANCHORS = {"start": "left", "middle": "center", "end": "right"}
INHERITED = ("fill", "stroke", "stroke-width", "stroke-opacity")
Style = Mapping[str, str]


def redrawn(svg: str, form: Form, size: Size | None = None) -> bytes:
    """Draw an SVG document of `circle` in another format.

    Parameters
    ----------
    size
        Of the picture, in inches, in whose middle it is as large as fits; None: as the SVG says.
    """
    if form == "svg":
        return (svg if size is None else sized(svg, size)).encode()
    *_, wide, high = _box(ElementTree.fromstring(svg))
    with in_use, rc_context(LETTERING):
        figure = Figure(figsize=size or (wide / PIXELS, high / PIXELS), facecolor="white")
        FigureCanvasAgg(figure)
        draw_on(svg, figure.add_axes((0, 0, 1, 1)), least=0)
        written = io.BytesIO()
        nameless = {"CreationDate": None} if form == "pdf" else {}
        figure.savefig(written, format=form, dpi=DPI, metadata=nameless)
    return written.getvalue()


def sized(svg: str, size: Size) -> str:
    """Return an SVG document of `circle` with another width and height, in inches."""
    inches = f'width="{size[0]:g}in" height="{size[1]:g}in"'
    written, changes = SIDES.subn(inches, svg, count=1)
    assert changes == 1, "no width and height at the start of the document"
    return written


def draw_on(svg: str, axes: Axes, *, least: float = SMALLEST) -> None:
    """Draw an SVG document of `circle` on axes, as large as they are.

    Parameters
    ----------
    least
        The smallest letters, in points, however small the axes are.
    """
    root = ElementTree.fromstring(svg)
    _, top, wide, size = _box(root.find("{*}view[@id='drawing']"))
    *_, high = _box(root)
    figure = axes.get_figure(root=True)
    assert figure is not None
    room = 72 * axes.get_position().width * figure.get_figwidth() / wide
    tall = 72 * axes.get_position().height * figure.get_figheight()
    apart = 1.0  # of the lines of words, as compared with the document
    for _ in range(SETTLED):  # the further they are apart, the smaller is all else
        points = min(room, tall / (size + apart * (high - size)))
        apart = min(max(1.0, least / (CAPTION * points)), FURTHEST)
    axes.set(xlim=(0, wide), ylim=(top + size + apart * (high - top - size), top - apart * top))
    axes.set(aspect="equal")
    axes.set_axis_off()
    pen = _Pen(axes, points=points, least=least)
    for element in root:
        height = _height(element)
        beyond = min(0.0, height - top) + max(0.0, height - top - size)
        place = Affine2D().translate(0, (apart - 1) * beyond)
        pen.draw(element, place, {"fill": "black", "stroke": "none"})


def _height(element: ElementTree.Element) -> float:
    """Return how far down an element lies; of one that is moved, where it is moved to."""
    if "transform" in element.attrib:
        return float(_moved(element.attrib["transform"]).transform((0, 0))[1])
    for each in element.iter():
        for name, place in (("y", 0), ("cy", 0), ("d", 1)):  # a path begins with x and y
            if name in each.attrib:
                return float(NUMBER.findall(each.attrib[name])[place])
    return 0.0


def _box(element: ElementTree.Element | None) -> tuple[float, ...]:
    """Return left, top, width and height of a document, or of a part, in pixels."""
    assert element is not None
    return tuple(float(each) for each in element.attrib["viewBox"].split())


class _Pen:
    """Draws elements on axes whose unit is the pixel of the SVG."""

    def __init__(self, axes: Any, *, points: float, least: float) -> None:
        self._axes = axes
        self._points = points  # in a pixel
        self._least = least  # points of a letter
        self._order = 0

    def draw(self, element: ElementTree.Element, place: Affine2D, style: Style) -> None:
        """Draw an element and all that it holds."""
        tag = element.tag.rpartition("}")[2]
        given = element.attrib
        style = {**style, **{name: given[name] for name in INHERITED if name in given}}
        place = Affine2D((_moved(given.get("transform", "")) + place).get_matrix())
        self._order += 1
        if tag == "path":
            self._add(PathPatch(_path(given["d"]), **self._look(given, style)), place)
        elif tag == "circle":
            centre = (float(given["cx"]), float(given["cy"]))
            self._add(Circle(centre, float(given["r"]), **self._look(given, style)), place)
        elif tag == "rect" and "x" in given:
            corner = (float(given["x"]), float(given["y"]))
            size = (float(given["width"]), float(given["height"]))
            self._add(Rectangle(corner, *size, **self._look(given, style)), place)
        elif tag == "text":
            self._text(element, place, style)
        elif tag in ("svg", "g"):
            for each in element:
                self.draw(each, place, style)

    def _add(self, patch: Any, place: Affine2D) -> None:
        patch.set_transform(place + self._axes.transData)
        patch.set_zorder(self._order)
        self._axes.add_artist(patch)

    def _look(self, given: Mapping[str, str], style: Style) -> dict[str, Any]:
        look: dict[str, Any] = {
            "facecolor": style["fill"],
            "edgecolor": style["stroke"],
            "linewidth": float(style.get("stroke-width", "1")) * self._points,
            "alpha": float(style.get("stroke-opacity", "1")),
        }
        if "stroke-dasharray" in given:
            width = max(float(style.get("stroke-width", "1")), 0.1)
            on, off = (float(each) / width for each in given["stroke-dasharray"].split())
            look["linestyle"] = (0, (on, off))
        return look

    def _text(self, element: ElementTree.Element, place: Affine2D, style: Style) -> None:
        given = element.attrib
        at = place.transform((float(given["x"]), float(given["y"])))
        end = place.transform((float(given["x"]) + 1, float(given["y"]))) - at
        height = max(self._least, float(given["font-size"]) * self._points)
        written = self._axes.text(
            *at, element.text or "", fontsize=height,
            ha=ANCHORS[given["text-anchor"]], va="baseline", color=style["fill"],
            fontweight=given["font-weight"], rotation=-_degrees(end), rotation_mode="anchor",
            zorder=self._order,
        )  # fmt: skip
        written.set_parse_math(False)


def _degrees(direction: Any) -> float:
    return degrees(atan2(direction[1], direction[0]))


def _moved(transform: str) -> Affine2D:
    """Read translate and rotate, of which the last is done first."""
    found = Affine2D()
    for kind, numbers in reversed(MOVE.findall(transform)):
        values = [float(each) for each in NUMBER.findall(numbers)]
        found = found.translate(*values) if kind == "translate" else found.rotate_deg(values[0])
    return found


def _path(written: str) -> Path:
    corners: list[tuple[float, float]] = []
    codes: list[int] = []
    for points, code in _steps(written):
        corners += points
        codes += [code] * len(points)
    return Path(corners, codes)


def _steps(written: str) -> Iterator[tuple[list[tuple[float, float]], int]]:
    last = (0.0, 0.0)
    for letter, numbers in STEP.findall(written):
        values = [float(each) for each in NUMBER.findall(numbers)]
        if letter == "h":
            points = [(last[0] + values[0], last[1])]
        else:
            points = list(zip(values[::2], values[1::2], strict=True))
        last = points[-1]
        code = {"M": Path.MOVETO, "Q": Path.CURVE3}.get(letter, Path.LINETO)
        yield points, int(code)
