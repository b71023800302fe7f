"""Scripts of PyAutoGUI as calls (OmniACT 3.1): parsed by `ast`, never executed.

Variables of literal values, loops of a known number of rounds, and texts that are pasted are read, too. Nothing that a
script says is lost but how long a movement or a key takes between its parts (``interval``, ``tween``). So a scorer sees
which click had a point and which had none, where the codec of actions only sees a click at the pointer
(`omnigym.codecs.PyAutoGUICodec`).
"""

from __future__ import annotations

import ast
import copy
import json
import math
import operator
import re
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Any, Final, NamedTuple, NoReturn, cast

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
_IMPORTED: Final = frozenset({"pyautogui", "time", "pyperclip"})

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


def read_script(script: str, *, words: bool = False) -> tuple[Call, ...]:
    r"""Return the calls of a script; an empty script has none.

    A script is calls of ``pyautogui`` and ``time.sleep`` with their arguments written out, ``import`` of these,
    ``with pyautogui.hold(...)``, settings of ``FAILSAFE`` and ``PAUSE``, comments. Names may be spelled in capitals
    (``Pyautogui.hotKey``). It may follow a heading, as in OmniACT's files (``Task: ...``, ``Output Script:``), or lie
    in a fence of Markdown with words around it; of several fences the last one that names pyautogui counts.

    Args:
        script: An answer of at most `MAX_SCRIPT` characters and `MAX_CALLS` calls.
        words: Whether the bare words WAIT, DONE and FAIL are calls of these names, as in OSWorld.

    Variables of literal values, sums of them and ``for`` over ``range(n)`` or a list, 50 times at most, are read as
    well. So are calls that ``or`` joins, and a list of them with a ``for`` in it. A text that ``pyperclip.copy`` copies
    and a hotkey pastes is a ``write``.

    Raises:
        ScriptError: It is anything else, such as a condition or an ``import os``: says the line and why.

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
    for call in _Reader(words).calls(body):
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


#: Times that a loop goes around, and the characters of a text that is put together.
_MOST_ROUNDS: Final = 50
_MOST_TEXT: Final = 20_000
#: Bare words that are actions in OSWorld.
_WORDS: Final = frozenset({"WAIT", "DONE", "FAIL"})
_PASTES: Final = frozenset({("ctrl", "v"), ("command", "v"), ("cmd", "v"), ("ctrlleft", "v"), ("shift", "insert")})
_COPIES: Final = frozenset({"c", "x"})


class _Reader:
    """Reads the statements of a script in turn, with its variables and what it copied.

    Args:
        words: Whether bare words are actions.
    """

    def __init__(self, words: bool) -> None:
        self._words = words
        self._values: dict[str, object] = {}
        self._clip: str | None = None
        self._unpasted = 0

    def calls(self, body: Sequence[ast.stmt]) -> Iterator[Call]:
        """All calls.

        Raises:
            ScriptError: A statement is no such thing, or a text is copied and never pasted.
        """
        yield from self._statements(body)
        if self._unpasted:
            raise ScriptError(
                self._unpasted, "A text is copied, and nothing pastes it: paste it by hotkey('ctrl', 'v')."
            )

    def _statements(self, statements: Sequence[ast.stmt], deeper: int = _DEEPEST) -> Iterator[Call]:
        for statement in statements:
            match statement:
                case ast.Pass() | ast.Expr(value=ast.Constant()):
                    pass
                case ast.Assign(
                    targets=[ast.Attribute(value=ast.Name(id=module), attr=name)], value=ast.Constant()
                ) if module in _MODULES and name in _SWITCHES:
                    pass
                case ast.Assign(targets=[ast.Name() | ast.Tuple() as target], value=value):
                    self._assign(target, self._value(value))
                case ast.Import(names=names):
                    for alias in names:
                        _check_import(statement, alias.name)
                case ast.ImportFrom(module=module):
                    _check_import(statement, module or "")
                case ast.Expr(value=ast.Name(id=word)) if self._words and word in _WORDS:
                    yield Call(word, line=statement.lineno)
                case ast.Expr(value=ast.Call() as call):
                    yield from self._called(call)
                case ast.With(items=items, body=body) if deeper:
                    held = [key for item in items for key in _held(item)]
                    yield from (Call("keyDown", keys=(key,), line=statement.lineno) for key in held)
                    yield from self._statements(body, deeper - 1)
                    yield from (Call("keyUp", keys=(key,), line=statement.lineno) for key in reversed(held))
                case ast.For(target=ast.Name() as target, iter=over, body=body, orelse=[]) if deeper:
                    for item in self._rounds(over):
                        self._assign(target, item)
                        yield from self._statements(body, deeper - 1)
                case ast.Expr(value=ast.BoolOp(op=ast.Or(), values=parts)) if deeper:  # a call returns None
                    yield from self._statements([_alone(part) for part in parts], deeper - 1)
                case ast.Expr(
                    value=ast.ListComp(
                        elt=part, generators=[ast.comprehension(target=ast.Name() as target, iter=over, ifs=[])]
                    )
                ) if deeper:
                    loop = ast.For(target, over, [_alone(part)], [], lineno=statement.lineno)
                    yield from self._statements([loop], deeper - 1)
                case _:
                    kind = type(statement).__name__
                    _refuse(
                        statement, f"Expected a call such as pyautogui.click(10, 20), got {_said(statement)} ({kind})."
                    )

    def _called(self, call: ast.Call) -> Iterator[Call]:
        """A call; of what is pasted the text, and nothing of what is copied."""
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="pyperclip"), attr="copy"), args=[text], keywords=[]):
                value = self._value(text)
                if not isinstance(value, str):
                    _refuse(call, f"pyperclip.copy needs a text, got {show_value(value)}.")
                self._clip, self._unpasted = value, call.lineno
                return
        found = _call(self._filled(call))
        keys = tuple([key.lower() for key in found.keys])
        if found.function == "hotkey" and keys in _PASTES and self._clip is not None:
            self._unpasted = 0
            yield Call("write", text=self._clip, line=call.lineno)
            return
        if found.function == "hotkey" and keys[-1:] and keys[-1] in _COPIES:
            self._clip = None  # something else is in the clipboard
        yield found

    def _assign(self, target: ast.expr, value: object) -> None:
        match target:
            case ast.Name(id=name):
                self._values[name] = value
            case ast.Tuple(elts=targets) if isinstance(value, tuple | list) and len(targets) == len(value):
                for part, one in zip(targets, value, strict=True):
                    self._assign(part, one)
            case _:
                _refuse(target, f"Expected a variable of a literal value, got {_said(target)}.")

    def _rounds(self, over: ast.expr) -> Sequence[object]:
        rounds: Sequence[object]
        match over:
            case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if 1 <= len(args) <= 3:
                bounds = [self._value(a) for a in args]
                if any(type(n) is not int or abs(n) > MAX_SCRIPT for n in bounds) or (
                    len(bounds) == 3 and not bounds[2]
                ):
                    _refuse(over, f"range takes whole numbers, got {show_value(bounds)}.")
                rounds = range(*bounds)
            case _:
                value = self._value(over)
                if not isinstance(value, list | tuple | str):
                    _refuse(over, f"A loop goes over range(n) or a list, got {_said(over)}.")
                rounds = value
        if len(rounds) > _MOST_ROUNDS:
            _refuse(over, f"A loop goes around at most {_MOST_ROUNDS} times, got {len(rounds):,}.")
        return rounds

    def _filled(self, call: ast.Call) -> ast.Call:
        """A call with values in place of variables."""
        if not self._values and self._clip is None:
            return call
        filled = _Fill(self).visit(copy.deepcopy(call))
        return cast(ast.Call, ast.fix_missing_locations(filled))

    def _value(self, node: ast.expr, deeper: int = 8) -> Any:
        """A literal, a variable, or a sum of them.

        Raises:
            ScriptError: It is something else.
        """
        value: Any
        match node:
            case ast.Name(id=name) if name in self._values:
                value = self._values[name]
            case ast.Call(func=ast.Attribute(value=ast.Name(id="pyperclip"), attr="paste"), args=[], keywords=[]) if (
                self._clip is not None
            ):
                self._unpasted = 0
                value = self._clip
            case ast.Tuple(elts=elts) | ast.List(elts=elts) if deeper:
                value = [self._value(e, deeper - 1) for e in elts]
                value = tuple(value) if isinstance(node, ast.Tuple) else value
            case ast.BinOp(left=left, op=op, right=right) if deeper and type(op) in _SUMS:
                a, b = self._value(left, deeper - 1), self._value(right, deeper - 1)
                numbers = all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < 1e9 for v in (a, b))
                texts = isinstance(a, str) and isinstance(b, str) and isinstance(op, ast.Add)
                if not (numbers or texts) or (not texts and isinstance(op, ast.Div | ast.FloorDiv) and not b):
                    _refuse(node, f"Sums are of numbers or of texts, got {_said(node)}.")
                value = _SUMS[type(op)](a, b)
            case ast.JoinedStr(values=parts) if deeper:
                value = "".join([self._part(part, deeper - 1) for part in parts])
            case _:
                value = _literal(node)
        if isinstance(value, str) and len(value) > _MOST_TEXT:
            _refuse(node, f"A text has at most {_MOST_TEXT:,} characters, got {len(value):,}.")
        return value

    def _part(self, part: ast.expr, deeper: int) -> str:
        if isinstance(part, ast.FormattedValue):
            if part.format_spec is not None or part.conversion != -1:
                _refuse(part, f"Values in a text are written as they are, got {_said(part)}.")
            return str(self._value(part.value, deeper))
        return str(self._value(part, deeper))


_SUMS: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
}


class _Fill(ast.NodeTransformer):
    """Puts values in place of variables and sums of them."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "paste":
            return self._constant(node)
        node.args = [self.visit(a) for a in node.args]
        node.keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._constant(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        return self._constant(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return self._constant(node)

    def _constant(self, node: ast.expr) -> ast.expr:
        return ast.parse(repr(self._reader._value(node)), mode="eval").body


def _alone(expression: ast.expr) -> ast.Expr:
    """An expression as a statement."""
    return ast.copy_location(ast.Expr(expression), expression)


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
        case ast.Name(id="sleep"):  # from time import sleep
            return "sleep"
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
