"""Promises of the device's life: reset, what a killed owner leaves, who may stop it. The last use it up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from omnigym.actions import Click, KeyDown, MouseDown, Move, Press, Type
from omnigym.devices.config import build_device, to_dict
from omnigym.devices.conformance import witness as program
from omnigym.devices.conformance.promise import Figures, Promise, equal, expect
from omnigym.devices.conformance.trial import NotTriedError, Trial
from omnigym.devices.protocol import ClipboardContent, HasApps, HasClipboard, HasFiles
from omnigym.devices.waiting import Deadline
from omnigym.errors import DeviceError, DeviceLostError, DeviceStartError

__all__ = ["PROMISES"]

_START_S: Final = 180.0
#: So long after a program has moved the pointer, in seconds, it is surely where it was moved to.
_ARRIVES_S: Final = 0.2
#: The device of a process that is killed, and what it says when it holds a key and a button.
_VICTIM: Final = """
import json, sys
from omnigym.actions import KeyDown, MouseDown
from omnigym.devices.config import build_device, device_config
device = build_device(device_config(json.loads(sys.stdin.readline())))
device.reset(seed=0)
device.act(KeyDown("shift"))
device.act(MouseDown((0.5, 0.5)))
print("held", flush=True)
sys.stdin.read()
"""


def _nothing_left(trial: Trial) -> None:
    trial.reset()
    device: Any = trial.device
    able = {kind: isinstance(device, kind) for kind in (HasFiles, HasClipboard, HasApps)}
    if able[HasFiles]:
        device.write_file("Documents/leftover.txt", b"x")
    if able[HasClipboard]:
        device.set_clipboard(ClipboardContent(text="leftover"))
    before = {w.id for w in device.windows()} if able[HasApps] else set()
    if able[HasApps] and device.apps():
        app = "text_editor" if "text_editor" in device.apps() else device.apps()[0]
        device.launch(app)
        device.act(Type("not saved"))
        expect(device.windows(), f"{app} shows no window")
    trial.reset()
    if able[HasFiles]:
        equal(device.stat("Documents/leftover.txt"), None, "a file of the last life")
    if able[HasClipboard]:
        equal(device.clipboard().text, "", "the clipboard")
    if able[HasApps]:
        equal([w.app for w in device.windows() if w.id not in before], [], "windows of the last life")


def _lets_go(trial: Trial) -> None:
    """A reset releases keys and buttons."""
    trial.reset()
    trial.device.act(KeyDown("shift"))
    trial.device.act(MouseDown((0.5, 0.5)))
    trial.reset()
    _nothing_held(trial)


def _nothing_held(trial: Trial) -> None:
    witness = trial.witness()
    events = witness.after(
        Move(witness.point(300, 240)), Press("a"), last=lambda found: any(e["what"] == "release" for e in found)
    )
    pressed = [e for e in events if e["what"] == "press"]
    equal([(e["char"], e["state"]) for e in pressed], [("a", [])], "a key after the reset, and what is held with it")


def _killed(trial: Trial) -> None:
    """After the death of who drives it, the next start lets go of what was held."""
    if trial.config.IN_PROCESS or trial.config.FOR_TESTS:
        raise NotTriedError("the device lives and dies with its process")
    trial.close()
    trial.broken = True  # whatever comes, it is made anew
    with subprocess.Popen(
        [sys.executable, "-c", _VICTIM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as victim:
        assert victim.stdin is not None
        assert victim.stdout is not None
        try:
            victim.stdin.write(json.dumps({**to_dict(trial.config), **_allowed(trial)}) + "\n")
            victim.stdin.flush()
            said = victim.stdout.readline()
        finally:
            victim.kill()
    expect(said == "held\n", "a process of its own cannot drive the device")
    trial.renew()
    _nothing_held(trial)


def _allowed(trial: Trial) -> Mapping[str, object]:
    """That the device may be driven, where its owner said so by the environment."""
    return {"allow": True} if trial.config.arguments().get("allow") else {}


# -- who may stop it --------------------------------------------------------------------------------------------------


def _own_corner(trial: Trial) -> None:
    _of_host(trial)
    for corner in ((1.0, 0.0), (0.0, 1.0)):
        trial.device.act(Move(corner))
        trial.device.act(Move((0.5, 0.5)))


def _others_corner(trial: Trial) -> Figures:
    """Somebody who pushes the pointer into a corner stops the device, for good."""
    _of_host(trial)
    trial.renew()
    with _hand(trial) as move:
        trial.broken = True
        width, height = trial.device.size
        move(width - 1, 0)
        try:
            stopped = _raised(lambda: trial.device.act(Click((0.5, 0.5))))
            expect(isinstance(stopped, DeviceLostError), f"the pointer is in a corner, and a click is {_kind(stopped)}")
            expect(isinstance(_raised(trial.start), DeviceError), "a device that was stopped is reset")
            trial.close()
            again = build_device(trial.config)
            try:
                refused = _raised(again.reset)
            finally:
                again.close()
            expect(isinstance(refused, DeviceStartError), f"a start with the pointer in a corner is {_kind(refused)}")
        finally:
            move(width // 2, height // 2)
    return {"error": type(stopped).__name__}


def _of_host(trial: Trial) -> None:
    if not hasattr(trial.config, "allow"):
        raise NotTriedError("no person sits at this device")


def _raised(call: Callable[[], object]) -> DeviceError | None:
    try:
        call()
    except DeviceError as e:
        return e
    return None


def _kind(error: Exception | None) -> str:
    return "done" if error is None else f"a {type(error).__name__}"


@contextmanager
def _hand(trial: Trial) -> Iterator[Callable[[int, int], None]]:
    """A hand that moves the pointer past the device: a small window of a process of its own."""
    display = getattr(trial.config, "display", "")
    environment = {**os.environ, **({"DISPLAY": display} if display else {})}
    with tempfile.TemporaryDirectory() as folder:
        orders, events = Path(folder, "order.json"), Path(folder, "events.jsonl")
        command = [sys.executable, program.__file__, folder, "hand"]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:

            def wait(what: str) -> None:
                deadline = Deadline(_START_S)
                while not events.is_file() or what not in events.read_text():
                    if process.poll() is not None or deadline.passed:
                        raise NotTriedError("no Python with tkinter here, by which a hand moves the pointer")
                    trial.pause()

            def move(x: int, y: int) -> None:
                numbers.append(len(numbers) + 1)
                # Not atomically: Windows replaces no file that is read. The hand reads again what is no whole order.
                orders.write_text(json.dumps({"number": numbers[-1], "do": "move", "to": [x, y]}))
                deadline = Deadline(_START_S)
                while f'"number": {numbers[-1]}}}' not in events.read_text():
                    if process.poll() is not None or deadline.passed:
                        raise NotTriedError("the hand that moves the pointer does not answer")
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(0.05)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_ARRIVES_S)

            numbers: list[int] = []
            try:
                wait('"shown"')
                yield move
            finally:
                process.send_signal(signal.SIGTERM)


PROMISES = (
    Promise("reset.state", "a reset leaves no file, window or text of the last life", _nothing_left),
    Promise("reset.input", "a reset releases keys and buttons", _lets_go),
    Promise("life.corner", "the device may go into a corner itself", _own_corner),
    Promise("life.killed", "after a kill, the next start releases keys and buttons", _killed),
    Promise("life.stopped", "somebody who pushes the pointer into a corner stops it", _others_corner),
)
