"""How the groups are played: their oracles, by ordinary actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Node, Role
from omnigym.actions import Action, OpenApp
from omnigym.errors import OracleError
from omnigym.tasks.apps._steps import active_window, in_front
from omnigym.tasks.hello.groups import Group
from omnigym.tasks.subtask import UI, Oracle

__all__ = ["act", "oracle_of", "ready", "target"]

#: Where the simulated desktops have what starts an app.
_LAUNCHERS = ("taskbar", "launcher", "launcher.dock")


def oracle_of(group: Group) -> Oracle:
    """The oracle of a group: it leads to the option, then does it."""

    def play(ui: UI, **values: str) -> Iterator[Action]:
        yield from ready(ui, group, values["option"])
        yield from act(ui, group, values)

    play.__qualname__ = play.__name__ = group.subtask
    return play


def ready(ui: UI, group: Group, option: str) -> Iterator[Action]:
    """The window of the group in front, if it has one; what is open in it stays open.

    Raises:
        OracleError: It has no window.
    """
    if not group.app or (active_window(ui) is not None and ui.node(group.target, option) is not None):
        return
    if not ui.app_windows():  # to open it is another node's
        raise OracleError(f"The oracle expected a window of {group.app!r}.")
    yield from in_front(ui)


def act(ui: UI, group: Group, values: Mapping[str, str]) -> Iterator[Action]:
    """An option taken, where it is on the screen.

    Args:
        ui: The screen.
        group: The group.
        values: One of its parameter sets.
    """
    if group.kind == "open":
        keys = [f"{place}.{values['name']}" for place in _LAUNCHERS]
        launcher = next((node for key in keys if (node := ui.tree.find(key=key)) is not None), None)
        yield ui.click(launcher) if launcher is not None else OpenApp(values["name"])
    elif group.kind == "close":
        yield ui.click(closing(ui, values["name"]))
    elif group.kind == "drag":
        yield ui.drag(target(ui, group, values["option"]), _found(ui, group.target, group.onto))
    else:
        yield ui.click(target(ui, group, values["option"]))
        if group.kind == "type":
            yield ui.type(values["word"])


def target(ui: UI, group: Group, option: str) -> Node:
    """The control of an option.

    Raises:
        OracleError: It is not on the screen.
    """
    return _found(ui, group.target, option)


def closing(ui: UI, app: str) -> Node:
    """The button that closes the window of an app.

    Raises:
        OracleError: It has no window.
    """
    tree = ui.tree
    for button in tree.find_all(Role.BUTTON, "Close"):
        above = button
        while above.parent >= 0:
            above = tree.nodes[above.parent]
        if any(w.title == above.name for w in ui.app_windows(app)):
            return button
    raise OracleError(f"The oracle expected a window of {app!r} that can be closed.")


def _found(ui: UI, role: Role | None, name: str) -> Node:
    node = ui.node(role, name)
    if node is None:
        raise OracleError(f"The oracle expected {name!r} on the screen. Play it from where the task begins.")
    return node
