"""Whatever a device, a check or a task's host raises, an episode ends as the contract says, and the next one begins."""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import Click, Done, OpenApp, Press, Type, Wait
from omnigym.baselines.evaluate import run_episodes
from omnigym.baselines.noop import NoopAgent
from omnigym.devices import protocol
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.devices.fake.state import build_tree
from omnigym.devices.protocol import ClipboardContent, Device, ProcessInfo, Tab
from omnigym.devices.waiting import LATE_WAITS
from omnigym.envs.env import OmniEnv
from omnigym.errors import DeviceFaultError, DeviceLostError, TaskFileError, UnknownNameError
from omnigym.evaluation import registry
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.judgement import Judgement
from omnigym.evaluation.report import summarise
from omnigym.tasks.external_tasks import OWN_JUDGEMENT
from omnigym.tasks.setup import AddRow, Launch, MakeDir, SetClipboard, SetSetting, SetupStep, WriteFile
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import EvaluateWhen, Task, TaskNode
from omnigym.wrappers import ElementActions, RecordTrajectory

pytestmark = pytest.mark.faults

#: A method and what it is called with. One that a protocol gets later has to be put here, or the tests say KeyError.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "reset": (0,),
    "screenshot": (),
    "act": (Wait(),),
    "close": (),
    "tree": (),
    "scaled_screenshot": ((16, 12),),
    "update_frame": (np.zeros((4, 4, 3), np.uint8), np.zeros((4, 4, 3), np.uint8)),
    "next_interval": (),
    "listen": (True,),
    "audio": (1.0,),
    "watch": (True,),
    "video": (2, (16, 12)),
    "snapshot": (),
    "restore": (FakeDevice().snapshot(),),
    "version": ("files",),
    "variation_aspects": (),
    "vary": (3,),
    "works_during": (0.1,),
    "now_ms": (),
    "pass_time": (10,),
    "native_path": ("a.txt",),
    "read_file": ("Documents/readme.txt",),
    "write_file": ("a.txt", b"a"),
    "make_dir": ("a",),
    "stat": ("a.txt",),
    "list_dir": ("Documents",),
    "clipboard": (),
    "set_clipboard": (ClipboardContent("a"),),
    "apps": (),
    "app_title": ("text_editor",),
    "launch": ("text_editor",),
    "windows": (),
    "activate": ("1",),
    "minimise": ("1",),
    "close_window": ("1",),
    "wallpaper": (),
    "locate": ("text_editor", "text_editor.save"),
    "controls_for": (Press("s", ("ctrl",)),),
    "setting": ("theme",),
    "set_setting": ("theme", "dark"),
    "query_content": ("content://sms",),
    "disturbances": (),
    "disturb": (("toast",), 0),
    "announce": (10, "mail", "a", "b"),
    "play_sound": ("chime/done",),
    "sounds_ended": (),
    "run": (("true",),),
    "is_confined": (),
    "setup_outputs": (),
    "app_for": ("a.txt",),
    "open_pages": (("about:blank",),),
    "close_pages": (("about:blank",),),
    "tabs": (),
    "page_source": (),
    "cookies": (),
    "profile_dir": (),
    "pointer": (),
    "processes": (),
    "allow_network": (True,),
    "navigate": ("about:blank",),
    "evaluate": ("1",),
    "settle": (),
}
PROTOCOLS = [
    p for p in vars(protocol).values() if getattr(p, "_is_protocol", False) and p.__module__ == protocol.__name__
]
METHODS = sorted(
    {name for p in PROTOCOLS for name, f in vars(p).items() if inspect.isfunction(f) and not name.startswith("_")}
)
ERRORS: tuple[Exception, ...] = (
    IndexError("list index out of range"),
    ValueError("frame of another size"),
    MemoryError(),
    RecursionError(),
    OSError(9, "Bad file descriptor"),
    zlib.error("-3"),
    UnknownNameError("app", "a", ["b"]),
    DeviceLostError("fake", "act", "gone."),
)
SMALL: dict[str, Any] = {"sizes": {"nodes": 8, "text_length": 8, "instruction_length": 8}}


