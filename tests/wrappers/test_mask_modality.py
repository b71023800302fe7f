"""Without a sense, and with a sound of something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from omnigym.actions import Type
from omnigym.documents.sound import wav_bytes
from omnigym.envs import OmniEnv, snapshots
from omnigym.envs.observer import Observation
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.wrappers import Blindfold, MaskModality

MakeEnv = Callable[..., OmniEnv]
SOUND, VIDEO = {"audio", "audio_length"}, {"video", "video_time"}


def _steps(env: MaskModality, seed: int = 0, count: int = 3) -> list[Observation]:
    env.reset(seed=seed)
    return [env.step(Type("a"))[0] for _ in range(count)]


@pytest.mark.parametrize(
    ("sound", "video", "emptied"),
    [("own", True, set()), ("none", True, SOUND), ("own", False, VIDEO), ("none", False, SOUND | VIDEO)],
)
def test_what_is_masked_is_zeros_and_the_rest_as_it_was(
    make_env: MakeEnv, sound: str, video: bool, emptied: set[str]
) -> None:
    env = MaskModality(make_env(audio=True, video=True), sound, video)  # type: ignore[arg-type]
    plain = make_env(audio=True, video=True)
    plain.reset(seed=0)
    for observation in _steps(env):
        assert observation in env.observation_space
        own = plain.step(Type("a"))[0]
        assert {k for k in own if not np.array_equal(own[k], observation[k])} == emptied
        assert not any(observation[key].any() for key in emptied)
    assert (len(env.audio()) == 0) == ("audio" in emptied) and env.video()[0].any() == ("video" not in emptied)


def test_a_foreign_sound_is_as_long_and_goes_on(make_env: MakeEnv) -> None:
    env = MaskModality(make_env(audio=True), "foreign", True)
    first, again, other = _steps(env, 1), _steps(env, 1), _steps(env, 2)
    own = make_env(audio=True)
    own.reset(seed=1)
    for k in range(3):
        true = own.step(Type("a"))[0]
        np.testing.assert_array_equal(first[k]["audio"], again[k]["audio"])
        assert first[k]["audio_length"] == true["audio_length"]
        assert not np.array_equal(first[k]["audio"], true["audio"])
        assert not np.array_equal(first[k]["audio"], other[k]["audio"])
    np.testing.assert_array_equal(env.audio(), other[2]["audio"][-1600:])


def test_clips_are_read_from_files(make_env: MakeEnv, tmp_path: Path) -> None:
    clip = np.arange(4_000, dtype=np.int16)
    (tmp_path / "a.wav").write_bytes(wav_bytes(clip, 16_000))
    env = MaskModality(make_env(audio=True), "foreign", True, clips=[str(tmp_path / "a.wav")])
    for k, observation in enumerate(_steps(env, 0, 4)):
        expected = clip[np.arange(1600 * k, 1600 * (k + 1)) % 4_000]
        np.testing.assert_array_equal(observation["audio"][-1600:], expected)


def test_it_takes_part_in_snapshots(make_env: MakeEnv) -> None:
    env = MaskModality(make_env(audio=True, video=True), "foreign", True)
    last = _steps(env)[-1]
    kept = snapshots.take(env)
    after = env.step(Type("b"))[0]
    again, _ = snapshots.restore(env, kept)
    np.testing.assert_array_equal(again["audio"], last["audio"])
    np.testing.assert_array_equal(env.step(Type("b"))[0]["audio"], after["audio"])


def test_what_is_wrong_is_said(make_env: MakeEnv, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="foreign"):
        MaskModality(make_env(audio=True), "forein", True)  # type: ignore[arg-type]
    for arguments, made in ((("none", True), {}), (("own", False), {"audio": True})):
        with pytest.raises(ConfigError, match="=True"):
            MaskModality(make_env(**made), *arguments)
    (tmp_path / "a.wav").write_bytes(b"RIFF")
    with pytest.raises(ConfigError, match=r"a\.wav holds no sound"):
        MaskModality(make_env(audio=True), "foreign", True, clips=[str(tmp_path / "a.wav")])
    with pytest.raises((FileNotFoundError, UnreadableError)):
        MaskModality(make_env(audio=True), "foreign", True, clips=[str(tmp_path / "none.wav")])


def test_a_blindfold_covers_both(make_env: MakeEnv) -> None:
    env = Blindfold(make_env(audio=True, video=True))
    env.reset(seed=0)
    observation = env.step(Type("a"))[0]
    assert {key for key, array in observation.items() if array.any()} == {"instruction"}
