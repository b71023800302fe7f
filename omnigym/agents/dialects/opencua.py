"""The grammar of OpenCUA: a thought, a sentence, and code of PyAutoGUI with ``computer.wait`` and ``terminate``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from omnigym.actions import Action, Done, Fail, Point, Press, Submit, Wait
from omnigym.agents.dialects.code_calls import calls_in_code
from omnigym.agents.dialects.dialect import NO_CALL, Arguments, Function, number, one_of, text
from omnigym.agents.dialects.osworld import PyAutoGUIDialect
from omnigym.agents.dialects.pointing import Resized
from omnigym.baselines.thoughts import Rationale
from omnigym.codecs.answer_text import code_in
from omnigym.codecs.pyautogui import PyAutoGUICodec
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["OpenCUADialect"]

#: OpenCUA's 7B and 32B, made of Qwen2.5-VL, count in pixels of the picture as its processor resizes it.
_RESIZED: Final = Resized(28, 56 * 56, 14 * 14 * 4 * 1280 * 16)
#: Seconds that ``computer.wait()`` takes.
_WAIT_S: Final = 5.0
#: The sentence of an answer without a thought.
_GOING_ON: Final = "I go on."
_STATUSES: Final = {"success": Done, "failure": Fail, "fail": Fail}
_COMPUTER: Final = re.compile(r"^[ \t]*computer\.(wait|terminate|open_app)\(", re.MULTILINE)
_TRIPLE: Final = re.compile(r"\bcomputer\.(?:triple_click|tripleClick)\(")
_HEADING: Final = re.compile(r"^[ \t#*]*Code[ \t*]*[:：][ \t*]*", re.MULTILINE)
_CODE: Final = re.compile(
    r"^[ \t]*(?:pyautogui|computer|pyperclip|time)\.\w+\(|^[ \t]*import |^(?:WAIT|DONE|FAIL)\s*$", re.MULTILINE
)
_LINES: Final = (
    "pyautogui.click(x, y), pyautogui.doubleClick(x, y), pyautogui.rightClick(x, y), pyautogui.middleClick(x, y)",
    "pyautogui.moveTo(x, y), pyautogui.dragTo(x, y, button='left')",
    "pyautogui.scroll(clicks), pyautogui.hscroll(clicks)",
    "pyautogui.write(message='...'), pyautogui.press('enter'), pyautogui.hotkey(['ctrl', 'c'])",
    "computer.triple_click(x, y), computer.wait(), computer.terminate(status='success' or 'failure', answer='...')",
)


class _Shares(PyAutoGUICodec):
    """Reads places as shares of the screen or, where one is above 1, as pixels of the resized picture."""

    def _pixels(self, x: float, y: float) -> tuple[float, float]:
        width, height = self.size
        if not (x > 1 or y > 1):
            return min(x * width, width - 1), min(y * height, height - 1)
        across, down = _RESIZED(self.size)
        return (x + 0.5) * width / across, (y + 0.5) * height / down

    def _told(self, point: Point) -> str:
        return f"{point[0]:.5g}, {point[1]:.5g}"


class OpenCUADialect(PyAutoGUIDialect):
    """A desktop or a phone; places in [0, 1], or in pixels of the picture as Qwen2.5-VL's processor resizes it."""

    NAME: ClassVar[str] = "opencua"
    OWN_FORM: ClassVar[bool] = True
    PROMPT: ClassVar[str] = "own-opencua"
    RESIZES: ClassVar[Resized | None] = _RESIZED
    PLACES: ClassVar[str] = "Positions are x and y in [0, 1], shares of the screen's width and height."

    def __init__(self, marked: bool = False) -> None:
        super().__init__(marked)
        self._codec = _Shares((1, 1))

    def of_platform(self, platform: str) -> None:
        """Read units of the wheel as the platform has them."""
        self._codec = _Shares(self._codec.size, platform)

    def own_functions(self) -> tuple[Function, ...]:
        """PyAutoGUI's script, and what is of ``computer``."""
        at = {"x": number(""), "y": number("")}
        status = {"status": one_of(("success", "failure"), ""), "answer": text("if one is wanted")}
        return (
            *super().own_functions(),
            Function("wait", "Wait for what loads.", {"seconds": number(""), "duration": number("")}),
            Function("terminate", "End the task.", status, ("status",)),
            Function("triple_click", "Click three times there.", at, ("x", "y")),
        )

    def grammar(self) -> str:
        """The calls, by kind."""
        return "\n".join([*_LINES, *(("computer.open_app(app='...')",) if self.opening else ())])

    def _added(self) -> tuple[Function, ...]:
        """An answer is given by ``terminate``."""
        return tuple([f for f in super()._added() if f.name != "submit"])

    def spoken(self, answer: str) -> Iterator[tuple[str, object]]:
        """The code of an answer: what PyAutoGUI does, then what is of ``computer``.

        Raises:
            ActionError: There is none.
        """
        script, fenced = code_in(answer)
        if not fenced:
            headings = list(_HEADING.finditer(answer))
            script = answer[headings[-1].end() :] if headings else answer
            begins = _CODE.search(script)
            if begins is None:
                raise ActionError(NO_CALL)
            script = script[begins.start() :]
        script = _TRIPLE.sub("pyautogui.tripleClick(", script)
        at = 0
        for found in _COMPUTER.finditer(script):
            head = script[at : found.start()]
            if head.strip():
                yield "pyautogui", {"code": head}
            end = script.find("\n", found.end())
            end = len(script) if end < 0 else end
            line = script[found.start() : end].strip().removeprefix("computer.")
            yield from calls_in_code(line, self.functions())
            at = end
        if script[at:].strip() or not at:
            yield "pyautogui", {"code": script[at:]}

    def speak(self, calls: Sequence[tuple[str, Arguments]]) -> str:
        """Calls in a fence, after the headings."""
        lines = [
            str(a["code"]) if n == "pyautogui" else f"computer.{n}({', '.join([f'{k}={v!r}' for k, v in a.items()])})"
            for n, a in calls
        ]
        return f"## Action:\n{_GOING_ON}\n## Code:\n```python\n" + "\n".join(lines) + "\n```"

    def with_thought(self, thought: Rationale, said: str) -> str:
        """Return the answer with its thought, and what is done in place of the sentence."""
        seen = " ".join(filter(None, (thought.seen, thought.why)))
        return f"## Thought:\n{seen}\n" + said.replace(_GOING_ON, thought.next or _GOING_ON, 1)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        match name:
            case "wait":
                duration = arguments.get("seconds", arguments.get("duration", _WAIT_S))
                if isinstance(duration, bool) or not isinstance(duration, int | float):
                    raise ActionError(f"expected seconds, got {show_value(duration)}")
                return (Wait(float(duration)),)
            case "terminate":
                status, answer = str(arguments["status"]).lower(), arguments.get("answer")
                if status not in _STATUSES:
                    raise ActionError(f"expected a status of success or failure, got {show_value(status)}")
                return (*((Submit(str(answer)),) if answer else ()), _STATUSES[status]())
            case "triple_click":
                return super()._read(
                    "pyautogui", {"code": f"pyautogui.tripleClick({arguments['x']}, {arguments['y']})"}
                )
        return super()._read(name, arguments)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Done() | Fail():
                return (("terminate", {"status": "success" if isinstance(action, Done) else "failure"}),)
            case Submit(answer) if answer:
                return (("terminate", {"status": "success", "answer": answer}),)
            case Wait(duration):
                return (("wait", {"seconds": duration}),)
            case Press("recents" | "power"):
                raise ActionError(f"OpenCUA has no words for {action!r}.")
        return super()._say(action)
