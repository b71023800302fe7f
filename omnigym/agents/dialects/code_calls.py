"""Calls of functions as lines of code, parsed and never run."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any, Final

from omnigym.agents.dialects.dialect import Function
from omnigym.errors import ActionError

__all__ = ["calls_in_code", "shortened"]

#: A call whose last argument is a text in quotes: models forget to escape quotes and newlines in it.
_LAST_TEXT: Final = re.compile(
    r"(?P<head>\w{1,40}\((?:[^'\"]|'[^'\n]*'|\"[^\"\n]*\"){0,40})(?<!\w)(?P<name>\w{1,40})\s?=\s?(?P<quote>['\"])(?P<text>.*)"
    r"(?P=quote)\s*\)",
    re.DOTALL,
)
_ESCAPES: Final = re.compile(r"\\(n|t|r|'|\"|\\)")
_LONGEST: Final = 20_000


def calls_in_code(script: str, functions: Sequence[Function]) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls of a script, one per line, with their arguments by name.

    Args:
        script: The code.
        functions: By their parameters arguments are read that are given by place.

    Raises:
        ActionError: It is no code, or something else than calls with values written out.
    """
    try:
        statements = ast.parse(script.strip()).body
        if not statements:
            raise ActionError("there is no code in the answer")
        return [_call(statement, functions) for statement in statements]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        loose = _loose(script, functions)
        if loose is None:
            raise ActionError(f"{type(e).__name__}: {e}") from None
        return [loose]


def shortened(text: str) -> str:
    """Return the part of an answer that an invalid action keeps."""
    return text if len(text) <= 2000 else text[:2000] + "..."


def _call(statement: ast.stmt, functions: Sequence[Function]) -> tuple[str, dict[str, Any]]:
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise ActionError(f"line {statement.lineno} is not a call of a function: {shortened(ast.unparse(statement))}")
    name = call.func.id
    places = next((tuple(f.parameters) for f in functions if f.name == name), ())
    if len(call.args) > len(places) and places:
        raise ActionError(f"{name} takes at most {len(places)} arguments, got {len(call.args)}")
    arguments = {place: ast.literal_eval(a) for place, a in zip(places, call.args, strict=False)}
    return name, arguments | {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}


def _loose(script: str, functions: Sequence[Function]) -> tuple[str, dict[str, Any]] | None:
    """A single call whose last text is no proper string; None if it is something else."""
    found = _LAST_TEXT.fullmatch(script.strip()[:_LONGEST])
    if found is None:
        return None
    try:
        (statement,) = ast.parse(f"{found['head']}{found['name']}='')").body
        name, arguments = _call(statement, functions)
    except (ActionError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    text = _ESCAPES.sub(lambda m: {"n": "\n", "t": "\t", "r": "\r"}.get(m[1], m[1]), found["text"])
    return name, {**arguments, found["name"]: text}
