"""Words of the tasks that need ears on a real Linux desktop."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.tasks.apps.browser import seen
from omnigym.tasks.step_library.linux import shell
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

_TRIES = 40


@word
def follow_named(ui: UI, thing: str) -> Iterator[Action]:
    """The link of a thing on the page in front, and until its page is there."""
    yield from seen(ui, Role.LINK, thing.capitalize())
    yield ui.click(ui.node(Role.LINK, thing.capitalize()) or thing)
    for _ in range(_TRIES):
        if any(thing in w.title for w in ui.app_windows()):
            return
        yield Wait(0.25)


@word
def in_vlc(ui: UI, path: str) -> Iterator[Action]:
    """A file opened by VLC, from the command line, and until its window says so."""
    yield from shell(ui, "(vlc {path} &) 2> /dev/null", path=path)
    native = ui.native_path(path)
    for _ in range(_TRIES):
        if any(w.document in (native, path.rpartition("/")[2]) for w in ui.app_windows()):
            return
        yield Wait(0.25)
