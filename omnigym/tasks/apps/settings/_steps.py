"""What the subtasks of Settings share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Node, Role
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile

__all__ = ["SETTINGS", "choose", "go", "image_need", "is_set", "on_page", "reach"]

SETTINGS: Mapping[str, object] = {
    "app": "settings",
    "platforms": ("windows",),
    "capabilities": ("settings", "apps", "a11y"),
}

#: Pixels of a control's height that are enough to click on, and how often the wheel is turned to see them.
_ENOUGH, _MOST_SCROLLS = 16, 30


def is_set(key: str, value: str) -> Condition:
    """A setting has that value."""
    return Condition("setting_equals", {"key": key, "value": value})


def on_page(title: str) -> Condition:
    """Settings shows the page of that title."""
    return Condition("control_exists", {"name": title, "role": "heading"})


def image_need(path: str) -> Need:
    """A picture, whatever it shows."""
    return Need(Resource("image", path), (WriteFile(path, "{scene}"),))


def go(ui: UI, top: str, page: str) -> Iterator[Action]:
    """A page, by its category and its card."""
    yield from in_front(ui)
    if ui.find(f"settings.page.{page}") is not None:
        return
    yield ui.click(f"settings.nav.{top}")
    if page != top:
        yield from reach(ui, f"settings.go.{page}", top)
        yield ui.click(f"settings.go.{page}")


def reach(ui: UI, key: str, page: str) -> Iterator[Action]:
    """A control of the page scrolled onto the screen, more of it than its edge, which may be the window's too."""
    within = f"settings.page.{page}"
    if _seen(ui, key):
        return
    yield ui.scroll(within, -100)
    for _ in range(_MOST_SCROLLS):
        if _seen(ui, key):
            return
        yield ui.scroll(within, 2)


def _seen(ui: UI, key: str) -> bool:
    node = ui.find(key)
    return node is not None and node.bounds[3] >= _ENOUGH


def choose(ui: UI, key: str, page: str, label: str) -> Iterator[Action]:
    """An option of a combo box.

    Raises:
        OracleError: The box has no such option.
    """
    yield from reach(ui, key, page)
    yield ui.click(key)
    option: Node | None = ui.node(Role.MENU_ITEM, label)
    if option is None:
        raise OracleError(f"The oracle expected {key!r} to offer {label!r}; it does not.")
    yield ui.click(option)
