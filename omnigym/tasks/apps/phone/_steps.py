"""Steps that oracles of the phone's apps share: all are ordinary actions, the same on a simulated and a real phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Block, Node, Role, State
from omnigym.actions import Action, Click, Drag, OpenApp
from omnigym.errors import OracleError
from omnigym.tasks.subtask import UI, AddRow, Need, Resource

__all__ = [
    "PEOPLE",
    "PHONE",
    "at_root",
    "by_name",
    "choose",
    "contact",
    "fill_in",
    "found",
    "hold",
    "known",
    "number",
    "pick_time",
    "reach",
    "set_switch",
    "settings_page",
    "table",
]

#: Attributes of every subtask of the phone.
PHONE: Mapping[str, object] = {"platforms": ("android",), "capabilities": ("settings", "files", "apps", "a11y")}

#: Attributes of those that are about people.
PEOPLE: Mapping[str, object] = {"platforms": ("android",), "capabilities": ("content", "files", "apps", "a11y")}

_PEOPLE = "/data/data/com.android.providers.contacts/contacts.json"
_LONG_PRESS = 0.8
_MOST_BACKS, _MOST_SWIPES = 8, 25


def table(names: str, *rows: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    """Parameter sets, by the names of the columns."""
    return tuple([dict(zip(names.split(), row, strict=True)) for row in rows])


def contact(name: str, phone: str) -> Resource:
    """A person among the contacts, with that number."""
    return Resource("contact", f"{name}: {phone}")


def number(value: str) -> Resource:
    """A phone number that can be looked up."""
    return Resource("phone_number", value)


def known(name: str, phone: str, *, consumes: bool = False) -> Need:
    """A person among the contacts, put there where no predecessor does."""
    return Need(contact(name, phone), (AddRow(_PEOPLE, ("name", "phone"), (name, phone)),), consumes)


def at_root(ui: UI, key: str) -> Iterator[Action]:
    """The app in front on its first screen, which is the one with a control of that key; nothing is open over it.

    Raises:
        OracleError: That screen did not come.
    """
    yield ui.press("home")
    yield OpenApp(ui.app)
    for _ in range(_MOST_BACKS):
        if ui.find(key) is not None and ui.node(Role.DIALOG) is None and ui.node(Role.KEYBOARD) is None:
            return
        yield ui.press("back")
        if not any(w.active for w in ui.app_windows()):
            yield OpenApp(ui.app)
    if ui.find(key) is None:
        raise OracleError(f"The oracle expected the first screen of {ui.app!r}, with {key!r} on it.")


def reach(ui: UI, key: str, **names: str) -> Iterator[Action]:
    """Swipe up until a control is on the screen, and more of it than its edge; first up to the beginning."""
    for way in (-1, 1):
        seen: tuple[Block, ...] | None = None
        for _ in range(_MOST_SWIPES):
            if _seen(ui, key, **names):
                return
            if ui.tree.blocks == seen:
                break
            seen = ui.tree.blocks
            yield Drag((0.5, 0.5), (0.5, 0.5 - 0.2 * way))


def found(ui: UI, name: str) -> Iterator[Action]:
    """Swipe until a row is on the screen whose name is that, or begins with it and a comma."""
    for way in (-1, 1):
        seen: tuple[Block, ...] | None = None
        for _ in range(_MOST_SWIPES):
            if _row(ui, name) is not None or ui.tree.blocks == seen:
                break
            seen = ui.tree.blocks
            yield Drag((0.5, 0.45), (0.5, 0.45 - 0.2 * way))
        if _row(ui, name) is not None:
            return
    raise OracleError(f"The oracle expected a row {name!r} in a list of {ui.app!r}.")


def _row(ui: UI, name: str) -> Node | None:
    for node in ui.tree.nodes:
        if node.role is Role.LIST_ITEM and (node.name == name or node.name.startswith(f"{name}, ")):
            middle = node.bounds[1] + node.bounds[3] // 2
            if node.bounds[3] >= 20 and middle < 0.94 * ui.size[1]:
                return node
    return None


def by_name(ui: UI, name: str) -> Iterator[Action]:
    """A touch on the row of that name, wherever it is in its list."""
    yield from found(ui, name)
    row = _row(ui, name)
    if row is not None:
        yield ui.click(row)


def hold(ui: UI, name: str) -> Iterator[Action]:
    """A long press on the row of that name."""
    yield from found(ui, name)
    row = _row(ui, name)
    if row is not None:
        yield Click(ui.point(row), duration=_LONG_PRESS)


def _seen(ui: UI, key: str, **names: str) -> bool:
    node = ui.find(key, **names)
    return node is not None and node.bounds[3] >= 20 and node.bounds[1] + node.bounds[3] // 2 < 0.94 * ui.size[1]


def choose(ui: UI, key: str, value: str) -> Iterator[Action]:
    """An option of a dialog with radio buttons that a control opens."""
    yield from reach(ui, key)
    yield ui.click(key)
    yield from _option(ui, f"choose.{value}")


def _option(ui: UI, key: str) -> Iterator[Action]:
    for _ in range(_MOST_SWIPES):
        if ui.find(key) is not None:
            break
        yield Drag((0.5, 0.55), (0.5, 0.35))
    yield ui.click(key)


def set_switch(ui: UI, key: str, on: bool) -> Iterator[Action]:
    """A switch turned on or off, where it is not so already."""
    yield from reach(ui, key)
    node = ui.find(key)
    if node is not None and node.has(State.CHECKED) != on:
        yield ui.click(key)


def settings_page(ui: UI, page: str) -> Iterator[Action]:
    """A page of Settings, from the first one."""
    yield from at_root(ui, "settings.search")
    search = ui.find("settings.search")
    if search is not None and search.value:
        yield from fill_in(ui, "settings.search", "")
        yield ui.press("backspace")
        yield ui.press("back")
    top = "system" if page == "date" else page
    yield from reach(ui, f"settings.go.{top}")
    yield ui.click(f"settings.go.{top}")
    if page != top:
        yield ui.click(f"settings.go.{page}")


def fill_in(ui: UI, key: str, text: str) -> Iterator[Action]:
    """A field with that text and no other."""
    yield from reach(ui, key)
    yield ui.click(key)
    node = ui.find(key)
    if node is not None and node.value:
        yield ui.press("a", "ctrl")
    yield ui.type(text)


def pick_time(ui: UI, time: str) -> Iterator[Action]:
    """A time "HH:MM" in the dialog that is open."""
    hour, minute = map(int, time.split(":"))
    halves = ui.find("pick_time.am") is not None
    for key, value in (("pick_time.hour", (hour % 12 or 12) if halves else hour), ("pick_time.minute", f"{minute:02}")):
        yield ui.click(key)
        yield ui.press("a", "ctrl")
        yield ui.type(str(value))
    if halves:
        yield ui.click("pick_time.pm" if hour >= 12 else "pick_time.am")
    yield ui.click("pick_time.yes")
