"""The phone: places of an app, lists, forms, menus, and its office apps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from omnigym.a11y import Block, Node, Role, State
from omnigym.actions import Action, Click, Drag, OpenApp, Type, Wait
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def in_folder(ui: UI, path: str) -> Iterator[Action]:
    """A folder in Files."""
    yield from at_root(ui, "files.storage")
    yield ui.click("files.storage")
    for part in path.split("/"):
        yield from by_name(ui, part)


@word
def item_menu(ui: UI, path: str, command: str) -> Iterator[Action]:
    """A command of the menu of a file."""
    where, _, name = path.rpartition("/")
    yield from in_folder(ui, where)
    yield from swipe_to(ui, name)
    yield ui.click(f"files.more.{path}")
    yield ui.click(f"files.menu.{command}")


@word
def photo(ui: UI, path: str) -> Iterator[Action]:
    """A picture in Photos, by its album."""
    where, _, name = path.rpartition("/")
    yield from at_root(ui, "photos.tabs")
    yield ui.click("photos.tab.albums")
    yield from by_name(ui, where.rpartition("/")[2])
    yield from by_name(ui, name)


_ANY: Mapping[str, object] = {"platforms": ("android",), "capabilities": ("content", "files", "apps", "a11y")}


GMAIL: Mapping[str, object] = {**_ANY, "app": "gmail"}


KEEP: Mapping[str, object] = {**_ANY, "app": "keep"}


TASKS: Mapping[str, object] = {**_ANY, "app": "tasks"}


CALENDAR: Mapping[str, object] = {
    **_ANY,
    "app": "calendar",
    "capabilities": ("content", "settings", "files", "apps", "a11y"),
}


DOCUMENTS: Mapping[str, object] = {**_ANY}


#: Where Drive keeps its files.
DRIVE = "/data/data/com.google.android.apps.docs/drive"


@word
def inbox(ui: UI) -> Iterator[Action]:
    """Gmail with its inbox."""
    yield from at_root(ui, "gmail.compose")
    yield ui.click("gmail.places")
    yield ui.click("gmail.go.inbox")


@word
def write_mail_in_office(ui: UI, to: str, subject: str, text: str = "") -> Iterator[Action]:
    """The fields of a mail that is being written; what is empty stays as it is."""
    yield from fill_in(ui, "gmail.to", to)
    if subject:
        yield from fill_in(ui, "gmail.subject", subject)
    if text:
        yield ui.click("gmail.body")
        yield ui.type(text)


@word
def wall(ui: UI) -> Iterator[Action]:
    """Keep with all notes."""
    yield from at_root(ui, "keep.tabs")
    yield ui.click("keep.tab.notes")


@word
def task_list(ui: UI, name: str = "My Tasks") -> Iterator[Action]:
    """Tasks with a list."""
    yield from at_root(ui, "tasks.add")
    tab = ui.node(Role.TAB, name)
    if tab is not None:
        yield ui.click(tab)


@word
def agenda(ui: UI) -> Iterator[Action]:
    """Calendar with its schedule from today on."""
    yield from at_root(ui, "calendar.new")
    yield ui.click("calendar.modes")
    yield ui.click("calendar.go.schedule")
    yield ui.click("calendar.today")


@word
def files(ui: UI) -> Iterator[Action]:
    """Drive with My Drive."""
    yield from at_root(ui, "drive.tabs")
    yield ui.click("drive.tab.files")


@word
def answer_in_office(ui: UI, text: str) -> Iterator[Action]:
    """A line of text in the dialog that is open."""
    yield from fill_in(ui, "prompt.text", text)
    yield ui.click("prompt.yes")


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


@word
def pick_day_in_office(ui: UI, day: str) -> Iterator[Action]:
    """A day "2025-04-02" in the dialog that is open."""
    year, month, _ = map(int, day.split("-"))
    head = ui.find("pick_date.month")
    name, _, shown = (head.name if head is not None else "").partition(" ")
    months = (year - int(shown)) * 12 + month - 1 - _MONTHS.index(name) if name in _MONTHS else 0
    for _ in range(abs(months)):
        yield ui.click("pick_date.next" if months > 0 else "pick_date.previous")
    yield ui.click(f"pick_date.{day}")
    yield ui.click("pick_date.yes")


@word
def pick_file(ui: UI, path: str, start: str = "Download") -> Iterator[Action]:
    """A file "Documents/Report.txt" in the screen of files that is open, in the folder ``start``."""
    folder, _, name = path.rpartition("/")
    if folder != start:
        for _ in filter(None, start.split("/")):
            yield ui.click("pick_file.up")
        for part in filter(None, folder.split("/")):
            yield from by_name(ui, part)
    yield from by_name(ui, name)


#: Attributes of every subtask of the phone.
PHONE: Mapping[str, object] = {"platforms": ("android",), "capabilities": ("settings", "files", "apps", "a11y")}


#: Attributes of those that are about people.
PEOPLE: Mapping[str, object] = {"platforms": ("android",), "capabilities": ("content", "files", "apps", "a11y")}


_LONG_PRESS = 0.8


_MOST_BACKS, _MOST_SWIPES = 8, 25


@word
def at_root(ui: UI, key: str) -> Iterator[Action]:
    """The app in front on its first screen, which is the one with a control of that key; nothing is open over it.

    Raises:
        OracleError: That screen did not come.
    """
    yield ui.press("home")
    yield OpenApp(ui.app)
    for _ in range(_MOST_BACKS):
        if ui.find(key) is not None and ui.node(Role.DIALOG) is None and ui.node(Role.KEYBOARD) is None:
            return
        yield ui.press("back")
        if not any(w.active for w in ui.app_windows()):
            yield OpenApp(ui.app)
    if ui.find(key) is None:
        raise OracleError(f"The oracle expected the first screen of {ui.app!r}, with {key!r} on it.")


@word
def reach(ui: UI, key: str, **names: str) -> Iterator[Action]:
    """Swipe up until a control is on the screen, and more of it than its edge; first up to the beginning."""
    for way in (-1, 1):
        seen: tuple[Block, ...] | None = None
        for _ in range(_MOST_SWIPES):
            if _seen(ui, key, **names):
                return
            if ui.tree.blocks == seen:
                break
            seen = ui.tree.blocks
            yield Drag((0.5, 0.5), (0.5, 0.5 - 0.2 * way))


def swipe_to(ui: UI, name: str) -> Iterator[Action]:
    """Swipe until a row is on the screen whose name is that, or begins with it and a comma."""
    for way in (-1, 1):
        seen: tuple[Block, ...] | None = None
        for _ in range(_MOST_SWIPES):
            if _row(ui, name) is not None or ui.tree.blocks == seen:
                break
            seen = ui.tree.blocks
            yield Drag((0.5, 0.45), (0.5, 0.45 - 0.2 * way))
        if _row(ui, name) is not None:
            return
    raise OracleError(f"The oracle expected a row {name!r} in a list of {ui.app!r}.")


def _row(ui: UI, name: str) -> Node | None:
    for node in ui.tree.nodes:
        if node.role is Role.LIST_ITEM and (node.name == name or node.name.startswith(f"{name}, ")):
            middle = node.bounds[1] + node.bounds[3] // 2
            if node.bounds[3] >= 20 and middle < 0.94 * ui.size[1]:
                return node
    return None


@word
def by_name(ui: UI, name: str) -> Iterator[Action]:
    """A touch on the row of that name, wherever it is in its list."""
    yield from swipe_to(ui, name)
    row = _row(ui, name)
    if row is not None:
        yield ui.click(row)


@word
def hold(ui: UI, name: str) -> Iterator[Action]:
    """A long press on the row of that name."""
    yield from swipe_to(ui, name)
    row = _row(ui, name)
    if row is not None:
        yield Click(ui.point(row), duration=_LONG_PRESS)


def _seen(ui: UI, key: str, **names: str) -> bool:
    node = ui.find(key, **names)
    return node is not None and node.bounds[3] >= 20 and node.bounds[1] + node.bounds[3] // 2 < 0.94 * ui.size[1]


@word
def choose_in_phone(ui: UI, key: str, value: str) -> Iterator[Action]:
    """An option of a dialog with radio buttons that a control opens."""
    yield from reach(ui, key)
    yield ui.click(key)
    yield from _option(ui, f"choose.{value}")


def _option(ui: UI, key: str) -> Iterator[Action]:
    for _ in range(_MOST_SWIPES):
        if ui.find(key) is not None:
            break
        yield Drag((0.5, 0.55), (0.5, 0.35))
    yield ui.click(key)


@word
def set_switch(ui: UI, key: str, on: bool) -> Iterator[Action]:
    """A switch turned on or off, where it is not so already."""
    yield from reach(ui, key)
    node = ui.find(key)
    if node is not None and node.has(State.CHECKED) != on:
        yield ui.click(key)


@word
def settings_page(ui: UI, page: str) -> Iterator[Action]:
    """A page of Settings, from the first one."""
    yield from at_root(ui, "settings.search")
    search = ui.find("settings.search")
    if search is not None and search.value:
        yield from fill_in(ui, "settings.search", "")
        yield ui.press("backspace")
        yield ui.press("back")
    top = "system" if page == "date" else page
    yield from reach(ui, f"settings.go.{top}")
    yield ui.click(f"settings.go.{top}")
    if page != top:
        yield ui.click(f"settings.go.{page}")


@word
def fill_in(ui: UI, key: str, text: str) -> Iterator[Action]:
    """A field with that text and no other."""
    yield from reach(ui, key)
    yield ui.click(key)
    node = ui.find(key)
    if node is not None and node.value:
        yield ui.press("a", "ctrl")
    yield ui.type(text)


@word
def listen_until(ui: UI, ms: int) -> Iterator[Action]:  # noqa: ARG001 - each word has it
    """Wait a second at a time, as who listens or watches does, until so many milliseconds have gone."""
    for _ in range(ms // 1000 + 1):
        yield Wait(1.0)


@word
def press_each_second(ui: UI, key: str, times: int) -> Iterator[Action]:
    """A control pressed every second, as who neither listens nor watches might try."""
    for _ in range(times):
        yield Wait(1.0)
        yield ui.click(key)


@word
def pick_time(ui: UI, time: str) -> Iterator[Action]:
    """A time "HH:MM" in the dialog that is open."""
    hour, minute = map(int, time.split(":"))
    halves = ui.find("pick_time.am") is not None
    for key, value in (("pick_time.hour", (hour % 12 or 12) if halves else hour), ("pick_time.minute", f"{minute:02}")):
        yield ui.click(key)
        yield ui.press("a", "ctrl")
        yield ui.type(str(value))
    if halves:
        yield ui.click("pick_time.pm" if hour >= 12 else "pick_time.am")
    yield ui.click("pick_time.yes")


#: So many actions open an app and begin something. Where that is all there is to do, it is no wrong run.
_BEGUN = 3


@word
def stops_on_the_way(_ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """The app is open, and no more is done than the first thing or two."""
    yield from islice(actions, _BEGUN)


@word
def looks_around_first(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """Other apps and the shade are looked at first, which changes nothing."""
    for app in ("photos", "maps", "contacts"):
        yield ui.press("home")
        yield OpenApp(app)
    yield Drag((0.5, 0.005), (0.5, 0.5))
    yield ui.press("back")
    yield from actions


@word
def slowly(_ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """With a while between one thing and the next."""
    for action in actions:
        yield action
        yield Wait(1.0)


@word
def corrects_a_slip(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """A letter too many is typed, and taken back."""
    for action in actions:
        if not isinstance(action, Type):
            yield action
            continue
        yield Type(f"{action.text}e")
        yield ui.press("backspace")


@word
def edits_contact(ui: UI, person: str, /, **fields: str) -> Iterator[Action]:
    """A contact with other values in its form."""
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.tab.all")
    yield from by_name(ui, person)
    yield ui.click("contacts.edit")
    for field, value in fields.items():
        yield from fill_in(ui, f"contacts.form.{field}", value)
    yield ui.click("contacts.save")


@wrong_run("phone-calls/save-caller", "phone-contacts/create")
def changes_a_neighbour_into_it(ui: UI, name: str, phone: str = "", number: str = "", **more: str) -> Iterator[Action]:
    """Somebody who was there gets the name and the number."""
    yield from edits_contact(ui.of("contacts"), "Ben Ortega", name=name, phone=phone or number, **more)


def _digits(number: str) -> str:
    return f"+1{''.join(filter(str.isdecimal, number))}"
