"""PyAutoGUI scripts (OmniACT 3.1, OSWorld): read by `ast`, never executed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final

from omnigym.actions import (
    BUTTONS,
    Action,
    Button,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
    pixel,
)
from omnigym.codecs.keys import chord, key_name, stroke
from omnigym.errors import ActionError

__all__ = ["PyAutoGUICodec"]

#: The parameters of each function, in the order in which they may be given by place.
_SIGNATURES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("click",), ("x", "y", "clicks", "interval", "button", "duration")),
    **dict.fromkeys(
        ("doubleClick", "tripleClick", "rightClick", "middleClick", "leftClick"),
        ("x", "y", "interval", "button", "duration"),
    ),
    **dict.fromkeys(("moveTo", "dragTo"), ("x", "y", "duration", "tween", "button")),
    **dict.fromkeys(("move", "moveRel", "drag", "dragRel"), ("xOffset", "yOffset", "duration", "tween", "button")),
    **dict.fromkeys(("mouseDown", "mouseUp"), ("x", "y", "button", "duration")),
    **dict.fromkeys(("scroll", "vscroll", "hscroll"), ("clicks", "x", "y")),
    **dict.fromkeys(("write", "typewrite"), ("message", "interval")),
    "press": ("keys", "presses", "interval"),
    **dict.fromkeys(("keyDown", "keyUp"), ("key",)),
    "sleep": ("seconds",),
}
_CLICKS = {"doubleClick": ("left", 2), "tripleClick": ("left", 3), "rightClick": ("right", 1)}
_CLICKS |= {"middleClick": ("middle", 1), "leftClick": ("left", 1)}
_Arguments = dict[str, Any]


class PyAutoGUICodec:
    """Reads a script of PyAutoGUI calls with literal arguments; writes actions as such calls.

    ``import`` lines are passed over, ``with pyautogui.hold(...)`` holds keys, ``time.sleep`` waits, and the bare words
    WAIT, DONE and FAIL mean what they mean in OSWorld. A codec follows the pointer, and so serves one episode.

    Args:
        size: The screen's (width, height) in pixels.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.pointer: Point = (0.5, 0.5)

    def reset(self) -> None:
        """Forget where the pointer is."""
        self.pointer = (0.5, 0.5)

    def decode(self, script: str) -> tuple[Action, ...]:
        """The actions of a script; one `Invalid`, and nothing else, if any part of it cannot be read.

        >>> PyAutoGUICodec((100, 100)).decode("import pyautogui; pyautogui.write('a'); pyautogui.hotkey('ctrl', 's')")
        (Type(text='a'), Press(key='s', modifiers=('ctrl',), count=1))
        """
        words: dict[str, Action] = {"WAIT": Wait(), "DONE": Done(), "FAIL": Fail()}
        bare = words.get(script.strip())
        if bare is not None:
            return (bare,)
        pointer = self.pointer
        try:
            actions = self._block(ast.parse(script.strip()).body)
            if not actions:
                raise ActionError("The script does nothing.")
        except (ActionError, SyntaxError, KeyError, TypeError, ValueError, RecursionError, MemoryError) as e:
            self.pointer = pointer
            return (Invalid(script, f"{type(e).__name__}: {e}"),)
        return tuple(actions)

    def _block(self, statements: Sequence[ast.stmt]) -> list[Action]:
        actions: list[Action] = []
        for statement in statements:
            if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass)):
                continue
            if isinstance(statement, ast.With):
                actions += self._with(statement)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                actions += self._call(statement.value)
            elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                raise ActionError(f"Line {statement.lineno} is not a call of pyautogui: {ast.unparse(statement)!r}.")
        return actions

    def _with(self, statement: ast.With) -> list[Action]:
        held: list[object] = []
        for item in statement.items:
            name, args, _ = _parts(item.context_expr)
            if name != "hold":
                raise ActionError(f"Only pyautogui.hold(...) can be used with 'with', got {name!r}.")
            for a in args:
                held += a if isinstance(a, list) else [a]
        keys = [key_name(str(k)) for k in held]
        inside = self._block(statement.body)
        return [*(KeyDown(k) for k in keys), *inside, *(KeyUp(k) for k in reversed(keys))]

    def _call(self, call: ast.Call) -> list[Action]:
        name, args, named = _parts(call)
        if name == "hotkey":
            keys = args[0] if len(args) == 1 and isinstance(args[0], list) else args
            return [chord([str(k) for k in keys])]
        signature = _SIGNATURES.get(name)
        if signature is None:
            raise ActionError(f"pyautogui.{name} is not an action: expected one of {', '.join(_SIGNATURES)}, hotkey.")
        if args and isinstance(args[0], (list, tuple)) and signature[0] in ("x", "xOffset"):
            args = [*args[0], *args[1:]]
        if len(args) > len(signature):
            raise ActionError(f"{name} takes at most {len(signature)} arguments, got {len(args)}.")
        unknown = set(named) - set(signature) - {"logScreenshot", "_pause"}
        if unknown:
            raise ActionError(f"{name} has no argument {', '.join(sorted(unknown))}.")
        return self._act(name, dict(zip(signature, args, strict=False)) | named)

    def _act(self, name: str, a: _Arguments) -> list[Action]:
        if name in ("click", *_CLICKS):
            button, count = _CLICKS.get(name, (a.get("button", "left"), int(a.get("clicks", 1))))
            return [Click(self._point(a), _button(button), count)]
        if name in ("press", "write", "typewrite"):
            return _typing(name, a)
        button = _button(a.get("button", "left"))
        start = self.pointer
        match name:
            case "moveTo" | "move" | "moveRel":
                return [Move(self._point(a))]
            case "dragTo" | "drag" | "dragRel":
                return [Drag(start, self._point(a), button, (), float(a.get("duration", 0.0)))]
            case "mouseDown":
                return [MouseDown(self._point(a), button)]
            case "mouseUp":
                return [MouseUp(self._point(a), button)]
            case "scroll" | "vscroll":
                return [Scroll(self._point(a), dy=-float(a["clicks"]))]
            case "hscroll":
                return [Scroll(self._point(a), dx=float(a["clicks"]))]
            case "keyDown":
                return [KeyDown(key_name(str(a["key"])))]
            case "keyUp":
                return [KeyUp(key_name(str(a["key"])))]
        return [Wait(float(a["seconds"]))]

    def _point(self, a: _Arguments) -> Point:
        width, height = self.size
        here = pixel(self.pointer, self.size)
        if "xOffset" in a or "yOffset" in a:
            x, y = here[0] + float(a.get("xOffset") or 0), here[1] + float(a.get("yOffset") or 0)
        else:
            x = here[0] if a.get("x") is None else float(a["x"])
            y = here[1] if a.get("y") is None else float(a["y"])
        if not (0 <= x < width and 0 <= y < height):
            raise ActionError(f"({x:g}, {y:g}) is outside the screen of {width} x {height} pixels.")
        self.pointer = ((int(x) + 0.5) / width, (int(y) + 0.5) / height)
        return self.pointer

    def encode(self, action: Action) -> str:
        """A line of PyAutoGUI that does the action.

        Raises:
            ActionError: PyAutoGUI cannot do it, such as an `OpenApp`.
        """
        encoder = _ENCODERS.get(type(action))
        if encoder is None:
            raise ActionError(f"PyAutoGUI has no call for {type(action).__name__}.")
        return encoder(action, self.size)


