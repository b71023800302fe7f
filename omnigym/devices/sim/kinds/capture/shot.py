"""What is to be captured and when: the state of a program that takes pictures of the screen, and what it asks for."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.app import Effect, Minimise, OpenShell
from omnigym.devices.sim.system import Later, Send, Snip

__all__ = ["DELAYS", "MODES", "Shot", "begun", "due"]

#: What can be captured, by name, and what a person calls it.
MODES = {"rectangle": "Rectangle", "window": "Window", "screen": "Full screen"}
#: The seconds by which it can wait, so that menus can be opened meanwhile.
DELAYS = {"No delay": 0, "3 seconds": 3, "5 seconds": 5, "10 seconds": 10}


class Shot(NamedTuple):
    """What will be captured.

    Attributes:
        mode: One of `MODES`.
        delay: Seconds to wait before it.
        waiting: Whether a picture was asked for and has not come yet.
    """

    mode: str = "rectangle"
    delay: int = 0
    waiting: bool = False


def begun(shot: Shot) -> tuple[Shot, tuple[Effect, ...]]:
    """A picture asked for: the program's own window goes out of the way, and the time runs."""
    waiting = shot._replace(waiting=True)
    if shot.delay:
        return waiting, (Minimise(), Later(1000 * shot.delay, Send(("due",))))
    return waiting, (Minimise(), *due(waiting))


def due(shot: Shot) -> tuple[Effect, ...]:
    """The moment has come: a rectangle is drawn by the person, all else is taken at once."""
    if not shot.waiting:
        return ()
    return (OpenShell("snipping"),) if shot.mode == "rectangle" else (Snip(0, 0, 0, 0, shot.mode),)
