"""What promises are tried on: a device, a window of the trial's own on it, and an editor."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from omnigym.a11y import Node, Role, State, Tree
from omnigym.actions import Click, Point, Press, Wait, point_of
from omnigym.devices.backend import DeviceConfig
from omnigym.devices.conformance import witness
from omnigym.devices.protocol import (
    Device,
    HasAccessibilityTree,
    HasApps,
    HasClipboard,
    HasFiles,
    HasShell,
    WindowInfo,
)

__all__ = ["Events", "NotTriedError", "Trial", "Witness"]

Events = list[dict[str, Any]]

_FOLDER: Final = "omnigym-doctor"
_EDITED: Final = "Documents/omnigym-doctor.txt"
#: How often it is looked for what comes late, and how long it is waited each time, in seconds.
_LOOKS, _LOOK_S = 40, 0.05
_STARTS: Final = 100
#: Programs that may be a Python with tkinter where it is not known which one runs the device.
_PYTHONS: Final = ("python3", "python", "py")
_TEXT_APPS: Final = ("text_editor", "word")


class NotTriedError(Exception):
    """A promise cannot be tried here: why."""


class Trial:
    """A device that is tried.

    Args:
        make: Makes a device of ``config``, whether or not one was made before; called once for a start.
        config: What it is made of.

    Attributes:
        device: The device that is tried now.
        config: What it is made of.
        broken: Whether it has to be made anew before anything else is tried.
    """

    def __init__(self, make: Callable[[], Device], config: DeviceConfig) -> None:
        self._make = make
        self.config = config
        self.broken = False
        self._witness: Witness | None = None
        self._no_witness = ""
        self.device = make()

    def start(self) -> None:
        """Bring the device up.

        Raises:
            DeviceError: It does not come up.
        """
        self.device.reset(seed=0)

    def reset(self) -> None:
        """Reset the device, with which the window of the trial goes."""
        self._witness = None
        self.device.reset(seed=0)

    def renew(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Close the device and make another, which is reset.

        Args:
            meanwhile: Called when nobody drives the machine.

        Raises:
            OmnigymError: That cannot be.
        """
        self.close()
        meanwhile()
        self.device = self._make()
        self.start()
        self.broken = False

    def close(self) -> None:
        """Close the device."""
        self._witness = None
        self.device.close()

    # -- the window ----------------------------------------------------------------------------------------------

    def witness(self) -> Witness:
        """The window that writes down what reaches it, at the front.

        Raises:
            NotTriedError: The device cannot run it.
        """
        if self._no_witness:
            raise NotTriedError(self._no_witness)
        if self._witness is None or not self._witness.is_there():
            try:
                self._witness = Witness(self.device, self._pythons())
            except NotTriedError as e:
                self._no_witness = str(e)
                raise
        self._witness.to_front()
        return self._witness

    def dismiss(self) -> None:
        """Close that window."""
        if self._witness is not None:
            self._witness.quit()
            self._witness = None

    def _pythons(self) -> Sequence[str]:
        return (sys.executable, *_PYTHONS) if self.config.BACKEND in ("host", "x11") else _PYTHONS

    # -- the editor ----------------------------------------------------------------------------------------------

    def editor(self, content: str = "") -> WindowInfo:
        """The text editor with a file of this content, at the front: nothing is typed anywhere else.

        Raises:
            NotTriedError: There is none, or another window is in front.
        """
        device = self.device
        if not isinstance(device, HasApps) or not (known := [a for a in _TEXT_APPS if a in device.apps()]):
            raise NotTriedError("the device has no text editor")
        self.dismiss()
        if isinstance(device, HasFiles) and content:
            self.reset()
            device.write_file(_EDITED, content.encode())
            device.launch(known[0], _EDITED)
        else:
            self.reset()
            device.launch(known[0])
        front = next((w for w in device.windows() if w.active), None)
        if front is None or front.app != known[0]:
            raise NotTriedError("the text editor did not come to the front")
        return front

    def area(self) -> Node:
        """The field of the editor.

        Raises:
            NotTriedError: The tree shows none.
        """
        found = [n for n in self.tree() if n.has(State.EDITABLE) and n.bounds[2] > 0]
        areas = [n for n in found if n.role is Role.TEXT_AREA] or found
        if not areas:
            raise NotTriedError("the tree shows no field that can be edited")
        return areas[0]

    def text(self) -> str:
        """What the editor holds: as the tree says, else as it is copied.

        Raises:
            NotTriedError: Neither can be read.
        """
        device = self.device
        if isinstance(device, HasAccessibilityTree):
            area = self.area()
            found = area.value or area.text
        elif isinstance(device, HasClipboard):
            device.act(Press("a", ("ctrl",)))
            device.act(Press("c", ("ctrl",)))
            found = device.clipboard().text
        else:
            raise NotTriedError("the device has neither a tree nor a clipboard by which a text can be read")
        return found.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")

    def tree(self) -> Tree:
        """The tree now.

        Raises:
            NotTriedError: The device has none.
        """
        if not isinstance(self.device, HasAccessibilityTree):
            raise NotTriedError("the device has no a11y")
        return self.device.tree()

    def point(self, x: float, y: float) -> Point:
        """The middle of a pixel, as actions have it."""
        width, height = self.device.size
        return ((x + 0.5) / width, (y + 0.5) / height)

    def pause(self, seconds: float = _LOOK_S) -> None:
        """Let time pass on the device."""
        self.device.act(Wait(seconds))


