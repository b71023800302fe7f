"""Recordings that are damaged, or that two make at once: what is whole is read, what is not is said."""

from __future__ import annotations

import concurrent.futures
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import textwrap
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

import omnigym.recording.writer as writing
from omnigym.actions import Press, Type, Wait
from omnigym.codecs.omnibench import encode_omnibench
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError, RecordingError
from omnigym.recording import Trajectory, TrajectoryWriter, find_trajectories, read_trajectory, write_video
from omnigym.recording.arrays import ArraysPacker
from omnigym.recording.writer import new_directory
from omnigym.wrappers import RecordTrajectory

MakeEnv = Callable[..., OmniEnv]
META: dict[str, Any] = {"info": {}, "size": [64, 48], "nodes": [], "edges": []}
FRAME = np.zeros((48, 64, 3), np.uint8)
ENTRY = encode_omnibench(Wait(), (64, 48))


def episode(path: Path, steps: int = 3) -> Path:
    writer = TrajectoryWriter(path, META)
    writer.observation(FRAME, {"a": np.arange(4)})
    for _ in range(steps):
        writer.observation(FRAME, {"a": np.arange(4)})
        writer.step(ENTRY, 0.5, False, False, {"newly_completed": [], "coverage_rate": 0.0, "end_reason": None})
    return path


def use(path: Path) -> Trajectory:
    """Read all that there is."""
    trajectory = read_trajectory(path)
    for n in range(len(trajectory.steps) + 1):
        trajectory.frame(n)
        trajectory.tree(n)
        trajectory.observation(n)
    trajectory.to_omnibench()
    _ = trajectory.total_reward, trajectory.size, trajectory.info
    return trajectory


LINE = {"entry": ENTRY, "reward": 0.0, "terminated": False, "truncated": False, "info": {}}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "not JSON"),
        ("\0" * 100, "not JSON"),
        ("{", "not JSON"),
        ("[]", "line 2, whole: .*dict"),
        ("{}", "line 2, entry: Field required"),
        ({**LINE, "reward": math.nan}, "line 2: NaN"),
        ({**LINE, "reward": -math.inf}, "line 2: -Infinity"),
        ({**LINE, "reward": "1"}, "line 2, reward: .*got '1'"),
        ({**LINE, "reward": True}, "line 2, reward"),
        ({**LINE, "terminated": 1}, "line 2, terminated"),
        ({**LINE, "entry": {}}, "line 2, entry.action"),
        ({**LINE, "entry": {"action": 5}}, "line 2, entry.action"),
        ({**LINE, "entry": {"action": {"type": "Clik"}}}, "line 2, entry.action: .*Clik"),
        ({**LINE, "info": {"coverage_rate": "x"}}, "line 2, info.coverage_rate"),
        ({**LINE, "info": {"newly_completed": "x"}}, "line 2, info.newly_completed"),
    ],
)
def test_a_damaged_line_in_the_middle_is_said(tmp_path: Path, line: Any, said: str) -> None:
    steps = episode(tmp_path / "a") / "steps.jsonl"
    lines = steps.read_text().split("\n")
    lines[1] = line if isinstance(line, str) else json.dumps(line)
    steps.write_text("\n".join(lines))
    with pytest.raises(RecordingError, match=rf"steps\.jsonl, {said if said[0] == 'l' else 'line 2: .*' + said}") as e:
        read_trajectory(steps.parent)
    assert "keep the 1 steps" in str(e.value)
    steps.write_text(lines[0] + "\n" + lines[1][:-1])  # the last line may be torn, whatever is in it
    assert len(read_trajectory(steps.parent).steps) == 1


def test_a_negative_reward_and_one_of_a_whole_number_are_rewards(tmp_path: Path) -> None:
    writer = TrajectoryWriter(tmp_path / "a", META)
    for reward in (-1, np.float32(-0.5)):
        writer.step(ENTRY, reward, False, False, {})  # type: ignore[arg-type]
    assert read_trajectory(tmp_path / "a").total_reward == -1.5


