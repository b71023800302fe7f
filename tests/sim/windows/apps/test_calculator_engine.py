"""How the calculator reckons, key by key."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.sim.windows.apps.calculator import engine
from omnigym.sim.windows.apps.calculator.engine import Reckoner, expression_of, number, shown_text

#: What one character of a test's keys stands for.
FUNCTIONS = {"q": "sqr", "r": "1/", "s": "√"}


def pressed(keys: str) -> tuple[Reckoner, list[str]]:
    r, lines = Reckoner(), []
    for key in keys:
        line = ""
        if key.isdigit():
            r = engine.add_digit(r, key)
        elif key in engine.OPERATORS:
            r, line = engine.operate(r, key)
        elif key == "=":
            r, line = engine.equals(r)
        elif key in FUNCTIONS:
            r = engine.apply_function(r, FUNCTIONS[key])
        else:
            plain = {
                ".": engine.add_point,
                "n": engine.negate,
                "%": engine.percent,
                "<": engine.backspace,
                "e": engine.clear_entry,
            }
            r = plain[key](r)
        lines += [line] if line else []
    return r, lines


@pytest.mark.parametrize(
    ("keys", "shown", "expression"),
    [
        ("", "0", ""),
        ("007.50", "7.50", ""),
        ("1234567", "1,234,567", ""),
        ("12345678901234567", "1,234,567,890,123,456", ""),
        ("..5", "0.5", ""),
        ("7n", "-7", ""),
        ("7n1n", "71", ""),
        ("n", "0", ""),
        ("7n<", "0", ""),
        ("12<", "1", ""),
        ("2+3×4=", "20", "5 × 4 ="),
        ("2+", "2", "2 +"),
        ("2+×3=", "6", "2 × 3 ="),
        ("5+=", "10", "5 + 5 ="),
        ("5+3==", "11", "8 + 3 ="),
        ("5+3=2", "2", ""),
        ("5+3=<", "8", ""),
        ("5+3=+1=", "9", "8 + 1 ="),
        ("5+3e4=", "9", "5 + 4 ="),
        ("5+3=e", "0", ""),
        ("1÷3×3=", "1", "0.3333333333333333 × 3 ="),
        ("2s", "1.414213562373095", "√(2)"),
        ("2sq", "2", "sqr(√(2))"),
        ("4r", "0.25", "1/(4)"),
        ("3+4q=", "19", "3 + sqr(4) ="),
        ("3q5", "5", ""),
        ("6×7=n", "-42", "negate(42)"),
        ("6×7=q", "1,764", "sqr(42)"),
        ("240×15%=", "36", "240 × 0.15 ="),
        ("200+10%=", "220", "200 + 20 ="),
        ("5%", "0", "0"),
        ("5÷0=", "Cannot divide by zero", "5 ÷ 0 ="),
        ("5÷0+", "Cannot divide by zero", "5 ÷ 0 +"),
        ("0r", "Cannot divide by zero", "1/(0)"),
        ("0÷0=", "Invalid input", "0 ÷ 0 ="),
        ("1ns", "Invalid input", "√(-1)"),
        ("5÷0=+q%nsr<", "0", ""),
        ("5÷0=7", "7", ""),
        ("5÷0==", "0", ""),
        ("9999999999999999q=", "9.999999999999998e+31", "sqr(9999999999999999) ="),
        ("9999999999999999" + "q" * 20, "Overflow", None),
    ],
)
def test_keys(keys: str, shown: str, expression: str | None) -> None:
    r, _ = pressed(keys)
    assert shown_text(r) == shown
    assert expression is None or expression_of(r) == expression


def test_finished_calculations_make_lines() -> None:
    assert pressed("2+3×4=")[1] == ["2 + 3 = 5", "5 × 4 = 20"]
    assert pressed("9s=")[1] == ["√(9) = 3"]
    assert pressed("5=")[1] == []
    assert pressed("5÷0=")[1] == []
    assert pressed("5+3==")[1] == ["5 + 3 = 8", "8 + 3 = 11"]


def test_a_number_from_memory_is_an_operand() -> None:
    r = engine.recall(pressed("3×")[0], Decimal("2.5"))
    assert engine.equals(r)[1] == "3 × 2.5 = 7.5"
    assert shown_text(engine.recall(pressed("3×4=")[0], Decimal(9))) == "9"


@given(st.integers(-(10**15), 10**15), st.integers(1, 10**9), st.sampled_from(sorted(engine.OPERATORS)))
def test_it_reckons_as_python_does(a: int, b: int, operator: str) -> None:
    expected = {"+": a + b, "−": a - b, "×": a * b, "÷": a / b}[operator]
    result = engine.combine(operator, Decimal(a), Decimal(b))
    assert isinstance(result, Decimal)
    assert float(number(result)) == pytest.approx(float(expected), rel=1e-15, abs=1e-15)


@given(st.text("0123456789.+−×÷=nqrs%<e", max_size=30))
def test_any_keys_leave_something_to_show(keys: str) -> None:
    r, lines = pressed(keys)
    assert shown_text(r)
    for line in lines:
        assert Decimal(line.rpartition(" = ")[2]).is_finite()
