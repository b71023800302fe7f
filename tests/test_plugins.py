"""Plugins: from a module's name, a file or a folder, in this process and those below it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.errors import ConfigError
from omnigym.plugins import plugins, use_plugins
from omnigym.tasks import subtask as subtasks
from omnigym.tasks.registry import all_subtasks, get_subtask
from omnigym.tasks.suites import suite_tasks

SUBTASK = """
from omnigym.tasks.subtask import Condition, subtask

@subtask(
    id="{name}/make-folder", app="file_manager", instruction="Make the folder {{name}}.",
    parameters=({{"name": "Plans"}},), conditions=(Condition("folder_exists", {{"path": "{{name}}"}}),),
)
def make_folder(ui, name):
    yield ui.press("n", "ctrl", "shift")
"""


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What a test registers is gone after it."""
    all_subtasks(None)  # with the collections that are loaded late: they are loaded once in a process
    suite_tasks.cache_clear()
    monkeypatch.setattr(subtasks, "_SUBTASKS", dict(subtasks._SUBTASKS))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    monkeypatch.setenv("OMNIGYM_PLUGINS", "")
    monkeypatch.chdir(tmp_path)
    yield
    suite_tasks.cache_clear()


@pytest.mark.parametrize("name", ["mine_{n}", "mine_{n}.py", "{cwd}/mine_{n}.py", "./folder_{n}"])
def test_a_module_a_file_or_a_folder_is_imported(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    n = str(abs(hash(name)))
    (tmp_path / f"mine_{n}.py").write_text(SUBTASK.format(name=n))
    (tmp_path / f"folder_{n}").mkdir()
    (tmp_path / f"folder_{n}" / "inner.py").write_text(SUBTASK.format(name=n))
    use_plugins(name.format(n=n, cwd=tmp_path))
    assert get_subtask(f"{n}/make-folder")
    assert len(plugins()) == 1


def test_processes_that_are_started_know_it_too(tmp_path: Path) -> None:
    (tmp_path / "mine_below.py").write_text(SUBTASK.format(name="below"))
    use_plugins("mine_below.py")
    code = "import omnigym; from omnigym.tasks.registry import get_subtask; print(get_subtask('below/make-folder').id)"
    env = {**os.environ, "PYTHONPATH": str(Path(subtasks.__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd="/", env=env, capture_output=True, text=True, check=False, timeout=100
    )
    assert done.stdout == "below/make-folder\n", done.stderr


@pytest.mark.parametrize(("name", "says"), [("no_such_plugin", "no module"), ("no/such.py", "There is no plugin")])
def test_what_is_not_there_is_said(name: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        use_plugins(name)
    assert plugins() == ()


def test_a_file_that_is_called_as_another_module_is_refused(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("")
    with pytest.raises(ConfigError, match="Rename it"):
        use_plugins("./json.py")


def test_what_a_plugin_lacks_itself_comes_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine_lacking.py").write_text("import no_such_package")
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        use_plugins("mine_lacking.py")