@pytest.mark.parametrize(
    ("meta", "said"),
    [
        ("", "not JSON"),
        ("\xff", "size|not JSON"),
        ("[]", "whole"),
        ("{}", "Field required"),
        ({**META, "format": "omnigym-trajectory/4"}, "format: .*omnigym-trajectory/2"),
        ({**META, "size": [0, 48]}, r"size\[0\]"),
        ({**META, "size": [64]}, "size"),
        ({**META, "size": ["64", 48]}, r"size\[0\]"),
        ({**META, "size": [10**9, 10**9]}, r"size\[0\]"),
        ({**META, "nodes": [{"no": 1}]}, r"nodes\[0\].id"),
        ({**META, "nodes": [{"id": "a"}] * 1000}, "nodes"),
        ({**META, "edges": [["a"]]}, r"edges\[0\]"),
        ({**META, "info": []}, "info"),
        ({**META, "observation_keys": "ab"}, "observation_keys"),
        ({**META, "instruction": 5}, "instruction"),
    ],
)
def test_a_damaged_beginning_is_said(tmp_path: Path, meta: Any, said: str) -> None:
    path = episode(tmp_path / "a")
    (path / "meta.json").write_text(meta if isinstance(meta, str) else json.dumps(meta))
    with pytest.raises(RecordingError, match=rf"meta\.json.*({said})"):
        read_trajectory(path)


@pytest.mark.parametrize("meta", [META, {**META, "format": "omnigym-trajectory/1"}])
def test_recordings_of_before_there_was_a_reference_are_read(tmp_path: Path, meta: Mapping[str, object]) -> None:
    path = episode(tmp_path / "a")
    assert json.loads((path / "meta.json").read_text())["format"] == "omnigym-trajectory/2"
    packer = ArraysPacker()
    (path / "arrays.bin").write_bytes(b"".join(packer.pack({"a": np.arange(4) + n}) for n in range(4)))
    (path / "reference.bin").unlink()
    with pytest.raises(RecordingError, match=r"reference\.bin: it is missing"):
        use(path)
    (path / "meta.json").write_text(json.dumps({**meta, "observation_keys": ["a"]}))
    assert len(use(path).steps) == 3
    assert read_trajectory(path).observation(3)["a"].tolist() == [3, 4, 5, 6]


def _other_size(path: Path) -> None:
    Image.new("RGB", (65, 48)).save(path)


def _bomb(path: Path) -> None:
    Image.new("1", (12_000, 12_000)).save(path)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _of_another_kind(path: Path) -> None:
    Image.new("RGB", (64, 48)).save(path, "GIF")


DAMAGED_FRAMES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no bytes": (lambda p: p.write_bytes(b""), "no whole PNG"),
    "half": (lambda p: p.write_bytes(p.read_bytes()[:60]), "no whole PNG"),
    "other": (lambda p: p.write_bytes(b"x" * 999), "no whole PNG"),
    "another kind": (_of_another_kind, "no whole PNG"),
    "another size": (_other_size, r"size \(64, 48\), got \(65, 48\)"),
    "a bomb": (_bomb, "size|no whole PNG"),
    "a pipe": (_pipe, "no regular file"),
}


@pytest.mark.parametrize("kind", DAMAGED_FRAMES)
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_a_damaged_frame_is_said_by_whoever_needs_it(tmp_path: Path, kind: str) -> None:
    path = episode(tmp_path / "a")
    damage, said = DAMAGED_FRAMES[kind]
    damage(path / "obs0001.png")
    trajectory = read_trajectory(path)
    assert trajectory.frame(0) is not None
    with pytest.raises(RecordingError, match=rf"obs0001\.png: .*({said})"):
        trajectory.frame(1)
    with pytest.raises(RecordingError, match=r"obs0001\.png"):
        write_video(trajectory, tmp_path / "a.gif")
    assert not (tmp_path / "a.gif").exists()


def test_a_frame_that_was_not_recorded_is_passed_over_in_a_film(tmp_path: Path) -> None:
    path = episode(tmp_path / "a")
    (path / "obs0001.png").unlink()
    assert write_video(path, tmp_path / "a.gif").stat().st_size > 1000


def _packed(contents: object, *observations: bytes) -> bytes:
    head = json.dumps(contents).encode()
    data = struct.pack("<I", len(head)) + head
    return zstandard.compress(data + b"".join(o + struct.pack("<I", zlib.crc32(o)) for o in observations))