def _parts(node: ast.expr) -> tuple[str, list[object], dict[str, object]]:
    """The name and the literal arguments of a call of ``pyautogui.name`` or ``time.sleep``."""
    if not isinstance(node, ast.Call):
        raise ActionError(f"Expected a call, got {ast.unparse(node)!r}.")
    match node.func:
        case ast.Attribute(value=ast.Name(id="pyautogui" | "pag" | "pg"), attr=name):
            pass
        case ast.Attribute(value=ast.Name(id="time"), attr="sleep" as name):
            pass
        case _:
            raise ActionError(f"Only calls of pyautogui are read, got {ast.unparse(node.func)!r}.")
    named = {k.arg: ast.literal_eval(k.value) for k in node.keywords if k.arg not in (None, "tween", "interval")}
    return name, [ast.literal_eval(a) for a in node.args], {str(k): v for k, v in named.items()}


def _button(named: object) -> Button:
    others: dict[object, object] = {"primary": "left", "secondary": "right"}
    value = others.get(named, named)
    if value not in BUTTONS:
        raise ActionError(f"button must be one of {', '.join(BUTTONS)}, got {value!r}.")
    return value


def _typing(name: str, a: _Arguments) -> list[Action]:
    if name == "press":
        keys = a["keys"] if isinstance(a["keys"], list) else [a["keys"]]
        count = int(a.get("presses", 1))
        if count < 1:
            raise ActionError(f"presses must be at least 1, got {count}.")
        strokes = [stroke(str(k)) for k in keys]
        if len(strokes) == 1:
            return [Press(strokes[0].key, strokes[0].modifiers, count)]
        return [*strokes] * count
    message = a["message"]
    if isinstance(message, list):
        return [stroke(str(k)) for k in message]
    if not isinstance(message, str):
        raise ActionError(f"{name} takes a string, got {message!r}.")
    return [Type(message)]


