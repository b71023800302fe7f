"""Cloning and PPO from pixels: they see the screenshot and the instruction, and neither tree nor clipboard."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli import app
from omnigym.errors import ConfigError, RecordingError
from omnigym.evaluation.report import summarise

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.baselines.clone import CloneConfig, read_clone, train  # noqa: E402
from omnigym.baselines.clone.demonstration_dataset import Example, ExamplePlan, episode  # noqa: E402
from omnigym.baselines.clone.recorded_dataset import recorded_examples, survey_of_recorded  # noqa: E402
from omnigym.baselines.policy.batch import collate  # noqa: E402
from omnigym.baselines.policy.instruction_features import History  # noqa: E402
from omnigym.baselines.policy.modality import Senses  # noqa: E402
from omnigym.baselines.policy.tensor_file import load_policy  # noqa: E402
from omnigym.baselines.policy.view import PixelView, pixels_in_view  # noqa: E402
from omnigym.baselines.policy.vocabulary import Vocabulary  # noqa: E402
from omnigym.baselines.search.policy_guide import Policy  # noqa: E402
from omnigym.wrappers import CellActions, GrayscaleScreenshot, ResizeScreenshot  # noqa: E402
from omnigym.wrappers.cells import CellCodec  # noqa: E402
from omnigym.wrappers.node_layout import NODE_VERBS  # noqa: E402

TASK = "text/append-line@0"
SENSES = Senses((64, 48), 8)
QUICK = CloneConfig(
    tasks=f"id:{TASK}",
    split=None,
    observation="pixels",
    screen=(64, 48),
    width=8,
    epochs=80,
    batch=4,
    learning_rate=1e-2,
    hidden=0.0,
    missed=0.0,
    astray=0,
    torn=0,
    varied=0,
    reworded=0,
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = train(dataclasses.replace(QUICK, out=tmp_path_factory.mktemp("pixels")))
    assert path is not None
    return path


def _env(**made: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make("OmniBench-Win11-v0", tasks=f"id:{TASK}", max_steps=12, **made)


def _examples(words: Vocabulary) -> list[Example]:
    env = SENSES.space(_env(**SENSES.make()))
    return episode(env, TASK, words, ExamplePlan(0))


def test_it_does_what_the_oracle_did_by_the_screen_alone(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = make_agent(f"clone:{model}")
    env = _env(observation=agent.observation)
    monkeypatch.setattr(env.unwrapped, "a11y", lambda: pytest.fail("it read the tree"))
    assert env.observation_space["screenshot"].shape == (768, 1024, 3)  # type: ignore[index] # it is scaled by the agent
    assert summarise(list(run_episodes(env, agent, 1)))["success_rate"] == 1.0


def test_of_another_screen_it_does_something_else(model: Path) -> None:
    """So it does look: the choice is not by the number of steps."""
    saved = read_clone(model)
    policy, words = saved.document.policy(), Vocabulary(saved.document.words)
    load_policy(policy, saved)
    first = _examples(words)[0].view
    assert isinstance(first, PixelView)
    blank = dataclasses.replace(first, packed=type(first).pack(np.zeros((48, 64, 3), np.uint8)))
    shown, hidden = (policy(collate([view]))[0] for view in (first, blank))
    assert not torch.allclose(shown, hidden, atol=1e-3)


def test_a_view_has_the_screen_and_what_was_done_where() -> None:
    env = SENSES.space(_env(**SENSES.make()))
    env.reset(seed=0)
    words, history = Vocabulary(["line"]), History()
    assert isinstance(env.codec, CellCodec)
    before = pixels_in_view(env.codec, history, words)
    assert np.array_equal(before.screenshot, env.codec.screenshot)
    choice = env.codec.named("scroll_down", node=9, count=0)
    history.add(env.codec, choice, words)
    env.step(env.layout.vector(choice))
    view = pixels_in_view(env.codec, history, words)
    assert view.acted.nonzero()[0].tolist() == [9]
    assert view.past[0, 7] == 1 + (view.packed != before.packed)
    batch = collate([before, view])
    assert batch["screens"].shape == (2, 48, 64, 3)
    assert batch["sources"].sum(1).tolist() == [1, 1]
    assert not view.can[:, NODE_VERBS.index("click")].any()


def test_the_recorded_examples_are_those_of_the_oracle_that_plays(tmp_path: Path, model: Path) -> None:
    runner = CliRunner(env={"MINARI_DATASETS_PATH": str(tmp_path / "sets")})
    made = ("record", "--tasks", f"id:{TASK}", "--episodes", "1", "--observation")
    for out, more in (
        ("full", ("a11y",)),
        ("small", ("pixels", "--size", "64x48", "--no-screens", "--minari", "pixels/oracle-v0")),
        ("none", ("a11y", "--no-screens")),
    ):
        assert runner.invoke(app, [*made, *more, "-o", str(tmp_path / out)], catch_exceptions=False).exit_code == 0
    words = Vocabulary(read_clone(model).document.words)
    played = _examples(words)
    layout = read_clone(model).document.layout
    size = (1024, 768)
    for source in (tmp_path / "full", tmp_path / "small", tmp_path / "sets" / "pixels" / "oracle-v0"):
        met, _ = survey_of_recorded([str(source)], "sim", SENSES)
        assert "append" in met.words[0] or "line" in met.words[0]
        (found,) = recorded_examples([str(source)], "sim", layout, words, SENSES, size)
        assert [example.choice for example in found] == [example.choice for example in played if example.choice]
        one, two = found[0].view, played[0].view
        assert isinstance(one, PixelView)
        assert isinstance(two, PixelView)
        assert np.abs(one.screenshot.astype(int) - two.screenshot).max() <= 1  # who scales rounds
    with pytest.raises(RecordingError, match="screenshot of observation 0"):
        recorded_examples([str(tmp_path / "none")], "sim", layout, words, SENSES, size)


def test_examples_go_on_from_where_it_went_astray_and_a_run_that_goes_on_is_the_same(tmp_path: Path) -> None:
    config = dataclasses.replace(QUICK, epochs=3, astray=1, failed=1)
    whole = train(dataclasses.replace(config, out=tmp_path / "whole"))
    parted, done = dataclasses.replace(config, out=tmp_path / "parted"), list[int]()
    path = train(parted, lambda epoch, _: done.append(epoch), stop=lambda: len(done) == 2)
    assert whole is not None
    assert path is not None
    train(parted, resume=read_clone(path))
    one, two = read_clone(whole), read_clone(path)
    assert len(one.known) == len(two.known) > len(_examples(Vocabulary([])))
    assert all(torch.equal(tensor, two.policy[name]) for name, tensor in one.policy.items())


def test_a_search_is_not_led_by_pixels(model: Path) -> None:
    with pytest.raises(ConfigError, match="looks at pixels"):
        Policy.read(model)


def test_the_agent_takes_screenshots_of_any_size_and_no_tree_alone(model: Path) -> None:
    agent = make_agent(f"clone:{model}")
    assert isinstance(agent.wrap(_env(observation="both")), CellActions)
    exact: Any = agent.wrap(_env(observation="pixels", screenshot_size=(64, 48)))
    assert not isinstance(exact.env, ResizeScreenshot)
    with pytest.raises(ConfigError, match="needs a screenshot"):
        agent.wrap(_env(observation="a11y"))
    with pytest.raises(ConfigError, match="grey"):
        agent.wrap(GrayscaleScreenshot(_env(observation="both")))


def test_the_command_says_what_is_looked_at(tmp_path: Path) -> None:
    runner = CliRunner()
    small = ("--pixels", "--size", "64x48", "--width", "8", "--epochs", "1", "--processes", "1")
    done = runner.invoke(app, ["clone", "--tasks", f"id:{TASK}", *small, "-o", str(tmp_path)], catch_exceptions=False)
    assert done.exit_code == 0
    config = read_clone(tmp_path / "model.safetensors").document.config
    assert (config.observation, config.screen, config.cell, config.batch) == ("pixels", (64, 48), 8, 16)
    wrong = runner.invoke(app, ["clone", "--tasks", f"id:{TASK}", "--pixels", "--size", "60x48", "-o", str(tmp_path)])
    assert wrong.exit_code == 2
    assert "multiples of a cell" in " ".join(wrong.output.split())
