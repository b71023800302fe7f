"""Steps, oracles and runs of maps that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.steps import chosen, in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

_MODES = {"on foot": "Walk", "by bicycle": "Bicycle", "by car": "Car"}


@word
def directions(ui: UI, start: str, end: str, way: str) -> Iterator[Action]:
    """The way from a place to another one."""
    yield from in_front(ui)
    yield ui.click("maps.page.way")
    for key, name in (("maps.start", start), ("maps.end", end)):
        shown = ui.find(key)
        if shown is not None and shown.value != name:
            yield from chosen(ui, key, name)
    yield ui.click(f"maps.mode.{_MODES[way]}")


@word
def share(ui: UI, how: str = "text") -> Iterator[Action]:
    """What is shared goes to the clipboard."""
    yield ui.click("maps.share")
    yield ui.click(f"maps.share.{how}")


@oracle("maps/way-to-contact")
def way_to_contact(ui: UI, start: str, name: str, **_: str) -> Iterator[Action]:
    """The contact among the people, then where the way begins."""
    yield from in_front(ui)
    yield ui.click("maps.page.people")
    yield ui.click("record", name=name)
    shown = ui.find("maps.start")
    if shown is not None and shown.value != start:
        yield from chosen(ui, "maps.start", start)
    yield ui.click("maps.mode.Walk")
    yield from share(ui)
