"""Steps, oracles and runs of zoom that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import answer, in_front, pick_day
from omnigym.tasks.step_library.variations import amid, as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def hang_up(ui: UI) -> Iterator[Action]:
    """Zoom in front, in no call."""
    yield from in_front(ui)
    if ui.find("call.hang_up") is not None:
        yield ui.click("call.hang_up")


@word
def at_page(ui: UI, page: str) -> Iterator[Action]:
    """A page of Zoom."""
    yield from hang_up(ui)
    yield ui.click("page", name=page)


def _chosen(ui: UI, key: str, label: str) -> Iterator[Action]:
    """An option of a list of the form."""
    shown = ui.find(key)
    if shown is not None and shown.value == label:
        return
    yield ui.click(key)
    option = ui.node(Role.MENU_ITEM, label)
    if option is None:
        raise OracleError(f"The form of a meeting offers no {label!r} for {key!r}.")
    yield ui.click(option)


@oracle("zoom/schedule")
def schedule(ui: UI, topic: str, day: str, clock: str, minutes: str, **_: str) -> Iterator[Action]:
    """The form: topic, date, time, duration."""
    yield from hang_up(ui)
    if ui.find("to_schedule") is None:
        yield from at_page(ui, "home")
    yield ui.click("to_schedule")
    yield ui.type(topic)
    yield ui.click("day")
    yield from pick_day(ui, day)
    yield ui.click("time")
    yield ui.type(clock)
    hours, rest = divmod(int(minutes), 60)
    parts = ([f"{hours} hr"] if hours else []) + ([f"{rest} min"] if rest else [])
    yield from _chosen(ui, "duration", " ".join(parts))
    yield ui.click("save")


@oracle("zoom/record")
def record(ui: UI, topic: str, least: int, **_: str) -> Iterator[Action]:
    """Start, Record, a while, Stop recording, Leave."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.start")
    yield ui.click("call.record")
    yield Wait(float(least))
    yield ui.click("call.record")
    yield ui.click("call.hang_up")


def _let_in(ui: UI, **_: object) -> Iterator[Action]:
    """Guests need not wait."""
    yield ui.click(ui.tree.find(key="zoom.waiting") or "zoom.waiting")


amid("without_waiting", "save", _let_in, "zoom/schedule")


@wrong_run("zoom/record")
def records_a_second_time(ui: UI, **values: object) -> Iterator[Action]:
    """Another recording of the same meeting."""
    for action in as_asked("zoom/record", ui, **values):
        if ui.find("call.hang_up") is not None and action == ui.click("call.hang_up"):
            yield ui.click("call.record")
        yield action


@right_way("zoom/delete-meeting")
def from_the_home_page(ui: UI, topic: str, **_: str) -> Iterator[Action]:
    """The list below the clock has the same menu."""
    yield from at_page(ui, "home")
    if ui.find("record", name=topic) is None:
        yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.cancel")
    yield from answer(ui, "message.delete")


@word
def joined(ui: UI, typed: str) -> Iterator[Action]:
    """A meeting joined by what is typed."""
    yield from at_page(ui, "home")
    yield ui.click("to_join")
    yield ui.press("a", "ctrl")
    yield ui.type(typed)
    yield ui.click("join")


@right_way("zoom/join")
def by_its_number(ui: UI, number: str, **_: str) -> Iterator[Action]:
    """The number as people read it out, and the button."""
    yield from joined(ui, f"{number[:3]} {number[3:7]} {number[7:]}")
    yield ui.click("call.mic")


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
