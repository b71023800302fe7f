"""Recordings of several devices: each is kept, with what was done on it, and costs nothing while it stands by."""

from __future__ import annotations

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
from PIL import Image

from omnigym.actions import Action, Click, Done, Invalid, On, Press, Type, Wait, on_from_json
from omnigym.devices.fake import Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs import MultiDeviceEnv, OmniEnv
from omnigym.errors import ActionError, ConfigError, RecordingError, UnknownNameError
from omnigym.recording import read_demonstrations, read_trajectory, to_minari, write_video
from omnigym.recording.trajectory import Trajectory
from omnigym.spaces import encode_on
from omnigym.tasks.task import TaskNode
from omnigym.wrappers import RecordTrajectory
from tests.conftest import make_task

NODES = (
    TaskNode("save", "fake/save", {"name": "untitled", "text": "hello"}, "desk"),
    TaskNode("copy", "fake/copy", {"text": "hello"}, "phone"),
)
SIZES = {"desk": (320, 240), "phone": (200, 320)}
SOLUTION = (
    *(On("desk", Type("hello")), On("desk", Press("s", ("ctrl",))), Wait()),
    *(On("phone", Type("hello")), On("phone", Press("a", ("ctrl",))), On("phone", Press("c", ("ctrl",)))),
)


def make_env(phone: tuple[Fault, ...] = (), **kwargs: Any) -> MultiDeviceEnv:
    devices = {"desk": FakeConfig(SIZES["desk"]), "phone": FakeConfig(SIZES["phone"], faults=phone)}
    return MultiDeviceEnv(devices, make_task(nodes=NODES), **kwargs)


def record(folder: Path, *actions: Any, env: MultiDeviceEnv | None = None, **kept: Any) -> tuple[Trajectory, list[Any]]:
    recorder = RecordTrajectory(env or make_env(), folder, **kept)
    seen = [recorder.reset(seed=1)[0]]
    seen += [recorder.step(a)[0] for a in actions]
    assert recorder.path is not None
    return read_trajectory(recorder.path), seen


@pytest.mark.parametrize("screenshot_size", [None, (80, 60), {"phone": (50, 80)}])
def test_what_is_read_is_what_was_seen(tmp_path: Path, screenshot_size: Any) -> None:
    env = make_env(screenshot_size=screenshot_size, node_status=True)
    t, seen = record(tmp_path, *SOLUTION, env=env, trees=True, arrays=True)
    assert t.complete and t.total_reward == pytest.approx(1.0)
    assert [s.value for s in t.steps] == list(SOLUTION)
    assert [s.device for s in t.steps] == ["desk", "desk", "", "phone", "phone", "phone"]
    for n, obs in enumerate(seen):
        back = t.observation(n)
        assert back.keys() == obs.keys()
        for key in obs:
            np.testing.assert_array_equal(back[key], obs[key])
        for device, (width, height) in SIZES.items():
            frame = t.frame(n, device)
            assert frame is not None and frame.shape == (height, width, 3)
    assert t.whole_tree(1, "desk").find(text="hello") is not None
    assert t.whole_tree(3, "phone").find(text="hello") is None
    assert t.whole_tree(4, "phone").find(text="hello") is not None


def test_a_device_that_stands_by_is_not_written_again(tmp_path: Path) -> None:
    t, _ = record(tmp_path, *SOLUTION, trees=True)
    assert [dict(s.shown) for s in t.steps] == [
        *({"desk": 1, "phone": 0}, {"desk": 1, "phone": 0}, {"desk": 1, "phone": 0}),
        *({"desk": 1, "phone": 4}, {"desk": 1, "phone": 5}, {"desk": 1, "phone": 5}),
    ]
    files = {p.name for p in t.path.glob("obs*.png")}
    assert files == {f"obs{n:04d}-{d}.png" for d, ns in (("desk", (0, 1)), ("phone", (0, 4, 5))) for n in ns}


