"""The subtasks of the suite "hello", of the collection of that name: one for each group of a desktop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, OpenApp
from omnigym.benchmarks.hello.groups import COLLECTION, Group, groups
from omnigym.errors import OracleError
from omnigym.tasks.step_library.steps import active_window, in_front
from omnigym.tasks.subtask import UI, Oracle, Subtask, register

__all__ = ["act", "control", "oracle_of", "ready"]


# -- how the groups are played: their oracles, by ordinary actions ----------------------------------------------------

#: Where the simulated desktops have what starts an app.
_LAUNCHERS = ("taskbar", "launcher", "launcher.dock")
#: Notches of the wheel that reach the end of whatever is scrolled.
_NOTCHES = {"up": -40.0, "down": 40.0}


def oracle_of(group: Group) -> Oracle:
    """The oracle of a group: it leads to the option, then does it."""

    def play(ui: UI, **values: str) -> Iterator[Action]:
        yield from ready(ui, group, values)
        yield from act(ui, group, values)

    play.__qualname__ = play.__name__ = group.subtask
    return play


def ready(ui: UI, group: Group, values: Mapping[str, str]) -> Iterator[Action]:
    """The window of the group in front, if it has one; what is open in it stays open.

    Raises:
        OracleError: It has no window.
    """
    if not group.app or (active_window(ui) is not None and _shown(ui, group, values) is not None):
        return
    if not ui.app_windows():  # to open it is another node's
        raise OracleError(f"The oracle expected a window of {group.app!r}.")
    if _has_dialog_window(ui):
        yield OpenApp(group.app)
    else:
        yield from in_front(ui)


def _has_dialog_window(ui: UI) -> bool:
    """Whether a dialog is all that is open, and a window of its own: Escape would close what an earlier node opened."""
    dialog = ui.node(Role.DIALOG)
    if dialog is None or ui.node(Role.MENU) is not None or ui.node(states=State.MODAL) is not None:
        return False
    return any(w.title == dialog.name for w in ui.windows())


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
        yield ui.drag(control(ui, group, values), _there(ui.node(group.target, group.onto), group.onto))
    elif group.kind == "scroll":
        yield ui.scroll(control(ui, group, values), _NOTCHES[values["turn"]])
    else:
        yield ui.click(control(ui, group, values))
        if group.kind == "type":
            yield ui.type(values["word"])


def control(ui: UI, group: Group, values: Mapping[str, str]) -> Node:
    """The control of an option, or the one that is scrolled to it.

    Raises:
        OracleError: It is not on the screen.
    """
    return _there(_shown(ui, group, values), values.get("pane", values["option"]))


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


def _shown(ui: UI, group: Group, values: Mapping[str, str]) -> Node | None:
    if group.kind == "scroll":
        return ui.node(name=values["pane"], states=State.SCROLLABLE)
    return ui.node(group.target, values["option"])


def _there(node: Node | None, name: str) -> Node:
    if node is None:
        raise OracleError(f"The oracle expected {name!r} on the screen. Play it from where the task begins.")
    return node


# -- subtasks ---------------------------------------------------------------------------------------------------------

#: The category of what is done on the desktop, and in no app.
_DESKTOP = "System Management"


def _subtask(group: Group) -> Subtask:
    return Subtask(
        id=group.subtask,
        app=group.app,
        category="" if group.app else _DESKTOP,
        instruction=group.instruction,
        parameters=group.parameters,
        conditions=group.conditions,
        oracle=oracle_of(group),
        needs=group.needs,
        produces=group.produces,
        setup=group.setup,
        alone=bool(group.files or group.rows),
        capabilities=group.capabilities,
        platforms=(group.platform,),
        desktops=group.desktops,
        implied=group.implied,
        tags=(group.kind,),
        draws={"word": "word"} if "word" in group.parameters[0] else {},
        collection=COLLECTION,
    )


for _group in groups():
    register(_subtask(_group))