def _contents(dtype: str = "int64", *shape: int) -> object:
    return {"arrays": [{"name": "a", "dtype": dtype, "shape": shape or (4,)}]}


_ARANGE = np.arange(4).tobytes()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "ends before observation 0|no whole|are none"),
        (b"x" * 99, "are none"),
        (_packed([]), "are none"),
        (_packed(_contents("object")), "are none"),  # what only a pickle could hold
        (_packed(_contents("int64", 1 << 40, 1 << 40)), "bytes of arrays"),
        (_packed(_contents("int64", -4)), "are none"),
        (zstandard.compress(struct.pack("<I", 1 << 31)), "bytes that describe arrays"),
        (_packed(_contents(), _ARANGE), "ends before observation 1"),
        (_packed(_contents(), _ARANGE, _ARANGE[:-8]), "ends before observation 1"),
        (_packed(_contents(), _ARANGE, b"y" * 32)[:-9] + b"z" * 9, "are none|not what was written|ends before"),
        (lambda: zstandard.compress(b"\0" * (300 << 20)), "not JSON"),  # not as the module is read, which takes long
    ],
    ids=range(11),
)
def test_damaged_arrays_are_said(tmp_path: Path, content: bytes | Callable[[], bytes], said: str) -> None:
    path = episode(tmp_path / "a")
    (path / "arrays.bin").write_bytes(content() if callable(content) else content)
    with pytest.raises(RecordingError, match=rf"arrays\.bin: .*({said})"):
        read_trajectory(path).observation(1)


def test_arrays_that_were_not_recorded_or_lack_something_are_said(tmp_path: Path) -> None:
    path = episode(tmp_path / "a")
    meta = json.loads((path / "meta.json").read_text())
    (path / "meta.json").write_text(json.dumps({**meta, "observation_keys": ["b"]}))
    with pytest.raises(RecordingError, match="lacks 'b'"):
        read_trajectory(path).observation(0)
    (path / "arrays.bin").unlink()
    with pytest.raises(RecordingError, match=r"no arrays\.bin.*arrays=True"):
        read_trajectory(path).observation(0)


