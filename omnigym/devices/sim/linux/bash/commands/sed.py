"""sed: the commands s, d, p, q, =, y, a, i and c, with addresses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from omnigym.devices.sim.linux.bash.commands.texts import basic, contents, lines_of, posix
from omnigym.devices.sim.linux.bash.filing import reason, write_file
from omnigym.devices.sim.linux.bash.registry import Options, register
from omnigym.devices.sim.linux.bash.session import Io
from omnigym.devices.sim.patterns import Found, Pattern, PatternError, Spend, pattern_of
from omnigym.devices.sim.vfs import VfsError
from omnigym.devices.sim.work import charge, charge_letters

__all__: list[str] = []


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
