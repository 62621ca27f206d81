"""The files for operators: dashboard, alerts, unit and proxy name what there is."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from contextlib import closing
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from alphacut.jobs.store import SqlStore
from alphacut.service.access import BindRefused, check_bind
from alphacut.service.metrics import Figures
from alphacut.service.settings import Settings

FOLDER = Path(__file__).parents[2] / "docs" / "operations"
RULES = FOLDER / "alerts.yml"
ANSWER = {"alpha": "1", "engine": "sweep", "seconds": 0.5, "proof": "certificate"}


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all figures of a service that has answered one request and one point."""
    file = tmp_path_factory.mktemp("figures") / "jobs.sqlite3"
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        store.submit("bisection-curve", {"topology": {}})
        claim = store.claim("worker", 60)
        assert claim
        store.add_answer(claim, ANSWER, progress=None, seconds=1)
        known = Figures(store)
        known.requests.count("GET", None, 200, 0.1)
        return set(re.findall(r"^(alphacut_\w+)", known.text().decode(), flags=re.MULTILINE))


def expressions() -> list[str]:
    """All that the dashboard and the rules ask Prometheus for."""
    dashboard = json.loads((FOLDER / "grafana.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    groups = YAML(typ="safe").load(RULES)["groups"]
    return [*asked, *(rule["expr"] for group in groups for rule in group["rules"])]


@pytest.mark.parametrize("expression", expressions())
def test_every_figure_that_is_asked_for_exists(expression: str, figures: set[str]) -> None:
    named = set(re.findall(r"alphacut_\w+", expression))
    assert named <= figures
    assert named or expression.startswith("up{")


def test_every_figure_of_work_is_on_the_dashboard(figures: set[str]) -> None:
    shown = {name for each in expressions() for name in re.findall(r"alphacut_\w+", each)}
    counted = {name for name in figures if not name.endswith(("_created", "_count", "_sum"))}
    assert counted == shown


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is in Debian's prometheus")
def test_prometheus_takes_the_rules() -> None:
    checked = subprocess.run(
        ["promtool", "check", "rules", str(RULES)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_alert_is_explained() -> None:
    page = (FOLDER / "monitoring.md").read_text(encoding="utf-8")
    alerts = re.findall(r"alert: (\w+)", RULES.read_text(encoding="utf-8"))
    assert [name for name in alerts if f"`{name}`" not in page] == []


def test_the_settings_of_the_unit_exist() -> None:
    lines = (FOLDER / "alphacut.env").read_text(encoding="utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert set(given) <= {f"ALPHACUT_{name.upper()}" for name in Settings.model_fields}
    short = {name.removeprefix("ALPHACUT_").lower(): value for name, value in given.items()}
    assert Settings.model_validate(short).workers == 2


def test_the_unit_starts_the_service() -> None:
    unit = ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(FOLDER / "alphacut.service")
    assert unit["Service"]["ExecStart"].endswith("alphacut serve")
    assert unit["Service"]["EnvironmentFile"] == "/etc/alphacut.env"


def commands(name: str) -> list[str]:
    """The lines of a page's blocks for the shell."""
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("name", ["systemd-and-proxy", "upgrade"])
def test_what_is_installed_can_serve(name: str) -> None:
    [line] = [line for line in commands(name) if "pip install" in line]
    wheel = shlex.split(line, comments=True)[-1]
    assert re.fullmatch(r"alphacut-[\d.]+-py3-none-any\.whl\[service\]", wheel)


def test_the_first_key_is_made_before_the_service_starts(tmp_path: Path) -> None:
    lines = commands("systemd-and-proxy")
    [folder] = [place for place, line in enumerate(lines) if "install -d" in line]
    [key] = [place for place, line in enumerate(lines) if "keys add" in line]
    [start] = [place for place, line in enumerate(lines) if "systemctl enable --now" in line]
    assert folder < key < start

    settings = (FOLDER / "alphacut.env").read_text(encoding="utf-8")
    own = tmp_path / "alphacut.env"
    own.write_text(settings.replace("/var/lib/alphacut", str(tmp_path)), encoding="utf-8")
    here = lines[key].removeprefix("sudo -u alphacut ").replace("/etc/alphacut.env", str(own))
    here = here.replace("/opt/alphacut/bin", str(Path(sys.executable).parent))
    subprocess.run(here, shell=True, check=True, capture_output=True)
    with closing(SqlStore(f"sqlite:///{tmp_path}/alphacut.sqlite3")) as store:
        check_bind(Settings(require_key="yes"), store)
        [made] = store.keys.list()
        store.keys.revoke(made.id)
        with pytest.raises(BindRefused):
            check_bind(Settings(require_key="yes"), store)
