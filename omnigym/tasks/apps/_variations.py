"""Wrong runs and right ways that many subtasks share: their own oracle with other values, or behind something else.

Whatever a task names matters: who does the same to something else has not done it, and who does it to both has done
more than was asked. ::

    instead("web/shop-wish", "web/shop-review")
    instead("mail/send", values=("to",))
    besides("web/shop-wish")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.subtask import UI, Oracle, get_subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__ = ["before_it", "besides", "instead", "spelled"]


def _oracle(subtask: str, ui: UI, values: Mapping[str, Any]) -> Iterator[Action]:
    oracle = get_subtask(subtask).oracle
    if oracle is None:
        raise OracleError(f"The subtask {subtask!r} has no oracle.")
    return oracle(ui, **values)


def _other(subtask: str, values: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The parameters with those of these names from the first parameter set where all of them are others.

    Raises:
        OracleError: There is none.
    """
    for given in get_subtask(subtask).parameters:
        chosen = names or tuple([name for name in given if given[name] != values[name]])
        if chosen and all(given[name] != values[name] for name in chosen):
            return {**values, **{name: given[name] for name in chosen}}
    raise OracleError(f"All parameter sets of {subtask!r} have the same {', '.join(names)}.")


def _named(run: Oracle, name: str, document: str) -> Oracle:
    run.__name__ = run.__qualname__ = name
    run.__doc__ = document
    return run


def instead(*subtasks: str, values: tuple[str, ...] = ()) -> None:
    """Register the wrong run that does it with other values.

    Args:
        subtasks: Of these.
        values: The names of those that are others; () for all.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            yield from _oracle(_subtask, ui, _other(_subtask, given, values))

        name = "_".join(("with_another", *(values or ("set",))))
        wrong_run(subtask)(_named(run, name, f"The oracle with other values of {values or 'everything'}."))


def besides(*subtasks: str, values: tuple[str, ...] = (), harmless: bool = False) -> None:
    """Register the run that does it with other values first, and then as asked.

    Args:
        subtasks: Of these.
        values: As of `instead`.
        harmless: Whether the second takes the place of the first, as of a volume, so that it is a right way.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            yield from _oracle(_subtask, ui, _other(_subtask, given, values))
            yield from _oracle(_subtask, ui, given)

        name = "_".join(("after_another", *(values or ("set",))))
        register = right_way if harmless else wrong_run
        register(subtask)(_named(run, name, f"With other values of {values or 'everything'} first, then as asked."))


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
            yield from _oracle(_subtask, ui, given)

        register = right_way if harmless else wrong_run
        register(subtask)(_named(run, name, first.__doc__ or name))


def spelled(name: str, change: Callable[[str], str], value: str, *subtasks: str) -> None:
    """Register the right way that writes a value as people may as well: another letter case, a space at its end.

    Args:
        name: Of the run.
        change: Gives the other spelling.
        value: The parameter's name.
        subtasks: Of these.
    """
    for subtask in subtasks:

        def run(ui: UI, /, _subtask: str = subtask, **given: Any) -> Iterator[Action]:
            yield from _oracle(_subtask, ui, {**given, value: change(given[value])})

        right_way(subtask)(_named(run, name, f"The oracle with another spelling of its {value}."))
