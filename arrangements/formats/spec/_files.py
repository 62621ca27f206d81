"""Specs in files: JSON, or a network in the format of another program."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import Reading
from alphacut.arrangements.formats.exchange._disk import content_of
from alphacut.arrangements.formats.exchange._json import begins_json, begins_object
from alphacut.arrangements.formats.exchange._tables import first_row, other_meaning
from alphacut.arrangements.formats.exchange._text import refuse_utf_16, text_of
from alphacut.arrangements.formats.exchange.catalogue import (
    BY_NAME,
    GUESSED,
    SURE,
    fits,
    import_files,
    recognise,
)
from alphacut.arrangements.formats.exchange.edge_list import EDGE_LIST
from alphacut.arrangements.formats.spec._found import Found
from alphacut.arrangements.formats.spec._json_text import from_json
from alphacut.arrangements.formats.spec._problems import spec_error
from alphacut.arrangements.formats.spec._results import START
from alphacut.arrangements.formats.spec._short import short_value
from alphacut.arrangements.formats.spec.graph import GraphSpec
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from alphacut.arrangements.formats.exchange._base import ExchangeFormat, Imported

    Remark = Callable[[str], object]  # told what of a file was not kept

FILE = "file"  # what stands for a family where a file is named with options
SPEC = "json"  # the format of a spec
OPTION = re.compile(
    r"(path|format|header|both_ends|weights|failed\.(?:links|switches|random_links|"
    r"random_switches|random_class|seed))=(.*)",
    re.DOTALL,
)
FAILED = "failed."
BY_NAME_OR_NUMBER = ("links", "switches")  # of what has failed
YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}
TRUTHS = ("header", "both_ends", "weights")  # options that are yes or no
SAID = re.compile(r"\b(?:header|both_ends|weights)=(?:yes|no)\b")


@dataclass(frozen=True, kw_only=True)
class NamedFile:
    """A file as its user names it, with what is said of it."""

    path: str
    format_name: str | None = None  # None: to be told from the content, or the name
    header: bool | None = None
    both_ends: bool | None = None
    weights: bool | None = None
    failed: Mapping[str, str] = field(default_factory=dict)  # what has failed of the network

    @property
    def said(self) -> set[str]:
        """The options that say how a file is read."""
        return {name for name in TRUTHS if getattr(self, name) is not None}

    @classmethod
    def parse(cls, options: str) -> NamedFile:
        """Read `path=PATH,format=F,header=yes`; a comma that begins no option is of the path."""
        found: dict[str, str] = {}
        last = ""
        for part in options.split(","):
            option = OPTION.fullmatch(part.strip())
            if option is None and last == "path":
                found["path"] += f",{part}"
                continue
            if option is None or option[1] in found:
                raise SpecError(
                    "", f"must be as in {example('net.txt')}, each option once; got {shown(part)}"
                )
            last = option[1]
            found[last] = option[2]
        if not found.get("path"):
            raise SpecError("path", f"is missing, as in {example('net.txt')}")
        said = {name: _truth(name, value) for name, value in found.items() if name in TRUTHS}
        failed = {
            name.removeprefix(FAILED): value
            for name, value in found.items()
            if name.startswith(FAILED)
        }
        return cls(
            path=found["path"], format_name=_format(found.get("format")), failed=failed, **said
        )

    def reading(self, switches: int, links: int) -> Reading:
        """Return how it is read."""
        return Reading(
            switches=switches,
            links=links,
            header=self.header,
            both_ends=self.both_ends,
            weights=self.weights is not False,
        )


def example(path: str, option: str = "format=edges") -> str:
    """Write a file with an option, as the command line takes it."""
    return f"{FILE}:path={path},{option}"


def _truth(name: str, value: str) -> bool:
    if value not in YES_OR_NO:
        raise SpecError(name, f"must be yes or no, got {shown(value)}")
    return YES_OR_NO[value]


def _format(name: str | None) -> str | None:
    if name is not None and name not in (*BY_NAME, SPEC):
        known = known_names(name, (*BY_NAME, SPEC))
        raise SpecError("format", f"unknown format {shown(name)}; {known}")
    return name


def from_file(file: NamedFile, remark: Remark, reading: Reading) -> Found:
    """Read a spec from a file, or a network in the format of another program.

    Raises
    ------
    SpecError
        With the path, the format that it was taken for, and what is wrong.
    FileNotFoundError
        If there is no such file.
    """
    path = Path(file.path)
    content = content_of(path)
    source = file.path
    exchange = None
    try:
        exchange = _exchange(file, path, content)
        for option in sorted(file.said - (exchange.options if exchange else set())):
            name = exchange.name if exchange else SPEC
            raise SpecError(option, f"says nothing about a file of the format {name}")
        if exchange is None:
            return Found(_degraded(from_json(text_of(content)), file))
        source = f"{file.path} ({exchange.name})"
        imported = import_files(exchange, path, content, reading)
        network = _degraded(_spec_of(imported, source, file, remark), file)
        return Found(network, imported.balance, imported.host_names, imported.cables)
    except SpecError as error:
        if exchange is not None and _by_name_alone(file, exchange, content):
            raise _unrecognised(file, content, exchange, error.problem) from error
        guess = "" if file.format_name or source == file.path else _guess(file, exchange, content)
        problem = f"{source}: {_with_example(error.problem, file)}{guess}"
        raise SpecError(error.field, problem, error.problems[1:]) from error


def _degraded(spec: Any, file: NamedFile) -> Any:
    """Return a spec with what has failed of the network; switches have the names of the file."""
    if not file.failed or not isinstance(spec, dict):
        return spec
    if "failed" in spec:
        raise SpecError("failed", "is given in the file already; give it there alone")
    named = bool(spec.get("names"))
    failed = {
        name: text if named and name in BY_NAME_OR_NUMBER else short_value(name, text)
        for name, text in file.failed.items()
    }
    return {**spec, "failed": failed}


def _exchange(file: NamedFile, path: Path, content: bytes) -> ExchangeFormat | None:
    """Return the format of a file; None for a spec."""
    if file.format_name:
        return BY_NAME.get(file.format_name)
    if not content.strip():
        raise SpecError("", "is empty")
    if _is_spec(content):
        return None
    found = recognise(path, content)
    if found is None:
        refuse_utf_16(content)
        if begins_object(content) or not begins_json(content):
            raise _unrecognised(file, content)
    if found is EDGE_LIST and not file.said:
        _refuse_other_meaning(file, content)
    return found


def _refuse_other_meaning(file: NamedFile, content: bytes) -> None:
    """Refuse rows of numbers that are more likely something else than a list of links."""
    if meaning := other_meaning(content):
        raise SpecError(
            "",
            f"line {first_row(content)}: seems to begin {meaning}, which is not "
            "read; write it as a list of links or as a METIS graph, or, if it is a list of links, "
            f"say so: {example(file.path)}",
        )


def _by_name_alone(file: NamedFile, exchange: ExchangeFormat, content: bytes) -> bool:
    """Whether nothing but the end of a file's name says that it is of a format."""
    return not file.format_name and exchange in SURE and not fits(exchange, content)


