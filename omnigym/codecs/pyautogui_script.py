"""Scripts of PyAutoGUI as calls (OmniACT 3.1): parsed by `ast`, never executed.

Nothing that a script says is lost but how long a movement or a key takes between its parts (``interval``, ``tween``).
So a scorer sees which click had a point and which had none, where the codec of actions only sees a click at the pointer
(`omnigym.codecs.PyAutoGUICodec`).
"""

from __future__ import annotations

import ast
import json
import math
import re
import threading
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Any, Final, NamedTuple, NoReturn

from omnigym.actions import BUTTONS, Button
from omnigym.errors import ScriptError
from omnigym.foreign import show_value

__all__ = ["MAX_CALLS", "MAX_SCRIPT", "RELATIVE", "Call", "read_script", "write_script"]

#: Characters of an answer, and calls of a script. The longest of OmniACT's have some tens of calls.
MAX_SCRIPT: Final = 100_000
MAX_CALLS: Final = 1000
#: Clicks or presses of one call.
_MOST_TIMES: Final = 1000
#: Brackets in each other. A call has two pairs at most; Python's parser itself is safe up to some hundreds.
_DEEPEST: Final = 20

#: The functions whose point is an offset from where the pointer is.
RELATIVE: Final = frozenset({"move", "drag"})
#: Parameters that say how a movement looks, and nothing of what it does.
_LOOKS: Final = frozenset({"interval", "tween", "logScreenshot", "_pause", "mouseDownUp"})

#: What a script may set and changes nothing of what it does: clients of OSWorld put FAILSAFE before each line.
_SWITCHES: Final = frozenset({"FAILSAFE", "PAUSE"})

#: The parameters of each function, in the order in which they may be given by place.
_SIGNATURES: Final[dict[str, tuple[str, ...]]] = {
    "click": ("x", "y", "clicks", "interval", "button", "duration"),
    **dict.fromkeys(
        ("doubleClick", "tripleClick", "rightClick", "middleClick", "leftClick"),
        ("x", "y", "interval", "button", "duration"),
    ),
    **dict.fromkeys(("moveTo", "dragTo"), ("x", "y", "duration", "tween", "button")),
    **dict.fromkeys(("move", "drag"), ("xOffset", "yOffset", "duration", "tween", "button")),
    **dict.fromkeys(("mouseDown", "mouseUp"), ("x", "y", "button", "duration")),
    **dict.fromkeys(("scroll", "hscroll"), ("clicks", "x", "y")),
    "write": ("message", "interval"),
    "press": ("keys", "presses", "interval"),
    "hotkey": ("keys", "interval"),
    **dict.fromkeys(("keyDown", "keyUp"), ("key",)),
    "sleep": ("seconds",),
}
#: What a function cannot do without.
_NEEDED: Final = {
    **dict.fromkeys(("scroll", "hscroll"), "clicks"),
    **dict.fromkeys(("press", "hotkey"), "keys"),
    **dict.fromkeys(("keyDown", "keyUp"), "key"),
    "write": "message",
    "sleep": "seconds",
}
#: PyAutoGUI's second names of functions.
_ALIASES: Final = {"typewrite": "write", "moveRel": "move", "dragRel": "drag", "vscroll": "scroll"}
#: Functions by their name in small letters: people and models write `hotKey`.
_FUNCTIONS: Final = {name.lower(): name for name in _SIGNATURES} | {a.lower(): name for a, name in _ALIASES.items()}
_MODULES: Final = frozenset({"pyautogui", "pag", "pg"})
_IMPORTED: Final = frozenset({"pyautogui", "time"})

#: The filters of warnings are the process's: two threads that put them back in turn would keep the wrong ones.
_WARNINGS: Final = threading.Lock()
_FENCE: Final = re.compile(r"^[ \t]*`{3,}[^`\n]*$", re.MULTILINE)
_HEADING: Final = re.compile(r"[ \t]*(?:task|output script)[ \t]*:", re.IGNORECASE)
_SCRIPT_HEADING: Final = re.compile(r"^[ \t]*output script[ \t]*:", re.IGNORECASE | re.MULTILINE)
#: Strings and comments, in which brackets mean nothing, or a bracket. Nothing in it is tried twice.
_BRACKET: Final = re.compile(
    r"""
    \"{3} (?:[^"\\] | \\. | "(?!""))*+ (?:"{3})?  |  '{3} (?:[^'\\] | \\. | '(?!''))*+ (?:'{3})?
    | " (?:[^"\\\n] | \\.)*+ "?  |  ' (?:[^'\\\n] | \\.)*+ '?  |  \#[^\n]*  |  [\[({]  |  [\])}]
    """,
    re.DOTALL | re.VERBOSE,
)


