"""CRAB's actions on Android (CRAB A.2, Table 2): taps on numbered elements, text, keys, the app drawer.

An agent calls a function by name with arguments: ``{"name": "tap", "arguments": {"element": 5}}``. Numbers are those of
the visual prompt: elements in the order in which they were shown to the agent.
"""

from __future__ import annotations

from omnigym.actions import Action, Click, Done, Drag, Point, Press, Submit, Type, Wait
from omnigym.codecs._crab import CrabCodec, call_of
from omnigym.codecs.crab_actions.android import DRAWER, TENTHS
from omnigym.errors import ActionError

__all__ = ["DRAWER", "CrabAndroidCodec"]


class CrabAndroidCodec(CrabCodec):
    """Reads and writes CRAB's calls on Android.

    >>> codec = CrabAndroidCodec((100, 200), [(0, 0, 20, 20), (40, 100, 20, 20)])
    >>> codec.decode({"name": "tap", "arguments": {"element": 1}})
    (Click(at=(0.505, 0.5525), button='left', count=1, modifiers=(), duration=0.0),)
    """

    PLATFORM = "android"

    def encode(self, action: Action) -> dict[str, object]:
        """The call of an action.

        Raises:
            ActionError: CRAB has none for it, or no element was shown where it is.
        """
        if isinstance(action, Click) and action.count == 1:
            name = "long_tap" if action.duration or action.button == "right" else "tap"
            return call_of(name, element=self._element(action.at))
        if isinstance(action, Drag):
            return self._encode_swipe(action)
        if isinstance(action, Type):
            return call_of("write_text", text=action.text)
        if isinstance(action, Press) and action.key in ("home", "back") and not action.modifiers:
            return call_of("key_press", key=action.key)
        if isinstance(action, Submit):
            return call_of("submit", content=action.answer)
        if isinstance(action, Done | Wait):
            return call_of("complete" if isinstance(action, Done) else "wait")
        raise ActionError(f"CRAB has no action on Android for {action!r}.")

    def _encode_swipe(self, a: Drag) -> dict[str, object]:
        width, height = self.size
        across, down = (a.to[0] - a.at[0]) * width, (a.to[1] - a.at[1]) * height
        if abs(down) >= abs(across):
            direction, tenths = "down" if down > 0 else "up", abs(down) / width * 5
        else:
            direction, tenths = "right" if across > 0 else "left", abs(across) / width * 10
        dist = min(TENTHS, key=lambda name: abs(TENTHS[name] - tenths))
        return call_of("swipe", element=self._element(a.at), direction=direction, dist=dist)

    def _element(self, at: Point) -> int:
        """The number of the smallest element at a point."""
        x, y = at[0] * self.size[0], at[1] * self.size[1]
        there = [n for n, (left, top, w, h) in enumerate(self.elements) if left <= x < left + w and top <= y < top + h]
        if not there:
            raise ActionError(f"no element that was shown is at ({x:.0f}, {y:.0f})")
        return min(there, key=lambda n: self.elements[n][2] * self.elements[n][3])
