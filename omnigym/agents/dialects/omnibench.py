"""OmniBench's three actions (Table 10) as functions, and the answers of its trajectory prompt (appendix E.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from omnigym.actions import BUTTONS, Action, Click, Done, Fail, Press, Scroll, Type, Wait
from omnigym.agents.dialects.dialect import Arguments, Dialect, Function, Schema, integer, number, one_of, text
from omnigym.baselines.thoughts import Rationale
from omnigym.codecs import decode_omnibench, encode_omnibench
from omnigym.codecs.answer_text import objects_in
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["OmniBenchDialect"]

#: The arguments that say which control is meant.
_PLACES = ("element", "rect")
_ENDS: Mapping[str, Action] = {"wait": Wait(), "finish": Done(), "fail": Fail()}


class OmniBenchDialect(Dialect):
    """``click_input``, ``keyboard_input`` and ``wheel_mouse_input`` on a control, read by `omnigym.codecs`.

    OmniBench's agents say how the task stands beside their action; here ``finish``, ``fail`` and ``wait`` do that. With
    ``form=own`` answers are the JSON objects of E.1: the status, the control by its number, and a function.
    """

    NAME: ClassVar[str] = "omnibench"
    OWN_FORM: ClassVar[bool] = True
    PROMPT: ClassVar[str] = "own-omnibench"
    STEP: ClassVar[str] = "own-omnibench-step"

    def own_functions(self) -> tuple[Function, ...]:
        """Return the three functions of the table, and the three that report the state of the task."""
        rect: dict[str, Schema] = {
            "rect": {
                "type": "array",
                "items": {"type": "number"},
                "description": "the control's left, top, right and bottom edge in pixels",
            }
        }
        at = {"element": integer("number of the control, instead of rect"), **rect} if self.marked else rect
        needs = () if self.marked else ("rect",)
        return (
            Function(
                "click_input",
                "Click on a control.",
                {
                    **at,
                    "button": one_of((*BUTTONS, "x"), "left by default; x is on the side, and goes back"),
                    "double": {"type": "boolean"},
                },
                needs,
            ),
            Function(
                "keyboard_input",
                "Type text, or press keys, where the focus is: one of the two arguments.",
                {
                    "text": text("typed as it is"),
                    "keys": text("pywinauto's notation: {ENTER}, {TAB 3}, ^s for Ctrl+S, + for Shift, % for Alt"),
                },
            ),
            Function(
                "wheel_mouse_input",
                "Turn the wheel over a control.",
                {**at, "wheel_dist": number("notches, positive is up")},
                (*needs, "wheel_dist"),
            ),
            Function("wait", "Wait a second."),
            Function("finish", "Say that the task is complete."),
            Function("fail", "Say that the task cannot be done."),
        )

    # -- the trajectory prompt -----------------------------------------------------------------------------------------

    def grammar(self) -> str:
        """Return the functions without the control, which an answer names beside them."""
        said = [f for f in self.functions() if f.name not in ("wait", "finish")]
        inner = [{n: s for n, s in f.parameters.items() if n not in _PLACES} for f in said]
        wanted = [tuple([n for n in f.required if n not in _PLACES]) for f in said]
        own = [replace(f, parameters=p, required=r) for f, p, r in zip(said, inner, wanted, strict=True)]
        return "\n".join([f.line() for f in own])

    def spoken(self, answer: str) -> Iterable[tuple[str, object]]:
        """Return the calls of an answer: its function, and ``finish`` by its status.

        Raises:
            ActionError: It is no such object.
        """
        found = objects_in(answer)
        if not found:
            raise ActionError("there is no JSON object in the answer")
        for data in found:
            status, name = str(data.get("Status") or "").upper(), data.get("Function") or ""
            if status not in ("CONTINUE", "FINISH") or not isinstance(name, str):
                raise ActionError(
                    f'expected a "Status" of CONTINUE or FINISH and a "Function", got {show_value(dict(data))}'
                )
            arguments, label = data.get("Args") or {}, data.get("ControlLabel")
            if name and isinstance(arguments, Mapping):
                yield name, arguments if label in ("", None) else {"element": label, **arguments}
            elif name:
                yield name, arguments
            if status == "FINISH":
                yield "finish", {}
            elif not name:  # nothing fits
                yield "wait", {}

    def speak(self, calls: Sequence[tuple[str, Arguments]]) -> str:
        """Return the answer that `spoken` parses as a call.

        Raises:
            ActionError: There are several, or one has a place that is no control.
        """
        if len(calls) != 1 or "rect" in calls[0][1]:
            raise ActionError("An answer of OmniBench's trajectory prompt is one function on a numbered control.")
        ((name, arguments),) = calls
        label = arguments.get("element", "")
        told = {
            "Status": "FINISH" if name == "finish" else "CONTINUE",
            "Observation": "",
            "Thought": "",
            "ControlLabel": str(label),
            "ControlText": self.view.names.get(label, ""),
            "Function": "" if name in ("wait", "finish") else name,
            "Args": {k: v for k, v in arguments.items() if k not in _PLACES},
        }
        return json.dumps(told, ensure_ascii=False)

    def with_thought(self, thought: Rationale, said: str) -> str:
        """Return an answer with what is seen as its observation, and the rest as its thought."""
        told = {"Observation": thought.seen, "Thought": " ".join(filter(None, (thought.why, thought.next)))}
        return json.dumps({**json.loads(said), **told}, ensure_ascii=False)

    # -- the functions -------------------------------------------------------------------------------------------------

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        if name in _ENDS:
            return (_ENDS[name],)
        given = dict(arguments)
        rect = given.pop("rect", None)
        if given.get("element") is not None:
            x, y, w, h = self.view.marks[self.view.label(given.pop("element"))]
            # one pixel, the middle that every space clicks in
            rect = [x + w // 2, y + h // 2, x + w // 2 + 1, y + h // 2 + 1]
            return decode_omnibench({"function": name, "args": given, "rect": rect}, self.view.screen)
        return decode_omnibench({"function": name, "args": given, "rect": rect}, self.view.picture)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        for name, end in _ENDS.items():
            if type(action) is type(end):
                return ((name, {}),)
        if not isinstance(action, Click | Scroll | Type | Press) or not _whole(action):
            raise ActionError(f"OmniBench has no function for {action!r}.")
        entry = encode_omnibench(action, self.view.picture)
        arguments: Any = entry["args"]
        place: dict[str, Any] = {}
        if isinstance(action, Click | Scroll):
            named = self.named(action.at)
            place = named if "element" in named else {"rect": entry["rect"]}
        return ((str(entry["function"]), {**place, **arguments}),)

    def to_json(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """Return ``{"function": ..., "args": {...}, "rect": [...]}``."""
        places = {n: arguments[n] for n in _PLACES if n in arguments}
        return {"function": name, "args": {k: v for k, v in arguments.items() if k not in places}, **places}

    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """Return the name and arguments of the same form.

        Raises:
            ActionError: There is no ``function``.
        """
        name, arguments = data.get("function"), data.get("args") or {}
        if not isinstance(name, str):
            return super().from_json(data)
        if not isinstance(arguments, Mapping):
            return name, arguments
        return name, {**arguments, **{n: data[n] for n in _PLACES if data.get(n) is not None}}


def _whole(action: Click | Scroll | Type | Press) -> bool:
    """Whether the functions say all of an action."""
    match action:
        case Click():
            return action.count < 3 and not action.modifiers and not action.duration
        case Scroll():
            return not action.dx and not action.modifiers
        case Press():  # in pywinauto's notation the names of these are other keys
            return "meta" not in action.modifiers and action.key not in ("back", "menu")
    return True