def test_a_frame_that_somebody_writes_into_is_told_apart(tmp_path: Path) -> None:
    env = make_env(observation="pixels", writable_screenshots=True)
    recorder = RecordTrajectory(env, tmp_path)
    observation, _ = recorder.reset(seed=1)
    before = observation["phone_screenshot"].copy()
    observation["phone_screenshot"][:] = 0
    recorder.step(Wait())
    assert recorder.path is not None
    t = read_trajectory(recorder.path)
    np.testing.assert_array_equal(t.frame(1, "phone"), before)
    assert t.steps[0].shown["phone"] == 0


def test_elements_of_the_space_and_what_models_get_wrong(tmp_path: Path) -> None:
    fields = encode_on(SOLUTION[0], ("desk", "phone"))
    t, _ = record(tmp_path, fields, On("tablet", Wait()), On("tablet", Press("a")), Press("a"), On("phone", Done()))
    assert t.steps[0].value == SOLUTION[0]
    assert [s.device for s in t.steps[1:]] == [""] * 4
    assert isinstance(t.steps[2].action, Invalid) and "tablet" in t.steps[2].action.reason
    assert isinstance(t.steps[3].action, Invalid) and t.steps[3].info["invalid_action"] == t.steps[3].action.reason
    with pytest.raises(ActionError, match="around it, not inside"):
        record(tmp_path, 5)


def test_the_control_that_was_hit_is_of_the_device(tmp_path: Path) -> None:
    env = make_env()
    env.reset(seed=1)
    save = env.a11y("phone").find(key="text_editor.save")
    assert save is not None
    x, y = save.center
    t, _ = record(tmp_path, On("phone", Click((x / 200, y / 320))), env=env)
    assert t.steps[0].entry["control_text"] == "Save" and t.steps[0].entry["device"] == "phone"


def test_what_is_written_at_the_end(tmp_path: Path) -> None:
    t, _ = record(tmp_path, *SOLUTION)
    data = json.loads((t.path / "trajectory.json").read_text())
    assert data["topological_order"] == ["save", "copy"]
    assert data["observations"][4] == {"desk": "obs0001-desk.png", "phone": "obs0004-phone.png"}
    assert data["actions"][3]["device"] == "phone" and "device" not in data["actions"][2]
    assert [n["device"] for n in t.meta["nodes"]] == ["desk", "phone"]


def test_a_device_that_breaks_leaves_a_whole_recording(tmp_path: Path) -> None:
    t, _ = record(tmp_path, SOLUTION[0], SOLUTION[3], env=make_env((Fault("act", 1),), screenshot_size=(80, 60)))
    assert t.complete and t.info["end_reason"] == "device_error"
    assert t.frame(1, "phone") is not None and t.frame(2, "phone") is None
    write_video(t, tmp_path / "a.gif", width=200)


