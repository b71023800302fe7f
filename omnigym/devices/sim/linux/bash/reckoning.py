"""Whole numbers as ``$((...))`` and ``expr`` reckon them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from omnigym.devices.sim.work import charge

__all__ = ["ReckoningError", "reckon"]

_TOKEN = re.compile(r"\s*(?:(\d+)|\$?([A-Za-z_]\w*)|(\*\*|<=|>=|==|!=|&&|\|\||<<|>>|[-+*/%()<>!&|^~]))")
#: Numbers have 64 bits, as in bash.
_BITS = 64


class ReckoningError(Exception):
    """What is to be reckoned makes no sense; the message is bash's."""


def _wrapped(value: int) -> int:
    value &= (1 << _BITS) - 1
    return value - (1 << _BITS) if value >> (_BITS - 1) else value


def _divided(a: int, b: int) -> int:
    if b == 0:
        raise ReckoningError("division by 0")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


#: Operators from those that bind least, with what they do.
_LEVELS: tuple[Mapping[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a) or bool(b))},
    {"&&": lambda a, b: int(bool(a) and bool(b))},
    {"|": lambda a, b: a | b},
    {"^": lambda a, b: a ^ b},
    {"&": lambda a, b: a & b},
    {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)},
    {
        "<=": lambda a, b: int(a <= b),
        ">=": lambda a, b: int(a >= b),
        "<": lambda a, b: int(a < b),
        ">": lambda a, b: int(a > b),
    },
    {"<<": lambda a, b: a << (b % _BITS), ">>": lambda a, b: a >> (b % _BITS)},
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"*": lambda a, b: a * b, "/": _divided, "%": lambda a, b: a - b * _divided(a, b)},
)


def reckon(text: str, variables: Mapping[str, str], depth: int = 0) -> int:
    """The value of an expression.

    >>> reckon("7 * (n + 2) % 10", {"n": "4"})
    2

    Raises:
        ReckoningError: It has none.
    """
    charge(2 * len(text) + 20)
    tokens: list[str] = []
    at, text = 0, text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ReckoningError(f'{text}: syntax error: operand expected (error token is "{text[at:]}")')
        tokens.append(found[0].strip().removeprefix("$"))
        at = found.end()
        charge(10)
    if len(tokens) > 200 or tokens.count("(") > 30 or depth > 10:
        raise ReckoningError(f"{text[:40]}: expression recursion level exceeded")
    value = _level(tokens, 0, text, variables, depth) if tokens else 0
    if tokens:
        raise ReckoningError(f'{text}: syntax error in expression (error token is "{" ".join(tokens)}")')
    return value


def _level(tokens: list[str], level: int, text: str, variables: Mapping[str, str], depth: int) -> int:
    if level == len(_LEVELS):
        return _power(tokens, text, variables, depth)
    value = _level(tokens, level + 1, text, variables, depth)
    while tokens and tokens[0] in _LEVELS[level]:
        does = _LEVELS[level][tokens.pop(0)]
        value = _wrapped(does(value, _level(tokens, level + 1, text, variables, depth)))
    return value


def _power(tokens: list[str], text: str, variables: Mapping[str, str], depth: int) -> int:
    base = _unary(tokens, text, variables, depth)
    if tokens[:1] != ["**"]:
        return base
    tokens.pop(0)
    exponent = _power(tokens, text, variables, depth)
    if exponent < 0:
        raise ReckoningError("exponent less than 0")
    return _wrapped(pow(base, exponent, 1 << _BITS))


def _unary(tokens: list[str], text: str, variables: Mapping[str, str], depth: int) -> int:
    if not tokens:
        raise ReckoningError(f'{text}: syntax error: operand expected (error token is "{text[-1:]}")')
    token = tokens.pop(0)
    if token in ("-", "+", "!", "~"):
        value = _unary(tokens, text, variables, depth)
        return _wrapped({"-": -value, "+": value, "!": int(not value), "~": ~value}[token])
    if token == "(":
        value = _level(tokens, 0, text, variables, depth)
        if tokens[:1] != [")"]:
            raise ReckoningError(f"{text}: missing `)'")
        tokens.pop(0)
        return value
    if token.isdigit():
        return _wrapped(int(token[:40]))
    if token[0].isalpha() or token[0] == "_":
        said = variables.get(token, "").strip()
        return reckon(said, variables, depth + 1) if said else 0
    raise ReckoningError(f'{text}: syntax error: operand expected (error token is "{token}")')
