"""What a cmdlet is: a function with its parameters; one decorator makes it known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.sim.windows.powershell.session import ERROR, Session
from omnigym.sim.windows.powershell.values import Block, PsError, Value, as_int, as_list, as_text, is_true

#: Arguments as they were given: the name of the parameter or "", and the value; a switch has None.
Given: TypeAlias = list[tuple[str, Value, bool]]


class Parameter(NamedTuple):
    """A parameter.

    Attributes:
        name: Its name.
        place: Which of the arguments without a name it takes, or -1; "*" in its declaration takes all that are left.
        switch: Whether it has no value.
        rest: See ``place``.
    """

    name: str
    place: int = -1
    switch: bool = False
    rest: bool = False


class Cmdlet(NamedTuple):
    """A cmdlet: its name, its parameters, what it does."""

    name: str
    parameters: tuple[Parameter, ...]
    does: Callable[[Call], Iterable[Value]]


class Call:
    """A cmdlet with what it was given.

    Args:
        session: The PowerShell.
        name: Of the cmdlet.
        values: Of its parameters, by name in lower case.
        given: What comes down the pipeline; None where it is the first.
    """

    def __init__(self, session: Session, name: str, values: Mapping[str, Value], given: list[Value] | None) -> None:
        self.session, self.name, self.values = session, name, values
        self.piped, self.given = given is not None, given or []

    def has(self, name: str) -> bool:
        """Whether a parameter was given, and a switch is on."""
        return name in self.values and self.values[name] is not False

    def value(self, name: str) -> Value:
        """The value of a parameter, or None."""
        return self.values.get(name)

    def text(self, name: str, usual: str = "") -> str:
        """The value of a parameter as a text."""
        return as_text(self.values[name]) if name in self.values else usual

    def texts(self, *names: str) -> list[str]:
        """The values of the first of these parameters that was given."""
        return next(([as_text(v) for v in as_list(self.values[n])] for n in names if n in self.values), [])

    def number(self, name: str, usual: int = 0) -> int:
        """The value of a parameter as a whole number."""
        return as_int(self.values[name]) if name in self.values else usual

    def invoke(self, block: Value, item: Value) -> list[Value]:
        """What a block gives for a value; a text is taken as the name of a property by who calls.

        Raises:
            PsError: It is no block.
        """
        if not isinstance(block, Block):
            raise PsError(f"'{as_text(block)[:60]}' stands where a block in braces should.")
        return self.session.invoke(block, item)

    def fail(self, message: str) -> None:
        """Say that something could not be done, and go on.

        Raises:
            PsError: Nothing goes on after an error, as was asked for.
        """
        how = self.text("erroraction").casefold()
        if how == "stop":
            raise PsError(f"{self.name} : {message}", fatal=True)
        if how not in ("silentlycontinue", "ignore", "0"):
            self.session.write(f"{self.name} : {message}\n", ERROR)


#: By name in lower case.
CMDLETS: dict[str, Cmdlet] = {}
ALIASES: dict[str, str] = {}
_COMMON = (Parameter("erroraction"), Parameter("verbose", switch=True), Parameter("confirm", switch=True))


def cmdlet(
    name: str, parameters: str = "", *aliases: str
) -> Callable[[Callable[[Call], Iterable[Value]]], Callable[[Call], Iterable[Value]]]:
    """Register the decorated function as a cmdlet.

    Args:
        name: Its name.
        parameters: Their names: with ``:0`` for the first argument without a name, ``:*`` for all that are left,
            ``!`` for a switch.
        aliases: Other names.
    """

    def decorate(does: Callable[[Call], Iterable[Value]]) -> Callable[[Call], Iterable[Value]]:
        found = tuple([_parameter(word) for word in parameters.split()])
        CMDLETS[name.lower()] = Cmdlet(name, found, does)
        ALIASES.update(dict.fromkeys(aliases, name))
        return does

    return decorate


def _parameter(word: str) -> Parameter:
    name, _, place = word.partition(":")
    if place == "*":
        return Parameter(name.lower(), rest=True)
    return Parameter(name.rstrip("!").lower(), int(place) if place else -1, name.endswith("!"))


def bound(known: Cmdlet, given: Given) -> dict[str, Value]:
    """The values of parameters by name, of the arguments as they were given.

    Raises:
        PsError: There is no such parameter, one lacks its value, or an argument has no parameter.
    """
    values: dict[str, Value] = {}
    loose: list[Value] = []
    rest = list(given)
    while rest:
        name, value, has_value = rest.pop(0)
        if not name:
            loose.append(value)
            continue
        parameter = _named(known, name)
        if parameter.switch:
            values[parameter.name] = is_true(value) if has_value else True
        elif has_value:
            values[parameter.name] = value
        elif rest and not rest[0][0]:
            values[parameter.name] = rest.pop(0)[1]
        else:
            raise PsError(f"{known.name} : The parameter '{parameter.name}' lacks its value.")
    for parameter in sorted([p for p in known.parameters if p.place >= 0], key=lambda p: p.place):
        if parameter.name not in values and loose:
            values[parameter.name] = loose.pop(0)
    taker = next((p for p in known.parameters if p.rest), None)
    if loose and taker is not None and taker.name not in values:
        values[taker.name], loose = loose if len(loose) > 1 else loose[0], []
    if loose:
        raise PsError(f"{known.name} : There is no parameter for the argument '{as_text(loose[0])[:60]}'.")
    return values


def _named(known: Cmdlet, name: str) -> Parameter:
    """The parameter that has a name, or whose name alone begins so."""
    every = (*known.parameters, *_COMMON)
    found = [p for p in every if p.name == name] or [p for p in every if p.name.startswith(name)]
    if len(found) != 1:
        what = "more than one parameter that begins with" if found else "no parameter"
        raise PsError(f"{known.name} : There is {what} '{name}'.")
    return found[0]