class Call(NamedTuple):
    """One call of PyAutoGUI, or of ``time.sleep``.

    Attributes:
        function: PyAutoGUI's first name of it: "click", "rightClick", "moveTo", "write", "hotkey", "hscroll", "sleep".
        point: (x, y) in pixels as written, which may be off the screen; of the functions in `RELATIVE` an offset. None
            where none was given. NaN in the direction in which a point says nothing, as in ``moveTo(None, 500)``.
        keys: Of press, hotkey, keyDown, keyUp, and of ``write(["a", "enter"])``, as written.
        text: Of write.
        amount: Notches of scroll (positive is up) and hscroll (positive is right); seconds of sleep.
        button: As given; left where none was given.
        times: How often: clicks of click, presses of press.
        duration: Seconds that a movement takes.
        line: Where the call begins, from 1.
    """

    function: str
    point: tuple[float, float] | None = None
    keys: tuple[str, ...] = ()
    text: str | None = None
    amount: float | None = None
    button: Button = "left"
    times: int = 1
    duration: float = 0.0
    line: int = 1


def read_script(script: str) -> tuple[Call, ...]:
    r"""Return the calls of a script; an empty script has none.

    A script is calls of ``pyautogui`` and ``time.sleep`` with their arguments written out, ``import`` of these two,
    ``with pyautogui.hold(...)``, settings of ``FAILSAFE`` and ``PAUSE``, comments. Names may be spelled in capitals
    (``Pyautogui.hotKey``). It may follow a heading, as in OmniACT's files (``Task: ...``, ``Output Script:``), or lie
    in a fence of Markdown with words around it; of several fences the last one that names pyautogui counts.

    Args:
        script: An answer of at most `MAX_SCRIPT` characters and `MAX_CALLS` calls.

    Raises:
        ScriptError: It is anything else, such as a loop, a variable or an ``import os``: says the line and why.

    >>> for call in read_script("Output Script:\npyautogui.moveTo(120.5, 33)\npyautogui.click()"):
    ...     print(call.function, call.point, call.line)
    moveTo (120.5, 33.0) 2
    click None 3
    """
    if len(script) > MAX_SCRIPT:
        raise ScriptError(0, f"A script has at most {MAX_SCRIPT:,} characters, got {len(script):,}.")
    code = _bare(script)
    _check_depth(code)
    try:
        body = _parse(code).body
    except SyntaxError as e:
        raise ScriptError(e.lineno or 0, f"This is no Python: {e.msg}: {show_value((e.text or '').strip())}.") from None
    except (ValueError, RecursionError, MemoryError) as e:  # a NUL, half a surrogate pair; operators nested too deeply
        raise ScriptError(0, f"The script cannot be parsed: {str(e) or type(e).__name__}.") from None
    calls: list[Call] = []
    for call in _statements(body):
        if len(calls) == MAX_CALLS:
            raise ScriptError(call.line, f"A script has at most {MAX_CALLS:,} calls, got more.")
        calls.append(call)
    return tuple(calls)


def _parse(code: str) -> ast.Module:
    """The tree of a script, whatever this process makes of warnings: Windows paths have escapes that are none."""
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(code)


def _bare(script: str) -> str:
    """The script of an answer, each of its lines where it was: what is around it is blank lines."""
    script = script.removeprefix("\ufeff")
    fences = list(_FENCE.finditer(script))
    if fences:
        ends = [fence.start() for fence in fences[1::2]] + [len(script)]
        blocks = [(fence.end(), end) for fence, end in zip(fences[::2], ends, strict=False)]
        named = [block for block in blocks if "pyautogui" in script[slice(*block)].lower()]
        start, end = (named or blocks)[-1]
        script = _blank(script[:start]) + script[start:end]
    start = len(script) - len(script.lstrip())
    if _HEADING.match(script, start):
        heading = _SCRIPT_HEADING.search(script, start)
        end = heading.end() if heading else script.find("\n", start)
        script = _blank(script[:end]) + script[end:].lstrip(" \t") if end >= 0 else ""
    start = len(script) - len(script.lstrip())
    lines = script[:start].count("\n")
    if script[:start].rpartition("\n")[2]:  # the whole of it is indented, as in a list of Markdown
        return dedent("\n" * lines + script[script.rfind("\n", 0, start) + 1 :])
    return "\n" * lines + script[start:]


def _blank(text: str) -> str:
    return "\n" * text.count("\n")


def _check_depth(code: str) -> None:
    depth = 0
    for found in _BRACKET.finditer(code):
        depth += (found[0] in "([{") - (found[0] in ")]}")
        if depth > _DEEPEST:
            line = code.count("\n", 0, found.start()) + 1
            raise ScriptError(line, f"Brackets are nested at most {_DEEPEST} deep, got more.")


