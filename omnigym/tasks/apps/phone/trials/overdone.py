"""More than was asked for: the request is carried out, with something that nobody wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._variations import as_asked
from omnigym.tasks.apps.phone._office_steps import agenda, pick_day, task_list, wall
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, pick_time
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import wrong_run

__all__: list[str] = []


@wrong_run("phone-calendar/create")
def invites_somebody(ui: UI, title: str, day: str, time: str, place: str) -> Iterator[Action]:
    """An invitation is sent."""
    yield from agenda(ui)
    yield ui.click("calendar.new")
    yield from fill_in(ui, "calendar.form.title", title)
    yield ui.click("calendar.form.start_day")
    yield from pick_day(ui, day)
    yield ui.click("calendar.form.start_time")
    yield from pick_time(ui, time)
    yield from fill_in(ui, "calendar.form.guests", "ben.ortega@example.com")
    yield from fill_in(ui, "calendar.form.location", place)
    yield ui.click("calendar.save")


@wrong_run("phone-contacts/change-number")
def keeps_the_old_number_in_the_field(ui: UI, name: str, phone: str, new: str) -> Iterator[Action]:
    """Both of them, one after the other."""
    yield from as_asked("phone-contacts/change-number", ui, name=name, new=f"{phone} {new}")


@wrong_run("phone-clock/set-alarm")
def every_monday(ui: UI, time: str) -> Iterator[Action]:
    """The alarm is set for each week before it is right."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.alarm")
    yield ui.click("clock.add_alarm")
    yield from pick_time(ui, "03:33")
    node = next(n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(".mon"))
    yield ui.click(node)
    yield ui.click(node.key.removesuffix("mon") + "edit")
    yield from pick_time(ui, time)


@wrong_run("phone-keep/create")
def pins_it(ui: UI, title: str, body: str) -> Iterator[Action]:
    """Pinned before it is written."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.text")
    yield ui.click("keep.pin")
    yield from fill_in(ui, "keep.title", title)
    yield ui.click("keep.body")
    yield ui.type(body)


@wrong_run("phone-tasks/add")
def stars_it(ui: UI, title: str, due: str) -> Iterator[Action]:
    """With a star."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.date")
    yield from pick_day(ui, due)
    yield ui.click("tasks.new.star")
    yield ui.click("tasks.new.save")


@wrong_run("phone-camera/take", "phone-camera/mode")
def with_the_flash(ui: UI, zoom: int, camera: str = "back", mode: str = "", **_: object) -> Iterator[Action]:
    """The flash is turned on, and stays so."""
    yield from at_root(ui, "camera.shutter")
    yield ui.click("camera.flash")
    yield ui.click("camera.flash.on")
    if mode:
        yield from as_asked("phone-camera/mode", ui, mode=mode, zoom=zoom)
    else:
        yield from as_asked("phone-camera/take", ui, camera=camera, zoom=zoom)


@wrong_run("phone-camera/settings")
def with_lines_over_the_picture(ui: UI, **values: Any) -> Iterator[Action]:
    """The grid is turned on, too."""
    yield from at_root(ui, "camera.shutter")
    yield ui.click("camera.grid")
    yield from as_asked("phone-camera/settings", ui, **values)


@wrong_run("phone-music/play", "phone-music/podcast-speed")
def mixed_and_repeated(ui: UI, title: str, speed: float = 0.0, **_: str) -> Iterator[Action]:
    """What comes after it is another order than the user has set."""
    others = ("Bread at Home", "The Lake Monster") if speed else ("Campfire", "Low Tide")
    yield from at_root(ui, "music.tabs")
    yield ui.click(f"music.tab.{'podcasts' if speed else 'songs'}")
    yield from by_name(ui, next(o for o in others if o != title))
    yield ui.click("music.shuffle")
    yield ui.click("music.repeat")
    if speed:
        yield from as_asked("phone-music/podcast-speed", ui, title=title, speed=speed)
    else:
        yield from as_asked("phone-music/play", ui, title=title)
