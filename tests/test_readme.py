"""What the README says is so: its code runs, its tables are complete."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import omnigym.wrappers
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.envs import OmniEnv
from omnigym.tasks import subtask as subtasks
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask_file import loads_subtasks
from omnigym.tasks.task import Task, TaskNode
from tests.docs.examples import ROOT, blocks, page

README = page("README.md")
LOOP, TRAIN = (block.text for block in blocks(README, "python"))
(SUBTASK,) = (block.text for block in blocks(README, "toml"))


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 120


def test_its_links_and_pictures_work_on_pypi_too() -> None:
    """A relative address is none there; that those of the repository exist, `tests/docs/test_links.py` holds."""
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", README)
    links = re.findall(r"\]\(([^)\s]*)\)", re.sub(r"^```.*?^```$", "", README, flags=re.DOTALL | re.MULTILINE))
    assert pictures and len(links) > 30 and all(link.startswith("https://") for link in links)
    assert sum(picture.endswith(".gif") for picture in pictures) == 1


def test_the_loop() -> None:
    known: dict[str, Any] = {}
    exec(LOOP, known)  # noqa: S102 - our own README
    assert known["env"].observation_space.contains(known["observation"])


@pytest.mark.slow
def test_the_lines_that_train(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    code = TRAIN.replace("steps=6_000", "steps=64, num_envs=2, rollout=16")
    code = code.replace("episodes=50", "episodes=2").replace(" / 50", " / 2")
    exec(code, {})  # noqa: S102 - our own README
    assert 0.0 <= float(capsys.readouterr().out.split()[-1]) <= 1.0
    assert (tmp_path / "runs" / "hello" / "model.safetensors").is_file()


def test_the_lines_that_add_a_subtask(monkeypatch: pytest.MonkeyPatch) -> None:
    all_subtasks(None)  # what is loaded later, once in a process, would be gone after this
    monkeypatch.setattr(subtasks, "_SUBTASKS", dict(subtasks._SUBTASKS))
    for declared in loads_subtasks(tomllib.loads(SUBTASK)).subtasks.values():
        subtasks.register(declared)
    task = Task(id="readme", nodes=(TaskNode("1", "files/year-folder", {"year": "2024"}),))
    env = OmniEnv("sim", tasks=task, observation="a11y")
    (record,) = run_episodes(env, make_agent("oracle"), 1)
    env.close()
    assert record.success


def test_what_a_reader_copies_imports_nothing_private() -> None:
    examples = [p for p in (ROOT / "examples").rglob("*") if p.suffix in (".py", ".ipynb")]
    read = [ROOT / "README.md", *(ROOT / "docs" / "how").rglob("*.md"), *examples]
    private = re.compile(r"(?:from|import) omnigym[\w.]*\._\w+|from omnigym[\w.]* import .*\b_[a-z]\w*")
    assert len(read) > 10
    assert {p.name: found for p in read if p.is_file() and (found := private.findall(p.read_text()))} == {}


def test_the_table_of_ids() -> None:
    section = README.split("## Environments\n")[1].split("\n## ")[0]
    first = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
    assert {i for cell in first for i in re.findall(r"`([\w-]+)`", cell)} == {
        i for i, s in gymnasium.registry.items() if "omnigym" in str(s.entry_point)
    }


def test_the_page_of_wrappers_has_them_all(tmp_path: Path) -> None:
    gen = runpy.run_path(str(ROOT / "docs" / "gen.py"))
    gen["wrappers"](tmp_path)
    wrappers = (getattr(omnigym.wrappers, n) for n in omnigym.wrappers.__all__)
    listed = re.findall(r"^\| \[`([^`]+)`", (tmp_path / "index.md").read_text(), re.MULTILINE)
    assert set(listed) == {w.__name__ for w in wrappers if issubclass(w, gymnasium.Wrapper)}
