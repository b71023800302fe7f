"""CRAB's actions on a desktop (CRAB A.2, Table 6): clicks on numbered elements, text, keys, the wheel, the search.

An agent calls a function by name with arguments, as on Android (`omnigym.codecs.crab_android`); the names are those of
the table, and those of CRAB's own functions where they differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from omnigym.actions import Action, Click, Done, OpenApp, Point, Press, Submit, Type, Wait, pixel
from omnigym.codecs._crab import CrabCodec, call_of
from omnigym.errors import ActionError

__all__ = ["CrabDesktopCodec"]

_CLICKS: Final[Mapping[str, tuple[str, int]]] = {
    "click": ("left", 1),
    "right_click": ("right", 1),
    "double_click": ("left", 2),
}


class CrabDesktopCodec(CrabCodec):
    """Reads and writes CRAB's calls on a desktop.

    >>> CrabDesktopCodec((100, 100)).decode({"name": "hotkey", "arguments": {"keys": ["ctrl", "s"]}})
    (Press(key='s', modifiers=('ctrl',), count=1),)
    """

    PLATFORM = "linux"

    def encode(self, action: Action) -> dict[str, object]:
        """The call of an action.

        Raises:
            ActionError: CRAB has none for it, or no element that was shown has its middle there.
        """
        match action:
            case Click(at, button, count, modifiers=(), duration=0.0):
                for name, kind in _CLICKS.items():
                    if kind == (button, count):
                        return call_of(name, element=self._element(at))
            case Type(text):
                return call_of("write_text", text=text)
            case Press(key, (), 1):
                return call_of("press", key=key)
            case Press(key, modifiers, 1):
                return call_of("hotkey", keys=[*modifiers, key])
            case OpenApp(app):
                return call_of("search_app", name=app)
            case Submit(answer):
                return call_of("submit", answer=answer)
            case Done() | Wait():
                return call_of("complete" if isinstance(action, Done) else "wait")
        raise ActionError(f"CRAB has no action on a desktop for {action!r}.")

    def _element(self, at: Point) -> int:
        x, y = pixel(at, self.size)
        near = [
            (w * h, number)
            for number, (left, top, w, h) in enumerate(self.elements)
            if (left + w // 2, top + h // 2) == (x, y)
        ]
        if not near:
            raise ActionError(f"no element that was shown has its middle at ({x}, {y})")
        return min(near)[1]
