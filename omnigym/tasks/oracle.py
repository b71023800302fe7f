"""The interface of oracles to a device: controls by stable keys, and ordinary actions on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, cast

from omnigym.a11y import Node, Role, State, Tree
from omnigym.actions import Action, Button, Click, Drag, Modifier, Point, Press, Scroll, Type, Wait, point_of
from omnigym.devices.fault_boundary import Boundary
from omnigym.devices.protocol import Device, FileInfo, HasAccessibilityTree, HasApps, HasFiles, HasWeb, WindowInfo
from omnigym.errors import OmnigymError, OracleError
from omnigym.tasks.templates import fill

__all__ = ["UI", "adaptive_actions", "clear_away"]


class _Everything(Device, HasAccessibilityTree, HasApps, HasFiles, HasWeb, Protocol):
    """Everything that an oracle may use of a device; a device that lacks it raises `AttributeError`."""


class UI:
    """The screen for an oracle. It reads the device, and returns actions instead of acting.

    An oracle is a generator: it yields an action, the caller performs it, and what the oracle reads next is the screen
    after that action.

    Args:
        device: A device with an accessibility tree and apps.
        app: The app whose keys are resolved, by the device's ``locate``.
        whole_paths: Whether a file dialog is given the whole path of a file, whatever folder it shows: longer to type,
            but the same on every desktop.
    """

    def __init__(self, device: Device, app: str = "", whole_paths: bool = False) -> None:
        self._device = cast(_Everything, device)
        self._boundary = Boundary(device.name, "oracle", passes=OmnigymError)
        self.app, self.whole_paths = app, whole_paths

    def of(self, app: str) -> UI:
        """Return the same screen with the keys of another app."""
        return UI(self._device, app, self.whole_paths)

    # -- looking ----------------------------------------------------------------------------------------------

    @property
    def tree(self) -> Tree:
        """The accessibility tree of the current screen."""
        with self._boundary:
            return self._device.tree()

    @property
    def size(self) -> tuple[int, int]:
        """The screen's (width, height) in pixels."""
        return self._device.size

    @property
    def platform(self) -> str:
        """The platform of the device ("windows", "linux"...)."""
        return self._device.platform

    def windows(self) -> tuple[WindowInfo, ...]:
        """All windows, front to back."""
        with self._boundary:
            return self._device.windows()

    def app_windows(self, app: str | None = None) -> tuple[WindowInfo, ...]:
        """The windows of an app (by default the oracle's own), front to back."""
        return tuple(w for w in self.windows() if w.app == (self.app if app is None else app))

    def native_path(self, path: str) -> str:
        """Return a portable path in the notation of the device."""
        with self._boundary:
            return self._device.native_path(path)

    def stat(self, path: str) -> FileInfo | None:
        """Return the file or directory at a path, or None; a person would look it up in a file manager."""
        with self._boundary:
            return self._device.stat(path)

    def find(self, key: str, **names: object) -> Node | None:
        """Return the control of a stable key, or None if it is not on the screen.

        Args:
            key: A key of the app's definition; may have ``{placeholders}``.
            names: Values of the placeholders, in the key and in its resolution by the device.

        Raises:
            UnknownNameError: The app has no such key on this device.
        """
        with self._boundary:
            where = self._device.locate(self.app, fill(key, names))
        return self.tree.find(**fill(dict(where), names))

    def node(
        self, role: Role | None = None, name: str | None = None, *, text: str | None = None, states: State = State.NONE
    ) -> Node | None:
        """Return the first node with these properties, or None; for controls without a key, such as a listed file."""
        return self.tree.find(role, name, text=text, states=states)

    def evaluate(self, script: str) -> Any:
        """Return the value of a JavaScript expression in a browser's front page, for data that are not in the tree."""
        with self._boundary:
            return self._device.evaluate(script)

    # -- acting -----------------------------------------------------------------------------------------------

    def click(
        self,
        target: str | Node,
        *,
        button: Button = "left",
        count: int = 1,
        modifiers: tuple[Modifier, ...] = (),
        **names: object,
    ) -> Click:
        """Return a click in the middle of a control.

        Raises:
            OracleError: It is not on the screen.
        """
        return Click(self.point(target, **names), button, count, modifiers)

    def double_click(self, target: str | Node, **names: Any) -> Click:
        """Return a double click in the middle of a control."""
        return self.click(target, count=2, **names)

    def right_click(self, target: str | Node, **names: Any) -> Click:
        """Return a click with the right button."""
        return self.click(target, button="right", **names)

    def drag(self, target: str | Node, onto: str | Node, **names: object) -> Drag:
        """Return a drag from the middle of one control to the middle of another."""
        return Drag(self.point(target, **names), self.point(onto, **names))

    def scroll(self, target: str | Node, dy: float, **names: object) -> Scroll:
        """Return a turn of the wheel over a control; positive is down."""
        return Scroll(self.point(target, **names), dy)

    def type(self, text: str) -> Type:
        """Return the action that types text into the focused control."""
        return Type(text)

    def press(self, key: str, *modifiers: Modifier, count: int = 1) -> Press:
        """Return the action that presses a key: ``ui.press("s", "ctrl")``."""
        return Press(key, modifiers, count)

    def point(self, target: str | Node, **names: object) -> Point:
        """Return the normalised middle of a control.

        Raises:
            OracleError: It is not on the screen.
        """
        node = self.find(target, **names) if isinstance(target, str) else target
        if node is None:
            wanted = fill(target, names)
            raise OracleError(f"The oracle expected {wanted!r} on the screen, which shows: {self._shown()}.")
        return point_of(node.center, self.size)

    def wait_for(self, key: str, tries: int = 20, **names: object) -> Iterator[Action]:
        """Wait until a control is there: ``yield from ui.wait_for("word.save")``.

        Raises:
            OracleError: It did not appear within ``tries`` steps.
        """
        for _ in range(tries):
            if self.find(key, **names) is not None:
                return
            yield Wait(0.25)
        self.point(key, **names)

    def _shown(self) -> str:
        """The names of the first controls, for an error message."""
        names = [n.name for n in self.tree.nodes if n.name]
        return ", ".join(repr(n) for n in names[:25]) + (", ..." if len(names) > 25 else "")


