"""Modules are found in their packages, and names without importing what else there is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from omnigym.discovery import NameIndex, files, load_all, modules, resolve


def test_the_indexes_are_true() -> None:
    """In a process of its own: tests register names, too."""
    script = Path(__file__).parents[1] / "scripts" / "index_names.py"
    environment = os.environ | {"PYTHONPATH": str(script.parents[1])}
    done = subprocess.run(
        [sys.executable, script, "--check"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}Run python scripts/index_names.py."


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose modules register names in its dict KNOWN."""
    folder = tmp_path / "".join(c for c in f"found_{tmp_path.name}" if c.isalnum() or c == "_")
    folder.mkdir()
    (folder / "__init__.py").write_text("KNOWN = {}\n")
    for name in ("one", "two", "three"):
        (folder / f"{name}.py").write_text(f"from {folder.name} import KNOWN\nKNOWN[{name!r}] = __name__\n")
    (folder / "inner").mkdir()
    (folder / "inner" / "__init__.py").write_text("")
    (folder / "inner" / "config.py").write_text("CONFIG = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def test_modules_are_found_by_their_files(package: Path) -> None:
    name = package.name
    assert modules(name) == tuple(f"{name}.{m}" for m in ("inner", "one", "three", "two"))
    assert modules(name, of="config") == (f"{name}.inner.config",)
    assert f"{name}.inner.config" in modules(name, deep=True)
    assert f"{name}.one" not in sys.modules
    assert [m.CONFIG for m in load_all(name, of="config")] == [1]
    assert files(name, "*/config.py") == (package / "inner" / "config.py",)
    assert resolve(f"{name}.inner.config:CONFIG") == 1
    with pytest.raises(ImportError, match="no 'NOTHING'"):
        resolve(f"{name}.inner.config:NOTHING")


@pytest.mark.parametrize(
    ("hints", "imported"),
    [
        ({"one": ["one"], "two": ["two"], "three": []}, {"two"}),  # true: its module alone
        ({"one": ["one"], "three": []}, {"two"}),  # a new module: it is looked at before all others
        ({"one": ["one", "two"], "two": [], "three": []}, {"one", "two", "three"}),  # the name has moved: all are
        ({"gone": ["two"], "one": [], "two": [], "three": []}, {"one", "two", "three"}),
        ({}, {"one", "two", "three"}),
    ],
)
def test_a_name_is_found_whatever_the_index_says(
    package: Path, hints: dict[str, list[str]], imported: set[str]
) -> None:
    file = package / "names.json"
    told = {f"{package.name}.{module}": names for module, names in hints.items()}
    file.write_text(json.dumps(told | {f"{package.name}.inner": []}))
    index, registered = NameIndex(file, package.name), resolve(f"{package.name}:KNOWN")
    index.load("two", registered)
    assert set(registered) == imported
    index.load("nothing", registered)
    assert set(registered) == {"one", "two", "three"}
