"""Recordings: their form, their safety, reading them back."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, Invalid, Press, Type, Wait
from omnigym.devices.fake import Fault
from omnigym.envs.env import OmniEnv
from omnigym.errors import ActionError, RecordingError
from omnigym.recording import TrajectoryWriter, find_trajectories, read_trajectory
from omnigym.spaces import encode_action
from omnigym.wrappers import ElementActions, RecordTrajectory

MakeEnv = Callable[..., OmniEnv]
SOLUTION = (Type("hello"), Press("s", ("ctrl",)), Press("a", ("ctrl",)), Press("c", ("ctrl",)))


def record(make_env: MakeEnv, folder: Path, *actions: Any, **kwargs: Any) -> tuple[RecordTrajectory, list[Any]]:
    env = RecordTrajectory(make_env(**kwargs.pop("env", {})), folder, **kwargs)
    seen = [env.reset(seed=1)[0]]
    seen += [env.step(a)[0] for a in actions]
    return env, seen


def test_the_form_is_omnibenchs(make_env: MakeEnv, tmp_path: Path) -> None:
    env = RecordTrajectory(make_env(), tmp_path)
    env.reset(seed=1)
    save = env.unwrapped.a11y().find(key="text_editor.save")
    assert save is not None
    env.step(Type("hello"))
    env.note(thought="It must be saved.", description="Press Save.")
    x, y = save.center
    env.step(Click((x / 320, y / 240)))
    for action in SOLUTION[2:]:
        env.step(action)
    data = json.loads((tmp_path / "000000-save-then-copy" / "trajectory.json").read_text())
    assert list(data) == [
        *("trajectory_id", "task_id", "topological_order", "intent", "instruction", "observations", "actions")
    ]
    assert data["trajectory_id"] == "save-then-copy (0)"
    assert data["topological_order"] == ["save", "copy"]
    assert data["observations"] == [f"obs{n:04d}.png" for n in range(5)]
    click = data["actions"][1]
    assert click["function"] == "click_input"
    assert click["args"] == {"button": "left", "double": False}
    left, top, width, height = save.bounds
    assert click["rect"] == [left, top, left + width, top + height]
    assert click["control_text"] == "Save"
    assert (click["thought"], click["description"]) == ("It must be saved.", "Press Save.")
    assert all((env.path / name).exists() for name in data["observations"])  # type: ignore[operator]


def test_what_is_read_is_what_was_seen(make_env: MakeEnv, tmp_path: Path) -> None:
    env, seen = record(make_env, tmp_path, *SOLUTION, arrays=True, trees=True)
    t = read_trajectory(env.path)  # type: ignore[arg-type]
    assert t.complete
    assert [s.action for s in t.steps] == list(SOLUTION)
    assert t.total_reward == pytest.approx(1.0)
    assert t.info["end_reason"] == "success"
    for n, obs in enumerate(seen):
        back = t.observation(n)
        assert back.keys() == obs.keys()
        for key in obs:
            np.testing.assert_array_equal(back[key], obs[key])
    tree = t.tree(1)
    assert tree is not None
    assert tree.find(text="hello") is not None


def test_dict_actions_and_numbering(make_env: MakeEnv, tmp_path: Path) -> None:
    for _ in range(2):
        env, _ = record(make_env, tmp_path, *map(encode_action, SOLUTION))
        env.reset()
    paths = find_trajectories(tmp_path)
    assert [p.name[:6] for p in paths] == ["000000", "000001", "000002", "000003"]
    assert [len(read_trajectory(p).steps) for p in paths] == [4, 0, 4, 0]


def test_two_recorders_may_share_a_folder(make_env: MakeEnv, tmp_path: Path) -> None:
    one, two = RecordTrajectory(make_env(), tmp_path), RecordTrajectory(make_env(), tmp_path)
    for _ in range(2):
        one.reset()
        two.reset()
        one.step(Wait())
        two.step(Type("x"))
    kinds = [type(read_trajectory(p).steps[0].action).__name__ for p in find_trajectories(tmp_path)]
    assert sorted(kinds) == ["Type", "Type", "Wait", "Wait"]


def test_scaled_observations_are_recorded_in_full(make_env: MakeEnv, tmp_path: Path) -> None:
    env, seen = record(make_env, tmp_path, Wait(), arrays=True, env={"screenshot_size": (80, 60)})
    t = read_trajectory(env.path)  # type: ignore[arg-type]
    frame = t.frame(0)
    assert frame is not None
    assert frame.shape == (240, 320, 3)
    np.testing.assert_array_equal(t.observation(1)["screenshot"], seen[1]["screenshot"])


def test_element_actions_go_around_it(make_env: MakeEnv, tmp_path: Path) -> None:
    env = ElementActions(RecordTrajectory(make_env(), tmp_path))
    env.reset()
    env.step(env.layout.size - 1)
    assert len(read_trajectory(env.env.path).steps) == 1  # type: ignore[attr-defined]
    inside = RecordTrajectory(ElementActions(make_env()), tmp_path)
    inside.reset()
    with pytest.raises(ActionError, match="around it, not inside"):
        inside.step(5)


def test_invalid_actions_and_device_errors_are_recorded(make_env: MakeEnv, tmp_path: Path) -> None:
    env = RecordTrajectory(make_env(Fault("act", 2)), tmp_path)
    env.reset()
    env.step(Invalid("clik", "no such function"))
    env.step(Wait())
    env.step(Wait())
    t = read_trajectory(env.path)  # type: ignore[arg-type]
    assert t.complete
    assert t.steps[0].info["invalid_action"] == "no such function"
    assert t.info["end_reason"] == "device_error"
    assert json.loads((t.path / "trajectory.json").read_text())["actions"][0]["function"] == "invalid"


def test_a_cut_off_line_is_passed_over(make_env: MakeEnv, tmp_path: Path) -> None:
    env, _ = record(make_env, tmp_path, *SOLUTION[:2])
    steps = env.path / "steps.jsonl"  # type: ignore[operator]
    whole = steps.read_bytes()
    for cut in range(len(whole) - len(whole.splitlines()[-1]) - 1, len(whole), 37):
        steps.write_bytes(whole[:cut])
        assert len(read_trajectory(steps.parent).steps) == 1
    steps.write_bytes(whole)
    assert len(read_trajectory(steps.parent).steps) == 2


def test_a_full_disk_loses_nothing(make_env: MakeEnv, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env, _ = record(make_env, tmp_path, *SOLUTION[:2])
    path = env.path
    assert path is not None

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(RecordingError, match=r"No space left.*2 recorded steps are intact"):
        env.step(Wait())
    with pytest.raises(RecordingError, match="reset"):
        env.step(Wait())
    monkeypatch.undo()
    t = read_trajectory(path)
    assert len(t.steps) == 2
    assert t.frame(2) is not None
    env.reset()
    env.step(Wait())
    assert len(read_trajectory(env.path).steps) == 1  # type: ignore[arg-type]


def test_a_directory_is_not_overwritten(tmp_path: Path) -> None:
    TrajectoryWriter(tmp_path / "a", {})
    with pytest.raises(RecordingError, match="already"):
        TrajectoryWriter(tmp_path / "a", {})
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordingError, match="file"):
        TrajectoryWriter(tmp_path / "file" / "b", {})
    with pytest.raises(RecordingError, match="no recording"):
        read_trajectory(tmp_path)


def test_kill_9_keeps_all_complete_steps(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import sys
        import numpy as np
        from omnigym.actions import Wait
        from omnigym.codecs.omnibench import encode_omnibench
        from omnigym.recording import TrajectoryWriter

        meta = {"info": {}, "size": [64, 48], "nodes": [], "edges": []}
        writer = TrajectoryWriter(sys.argv[1], meta)
        frame = np.random.default_rng(0).integers(0, 255, (48, 64, 3)).astype(np.uint8)
        writer.observation(frame)
        while True:
            writer.observation(frame)
            writer.step(encode_omnibench(Wait(), (64, 48)), 0.0, False, False, {})
            sys.stdout.write("x")
            sys.stdout.flush()
        """
    )
    path = tmp_path / "killed"
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = len(process.stdout.read(40))
        process.send_signal(signal.SIGKILL)
        said += len(process.stdout.read())
    t = read_trajectory(path)
    assert said <= len(t.steps) <= said + 1
    assert all(t.frame(n) is not None for n in range(len(t.steps) + 1))
    assert not t.complete


def test_what_is_no_text_can_be_recorded(make_env: MakeEnv, tmp_path: Path) -> None:
    said = Invalid("half a pair: \ud800", "no codec reads this")
    env, _ = record(make_env, tmp_path, said, Wait())
    assert [s.action for s in read_trajectory(env.path).steps] == [said, Wait()]  # type: ignore[arg-type]
