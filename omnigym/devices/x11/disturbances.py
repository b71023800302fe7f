"""What happens on the desktop that nobody asked for: a message box, and a program that crashes.

The kind of an event, and the actions before it, are drawn from a seed alone. So the same actions meet the
same events, however fast the machine is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from omnigym.errors import UnknownNameError

__all__ = ["BOX_CLASS", "KINDS", "Disturbances"]

#: The kinds that this desktop has, of `omnigym.devices.protocol.DISTURBANCES`, sorted.
KINDS = ("crash", "dialog")
#: The class of the boxes' windows: those of the program that draws them, which comes with the X server's tools.
BOX_CLASS = "Xmessage"
#: So many actions go by from one event to the next, at least and at most.
_SOONEST, _LATEST = 3, 10
#: The title and text of boxes.
_BOXES = (
    ("Battery", "The battery is at 10 percent.\nConnect the charger."),
    ("Printer", "The printer is out of paper.\nOne document is waiting."),
    ("Software", "Updates for 12 packages are available."),
    ("Disk", "The backup of last night was not finished."),
)
_CRASHED = "{name} has stopped because of an error.\nWhat was not saved is lost."


class Disturbances:
    """A series of events on a running desktop.

    Args:
        kinds: Which of `KINDS`, at least one.
        seed: What happens, and when, is drawn from it.
        show: Shows a box: its command.
        crash: Kills the program in front: its name, or "" if there is none.

    Raises:
        UnknownNameError: The desktop has no such kind.
    """

    def __init__(
        self, kinds: Sequence[str], seed: int, show: Callable[[Sequence[str]], object], crash: Callable[[], str]
    ) -> None:
        for kind in kinds:
            if kind not in KINDS:
                raise UnknownNameError("disturbance of this device", kind, KINDS)
        self._kinds, self._seed = sorted(set(kinds)), seed
        self._show = show
        self._crash = crash
        self._number = 0
        self._left = random.Random(f"{seed} begins").randint(_SOONEST, _LATEST)

    def after_action(self, busy: bool = False) -> bool:
        """An action was done: let happen what is due after it; returns whether a box was shown.

        Args:
            busy: Whether it has to wait, as while a menu is open, which has all of the keyboard.
        """
        self._left -= 1
        if self._left > 0 or busy:
            return False
        rng = random.Random(f"{self._seed} {self._number}")
        shown = {"crash": self._fail, "dialog": self._interrupt}[rng.choice(self._kinds)](rng)
        self._number += 1
        self._left = rng.randint(_SOONEST, _LATEST)
        return shown

    def _fail(self, _: random.Random) -> bool:
        """The program in front crashes, and a box says so; without one nothing happens."""
        name = self._crash()
        if name:
            self._show(_box(name, _CRASHED.format(name=name)))
        return name != ""

    def _interrupt(self, rng: random.Random) -> bool:
        """A box comes up that belongs to no program."""
        self._show(_box(*rng.choice(_BOXES)))
        return True


def _box(title: str, text: str) -> Sequence[str]:
    """The command of a message box with an OK button, which Enter and Escape press."""
    keys = "Xmessage*translations: #override <Key>Escape: default-exit()"
    return ("xmessage", "-center", "-title", title, "-buttons", "OK:0", "-default", "OK", "-xrm", keys, text)
