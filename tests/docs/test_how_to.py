"""The programs of the pages "How do I ..." run, and the pages show them as they are."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import pytest

from omnigym.baselines.agent import make_agent
from omnigym.errors import CheckpointError
from tests.docs.examples import ROOT, blocks, page

PROGRAMS = ROOT / "examples" / "how_to"
PAGES = sorted(path.name for path in (ROOT / "docs" / "how").glob("*.md"))


def load(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, PROGRAMS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("my_task_file", {}, True),
        ("phone_and_desktop", {}, 1.0),
        ("record_and_read", {}, ["Press", "Type", "Press"]),
        ("without_a_screen", {}, Path("runs/without-a-screen/episode.gif")),
        ("what_scores_mean", {"episodes": 2}, {"noop": 0.0, "random": 0.0, "oracle": 1.0}),
        ("evaluate_my_model", {"episodes": 2}, 0.0),
        ("sixteen_environments", {"steps": 2, "num_envs": 2}, 0),
    ],
)
def test_programs(
    name: str, arguments: dict[str, Any], result: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert load(name, monkeypatch).main(**arguments) == result
    for file in (result,) if isinstance(result, Path) else ():
        assert file.stat().st_size > 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "needs", "arguments"),
    [
        ("train_torchrl", "torchrl", {"steps": 16, "frames": 16}),
        ("train_rllib", "ray.rllib", {"iterations": 1, "runners": 0, "batch": 64, "episodes": 1}),
        (
            "train_rllib",
            "ray.rllib",
            {"iterations": 1, "runners": 0, "batch": 64, "episodes": 1, "cluster": "ray:local"},
        ),
    ],
)
def test_learners(
    name: str, needs: str, arguments: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(needs, reason=f"the program is for those who have {needs}")
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of libraries that are not ours
        found = load(name, monkeypatch).main(**arguments)
    assert found == found, "a number"


@pytest.mark.slow
def test_stable_baselines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    monkeypatch.chdir(tmp_path)
    load("train_sb3", monkeypatch).main(steps=8, num_envs=2, rollout=4, episodes=1)
    other = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", observation="a11y", sizes={"nodes": 64})
    with pytest.raises(CheckpointError, match="another action space"):
        make_agent("sb3:model.zip", trust=True).wrap(other)


@pytest.mark.slow
def test_plain_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    monkeypatch.chdir(tmp_path)
    rates = load("train_sb3_ranked", monkeypatch).main(steps=8, num_envs=2, rollout=4, episodes=1)
    assert list(rates) == ["sb3:ranked.zip", "first_rank", "first_rank:turn", "random:ranked"]
    assert 0 <= load("train_plain_ppo", monkeypatch).main(steps=8, num_envs=2, rollout=4) <= 1


def test_every_program_is_on_a_page_as_it_is() -> None:
    shown = {b.path: b.text for name in PAGES for b in blocks(page(f"docs/how/{name}"), "python") if b.path}
    assert {path.relative_to(ROOT).as_posix() for path in PROGRAMS.glob("*.py")} <= set(shown)
    stale = [path for path, text in shown.items() if (ROOT / path).read_text(encoding="utf-8") != text]
    assert stale == [], "python docs/gen.py brings the pages up to date"
