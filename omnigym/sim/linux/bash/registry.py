"""What a command is: a function with its options; one decorator makes it known."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.sim.linux.bash.session import Io

#: The options that were given: "" for a flag, the last value for one that has a value.
Options: TypeAlias = Mapping[str, str]


class Registered(NamedTuple):
    """A command.

    Attributes:
        name: Its name.
        does: ``does(io, options, operands)`` carries it out and gives its exit status.
        usage: What its help says behind its name.
        about: What it is for, in a line.
        flags: The letters of options without a value.
        values: The letters of options with one.
        long: Long options to the letters that they stand for.
        raw: Whether its arguments are all operands.
    """

    name: str
    does: Callable[[Io, Options, list[str]], int]
    usage: str
    about: str
    flags: str
    values: str
    long: Mapping[str, str]
    raw: bool


_KNOWN: dict[str, Registered] = {}
_Does: TypeAlias = Callable[[Io, Options, list[str]], int]


def register(
    *names: str,
    usage: str = "",
    about: str = "",
    flags: str = "",
    values: str = "",
    long: Mapping[str, str] | None = None,
    raw: bool = False,
) -> Callable[[_Does], _Does]:
    """Register the decorated function as a command of these names; see `Registered`."""

    def decorate(does: _Does) -> _Does:
        for name in names:
            _KNOWN[name] = Registered(name, does, usage, about, flags, values, long or {}, raw)
        return does

    return decorate


def commands_in() -> Mapping[str, Registered]:
    """All that were registered, by name."""
    return dict(sorted(_KNOWN.items()))


def called(command: Registered, io: Io, args: list[str]) -> int:
    """Carry out a command; an option that it does not know is told as the coreutils do."""
    if args == ["--help"] and command.about:
        io.write(f"Usage: {command.name} {command.usage}\n{command.about}\n")
        return 0
    if command.raw:
        return command.does(io, {}, args)
    found: dict[str, str] = {}
    operands: list[str] = []
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "--":
            operands += rest
            break
        if not arg.startswith("-") or arg == "-":
            operands.append(arg)
        elif arg.startswith("--"):
            problem = _long(command, arg, rest, found)
            if problem:
                return _misused(command, io, problem)
        elif re.fullmatch(r"-\d+", arg) and "n" in command.values:
            found["n"] = arg[1:]
        else:
            problem = _short(command, arg[1:], rest, found)
            if problem:
                return _misused(command, io, problem)
    return command.does(io, found, operands)


def _misused(command: Registered, io: Io, problem: str) -> int:
    io.fail(f"{command.name}: {problem}\nTry '{command.name} --help' for more information.")
    return 2 if command.name in ("ls", "grep", "sort", "diff") else 1


def _long(command: Registered, arg: str, rest: list[str], found: dict[str, str]) -> str:
    name, equals, value = arg[2:].partition("=")
    letter = command.long.get(name)
    if letter is None:
        return f"unrecognized option '{arg}'"
    if letter in command.values and not equals:
        if not rest:
            return f"option '--{name}' requires an argument"
        value = rest.pop(0)
    found[letter] = value
    return ""


def _short(command: Registered, letters: str, rest: list[str], found: dict[str, str]) -> str:
    for at, letter in enumerate(letters):
        if letter in command.values:
            value = letters[at + 1 :]
            if not value and not rest:
                return f"option requires an argument -- '{letter}'"
            value = value or rest.pop(0)
            found[letter] = f"{found[letter]}\n{value}" if letter in found and letter == "e" else value
            return ""
        if letter not in command.flags:
            return f"invalid option -- '{letter}'"
        found[letter] = ""
    return ""
