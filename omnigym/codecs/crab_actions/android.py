"""CRAB's actions on Android: taps on numbered elements, text, keys, the app drawer."""

from __future__ import annotations

from typing import Final, Literal

from omnigym.actions import Action, Click, Drag, Press, Type
from omnigym.codecs.functions import Screen, action

__all__ = ["DRAWER", "TENTHS", "key_press", "long_tap", "open_app_drawer", "swipe", "tap", "write_text"]

_LONG_S, _SWIPE_S, _DRAWER_S = 1.0, 0.2, 0.5
#: How many tenths of the screen's width a swipe goes; up and down twice as far.
TENTHS: Final = {"short": 1, "medium": 2, "long": 3}
#: Across and down, in units of those.
_WAYS: Final = {"up": (0, -2), "down": (0, 2), "left": (-1, 0), "right": (1, 0)}
#: As CRAB does it on a screen of 1080x2400: home, then a long way up.
DRAWER: Final = (Press("home"), Drag((0.74, 0.83), (0.74, 0.04), duration=_DRAWER_S))


@action("android")
def tap(screen: Screen, element: int) -> Action:
    """Tap on an element.

    Args:
        element: number of the element
    """
    return Click(screen.middle(element))


@action("android")
def long_tap(screen: Screen, element: int) -> Action:
    """Press and hold an element.

    Args:
        element: number of the element
    """
    return Click(screen.middle(element), duration=_LONG_S)


@action("android")
def swipe(
    screen: Screen,
    element: int,
    direction: Literal["up", "down", "left", "right"],
    dist: Literal["short", "medium", "long"],
) -> Action:
    """Swipe from an element.

    Args:
        element: number of the element
        direction: the finger's way
        dist: how far
    """
    at = screen.middle(element)
    across, down = (TENTHS[dist] * way / 10 for way in _WAYS[direction])
    down *= screen.size[0] / screen.size[1]  # the unit is the width in both directions
    to = min(max(at[0] + across, 0.0), 1.0), min(max(at[1] + down, 0.0), 1.0)
    return Drag(at, to, duration=_SWIPE_S)


@action("android")
def write_text(text: str) -> Action:
    """Type text where the focus is."""
    return Type(text)


@action("android", also=("press",))
def key_press(key: Literal["home", "back"]) -> Action:
    """Press a key."""
    return Press(key)


@action("android", also=("show_all_drawer",))
def open_app_drawer() -> tuple[Action, ...]:
    """Show all installed applications."""
    return DRAWER
