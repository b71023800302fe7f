"""Wrong runs and other right ways of the subtasks of Zoom Workplace."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._steps import answer, name_file
from omnigym.tasks.apps._talk import say, to_room
from omnigym.tasks.apps._variations import before_it, instead, padded, spelled
from omnigym.tasks.apps.zoom.meetings import at_page, hang_up
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_MEETINGS = ("zoom/copy-link", "zoom/delete-meeting", "zoom/save-invitation", "zoom/record")
_CHATS = ("zoom/message", "zoom/share-file")
_CALLS = ("zoom/join", "zoom/meet-with-camera")
_ALL = ("zoom/schedule", *_MEETINGS[1:], *_CHATS, *_CALLS)


def _another_deleted(ui: UI, **_: str) -> Iterator[Action]:
    """Another meeting is deleted first."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name="Weekly review")
    yield ui.click("menu.cancel")
    yield from answer(ui, "message.delete")


def _a_word_too_many(ui: UI, **_: str) -> Iterator[Action]:
    """Something else is said in a chat."""
    yield from at_page(ui, "chat")
    yield from to_room(ui, "Newsletter")
    yield from say(ui, "Hello")


def _a_call_too_many(ui: UI, **_: str) -> Iterator[Action]:
    """Somebody is called by mistake."""
    yield from at_page(ui, "contacts")
    yield ui.click("meet", name="Helen Park")
    yield from hang_up(ui)


def _a_look_around(ui: UI, **_: str) -> Iterator[Action]:
    """All pages first, and a form half filled in."""
    for page in ("chat", "contacts", "meetings"):
        yield from at_page(ui, page)
    yield ui.click("new_schedule")
    yield ui.type("Something else")
    yield from at_page(ui, "home")
    yield ui.click("to_join")
    yield ui.type("123")


before_it("another_deleted", _another_deleted, *_ALL)
before_it("a_word_too_many", _a_word_too_many, *_ALL)
before_it("a_call_too_many", _a_call_too_many, *[s for s in _ALL if s not in _CALLS])
before_it("a_look_around", _a_look_around, *_ALL, "zoom/copy-link", harmless=True)
instead("zoom/schedule", values=("topic",))
instead("zoom/schedule", values=("clock",))
instead("zoom/schedule", values=("day",))
instead("zoom/schedule", values=("minutes",))
instead("zoom/copy-link", "zoom/save-invitation", "zoom/record", topic="Weekly review")
instead("zoom/delete-meeting", topic="Weekly review")
instead("zoom/join", values=("link",))
instead("zoom/meet-with-camera", values=("person",))
instead("zoom/record", least=3)
instead(*_CHATS, values=("room",))
instead("zoom/message", values=("text",))
spelled("with_a_space", padded, "topic", "zoom/schedule")
spelled("with_a_space", padded, "text", "zoom/message")


@wrong_run("zoom/copy-link")
def copies_the_invitation(ui: UI, topic: str, **_: str) -> Iterator[Action]:
    """All of the invitation, not the link alone."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.copy_invite")


@right_way("zoom/copy-link")
def by_the_button(ui: UI, topic: str, **_: str) -> Iterator[Action]:
    """The button beside the meeting."""
    yield from at_page(ui, "meetings")
    yield ui.click("record", name=topic)
    yield ui.click("copy_link")


@right_way("zoom/delete-meeting")
def from_the_home_page(ui: UI, topic: str, **_: str) -> Iterator[Action]:
    """The list below the clock has the same menu."""
    yield from at_page(ui, "home")
    if ui.find("record", name=topic) is None:
        yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.cancel")
    yield from answer(ui, "message.delete")


@wrong_run("zoom/delete-meeting")
def thinks_better_of_it(ui: UI, topic: str, **_: str) -> Iterator[Action]:
    """The question is answered with Cancel."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.cancel")
    yield ui.press("escape")


@wrong_run("zoom/save-invitation")
def saves_it_elsewhere(ui: UI, topic: str, name: str, **_: str) -> Iterator[Action]:
    """In another folder."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.ics")
    yield from name_file(ui, f"Music/{name}")


@right_way("zoom/save-invitation")
def by_the_button_of_the_file(ui: UI, topic: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The button beside the meeting."""
    yield from at_page(ui, "meetings")
    yield ui.click("record", name=topic)
    yield ui.click("ics")
    yield from name_file(ui, f"{folder}/{name}")


def _joined(ui: UI, typed: str) -> Iterator[Action]:
    yield from at_page(ui, "home")
    yield ui.click("to_join")
    yield ui.press("a", "ctrl")
    yield ui.type(typed)
    yield ui.click("join")


@wrong_run("zoom/join")
def is_heard(ui: UI, link: str, **_: str) -> Iterator[Action]:
    """The microphone stays on."""
    yield from _joined(ui, link)


@wrong_run("zoom/join")
def is_seen(ui: UI, link: str, **_: str) -> Iterator[Action]:
    """The camera is turned on as well, before the microphone is off."""
    yield from _joined(ui, link)
    yield ui.click("call.camera")
    yield ui.click("call.mic")


@wrong_run("zoom/join")
def leaves_before(ui: UI, link: str, **_: str) -> Iterator[Action]:
    """Gone again, before the microphone is off."""
    yield from _joined(ui, link)
    yield ui.click("call.hang_up")


@right_way("zoom/join")
def by_its_number(ui: UI, number: str, **_: str) -> Iterator[Action]:
    """The number as people read it out, and the button."""
    yield from _joined(ui, f"{number[:3]} {number[3:7]} {number[7:]}")
    yield ui.click("call.mic")


@wrong_run("zoom/meet-with-camera")
def without_a_picture(ui: UI, person: str) -> Iterator[Action]:
    """The camera stays off."""
    yield from at_page(ui, "contacts")
    yield ui.click("meet", name=person)
    yield Wait(5.0)


@wrong_run("zoom/meet-with-camera")
def gives_up(ui: UI, person: str) -> Iterator[Action]:
    """It rings, with the camera on, and is given up."""
    yield from at_page(ui, "contacts")
    yield ui.click("meet", name=person)
    yield ui.click("call.camera")
    yield ui.click("call.hang_up")


@right_way("zoom/meet-with-camera")
def while_it_rings(ui: UI, person: str) -> Iterator[Action]:
    """Alt+V before the call is answered."""
    yield from at_page(ui, "contacts")
    yield ui.click("meet", name=person)
    yield ui.press("v", "alt")
    yield Wait(5.0)


@wrong_run("zoom/record")
def only_meets(ui: UI, topic: str, least: int, **_: str) -> Iterator[Action]:
    """Nothing is recorded."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.start")
    yield Wait(float(least))
    yield ui.click("call.hang_up")


@right_way("zoom/record")
def by_leaving(ui: UI, topic: str, least: int, **_: str) -> Iterator[Action]:
    """Who leaves ends the recording."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.start")
    yield ui.click("call.record")
    yield Wait(float(least))
    yield ui.click("call.hang_up")


@wrong_run("zoom/share-file")
def only_names_it(ui: UI, room: str, name: str, **_: str) -> Iterator[Action]:
    """The name of the file as a message."""
    yield from at_page(ui, "chat")
    yield from to_room(ui, room)
    yield from say(ui, name)
