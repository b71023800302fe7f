"""Wrong runs and other right ways for the groups of the suite "hello"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Click, Drag, OpenApp
from omnigym.benchmarks.hello.groups import Group, groups
from omnigym.benchmarks.hello.subtasks import act, control, ready
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_MOST_TURNS = 60


def _other(group: Group, values: dict[str, str]) -> dict[str, str]:
    """The parameters of the next option of the group that another action leads to, with the same word."""
    return {**values, **group.rivals(values["option"])[0]}


def _another(group: Group) -> Callable[..., Iterator[Action]]:
    def another_one(ui: UI, **values: str) -> Iterator[Action]:
        """The option beside it."""
        yield from ready(ui, group, values)
        yield from act(ui, group, _other(group, values))

    return another_one


def _guessed(group: Group) -> Callable[..., Iterator[Action]]:
    def guessed(ui: UI, **values: str) -> Iterator[Action]:
        """The option beside it first, and then the right one."""
        yield from ready(ui, group, values)
        yield from act(ui, group, _other(group, values))
        yield from act(ui, group, values)

    return guessed


def _looked(group: Group) -> Callable[..., Iterator[Action]]:
    def looked_first(ui: UI, **values: str) -> Iterator[Action]:
        """A click on the title of the window, which is no choice."""
        yield from ready(ui, group, values)
        window = next(iter(ui.windows()), None)
        if window is not None:
            x, y, width, _ = window.bounds
            yield Click(((x + width / 3) / ui.size[0], (y + 12) / ui.size[1]))
        yield from act(ui, group, values)

    return looked_first


def _opened_by_name(_ui: UI, name: str, **_values: str) -> Iterator[Action]:
    """Without a click."""
    yield OpenApp(name)


def _by_its_icon(ui: UI, option: str, **_values: str) -> Iterator[Action]:
    """A double click on the icon of the desktop."""
    icon = next((n for n in ui.tree if n.role is Role.LIST_ITEM and n.name == option), None)
    if icon is None:
        raise OracleError(f"There is no icon {option!r} on the desktop.")
    yield ui.double_click(icon)


def _by_alt_f4(ui: UI, name: str, **_values: str) -> Iterator[Action]:
    """The window brought to the front by its title, and then closed with the keyboard."""
    window = next(w for w in ui.app_windows(name))
    x, y, _, _ = window.bounds
    yield Click(((x + 60) / ui.size[0], (y + 16) / ui.size[1]))
    yield ui.press("f4", "alt")


def _letter_by_letter(group: Group) -> Callable[..., Iterator[Action]]:
    def letter_by_letter(ui: UI, option: str, word: str, **_values: str) -> Iterator[Action]:
        """A look into another field, then the letters one at a time."""
        yield from ready(ui, group, {"option": option})
        yield ui.click(control(ui, group, group.rivals(option)[0]))
        yield ui.click(control(ui, group, {"option": option}))
        for letter in word:
            yield ui.type(letter)

    return letter_by_letter


def _notch_by_notch(group: Group) -> Callable[..., Iterator[Action]]:
    def notch_by_notch(ui: UI, **values: str) -> Iterator[Action]:
        """The wheel turned by single notches until it is in view."""
        yield from ready(ui, group, values)
        for _ in range(_MOST_TURNS):
            yield ui.scroll(control(ui, group, values), 1 if values["turn"] == "down" else -1)
            if ui.node(name=values.get("shows", values["option"])) is not None:
                return

    return notch_by_notch


def _swiped(group: Group) -> Callable[..., Iterator[Action]]:
    def swiped(ui: UI, **values: str) -> Iterator[Action]:
        """A finger drawn over the list until it is in view."""
        yield from ready(ui, group, values)
        for _ in range(_MOST_TURNS):
            x, y, width, height = control(ui, group, values).bounds
            low, high = [((x + width / 2) / ui.size[0], (y + height * part) / ui.size[1]) for part in (0.75, 0.25)]
            yield Drag(low, high) if values["turn"] == "down" else Drag(high, low)
            if ui.node(name=values.get("shows", values["option"])) is not None:
                return

    return swiped


for _group in groups():
    wrong_run(_group.subtask)(_another(_group))
    wrong_run(_group.subtask)(_guessed(_group))
    if _group.kind == "open":
        right_way(_group.subtask)(_opened_by_name)
        right_way(_group.subtask, platforms=("windows",))(_by_its_icon)
    elif _group.kind == "close":
        right_way(_group.subtask, platforms=("windows",))(_by_alt_f4)
    elif _group.kind == "type":
        right_way(_group.subtask)(_letter_by_letter(_group))
    elif _group.kind == "scroll":
        right_way(_group.subtask)(_notch_by_notch(_group))
        right_way(_group.subtask, platforms=("android",))(_swiped(_group))
    elif not (_group.via or (_group.kind == "menu" and _group.start)):  # a menu would close
        right_way(_group.subtask)(_looked(_group))
