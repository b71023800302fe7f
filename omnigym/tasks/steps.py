r"""Steps of an oracle, or of a run that tests a check, as data.

A step is a table whose first key is the verb; its further keys are a closed set for each verb. ::

    do = [
      { in_front = true },
      { click = "record", name = "{title}" },
      { press = "ctrl+shift+s" },
      { type = "{text}\n" },
    ]

A step is a verb of this module (`VERBS`), a word of `omnigym.tasks.step_registry`, or a macro of its file.
``{ save_as = ["{folder}/{name}", "f12"] }`` is called with these arguments, and `true` means none. ``{name}`` in a text
is a parameter, ``{name|lower}`` is the result of a filter (`FILTERS`) or of a table of the file, and ``{{`` is a brace.
A text that is one name alone keeps the type. Nothing in a step is executed as code.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias, cast

from omnigym import actions
from omnigym.a11y import Node, Role
from omnigym.actions import MODIFIERS, Action, Modifier, OpenApp, Press, Submit, Type, Wait
from omnigym.errors import OracleError, TaskFileError, UnknownNameError
from omnigym.foreign import show_value
from omnigym.foreign.limits import MAX_TEXT
from omnigym.tasks.oracle import UI
from omnigym.tasks.step_registry import find_value, find_word
from omnigym.tasks.subtask import Subtask

__all__ = ["FILTERS", "VERBS", "Book", "Macro", "Run", "Step", "Verb", "check_steps", "fill_names", "other_values"]

Step: TypeAlias = Mapping[str, Any]

#: What may stand behind a name in braces: ``{name|stem}``.
FILTERS: Mapping[str, Callable[[Any], Any]] = {
    "text": str,
    "lower": str.lower,
    "upper": str.upper,
    "title": str.title,
    "capitalize": str.capitalize,
    "casefold": str.casefold,
    "swapcase": str.swapcase,
    "padded": lambda text: f"{text} ",
    "stem": lambda text: text.rpartition(".")[0],
    "ending": lambda text: text.rpartition(".")[2],
    "folder": lambda text: text.rpartition("/")[0],
    "last": lambda text: text.rpartition("/")[2],
    "words": str.split,
    "lines": lambda text: text.split("\n"),
    "quoted": lambda value: shlex.quote(str(value)),
}
_PART = re.compile(r"\{\{|\}\}|\{(\w+)((?:\|\w+)*)\}")
#: How deep macros and oracles may call one another.
_DEPTH = 20
#: The values that a method of a text makes: ``{ let = "other", replace = ["{name}", ".txt", ".md"] }``.
_METHODS = ("replace", "removeprefix", "removesuffix")
#: How another value is one of a few: the one after that which is asked for, or the first that is not.
_OTHERS = ("after", "other_than")


class Macro(NamedTuple):
    """Named steps of one file; they see only their arguments."""

    takes: tuple[str, ...]
    do: tuple[Step, ...]


@dataclass(frozen=True)
class Book:
    """The names that the steps of a file can use.

    Attributes:
        subtask: The subtask with an id.
        macros: The macros of the file.
        maps: Its tables of values: ``{place|toward}``. The value of "else" is that of whatever is not in one.
    """

    subtask: Callable[[str], Subtask]
    macros: Mapping[str, Macro] = field(default_factory=dict)
    maps: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Run:
    """Steps that play like an oracle: ``run(ui, **parameters)`` yields actions.

    Attributes:
        name: Of the run, for messages.
        steps: The steps.
        of: The id of the subtask: "as asked" is what its oracle does.
        book: The names that steps can use.
        why: Its purpose.
    """

    name: str
    steps: tuple[Step, ...]
    of: str
    book: Book
    why: str = ""

    def __call__(self, ui: UI, /, **values: object) -> Iterator[Action]:
        """The actions."""
        yield from _play(_Moment(ui, dict(values), values, self.of, self.book), self.steps)

    def __eq__(self, other: object) -> bool:
        """Whether the other does the same."""
        return isinstance(other, Run) and self.of == other.of and self.steps == other.steps

    def __hash__(self) -> int:
        """Of what it belongs to."""
        return hash((self.of, self.name))


@dataclass(frozen=True)
class _Moment:
    """Where a run is: the screen, the values that have a name by now, and the parameters that were given."""

    ui: UI
    values: dict[str, Any]
    given: Mapping[str, Any]
    of: str
    book: Book
    depth: int = 0

    def filled(self, template: object) -> Any:
        return fill_names(template, self.values, self.book.maps)

    def deeper(self, values: dict[str, Any], given: Mapping[str, object]) -> _Moment:
        if self.depth >= _DEPTH:
            raise TaskFileError(f"The steps of {self.of!r} call one another more than {_DEPTH} deep. Untie them.")
        return replace(self, values=values, given=given, depth=self.depth + 1)


# -- values -----------------------------------------------------------------------------------------------------------


def fill_names(template: object, values: Mapping[str, object], maps: Mapping[str, Mapping[str, object]]) -> Any:
    """Return data with the names in its texts replaced.

    Raises:
        TaskFileError: A name or its filter is unknown, or a text would be too long.
    """
    if isinstance(template, str):
        if "{" not in template and "}" not in template:
            return template
        if template == "{*}":
            return dict(values)
        whole = _PART.fullmatch(template)
        if whole and whole[1]:
            return _named(whole, values, maps)
        text = _PART.sub(lambda m: str(_named(m, values, maps)) if m[1] else m[0][0], template)
        if len(text) > MAX_TEXT:
            raise TaskFileError(f"A text has at most {MAX_TEXT:,} characters when its names are filled. Shorten it.")
        return text
    if isinstance(template, Mapping):
        return {k: fill_names(v, values, maps) for k, v in template.items()}
    if isinstance(template, list | tuple):
        return [fill_names(v, values, maps) for v in template]
    return template


def _named(m: re.Match[str], values: Mapping[str, object], maps: Mapping[str, Mapping[str, object]]) -> Any:
    if m[1] not in values:
        raise TaskFileError(f"{m[0]!r}: {UnknownNameError('parameter', m[1], values)}")
    found = values[m[1]]
    for name in m[2].split("|")[1:]:
        if name in maps:
            table = maps[name]
            found = table[str(found)] if str(found) in table else table["else"]
        elif name in FILTERS:
            found = FILTERS[name](found)
        else:
            raise TaskFileError(f"{m[0]!r}: {UnknownNameError('filter', name, (*FILTERS, *maps))}")
    return found


def _made(at: _Moment, name: str, args: Any) -> Any:
    """A named function of data."""
    args = at.filled(args)
    args = args if isinstance(args, list) else [args]
    if name == "native":
        return at.ui.native_path(*args)
    if name == "item":
        return args[0][args[1]]
    if name in _METHODS:
        return getattr(str, name)(*args)
    if name in FILTERS:
        return FILTERS[name](*args)
    known = find_value(name)
    positional, _ = known.arguments(args, {})
    return known.function(*positional)


def _press(said: str, times: int = 1) -> Press:
    """``ctrl+shift+s``; the key may be "+" itself."""
    held: list[Modifier] = []
    while "+" in said[1:] and said.partition("+")[0] in MODIFIERS:
        first, _, said = said.partition("+")
        held.append(cast(Modifier, first))
    return Press(said, tuple(held), times)


def _target(ui: UI, said: Any) -> str | Node:
    """A control: its key, or its role and name."""
    if isinstance(said, str):
        return said
    role = Role[said["role"].upper()] if "role" in said else None
    return ui.node(role, said.get("name"), text=said.get("text")) or str(said.get("name", ""))


# -- verbs ------------------------------------------------------------------------------------------------------------


class Verb(NamedTuple):
    """A verb of the steps.

    Attributes:
        play: Yields what a step does.
        beside: The keys that may stand beside it.
        names: Whether any others may, too: the values of a key's placeholders.
        why: Its purpose, in a sentence.
        deferred: The keys whose values are filled by what they stand for, not before.
    """

    play: Callable[[_Moment, Any, Mapping[str, Any]], Iterator[Action]]
    beside: tuple[str, ...] = ()
    names: bool = False
    why: str = ""
    deferred: tuple[str, ...] = ()


def _click(how: str) -> Callable[[_Moment, Any, Mapping[str, Any]], Iterator[Action]]:
    def play(at: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
        held = {"modifiers": tuple(more["modifiers"])} if "modifiers" in more else {}
        yield getattr(at.ui, how)(_target(at.ui, said), **{**more, **held})

    return play


def _drag(at: _Moment, said: object, more: Mapping[str, object]) -> Iterator[Action]:
    names = {k: v for k, v in more.items() if k != "onto"}
    yield at.ui.drag(_target(at.ui, said), _target(at.ui, more["onto"]), **names)


def _scroll(at: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
    names = {k: v for k, v in more.items() if k != "by"}
    yield at.ui.scroll(_target(at.ui, said), more["by"], **names)


def _pressed(_: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
    yield _press(str(said), more.get("times", 1))


def _typed(_: _Moment, said: object, _more: Mapping[str, object]) -> Iterator[Action]:
    yield Type(str(said))


def _waited(_: _Moment, said: Any, _more: Mapping[str, Any]) -> Iterator[Action]:
    yield Wait(said)


def _opened(_: _Moment, said: object, _more: Mapping[str, object]) -> Iterator[Action]:
    yield OpenApp(str(said))


def _submitted(_: _Moment, said: object, _more: Mapping[str, object]) -> Iterator[Action]:
    yield Submit(str(said))


def _raw(_: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
    kinds = {
        c.__name__.lower(): c
        for c in vars(actions).values()
        if isinstance(c, type) and c.__module__ == actions.__name__
    }
    yield kinds[said](**{k: tuple(v) if isinstance(v, list) else v for k, v in more.items()})


def _shell(at: _Moment, said: object, more: Mapping[str, object]) -> Iterator[Action]:
    values = at.filled(more["with"]) if "with" in more else at.values
    quoted = {name: shlex.quote(str(value)) for name, value in values.items()}
    yield from find_word("type_command").function(at.ui, fill_names(said, quoted, at.book.maps))


def _let(at: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
    ((name, args),) = more.items()
    at.values[said] = _made(at, name, args)
    yield from ()


def _default(at: _Moment, said: Any, _more: Mapping[str, Any]) -> Iterator[Action]:
    for name, usual in said.items():
        at.values.setdefault(name, usual)
    yield from ()


#: The most repetitions of steps that a number says.
_MOST_TIMES = 1_000


def _each(at: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
    for item in _items(at, said):
        yield from _play(replace(at, values={**at.values, more["as"]: item}), more["do"])


def _items(at: _Moment, said: Any) -> Sequence[Any]:
    """Return the items of a list, the numbers from 1 to a number, or the value of a parameter by its name.

    The letters of a parameter's text are its items, such as the digits of a telephone number. Templates are filled.
    """
    found = said
    if isinstance(said, str):
        if said.isdecimal():
            found = int(said) if len(said) <= len(str(_MOST_TIMES)) else _MOST_TIMES + 1
        else:
            found = at.filled(f"{{{said}}}")
            if isinstance(found, str):
                return list(found)
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= _MOST_TIMES:
        return range(1, found + 1)
    if isinstance(found, list | tuple):
        return found
    raise TaskFileError(
        f"'each' takes a list, a number from 0 to {_MOST_TIMES:,}, a template of either, or the name of a parameter; "
        f"got {show_value(said)}. Correct the step."
    )


def _if_there(there: bool) -> Callable[[_Moment, Any, Mapping[str, Any]], Iterator[Action]]:
    def play(at: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
        names = {k: at.filled(v) for k, v in more.items() if k != "do"}
        if (at.ui.find(at.filled(said), **names) is not None) is there:
            yield from _play(at, more["do"])

    return play


def _wait_for(at: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
    return at.ui.wait_for(said, **more)


def _as_asked(at: _Moment, said: Any, more: Mapping[str, Any]) -> Iterator[Action]:
    of = more.get("subtask", at.of)
    known = at.book.subtask(of)
    if known.oracle is None:
        raise OracleError(f"The subtask {of!r} has no oracle.")
    ui = at.ui.of(at.filled(more["in_app"]) if "in_app" in more else known.app)
    run = known.oracle(ui, **_asked_values(at, said, more, known))
    inner = at.deeper(at.values, at.given)
    if "way" in more:
        yield from find_word(more["way"]).function(at.ui, run)
    elif "before" in more:
        for action in run:
            if at.ui.find(more["before"]) is not None and action == at.ui.click(more["before"]):
                yield from _play(inner, more["do"])
                yield at.ui.click(more["before"])  # wherever it is by now
            else:
                yield action
    elif "but" in more:
        but = _press(more["but"]["press"], more["but"].get("times", 1))
        for action in run:
            yield from _play(inner, more["do"]) if action == but else (action,)
    else:
        yield from run


def _asked_values(at: _Moment, said: Any, more: Mapping[str, Any], known: Subtask) -> Mapping[str, Any]:
    """The parameters with which the oracle is played."""
    if more.get("first"):
        return known.parameters[0]
    other = {name: _other_value(at, name, v) for name, v in said.items()} if isinstance(said, Mapping) else {}
    if "subtask" in more:
        return {**(at.given if more.get("given") else {}), **other}
    if "another" in more:
        wanted = more["another"]
        return {**at.given, **other_values(known, at.given, () if wanted is True else tuple(wanted))}
    return {**at.given, **other}


def other_values(known: Subtask, given: Mapping[str, object], names: tuple[str, ...] = ()) -> Mapping[str, object]:
    """Return the values of the first parameter set in which all of these differ; without names, all that differ.

    Raises:
        OracleError: There is none.
    """
    for values in known.parameters:
        chosen = names or tuple([name for name in values if values[name] != given[name]])
        if chosen and all(values[name] != given[name] for name in chosen):
            return {name: values[name] for name in chosen}
    raise OracleError(f"All parameter sets of {known.id!r} have the same {', '.join(names)}.")


def _other_value(at: _Moment, name: str, said: object) -> object:
    if isinstance(said, Mapping) and len(said) == 1:
        ((how, args),) = said.items()
        if how == "after":
            following = dict(zip(args, [*args[1:], args[0]], strict=True))
            return following.get(at.given[name], args[0])
        if how == "other_than":
            return next(choice for choice in args if choice != at.given[name])
        return _made(at, how, args)
    return at.filled(said)


_NAMED = "on a control: its key and the values of the key's placeholders, or its role and name."
#: The verbs by name.
VERBS: Mapping[str, Verb] = {
    "click": Verb(_click("click"), ("button", "count", "modifiers"), True, f"A click {_NAMED}"),
    "double_click": Verb(_click("double_click"), (), True, f"A double click {_NAMED}"),
    "right_click": Verb(_click("right_click"), (), True, f"A click with the right button {_NAMED}"),
    "drag": Verb(_drag, ("onto",), True, "A drag from one control onto another one."),
    "scroll": Verb(_scroll, ("by",), True, "The wheel turned over a control; positive is down."),
    "press": Verb(_pressed, ("times",), why='A key with what is held: "ctrl+shift+s".'),
    "type": Verb(_typed, why="A text typed into what has the focus."),
    "wait": Verb(_waited, why="Seconds that pass."),
    "wait_for": Verb(_wait_for, ("tries",), True, "Wait until a control is there."),
    "open_app": Verb(_opened, why="An app brought to the front, started where it does not run."),
    "submit": Verb(_submitted, why="An answer to what was asked."),
    "raw": Verb(_raw, (), True, "An action of `omnigym.actions` by the name of its class, with its fields."),
    "shell": Verb(
        _shell,
        ("with",),
        why="A command typed into a terminal; each value in it is quoted.",
        deferred=("shell", "with"),
    ),
    "let": Verb(_let, (), True, "A name for what a value of the vocabulary makes of its arguments.", ("*",)),
    "default": Verb(_default, why="Values of parameters that were not given."),
    "each": Verb(_each, ("as", "do"), why="Steps for each item of a list, or each number up to one.", deferred=("do",)),
    "if_there": Verb(_if_there(True), ("do",), True, "Steps where a control is on the screen.", ("*",)),
    "unless_there": Verb(_if_there(False), ("do",), True, "Steps where a control is not on the screen.", ("*",)),
    "as_asked": Verb(
        _as_asked,
        ("another", "before", "but", "do", "first", "given", "in_app", "subtask", "way"),
        why="What the oracle does: as it is, with other values, of another subtask, or with some actions replaced.",
        deferred=("*",),
    ),
}
#: What may stand beside a word: the screen of another app, and the parameters of the subtask, or not all of them.
_BESIDE_WORD = ("of", "given", "without")


def _play(at: _Moment, steps: Sequence[Step]) -> Iterator[Action]:
    for step in steps:
        here = replace(at, ui=at.ui.of(at.filled(step["of"]))) if "of" in step else at
        name = next(iter(step))
        if name in at.book.macros:
            yield from _macro(here, name, step)
        elif name in VERBS:
            yield from _verb(here, name, step)
        else:
            yield from _word(here, name, step)


def _verb(at: _Moment, name: str, step: Step) -> Iterator[Action]:
    verb = VERBS[name]
    late = verb.deferred
    said = step[name] if "*" in late or name in late else at.filled(step[name])
    more = {k: v if "*" in late or k in late else at.filled(v) for k, v in step.items() if k not in (name, "of")}
    return verb.play(at, said, more)


def _arguments(at: _Moment, name: str, step: Step) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a word or a macro, by position and by name."""
    said = at.filled(step[name])
    args = [] if said is True else said if isinstance(said, list) else [said]
    more = {k: at.filled(v) for k, v in step.items() if k not in (name, *_BESIDE_WORD)}
    return args, more