def test_kill_9_keeps_all_complete_steps_of_all_devices(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from omnigym.actions import On, Type
        from tests.recording.test_several import make_env
        from omnigym.wrappers import RecordTrajectory

        env = RecordTrajectory(make_env(max_steps=10_000), sys.argv[1], trees=True, arrays=True)
        env.reset(seed=0)
        while True:
            for device in env.unwrapped.device_names:
                env.step(On(device, Type("x")))
                sys.stdout.write("x")
                sys.stdout.flush()
        """
    )
    kill = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(kill, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": os.getcwd()}) as process:
        assert process.stdout is not None
        said = len(process.stdout.read(15))
        process.send_signal(signal.SIGKILL)
        said += len(process.stdout.read())
    t = read_trajectory(next(tmp_path.iterdir()))
    assert said <= len(t.steps) <= said + 1 and not t.complete
    for n in range(len(t.steps) + 1):
        assert all(t.frame(n, d) is not None and t.tree(n, d) is not None for d in SIZES)
        assert t.observation(n)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda meta, line: meta["devices"].update({"../x": meta["devices"]["desk"]}), r"meta\.json, devices"),
        (lambda meta, line: meta.update(devices={}), r"meta\.json, devices"),
        (lambda meta, line: meta["devices"]["phone"].update(size=[0, 5]), r"devices.*size"),
        (lambda meta, line: line["entry"].update(device="tablet"), r"line 1, entry.device: .*desk, phone.*tablet"),
        (lambda meta, line: line["entry"].update(device=["desk"]), r"line 1, entry.device"),
        (lambda meta, line: line["shown"].update(phone=9), r"line 1, shown: observation 9"),
        (lambda meta, line: line["shown"].update(phone=-1), r"line 1, shown"),
        (lambda meta, line: line.update(shown=[1]), r"line 1, shown"),
    ],
)
def test_what_is_damaged_is_said(tmp_path: Path, change: Callable[[Any, Any], object], said: str) -> None:
    t, _ = record(tmp_path, SOLUTION[0])
    meta, line = (json.loads((t.path / name).read_text()) for name in ("meta.json", "steps.jsonl"))
    change(meta, line)
    (t.path / "meta.json").write_text(json.dumps(meta))
    (t.path / "steps.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.raises(RecordingError, match=said):
        read_trajectory(t.path)


def test_a_device_has_to_be_named(tmp_path: Path) -> None:
    t, _ = record(tmp_path, Wait())
    for read in (lambda: t.size, lambda: t.frame(0), lambda: t.frame(0, "tablet")):
        with pytest.raises(UnknownNameError, match="device"):
            read()
    one = RecordTrajectory(OmniEnv(FakeConfig(), make_task()), tmp_path / "one")
    one.reset(seed=0)
    with pytest.raises(ActionError, match="no name"):
        one.step(On("desk", Wait()))


def test_the_film_has_all_devices_side_by_side(tmp_path: Path) -> None:
    t, _ = record(tmp_path, SOLUTION[0], On("phone", Click((0.5, 0.5))), SOLUTION[2])
    for width in (None, 300):
        with Image.open(write_video(t, tmp_path / "a.gif", width=width)) as film:
            across, high = film.size
            assert film.n_frames >= 4
        assert across > high and (width is None or abs(across - width) <= 3)


class TestMinari:
    """The data set, and that what learns from one device says that this is none."""

    @pytest.fixture
    def made(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
        minari = pytest.importorskip("minari")
        monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "sets"))
        actions: tuple[Action | On, ...] = (SOLUTION[0], On("phone", Type("é" * 300)), *SOLUTION[2:])
        env = make_env(screenshot_size=(40, 30))
        recordings = [record(tmp_path / "runs", *actions, env=env, trees=True, arrays=True)[0] for _ in range(2)]
        report = to_minari(recordings, "omnigym/cross-v0", env, trees=True)
        assert (report.episodes, report.changed_actions) == (2, 2)
        return minari.load_dataset("omnigym/cross-v0"), recordings, actions

    def test_it_holds_what_was_recorded(self, made: Any) -> None:
        data, recordings, actions = made
        assert data.action_space["device"].n == 2
        episode = next(iter(data.iterate_episodes()))
        assert episode.actions["device"].tolist() == [0, 1, 0, 1, 1, 1]
        np.testing.assert_array_equal(
            episode.observations["phone_screenshot"][2], recordings[0].observation(2)["phone_screenshot"]
        )
        texts = [json.loads(text) for text in episode.infos["action"][1:]]
        assert [on_from_json(a) if "device" in a else a["type"] for a in texts] == [
            a if isinstance(a, On) else type(a).__name__ for a in actions
        ]
        for device in SIZES:
            told = episode.infos[f"{device}_tree"][4].decode()
            assert told == recordings[0].whole_tree(4, device).to_json()

    def test_what_learns_from_one_device_refuses_it(self, made: Any, tmp_path: Path) -> None:
        for source in ("omnigym/cross-v0", tmp_path / "runs"):
            with pytest.raises(ConfigError, match="several devices, desk, phone"):
                list(read_demonstrations(source))

    def test_recordings_of_other_devices_do_not_fit_in(self, made: Any, tmp_path: Path) -> None:
        _, recordings, _ = made
        one = RecordTrajectory(OmniEnv(FakeConfig(), make_task()), tmp_path, arrays=True)
        one.reset(seed=0)
        one.step(Wait())
        assert one.path is not None
        with pytest.raises(ConfigError, match="one device, and the first one on desk, phone"):
            to_minari([recordings[0], one.path], "omnigym/both-v0", make_env())
