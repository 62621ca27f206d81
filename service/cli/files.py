"""Where results are written: checked before the work, whole after it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.missing import require
from alphacut.arrangements.words import printable, shown

NO_DOCUMENTS = (".csv", ".tsv", ".md", ".html", ".svg", ".png", ".pdf")
PICTURES = ("--plot", "--heatmap")  # options that need a library to draw with


def check_file(path: Path | None, option: str) -> None:
    """Refuse a file that could not be written, before any time is spent on it.

    Raises
    ------
    ModuleNotFoundError
        If a picture is wanted, and what draws it is not installed.
    """
    if path is None:
        return
    if option in PICTURES:
        require("matplotlib")
    with _named(path, option):
        if path.is_dir():
            raise click.UsageError(f"{option}: {path} is a directory; give the name of a file")
        if _is_device(path):
            return
    check_directory(_place(path).parent, option)


def check_document(path: Path | None, option: str = "--out") -> None:
    """Refuse a file that could not be written, or whose name says that it is no JSON."""
    check_file(path, option)
    if path is not None and not _is_device(path) and path.suffix.lower() in NO_DOCUMENTS:
        raise click.UsageError(
            f"{option}: writes the document with its evidence, as JSON; "
            f"name the file {path.with_suffix('.json')}"
        )


def check_svg(path: Path | None, option: str) -> None:
    """Refuse a file that could not be written, or whose name does not say that it is SVG."""
    check_file(path, option)
    if path is not None and not _is_device(path) and path.suffix.lower() != ".svg":
        raise click.UsageError(
            f"{option}: draws SVG only; name the file {path.with_suffix('.svg')}"
        )


def check_directory(path: Path, option: str) -> None:
    """Refuse a directory that is not there or cannot be written to."""
    with _named(path, option):
        if not path.is_dir():
            raise click.UsageError(f"{option}: there is no directory {path}; create it first")
        if not os.access(path, os.W_OK | os.X_OK):
            raise click.UsageError(f"{option}: no permission to write to the directory {path}")


@contextmanager
def _named(path: Path, option: str) -> Iterator[None]:
    """Refuse what no file can be called: too long a name, or one with a NUL."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except OSError as error:
        raise click.UsageError(f"{option}: {shown(str(path))}: {error.strerror}") from error
    except ValueError as error:
        raise click.UsageError(f"{option}: {shown(str(path))} cannot name a file") from error
    yield


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all, whatever happens meanwhile.

    What is there and is no file, such as a pipe or /dev/null, is written to as it stands.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if _is_device(path):
        path.write_bytes(data)
        return
    path = _place(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".alphacut.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _is_device(path: Path) -> bool:
    """Tell whether something is there that is no file, and must not become one."""
    return path.exists() and not path.is_file()


def _place(path: Path) -> Path:
    """Return where a file is to be put: a link to one stays a link."""
    return path.resolve() if path.exists() else path


def document_text(document: Mapping[str, Any]) -> str:
    """Write a document as JSON that people can read: one segment or point to a line."""
    entries = (f" {_json(key)}: {_value(value)}" for key, value in document.items())
    return "{\n" + ",\n".join(entries) + "\n}\n"


def document_line(document: Mapping[str, Any]) -> str:
    """Write a document as one line of JSON."""
    return _json(document) + "\n"


def unused(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the paths, those that come again with a number added."""
    used: dict[Path, int] = {}
    for path in paths:
        used[path] = used.get(path, 0) + 1
        yield path if used[path] == 1 else path.with_stem(f"{path.stem}-{used[path]}")


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return "[\n" + ",\n".join(f"  {_json(entry)}" for entry in value) + "\n ]"
    return _json(value)


def _json(value: Any) -> str:
    return printable(json.dumps(value, ensure_ascii=False, allow_nan=False))


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