def _macro(at: _Moment, name: str, step: Step) -> Iterator[Action]:
    macro = at.book.macros[name]
    args, more = _arguments(at, name, step)
    values = {**dict(zip(macro.takes, args, strict=False)), **more}
    yield from _play(at.deeper(values, values), macro.do)


def _word(at: _Moment, name: str, step: Step) -> Iterator[Action]:
    known = find_word(name)
    args, more = known.arguments(*_arguments(at, name, step))
    given = {k: v for k, v in at.given.items() if k not in step.get("without", ())} if step.get("given") else {}
    yield from known.function(at.ui, *args, **{**given, **more})


# -- checking ---------------------------------------------------------------------------------------------------------


def check_steps(steps: Sequence[Step], macros: Mapping[str, Macro], place: tuple[int | str, ...] = ()) -> None:
    """Check before playing that verbs and words exist, and that no key is unknown.

    Args:
        steps: The steps.
        macros: The macros of their file.
        place: Where they stand.

    Raises:
        TaskFileError: Something does not fit; ``place`` is its second argument.
    """
    for number, step in enumerate(steps):
        try:
            _check_step(step, macros)
        except (TaskFileError, UnknownNameError) as e:
            raise TaskFileError(str(e), (*place, number)) from None
        if isinstance(step.get("do"), list | tuple):
            check_steps(step["do"], macros, (*place, number, "do"))