class Anything(FakeDevice):
    """A fake with every capability, whose ``broken`` method raises ``error``."""

    broken, error, hits = "", Exception(), 0

    def meet(self, call: str) -> None:
        if call == self.broken:
            self.hits += 1
            raise copy(self.error)  # a new one: each raise adds to a traceback

    def query_content(self, uri: str) -> tuple[Any, ...]:
        return ()

    def app_title(self, app: str) -> str:
        return ""

    def controls_for(self, press: Press) -> tuple[Click, ...] | None:
        return None

    def works_during(self, seconds: float) -> bool:
        return False

    def now_ms(self) -> int:
        return 0

    def audio(self, seconds: float) -> Any:
        return np.zeros(0, np.int16)

    def video(self, frames: int, size: tuple[int, int]) -> Any:
        return np.zeros((frames, size[1], size[0], 3), np.uint8), np.zeros(frames, np.float32)

    def run(self, argv: Any, timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        return 0, b"", b""

    def is_confined(self) -> bool:
        return True

    def setup_outputs(self) -> dict[str, bytes]:
        return {}

    def app_for(self, path: str) -> str:
        return "text_editor"

    def tabs(self) -> tuple[Tab, ...]:
        return (Tab("about:blank"),)

    def page_source(self, url: str = "") -> str:
        return ""

    def cookies(self) -> tuple[dict[str, object], ...]:
        return ()

    def profile_dir(self) -> str:
        return "/home/user/profile"

    def processes(self) -> tuple[ProcessInfo, ...]:
        return (ProcessInfo("a", ("a",)),)

    def disturbances(self) -> tuple[str, ...]:
        return ("toast",)

    def _nothing(self, *args: Any) -> None:
        pass

    def sounds_ended(self) -> tuple[str, ...]:
        return ()

    disturb = announce = play_sound = allow_network = navigate = evaluate = settle = update_frame = pass_time = _nothing
    activate = minimise = close_window = wallpaper = open_pages = close_pages = pointer = _nothing


def _guarded(name: str) -> Callable[..., Any]:
    original = getattr(Anything, name)

    def method(self: Anything, *args: Any, **kwargs: Any) -> Any:
        self.meet(name)
        return original(self, *args, **kwargs)

    return method


for _name in METHODS:
    setattr(Anything, _name, _guarded(_name))


@dataclass(frozen=True)
class CallsAll:
    """A host that calls every method of a device at the beginning, and again to judge."""

    def begin(self, device: Device, seed: int) -> _Run:
        device.reset(seed)
        run = _Run(device)
        run.judge(None)
        return run


class _Run:
    instruction = "Do nothing."

    def __init__(self, device: Device) -> None:
        self._device = device

    def judge(self, answer: str | None) -> Judgement:
        for name in METHODS:
            if name not in ("reset", "close", "act", "restore"):
                getattr(self._device, name)(*ARGUMENTS[name])
        return Judgement()

    def end(self) -> None:
        self.judge(None)


def _subtask(**values: Any) -> Subtask:
    fields: dict[str, Any] = {
        "id": "fake/any",
        "app": "text_editor",
        "category": "Office",
        "instruction": "Do it.",
        "parameters": ({},),
        "conditions": OWN_JUDGEMENT,
        "platforms": ("linux",),
    }
    return Subtask(**(fields | values))


def _task(**values: Any) -> Task:
    subtask = values.pop("subtask", None) or _subtask()
    return Task(id="any", nodes=(TaskNode("1", subtask.id),), definitions=(subtask,), max_steps=3, **values)


def _setup_task() -> Task:
    """Every kind of setup step, and checks of files and of the clipboard."""
    setup: tuple[SetupStep, ...] = (
        *(WriteFile("a.txt", "a"), MakeDir("b"), AddRow("c.json", ("n",), (1,)), SetClipboard("x", ("a.txt",))),
        *(SetSetting("theme", "dark"), Launch("text_editor")),
    )
    conditions = (Condition("file_exists", {"path": "no.txt"}),)
    return _task(subtask=_subtask(conditions=conditions, milestones=conditions), setup=setup)


def _play(env: OmniEnv) -> dict[str, Any]:
    """An episode to its end, however it ends; what each step promises is looked at."""
    while True:
        for action in (OpenApp("text_editor"), Type("a"), Click((0.5, 0.5))):
            observation, reward, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space
            assert not terminated
            if info["device_error"] != "":
                assert (reward, truncated) == (0.0, True)
                assert info["end_reason"] == "device_error"
            if truncated:
                return info


def _begins_again(env: OmniEnv) -> None:
    observation, info = env.reset()
    assert observation in env.observation_space
    assert (info["device_error"], info["device_restarts"]) == ("", 0)
    info = _play(env)
    assert (info["device_error"], info["end_reason"], info["unscored"]) == ("", "reach_step_limit", False)


def test_every_method_has_arguments() -> None:
    assert sorted(ARGUMENTS) == METHODS
    assert all(isinstance(Anything(), p) for p in PROTOCOLS if p is not protocol.HasInstalledApps)


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
def test_a_device_that_fails_in_a_step(error: Exception) -> None:
    own = {"act", "apps", "screenshot", "tree", "version", "stat"}
    for task, kwargs in ((_task(host=CallsAll()), {}), (_setup_task(), {"reward": "progress"})):
        device = Anything((32, 24))
        env = OmniEnv(device=device, tasks=task, **SMALL, **kwargs)
        for method in METHODS:
            env.reset()
            device.broken, device.error, device.hits = method, error, 0
            info = _play(env)
            assert info["unscored"] == bool(device.hits), method
            assert not info["is_success"]
            assert device.hits or method not in own or task.host is not None, method
            assert device.hits or task.host is None or method in ("reset", "close", "restore"), method
            if info["device_error"] != "" and not isinstance(error, DeviceLostError | UnknownNameError):
                assert type(error).__name__ in info["device_error"]
                assert not str(error) or str(error) not in info["device_error"]
            device.broken = ""
            _begins_again(env)
        device.broken = "close"
        env.close()


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
def test_a_device_that_fails_in_reset(error: Exception) -> None:
    seen = set()
    for task in (_task(host=CallsAll()), _setup_task()):
        device = Anything((32, 24))
        env = OmniEnv(
            device=device, tasks=task, limits={"reset_retries": 1}, disturbances=True, screenshot_size=(16, 12), **SMALL
        )
        for method in METHODS:
            device.broken, device.error, device.hits = method, error, 0
            raised: Exception | None = None
            try:
                env.reset()
            except (DeviceLostError, DeviceFaultError, TaskFileError, UnknownNameError) as e:
                raised = e
            if device.hits:
                seen.add(method)
                mistake = isinstance(error, UnknownNameError)
                assert isinstance(raised, TaskFileError | UnknownNameError) == mistake, method
                assert isinstance(raised, DeviceLostError) == isinstance(error, DeviceLostError), method
                assert mistake or device.hits >= 2, "tried again"
            else:
                assert raised is None, method
            device.broken = ""
            _begins_again(env)
    assert seen == set(METHODS) - {"act", "close", "restore"}


@pytest.mark.parametrize("error", ["IndexError", "MemoryError", "DeviceLostError"])
@pytest.mark.parametrize("call", ["reset", "screenshot", "tree", "launch"])
def test_a_fault_in_reset_makes_a_new_device(make_env: Callable[..., OmniEnv], call: str, error: str) -> None:
    env = make_env(Fault(call, 2, error))
    env.reset()
    first = env.device
    first.close = lambda: 1 / 0  # type: ignore[method-assign]
    _, info = env.reset()
    if call in ("reset", "launch"):
        assert info["device_restarts"] == 1 and env.device is not first
    else:
        assert _play(env)["device_error"] != "" or env.device is not first
    env.close()


FRAMES = {
    "smaller": np.zeros((100, 320, 3), np.uint8),
    "turned": np.zeros((320, 240, 3), np.uint8),
    "with transparency": np.zeros((240, 320, 4), np.uint8),
    "grey": np.zeros((240, 320), np.uint8),
    "empty": np.zeros((0, 0, 3), np.uint8),
    "floats": np.zeros((240, 320, 3)),
    "none": None,
    "text": "frame",
}


@pytest.mark.parametrize("size", [None, (16, 12)])
@pytest.mark.parametrize("scales", [True, False])
def test_a_frame_that_no_device_may_give(fake_task: Task, size: tuple[int, int] | None, scales: bool) -> None:
    class Plain(FakeDevice):
        scaled_screenshot = None  # type: ignore[assignment]

    for name, frame in FRAMES.items():
        device = (FakeDevice if scales else Plain)()
        env = OmniEnv(
            device=device, tasks=fake_task, screenshot_size=size, render_mode="rgb_array", observation="pixels"
        )
        good, _ = env.reset()
        device.screenshot = lambda frame=frame: frame  # type: ignore[method-assign,misc]
        device.scaled_screenshot = lambda size, frame=frame: frame  # type: ignore[method-assign,misc]
        observation, reward, _, truncated, info = env.step(Wait())
        assert (reward, truncated, info["end_reason"], info["unscored"]) == (0.0, True, "device_error", True), name
        np.testing.assert_array_equal(observation["screenshot"], good["screenshot"])
        assert env.render().shape == (240, 320, 3)  # type: ignore[union-attr]
        del device.screenshot, device.scaled_screenshot
        assert env.reset()[0] in env.observation_space


# -- checks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.check_names())
def test_a_check_that_fails_cannot_tell(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(subject: Any) -> Any:
        del subject
        raise error

    spec = registry.get_check(name)
    monkeypatch.setitem(registry._CHECKS, name, replace(spec, function=fail, parameters={}, prepare=None, effects=None))
    when: EvaluateWhen = "at_end" if spec.final else "each_step"
    task = _task(subtask=_subtask(conditions=(Condition(name),), milestones=()), evaluate=when)
    env = OmniEnv(device=FakeDevice((32, 24)), tasks=task, **SMALL)
    for error in (TypeError("secret"), MemoryError("secret"), FileNotFoundError("secret")):
        env.reset()
        info = _play(env)
        assert (info["unscored"], info["device_error"]) == (True, "")
        assert info["end_reason"] == "reach_step_limit"
        verdict = env.evaluator.verdicts["1"]
        assert verdict.status == "cannot_tell"
        assert type(error).__name__ in verdict.message and "secret" not in verdict.message
    assert [r.exc_info[0] for r in caplog.records if r.exc_info] == [TypeError, MemoryError, FileNotFoundError]


class _Late(FakeDevice):
    """A device on which a file is there only after so many waits."""

    def __init__(self, waits: int) -> None:
        super().__init__((32, 24))
        self.left = waits

    def act(self, action: Any) -> None:
        super().act(action)
        self.left -= type(action) is Wait
        if not self.left:
            self.write_file("late.txt", b"done")


@pytest.mark.parametrize(("waits", "success"), [(1, True), (LATE_WAITS, True), (LATE_WAITS + 1, False)])
@pytest.mark.parametrize("end", [Done(), Press("a")], ids=["DONE", "the last step"])
def test_what_a_real_device_shows_late_counts_at_the_end(
    monkeypatch: pytest.MonkeyPatch, waits: int, success: bool, end: Any
) -> None:
    """Oracles wait so long, too; DONE right after the last action was refused."""
    monkeypatch.setattr("omnigym.envs.device_slot.HasVersions", ProcessInfo)  # as of a real device
    task = _task(subtask=_subtask(conditions=(Condition("file_exists", {"path": "late.txt"}),)))
    env = OmniEnv(device=_Late(waits), tasks=task, max_steps=1, **SMALL)
    env.reset()
    *_, info = env.step(end)
    assert info["is_success"] is success
    env.close()


def test_an_event_check_that_failed_at_the_event_cannot_tell_unless_another_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def twice(event: Any) -> bool:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise IndexError
        return calls == 4

    calls = 0
    spec = registry.get_check("check_mouse_clicks")
    monkeypatch.setitem(registry._CHECKS, "check_mouse_clicks", replace(spec, function=twice, parameters={}))
    env = OmniEnv(
        device=FakeDevice(), tasks=_task(subtask=_subtask(conditions=(Condition("check_mouse_clicks"),))), max_steps=9
    )
    env.reset()
    status = []
    for _ in range(4):
        *_, info = env.step(Click((0.5, 0.5)))
        status.append(env.evaluator.verdicts["1"].status)
    assert status == ["cannot_tell", "cannot_tell", "cannot_tell", "passed"]
    assert info["is_success"]


def test_checks_of_a_real_device_have_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    from omnigym.evaluation import probe

    class Real(FakeDevice):
        version = None  # type: ignore[assignment]

        def _current_tree(self) -> Tree:
            return build_tree(self._state, self.size)

        def stat(self, path: str) -> Any:
            clock[0] += slow
            return super().stat(path)

    clock, slow = [0.0], 15.0
    monkeypatch.setattr(probe, "monotonic", lambda: clock[0])
    conditions = tuple(Condition("file_exists", {"path": "Documents/readme.txt"}) for _ in range(3))
    env = OmniEnv(
        device=Real(), tasks=_task(subtask=_subtask(conditions=(Condition("all", {"of": list(conditions)}),)))
    )
    env.reset()
    env.step(Wait())
    verdict = env.evaluator.verdicts["1"]
    assert verdict.status == "cannot_tell" and "longer than 20 s" in verdict.message
    assert clock[0] == 30.0, "the third is not begun"
    slow = 5.0
    assert env.step(Wait())[4]["is_success"], "at the next step they have their time again"


# -- tasks, wrappers and reports --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "step",
    [
        Launch("text_editr"),
        SetSetting("thme", "dark"),
        SetClipboard(image="no such scene"),
        WriteFile("a.png", "no such scene"),
        WriteFile("a.wav", "long"),
        WriteFile("a.txt", "\ud800"),
        AddRow("a.json", ("a", "b"), (1,)),
        AddRow("Documents/readme.txt", ("a",), (1,)),
    ],
)
def test_a_setup_step_that_cannot_be_done_is_the_tasks_fault(step: SetupStep) -> None:
    env = OmniEnv(device=FakeDevice(), tasks=replace(_setup_task(), setup=(step,)))
    with pytest.raises(TaskFileError, match=type(step).__name__):
        env.reset()


def test_a_file_in_the_way_of_a_setup_step_is_the_tasks_fault() -> None:
    from omnigym.devices.sim.device import SimDevice
    from omnigym.tasks.setup import apply_setup

    device = SimDevice()
    device.reset(0)
    for step in (WriteFile("x/y.txt", "a"), MakeDir("x/y")):
        device.write_file("x", b"")
        with pytest.raises(TaskFileError, match="cannot be done"):
            apply_setup(device, [step])
        device.reset(0)


def test_a_task_that_breaks_at_the_end_does_not_break_the_step() -> None:
    task = replace(_setup_task(), post_config=(Launch("text_editr"),), evaluate="at_end")
    env = OmniEnv(device=FakeDevice(), tasks=task)
    env.reset()
    info = _play(env)
    assert info["unscored"] and "text_editr" in info["device_error"]


@pytest.mark.parametrize("call", ["screenshot", "tree"])
@pytest.mark.parametrize("error", [IndexError("no"), DeviceLostError("fake", "tree", "gone.")])
def test_what_is_read_between_steps_is_said_by_the_next_step(fake_task: Task, call: str, error: Exception) -> None:
    device = Anything()
    env = OmniEnv(device=device, tasks=fake_task, observation="pixels", render_mode="rgb_array")
    observation, _ = env.reset()
    device.broken, device.error = call, error
    with pytest.raises((DeviceFaultError, DeviceLostError)):
        env.screenshot() if call == "screenshot" else env.a11y()
    device.broken = ""
    assert env.render().max() == 0  # type: ignore[union-attr]
    last, reward, _, truncated, info = env.step(Type("a"))
    assert (reward, truncated, info["end_reason"]) == (0.0, True, "device_error")
    np.testing.assert_array_equal(last["screenshot"], observation["screenshot"])
    with pytest.raises((DeviceFaultError, DeviceLostError)):
        env.a11y()
    env.reset()
    assert env.a11y() is not None and env.render().max() > 0  # type: ignore[union-attr]


@pytest.mark.parametrize("call", ["act", "screenshot", "tree"])
def test_wrappers_outlive_a_broken_device(fake_task: Task, tmp_path: Path, call: str) -> None:
    device = Anything()
    env = ElementActions(RecordTrajectory(OmniEnv(device=device, tasks=fake_task), tmp_path, trees=True))
    observation, _ = env.reset()
    assert observation in env.observation_space
    masks = env.action_masks()
    device.broken, device.error = call, ZeroDivisionError()
    observation, reward, _, truncated, info = env.step(int(np.flatnonzero(masks)[0]))
    assert (reward, truncated, info["end_reason"]) == (0.0, True, "device_error")
    assert observation in env.observation_space
    np.testing.assert_array_equal(env.action_masks(), masks)
    device.broken = ""
    env.reset()
    assert env.step(int(np.flatnonzero(masks)[0]))[4]["device_error"] == ""


@pytest.mark.parametrize("name", ["half a pair \ud800", "nul \0", "\x1b[31m", "\\ud800", "x" * 100_000])
def test_a_name_on_the_screen_that_is_no_text_is_recorded(fake_task: Task, tmp_path: Path, name: str) -> None:
    block = BlockBuilder(layer=0)
    block.add(Role.BUTTON, name, (0, 0, 20, 20), State.VISIBLE | State.ENABLED | State.CLICKABLE, key=name)
    device = FakeDevice()
    env = ElementActions(RecordTrajectory(OmniEnv(device, fake_task), tmp_path, trees=True, arrays=True))
    env.reset()
    device.tree = lambda: Tree((block.build(),), device.size)  # type: ignore[method-assign]
    env.step(Wait())
    assert env.step(Click((0.01, 0.01)))[4]["device_error"] == ""
    written = (next(tmp_path.iterdir()) / "tree0002.json").read_bytes()
    assert Tree.from_json(written.decode()).node(0).name == name


@pytest.mark.parametrize("error", ["IndexError", "MemoryError", "DeviceLostError"])
def test_reports_leave_broken_episodes_out(fake_task: Task, error: str) -> None:
    env = OmniEnv(
        device=FakeConfig(faults=(Fault("act", 5, error), Fault("stat", 40, error, repeat=999))), tasks=fake_task
    )
    report = summarise(list(run_episodes(env, NoopAgent(), 4)))
    env.close()
    assert report["episodes"] == 4
    assert report["device_errors"] > 0
    assert report["unscored"] == 4


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Only what is asked of the log is kept."""
    yield
    caplog.clear()
