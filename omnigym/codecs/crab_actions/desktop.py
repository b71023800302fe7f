"""CRAB's actions on a desktop: clicks on numbered elements, text, keys, the wheel, the search for applications."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AliasChoices, Field

from omnigym.actions import Action, Click, OpenApp, Press, Scroll, Type
from omnigym.codecs.functions import Screen, action
from omnigym.codecs.keys import chord, stroke

__all__ = ["NOTCHES", "click", "double_click", "hotkey", "press", "right_click", "scroll", "search_app", "write_text"]

#: How far a scroll goes, in notches.
NOTCHES = 3.0
_DESKTOPS = ("linux", "windows")
#: The table calls it otherwise than CRAB's own functions do.
_Element: TypeAlias = Annotated[int, Field(validation_alias=AliasChoices("element", "elem"))]


@action(*_DESKTOPS)
def click(screen: Screen, element: _Element) -> Action:
    """Click on an element.

    Args:
        element: number of the element
    """
    return Click(screen.middle(element))


@action(*_DESKTOPS)
def right_click(screen: Screen, element: _Element) -> Action:
    """Click on an element with the right button.

    Args:
        element: number of the element
    """
    return Click(screen.middle(element), "right")


@action(*_DESKTOPS)
def double_click(screen: Screen, element: _Element) -> Action:
    """Double-click on an element.

    Args:
        element: number of the element
    """
    return Click(screen.middle(element), count=2)


@action(*_DESKTOPS)
def write_text(text: str) -> Action:
    """Type text where the focus is."""
    return Type(text)


@action(*_DESKTOPS, also=("key_press",))
def press(key: str) -> Press:
    """Press a key.

    Args:
        key: a name such as enter, or one character
    """
    return stroke(key)


@action(*_DESKTOPS, also=("press_hotkey",))
def hotkey(keys: list[str]) -> Press:
    """Press keys at once.

    Args:
        keys: such as ctrl and s
    """
    return chord(keys)


@action(*_DESKTOPS, also=("mouse_scroll",))
def scroll(direction: Literal["up", "down"]) -> Action:
    """Scroll the page."""
    return Scroll((0.5, 0.5), NOTCHES if direction == "down" else -NOTCHES)


@action(*_DESKTOPS, also=("search_application",))
def search_app(name: str) -> Action:
    """Open an application by its name."""
    return OpenApp(name)
