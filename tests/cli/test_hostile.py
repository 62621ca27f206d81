"""Whatever a command is given, it ends with a code that is documented and a message for people.

No message has the name of a Python class, and no run leaves a traceback.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import click
import pytest

from alphacut.arrangements.words import fault
from alphacut.service.cli.exits import as_failure
from alphacut.service.cli.main import commands, run

RING = "dragonfly:a=2,h=1,arrangement=relative"
COMMAND = (sys.executable, "-W", "error", "-m", "alphacut.service.cli.main")
CODES = {0, 1, 2, 3, 4}
CLASS_NAME = re.compile(r"\w*(Error|Exception)\b|Traceback|ALPHACUT_DEBUG")

# what every command is called with beside the one thing that is hostile
ARGUMENTS: dict[str, list[str]] = {
    "curve": [RING], "point": [RING, "--alpha", "0"], "describe": [RING], "compare": [RING],
    "draw": [RING, "--out", "x.svg"], "cables": [RING], "links": [RING],
    "convert": [RING, "--to", "json"], "verify": ["missing.json"],
    "submit": [RING, "--server", "http://127.0.0.1:9"], "conjecture": ["nautilus"],
}  # fmt: skip
SPECS = (
    "", " ", "-", "@", "1/0", "²", "1e-999999999", "9" * 5000, "a" * 5000, "\x1b[31mred",
    "graph:", "torus:sides=0", "dragonfly:a=999999999,h=999999999", "http://x",
    "missing", "missing/x.json", "folder", "empty", "empty.json", "binary.json", "cut.json",
    "text.json", "nothing.json", "label.json", "utf16.json", "deep.json", "loop",
)  # fmt: skip
NUMBERS = (
    "", " ", "-1", "nan", "-inf", "²", "1/0", "0x10", "1e-999999999", "1e999999999", "9" * 5000,
    "a\x00b",
)  # fmt: skip
NUMBERS_OF_MOST = (" ", "nan", "1/0", "1e-999999999", "9" * 5000)  # all are read in one way
NAMES = ("missing/x", "folder", "a" * 5000)  # of files that cannot be written


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of files that are no networks and no documents."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALPHACUT_DATABASE_URL", f"sqlite:///{tmp_path}/jobs.db")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    for name, content in (
        ("empty", b""), ("empty.json", b""), ("binary.json", b"\x00\x01\xff"),
        ("cut.json", b"[1,"), ("text.json", b'"x"'), ("nothing.json", b"null"),
        ("label.json", b'{"format": "alphacut-curve/1"}'), ("deep.json", b"[" * 100_000),
        ("utf16.json", '{"family": "torus"}'.encode("utf-16")),
    ):  # fmt: skip
        (tmp_path / name).write_bytes(content)
    return tmp_path


def check(code: object, told: str) -> None:
    assert code in CODES, told
    assert not CLASS_NAME.search(told), told
    if code in (1, 2):
        assert told.startswith("alphacut: "), told
        assert len(told.splitlines()[0]) < 6_000


def check_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = run(arguments)
    heard = capsys.readouterr()
    check(code, heard.err)
    assert code in (1, 2), arguments


def takes_spec(name: str) -> bool:
    return ARGUMENTS.get(name, [""])[0] in (RING, "missing.json")


@pytest.mark.parametrize("name", [*filter(takes_spec, commands())])
def test_what_is_no_network_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for spec in SPECS:
        check_refused([name, *ARGUMENTS[name][1:], "--", spec], capsys)


def options(name: str) -> list[click.Option]:
    found = commands()[name].load()
    return [each for each in found.params if isinstance(each, click.Option) and not each.is_flag]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("point", NUMBERS),
        *((name, NUMBERS_OF_MOST) for name in commands() if name != "point"),
        *(pytest.param(name, NUMBERS, marks=pytest.mark.slow) for name in commands()),
    ],
)
def test_numbers_of_options_are_read_or_refused(
    name: str, values: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of every option that is a number, a choice or the like; text is anything."""
    for option in options(name):
        if isinstance(option.type, click.Path | click.types.StringParamType):
            continue
        for value in values:
            check_refused([name, *ARGUMENTS.get(name, []), option.opts[0], value], capsys)


