"""Wrong runs and right ways that many subtasks share: their own oracle with other values, or behind something else.

Whatever a task names matters: who does the same to something else has not done it, and who does it to both has done
more than was asked. ::

    instead("web/shop-wish", "web/shop-review")
    instead("mail/send", values=("to",))
    another("phone-tasks/add", title="Another task")
    spelled("in_capitals", str.upper, "title", "todo/add-task")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.steps import other_values
from omnigym.tasks.subtask import UI, Oracle

#: The parameters of a subtask.
Values: TypeAlias = Mapping[str, Any]
#: What is done with the actions of an oracle: some are left out, or others go before them.
Way: TypeAlias = Callable[[UI, Iterator[Action]], Iterator[Action]]


def as_asked(subtask: str, ui: UI, /, **values: object) -> Iterator[Action]:
    """What the oracle of a subtask does, with these values.

    Raises:
        OracleError: It has none.
    """
    return _asked_in(get_subtask(subtask).app, subtask, ui, values)


def _asked_in(app: str, subtask: str, ui: UI, values: Values) -> Iterator[Action]:
    """The same in an app."""
    known = get_subtask(subtask)
    if known.oracle is None:
        raise OracleError(f"The subtask {subtask!r} has no oracle.")
    return known.oracle(ui.of(app), **values)


def pad_text(text: str) -> str:
    """A text with a space behind it, as fingers leave one."""
    return f"{text} "


def next_value(name: str, *choices: object) -> Callable[[Values], object]:
    """Of some values the one after that which was asked for by a name; the first where it is none of them."""
    after = dict(zip(choices, (*choices[1:], choices[0]), strict=True))
    return lambda values: after.get(values[name], choices[0])


def other_than(names: tuple[str, ...], *choices: object) -> Callable[[Values], object]:
    """Of some values the first that none of those names asks for."""
    return lambda values: next(choice for choice in choices if choice not in [values[name] for name in names])


def _other(subtask: str, values: Values, names: tuple[str, ...], other: Values) -> dict[str, object]:
    """The parameters with these others, else those of these names from the first set where all of them are others.

    Raises:
        OracleError: There is none.
    """
    if other:
        return {**values, **{name: new(values) if callable(new) else new for name, new in other.items()}}
    return {**values, **other_values(get_subtask(subtask), values, names)}


def _named(run: Oracle, name: str, document: str) -> Oracle:
    run.__name__ = run.__qualname__ = name
    run.__doc__ = document
    return run


def instead(*subtasks: str, values: tuple[str, ...] = (), what: str = "", **other: object) -> None:
    """Register the wrong run that does it with other values.

    Args:
        subtasks: Of these.
        values: The names of those that another parameter set has; () for all. For those that are not in ``other``.
        what: What is another, for the run's name; by default the names of the values.
        other: The other values, or functions that make them of those that were asked for.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            yield from as_asked(_subtask, ui, **_other(_subtask, given, values, other))

        changed = values or tuple(other)
        name = "_".join(("with_another", *((what,) if what else changed or ("set",))))
        wrong_run(subtask)(_named(run, name, f"The oracle with other values of {changed or 'everything'}."))


def besides(
    *subtasks: str, values: tuple[str, ...] = (), what: str = "", harmless: bool = False, **other: object
) -> None:
    """Register the run that does it with other values first, and then as asked.

    Args:
        subtasks, values, what, other: As of `instead`.
        harmless: Whether the second takes the place of the first, as of a volume, so that it is a right way.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            yield from as_asked(_subtask, ui, **_other(_subtask, given, values, other))
            yield from as_asked(_subtask, ui, **given)

        changed = values or tuple(other)
        name = "_".join(("after_another", *((what,) if what else changed or ("set",))))
        register = right_way if harmless else wrong_run
        register(subtask)(_named(run, name, f"With other values of {changed or 'everything'} first, then as asked."))


def another(subtask: str, what: str = "", /, **other: Any) -> None:
    """Register two wrong runs: it is done with other values `instead`, and `besides`."""
    instead(subtask, what=what, **other)
    besides(subtask, what=what, **other)


def before_it(name: str, first: Callable[..., Iterator[Action]], *subtasks: str, harmless: bool = False) -> None:
    """Register the run that does something first, and then what was asked.

    Args:
        name: Of the run.
        first: ``(ui, **parameters)`` yields the actions of what is done first: damage.
        subtasks: Of these.
        harmless: Whether it is no damage but a detour, so that the run is a right way.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            yield from first(ui, **given)
            yield from as_asked(_subtask, ui, **given)

        register = right_way if harmless else wrong_run
        register(subtask)(_named(run, name, first.__doc__ or name))


def amid(name: str, key: str, more: Callable[..., Iterator[Action]], *subtasks: str) -> None:
    """Register the wrong run that puts something more into it, just before a control is clicked.

    Args:
        name: Of the run.
        key: Of the control, at which nothing is missing but that: the button that saves, and that oracles click.
        more: ``(ui, **parameters)`` yields the actions of what nobody asked for.
        subtasks: Of these.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            for action in as_asked(_subtask, ui, **given):
                if ui.find(key) is not None and action == ui.click(key):
                    yield from more(ui, **given)
                    yield ui.click(key)  # wherever it is by now
                else:
                    yield action

        wrong_run(subtask)(_named(run, name, more.__doc__ or name))


def register_unasked(other: str, *subtasks: str) -> None:
    """Register the wrong run that does another subtask first, by its first parameters, which nobody asked for.

    Args:
        other: That subtask; what it works on must be there without its setup.
        subtasks: Of these.
    """
    done = other.rpartition("/")[2].replace("-", "_")

    def first(ui: UI, **_: str) -> Iterator[Action]:
        yield from as_asked(other, ui, **get_subtask(other).parameters[0])

    first.__doc__ = f"{other} first, unasked."
    before_it(f"{done}_unasked", first, *subtasks)


def register_spelling(name: str, change: Callable[[str], str], value: str, *subtasks: str) -> None:
    """Register the right way that writes a value as people may as well: another letter case, a space at its end.

    Args:
        name: Of the run.
        change: Gives the other spelling.
        value: The parameter's name.
        subtasks: Of these.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            yield from as_asked(_subtask, ui, **{**given, value: change(given[value])})

        right_way(subtask)(_named(run, name, f"The oracle with another spelling of its {value}."))
