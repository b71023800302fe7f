"""What was heard and seen between two steps, in a recording."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from omnigym.actions import Done, Type
from omnigym.envs import OmniEnv
from omnigym.errors import RecordingError, UnknownNameError
from omnigym.recording import Trajectory, read_trajectory
from omnigym.wrappers import RecordTrajectory

MakeEnv = Callable[..., OmniEnv]


def _recorded(env: OmniEnv, folder: Path, **kept: bool) -> tuple[Trajectory, list[np.ndarray]]:
    recorder = RecordTrajectory(env, folder, **kept)
    recorder.reset(seed=0)
    sounds = []
    for action in (Type("a"), Type("bc"), Done()):
        recorder.step(action)
        sounds.append(env.audio(60.0) if "audio" in env.observation_space.spaces else np.zeros(0, np.int16))
    assert recorder.path is not None
    return read_trajectory(recorder.path), sounds


def test_each_step_has_its_sound_and_film(make_env: MakeEnv, tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    trajectory, sounds = _recorded(make_env(audio=True, video=True), tmp_path, arrays=True)
    assert trajectory.sound(0) is None and trajectory.film(0) is None, "no time has passed"
    for n in (1, 2):
        np.testing.assert_array_equal(trajectory.sound(n), sounds[n - 1])
        path = trajectory.film(n)
        assert path is not None
        with av.open(str(path)) as film:
            times = [float(frame.pts * frame.time_base) for frame in film.decode(video=0)]
        ago = trajectory.observation(n)["video_time"]
        assert times[:4] == pytest.approx([float(ago[0] - one) for one in ago], abs=0.005)
    assert trajectory.sound(3) is None and trajectory.film(3) is None, "saying DONE takes no time"
    with pytest.raises(UnknownNameError):
        trajectory.sound(1, "phone")


def test_unasked_there_is_none(make_env: MakeEnv, tmp_path: Path) -> None:
    trajectory, _ = _recorded(make_env(), tmp_path)
    assert not [p for p in trajectory.path.iterdir() if p.suffix in (".wav", ".mp4")]
    assert trajectory.sound(1) is None and trajectory.film(1) is None


@pytest.mark.parametrize("content", [b"", b"RIFF", bytes(100)])
def test_a_damaged_sound_is_said(make_env: MakeEnv, tmp_path: Path, content: bytes) -> None:
    trajectory, _ = _recorded(make_env(audio=True), tmp_path)
    (trajectory.path / "sound0001.wav").write_bytes(content)
    with pytest.raises(RecordingError, match=r"sound0001\.wav"):
        trajectory.sound(1)
