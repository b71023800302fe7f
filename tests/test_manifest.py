"""Manifests: what they name is there, and a benchmark of one's own is found by its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from omnigym.discovery import resolve
from omnigym.errors import ConfigError
from omnigym.manifest import Manifest, manifests, read_manifest, suites

_PLACES = [
    *[(s.name, place) for s in suites().values() for place in (s.tasks, s.find, s.using, s.require) if place],
    *[(k.name, p) for m in manifests() for k in m.keys for p in (k.texts, k.word, k.draws) if p],
    *[(e.name, e.entry_point) for m in manifests() for e in m.environments if e.entry_point],
    *[(f.name, p) for m in manifests() for f in m.folders for p in (f.tasks, f.left_out, f.census, f.tree) if p],
    *[(r.name, p) for m in manifests() for r in m.reports for p in (r.table, r.show, r.csv) if p],
    *[(name, place) for m in manifests() for of in m.commands.values() for name, place in of.items()],
    *[("summary", m.summary) for m in manifests() if m.summary],
]


@pytest.mark.parametrize(("name", "place"), _PLACES, ids=[place for _, place in _PLACES])
def test_what_they_name_is_there(name: str, place: str) -> None:
    assert callable(resolve(place)), name


def test_prefixes_tell_suites_apart() -> None:
    prefixes = [s.prefix for s in suites().values()]
    assert len(set(prefixes)) == len(prefixes)
    assert not [(a, b) for a in prefixes for b in prefixes if a and a != b and b.startswith(a)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[suites.mine]\ntask = "a:b"', r"\[suites.mine\] has no key task"),
        ("[suites.mine]\naside = true", "cannot be read"),
        ("[suite.mine]", "cannot be read"),
        ("suites = 3", "cannot be read"),
        ("suites = [", "cannot be read"),
    ],
)
def test_a_wrong_one_is_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text(text)
    with pytest.raises(ConfigError, match=said):
        read_manifest(tmp_path / "manifest.toml")


def test_an_empty_one_adds_nothing(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text("")
    assert read_manifest(tmp_path / "manifest.toml") == Manifest()


_MANIFEST = """
[suites.mine]
tasks = "mybench.tasks:mine"
prefix = "mine/"
aside = true
environments = ["Mine-v0"]

[keys.colour]
texts = "mybench.tasks:colours"

[environments.Mine-v0]
platform = "windows"
arguments = { tasks = "suite:mine" }
"""
_TASKS = """
from dataclasses import replace
from omnigym.tasks.suites import load_task

def mine(platform):
    return tuple(replace(load_task("files/create-folder@0"), id=f"mine/{c}", suite="mine") for c in ("red", "blue"))

def colours(task):
    return (task.id.partition("/")[2],) if task.suite == "mine" else ()
"""
_PROGRAM = """
import gymnasium, omnigym
from omnigym.tasks import list_tasks, load_task
print([t.id for t in list_tasks("suite:mine colour:blue")], load_task("mine/red").suite)
print(not [t for t in list_tasks("app:file_manager") if t.suite == "mine"])
print(gymnasium.make("Mine-v0").reset(seed=0)[1]["task_id"].partition("/")[0])
"""


def test_a_benchmark_of_ones_own_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mybench"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "tasks.py").write_text(_TASKS)
    (folder / "manifest.toml").write_text(_MANIFEST)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _PROGRAM],
        env=os.environ | {"OMNIGYM_PLUGINS": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["['mine/blue'] mine", "True", "mine"], done.stderr
