"""CRAB's actions (A.2, Table 6) as functions: on Android, and on desktops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from omnigym.a11y import Rect
from omnigym.actions import Action, Click, Invalid, Press
from omnigym.agents.dialects.dialect import Arguments, Dialect, Function, View
from omnigym.agents.readback import fidelity
from omnigym.codecs import CrabAndroidCodec, CrabDesktopCodec
from omnigym.codecs.crab_actions.android import DRAWER
from omnigym.codecs.functions import actions_of
from omnigym.errors import ActionError

__all__ = ["CrabAndroidDialect", "CrabDesktopDialect"]


class _Crab(Dialect):
    """What both have in common: elements by their numbers alone, and the functions that belong to no device."""

    NAME: ClassVar[str] = "crab"
    PLACES: ClassVar[str] = "Elements are named by their numbers."
    NEEDS_MARKS: ClassVar[bool] = True

    def __init__(self, marked: bool = True) -> None:
        super().__init__(marked)
        self._codec: CrabAndroidCodec | CrabDesktopCodec = self._new()
        self._labels: Sequence[int] = ()

    def _new(self) -> CrabAndroidCodec | CrabDesktopCodec:
        raise NotImplementedError

    def look(self, view: View) -> None:
        """Read numbers as those of the new screen."""
        super().look(view)
        self._labels = tuple(view.marks)
        bounds: Sequence[Rect] = tuple(view.marks.values())
        self._codec.size, self._codec.elements = view.screen, bounds

    def own_functions(self) -> tuple[Function, ...]:
        """Those of the table, as they are registered (`omnigym.codecs.functions`)."""
        registered = [a.described for a in actions_of(self._codec.PLATFORM)]
        return tuple([Function(d.name, d.description, d.parameters, d.required) for d in registered])

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        # Table 6 calls it otherwise than CRAB's own functions do
        given = {"element" if key == "elem" else key: value for key, value in arguments.items()}
        if "element" in given:
            given["element"] = self._labels.index(self.view.label(given["element"]))
        return self._codec.decode({"name": name, "arguments": given})

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if isinstance(action, Press) and action.count > 1:
            return self._say(replace(action, count=1)) * action.count
        call = self._codec.encode(action)
        arguments: Any = call["arguments"]
        if "element" in arguments:
            arguments = {**arguments, "element": self._labels[arguments["element"]]}
        if call["name"] == "submit":
            arguments = {"answer": next(iter(arguments.values()))}
        (back,) = self._read(str(call["name"]), arguments) or (Invalid("", ""),)
        if fidelity(action, (back,)) == "wrong" or (isinstance(action, Click) and not self._taps_there(back, action)):
            raise ActionError(f"CRAB's actions cannot say {action!r}.")
        return ((str(call["name"]), arguments),)

    def _taps_there(self, back: Action, action: Click) -> bool:
        """Whether a tap is on the same element."""
        return isinstance(back, Click) and self.view.labelled(back.at) == self.view.labelled(action.at)


class CrabAndroidDialect(_Crab):
    """Taps, swipes, text and the app drawer, read by `omnigym.codecs.CrabAndroidCodec`."""

    def _new(self) -> CrabAndroidCodec:
        return CrabAndroidCodec((1, 1))

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if action in DRAWER:
            return (("key_press", {"key": "home"}) if isinstance(action, Press) else ("open_app_drawer", {}),)
        return super()._say(action)


class CrabDesktopDialect(_Crab):
    """Clicks, text, keys, the wheel and the search for applications, read by `omnigym.codecs.CrabDesktopCodec`."""

    OPENS: ClassVar[bool] = True

    def _new(self) -> CrabDesktopCodec:
        return CrabDesktopCodec((1, 1))
