"""OSWorld's two action spaces as dialects: computer_13 and pyautogui."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from omnigym.actions import BUTTONS, Action, Click, Drag, Scroll
from omnigym.agents.dialects.dialect import Arguments, Dialect, Function, View, integer, number, one_of, text
from omnigym.codecs import Computer13Codec, PyAutoGUICodec
from omnigym.codecs.computer13 import ALIASES
from omnigym.codecs.fenced import WORDS
from omnigym.errors import ActionError

__all__ = ["Computer13Dialect", "FollowingDialect", "PyAutoGUIDialect"]

# -- following --------------------------------------------------------------------------------------------------------

# Spaces whose codec follows the pointer, and reads positions as pixels of the picture that the model sees.

C = TypeVar("C", Computer13Codec, PyAutoGUICodec)


class FollowingDialect(Dialect, Generic[C]):
    """A space with a pointer.

    Args:
        codec: Reads and writes it; the size is set anew for each picture.
        marked: Whether elements have numbers.
    """

    def __init__(self, codec: C, marked: bool = False) -> None:
        super().__init__(marked)
        self._codec: C = codec

    def reset(self) -> None:
        """Forget the position of the pointer."""
        super().reset()
        self._codec.reset()

    def look(self, view: View) -> None:
        """Read positions as pixels of the new picture."""
        super().look(view)
        self._codec.size = view.picture


# -- COMPUTER_13 with CALL_USER (OSWorld; OS-MAP, Table 4) as functions -----------------------------------------------

_KEY = text("a name such as enter, or one character")


class Computer13Dialect(FollowingDialect[Computer13Codec]):
    """The fourteen actions and OS-MAP's CALL_USER, parsed by `omnigym.codecs.Computer13Codec`."""

    NAME: ClassVar[str] = "computer13"
    WORDS: ClassVar[frozenset[str]] = WORDS

    def __init__(self, marked: bool = False) -> None:
        super().__init__(Computer13Codec((1, 1)), marked)

    def own_functions(self) -> tuple[Function, ...]:
        """Return the functions of the table."""
        place, at = self.place(), self.required_place()
        button = {"button": one_of(BUTTONS, "left by default")}
        return (
            Function("MOVE_TO", "Move the pointer.", place, at),
            Function("CLICK", "Click there, or where the pointer is.", {**button, **place, "num_clicks": integer("")}),
            Function("MOUSE_DOWN", "Press a button where the pointer is.", button),
            Function("MOUSE_UP", "Release a button.", button),
            Function("RIGHT_CLICK", "Click with the right button there, or where the pointer is.", place),
            Function("DOUBLE_CLICK", "Double-click there, or where the pointer is.", place),
            Function("DRAG_TO", "Drag with the left button from where the pointer is.", place, at),
            Function(
                "SCROLL",
                "Turn the wheel where the pointer is.",
                {"dx": number("notches to the right"), "dy": number("notches up, negative is down")},
                ("dx", "dy"),
            ),
            Function("TYPING", "Type text; a newline is the Enter key.", {"text": text("")}, ("text",)),
            Function("PRESS", "Press a key.", {"key": _KEY}, ("key",)),
            Function("KEY_DOWN", "Press a key and hold it.", {"key": _KEY}, ("key",)),
            Function("KEY_UP", "Release a held key.", {"key": _KEY}, ("key",)),
            Function(
                "HOTKEY",
                "Press keys at once.",
                {"keys": {"type": "array", "items": _KEY, "description": "modifiers, then the key"}},
                ("keys",),
            ),
            Function("WAIT", "Wait.", {"duration": number("seconds, 2 by default")}),
            Function(
                "CALL_USER",
                "Have the user type a secret into the field that has the keyboard.",
                {"call_type": text("email or password")},
                ("call_type",),
            ),
            Function("DONE", "Say that the task is complete."),
            Function("FAIL", "Say that the task cannot be done."),
        )

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        return (self._codec.decode({"action_type": name, "parameters": self.placed(arguments)}),)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if getattr(action, "duration", 0) and type(action).__name__ == "Click":
            raise ActionError("COMPUTER_13 has no long press.")
        button, modifiers = getattr(action, "button", "left"), getattr(action, "modifiers", ())
        if type(action).__name__ in ("Drag", "Scroll") and (button != "left" or modifiers):
            raise ActionError("COMPUTER_13 drags with the left button, and holds nothing meanwhile.")
        return tuple([(str(e["action_type"]), dict(_mapping(e["parameters"]))) for e in self._codec.encode(action)])

    def to_json(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """Return ``{"action_type": ..., "parameters": {...}}``."""
        return {"action_type": name, "parameters": dict(arguments)}

    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """Return the same, also with the parameters beside the type.

        Raises:
            ActionError: There is no ``action_type``.
        """
        name = data.get("action_type")
        if not isinstance(name, str):
            return super().from_json(data)
        parameters = data.get("parameters")
        name = ALIASES.get(name.upper(), name)
        return name, {k: v for k, v in data.items() if k != "action_type"} if parameters is None else parameters


def _mapping(value: object) -> Mapping[str, Any]:
    assert isinstance(value, Mapping)
    return value


# -- PyAutoGUI scripts (OmniACT 3.1, OSWorld), read and never executed ------------------------------------------------

_SCRIPT = (
    "lines such as pyautogui.click(x=10, y=20), pyautogui.write('text'), pyautogui.hotkey('ctrl', 's'), "
    "pyautogui.scroll(-3), pyautogui.dragTo(x, y), time.sleep(1), with values written out; "
    "or one word alone: WAIT, DONE or FAIL"
)


class PyAutoGUIDialect(FollowingDialect[PyAutoGUICodec]):
    """Scripts, parsed by `omnigym.codecs.PyAutoGUICodec`. Element 7 of a set of marks is ``tag_7``, as in OSWorld."""

    NAME: ClassVar[str] = "pyautogui"

    def __init__(self, marked: bool = False) -> None:
        super().__init__(PyAutoGUICodec((1, 1)), marked)

    def of_platform(self, platform: str) -> None:
        """Read units of the wheel as the platform has them."""
        self._codec = PyAutoGUICodec(self._codec.size, platform)

    def own_functions(self) -> tuple[Function, ...]:
        """Return one function, which takes a script."""
        tags = "; tag_7 stands for the position of element 7, as in pyautogui.click(tag_7)" if self.marked else ""
        return (
            Function("pyautogui", "Do what a script of PyAutoGUI says.", {"code": text(_SCRIPT + tags)}, ("code",)),
        )

    def script(self, code: str) -> tuple[Action, ...]:
        """Return the actions of a script; one `Invalid` if it cannot be parsed."""
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
