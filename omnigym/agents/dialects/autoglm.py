"""The grammar of AutoGLM, for phones: ``<think>...</think><answer>do(action="Tap", element=[x, y])</answer>``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from omnigym.actions import Action, CallUser, Click, Done, Drag, OpenApp, Press, Submit, Type, Wait
from omnigym.agents.dialects.code_calls import calls_in_code, last_calls
from omnigym.agents.dialects.dialect import Arguments, Function, Schema, one_of, text
from omnigym.agents.dialects.pointing import PointingDialect, seconds
from omnigym.baselines.thoughts import Rationale
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["AutoGLMDialect"]

#: Where a call begins: anywhere, or where a line, a sentence or a tag ends before it.
_HEAD: Final = re.compile(r"(?<!\w)(?=(?:do|finish)\s?[(（])")
_BEGINNING: Final = re.compile(r"(?:^|[>.:!?。：！？`])[ \t`]*(?=(?:do|finish)\s?[(（])", re.MULTILINE)
#: Words of a sentence that weighs a call.
_WEIGHED: Final = re.compile(
    r"\b(?:not|never|no|could|would|should|might|maybe|instead|rather|or)\b|n't|不|别", re.IGNORECASE
)
_AT: Final[Schema] = {"type": "array", "items": {"type": "integer"}, "description": "[x, y]"}
_KINDS: Final = (
    *("Tap", "Double Tap", "Long Press", "Swipe", "Type", "Launch", "Back", "Home", "Wait"),
    *("Take_over", "Note", "Interact"),
)
#: The calls as its prompt lists them.
_LINES: Final = (
    'do(action="Tap", element=[x, y])',
    'do(action="Double Tap", element=[x, y])',
    'do(action="Long Press", element=[x, y])',
    'do(action="Swipe", start=[x1, y1], end=[x2, y2])',
    'do(action="Type", text="xxx")',
    'do(action="Launch", app="xxx")',
    'do(action="Back")',
    'do(action="Home")',
    'do(action="Wait", duration="x seconds")',
    'do(action="Take_over", message="xxx")',
    'finish(message="xxx")',
)
_LONG_S: Final = 3.0
#: What AutoGLM's own program does before it types: the field is emptied.
_SELECT_ALL: Final = Press("a", ("ctrl",))


class AutoGLMDialect(PointingDialect):
    """``do`` and ``finish``; positions from 0 to 999, thousandths of the screen.

    ``Type`` takes the place of what is in the field, as in AutoGLM's own program. ``Note`` and ``Interact``, which do
    nothing there either, wait. ``Take_over`` asks the user. The message of ``finish`` is the answer to a task that asks
    for one.
    """

    NAME: ClassVar[str] = "autoglm"
    OWN_FORM: ClassVar[bool] = True
    PROMPT: ClassVar[str] = "own-autoglm"
    OPENS: ClassVar[bool] = True
    GRID = (1000, 1000)

    def own_functions(self) -> tuple[Function, ...]:
        """Return the two functions."""
        parameters: dict[str, Schema] = {
            "action": one_of(_KINDS, ""),
            "element": {**_AT, "description": "of Tap, Double Tap and Long Press: [x, y]"},
            "start": {**_AT, "description": "of Swipe"},
            "end": {**_AT, "description": "of Swipe"},
            "text": text("of Type"),
            "app": text("of Launch: the name of the app"),
            "duration": text("of Wait: such as '2 seconds'"),
            "message": text(""),
        }
        message = {"message": text("what was found or done")}
        return (
            Function("do", "Act on the phone.", parameters, ("action",)),
            Function("finish", "The task is complete.", message, ("message",)),
        )

    def grammar(self) -> str:
        """Return the calls, one per line."""
        return "\n".join(_LINES)

    def _added(self) -> tuple[Function, ...]:
        """An answer is given by ``finish``."""
        return tuple([f for f in super()._added() if f.name != "submit"])

    def spoken(self, answer: str) -> Iterator[tuple[str, object]]:
        """Return the call in the last ``<answer>``, or after the thoughts of a model that forgot the tags.

        Raises:
            ActionError: There is none, or it is not clear that it is meant.
        """
        _, tag, inside = answer.rpartition("<answer>")
        if tag and not _HEAD.search(inside):
            yield from calls_in_code(inside.partition("</answer>")[0], self.functions())
            return
        said = inside if tag else answer
        if not _HEAD.search(said):
            raise ActionError("there is no <answer> in the answer")
        if _BEGINNING.search(said):
            yield from last_calls(said, _BEGINNING, self.functions())
        elif len(_HEAD.findall(said)) == 1 and not _WEIGHED.search(said):
            yield from last_calls(said, _HEAD, self.functions())
        else:
            raise ActionError("it is not clear which call in the prose is meant: say it in <answer></answer>")

    def speak(self, calls: Sequence[tuple[str, Arguments]]) -> str:
        """Return the calls, each in tags; AutoGLM gives one per answer."""
        said = [f"{n}({', '.join([f'{k}={_quoted(v)}' for k, v in a.items()])})" for n, a in calls]
        return "\n".join(["<answer>", *said, "</answer>"])

    def with_thought(self, thought: Rationale, said: str) -> str:
        """Return the answer with its thought in tags."""
        return f"<think>\n{thought.text}\n</think>\n{said}"

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        if name == "finish":
            message = arguments.get("message")
            return (Submit(message), Done()) if message else (Done(),)
        kind = arguments["action"]
        match kind:
            case "Tap":
                return (Click(self.spot(arguments["element"])),)
            case "Double Tap":
                return (Click(self.spot(arguments["element"]), count=2),)
            case "Long Press":
                return (Click(self.spot(arguments["element"]), duration=_LONG_S),)
            case "Swipe":
                return (Drag(self.spot(arguments["start"]), self.spot(arguments["end"])),)
            case "Type" | "Type_Name":
                return (_SELECT_ALL, Type(arguments["text"]))
            case "Launch":
                return (OpenApp(arguments["app"]),)
            case "Back" | "Home":
                return (Press(kind.lower()),)
            case "Wait":
                return (seconds(arguments.get("duration"), 1.0),)
            case "Note" | "Interact" | "Call_API":
                return (Wait(0.0),)
            case "Take_over":
                return (CallUser(str(arguments.get("message", ""))),)
        raise ActionError(f"there is no action {show_value(kind)}: expected one of {', '.join(_KINDS)}")

    def _do(self, kind: str, **arguments: Any) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        return (("do", {"action": kind, **arguments}),)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        return tuple([(name, dict(a)) for name, a in self._said(action)])

    def _said(self, action: Action) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        match action:
            case Submit(answer) if answer:
                return (("finish", {"message": answer}),)
            case Done():
                return (("finish", {"message": ""}),)
            case CallUser(message):
                return self._do("Take_over", message=message)
            case OpenApp(app):
                return self._do("Launch", app=app)
            case Press("home" | "back" as key, (), count):
                return self._do(key.capitalize()) * count
            case Type(said):
                return self._do("Type", text=said)
            case Wait(duration):
                return self._do("Wait", duration=f"{duration:g} seconds")
            case Drag(at, to, "left", ()):
                return self._do("Swipe", start=self.told(at), end=self.told(to))
            case Click(at, "left", count, (), duration) if count < 3 and not (duration and count > 1):
                kind = "Long Press" if duration else "Tap" if count == 1 else "Double Tap"
                return self._do(kind, element=self.told(at))
        raise ActionError(f"AutoGLM has no words for {action!r}.")

    def told(self, at: tuple[float, float]) -> list[int]:
        """Return a position, at most 999."""
        return [min(round(share * 1000), 999) for share in at]


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