class Witness:
    """The window of `omnigym.devices.conformance.witness`, as the trial sees it.

    Args:
        device: The device on which it is started.
        pythons: Programs that may be a Python with tkinter.

    Attributes:
        at: The pixel of its upper left corner.
        facts: What it says of the screen.

    Raises:
        NotTriedError: It cannot be started.
    """

    def __init__(self, device: Device, pythons: Sequence[str]) -> None:
        if not isinstance(device, HasShell) or not isinstance(device, HasFiles):
            raise NotTriedError("the device has no shell and files, by which the doctor's window is started")
        self._device, self._files = device, device
        self._seen, self._number, self.focused = 0, 0, False
        source = Path(witness.__file__).read_bytes()
        device.write_file(f"{_FOLDER}/witness.py", source)
        device.write_file(f"{_FOLDER}/events.jsonl", b"")
        device.write_file(f"{_FOLDER}/order.json", b'{"number": 0}')
        program, folder = device.native_path(f"{_FOLDER}/witness.py"), device.native_path(_FOLDER)
        if not any(device.run([python, program, folder, "detach"])[0] == 0 for python in pythons):
            advice = "install it: python.org's Python has it, Debian's is python3-tk"
            raise NotTriedError(f"no Python with tkinter on the device, for the doctor's own window; {advice}")
        shown = self.await_event("shown", _STARTS)
        if shown is None:
            raise NotTriedError("the doctor's own window does not open")
        self.at: tuple[int, int] = tuple(shown["at"])
        self.facts: Mapping[str, Any] = {k: shown[k] for k in ("screen", "dpi", "tk", "system")}

    def pixel(self, x: int, y: int) -> tuple[int, int]:
        """The pixel of the screen of a place in the window."""
        return self.at[0] + x, self.at[1] + y

    def point(self, x: int, y: int) -> Point:
        """The middle of that pixel, as actions have it."""
        return point_of(self.pixel(x, y), self._device.size)

    def events(self) -> Events:
        """What came since it was asked last."""
        lines = self._files.read_file(f"{_FOLDER}/events.jsonl").splitlines(keepends=True)
        lines = [line for line in lines if line.endswith(b"\n")]
        found = [json.loads(line) for line in lines[self._seen :]]
        self._seen = len(lines)
        for event in found:
            if event["what"] in ("focus", "blur"):
                self.focused = event["what"] == "focus"
            elif event["what"] == "shown":
                self.at = tuple(event["at"])
        return found

    def after(self, *actions: Any, last: Callable[[Events], object]) -> Events:
        """Do actions and return what reached the window: as soon as it is all there, or after a while."""
        self.events()
        for action in actions:
            self._device.act(action)
        found = self.events()
        for _ in range(_LOOKS):
            if last(found):
                break
            self._device.act(Wait(_LOOK_S))
            found += self.events()
        return found

    def await_event(self, what: str, looks: int = _LOOKS) -> dict[str, Any] | None:
        """The next event of a kind; None if none comes."""
        for _ in range(looks):
            for event in self.events():
                if event["what"] == what:
                    return event
            self._device.act(Wait(_LOOK_S))
        return None

    def order(self, do: str, **how: object) -> dict[str, Any]:
        """Have it do something, and return its answer.

        Raises:
            NotTriedError: It gives none.
        """
        self._number += 1
        order = json.dumps({"number": self._number, "do": do, **how})
        self._files.write_file(f"{_FOLDER}/order.json", order.encode())
        answer = self.await_event("done")
        if answer is None:
            raise NotTriedError("the doctor's own window does not answer")
        return answer

    def is_there(self) -> bool:
        """Whether it is not closed."""
        return not any(e["what"] in ("closed", "quit") for e in self.events())

    def to_front(self) -> None:
        """Give it the keyboard.

        Raises:
            NotTriedError: Another window keeps it.
        """
        self.events()
        if not self.focused:
            self.order("focus")
            if not self.focused:
                self._device.act(Click(self.point(10, 10)))
                self.events()
        if not self.focused:
            raise NotTriedError("the doctor's own window does not get the keyboard; nothing is typed elsewhere")

    def quit(self) -> None:
        """Close it."""
        self._number += 1
        self._files.write_file(f"{_FOLDER}/order.json", json.dumps({"number": self._number, "do": "quit"}).encode())
        self.await_event("quit")