@pytest.mark.parametrize("text", ["", "[]", '{"nodes": 5}', '{"nodes": [{"layer": 0}]}', "[" * 99_999, '{"nodes": []}'])
def test_a_damaged_tree_is_said(tmp_path: Path, text: str) -> None:
    path = episode(tmp_path / "a")
    assert read_trajectory(path).tree(0) is None
    (path / "tree0000.json").write_text(text)
    with pytest.raises(RecordingError, match=r"tree0000\.json"):
        read_trajectory(path).tree(0)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An episode that is copied, to be damaged."""
    path = episode(tmp_path_factory.mktemp("whole") / "a", 2)
    (path / "tree0000.json").write_text('{"size": [64, 48], "truncated": false, "nodes": []}')
    return path


@given(data=st.data())
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=60
)
@pytest.mark.filterwarnings("ignore")
def test_whatever_is_damaged_a_trajectory_comes_or_a_recording_error(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "a"
    shutil.copytree(whole, path)
    for name in data.draw(st.lists(st.sampled_from(sorted(p.name for p in path.iterdir())), min_size=1, max_size=3)):
        content = bytearray((path / name).read_bytes()) if (path / name).exists() else bytearray()
        for at, byte in data.draw(st.lists(st.tuples(st.integers(0, max(len(content) - 1, 0)), st.integers(0, 255)))):
            content[at : at + 1] = bytes([byte])
        cut = data.draw(st.none() | st.integers(0, len(content)))
        (path / name).write_bytes(content[:cut])
    try:
        use(path)
        write_video(path, path / "a.gif")
    except RecordingError as e:
        assert str(path) in str(e)  # noqa: PT017 - what is raised is the one thing that may be
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("reward", [math.nan, math.inf, -math.inf, np.float32("nan")])
def test_a_reward_that_is_not_finite_is_not_recorded(make_env: MakeEnv, tmp_path: Path, reward: float) -> None:
    env = make_env()
    recorder = RecordTrajectory(env, tmp_path)
    recorder.reset()
    recorder.step(Wait())
    observation, _, *rest = env.step(Wait())
    env.step = lambda _: (observation, reward, *rest)  # type: ignore[method-assign, assignment, misc]
    with pytest.raises(RecordingError, match=r"Step 1 cannot be recorded .* reward is (nan|inf|-inf)"):
        recorder.step(Wait())
    with pytest.raises(RecordingError, match="reset"):
        recorder.step(Wait())
    assert len(read_trajectory(recorder.path).steps) == 1  # type: ignore[arg-type]


def test_after_half_a_line_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = episode(tmp_path / "a", 0)
    writer = TrajectoryWriter(tmp_path / "b", META)
    monkeypatch.setattr(writing, "append_to", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(RecordingError, match="No space left"):
        writer.step(ENTRY, 0.0, False, False, {})
    monkeypatch.undo()
    for again in (lambda: writer.step(ENTRY, 0.0, False, False, {}), lambda: writer.observation(FRAME)):
        with pytest.raises(RecordingError, match="No space left"):
            again()
    assert read_trajectory(path).steps == read_trajectory(tmp_path / "b").steps == ()


def test_a_directory_that_vanishes_is_said_and_not_made_anew(make_env: MakeEnv, tmp_path: Path) -> None:
    recorder = RecordTrajectory(make_env(), tmp_path / "runs")
    recorder.reset()
    recorder.step(Type("a"))
    first = recorder.path
    assert first is not None
    shutil.rmtree(first)
    first.mkdir()  # by somebody else
    with pytest.raises(RecordingError, match="the directory is gone, and its 1 recorded steps with it"):
        recorder.step(Press("a"))
    assert list(first.iterdir()) == []
    shutil.rmtree(tmp_path / "runs")
    recorder.reset()
    recorder.step(Wait())
    assert len(read_trajectory(recorder.path).steps) == 1  # type: ignore[arg-type]


def test_a_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "a", Path("/proc/nowhere"), tmp_path / "a\0b"):
        with pytest.raises(RecordingError, match="Cannot record into"):
            new_directory(folder, "task", 0)


@pytest.mark.parametrize("task_id", ["x" * 5000, "漢" * 5000, "../../etc", "a\0b", "", "🏔" * 99])
def test_any_task_has_a_directory(tmp_path: Path, task_id: str) -> None:
    path, number = new_directory(tmp_path, task_id, 7)
    assert (path.parent, number, path.is_dir()) == (tmp_path, 7, True)


def test_recorders_of_many_threads_each_get_their_own_names(tmp_path: Path) -> None:
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: new_directory(tmp_path, "task", 0)[0], range(64)))
        assert len(set(made)) == 64
        begun = list(pool.map(lambda _: _begin(tmp_path / "same"), range(16)))
    assert begun.count(True) == 1  # of many that name the same directory, one gets it


def _begin(path: Path) -> bool:
    try:
        TrajectoryWriter(path, META)
    except RecordingError as e:
        assert "already" in str(e)  # noqa: PT017 - the others are told why
        return False
    return True


def test_recorders_of_two_processes_each_get_their_own_names(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import sys
        from omnigym.actions import Wait
        from omnigym.codecs.omnibench import encode_omnibench
        from omnigym.recording.writer import TrajectoryWriter, new_directory

        meta = {"info": {}, "size": [64, 48], "nodes": [], "edges": []}
        for n in range(50):
            writer = TrajectoryWriter(new_directory(sys.argv[1], "task", n)[0], meta)
            writer.step(encode_omnibench(Wait(), (64, 48)), 0.0, False, False, {})
        """
    )
    running = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path)]) for _ in range(2)]
    assert [p.wait() for p in running] == [0, 0]
    paths = find_trajectories(tmp_path)
    assert [len(read_trajectory(p).steps) for p in paths] == [1] * 100


@pytest.mark.parametrize(("pace", "width"), [(math.nan, None), (math.inf, None), (0.0, None), (1.0, 10**9), (1.0, 0)])
def test_a_film_has_a_pace_and_a_width(tmp_path: Path, pace: float, width: int | None) -> None:
    with pytest.raises(ConfigError, match="A film has"):
        write_video(episode(tmp_path / "a"), tmp_path / "a.gif", pace=pace, width=width)
