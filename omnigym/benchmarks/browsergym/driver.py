"""The driver: how the pages and locators of this package act on an omnigym device."""

from __future__ import annotations

import json
import re
from typing import Any, Protocol

from omnigym.actions import Action, Click, Modifier, Move, Point, Press, Type
from omnigym.devices.protocol import Device, HasApps, HasWeb
from omnigym.errors import ConfigError

__all__ = ["TRIES", "BrowserDevice", "Driver"]

#: A JavaScript function, as Playwright accepts it: ``() => 1``, ``async x => x``, ``function () {}``.
_FUNCTION = re.compile(r"\s*(async\s+)?(function\b|\([^()]*\)\s*=>|\w+\s*=>)")
_CALL = """
(() => {
  const value = (%s)(%s);
  if (typeof value?.then !== 'function') return {value};
  const box = globalThis.omnigymPromise = {};
  const keep = (name, value) => { box[name] = value; box.done = true; };
  value.then(value => keep('value', value), error => keep('error', String(error)));
  return {pending: true};
})()
"""
#: How often the device is asked to settle while a promise or a condition is waited for; then the wait fails.
TRIES = 100

_KEYS = {
    "arrowup": "up",
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    "control": "ctrl",
    "controlormeta": "ctrl",
    "return": "enter",
    "esc": "escape",
    " ": "space",
}


class BrowserDevice(Device, HasWeb, HasApps, Protocol):
    """A device with the capabilities "web" and "apps"."""


class Driver:
    """A browser device behind a page.

    Args:
        device: The browser.
    """

    def __init__(self, device: BrowserDevice) -> None:
        self.device = device

    def run(self, script: str, argument: object = None) -> object:
        """The value of an expression, or of a function called with an argument, whose promise is waited for.

        Raises:
            ConfigError: The script threw an exception, or its promise was not fulfilled.
        """
        if not _FUNCTION.match(script):
            return self.device.evaluate(script)
        said = self.device.evaluate(_CALL % (script, json.dumps(argument)))
        if said is None or "pending" not in said:
            return (said or {}).get("value")
        for _ in range(TRIES):
            box = self.device.evaluate("globalThis.omnigymPromise ?? {}")
            if box.get("done"):
                if "error" in box:
                    raise ConfigError(f"The script failed: {box['error']}")
                return box.get("value")
            self.device.settle()
        raise ConfigError(f"The promise of this script was not kept: {script[:200]!r}.")

    def act(self, action: Action) -> None:
        """Do an ordinary action."""
        self.device.act(action)

    def click(self, x: float, y: float, button: Any = "left", count: int = 1) -> None:
        """Click at a point of the page, in CSS pixels."""
        self.act(Click(self.point(x, y), button, count))

    def move(self, x: float, y: float) -> None:
        """Move the pointer to a point of the page, in CSS pixels."""
        self.act(Move(self.point(x, y)))

    def type(self, text: str) -> None:
        """Type text into the focused element."""
        if text:
            self.act(Type(text))

    def press(self, keys: str) -> None:
        """Press a key in Playwright's notation: ``"Enter"``, ``"Control+a"``.

        Raises:
            ActionError: There is no such key.
        """
        *held, key = keys.split("+") if len(keys) > 1 else [keys]
        modifiers: list[Modifier] = [_key(m) for m in held]  # type: ignore[misc]  # Press says what is none
        if len(key) == 1 and not modifiers:
            self.type(key)
        else:
            self.act(Press(_key(key), tuple(modifiers)))

    def point(self, x: float, y: float) -> Point:
        """The normalised position on the screen of a point of the page, given in CSS pixels.

        Raises:
            ConfigError: The point is not on the screen.
        """
        left, top, _, _ = self.device.windows()[0].bounds
        width, height = self.device.size
        across, down = (left + x) / width, (top + y) / height
        if not (0 <= across <= 1 and 0 <= down <= 1):
            raise ConfigError(f"({x:.0f}, {y:.0f}) is not on the screen. Scroll there first.")
        return across, down


def _key(name: str) -> str:
    lower = name.lower()
    return _KEYS.get(lower, lower)
