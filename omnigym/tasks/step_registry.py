"""The vocabulary of subtask files: the words of a step, in addition to the verbs of `omnigym.tasks.steps`.

A *word* is a generator of ordinary actions, a *value* a function of data::

    @word
    def open_path(ui: UI, path: str) -> Iterator[Action]:
        \"\"\"A document open in the window in front.\"\"\"

    @value
    def month_of(day: str) -> str: ...

In a file they are ``{ open_path = "Documents/plan.docx" }`` and ``{ let = "month", month_of = "{day}" }``. Names are
unique. They are found without importing what has them: by their decorators, in the text of the modules.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.foreign import shown

__all__ = ["Word", "find_value", "find_word", "value", "value_names", "word", "word_names"]

_F = TypeVar("_F", bound=Callable[..., Any])
#: A generator ``(ui, *args, **more)`` of ordinary actions.
Play: TypeAlias = Callable[..., Iterator[Action]]

_DECORATED = re.compile(r"^@(word|value)\n(?:@[^\n]*\n)*def (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Word:
    """A word, or a value.

    Attributes:
        name: As files say it: the name of the function.
        function: Its function.
    """

    name: str
    function: Callable[..., Any]

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """Its parameters, without the screen."""
        return {n: p for n, p in inspect.signature(self.function).parameters.items() if n != "ui"}

    @property
    def summary(self) -> str:
        """Its purpose, in a sentence."""
        return (self.function.__doc__ or "").strip().partition("\n")[0]

    def arguments(self, args: Sequence[object], more: Mapping[str, object]) -> tuple[list[Any], dict[str, Any]]:
        """Data as the function takes it: roles and other words by their names, tuples for lists."""
        names = [n for n, p in self.parameters.items() if p.kind is not p.VAR_KEYWORD]
        rest = names[-1] if names and self.parameters[names[-1]].kind is inspect.Parameter.VAR_POSITIONAL else ""
        called = [*names[: len(args)], *[rest or "" for _ in args[len(names) :]]]
        return (
            [self._typed(name, v) for name, v in zip(called, args, strict=True)],
            {name: self._typed(name, v) for name, v in more.items()},
        )

    def _typed(self, name: str, given: Any) -> Any:
        kind = str(self.parameters[name].annotation) if name in self.parameters else ""
        if kind.startswith("Role") and isinstance(given, str):
            if given.upper() not in Role.__members__:
                raise TaskFileError(
                    f"{self.name}: {UnknownNameError('role', given, [r.lower() for r in Role.__members__])}"
                )
            return Role[given.upper()]
        if kind.startswith(("Play", "Callable")) and isinstance(given, str):
            return find_word(given).function
        return tuple(given) if isinstance(given, list) and "list" not in kind else given

    def check(self, args: int, more: Sequence[str], *, given: bool = False) -> None:
        """Whether it takes so many arguments, and those of these names.

        Raises:
            TaskFileError: It does not.
        """
        try:
            signature = inspect.Signature(list(self.parameters.values()))
            bind = signature.bind_partial if given else signature.bind
            bind(*[None] * args, **dict.fromkeys(more))
        except TypeError as e:
            takes = ", ".join(map(str, self.parameters.values())) or "nothing"
            raise TaskFileError(f"{self.name} takes ({takes}): {e}. Correct the step.") from None


_WORDS: dict[str, dict[str, Word]] = {"word": {}, "value": {}}


def _register(kind: str, function: _F) -> _F:
    name = function.__name__
    known = _WORDS[kind].get(name)
    if known is not None and known.function.__module__ != function.__module__:
        modules = f"{known.function.__module__} and {function.__module__}"
        raise ConfigError(f"There are two {kind}s {name!r}, in {modules}. Rename one.")
    _WORDS[kind][name] = Word(name, function)
    return function


def word(function: _F) -> _F:
    """Make a generator of actions a word of subtask files, by its name."""
    return _register("word", function)


def value(function: _F) -> _F:
    """Make a function of data a value of subtask files, by its name."""
    return _register("value", function)


@cache
def _index() -> Mapping[str, Mapping[str, str]]:
    """The module of each word and value that the package has, by kind and name."""
    found: dict[str, dict[str, str]] = {"word": {}, "value": {}}
    for name in ("omnigym.tasks.step_library", "omnigym.tasks.apps"):
        for folder in importlib.import_module(name).__path__:
            for file in sorted(Path(folder).glob("*.py")):
                for kind, called in _DECORATED.findall(file.read_text("utf-8")):
                    found[kind][called] = f"{name}.{file.stem}"
    return found


def _find(kind: str, name: object) -> Word:
    if name not in _WORDS[kind] and name in _index()[kind]:
        importlib.import_module(_index()[kind][str(name)])
    if name not in _WORDS[kind]:
        raise UnknownNameError(kind, name if isinstance(name, str) else shown(name), _names(kind))
    return _WORDS[kind][str(name)]


def _names(kind: str) -> tuple[str, ...]:
    return tuple(sorted({*_WORDS[kind], *_index()[kind]}))


def find_word(name: object) -> Word:
    """The word with a name.

    Raises:
        UnknownNameError: There is none; the message has similar ones.
    """
    return _find("word", name)


def find_value(name: object) -> Word:
    """The value with a name.

    Raises:
        UnknownNameError: There is none; the message has similar ones.
    """
    return _find("value", name)


def word_names() -> tuple[str, ...]:
    """The names of all words, sorted."""
    return _names("word")


def value_names() -> tuple[str, ...]:
    """The names of all values, sorted."""
    return _names("value")
