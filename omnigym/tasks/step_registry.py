"""The vocabulary of subtask files: the words of a step, in addition to the verbs of `omnigym.tasks.steps`.

A *word* is a generator of ordinary actions, a *value* a function of data::

    @word
    def open_path(ui: UI, path: str) -> Iterator[Action]:
        \"\"\"A document open in the window in front.\"\"\"

    @value
    def month_of(day: str) -> str: ...

In a file they are ``{ open_path = "Documents/plan.docx" }`` and ``{ let = "month", month_of = "{day}" }``. Names are
unique. They are found without importing all that has them, by an index (`omnigym.discovery.NameIndex`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.discovery import NameIndex
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.foreign import show_value

__all__ = ["INDEXES", "Word", "find_value", "find_word", "modules_of", "value", "value_names", "word", "word_names"]

_F = TypeVar("_F", bound=Callable[..., Any])
#: A generator ``(ui, *args, **more)`` of ordinary actions.
Play: TypeAlias = Callable[..., Iterator[Action]]

_PACKAGES = ("omnigym.tasks.step_library", "omnigym.tasks.apps")
_LIBRARY = Path(__file__).parent / "step_library"
#: The modules of words and of values.
INDEXES: Mapping[str, NameIndex] = {
    "word": NameIndex(_LIBRARY / "words.json", *_PACKAGES),
    "value": NameIndex(_LIBRARY / "values.json", *_PACKAGES),
}


@dataclass(frozen=True)
class Word:
    """A word or a value of the vocabulary.

    Attributes:
        name: As files say it: the name of the function.
        function: Its function.
    """

    name: str
    function: Callable[..., Any]

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The parameters of the word, without the screen."""
        return {n: p for n, p in inspect.signature(self.function).parameters.items() if n != "ui"}

    @property
    def summary(self) -> str:
        """The purpose of the word, in a sentence."""
        return (self.function.__doc__ or "").strip().partition("\n")[0]

    def arguments(self, args: Sequence[object], more: Mapping[str, object]) -> tuple[list[Any], dict[str, Any]]:
        """Return data in the form that the function takes: roles and other words by their names, tuples for lists."""
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
        """Check the number and the names of the arguments.

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
    """Register a generator of actions as a word of subtask files, by its name."""
    return _register("word", function)


def value(function: _F) -> _F:
    """Register a function of data as a value of subtask files, by its name."""
    return _register("value", function)


def _find(kind: str, name: object) -> Word:
    if name not in _WORDS[kind] and isinstance(name, str):
        INDEXES[kind].load(name, _WORDS[kind])
    if name not in _WORDS[kind]:
        raise UnknownNameError(kind, name if isinstance(name, str) else show_value(name), _names(kind))
    return _WORDS[kind][str(name)]


def _names(kind: str) -> tuple[str, ...]:
    INDEXES[kind].load_all()
    return tuple(sorted(_WORDS[kind]))


def modules_of(kind: str) -> Mapping[str, str]:
    """The module of each "word" or "value", all modules imported."""
    return {name: _find(kind, name).function.__module__ for name in _names(kind)}


def find_word(name: object) -> Word:
    """Return the word with a name.

    Raises:
        UnknownNameError: There is none; the message has similar ones.
    """
    return _find("word", name)


def find_value(name: object) -> Word:
    """Return the value with a name.

    Raises:
        UnknownNameError: There is none; the message has similar ones.
    """
    return _find("value", name)


def word_names() -> tuple[str, ...]:
    """Return the names of all words, sorted."""
    return _names("word")


def value_names() -> tuple[str, ...]:
    """Return the names of all values, sorted."""
    return _names("value")
