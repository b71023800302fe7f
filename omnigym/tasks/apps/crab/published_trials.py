"""Wrong runs and other right ways of the subtasks of CRAB's tasks that were made by hand."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, OpenApp
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps._talk import to_room
from omnigym.tasks.apps.browser._steps import go
from omnigym.tasks.apps.crab.published import DRIVE_SITE
from omnigym.tasks.apps.phone._office_steps import task_list, wall
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, pick_time
from omnigym.tasks.apps.terminal._steps import command, run
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


# -- the terminal -----------------------------------------------------------------------------------------------------


@wrong_run("by-hand/print")
def by_another_tool(ui: UI, file: str) -> Iterator[Action]:
    """The same text on the screen, and not the command that was asked for."""
    yield from run(ui, command("head", "-n", "5", file))


@wrong_run("by-hand/run")
def asks_what_it_does(ui: UI, line: str) -> Iterator[Action]:
    """The manual of the program."""
    yield from run(ui, command("man", line.partition(" ")[0][:1]))


@right_way("by-hand/fetch")
def from_another_folder(ui: UI, url: str, path: str, **_: object) -> Iterator[Action]:
    """Under the name that the site gives it, then moved."""
    name = url.rpartition("/")[2]
    yield from run(ui, command("wget", "-q", url), command("mv", name, ui.native_path(path)))


@wrong_run("by-hand/fetch")
def keeps_the_name_of_the_site(ui: UI, url: str, **_: object) -> Iterator[Action]:
    """In the home."""
    yield from run(ui, command("wget", "-q", url))


@wrong_run("by-hand/look-at")
def opens_the_program_alone(ui: UI, **_: object) -> Iterator[Action]:
    """Without a picture."""
    yield from in_front(ui)


# -- the browser ------------------------------------------------------------------------------------------------------


@wrong_run("by-hand/open-picture")
def opens_the_site(ui: UI, **_: object) -> Iterator[Action]:
    """Its first page."""
    yield from go(ui, "cdn.contoso.com")


@right_way("by-hand/read-document")
def by_its_address(ui: UI, name: str, **_: object) -> Iterator[Action]:
    """Typed."""
    yield from go(ui, f"{DRIVE_SITE}/file/{name.replace(' ', '%20')}")


@wrong_run("by-hand/read-document")
def sees_that_it_is_there(ui: UI, **_: object) -> Iterator[Action]:
    """In the list."""
    yield from go(ui, DRIVE_SITE)


@wrong_run("by-hand/bring-photo")
def looks_at_the_drive(ui: UI, **_: object) -> Iterator[Action]:
    """And downloads nothing."""
    yield from go(ui, DRIVE_SITE)


# -- the desktop ------------------------------------------------------------------------------------------------------


@wrong_run("by-hand/read-channel")
def reads_another_channel(ui: UI, **_: object) -> Iterator[Action]:
    """Where other things are said."""
    yield from to_room(ui, "random")


@right_way("by-hand/style")
def there_and_back(ui: UI, theme: str, before: str, **_: object) -> Iterator[Action]:
    """Both styles tried, the wanted one last."""
    yield from in_front(ui)
    yield ui.click("settings.nav.appearance")
    for style in (theme, before, theme):
        yield ui.click(f"settings.theme.{style}")


@wrong_run("by-hand/style")
def looks_at_the_page(ui: UI, **_: object) -> Iterator[Action]:
    """And leaves the style."""
    yield from in_front(ui)
    yield ui.click("settings.nav.appearance")


@right_way("by-hand/list-events")
def with_the_hours(ui: UI, path: str, first: str, second: str, **_: object) -> Iterator[Action]:
    """In one command, under a heading, with other marks."""
    titles = ("9:30 Stand-up", "12:30 Lunch with Carla", first, second)
    lines = "".join([f"* [ ] {title}\\n" for title in titles])
    yield from run(ui, f"printf {command('# Today' + chr(92) + 'n' + lines)} > {command(ui.native_path(path))}")


@wrong_run("by-hand/list-events")
def forgets_one(ui: UI, path: str, first: str, **_: object) -> Iterator[Action]:
    """The last of the day."""
    for title in ("Stand-up", "Lunch with Carla", first):
        yield from run(ui, f"echo {command(f'- [ ] {title}')} >> {command(ui.native_path(path))}")


@wrong_run("by-hand/list-events")
def ticks_the_boxes(ui: UI, path: str, first: str, second: str, **_: object) -> Iterator[Action]:
    """As if all were done."""
    for title in ("Stand-up", "Lunch with Carla", first, second):
        yield from run(ui, f"echo {command(f'- [x] {title}')} >> {command(ui.native_path(path))}")


# -- the phone --------------------------------------------------------------------------------------------------------


@wrong_run("by-hand/first-task", "by-hand/today")
def opens_the_notes(_ui: UI, **_: object) -> Iterator[Action]:
    """Another app."""
    yield OpenApp("keep")


def _send(ui: UI, who: str, text: str) -> Iterator[Action]:
    yield from at_root(ui, "messages.new")
    yield ui.click("messages.new")
    yield from fill_in(ui, "messages.to", who)
    yield ui.press("enter")
    yield from fill_in(ui, "messages.draft", text)
    yield ui.click("messages.send")


@right_way("by-hand/sum-up")
def in_a_new_conversation(ui: UI, phone: str, word_1: str, word_2: str, **_: object) -> Iterator[Action]:
    """By the number, in capital letters."""
    yield from _send(ui, phone, f"{word_2.upper()}, {word_1.upper()}: READ BOTH")


@wrong_run("by-hand/sum-up")
def tells_half(ui: UI, name: str, word_1: str, **_: object) -> Iterator[Action]:
    """Of one message alone."""
    yield from at_root(ui, "messages.new")
    yield from by_name(ui, name)
    yield from fill_in(ui, "messages.draft", f"It is about the {word_1}")
    yield ui.click("messages.send")


@wrong_run("by-hand/sum-up")
def tells_somebody_else(ui: UI, word_1: str, word_2: str, **_: object) -> Iterator[Action]:
    """The right words to another number."""
    yield from _send(ui, "555-019-3300", f"{word_1} and {word_2}")


@wrong_run("by-hand/explain")
def writes_and_does_not_send_it(ui: UI, name: str, **_: object) -> Iterator[Action]:
    """All of it, as a draft."""
    yield from at_root(ui, "messages.new")
    yield from by_name(ui, name)
    yield from fill_in(ui, "messages.draft", "Ubuntu, Linux 6.5, x86")


@right_way("by-hand/note-usage")
def with_a_title(ui: UI, share: str, **_: object) -> Iterator[Action]:
    """In the title."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.text")
    yield from fill_in(ui, "keep.title", f"Disk: {share}")