def _statements(statements: Sequence[ast.stmt], deeper: int = _DEEPEST) -> Iterator[Call]:
    for statement in statements:
        match statement:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=module), attr=name)], value=ast.Constant()) if (
                module in _MODULES and name in _SWITCHES
            ):
                pass
            case ast.Import(names=names):
                for alias in names:
                    _check_import(statement, alias.name)
            case ast.ImportFrom(module=module):
                _check_import(statement, module or "")
            case ast.Expr(value=ast.Call() as call):
                yield _call(call)
            case ast.With(items=items, body=body) if deeper:
                held = [key for item in items for key in _held(item)]
                yield from (Call("keyDown", keys=(key,), line=statement.lineno) for key in held)
                yield from _statements(body, deeper - 1)
                yield from (Call("keyUp", keys=(key,), line=statement.lineno) for key in reversed(held))
            case _:
                kind = type(statement).__name__
                _refuse(statement, f"Expected a call such as pyautogui.click(10, 20), got {_said(statement)} ({kind}).")


def _check_import(statement: ast.stmt, module: str) -> None:
    if module.lower() not in _IMPORTED:
        _refuse(statement, f"Only {' and '.join(sorted(_IMPORTED))} can be imported, got {show_value(module)}.")


def _refuse(node: ast.expr | ast.stmt, problem: str) -> NoReturn:
    raise ScriptError(node.lineno, problem)


def _said(node: ast.expr | ast.stmt) -> str:
    try:
        return show_value(ast.unparse(node))
    except RecursionError:
        return "something deeply nested"


def _held(item: ast.withitem) -> list[str]:
    expression = item.context_expr
    if not isinstance(expression, ast.Call) or _name(expression) != "hold":
        _refuse(expression, f"Only pyautogui.hold(...) can be used with 'with', got {_said(expression)}.")
    return [key for argument in expression.args for key in _keys(argument, "hold's key")]


def _name(call: ast.Call) -> str:
    """The function of a call as it is written, which is one of PyAutoGUI's or ``time.sleep``."""
    match call.func:
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            if module.lower() in _MODULES or (module == "time" and name == "sleep"):
                return name
    _refuse(call, f"Only functions of pyautogui are read, got {_said(call.func)}.")


def _call(call: ast.Call) -> Call:
    written = _name(call)
    function = _FUNCTIONS.get(written.lower())
    if function is None:
        known = ", ".join(_SIGNATURES)
        _refuse(call, f"pyautogui.{written[:40]} is no action: expected one of {known}.")
    signature = _SIGNATURES[function]
    given: list[ast.expr] = list(call.args)
    if function == "hotkey":  # all of its places are keys
        given = [ast.List(given, ast.Load(), lineno=call.lineno)] if given else []
    elif given and signature[0] in ("x", "xOffset") and isinstance(given[0], ast.Tuple | ast.List):
        given = [*given[0].elts, *given[1:]]
    if len(given) > len(signature):
        _refuse(call, f"{function} takes at most {len(signature)} arguments, got {len(given)}.")
    arguments = dict(zip(signature, given, strict=False))
    for keyword in call.keywords:
        name = keyword.arg
        if name is None or name not in (*signature, *_LOOKS):
            _refuse(call, f"{function} has no argument {show_value(name or '**')}: expected {', '.join(signature)}.")
        if name in arguments:
            _refuse(call, f"{function} is given {name} twice.")
        if name == "mouseDownUp" and _literal(keyword.value) is not True:
            _refuse(call, f"{function} without its button is no drag: leave mouseDownUp out.")
        arguments[name] = keyword.value
    return _read(call, function, {name: value for name, value in arguments.items() if name not in _LOOKS})


def _read(call: ast.Call, function: str, arguments: Mapping[str, ast.expr]) -> Call:
    """A call whose arguments are known by name."""
    needed = _NEEDED.get(function)
    if needed and needed not in arguments:
        _refuse(call, f"{function} needs {needed}.")
    fields: dict[str, Any] = {}
    for name, value in arguments.items():
        match name:
            case "clicks" | "seconds" if needed:
                fields["amount"] = _number(value, name)
            case "clicks" | "presses":
                fields["times"] = _count(value, name)
            case "duration" if function in ("dragTo", "drag") and isinstance(_literal(value), str):
                fields["button"] = _button(value)  # OmniACT's annotators put the button in this place
            case "duration":
                fields["duration"] = _number_or_none(value, name) or 0.0
            case "button":
                fields["button"] = _button(value)
            case "message" if isinstance(_literal(value), str):
                fields["text"] = _literal(value)
            case "keys" | "key" | "message":
                fields["keys"] = _keys(value, name)
    return Call(function, _point(function, arguments), **fields, line=call.lineno)


