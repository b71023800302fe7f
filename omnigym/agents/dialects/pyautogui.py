"""PyAutoGUI scripts (OmniACT 3.1, OSWorld), read and never executed."""

from __future__ import annotations

import ast
from typing import Any, ClassVar

from omnigym.actions import Action, Click, Drag, Scroll
from omnigym.agents.dialects._following import FollowingDialect
from omnigym.agents.dialects.dialect import Arguments, Function, View, text
from omnigym.codecs import PyAutoGUICodec
from omnigym.errors import ActionError

__all__ = ["PyAutoGUIDialect"]

_SCRIPT = (
    "lines such as pyautogui.click(x=10, y=20), pyautogui.write('text'), pyautogui.hotkey('ctrl', 's'), "
    "pyautogui.scroll(-3), pyautogui.dragTo(x, y), time.sleep(1), with values written out; "
    "or one word alone: WAIT, DONE or FAIL"
)


class PyAutoGUIDialect(FollowingDialect[PyAutoGUICodec]):
    """Scripts, read by `omnigym.codecs.PyAutoGUICodec`. Element 7 of a set of marks is ``tag_7``, as in OSWorld."""

    NAME: ClassVar[str] = "pyautogui"

    def __init__(self, marked: bool = False) -> None:
        super().__init__(PyAutoGUICodec((1, 1)), marked)

    def own_functions(self) -> tuple[Function, ...]:
        """One, that takes a script."""
        tags = "; tag_7 stands for the position of element 7, as in pyautogui.click(tag_7)" if self.marked else ""
        return (
            Function("pyautogui", "Do what a script of PyAutoGUI says.", {"code": text(_SCRIPT + tags)}, ("code",)),
        )

    def script(self, code: str) -> tuple[Action, ...]:
        """The actions of a script; one `Invalid` where it cannot be read."""
        return self.read("pyautogui", {"code": code})

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        del name
        code = arguments["code"]
        if not isinstance(code, str):
            raise ActionError(f"code must be a text, got {type(code).__name__}")
        if self.marked and "tag_" in code:
            code = self._untagged(code)
        return self._codec.decode(code)

    def _untagged(self, code: str) -> str:
        try:
            tree = ast.parse(code.strip())
        except (SyntaxError, ValueError, MemoryError) as e:
            raise ActionError(f"{type(e).__name__}: {e}") from None
        return ast.unparse(ast.fix_missing_locations(_Tags(self.view).visit(tree)))

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if isinstance(action, Click) and action.duration:
            raise ActionError("PyAutoGUI has no long press.")
        if isinstance(action, Drag | Scroll) and action.modifiers:
            raise ActionError("PyAutoGUI is not asked to hold keys here.")
        return (("pyautogui", {"code": self._codec.encode(action)}),)


class _Tags(ast.NodeTransformer):
    """Puts positions in place of the names of elements."""

    def __init__(self, view: View) -> None:
        self._view = view

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not node.id.startswith("tag_"):
            return node
        at = self._view.center(node.id.removeprefix("tag_"))
        pixels = [at[0] * self._view.picture[0], at[1] * self._view.picture[1]]
        return ast.Tuple([ast.Constant(round(p, 3)) for p in pixels], ast.Load())
