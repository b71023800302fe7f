"""What the README says is so: its code runs, its tables are complete."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import gymnasium
import pytest

import omnigym.wrappers
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.envs import OmniEnv
from omnigym.errors import CheckpointError, ConfigError
from omnigym.tasks import subtask as subtasks
from omnigym.tasks.task import Task, TaskNode
from tests.docs.examples import ROOT, blocks, page

README = page("README.md")
LEARN, TRAIN, SUBTASK = (block.text for block in blocks(README, "python"))


def table(heading: str) -> set[str]:
    """The names in the first column of the table under a heading."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+)`", section, re.MULTILINE))


@pytest.mark.slow
def test_the_lines_that_learn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    code = LEARN.replace("epochs=12", "epochs=1, processes=1").replace("episodes=50", "episodes=2")
    exec(code.replace("app:file_manager", "subtask:files/delete"), {})  # noqa: S102 - our own README
    assert 0.0 <= float(capsys.readouterr().out.split()[-1]) <= 1.0
    assert (tmp_path / "runs" / "ten-lines" / "model.safetensors").is_file()


@pytest.mark.slow
def test_the_lines_that_train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    monkeypatch.chdir(tmp_path)
    code = TRAIN.replace("verbose=1", "n_steps=32, batch_size=32").replace("50_000", "32")
    assert code.count("32") == 3
    exec(code, {})  # noqa: S102 - our own README
    # Stable-Baselines3's own file, which is a pickle: it is played only where somebody trusts it
    with pytest.raises(ConfigError, match="--trust"):
        make_agent("sb3:model.zip")
    env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", observation="a11y", max_steps=3)
    (record,) = run_episodes(env, make_agent("sb3:model.zip", trust=True), 1)
    assert record.actions == 3 or record.success
    with pytest.raises(CheckpointError, match="another action space"):
        make_agent("sb3:model.zip", trust=True).wrap(gymnasium.make(str(env.spec and env.spec.id), sizes={"nodes": 64}))


def test_the_lines_that_add_a_subtask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtasks, "_SUBTASKS", dict(subtasks._SUBTASKS))
    exec(SUBTASK, {})  # noqa: S102 - our own README
    task = Task(id="readme", nodes=(TaskNode("1", "files/year-folder", {"year": "2024"}),))
    env = OmniEnv("sim", tasks=task, observation="a11y")
    (record,) = run_episodes(env, make_agent("oracle"), 1)
    env.close()
    assert record.success


def test_what_a_reader_copies_imports_nothing_private() -> None:
    read = [ROOT / "README.md", *(ROOT / "docs" / "how").rglob("*.md"), *(ROOT / "examples").rglob("*.[pi]*")]
    private = re.compile(r"(?:from|import) omnigym[\w.]*\._\w+|from omnigym[\w.]* import .*\b_[a-z]\w*")
    assert len(read) > 10
    assert {p.name: found for p in read if p.is_file() and (found := private.findall(p.read_text()))} == {}


def test_the_table_of_ids() -> None:
    assert table("Environments") == {i for i, s in gymnasium.registry.items() if "omnigym" in str(s.entry_point)}


def test_the_page_of_wrappers_has_them_all(tmp_path: Path) -> None:
    gen = runpy.run_path("docs/gen.py")
    gen["wrappers"](tmp_path)
    wrappers = (getattr(omnigym.wrappers, n) for n in omnigym.wrappers.__all__)
    listed = re.findall(r"^\| \[`([^`]+)`", (tmp_path / "index.md").read_text(), re.MULTILINE)
    assert set(listed) == {w.__name__ for w in wrappers if issubclass(w, gymnasium.Wrapper)}