def _point(function: str, arguments: Mapping[str, ast.expr]) -> tuple[float, float] | None:
    names, missing = (("xOffset", "yOffset"), 0.0) if function in RELATIVE else (("x", "y"), math.nan)
    first, second = (arguments.get(name) for name in names)
    match first, second:  # a pair by name: click(x=(10, 20))
        case ast.Tuple(elts=[x, y]) | ast.List(elts=[x, y]), None:
            first, second = x, y
    x_given, y_given = _number_or_none(first, names[0]), _number_or_none(second, names[1])
    if x_given is None and y_given is None:
        return None
    return missing if x_given is None else x_given, missing if y_given is None else y_given


def _literal(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        _refuse(node, f"Arguments are numbers and texts that are written out, got {_said(node)}.")


def _number(node: ast.expr, name: str) -> float:
    value = _literal(node)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    _refuse(node, f"{name} must be a finite number, got {show_value(value)}.")


def _number_or_none(node: ast.expr | None, name: str) -> float | None:
    return None if node is None or (isinstance(node, ast.Constant) and node.value is None) else _number(node, name)


def _count(node: ast.expr, name: str) -> int:
    number = _number(node, name)
    if not 1 <= number <= _MOST_TIMES or number != int(number):
        _refuse(node, f"{name} must be a whole number in [1, {_MOST_TIMES}], got {number:g}.")
    return int(number)


def _button(node: ast.expr) -> Button:
    value = _literal(node)
    value = {"primary": "left", "secondary": "right"}.get(value, value) if isinstance(value, str) else value
    for button in BUTTONS:
        if value == button:
            return button
    _refuse(node, f"button must be one of {', '.join(BUTTONS)}, got {show_value(value)}.")


def _keys(node: ast.expr, name: str) -> tuple[str, ...]:
    value = _literal(node)
    keys = value if isinstance(value, list | tuple) else [value]
    if len(keys) == 1 and isinstance(keys[0], list | tuple):  # hotkey(["ctrl", "c"])
        keys = keys[0]
    if not keys or not all(isinstance(key, str) and key for key in keys):
        _refuse(node, f"{name} must be a text or a list of them, got {show_value(value)}.")
    return tuple(keys)


# -- writing ----------------------------------------------------------------------------------------------------------


def write_script(calls: Iterable[Call]) -> str:
    """Return a script with these calls, one per line; `read_script` returns the same calls, with their line numbers.

    Raises:
        ScriptError: There is no such function, or what it needs is missing.

    >>> print(write_script([Call("click", (120.5, 33.0)), Call("write", text="Paris"), Call("scroll", amount=-300)]))
    pyautogui.click(120.5, 33.0)
    pyautogui.write("Paris")
    pyautogui.scroll(-300)
    """
    return "\n".join(_written(number, call) for number, call in enumerate(calls, 1))


def _written(line: int, call: Call) -> str:
    if call.function not in _SIGNATURES:
        raise ScriptError(line, f"There is no function {show_value(call.function)}: expected {', '.join(_SIGNATURES)}.")
    signature = _SIGNATURES[call.function]
    arguments = [*_first(line, call), *_place(call, named="clicks" in signature[:1])]
    if call.times != 1:
        arguments.append(f"{'clicks' if call.function == 'click' else 'presses'}={call.times}")
    if call.duration:
        arguments.append(f"duration={call.duration!r}")
    if call.button != "left":
        arguments.append(f"button={_quoted(call.button)}")
    return f"{'time' if call.function == 'sleep' else 'pyautogui'}.{call.function}({', '.join(arguments)})"


def _first(line: int, call: Call) -> list[str]:
    """What the function needs."""
    needed = _NEEDED.get(call.function)
    keys = [_quoted(key) for key in call.keys]
    match needed:
        case None:
            return []
        case "clicks" | "seconds" if call.amount is not None:
            return [repr(int(call.amount) if call.amount == int(call.amount) else call.amount)]
        case "message" if call.text is not None:
            return [_quoted(call.text)]
        case "keys" | "key" | "message" if keys:
            listed = needed == "message" or (call.function == "press" and len(keys) > 1)
            return [f"[{', '.join(keys)}]"] if listed else keys
    raise ScriptError(line, f"{call.function} needs {needed}, got {show_value(call)}.")


def _place(call: Call, named: bool) -> list[str]:
    if call.point is None:
        return []
    x, y = call.point
    if not named and not math.isnan(x) and not math.isnan(y):
        return [repr(x), repr(y)]
    return [f"{name}={value!r}" for name, value in (("x", x), ("y", y)) if not math.isnan(value)]


def _quoted(text: str) -> str:
    """A text in double quotes, as the data set has them. What JSON escapes, Python reads as well."""
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", json.dumps(text, ensure_ascii=False))