@wrong_run("by-hand/note-usage")
def notes_another_share(ui: UI, **_: object) -> Iterator[Action]:
    """Ten times as much."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.text")
    yield ui.type("77% of the root directory is used")


@wrong_run("by-hand/same-alarm")
def twelve_hours_later(ui: UI, time: str, **_: object) -> Iterator[Action]:
    """In the evening."""
    hour, minute = time.split(":")
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.alarm")
    yield ui.click("clock.add_alarm")
    yield from pick_time(ui, f"{int(hour) + 12}:{minute}")


@right_way("by-hand/do-the-same")
def in_one_word(ui: UI, what: str, **_: object) -> Iterator[Action]:
    """With a capital letter."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(what.capitalize())
    yield ui.click("tasks.new.save")


@wrong_run("by-hand/do-the-same")
def something_else(ui: UI, **_: object) -> Iterator[Action]:
    """What nobody in any of the pictures does."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type("Go swimming")
    yield ui.click("tasks.new.save")


@wrong_run("by-hand/take-photo")
def does_not_share_it(ui: UI, **_: object) -> Iterator[Action]:
    """Taken and looked at."""
    yield from at_root(ui, "camera.shutter")
    yield ui.click("camera.shutter")
    yield ui.click("camera.latest")


@wrong_run("by-hand/note-to-document")
def copies_it_and_no_more(ui: UI, title: str, **_: object) -> Iterator[Action]:
    """On the clipboard."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.body")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