def _unrecognised(
    file: NamedFile,
    content: bytes,
    named: ExchangeFormat | None = None,
    problem: str = "",
) -> SpecError:
    """Say that a file is of no format, also of the one that the end of its name belongs to."""
    what = "is in no format that is"
    if begins_object(content):
        from_json(text_of(content))  # if it is no JSON, that is what is wrong
        what = "is JSON, but names no family of networks, and is in no other format that is"
    known = ", ".join(sorted((*BY_NAME, SPEC)))
    option = example(file.path, "format=NAME")
    name = f"; its name ends as one of {named.name}, but {problem}" if named else ""
    where = f"{file.path}: " if named else ""
    return SpecError("", f"{where}{what} read{name}; these are: {known}; {option} names one")


def _is_spec(content: bytes) -> bool:
    """Whether a file is JSON whose object names a family, and lists no nodes; or a result."""
    if START.match(content):
        return True
    return begins_object(content) and b'"family"' in content and b'"nodes"' not in content


def _spec_of(imported: Imported, source: str, file: NamedFile, remark: Remark) -> Any:
    for note in imported.notes:
        remark(f"{source}: not kept: {note}")
    for text in imported.remarks:
        remark(f"{source}: {_with_example(text, file)}")
    try:
        spec = GraphSpec.of(imported.network).complete()
    except ValidationError as error:  # names of classes with blanks, huge numbers
        raise spec_error(GraphSpec, error) from error
    return spec if imported.unit is None else {**spec, "unit": imported.unit}


def _with_example(text: str, file: NamedFile) -> str:
    """Add how an option that a text names is given."""
    option = SAID.search(text)
    return f"{text} ({example(file.path, option[0])})" if option else text


def _guess(file: NamedFile, exchange: ExchangeFormat | None, content: bytes) -> str:
    """Say that a format was guessed, and how to name another one."""
    if exchange is None or exchange not in GUESSED:
        return ""
    if Path(file.path).suffix.lower() in exchange.extensions and fits(exchange, content):
        return ""
    other = next(each.name for each in GUESSED if each is not exchange)
    option = example(file.path, f"format={other}")
    return f"; if it is no {exchange.name} file, name its format, as in {option}"
