"""Steps, oracles and runs of skype that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.chat import to_room
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_library.variations import instead
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def at_chats(ui: UI) -> Iterator[Action]:
    """Skype in front, in no call, with its chats at the left."""
    yield from in_front(ui)
    if ui.find("call.hang_up") is not None:
        yield ui.click("call.hang_up")
    yield ui.click("page", name="chats")


@oracle("skype/call")
def call(ui: UI, person: str, least: int, **_: str) -> Iterator[Action]:
    """It rings for three seconds; then the time counts."""
    yield from at_chats(ui)
    yield from to_room(ui, person)
    yield ui.click("call")
    yield Wait(3.5)
    yield Wait(float(least))
    yield ui.click("call.hang_up")


instead("skype/call", what="longer", least=lambda values: values["least"] + 30)


@wrong_run("skype/new-group")
def with_one_more(ui: UI, name: str, first: str, second: str) -> Iterator[Action]:
    """Somebody is in it who was not asked for."""
    third = next(p for p in ("Tom Becker", "Sara Lind", "Priya Nair") if p not in (first, second))
    yield from at_chats(ui)
    yield ui.press("g", "ctrl")
    yield ui.type(name)
    for person in (first, second, third):
        yield ui.click("tick", name=person)
    yield ui.click("create")


@wrong_run("skype/call")
def does_not_hang_up(ui: UI, person: str, least: int, **_: object) -> Iterator[Action]:
    """The call goes on."""
    yield from at_chats(ui)
    yield from to_room(ui, person)
    yield ui.click("call")
    yield Wait(float(least) + 4)


@right_way("skype/call")
def with_a_picture(ui: UI, person: str, least: int, **_: object) -> Iterator[Action]:
    """A video call is a call; muted for a moment."""
    yield from at_chats(ui)
    yield from to_room(ui, person)
    yield ui.click("video")
    yield Wait(4.0)
    yield ui.press("m", "ctrl")
    yield ui.press("m", "ctrl")
    yield Wait(float(least))
    yield ui.click("call.hang_up")
