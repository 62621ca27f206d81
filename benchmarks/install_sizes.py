"""How much disk the base and each extra take, of what is installed here.

Run as `python -m benchmarks.install_sizes`; it adds up the files of each distribution, as far as
they came with it (compiled Python files are not counted).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
MEGABYTE = 1_000_000
VERIFIER = ("numpy", "networkx", "click", "pydantic")  # what `alphacut verify` needs


def closure(requirements: Iterable[str]) -> set[str]:
    """Return the names of distributions that some requirements bring, those they need included."""
    found, waiting = set[tuple[str, str]](), [Requirement(each) for each in requirements]
    while waiting:
        each = waiting.pop()
        for extra in ("", *each.extras):
            key = canonicalize_name(each.name), extra
            if key in found or (each.marker and not each.marker.evaluate()):
                continue
            found.add(key)
            required = [Requirement(text) for text in metadata.requires(each.name) or ()]
            waiting += [
                Requirement(f"{r.name}[{','.join(r.extras)}]" if r.extras else r.name)
                for r in required
                if r.marker is None or r.marker.evaluate({"extra": extra})
            ]
    return {name for name, _ in found}


def flat(name: str, extras: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the requirements of an extra, those of the extras that it is made of included."""
    for text in extras[name]:
        read = Requirement(text)
        if read.name != "alphacut":
            yield text
        for other in read.extras if read.name == "alphacut" else ():
            yield from flat(other, extras)


def size_of(name: str) -> int:
    """Return the bytes of the files of a distribution."""
    files = [file.locate() for file in metadata.files(name) or () if file.suffix != ".pyc"]
    return sum(Path(str(file)).stat().st_size for file in files if Path(str(file)).is_file())


def rows() -> Iterator[tuple[str, set[str]]]:
    """Yield what can be installed, and the distributions that it brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base, extras = project["dependencies"], project["optional-dependencies"]
    yield "`alphacut verify` alone", closure(VERIFIER)
    yield "`alphacut`, the base", closure(base)
    for name in extras:
        if name != "dev":
            yield f"`alphacut[{name}]`", closure([*base, *flat(name, extras)])


def main() -> None:
    """Print a table."""
    print("| installed | packages | MB | largest |")  # noqa: T201
    print("|---|---:|---:|---|")  # noqa: T201
    for what, names in rows():
        sizes = sorted(((size_of(name), name) for name in names), reverse=True)
        total = sum(size for size, _ in sizes) / MEGABYTE
        largest = ", ".join(f"{name} {size / MEGABYTE:.0f}" for size, name in sizes[:4])
        print(f"| {what} | {len(names)} | {total:.0f} | {largest} |")  # noqa: T201


if __name__ == "__main__":
    main()
