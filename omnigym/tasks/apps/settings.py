"""Steps, oracles and runs of settings that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Node, Role
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

#: Pixels of a control's height that are enough to click on, and how often the wheel is turned to see them.
_ENOUGH, _MOST_SCROLLS = 16, 30


@word
def go_in_settings(ui: UI, top: str, page: str) -> Iterator[Action]:
    """A page, by its category and its card."""
    yield from in_front(ui)
    if ui.find(f"settings.page.{page}") is not None:
        return
    yield ui.click(f"settings.nav.{top}")
    if page != top:
        yield from reach_in_settings(ui, f"settings.go.{page}", top)
        yield ui.click(f"settings.go.{page}")


@word
def reach_in_settings(ui: UI, key: str, page: str) -> Iterator[Action]:
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


@word
def choose_in_settings(ui: UI, key: str, page: str, label: str) -> Iterator[Action]:
    """An option of a combo box.

    Raises:
        OracleError: The box has no such option.
    """
    yield from reach_in_settings(ui, key, page)
    yield ui.click(key)
    option: Node | None = ui.node(Role.MENU_ITEM, label)
    if option is None:
        raise OracleError(f"The oracle expected {key!r} to offer {label!r}; it does not.")
    yield ui.click(option)


@word
def slide_in_settings(ui: UI, key: str, page: str, level: str) -> Iterator[Action]:
    """The knob put into the middle, and from there by the arrow keys."""
    yield from go_in_settings(ui, "system", page)
    yield from reach_in_settings(ui, key, page)
    yield ui.click(key)
    node = ui.find(key)
    away = int(level) - int(node.value) if node is not None else 0
    if away:
        yield ui.press("right" if away > 0 else "left", count=abs(away))


@oracle("settings/unmute")
def unmute(ui: UI, level: str) -> Iterator[Action]:
    """Mute goes off as soon as the slider moves; should it be on still, it is switched off."""
    yield from slide_in_settings(ui, "settings.volume", "sound", level)
    muted = ui.find("settings.muted")
    if muted is not None and muted.value == "On":
        yield ui.click(muted)