# -- adapting ---------------------------------------------------------------------------------------------------------

# Running an oracle among disturbances: it closes what appears, and starts again if a disturbance made it fail.
#
# This is the behaviour of OS-MAP's level L3, the adaptive agent, by ordinary actions.

#: The apps of windows that open by themselves; Escape closes each of them.
_INTERRUPTING = frozenset({"system_message", "windows_update"})
#: What is pressed on a locked desktop, in this order.
_LOCKED = ("lock.wake", "lock.sign_in")
#: The most disturbances that are closed before an action, and the most starts of an oracle.
_MOST_AT_ONCE, _TRIES = 4, 3


def clear_away(ui: UI) -> Iterator[Action]:
    """Yield the actions that unlock the desktop, and close the toast and the dialogs of disturbances."""
    for key in _LOCKED:
        if (lock := ui.tree.find(key=key)) is not None:
            yield ui.click(lock)
    for _ in range(_MOST_AT_ONCE):
        close, toast = ui.tree.find(key="toast.close"), ui.tree.find(key="toast")
        if close is not None:
            yield ui.click(close)
        elif toast is not None:  # on a phone it has no button, and a finger moves it aside
            x, y = ui.point(toast)
            yield Drag((x, y), (1.0, y))
        elif any(w.active and w.app in _INTERRUPTING for w in ui.windows()):
            yield ui.press("escape")
        else:
            return


def adaptive_actions(ui: UI, start: Callable[[], Iterator[Action]], done: Callable[[], bool]) -> Iterator[Action]:
    """Yield the actions of an oracle on a desktop with disturbances.

    Args:
        ui: The screen.
        start: Function that starts the oracle; called again after a disturbance, up to three times.
        done: Function that returns whether the oracle has reached its goal.

    Raises:
        OracleError: The oracle failed, and nothing disturbed it.
    """
    for _ in range(_TRIES):
        actions, disturbed = start(), False
        while True:
            # Before each action of the oracle, which must see the screen as it would be without disturbances.
            for action in clear_away(ui):
                disturbed = True
                yield action
            try:
                action = next(actions)
            except StopIteration:
                break
            except OracleError:
                if not disturbed:
                    raise
                break
            yield action
        if not disturbed or done():
            return
