"""What programs still do when an episode ends is waited for, within a bound."""

from __future__ import annotations

import time
from typing import Any

import pytest

from omnigym.actions import Done, Wait
from omnigym.devices import waiting
from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import ProcessInfo
from omnigym.devices.waiting import LATE_WAITS
from omnigym.envs.env import OmniEnv
from omnigym.evaluation.condition import Condition
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

_CALM = waiting._CALM_WAITS


def _task(path: str) -> Task:
    subtask = Subtask(
        id="fake/late",
        app="text_editor",
        category="Office",
        instruction="Do it.",
        parameters=({},),
        conditions=(Condition("file_exists", {"path": path}),),
        platforms=("linux",),
    )
    return Task(id="late", nodes=(TaskNode("1", subtask.id),), definitions=(subtask,), max_steps=9)


class _Working(FakeDevice):
    """A device whose program works for so many waits, and then leaves a file after as many more as it ``sleeps``."""

    works, sleeps, waits = 0, 0, 0

    def works_during(self, seconds: float) -> bool:
        self.act(Wait(seconds))
        self.waits += 1
        if self.waits == self.works + self.sleeps:
            self.write_file("late.txt", b"done")
        return self.waits <= self.works


@pytest.mark.parametrize(
    ("works", "sleeps", "success", "waits"),
    [
        (1, 0, True, 1),
        (30, 0, True, 30),  # 7.5 s
        (30, _CALM, True, 30 + _CALM),
        (30, _CALM + 1, False, 30 + _CALM),  # it slept too long
        (0, LATE_WAITS, True, LATE_WAITS),
        (0, LATE_WAITS + 1, False, LATE_WAITS),  # a quiet device is not waited for any longer than before
        (LATE_WAITS - 1, 0, True, LATE_WAITS - 1),
        (1, 99, False, LATE_WAITS),
    ],
)
@pytest.mark.parametrize("judged", ["again and again", "once"])
def test_programs_that_work_are_waited_for(
    monkeypatch: pytest.MonkeyPatch, works: int, sleeps: int, success: bool, waits: int, judged: str
) -> None:
    monkeypatch.setattr("omnigym.envs.device_slot.HasVersions", ProcessInfo)  # as of a real device
    device = _Working((32, 24))
    device.works, device.sleeps = works, sleeps
    env = OmniEnv(device=device, tasks=_task("late.txt"), sizes={"nodes": 8, "text_length": 8, "instruction_length": 8})
    env.reset()
    if judged == "once":  # a judgement that acts on the device
        env.evaluator.acts = True
        least = works + _CALM if works else 1
        success, waits = works + sleeps <= least, least
    *_, info = env.step(Done())
    assert (info["is_success"], device.waits, info["unscored"]) == (success, waits, False)
    env.close()


def test_a_task_that_is_done_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.envs.device_slot.HasVersions", ProcessInfo)
    device = _Working((32, 24))
    device.works = 10**9
    env = OmniEnv(device=device, tasks=_task("a.txt"), sizes={"nodes": 8, "text_length": 8, "instruction_length": 8})
    env.reset()
    device.write_file("a.txt", b"done")
    *_, info = env.step(Done())
    assert info["is_success"] and device.waits == 0
    env.close()


def test_a_program_that_works_for_ever_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is counted, not waits: a busy device takes longer for each."""
    monkeypatch.setattr("omnigym.envs.device_slot.HasVersions", ProcessInfo)
    now = 0.0

    class Slow(_Working):
        works = 10**9

        def works_during(self, seconds: float) -> bool:
            nonlocal now
            now += 0.6
            return super().works_during(seconds)

    monkeypatch.setattr(time, "monotonic", lambda: now)
    device = Slow((32, 24))
    env = OmniEnv(device=device, tasks=_task("late.txt"), sizes={"nodes": 8, "text_length": 8, "instruction_length": 8})
    env.reset()
    *_, info = env.step(Done())
    assert (info["is_success"], info["unscored"], device.waits) == (False, False, 17)
    env.close()


_PROGRAMS = {
    "works": "import time\nend = time.monotonic() + {seconds}\nwhile time.monotonic() < end: pass\n{write}",
    "sleeps": "import time\ntime.sleep({seconds})\n{write}",
    "writes on": "import os, time\nwith open('part', 'wb', 0) as f:\n for _ in range({seconds} * 10):\n"
    "  f.write(b'x')\n  time.sleep(0.1)\nos.remove('part')\n{write}",
}


@pytest.mark.x11
@pytest.mark.parametrize(
    ("program", "seconds", "success"),
    [("works", 5, True), ("writes on", 5, True), ("sleeps", 2, True), ("sleeps", 6, False), ("works", 60, False)],
)
def test_a_program_of_the_real_desktop(program: str, seconds: int, success: bool) -> None:
    """DONE is said at once. Who computes or writes is waited for up to 10 s, who sleeps up to 3."""
    pytest.importorskip("Xlib", reason="needs omnigym[x11]")
    from omnigym.devices.x11.config import X11Config

    env = OmniEnv(device=X11Config(size=(640, 480)), tasks=_task("late.txt"))
    env.reset()
    device: Any = env.device
    code = _PROGRAMS[program].format(seconds=seconds, write="open('late.txt', 'w').close()")
    assert device.run(["sh", "-c", 'cd && /usr/bin/python3 -c "$0" > /dev/null 2>&1 &', code])[0] == 0
    began = time.monotonic()
    *_, info = env.step(Done())
    taken = time.monotonic() - began
    assert (info["is_success"], info["unscored"]) == (success, False)
    assert taken < (20 if program == "works" else 12)  # on a machine that others use, too
    env.close()
