"""The pages for contributors hold: their files are new ones, linted and typed, and their tests pass."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.proofs.verify import verify
from omnigym.tasks.task_file import loads_task
from tests.docs.examples import ROOT, blocks, files_of, page, write_files

#: They start pytest and mypy, which import everything: on a busy machine that takes long.
pytestmark = pytest.mark.timeout(1800)
PAGES = ("new-app", "new-device", "new-setup-step", "new-wrapper", "tasks")

#: Tests that ask something of every app, subtask or module.
HOUSE = (
    "tasks/apps/test_subtasks.py",
    "tasks/test_suites_proved.py",
    "sim/test_messages.py",
    "test_exported_members.py",
    "test_readme.py",
    "wrappers/test_devices.py",
)
#: Those of them that ask all at once.
AT_ONCE = (
    *("test_messages", "test_every_module", "test_parameters_are_many"),
    *("test_the_page_of_wrappers_has_them_all", "ActionCost"),
)


def files(name: str) -> dict[str, str]:
    return files_of(page(f"docs/{name}.md"))


ALL = {path: text for name in PAGES for path, text in files(name).items()}


def run(*command: str, cwd: Path, **env: str) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def run_tests(folder: Path, *arguments: str) -> None:
    """With the files of a folder laid over the package."""
    options = ("-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder))
    run("-m", "pytest", "-p", "tests.docs.examples", *options, *arguments, cwd=folder, OMNIGYM_LAID_OVER=str(folder))


def test_their_tests_pass_and_so_do_those_of_the_house(tmp_path: Path) -> None:
    """Their own, and those that ask something of every module and subtask: in one process, which starts once."""
    write_files(ALL, tmp_path)
    own = [path for path in ALL if path.startswith("tests/")]
    assert all(any(path in files(name) for path in own) for name in PAGES)
    subtasks = re.findall(r'^(?:    id="(?=.+",$)|\["(?=.+"\]$))([\w/-]+)', "".join(ALL.values()), re.MULTILINE)
    assert subtasks
    run_tests(
        tmp_path,
        "-k",
        " or ".join([*[Path(path).stem for path in own], *subtasks, *AT_ONCE]),
        *[str(tmp_path / path) for path in own],
        *[str(ROOT / "tests" / n) for n in HOUSE],
    )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_no_file_of_another_one(name: str) -> None:
    """Their tests run side by side, where each would find what the others bring."""
    others = {path for path in ALL if path not in files(name) and path.startswith("omnigym/")}
    modules = {path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".") for path in others}
    ids = {found for path in others for found in re.findall(r'\["([\w-]+/[\w-]+)"\]|\bid="([\w/-]+)"', ALL[path])}
    text = "".join(files(name).values())
    assert [m for m in modules if re.search(rf"\b{re.escape(m)}\b", text)] == []
    assert [i for found in ids for i in found if i and f'"{i}' in text] == []


def test_they_touch_no_file_that_is_there() -> None:
    assert len(ALL) == sum(len(files(name)) for name in PAGES), "two pages have a file of one name"
    assert [path for path in ALL if (ROOT / path).exists()] == []


def test_they_are_linted(tmp_path: Path) -> None:
    write_files(ALL, tmp_path)
    config = str(ROOT / "pyproject.toml")
    run("-m", "ruff", "check", "--no-cache", "--config", config, ".", cwd=tmp_path)
    run("-m", "ruff", "format", "--no-cache", "--check", "--config", config, ".", cwd=tmp_path)


@pytest.mark.slow
def test_their_types_and_imports_hold(tmp_path: Path) -> None:
    """In a copy of the package, with the repository's cache of types where there is one: it has the same paths.

    Without that cache it takes minutes, so `scripts/test.sh` runs it behind the check of types that makes it.
    """
    shutil.copytree(ROOT / "omnigym", tmp_path / "omnigym", ignore=shutil.ignore_patterns("__pycache__"))
    modules = [p for p in ALL if p.startswith("omnigym/") and p.endswith(".py")]
    write_files(ALL, tmp_path)
    for name in ("pyproject.toml", "setup.cfg"):
        shutil.copy(ROOT / name, tmp_path)
    run("-m", "mypy", "--cache-dir", str(ROOT / ".mypy_cache"), *modules, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    run("-c", lint, cwd=tmp_path, PYTHONPATH=str(tmp_path))


def test_the_task_file_is_proved() -> None:
    (example,) = blocks(page("docs/tasks.md"), "json")
    (proof,) = verify([loads_task(example.text)], SimDevice)
    assert proof.failures == ()
