"""Minari datasets and films."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from PIL import Image

from omnigym.actions import (
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
)
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError, MissingDependencyError, RecordingError
from omnigym.recording import read_trajectory, to_minari, write_video
from omnigym.recording.draw import draw_action
from omnigym.recording.minari_form import PackedFile
from omnigym.spaces import decode_action
from omnigym.wrappers import RecordTrajectory

MakeEnv = Callable[..., OmniEnv]
SOLUTION = (Type("hello"), Press("s", ("ctrl",)), Press("a", ("ctrl",)), Press("c", ("ctrl",)))
EVERY = (
    *(Move((0.1, 0.1)), Click((0.5, 0.5)), Click((0.9, 0.9), count=2), Drag((0.1, 0.2), (0.8, 0.7))),
    *(MouseDown((0.2, 0.2)), MouseUp((0.3, 0.3)), Scroll((0.5, 0.5), 3), Scroll((0.5, 0.5), -3)),
    *(Press("a", ("ctrl",)), KeyDown("shift"), KeyUp("shift"), Type("text\nx"), Wait(), OpenApp("word")),
    *(Submit("42"), CallUser("?"), Done(), Fail(), Invalid("raw", "why")),
)


def play(make_env: MakeEnv, folder: Path, *episodes: tuple[Any, ...], **kwargs: Any) -> RecordTrajectory:
    env = RecordTrajectory(make_env(), folder, **kwargs)
    for n, actions in enumerate(episodes):
        env.reset(seed=n)
        for action in actions:
            env.step(action)
    return env


def test_minari_round_trip(make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    long = Type("€" * 300 + "\u4e2d")
    env = play(make_env, tmp_path / "runs", SOLUTION, (Wait(), long, Press("a", (), 9), Done()), arrays=True)
    paths = sorted((tmp_path / "runs").iterdir())
    report = to_minari(paths, "omnigym/test-v0", env, algorithm="scripted")
    assert report == ("omnigym/test-v0", 2, 8, 2)
    dataset = minari.load_dataset("omnigym/test-v0")
    assert dataset.total_episodes == 2
    assert dataset.total_steps == 8
    episodes = list(dataset.iterate_episodes())
    for path, episode in zip(paths, episodes, strict=True):
        t = read_trajectory(path)
        np.testing.assert_allclose(episode.rewards, [s.reward for s in t.steps])
        assert episode.terminations[-1]
        for n in range(len(t.steps) + 1):
            for key, value in t.observation(n).items():
                np.testing.assert_array_equal(episode.observations[key][n], value, err_msg=key)
        infos = episode.infos
        assert list(infos["coverage_rate"]) == [0.0, *(s.info["coverage_rate"] for s in t.steps)]
        assert infos["is_success"][-1] == t.info["is_success"]
        assert infos["end_reason"][-1].decode() == t.info["end_reason"]
        assert b" ".join(infos["newly_completed"]).decode().split() == [
            node for s in t.steps for node in s.info["newly_completed"]
        ]
    size = sum(p.stat().st_size for p in (tmp_path / "minari").rglob("*.hdf5"))
    raw = sum(a.nbytes for e in episodes for a in e.observations.values())
    assert size < raw / 4, "what is written is packed"
    actions = [decode_action({k: v[n] for k, v in episodes[0].actions.items()}) for n in range(len(SOLUTION))]
    assert actions == list(SOLUTION)
    with pytest.raises(ConfigError, match="already"):
        to_minari(paths, "omnigym/test-v0", env)


def test_a_full_disk_leaves_no_half_data_set(
    make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    env = play(make_env, tmp_path / "runs", SOLUTION, SOLUTION, arrays=True)
    paths = sorted((tmp_path / "runs").iterdir())
    written: list[Path] = []
    append = PackedFile.append

    def full(file: PackedFile, source: Path) -> None:
        if written:
            raise OSError(28, "No space left on device")
        written.append(source)
        append(file, source)

    monkeypatch.setattr(PackedFile, "append", full)
    monkeypatch.setattr("omnigym.recording.minari_export._BATCH", 1)
    with pytest.raises(RecordingError, match=r"No space left on device.*export them again"):
        to_minari(paths, "omnigym/full-v0", env)
    assert minari.list_local_datasets() == {}
    monkeypatch.undo()
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    assert to_minari(paths, "omnigym/full-v0", env).episodes == 2


def test_a_disk_that_is_full_at_once_leaves_no_half_data_set(
    make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    env = play(make_env, tmp_path / "runs", SOLUTION, arrays=True)
    paths = sorted((tmp_path / "runs").iterdir())

    def full(*_: object, **__: object) -> None:
        (tmp_path / "minari" / "omnigym" / "full-v0" / "data").mkdir(parents=True)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(minari, "create_dataset_from_buffers", full)
        with pytest.raises(RecordingError, match=r"No space left on device.*export them again"):
            to_minari(paths, "omnigym/full-v0", env)
    assert not (tmp_path / "minari" / "omnigym" / "full-v0").exists()
    assert to_minari(paths, "omnigym/full-v0", env).episodes == 1


def test_minari_needs_arrays(make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    env = play(make_env, tmp_path / "runs", (Wait(),))
    with pytest.raises(RecordingError, match="arrays=True"):
        to_minari([env.path], "omnigym/no-arrays-v0", env)  # type: ignore[list-item]
    with pytest.raises(ConfigError, match="no recorded step"):
        to_minari([], "omnigym/none-v0", env)


@pytest.mark.parametrize("action", EVERY, ids=lambda a: type(a).__name__)
def test_every_action_can_be_drawn(action: Any) -> None:
    frame = Image.new("RGB", (320, 240), "white")
    drawn = draw_action(frame, action, (0.5, 0.5))
    assert drawn.size == frame.size
    changed = np.asarray(drawn) != np.asarray(frame)
    assert changed.any(), "at least the pointer must be seen"
    assert np.asarray(frame).min() == 255, "the frame that was given is left as it is"
    words = (Press, KeyDown, KeyUp, Type, Wait, OpenApp, Submit, CallUser, Done, Fail, Invalid, Scroll)
    if isinstance(action, words):
        assert changed[190:225].any(), "what the pointer cannot show is written below"


def test_gif(make_env: MakeEnv, tmp_path: Path) -> None:
    env = play(make_env, tmp_path / "runs", (Click((0.2, 0.9)), *SOLUTION))
    out = write_video(env.path, tmp_path / "film" / "a.gif", width=200)  # type: ignore[arg-type]
    with Image.open(out) as gif:
        assert gif.size[0] == 200
        assert gif.n_frames >= 6  # type: ignore[attr-defined]


def test_mp4(make_env: MakeEnv, tmp_path: Path) -> None:
    iio = pytest.importorskip("imageio.v3")
    pytest.importorskip("av")
    env = play(make_env, tmp_path / "runs", SOLUTION)
    out = write_video(env.path, tmp_path / "a.mp4", fps=10)  # type: ignore[arg-type]
    frames = iio.imread(out, plugin="pyav")
    assert frames.shape[0] >= 4 * 6 + 20
    assert frames.shape[2] == 320


def test_missing_packages_say_how_to_get_them(
    make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = play(make_env, tmp_path / "runs", (Wait(),), arrays=True)
    monkeypatch.setitem(sys.modules, "minari", None)
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'omnigym\[record\]'"):
        to_minari([env.path], "omnigym/none-v0", env)  # type: ignore[list-item]
    with pytest.raises(MissingDependencyError, match=r"pip install 'omnigym\[record\]'"):
        write_video(env.path, tmp_path / "a.mp4")  # type: ignore[arg-type]


def test_films_need_screenshots_and_a_known_ending(make_env: MakeEnv, tmp_path: Path) -> None:
    env = play(make_env, tmp_path / "runs", (Wait(),), screenshots=False)
    with pytest.raises(RecordingError, match="screenshots=True"):
        write_video(env.path, tmp_path / "a.gif")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=r"\.mp4"):
        write_video(env.path, tmp_path / "a.avi")  # type: ignore[arg-type]


def test_minari_makes_the_environment_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    base = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", observation="a11y", max_steps=7)
    env = RecordTrajectory(base, tmp_path / "runs", arrays=True)
    env.reset(seed=0)
    env.step(Wait())
    to_minari([env.path], "omnigym/again-v0", env)  # type: ignore[list-item]
    dataset = minari.load_dataset("omnigym/again-v0")
    again = dataset.recover_environment()
    assert again.observation_space == dataset.observation_space == base.observation_space
    assert again.action_space == dataset.action_space
    obs, _ = again.reset(seed=0)
    first = next(iter(dataset.iterate_episodes())).observations
    for key, value in obs.items():
        np.testing.assert_array_equal(first[key][0], value, err_msg=key)


def test_minari_refuses_names_and_recordings_that_do_not_fit(
    make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    env = play(make_env, tmp_path / "runs", (Wait(),), arrays=True)
    with pytest.raises(ConfigError, match="Malformed dataset ID"):
        to_minari([env.path], "no version", env)  # type: ignore[list-item]
    with pytest.raises(ConfigError, match="arguments of the recording"):
        to_minari([env.path], "omnigym/other-v0", make_env(sizes={"nodes": 3}))  # type: ignore[list-item]
    assert minari.list_local_datasets() == {}, "nothing was left behind"


def test_an_mp4_has_the_sounds_of_a_recording_at_their_frames(make_env: MakeEnv, tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    env = RecordTrajectory(make_env(audio=True), tmp_path / "runs")
    env.reset(seed=0)
    env.step(Type("a"))
    env.step(Wait())  # is not drawn before its sound, which would hold up a voice
    trajectory = read_trajectory(env.path)  # type: ignore[arg-type]
    length = sum(len(trajectory.sound(n)) for n in (1, 2))  # type: ignore[arg-type]
    with av.open(str(write_video(trajectory, tmp_path / "a.mp4", fps=20))) as film:
        assert (film.streams.audio[0].rate, film.streams.audio[0].channels) == (16_000, 1)
        sound = np.abs(np.concatenate([f.to_ndarray()[0] for f in film.decode(audio=0)]))
    assert sound[: round(0.45 * 16_000)].max() < 0.01, "the action is drawn in silence"
    assert sound[round(0.6 * 16_000) : round(0.6 * 16_000) + length].max() > 0.01, (
        "its time sounds while the next screen is shown"
    )
    assert abs(len(sound) - round((0.6 + 2.0) * 16_000) - length) < 3_200


def test_minari_keeps_sound_and_film(make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    pytest.importorskip("av")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    env = RecordTrajectory(make_env(audio=True, video=True), tmp_path / "runs", arrays=True)
    env.reset(seed=0)
    for action in SOLUTION:
        env.step(action)
    (path,) = (tmp_path / "runs").iterdir()
    assert to_minari([path], "omnigym/heard-v0", env).steps == 4
    (episode,) = minari.load_dataset("omnigym/heard-v0").iterate_episodes()
    trajectory = read_trajectory(path)
    for n in range(5):
        for key in ("audio", "audio_length", "video", "video_time"):
            np.testing.assert_array_equal(episode.observations[key][n], trajectory.observation(n)[key], err_msg=key)
    assert episode.observations["audio"][1].any() and not episode.observations["audio"][0].any()
