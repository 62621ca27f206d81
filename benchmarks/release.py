"""What a release is made of, checked: `make release` runs it after the build.

It compares the version of the wheel, the source archive, CITATION.cff, the conda recipe and the tag
of the commit, if it has one; sees whether the archive holds the code of the wheel, and whether the
bill of materials lists what is locked.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]


class Unfit(Exception):
    """Something must not be released so."""


def check(dist: Path) -> list[str]:
    """Return what was seen, in lines.

    Raises
    ------
    Unfit
        If two parts disagree.
    """
    (wheel,) = dist.glob("alphacut-*.whl")
    (archive,) = dist.glob("alphacut-*.tar.gz")
    version = _version(wheel)
    told = {
        archive.name: archive.name.removeprefix("alphacut-").removesuffix(".tar.gz"),
        "CITATION.cff": _found(r"^version: (\S+)$", ROOT / "CITATION.cff"),
        "conda/recipe.yaml": _found(r'^  version: "([^"]+)"$', ROOT / "conda" / "recipe.yaml"),
    }
    told |= {f"the tag v{tag}": tag for tag in _tags()}
    for name, other in told.items():
        if other != version:
            raise Unfit(f"{name} says version {other}, and the wheel {version}")
    missing = _code_of(wheel) - _files_of(archive)
    if missing:
        raise Unfit(f"{archive.name} lacks {', '.join(sorted(missing)[:5])}")
    return [f"version {version}", _materials(dist / "alphacut.cdx.json")]


def _tags() -> list[str]:
    """Return the versions that the commit is tagged with; none without a repository."""
    asked = ["git", "tag", "--points-at", "HEAD", "--list", "v*"]
    told = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT, check=False)
    return [tag.removeprefix("v") for tag in told.stdout.split()] if told.returncode == 0 else []


def _version(wheel: Path) -> str:
    with ZipFile(wheel) as opened:
        (name,) = (each for each in opened.namelist() if each.endswith(".dist-info/METADATA"))
        return str(HeaderParser().parsestr(opened.read(name).decode())["Version"])


def _found(pattern: str, file: Path) -> str:
    found = re.search(pattern, file.read_text("utf-8"), flags=re.MULTILINE)
    if found is None:
        raise Unfit(f"{file.name} tells no version")
    return found[1]


def _code_of(wheel: Path) -> set[str]:
    """Return the modules of the wheel, as they lie in the source tree."""
    with ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if name.endswith(".py")}
    short = {name.removeprefix("alphacut/") for name in names}
    return {name if "/" in name else f"service/top/{name}" for name in short}


def _files_of(archive: Path) -> set[str]:
    with tarfile.open(archive) as opened:
        return {name.partition("/")[2] for name in opened.getnames()}


def _materials(file: Path) -> str:
    """Compare the bill of materials with the lock file that it was made of."""
    written = json.loads(file.read_text("utf-8"))
    listed = {f"{each['name']}=={each['version']}" for each in written["components"]}
    locked = set(re.findall(r"^[\w.-]+==[\w.]+", (ROOT / "requirements.lock").read_text(), re.M))
    if listed != locked:
        raise Unfit(f"the bill of materials and the lock differ: {sorted(listed ^ locked)[:5]}")
    return f"{len(listed)} packages in the bill of materials, each as it is locked"


def main() -> int:
    """Check a folder that is named; 1 where something is unfit."""
    try:
        lines = check(Path(sys.argv[1]))
    except Unfit as error:
        print(f"not fit for release: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print("\n".join(lines))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
