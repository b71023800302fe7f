"""How the standard calculator reckons: one key after the other, without precedence, to sixteen digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Context, Decimal, DecimalException, DivisionByZero, InvalidOperation, Overflow
from typing import NamedTuple

#: Digits that can be typed and are shown; more are carried along, so that 1 ÷ 3 × 3 is 1.
_DIGITS = 16
_MATH = Context(prec=34, Emax=9999, Emin=-9999, traps=[DivisionByZero, InvalidOperation, Overflow])
_SHOWN = Context(prec=_DIGITS)
#: Numbers below 10 to this power are shown with an exponent.
_SMALLEST = -7
_ZERO, _HUNDRED = Decimal(0), Decimal(100)


class Reckoner(NamedTuple):
    """What the calculator has in mind.

    Attributes:
        typed: The number that is being typed, or "" when a result is shown.
        value: The number that is shown.
        operand: How the expression writes it where a function made it: "sqr(5)".
        left, left_text, operator: What waits for its second operand.
        fresh: Whether there is one: a number typed, made or recalled since the operator.
        again: The operator and number with which another "=" goes on.
        line: A finished expression, "7 × 6 =".
        error: What is shown in the place of a number.
    """

    typed: str = "0"
    value: Decimal = _ZERO
    operand: str = ""
    left: Decimal = _ZERO
    left_text: str = ""
    operator: str = ""
    fresh: bool = True
    again: tuple[str, Decimal] | None = None
    line: str = ""
    error: str = ""


#: The four operators, by the sign that expressions have.
OPERATORS: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {
    "+": _MATH.add,
    "−": _MATH.subtract,
    "×": _MATH.multiply,
    "÷": _MATH.divide,
}
#: The functions of one number, by what expressions call them.
FUNCTIONS: Mapping[str, Callable[[Decimal], Decimal]] = {
    "1/": lambda a: _MATH.divide(Decimal(1), a),
    "sqr": lambda a: _MATH.multiply(a, a),
    "√": _MATH.sqrt,
}


def number(value: Decimal) -> str:
    """A number as it is written, without separators.

    >>> number(Decimal("1250.50")), number(Decimal(1) / 3), number(Decimal(10) ** 20)
    ('1250.5', '0.3333333333333333', '1e+20')
    """
    value = _SHOWN.plus(value)
    if not value:
        return "0"
    exponent = value.adjusted()
    if _SMALLEST < exponent < _DIGITS:
        text = f"{value:.{min(_DIGITS, max(0, _DIGITS - 1 - exponent))}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    digits = f"{value.scaleb(-exponent):.{_DIGITS - 1}f}".rstrip("0").rstrip(".")
    return f"{digits}e{exponent:+d}"


def grouped(text: str) -> str:
    """A number's text with separators between thousands.

    >>> grouped("1234567.8901"), grouped("-0.5"), grouped("1e+20")
    ('1,234,567.8901', '-0.5', '1e+20')
    """
    whole, point, rest = text.partition(".")
    if not whole.lstrip("-").isdigit():
        return text
    sign = "-" if whole.startswith("-") else ""
    return f"{sign}{int(whole.lstrip('-')):,}{point}{rest}"


def shown_text(r: Reckoner) -> str:
    """The large text of the display."""
    return r.error or grouped(r.typed or number(r.value))


def expression_of(r: Reckoner) -> str:
    """The small text above it."""
    if r.line:
        return r.line
    if r.operator:
        return " ".join([part for part in (r.left_text, r.operator, r.operand) if part])
    return r.operand


def _text(r: Reckoner) -> str:
    return r.operand or number(r.value)


def _begun(r: Reckoner) -> Reckoner:
    """Ready for a number: after a result or an error a new calculation begins."""
    return Reckoner() if r.error or r.line else r


def _typing(r: Reckoner, typed: str) -> Reckoner:
    return r._replace(typed=typed, value=Decimal(typed), operand="", fresh=True)


def add_digit(r: Reckoner, digit: str) -> Reckoner:
    """A digit key."""
    r = _begun(r)
    if sum([c.isdigit() for c in r.typed]) >= _DIGITS:
        return r
    return _typing(r, digit if r.typed in ("", "0") else r.typed + digit)


def add_point(r: Reckoner) -> Reckoner:
    """The decimal point."""
    r = _begun(r)
    return r if "." in r.typed else _typing(r, f"{r.typed or '0'}.")


def negate(r: Reckoner) -> Reckoner:
    """The key ±."""
    if r.error or not r.value:
        return r
    if r.typed:
        return _typing(r, r.typed[1:] if r.typed.startswith("-") else f"-{r.typed}")
    return r._replace(value=-r.value, operand=f"negate({_text(r)})", fresh=True, line="")


def backspace(r: Reckoner) -> Reckoner:
    """The last digit goes; from a result only the expression does."""
    if r.error:
        return Reckoner()
    if r.line:
        return Reckoner(typed="", value=r.value)
    return _typing(r, r.typed[:-1] if r.typed[:-1] not in ("", "-") else "0") if r.typed else r


def clear_entry(r: Reckoner) -> Reckoner:
    """CE: the number goes, what waits for it stays."""
    return _typing(_begun(r), "0")


def recall(r: Reckoner, value: Decimal) -> Reckoner:
    """A number from memory in the place of the one that is shown."""
    return _begun(r)._replace(typed="", value=value, operand="", fresh=True)


def taken(r: Reckoner) -> Reckoner:
    """The number shown was put into memory: the next digit begins another one."""
    return r._replace(typed="")


def combine(operator: str, a: Decimal, b: Decimal) -> Decimal | str:
    """The result, or what the display says where there is none.

    >>> combine("÷", Decimal(1), Decimal(0))
    'Cannot divide by zero'
    """
    return _computed(lambda: OPERATORS[operator](a, b))


def _computed(compute: Callable[[], Decimal]) -> Decimal | str:
    try:
        return compute()
    except DecimalException as e:
        if isinstance(e, DivisionByZero):
            return "Cannot divide by zero"
        return "Overflow" if isinstance(e, Overflow) else "Invalid input"


def operate(r: Reckoner, operator: str) -> tuple[Reckoner, str]:
    """An operator key: what waits is reckoned first. The second value is a line for the history, or ""."""
    if r.error:
        return r, ""
    left, text, done = r.value, "" if r.line else r.operand, ""
    if r.operator and not r.fresh:
        left, text = r.left, r.left_text
    elif r.operator:
        result = combine(r.operator, r.left, r.value)
        expression = f"{r.left_text} {r.operator} {_text(r)}"
        if isinstance(result, str):
            return Reckoner(typed="", line=f"{expression} {operator}", error=result), ""
        left, text, done = result, "", f"{expression} = {number(result)}"
    waiting = Reckoner(typed="", value=left, left=left, left_text=text or number(left), operator=operator, fresh=False)
    return waiting, done


def equals(r: Reckoner) -> tuple[Reckoner, str]:
    """The key =; once more it repeats the last operation. The second value is a line for the history, or ""."""
    if r.error:
        return Reckoner(), ""
    if r.operator:
        left, text, operator, right, right_text = r.left, r.left_text, r.operator, r.value, _text(r)
    elif r.again is not None:
        operator, right = r.again
        left, text, right_text = r.value, number(r.value), number(right)
    else:
        line = f"{_text(r)} ="
        return Reckoner(typed="", value=r.value, line=line), f"{line} {number(r.value)}" if r.operand else ""
    result = combine(operator, left, right)
    line = f"{text} {operator} {right_text} ="
    if isinstance(result, str):
        return Reckoner(typed="", line=line, error=result), ""
    return Reckoner(typed="", value=result, again=(operator, right), line=line), f"{line} {number(result)}"


def apply_function(r: Reckoner, name: str) -> Reckoner:
    """A function of the number that is shown."""
    if r.error:
        return r
    text = f"{name}({number(r.value) if r.line else _text(r)})"
    result = _computed(lambda: FUNCTIONS[name](r.value))
    if isinstance(result, str):
        return Reckoner(typed="", line=text, error=result)
    return r._replace(typed="", value=result, operand=text, fresh=True, line="", again=None)


def percent(r: Reckoner) -> Reckoner:
    """The key %: of the first operand after + or −, else a hundredth; without an operator it gives 0."""
    if r.error:
        return r
    of = r.left if r.operator in ("+", "−") else Decimal(1) if r.operator else _ZERO
    value = _MATH.divide(_MATH.multiply(of, r.value), _HUNDRED)
    return r._replace(typed="", value=value, operand=number(value), fresh=True, line="")


def recalled(result: str, line: str) -> Reckoner:
    """A calculation of the history, shown again."""
    return Reckoner(typed="", value=Decimal(result), line=line)
