"""Gymnasium's and Minari's own ways of showing and recording, end to end: a window, a film, a data set."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

from omnigym.actions import Wait
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.envs.multi_device import MultiDeviceEnv
from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.tasks.task import Task
from tests.envs.test_multi_device import task

MakeEnv = Callable[..., OmniEnv]
CREATE_FOLDER: dict[str, Any] = {"id": "OmniBench-Win11-v0", "tasks": "id:files/create-folder", "max_steps": 3}


@pytest.fixture
def pygame(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pygame, with windows that nobody sees."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return pytest.importorskip("pygame")


def test_every_step_is_shown_in_a_window(make_env: MakeEnv, pygame: Any) -> None:
    env = make_env(render_mode="human", observation="a11y")
    env.reset(seed=0)
    for _ in range(2):
        assert env.render() is None
        shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
        np.testing.assert_array_equal(shown, env.screenshot())
        env.step(Wait())
    env.close()
    assert not pygame.display.get_init()
    env.close()


def test_a_window_that_nobody_sees_is_told(
    make_env: MakeEnv, pygame: Any, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    make_env(render_mode="human", observation="a11y").reset(seed=0)
    assert not recwarn.list, "SDL_VIDEODRIVER asks for it"
    pygame.display.quit()
    monkeypatch.delenv("SDL_VIDEODRIVER")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.warns(UserWarning, match="found no display"):
        make_env(render_mode="human", observation="a11y").reset(seed=0)


def test_several_screens_are_shown_side_by_side(pygame: Any) -> None:
    env = MultiDeviceEnv({"desk": FakeConfig((64, 48)), "phone": FakeConfig((30, 60))}, task(), render_mode="human")
    env.reset(seed=0)
    assert pygame.display.get_surface().get_size() == (94, 60)
    env.close()


def test_gymnasium_puts_no_window_of_its_own_around(pygame: Any) -> None:
    env = gymnasium.make(**CREATE_FOLDER, render_mode="human")
    assert not isinstance(env, gymnasium.wrappers.HumanRendering)
    env.close()


def test_a_window_needs_pygame(fake_task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'omnigym\[human\]'"):
        OmniEnv(FakeConfig(), fake_task, render_mode="human")
    with pytest.raises(ConfigError, match="'human', 'rgb_array' or None"):
        OmniEnv(FakeConfig(), fake_task, render_mode="ansi")


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_gymnasiums_record_video(tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    env = RecordVideo(gymnasium.make(**CREATE_FOLDER, render_mode="rgb_array"), str(tmp_path / "films"))
    env.reset(seed=0)
    truncated = False
    while not truncated:
        truncated = env.step(Wait())[3]
    env.close()
    (film,) = (tmp_path / "films").glob("*.mp4")
    import imageio.v3

    frames = imageio.v3.imread(film, plugin="pyav")
    assert frames.shape == (4, 768, 1024, 3)
    assert frames.std() > 5, "something is on it"


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_minaris_data_collector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    pytest.importorskip("jax")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(gymnasium.make(**CREATE_FOLDER, observation="a11y"))
    env.action_space.seed(0)
    observation, _ = env.reset(seed=0)
    truncated = False
    while not truncated:
        truncated = env.step(env.action_space.sample())[3]
    about = {"algorithm_name": "random", "code_permalink": "none", "author": "none", "author_email": "none"}
    env.create_dataset("omnigym/collected-v0", eval_env=env.env, description="Three steps.", **about)
    env._tmp_dir._finalizer.detach()  # its `close` removes the directory behind its owner's back
    env.close()
    (episode,) = minari.load_dataset("omnigym/collected-v0").iterate_episodes()
    assert len(episode.rewards) == 3 and episode.truncations[-1]
    np.testing.assert_array_equal(episode.observations["a11y_bounds"][0], observation["a11y_bounds"])
