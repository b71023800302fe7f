"""The lists of apps hold what the modules declare, and an environment imports no more than it uses."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from omnigym.sim.app import App
from omnigym.sim.catalogue import Catalogue, Declaration, declared_apps
from omnigym.sim.paint.artwork import ARTWORK
from omnigym.sim.paint.pen import Pen
from scripts.list_apps import catalogues, lines

CATALOGUES = {catalogue.platform.rpartition(".")[2]: catalogue for catalogue in catalogues()}
#: What a module of an app is called whose import means that the app is used.
USED = (".app", ".view", ".commands")

START = """
import sys
import gymnasium
env = gymnasium.make({id!r}, tasks={tasks!r}, observation="a11y", **{options!r})
env.reset(seed=0)
print(*sys.modules)
"""


@pytest.fixture(params=CATALOGUES)
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return CATALOGUES[request.param]


def of(catalogue: Catalogue) -> dict[str, App]:
    return {app.name: app for _, app in declared_apps(*catalogue.packages)}


def test_a_list_is_what_the_modules_declare(catalogue: Catalogue) -> None:
    assert catalogue.file.read_text(encoding="utf-8") == lines(catalogue), "run python scripts/list_apps.py"


def test_apps_are_those_of_the_modules_in_their_order(catalogue: Catalogue) -> None:
    apps = of(catalogue)
    assert list(catalogue.apps) == list(apps)
    assert all(catalogue.apps[name] is app for name, app in apps.items())


def test_places_hold_what_the_app_has(catalogue: Catalogue) -> None:
    for declared in catalogue.apps.declarations.values():
        app = catalogue.apps[declared.name]
        if declared.initial:
            assert catalogue.apps.value(app.name, declared.initial, lambda own: own.initial) is app.initial
        for name, place in declared.art:
            at = catalogue.apps.value(app.name, place, lambda own, name=name: own.art[name])  # type: ignore[misc]
            assert at is app.art[name] or place.endswith("]"), name
            ours, listed = Pen(16), Pen(16)
            app.art[name](ours)
            ARTWORK[name](listed)
            assert ours.image.tobytes() == listed.image.tobytes(), name


def test_apps_agree_about_what_they_share(catalogue: Catalogue) -> None:
    for app in of(catalogue).values():
        assert {key: catalogue.styles[key] for key in app.styles} == app.styles
        for source in app.tables:
            found = catalogue.apps.tables[source.address]
            facts = (found.path, found.key, found.of, dict(found.usual))
            assert facts == (source.path, source.key, source.of, dict(source.usual))
            assert (found.content, found.insert) == (source.content, source.insert)


def test_threads_that_ask_at_once_get_the_same_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Since Python 3.12 `cached_property` has no lock of its own."""
    monkeypatch.setattr("omnigym.sim.paint.artwork.ARTWORK", {})
    both = threading.Barrier(2)

    class Asked(Catalogue):
        def _declarations(self) -> Iterator[Declaration]:
            with suppress(threading.BrokenBarrierError):
                both.wait(0.5)  # nobody else may come here meanwhile
            return super()._declarations()

    asked = Asked(CATALOGUES["android"].platform)
    asked.packages = CATALOGUES["android"].packages
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(lambda _: asked.apps, range(2))
    assert one is other


def test_an_app_that_is_not_listed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "a_platform"
    (package / "apps").mkdir(parents=True)
    text = (
        "from omnigym.sim.windows.apps.dialogs import date_picker\n\n"
        "APPS = (date_picker.APPS[0]._replace(name={0!r}, initial=len, art={{'{0}-icon': str}}),)\n"
    )
    for name in ("one", "two"):
        (package / "apps" / f"{name}.py").write_text(text.format(name))
    (package / "__init__.py").touch()
    (package / "apps" / "__init__.py").touch()
    moved = {"name": "two-icon", "place": "a_platform.apps.art draw"}
    listed = {
        "name": "two",
        "title": "Two",
        "module": "a_platform.apps.two",
        "art": [moved],
        "initial": "a_platform no",
    }
    gone = {"name": "three", "title": "Three", "module": "a_platform.apps.three"}
    (package / "apps.jsonl").write_text(f"{json.dumps(gone)}\n{json.dumps(listed)}\n")
    monkeypatch.syspath_prepend(tmp_path)
    apps = Catalogue("a_platform", "apps").apps
    assert list(apps) == ["one", "two"]
    assert "a_platform.apps.one" in sys.modules
    assert "a_platform.apps.two" not in sys.modules
    assert apps["two"].name == "two"
    assert apps.value("two", "a_platform no", lambda own: own.initial) is len
    assert apps.value("two", moved["place"], lambda own: own.art["two-icon"]) is str


@pytest.mark.parametrize(
    ("env_id", "tasks", "platform", "options"),
    [
        ("omnigym:OmniBench-Win11-v0", "app:spotify", "windows", {}),
        ("omnigym:OmniBench-Android-v0", "app:clock", "android", {}),
        ("omnigym:OmniBench-Linux-v0", "app:terminal", "linux", {"device": "ubuntu"}),
    ],
)
def test_nothing_is_imported_that_is_not_used(
    env_id: str, tasks: str, platform: str, options: dict[str, str], start: Callable[[str], list[str]]
) -> None:
    modules = start(START.format(id=env_id, tasks=tasks, options=options))
    others = [name for name in CATALOGUES if name != platform]
    foreign = [m for m in modules if m.startswith(tuple(f"omnigym.sim.{name}." for name in others))]
    assert [m for m in foreign if m.count(".") > 3] == []
    assert [m for m in modules if m.startswith(f"omnigym.sim.{platform}.apps.") and m.endswith(USED)] == []
    checks = [m for m in modules if m.startswith("omnigym.evaluation.checks.")]
    assert len(checks) < 30, checks
    assert "omnigym.documents.sheets" not in modules


@pytest.fixture
def start() -> Callable[[str], list[str]]:
    def run(code: str) -> list[str]:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
        return done.stdout.split()

    return run


def test_help_imports_no_command(start: Callable[[str], list[str]]) -> None:
    modules = start("import sys, omnigym.cli; print(*sys.modules)")
    assert sorted(m for m in modules if m.startswith("omnigym.cli")) == [
        "omnigym.cli",
        "omnigym.cli.root",
        "omnigym.cli.train",
    ]
    assert "omnigym.tasks" not in modules
