"""Parsing evaluation functions (OmniBench C.3, E.2) to conditions; `omnigym.benchmarks.omnibench.writing` is the
inverse.

Such a function is a sequence of ``if not check_x(...): return EvalResult(False, ...)``, then
``return EvalResult(True, ...)``. Its source is parsed with `ast` in that fixed form, and never executed.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.evaluation.condition import Condition, negate
from omnigym.foreign.limits import MAX_SOURCE

__all__ = ["APIS", "GETTERS", "parse_evaluation"]

#: The eleven system-level APIs and their parameters, in order. The last two return a value, which is compared.
APIS: Mapping[str, tuple[str, ...]] = {
    "check_mouse_clicks": ("text",),
    "check_keyboard_types": ("text",),
    "check_file_exists": ("file_path",),
    "check_text_exists_via_ocr": ("text",),
    "check_text_exists_via_control": ("text",),
    "check_text_exists": ("text",),
    "clipboard_contains_text": ("text",),
    "clipboard_contains_image": (),
    "clipboard_contains_file": ("file_name",),
    "get_clipboard_text": (),
    "get_clipboard_file_name": (),
}
GETTERS = ("get_clipboard_text", "get_clipboard_file_name")


def parse_evaluation(source: str, name: str = "evaluation") -> tuple[Condition, ...]:
    """The conditions of an evaluation function, in their order; parameters become templates.

    Args:
        source: The Python source of the function.
        name: Where it comes from, for error messages.

    Raises:
        TaskFileError: It does not have the fixed form, or calls anything but the eleven APIs; the message has the line.
    """
    given: object = source  # of a file, so it may be anything
    if not isinstance(given, str) or len(given) > MAX_SOURCE:
        raise TaskFileError(f"{name}: expected Python's text of at most {MAX_SOURCE:,} characters. Shorten it.")
    try:
        tree = ast.parse(source)
        functions = [n for n in tree.body if isinstance(n, ast.FunctionDef)]
        if len(functions) != 1:
            raise _UnreadableError(None, f"expected one function, got {len(functions)}")
        return _Reader(functions[0]).conditions()
    except (RecursionError, MemoryError):  # the latter is how Python's own parser says it
        raise TaskFileError(f"{name}: its expressions are nested too deeply. Write them in parts.") from None
    except SyntaxError as e:
        raise TaskFileError(f"{name}, line {e.lineno}: not Python: {e.msg}.") from None
    except ValueError as e:  # a NUL, half a pair of UTF-16, a number of thousands of digits
        raise TaskFileError(f"{name}: not Python: {e}.") from None
    except _UnreadableError as e:
        place = f", line {e.node.lineno}" if isinstance(e.node, ast.expr | ast.stmt) else ""
        raise TaskFileError(
            f"{name}{place}: {e.problem}. Only OmniBench's fixed shape is read: `if not check_x(...): return "
            "EvalResult(False, ...)`, then `return EvalResult(True, ...)`."
        ) from None


class _UnreadableError(Exception):
    """Something in the source is outside of the fixed form."""

    def __init__(self, node: ast.AST | None, problem: str) -> None:
        super().__init__(problem)
        self.node, self.problem = node, problem


class _Reader:
    """Translates the body of one function to conditions."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self._function = function
        self._parameters = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}

    def conditions(self) -> tuple[Condition, ...]:
        body = self._function.body
        if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]  # its docstring
        if not body or _returned(body[-1]) is not True:
            raise _UnreadableError(self._function, "the function should end with a return of success")
        out = []
        for statement in body[:-1]:
            if not isinstance(statement, ast.If) or statement.orelse or len(statement.body) != 1:
                raise _UnreadableError(statement, "expected an `if` with a return of failure and no `else`")
            if _returned(statement.body[0]) is not False:
                raise _UnreadableError(statement.body[0], "expected a return of failure")
            out.append(self._negated(statement.test))
        if not out:
            raise _UnreadableError(self._function, "the function checks nothing")
        return tuple(out)

    def _negated(self, test: ast.expr) -> Condition:
        """The condition that holds if the test is false."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._condition(test.operand)
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.NotEq):
            return self._comparison(test)
        return negate(self._condition(test))

    def _condition(self, test: ast.expr) -> Condition:
        if isinstance(test, ast.Call):
            return self._call(test)
        if isinstance(test, ast.BoolOp):
            kind = "all" if isinstance(test.op, ast.And) else "any"
            return Condition(kind, {"of": tuple(self._condition(v) for v in test.values)})
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return negate(self._condition(test.operand))
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            if isinstance(test.ops[0], ast.Eq):
                return self._comparison(test)
            if isinstance(test.ops[0], ast.NotEq):
                return negate(self._comparison(test))
        raise _UnreadableError(test, f"cannot read the test `{ast.unparse(test)}`")

    def _comparison(self, test: ast.Compare) -> Condition:
        left, right = test.left, test.comparators[0]
        if not isinstance(left, ast.Call):
            left, right = right, left
        if not (isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id in GETTERS):
            raise _UnreadableError(test, f"only {' and '.join(GETTERS)} can be compared with a value")
        return Condition(left.func.id, {"equals": self._value(right)})

    def _call(self, call: ast.Call) -> Condition:
        name = call.func.id if isinstance(call.func, ast.Name) else ast.unparse(call.func)
        if name not in APIS:
            raise _UnreadableError(call, str(UnknownNameError("API", name, APIS)).rstrip("."))
        if name in GETTERS:
            raise _UnreadableError(call, f"{name} gives a value: compare it with an expected one")
        if len(call.args) > len(APIS[name]):
            raise _UnreadableError(call, f"{name} takes {len(APIS[name])} arguments, got {len(call.args)}")
        args = {p: self._value(a) for p, a in zip(APIS[name], call.args, strict=False)}
        for keyword in call.keywords:
            if keyword.arg not in APIS[name]:
                raise _UnreadableError(call, f"{name} has no argument {keyword.arg!r}")
            args[keyword.arg] = self._value(keyword.value)
        return Condition(name, args)

    def _value(self, node: ast.expr) -> str:
        """The template for a string, a parameter, an f-string of parameters, or a sum of these."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float):
            return str(node.value).replace("{", "{{").replace("}", "}}")
        if isinstance(node, ast.Name) and node.id in self._parameters:
            return "{" + node.id + "}"
        if isinstance(node, ast.JoinedStr):
            return "".join(self._value(v.value if isinstance(v, ast.FormattedValue) else v) for v in node.values)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._value(node.left) + self._value(node.right)
        raise _UnreadableError(node, f"cannot read the value `{ast.unparse(node)}`: expected text or a parameter")


def _returned(statement: ast.stmt) -> bool | None:
    """The success that a statement returns, as ``EvalResult(success, ...)`` or as a bool; None if it returns none."""
    value: ast.expr | None = statement.value if isinstance(statement, ast.Return) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "EvalResult":
        keyword = next((k.value for k in value.keywords if k.arg == "success"), None)
        value = value.args[0] if value.args else keyword
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, bool) else None
