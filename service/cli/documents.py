"""Reading a document, and the certificates that it keeps in files beside it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import IO, Any, NoReturn

import numpy as np

from alphacut.arrangements.bounded_files import read_up_to
from alphacut.arrangements.words import shown
from alphacut.service.cli.checking import opened
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.limits import MEGABYTE, USUAL, Limits

# each part is taken once and never given back, so that whatever it is takes one look
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_STEPS = np.array([(c in b"[{") - (c in b"]}") for c in range(256)], dtype=np.int64)
_AT_ONCE = 1 << 20  # bytes


def read_document(path: Path) -> object:
    """Read a file of JSON as it is meant: each name once, and no numbers that are none.

    Raises
    ------
    DocumentError
        If it cannot be read as such, or is too large.
    """
    with opened(path) as file:
        try:
            return Files(path).document(file)
        except BeyondLimit as error:
            raise error.at(str(path)) from error
        except DocumentError as error:
            raise DocumentError(f"{path}: {error}") from error


class Files:
    """A document and the files beside it, which together are not larger than allowed.

    Parameters
    ----------
    path
        Of the document. Certificates come from its folder, and from nowhere else.
    """

    def __init__(self, path: Path, limits: Limits = USUAL) -> None:
        self._path, self._limits = path, limits
        self._left = limits.size * MEGABYTE
        self._loaded: dict[str, tuple[str, object]] = {}  # digest and content, by file name

    def document(self, file: IO[bytes]) -> object:
        """Read the document.

        Raises
        ------
        DocumentError
            If it cannot be read, or is too large.
        """
        try:
            content = self._content(file)
        except OSError as error:
            raise DocumentError(f"cannot be read: {error.strerror}") from error
        return _json(content, self._limits)

    def certificate(self, named: Mapping[str, Any]) -> object:
        """Load a certificate from the file beside the document that has the SHA-256 named.

        However often it is named, it is loaded once.

        Raises
        ------
        Refused
            If there is no such file, or it is not JSON.
        BeyondLimit
            If it is too large.
        """
        name = named.get("file")
        if not (isinstance(name, str) and name.isprintable() and PurePath(name).name == name):
            raise Refused(f"certificate file {shown(name)} is not the name of a file beside it")
        if name not in self._loaded:
            try:
                self._loaded[name] = self._beside(name)
            except BeyondLimit as error:
                raise error.at(f"certificate file {shown(name)}") from error
            except DocumentError as error:
                raise Refused(f"certificate file {shown(name)}: {error}") from error
        digest, content = self._loaded[name]
        if digest != named.get("sha256"):
            raise Refused(f"certificate file {shown(name)} is not the one with the SHA-256 named")
        return content

    def _beside(self, name: str) -> tuple[str, object]:
        """Read a file that must be one: opening a pipe or a device could take for ever."""
        path = self._path.parent / name
        try:
            if path.resolve().parent != self._path.parent.resolve():
                raise Refused(f"certificate file {shown(name)} is a link that leads elsewhere")
            with open(path, "rb", opener=_without_waiting) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise Refused(f"certificate file {shown(name)} is not a regular file")
                content = self._content(file)
        except (OSError, RuntimeError) as error:  # links can lead to each other
            why = error.strerror if isinstance(error, OSError) else "links lead in a circle"
            raise Refused(f"certificate file {shown(name)}: {why}") from error
        return hashlib.sha256(content).hexdigest(), _json(content, self._limits)

    def _content(self, file: IO[bytes]) -> bytes:
        content = read_up_to(file, self._left + 1)
        if len(content) > self._left:
            raise BeyondLimit(
                "size",
                f"a document and its certificate files take more than the "
                f"{self._limits.size:,} MB allowed",
            )
        self._left -= len(content)
        return content


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def _json(content: bytes, limits: Limits) -> object:
    bare = _STRING.sub(b'""', content)
    if _depth(bare) > limits.depth:
        raise BeyondLimit("depth", f"lists and objects are nested more than {limits.depth:,} deep")
    if re.search(rb"[0-9]{%d}" % (limits.digits + 1), bare):
        raise BeyondLimit("digits", f"a number has more than {limits.digits:,} digits")
    try:
        return json.loads(
            content.decode(), object_pairs_hook=_each_name_once, parse_constant=_no_number
        )
    except UnicodeDecodeError as error:
        raise DocumentError("not a document in JSON: not in UTF-8") from error
    except ValueError as error:
        raise DocumentError(f"not a document in JSON: {error}") from error


def _depth(bare: bytes) -> int:
    """Return how deep lists and objects are in each other, where there are no strings."""
    deepest = depth = 0
    for start in range(0, len(bare), _AT_ONCE):
        part = np.frombuffer(bare[start : start + _AT_ONCE], dtype=np.uint8)
        depths = depth + _STEPS[part].cumsum()
        deepest, depth = max(deepest, int(depths.max())), int(depths[-1])
    return deepest


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is given twice in one object")
    return found


def _no_number(written: str) -> NoReturn:
    raise ValueError(f"{written} is not a number in JSON")
