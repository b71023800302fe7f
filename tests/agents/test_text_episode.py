"""An episode as trainers' own loops want it."""

from __future__ import annotations

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.agents.text_episode import TextEpisode
from omnigym.errors import ConfigError, DeviceLostError


def test_text_out_and_calls_in() -> None:
    episode = TextEpisode(lambda: gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="files/copy@0"))
    seen = episode.reset(seed=0)
    assert "budget.txt" in seen and "[1]" in seen and not episode.done
    assert {"click", "type", "done"} <= {t.name for t in episode.tools}
    assert "Invalid action" in episode.call("click", {"element": 10_000})
    assert "[1]" in episode.say('```json\n{"name": "press", "arguments": {"key": "escape"}}\n```')
    assert "Invalid action" in episode.say("Just words.")
    assert "ended" in episode.call("done", {}) and episode.done
    assert episode.reward == 0.0 and not episode.is_success
    assert episode.call("click", {"element": 1}) == "The episode has ended."
    episode.close()


def test_a_device_that_fails_is_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    episode = TextEpisode(lambda: gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="files/copy@0"))
    episode.reset()

    def lost(_: object) -> None:
        raise DeviceLostError("d", "step", "unplugged")

    monkeypatch.setattr(episode._env, "step", lost)
    assert "unplugged" in episode.call("wait", {})
    assert episode.done and episode.reward is None
    episode.close()


def test_it_is_of_one_device() -> None:
    with pytest.raises(ConfigError, match="one device"):
        TextEpisode(lambda: gymnasium.make("Crab-Cross-v0", observation="a11y"))
