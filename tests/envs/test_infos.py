"""Infos have the same keys at every step, each of one type and shape, so that Gymnasium and Minari can keep them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Done, Invalid, Submit, Wait
from omnigym.envs.episode import INFO_KEYS, Episode, lines_in, with_nothing

IDS = (
    "OmniBench-Win11-v0",
    "OmniBench-Linux-v0",
    "OmniBench-Android-v0",
    "Crab-Ubuntu-v0",
    "Crab-Android-v0",
    "Crab-Cross-v0",
    "OSMap-Desktop-v0",
    "OmniGUI-Phone-v0",
)


def shape_of(value: Any) -> object:
    """The type of a value, and of a tuple those of its items."""
    return [shape_of(item) for item in value] if isinstance(value, tuple) else type(value)


@pytest.mark.parametrize("env_id", IDS)
def test_every_key_keeps_its_type_and_shape(env_id: str) -> None:
    env = gymnasium.make(env_id, observation="a11y")
    _, info = env.reset(seed=0)
    first = {key: shape_of(value) for key, value in info.items()}
    assert set(INFO_KEYS) <= set(first) and type(None) not in first.values()
    for action in (Wait(), Invalid("raw", "why"), Submit("42"), Done()):
        *_, info = env.step(action)
        assert {key: shape_of(value) for key, value in info.items()} == first, action
    assert info["end_reason"] == "false_completion" and info["answer"] == "42"
    _, info = env.reset(seed=1)
    assert {key: type(value) for key, value in info.items()} == {
        key: tuple if isinstance(shape, list) else shape for key, shape in first.items()
    }
    env.close()


def test_infos_of_files_have_nothing_where_nothing_is_known() -> None:
    env = gymnasium.make("OmniBench-Win11-v0", observation="a11y")
    _, info = env.reset(seed=0)
    told = with_nothing(info)
    assert (told["end_reason"], told["newly_completed"], told["collateral"], told["still_holds"]) == (
        None,
        (),
        None,
        None,
    )
    assert lines_in("a\nb") == ("a", "b") and "collateral_known" not in told
    assert Episode.info.__doc__ is not None and all(key in Episode.info.__doc__ for key in INFO_KEYS)
    env.close()


def test_vector_environments_keep_them() -> None:
    envs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make("OmniBench-Win11-v0", observation="a11y")] * 2)
    _, first = envs.reset(seed=0)
    *_, after = envs.step(envs.action_space.sample())
    for key in INFO_KEYS:
        assert first[key].dtype == after[key].dtype and first[f"_{key}"].all(), key
    envs.close()


@pytest.mark.filterwarnings("ignore::UserWarning")  # it recommends what a test need not have
def test_minari_records_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari", reason="the extra [collect] is not installed")
    pytest.importorskip("jax", reason="the extra [collect] is not installed")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(gymnasium.make("OmniBench-Win11-v0", observation="a11y", max_steps=3), record_infos=True)
    env.action_space.seed(0)
    for seed in range(2):
        env.reset(seed=seed)
        ended = False
        while not ended:
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            ended = terminated or truncated
    about = {"author": "a", "author_email": "a@b.c", "code_permalink": "x", "algorithm_name": "x", "description": "x"}
    made = env.create_dataset("omnigym/infos-v0", **about)
    episode = made[0]
    assert set(INFO_KEYS) <= set(episode.infos)
    env.close()
    assert len(episode.infos["end_reason"]) == len(episode.rewards) + 1