def _check_step(step: object, macros: Mapping[str, Macro]) -> None:
    if not isinstance(step, Mapping) or not step:
        raise TaskFileError(
            f"A step is a table whose first key is a verb or a word, got {show_value(step)}. Correct it."
        )
    name, *beside = step
    if name in macros:
        allowed: tuple[str, ...] | None = (*macros[name].takes, *_BESIDE_WORD)
    elif name in VERBS:
        allowed = None if VERBS[name].names else (*VERBS[name].beside, "of")
    else:
        known = find_word(name)
        said = step[name]
        count = 0 if said is True else len(said) if isinstance(said, list | tuple) else 1
        known.check(count, [k for k in beside if k not in _BESIDE_WORD], given=bool(step.get("given")))
        return
    for key in beside:
        if allowed is not None and key not in allowed:
            raise TaskFileError(f"{name!r}: {UnknownNameError('key', key, allowed)}")
    if name == "let":
        _check_value(beside[0] if beside else "")
    if name == "as_asked" and isinstance(step[name], Mapping):
        for other in step[name].values():
            if isinstance(other, Mapping) and next(iter(other), "") not in _OTHERS:
                _check_value(next(iter(other), ""))


def _check_value(name: str) -> None:
    if name not in ("native", "item", *_METHODS, *FILTERS):
        find_value(name)
