"""The buttons of a taskbar or a dock: one for each pinned or running app, and what a click on it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.devices.sim.app import Activate, Effect, Launch, Minimise, WindowSummary
from omnigym.devices.sim.catalogue import Catalogue
from omnigym.devices.sim.common.file_types import NO_SETTINGS
from omnigym.devices.sim.settings import arranged

__all__ = ["Task", "kept", "pressed", "tasks_of"]


class Task(NamedTuple):
    """The button of an app: app, title, icon, number of open windows, and whether one of them is active."""

    app: str
    title: str
    icon: str
    windows: int
    active: bool


def tasks_of(
    catalogue: Catalogue, windows: tuple[WindowSummary, ...], settings: Mapping[str, str] = NO_SETTINGS
) -> tuple[Task, ...]:
    """The buttons: the installed ones of the pinned apps, then the other running ones, in the order of opening."""
    order = [p.app for p in arranged(catalogue.present(catalogue.pinned, settings), settings)]
    order += [w.app for w in windows if w.app not in order]
    tasks = []
    for app in dict.fromkeys(order):
        own = [w for w in windows if w.app == app]
        known = catalogue.shortcut(app)
        title, image = (known.title, known.icon) if known else (own[0].title, own[0].icon)
        tasks.append(Task(app, title, image, len(own), any(w.active for w in own)))
    return tuple(tasks)


def kept(tasks: tuple[Task, ...], count: int) -> tuple[Task, ...]:
    """Up to ``count`` buttons in their order; running apps take precedence over pinned ones."""
    if len(tasks) <= count:
        return tasks
    chosen = sorted(tasks, key=lambda t: not t.windows)[:count]
    return tuple([t for t in tasks if t in chosen])


def pressed(catalogue: Catalogue, app: str, windows: tuple[WindowSummary, ...]) -> tuple[Effect, ...]:
    """The effect of a click on an app's button: launch it, activate its next window, or minimise its only one."""
    own = [w for w in windows if w.app == app]
    if not own:
        return (Launch(app),) if catalogue.shortcut(app) else ()
    active = next((i for i, w in enumerate(own) if w.active), -1)
    if active >= 0 and len(own) == 1:
        return (Minimise(own[0].id),)
    return (Activate(own[(active + 1) % len(own)].id),)
