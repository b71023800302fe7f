"""Two small languages that edit streams of lines, sed and awk."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from omnigym.sim.linux.bash.commands.builtins import unescaped
from omnigym.sim.linux.bash.commands.texts import basic, contents, lines_of, posix
from omnigym.sim.linux.bash.filing import reason, write_file
from omnigym.sim.linux.bash.registry import Options, register
from omnigym.sim.linux.bash.session import Io
from omnigym.sim.patterns import Found, Pattern, PatternError, Spend, pattern_of
from omnigym.sim.vfs import VfsError
from omnigym.sim.work_budget import charge, charge_letters

# -- sed --------------------------------------------------------------------------------------------------------------

# The commands s, d, p, q, =, y, a, i and c, with addresses.


class _ScriptError(Exception):
    """A script that sed does not take."""


class _Step(NamedTuple):
    """A command: its addresses (line numbers, "$" or patterns), whether they are negated, its letter and arguments."""

    addresses: tuple[int | str | Pattern, ...]
    negated: bool
    letter: str
    first: Pattern | str = ""
    second: str = ""
    flags: str = ""


def _compiled(text: str, extended: bool, exact: bool = True) -> Pattern:
    try:
        return pattern_of(posix(text if extended else basic(text)), exact)
    except PatternError:
        raise _ScriptError("Invalid regular expression") from None


def _delimited(script: str, at: int, sign: str) -> tuple[str, int]:
    """What stands up to the next sign that no backslash precedes, and where it goes on behind."""
    start = at
    while at < len(script) and script[at] != sign:
        at += 2 if script[at] == "\\" else 1
    if at >= len(script):
        raise _ScriptError("unterminated command")
    return script[start:at].replace(f"\\{sign}", sign) if sign != "/" else script[start:at].replace("\\/", "/"), at + 1


def _parsed(script: str, extended: bool) -> list[_Step]:
    steps: list[_Step] = []
    at = 0
    while at < len(script):
        if script[at] in " \t;\n}{":
            at += 1
            continue
        addresses: list[int | str | Pattern] = []
        while at < len(script):
            number = re.compile(r"\d{1,9}|\$").match(script, at)
            if number:
                addresses.append("$" if number[0] == "$" else int(number[0]))
                at = number.end()
            elif script[at] == "/":
                text, at = _delimited(script, at + 1, "/")
                addresses.append(_compiled(text, extended))
            else:
                break
            if script[at : at + 1] != ",":
                break
            at += 1
        while script[at : at + 1] == " ":
            at += 1
        negated = script[at : at + 1] == "!"
        at += negated
        letter = script[at : at + 1]
        at += 1
        step = _Step(tuple(addresses[:2]), negated, letter)
        if letter in ("s", "y") and at < len(script):
            sign = script[at]
            first, at = _delimited(script, at + 1, sign)
            second, at = _delimited(script, at, sign)
            found = re.compile(r"[gpiI\d]*").match(script, at)
            flags = found[0] if found else ""
            at += len(flags)
            wanted = first if letter == "y" else _compiled(first, extended, "i" not in flags.lower())
            step = step._replace(first=wanted, second=second, flags=flags)
        elif letter and letter in "aic":
            end = script.find("\n", at)
            end = len(script) if end < 0 else end
            step, at = step._replace(second=script[at:end].lstrip("\\").lstrip()), end
        elif letter not in ("d", "p", "q", "="):
            raise _ScriptError(f"unknown command: `{letter}'" if letter else "missing command")
        steps.append(step)
    return steps


def _replacement(text: str, line: str) -> Callable[[Found], str]:
    r"""What a replacement becomes for a find in a line: "&" is all of it, "\1" a group of it."""
    times = len(re.findall(r"\\\d|(?<!\\)&", text))

    def filled(found: Found) -> str:
        charge_letters(len(text) + times * (found.end - found.start))

        def one(sign: re.Match[str]) -> str:
            if sign[0] == "&" or sign[1].isdigit():
                return found.group(line, int(sign[1] or 0))
            return {"n": "\n", "t": "\t"}.get(sign[1], sign[1])

        return re.sub(r"\\(.)|&", one, text, flags=re.DOTALL)

    return filled


class _Editor:
    """Applies a script to lines."""

    def __init__(self, steps: list[_Step], quiet: bool, spend: Spend) -> None:
        self._steps, self._quiet, self._spend = steps, quiet, spend
        self._within: set[int] = set()

    def run(self, lines: list[str]) -> list[str]:
        out: list[str] = []
        for number, line in enumerate(lines, 1):
            before: list[str] = []
            behind: list[str] = []
            shown, stops = True, False
            for index, step in enumerate(self._steps):
                charge(10 + (len(line) + len(step.second)) // 8)
                if self._meant(index, step, number, line, number == len(lines)) == step.negated:
                    continue
                if step.letter == "s":
                    line, count = self._substituted(step, line)
                    if count and "p" in step.flags:
                        before.append(line)
                elif step.letter == "y":
                    line = line.translate(dict(zip(map(ord, str(step.first)), step.second, strict=False)))
                elif step.letter == "p":
                    before.append(line)
                elif step.letter == "=":
                    before.append(str(number))
                elif step.letter == "i":
                    before.append(step.second)
                elif step.letter == "a":
                    behind.append(step.second)
                elif step.letter in "dc":
                    before += [step.second] if step.letter == "c" else []
                    shown = False
                    break
                elif step.letter == "q":
                    stops = True
                    break
            out += before
            if shown and not self._quiet:
                out.append(line)
            out += behind
            if stops:
                break
        return out

    def _substituted(self, step: _Step, line: str) -> tuple[str, int]:
        assert isinstance(step.first, Pattern)
        nth = re.search(r"\d+", step.flags)
        filled = _replacement(step.second, line)
        return step.first.replaced(line, filled, self._spend, first=int(nth[0]) if nth else 1, every="g" in step.flags)

    def _meant(self, index: int, step: _Step, number: int, line: str, last: bool) -> bool:
        def at(address: int | str | Pattern) -> bool:
            if isinstance(address, int):
                return address == number
            return last if isinstance(address, str) else address.search(line, self._spend) is not None

        if not step.addresses:
            return True
        if len(step.addresses) == 1:
            return at(step.addresses[0])
        first, second = step.addresses
        if index in self._within:
            if at(second) or (isinstance(second, int) and number >= second):
                self._within.discard(index)
            return not (isinstance(second, int) and number > second)
        if at(first):
            if not (isinstance(second, int) and second <= number):
                self._within.add(index)
            return True
        return False


@register(
    "sed",
    usage="[OPTION]... {script} [input-file]...",
    about="Stream editor for filtering and transforming text.",
    flags="nErsiz",
    values="e",
    long={"quiet": "n", "silent": "n", "regexp-extended": "E", "in-place": "i", "expression": "e"},
)
def _sed(io: Io, options: Options, operands: list[str]) -> int:
    if "e" in options:
        script, names = options["e"], operands
    elif operands:
        script, names = operands[0], operands[1:]
    else:
        return io.fail("Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...")
    try:
        steps = _parsed(script, bool({"E", "r"} & options.keys()))
    except _ScriptError as e:
        return io.fail(f"sed: -e expression #1, char {len(script)}: {e}")
    found, status = contents(io, "sed", names, "can't read {}")
    if "i" not in options:
        joined = b"".join(content if content[-1:] in (b"\n", b"") else content + b"\n" for _, content in found)
        ends = not found or found[-1][1][-1:] in (b"\n", b"")
        text = "\n".join(_Editor(steps, "n" in options, charge).run(lines_of(joined)))
        io.write(text + ("\n" if text and ends else ""))
        return status
    for name, content in found:
        lines = _Editor(steps, "n" in options, charge).run(lines_of(content))
        end = "\n" if lines and content.endswith(b"\n") else ""
        try:
            write_file(io.session, io.session.path(name), ("\n".join(lines) + end).encode())
        except VfsError as e:
            status = io.fail(f"sed: couldn't open temporary file {name}: {reason(e)}")
    return status


# -- a small awk ------------------------------------------------------------------------------------------------------

# Rules of a pattern and prints, and perl as far as it replaces words in files.

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
