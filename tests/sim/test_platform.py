"""Platforms and their apps are found by looking through packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from omnigym.errors import UnknownNameError
from omnigym.sim.catalogue import Catalogue, declared_apps
from omnigym.sim.platform import platform_of

_APP = """
from omnigym.sim.windows.apps.dialogs import common

APPS = (common.APPS[0]._replace(name={!r}),)
"""


@pytest.mark.parametrize("name", ["windows", "android", "linux"])
def test_a_platform_is_a_package_with_a_declaration(name: str) -> None:
    assert platform_of(name).name == name


@pytest.mark.parametrize("name", ["ui", ""])
def test_a_package_without_one_is_no_platform(name: str) -> None:
    with pytest.raises(UnknownNameError, match=r"android.*linux.*windows"):
        platform_of(name)


def test_nothing_of_other_platforms_is_imported() -> None:
    script = (
        "import sys; from omnigym.sim.platform import platform_of; platform_of('android').apps();"
        "print([m for m in sys.modules if m.startswith('omnigym.sim.windows.')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def _package(root: Path, name: str, **modules: str) -> str:
    for path, app in modules.items():
        file = root / name / f"{path.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / "__init__.py").touch()
        (root / name / "__init__.py").touch()
        file.write_text(_APP.format(app))
    return name


def test_apps_are_found_in_modules_and_packages_by_dotted_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    shell = _package(tmp_path, "a_shell", bar="bar")
    apps = _package(tmp_path, "some_apps", word__app="word", excel__app="excel", notepad="notepad")
    assert [app.name for _, app in declared_apps(shell, apps)] == ["bar", "excel", "notepad", "word"]


def test_two_apps_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    catalogue = Catalogue(_package(tmp_path, "twice", one__app="word", two__app="word"), "one", "two")
    with pytest.raises(ValueError, match="'word'"):
        list(catalogue.apps)