def _xy(point: Point, size: tuple[int, int]) -> str:
    x, y = pixel(point, size)
    return f"{x}, {y}"


def _press(a: Press, _size: tuple[int, int]) -> str:
    if a.modifiers:
        line = f"pyautogui.hotkey({', '.join(repr(_own(k)) for k in (*a.modifiers, a.key))})"
        return "\n".join([line] * a.count)
    return f"pyautogui.press({_own(a.key)!r}" + (f", presses={a.count})" if a.count != 1 else ")")


def _own(key: str) -> str:
    return {"meta": "win", "menu": "apps"}.get(key, key)


def _click(a: Click, size: tuple[int, int]) -> str:
    line = f"pyautogui.click({_xy(a.at, size)}"
    line += (f", clicks={a.count}" if a.count != 1 else "") + (f", button={a.button!r})" if a.button != "left" else ")")
    if not a.modifiers:
        return line
    return f"with pyautogui.hold({[_own(m) for m in a.modifiers]!r}):\n    {line}"


_ENCODERS: dict[type, Callable[[Any, tuple[int, int]], str]] = {
    Move: lambda a, size: f"pyautogui.moveTo({_xy(a.at, size)})",
    Click: _click,
    Drag: lambda a, size: (
        f"pyautogui.moveTo({_xy(a.at, size)})\n"
        f"pyautogui.dragTo({_xy(a.to, size)}, duration={a.duration}, button={a.button!r})"
    ),
    MouseDown: lambda a, size: f"pyautogui.mouseDown({_xy(a.at, size)}, button={a.button!r})",
    MouseUp: lambda a, size: f"pyautogui.mouseUp({_xy(a.at, size)}, button={a.button!r})",
    Scroll: lambda a, size: "\n".join(
        ([f"pyautogui.scroll({-a.dy:g}, {_xy(a.at, size)})"] if a.dy or not a.dx else [])
        + ([f"pyautogui.hscroll({a.dx:g}, {_xy(a.at, size)})"] if a.dx else [])
    ),
    Press: _press,
    KeyDown: lambda a, _: f"pyautogui.keyDown({_own(a.key)!r})",
    KeyUp: lambda a, _: f"pyautogui.keyUp({_own(a.key)!r})",
    Type: lambda a, _: f"pyautogui.write({a.text!r})",
    Wait: lambda a, _: f"time.sleep({a.duration:g})",
    Done: lambda _a, _: "DONE",
    Fail: lambda _a, _: "FAIL",
}
