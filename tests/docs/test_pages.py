"""The pages for contributors hold: their files are new ones, linted and typed, and their tests pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.examples import ROOT, files_of, page, write_files

PAGES = ("new-app",)


def files(name: str) -> dict[str, str]:
    return files_of(page(f"docs/{name}.md"))


ALL = {path: text for name in PAGES for path, text in files(name).items()}


def run(*command: str, cwd: Path, **env: str) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT), **env}, capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("name", PAGES)
def test_its_tests_pass(name: str, tmp_path: Path) -> None:
    write_files(files(name), tmp_path)
    tests = [path for path in files(name) if path.startswith("tests/")]
    assert tests
    run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.docs.examples", "-c", str(ROOT / "pyproject.toml"),
        "--rootdir", str(tmp_path), *[str(tmp_path / path) for path in tests], cwd=tmp_path,
        OMNIGYM_LAID_OVER=str(tmp_path),
    )  # fmt: skip


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
    """In a copy of the package, with the repository's cache of types where there is one: it has the same paths."""
    shutil.copytree(ROOT / "omnigym", tmp_path / "omnigym", ignore=shutil.ignore_patterns("__pycache__"))
    modules = [p for p in ALL if p.startswith("omnigym/")]
    write_files(ALL, tmp_path)
    for name in ("pyproject.toml", "setup.cfg"):
        shutil.copy(ROOT / name, tmp_path)
    run("-m", "mypy", "--cache-dir", str(ROOT / ".mypy_cache"), *modules, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    run("-c", lint, cwd=tmp_path, PYTHONPATH=str(tmp_path))
