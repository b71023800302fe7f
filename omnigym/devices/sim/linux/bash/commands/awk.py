"""A small awk: rules of a pattern and prints, and perl as far as it replaces words in files."""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.devices.sim.linux.bash.commands.builtins import unescaped
from omnigym.devices.sim.linux.bash.commands.texts import contents, lines_of, posix
from omnigym.devices.sim.linux.bash.registry import Options, register
from omnigym.devices.sim.linux.bash.session import Io
from omnigym.devices.sim.patterns import PatternError, Spend, pattern_of
from omnigym.devices.sim.work import charge

__all__: list[str] = []

_RULE = re.compile(r"([^{}]*)(?:\{([^{}]*)\}|$)\s*;?")
_PIECE = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|\$(NF|NR|\d{1,4})|(NF|NR)|(\d+(?:\.\d+)?)|(,))\s*')


class _Rule(NamedTuple):
    """When something is done, and what each statement of it prints."""

    when: str
    prints: tuple[str, ...]


class _ProgramError(Exception):
    """A program that this awk does not take."""


def _rules(program: str) -> list[_Rule]:
    rules: list[_Rule] = []
    at = 0
    while at < len(program.rstrip()):
        found = _RULE.match(program, at)
        if found is None or found.end() == at:
            raise _ProgramError
        statements = [s.strip() for s in (found[2] if found[2] is not None else "print").split(";") if s.strip()]
        if not all(s == "print" or s.startswith("print ") for s in statements):
            raise _ProgramError
        rules.append(_Rule(found[1].strip(), tuple([s[5:].strip() for s in statements])))
        at = found.end()
    return rules


class _Awk:
    """Applies rules to lines."""

    def __init__(self, rules: list[_Rule], separator: str, spend: Spend) -> None:
        self._rules, self._separator = rules, separator
        self._number, self._spend = 0, spend
        self.out: list[str] = []

    def run(self, lines: list[str]) -> None:
        for rule in self._rules:
            if rule.when == "BEGIN":
                self._print(rule, "", [])
        for self._number, line in enumerate(lines, 1):
            charge(10 * len(self._rules) + len(line) // 2)
            fields = line.split(self._separator) if self._separator else line.split()
            for rule in self._rules:
                if rule.when not in ("BEGIN", "END") and self._holds(rule.when, line, fields):
                    self._print(rule, line, fields)
        last = lines[-1] if lines else ""
        for rule in self._rules:
            if rule.when == "END":
                self._print(rule, last, last.split(self._separator or None))

    def _holds(self, when: str, line: str, fields: list[str]) -> bool:
        if not when:
            return True
        found = re.fullmatch(r"(!?)/((?:[^/\\]|\\.)*)/", when)
        if found is not None:
            return self._fits(found[2], line) != bool(found[1])
        if re.fullmatch(r"\$?\w+", when):
            value = self._value(when.removeprefix("$"), when.startswith("$"), line, fields)
            return value not in ("", "0")
        found = re.fullmatch(r'(\$?\w+)\s*(==|!=|>=|<=|>|<|~)\s*(?:"([^"]*)"|/([^/]*)/|(-?\d+(?:\.\d+)?))', when)
        if found is None:
            raise _ProgramError
        value = self._value(found[1].removeprefix("$"), found[1].startswith("$"), line, fields)
        if found[2] == "~":
            return self._fits(found[4] or found[3] or "", value)
        if found[5] is not None:
            return _ordered(_number(value), found[2], float(found[5]))
        return _ordered(value, found[2], found[3] or "")

    def _fits(self, expression: str, text: str) -> bool:
        return pattern_of(posix(expression), True).search(text, self._spend) is not None

    def _value(self, name: str, field: bool, line: str, fields: list[str]) -> str:
        numbers = {"NF": len(fields), "NR": self._number}
        number = numbers[name] if name in numbers else int(name) if name.isdecimal() else -1
        if number < 0:
            raise _ProgramError
        if not field:
            return str(number)
        return line if number == 0 else fields[number - 1] if number <= len(fields) else ""

    def _print(self, rule: _Rule, line: str, fields: list[str]) -> None:
        for said in rule.prints:
            at, text = 0, "" if said else line
            while at < len(said):
                charge(10 + len(text) // 8)
                piece = _PIECE.match(said, at)
                if piece is None:
                    raise _ProgramError
                at = piece.end()
                if piece[1] is not None:
                    text += unescaped(piece[1].replace('\\"', '"'))[0]
                elif piece[5]:
                    text += " "
                elif piece[4]:
                    text += piece[4]
                else:
                    text += self._value(piece[2] or piece[3], piece[2] is not None, line, fields)
            charge(len(text))
            self.out.append(f"{text}\n")


def _number(text: str) -> float:
    found = re.match(r"\s*(-?\d+(?:\.\d+)?)", text)
    return float(found[1]) if found else 0.0


def _ordered(a: str | float, operator: str, b: str | float) -> bool:
    if operator in ("==", "!="):
        return (a == b) == (operator == "==")
    less, more = a < b, a > b  # type: ignore[operator]
    return {"<": less, ">": more, "<=": not more, ">=": not less}[operator]


@register(
    "awk", "gawk", "mawk", usage="[-F fs] 'prog' [file ...]", about="Pattern scanning and text processing.", values="Fv"
)
def _awk(io: Io, options: Options, operands: list[str]) -> int:
    if not operands:
        io.fail("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]")
        return 2
    found, status = contents(io, "awk", operands[1:])
    try:
        awk = _Awk(_rules(operands[0]), unescaped(options.get("F", ""))[0].strip(" "), charge)
        awk.run([line for _, content in found for line in lines_of(content)])
    except (_ProgramError, PatternError):
        io.fail(f"awk: syntax error at source line 1\n context is\n\t>>> {operands[0]} <<<")
        return 2
    io.write("".join(awk.out))
    return status


@register("perl", raw=True)
def _perl(io: Io, _options: Options, args: list[str]) -> int:
    """Replacing words in files, which is sed's work with extended expressions."""
    flags = "".join(a.lstrip("-") for a in args if re.fullmatch("-[pine]+", a))
    rest = [a for a in args if not re.fullmatch("-[pine]+", a)]
    if not {"p", "i", "e"} <= set(flags) or not rest:
        return io.fail("perl: only -p -i -e EXPRESSION FILE... is installed here")
    io.session.run(io, ["sed", "-E", "-i", *rest])
    return io.session.status
