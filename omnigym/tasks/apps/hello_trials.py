"""Wrong runs and other right ways for the groups of the suite "hello"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from omnigym.actions import Action, Click, OpenApp
from omnigym.errors import OracleError
from omnigym.tasks.hello.acts import act, closing, ready, target
from omnigym.tasks.hello.groups import Group, groups
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


def _other(group: Group, values: dict[str, str]) -> dict[str, str]:
    """The parameters of another option: the next one of the group."""
    options = [o for o in group.parameters if o.get("word") == values.get("word")]
    at = [o["option"] for o in options].index(values["option"])
    return {name: str(value) for name, value in options[(at + 1) % len(options)].items()}


def _another(group: Group) -> Callable[..., Iterator[Action]]:
    def another_one(ui: UI, **values: str) -> Iterator[Action]:
        """The option beside it."""
        yield from ready(ui, group, values["option"])
        yield from act(ui, group, _other(group, values))

    return another_one


def _guessed(group: Group) -> Callable[..., Iterator[Action]]:
    def guessed(ui: UI, **values: str) -> Iterator[Action]:
        """The option beside it first, and then the right one."""
        yield from ready(ui, group, values["option"])
        yield from act(ui, group, _other(group, values))
        yield from act(ui, group, values)

    return guessed


def _looked(group: Group) -> Callable[..., Iterator[Action]]:
    def looked_first(ui: UI, **values: str) -> Iterator[Action]:
        """A click on the title of the window, which is no choice."""
        yield from ready(ui, group, values["option"])
        window = next(iter(ui.windows()), None)
        if window is not None and group.via == "":
            x, y, width, _ = window.bounds
            yield Click(((x + width / 3) / ui.size[0], (y + 12) / ui.size[1]))
        yield from act(ui, group, values)

    return looked_first