@pytest.mark.parametrize("name", commands())
def test_files_that_cannot_be_written_are_refused_before_the_work(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in options(name):
        if isinstance(option.type, click.Path):
            for value in NAMES:
                check_refused([name, *ARGUMENTS.get(name, []), option.opts[0], value], capsys)


@pytest.mark.parametrize("command", ["add", "revoke"])
def test_names_of_keys_are_read_or_refused(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("", " ", "a" * 5000, "\x1b[31m", "²"):
        check(run(["keys", command, "--", name]), capsys.readouterr().err)


@pytest.mark.parametrize(
    "arguments",
    [["nothing"], ["--nothing"], ["curve"], ["keys", "nothing"], ["é"], ["a" * 5000]],
)
def test_what_is_no_command_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    check(run(arguments), capsys.readouterr().err)


@pytest.mark.parametrize(
    "error",
    [
        OverflowError("Python int too large to convert to C long"), IndexError("list index"),
        KeyError("x"), AttributeError("'list' object has no attribute 'get'"), MemoryError(),
        RecursionError("maximum recursion depth"), OSError(28, "No space left on device", "x"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), Exception(),
    ],
)  # fmt: skip
def test_errors_that_nobody_foresaw_are_told_without_their_class(error: Exception) -> None:
    told = as_failure(error).message
    assert fault(error) in told
    assert type(error).__name__ not in told


# ---- what is written, and where --------------------------------------------------


def shell(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", f'A() {{ {" ".join(COMMAND)} "$@"; }}; {script}'],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        cwd=Path.cwd(),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        check=False,
    )


@pytest.mark.parametrize(
    ("script", "code"),
    [
        (f"A links {RING} | true; exit ${{PIPESTATUS[0]}}", 1),  # nobody reads on
        ("A --help | true; exit ${PIPESTATUS[0]}", 1),
        (f"A links {RING} >&-", 0),
        (f"A links {RING} 2>&-", 0),
        ("A links torus 2>&-", 2),
        ("A links $'\\x80'", 2),  # a byte that is no text
        (f"A point {RING} --alpha $'\\x80'", 2),
        (f"A links {RING} >/dev/full", 1),
        ("A --help >/dev/full", 1),
        (f"A describe {RING} </dev/null", 0),
    ],
)
def test_streams_that_are_closed_or_full(script: str, code: int) -> None:
    ended = shell(script)
    assert ended.returncode in ({code, 0} if "| true" in script else {code}), ended.stderr
    assert not CLASS_NAME.search(ended.stderr), ended.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "dumb", "COLUMNS": "1"},
        pytest.param({"TERM": "", "NO_COLOR": "1"}, marks=pytest.mark.slow),
    ],
    ids=["no UTF-8", "one column", "no terminal"],
)
def test_surroundings_that_are_poor(environment: dict[str, str]) -> None:
    ended = shell(f"A point --help && A describe {RING} && A links torus", **environment)
    assert ended.returncode == 2
    assert ended.stderr.startswith("alphacut: topology")
    assert not CLASS_NAME.search(ended.stderr)


def test_devices_and_pipes_are_written_to_and_stay_what_they_are(folder: Path) -> None:
    """A file is put into place whole, which would replace a device by a file."""
    os.mkfifo(folder / "pipe")
    ended = shell(f"cat pipe & A cables {RING} --out pipe && wait")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("cable,")
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)


def test_a_link_to_a_file_stays_a_link(folder: Path) -> None:
    (folder / "there").write_text("before", encoding="utf-8")
    (folder / "link").symlink_to("there")
    assert run(["cables", RING, "--out", "link"]) == 0
    assert (folder / "link").is_symlink()
    assert (folder / "there").read_text(encoding="utf-8").startswith("cable,")
