"""The user guide names everything that users can say, with the defaults that it has."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import click
import pytest

from alphacut.arrangements.formats.exchange.catalogue import BY_NAME as EXCHANGE
from alphacut.arrangements.formats.spec import read
from alphacut.arrangements.formats.spec._files import TRUTHS
from alphacut.arrangements.formats.spec.families import FAMILIES, all_models
from alphacut.arrangements.links.catalogue import CATALOGUE
from alphacut.arrangements.presets import PRESETS
from alphacut.service.app import ROUTES as MODULES
from alphacut.service.cli.main import commands
from alphacut.service.problems import URN
from alphacut.service.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (
    "installing", "networks", "command-line", "page", "http-api", "documents", "operating",
)  # fmt: skip
GUIDE = "".join((DOCS / f"{page}.md").read_text(encoding="utf-8") for page in PAGES)
ROUTES = [
    (method, route.path)
    for module in MODULES
    for route in module.router.routes
    if getattr(route, "include_in_schema", False)
    for method in sorted(getattr(route, "methods", ()))
]


def sections() -> dict[str, str]:
    """The text below each heading of the guide, by the heading; comments of code are none."""
    text = re.sub(r"^```.*?^```", lambda code: code[0].replace("\n#", "\n #"), GUIDE,
                  flags=re.MULTILINE | re.DOTALL)  # fmt: skip
    parts = re.split(r"^#{1,4} (.*)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def naming() -> str:
    """The page on specs, with all its sections."""
    return (DOCS / "networks.md").read_text(encoding="utf-8")


def test_the_index_lists_every_page() -> None:
    index = (DOCS / "user-guide.md").read_text(encoding="utf-8")
    assert [page for page in PAGES if f"]({page}.md)" not in index] == []


@pytest.mark.parametrize("name", commands())
def test_every_option_is_named(name: str) -> None:
    [text] = [h + text for h, text in sections().items() if f"`alphacut {name}" in h]
    if name == "point":  # has those of curve
        text += sections()["`alphacut curve SPEC...`"]
    command = commands()[name].load()
    assert isinstance(command, click.Command)
    options = [p for p in command.params if isinstance(p, click.Option)]
    flags = [flag for option in options for flag in option.opts if flag.startswith("--")]
    assert [flag for flag in flags if not re.search(rf"{flag}\b", text)] == []


@pytest.mark.parametrize(("name", "field"), Settings.model_fields.items())
def test_every_setting_is_listed_with_its_default(name: str, field: object) -> None:
    row = next(line for line in GUIDE.splitlines() if f"| `ALPHACUT_{name.upper()}` |" in line)
    default = getattr(field, "default", None)
    if isinstance(default, int | float | str):
        written = f"{default:g}" if isinstance(default, float) else str(default)
        assert f"| `{written}` |" in row


def test_every_setting_that_is_listed_exists() -> None:
    rows = re.findall(r"^\| `ALPHACUT_(\w+)` \|", GUIDE, flags=re.MULTILINE)
    assert {row.lower() for row in rows} == set(Settings.model_fields)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_route_is_named(method: str, path: str) -> None:
    shown = path.replace("{job_id}", "{id}")
    last = f"…/{shown.rpartition('/')[2]}"
    assert f"`{method} {shown}`" in GUIDE or f"`{last}`" in GUIDE


def problem_names() -> set[str]:
    """Return the names of all problems that the service makes."""
    return {
        text.value
        for file in (DOCS.parent / "service").rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id == "Problem"
        for each in call.keywords
        if each.arg == "name"
        for text in ast.walk(each.value)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    }


def test_every_problem_is_named() -> None:
    """Programs tell problems apart by these names."""
    names = problem_names()
    assert {"not-yours", "no-result-yet", "no-result", "invalid-request"} <= names
    table = sections()["The HTTP API"]
    rows = "\n".join(re.findall(r"^\| [345]\d\d.*", table, re.MULTILINE))
    told = set(re.findall(r"`([a-z-]+)`", rows))
    assert names | {"not-found", "method-not-allowed"} <= told
    assert URN in table


@pytest.mark.parametrize("model", all_models(), ids=lambda m: str(m.model_fields["family"].default))
def test_every_family_and_its_fields_are_named(model: type) -> None:
    text = naming()
    for name, field in model.model_fields.items():  # type: ignore[attr-defined]
        assert f"`{field.default if name == 'family' else name}`" in text


def test_every_preset_and_format_is_named() -> None:
    assert [each.name for each in PRESETS if f"`{each.name}`" not in naming()] == []
    table = sections()["Formats"]
    assert [name for name in (*EXCHANGE, "json") if f"| `{name}` |" not in table] == []


@pytest.mark.parametrize("option", TRUTHS)
def test_every_option_of_files_is_named(option: str) -> None:
    assert f"| `{option}=" in sections()["How files are read"]


def test_every_arrangement_is_named() -> None:
    text = naming()
    assert [each.name for each in CATALOGUE if f"`{each.name}`" not in text] == []


def test_specs_of_the_guide_can_be_read_and_both_forms_agree() -> None:
    table = re.findall(r"`(\{.*?\})`<br>`(\w+:.*?)`", GUIDE)
    assert len(table) == len(FAMILIES) - 3  # graphs, port maps and link lists have no short form
    for written, short in table:
        assert read(written) == read(short)


@pytest.mark.parametrize("block", re.findall(r"```json\n(.*?)```", GUIDE, flags=re.DOTALL))
def test_examples_in_json_are_json(block: str) -> None:
    found = json.loads(block)
    if "family" in found:
        network = read(block).build()
        assert network.switches == found.get("switches", network.switches)
