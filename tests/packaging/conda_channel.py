"""A conda channel on disk, of the packages that are installed here.

No channel can be asked for them, so each package of this one holds links to the files of a
distribution that pip has installed, under conda-forge's name and with the requirements that the
distribution states. `python` is this machine's, in a prefix of its own as venv makes one. Recipes
are solved, built and tested with it as with conda-forge's; compiled files are those of pip.
"""

from __future__ import annotations

import hashlib
import io
import json
import platform
import sys
import sysconfig
import tarfile
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CALLED = {  # by the names of distributions: those of conda-forge, where they differ
    "igraph": "python-igraph",
    "matplotlib": "matplotlib-base",
    "ortools": "ortools-python",
}
VERSION = platform.python_version()
SHORT = ".".join(VERSION.split(".")[:2])
COMMAND = """#!/bin/sh
exec "$(dirname "$0")/python" -c 'import sys; from {0} import {1}; sys.exit({1}())' "$@"
"""
SITE = f"lib/python{SHORT}/site-packages"


def conda(text: str) -> str:
    """Write a requirement of pip as conda has it."""
    required = Requirement(text)
    bounds = ",".join(sorted(map(str, required.specifier), reverse=True))
    name = str(canonicalize_name(required.name))
    return f"{CALLED.get(name, name)} {bounds}".rstrip()


def write_channel(folder: Path, distributions: Iterable[str], subdir: str) -> str:
    """Write a channel with Python and some distributions, which are installed; return its address.

    Parameters
    ----------
    subdir
        The platform, as conda calls it.
    """
    records = {}
    made = [_python(), *map(_distribution, sorted(distributions))]
    for index, links, files in made:
        name = f"{index['name']}-{index['version']}-0.tar.bz2"
        whole = {**index, "build": "0", "build_number": 0, "subdir": subdir}
        content = _package(whole, links, files)
        (folder / subdir).mkdir(parents=True, exist_ok=True)
        (folder / subdir / name).write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        records[name] = {**whole, "sha256": digest, "size": len(content)}
    for place, packages in ((subdir, records), ("noarch", {})):
        (folder / place).mkdir(parents=True, exist_ok=True)
        written = {"info": {"subdir": place}, "packages": packages, "packages.conda": {}}
        (folder / place / "repodata.json").write_text(json.dumps(written), encoding="utf-8")
    return folder.as_uri()


Parts = tuple[dict[str, Any], dict[str, Path], dict[str, bytes]]


def _python() -> Parts:
    """This machine's Python, in a prefix of its own."""
    base = Path(sys._base_executable).resolve()  # type: ignore[attr-defined]
    told = f"home = {base.parent}\ninclude-system-site-packages = false\nversion = {VERSION}\n"
    links = {f"bin/{name}": base for name in ("python", "python3", f"python{SHORT}")}
    index = {"name": "python", "version": VERSION, "depends": []}
    return index, links, {"pyvenv.cfg": told.encode()}


def _distribution(name: str) -> Parts:
    """What pip has installed, as links to its folders and files, and its commands."""
    found = metadata.distribution(name)
    here = Path(sysconfig.get_path("purelib"))
    tops = {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}
    needed = [
        conda(f"{each.name}{each.specifier}")
        for each in map(Requirement, found.requires or ())
        if each.marker is None or each.marker.evaluate({"extra": ""})
    ]
    depends = [f"python {SHORT}.*", *needed]
    index = {"name": conda(name), "version": found.version, "depends": depends}
    commands = {
        f"bin/{each.name}": COMMAND.format(each.module, each.attr).encode()
        for each in found.entry_points.select(group="console_scripts")
    }
    return index, {f"{SITE}/{top}": here / top for top in tops}, commands


def _package(
    index: Mapping[str, Any], links: Mapping[str, Path], files: Mapping[str, bytes]
) -> bytes:
    """Pack links and files, with what conda wants to be told of them."""
    paths: list[dict[str, Any]] = [{"_path": path, "path_type": "softlink"} for path in links]
    paths += [
        {"_path": path, "path_type": "hardlink", "size_in_bytes": len(content),
         "sha256": hashlib.sha256(content).hexdigest()}
        for path, content in files.items()
    ]  # fmt: skip
    told = {
        "info/index.json": json.dumps(dict(index)).encode(),
        "info/paths.json": json.dumps({"paths": paths, "paths_version": 1}).encode(),
        "info/files": "".join(f"{each['_path']}\n" for each in paths).encode(),
    }
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:bz2") as archive:
        for path, content in {**files, **told}.items():
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode = len(content), 0o755 if path.startswith("bin/") else 0o644
            archive.addfile(entry, io.BytesIO(content))
        for path, target in links.items():
            entry = tarfile.TarInfo(path)
            entry.type, entry.linkname = tarfile.SYMTYPE, str(target)
            archive.addfile(entry)
    return packed.getvalue()
