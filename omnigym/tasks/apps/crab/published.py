"""Subtasks of the 16 tasks that CRAB's authors made by hand, which its sub-tasks do not describe (CRAB 5).

Each has those nodes of a published task that belong to one device, so that the nodes of a task are the published ones.
They are a collection with `omnigym.tasks.apps.crab.hand`: found by their ids, and drawn for no other suite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.evaluation.checks.links import served_at
from omnigym.tasks.apps._rows import newly, row_is
from omnigym.tasks.apps._steps import in_front, open_path
from omnigym.tasks.apps._talk import Talk, to_room
from omnigym.tasks.apps.browser._steps import go, press
from omnigym.tasks.apps.crab._desk import COPIED, SIMULATED, UBUNTU, folder_of, room
from omnigym.tasks.apps.crab._parts import browsing, front, path, typed
from omnigym.tasks.apps.crab.hand import BY_HAND
from omnigym.tasks.apps.phone._office_steps import CALENDAR, DRIVE, KEEP, NOTES, TASKS, agenda, task_list, wall
from omnigym.tasks.apps.phone._steps import PEOPLE, PHONE, at_root, by_name, fill_in, known, pick_time
from omnigym.tasks.apps.terminal._steps import command, run
from omnigym.tasks.parts import Part
from omnigym.tasks.subtask import (
    UI,
    AddRow,
    Condition,
    Need,
    RemoveRows,
    Resource,
    SetSetting,
    WriteFile,
    subtask,
)

__all__ = ["DRIVE_SITE", "PHOTO"]

_OURS: Mapping[str, Any] = {"collection": BY_HAND}
_TERMINAL: Mapping[str, Any] = {**UBUNTU, **SIMULATED, **_OURS, "app": "terminal"}
_BROWSER: Mapping[str, Any] = {**COPIED, **SIMULATED, **_OURS, "app": "browser"}
_TEXTS: Mapping[str, Any] = {**PEOPLE, **_OURS, "app": "messages"}
_SMS = "/data/data/com.android.providers.telephony/sms.json"
_TODO = "/data/data/com.google.android.apps.tasks/tasks.json"
_EVENTS = "/data/data/com.android.providers.calendar/events.json"
#: A quarter of an hour before the episode, and the first minute of its day.
_CAME, _TODAY = 1_741_941_900_000, 1_741_910_400_000
_CHAT = Talk("chat", "Chat")
#: The cloud drive in a browser.
DRIVE_SITE = "drive.contoso.com"


# -- the terminal -----------------------------------------------------------------------------------------------------


@subtask(
    **_TERMINAL,
    id="by-hand/print",
    instruction="Print {file} with cat.",
    parameters=tuple([{"file": f"/home/user/{name}"} for name in ("notes.txt", "plan.txt", "Documents/list.txt")]),
    parts=(Part("command", (typed("cat {file}"),), passing=True),),
)
def print_again(ui: UI, file: str) -> Iterator[Action]:
    """The command, with the path as it is given."""
    yield from run(ui, command("cat", file))


@subtask(
    **_TERMINAL,
    id="by-hand/run",
    instruction="Run {line} in the terminal.",
    parameters=tuple([{"line": line} for line in ("uname -a", "df", "date")]),
    parts=path(app=front("terminal"), command=typed("{line}"), shown=True),
)
def run_line(ui: UI, line: str) -> Iterator[Action]:
    """The command."""
    yield from run(ui, line)


_PHOTOS = ("tennis", "football", "sailing")


@subtask(
    **_TERMINAL,
    id="by-hand/fetch",
    implied=("path", "folder", "scene", "served"),
    instruction="Download the picture at {url} to {file} with wget.",
    parameters=tuple(
        [
            {
                "url": url,
                "file": f"/home/user/{file}",
                "path": file,
                "folder": folder_of(file),
                "scene": scene,
                "served": served_at(url) or "",
            }
            for url, file, scene in (
                ("https://cdn.contoso.com/photos/7451_z.jpg", "Desktop/download.jpg", "tennis"),
                ("https://cdn.contoso.com/photos/2210_b.jpg", "Pictures/sport.jpg", "football"),
                ("https://cdn.contoso.com/photos/9034_c.jpg", "summer.jpg", "sailing"),
            )
        ]
    ),
    parts=path(
        app=front("terminal"),
        tool=typed("wget"),
        address=typed("{url}"),
        file=Condition("download_matches", {"url": "{url}", "path": "{path}"}),
    ),
    needs=(room(),),
    setup=(WriteFile("{served}", "{scene}"),),
    produces=(Resource("file", "{path}"), Resource("picture", "{path}")),
)
def fetch(ui: UI, url: str, path: str, **_: object) -> Iterator[Action]:
    """One command."""
    yield from run(ui, command("wget", "-q", "-O", ui.native_path(path), url))


@subtask(
    **{**UBUNTU, **SIMULATED, **_OURS, "app": "image_editor"},
    id="by-hand/look-at",
    implied=("path", "name", "scene"),
    instruction="Look at the picture {file} on the desktop.",
    parameters=tuple(
        [
            {"file": f"/home/user/{file}", "path": file, "name": file.rpartition("/")[2], "scene": scene}
            for file, scene in (
                ("Desktop/download.jpg", "tennis"),
                ("Pictures/sport.jpg", "football"),
                ("summer.jpg", "sailing"),
            )
        ]
    ),
    parts=(Part("shown", (Condition("app_shows", {"app": "image_editor", "texts": ["{name}"]}),), passing=True),),
    needs=(Need(Resource("picture", "{path}"), (WriteFile("{path}", "{scene}"),)),),
)
def look_at(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """Opened by the program for pictures, in which its window says its name."""
    yield from open_path(ui, path)


# -- the browser ------------------------------------------------------------------------------------------------------

_HOURS = (("clock 7:00", "07:00"), ("clock 10:10", "10:10"), ("clock 4:35", "04:35"), ("clock 8:50", "08:50"))


@subtask(
    **_BROWSER,
    id="by-hand/open-picture",
    implied=("scene", "served"),
    instruction="Open the picture {url} in Firefox.",
    parameters=tuple(
        [
            {"url": url, "scene": scene, "served": served_at(url) or ""}
            for n, (scene, _) in enumerate(_HOURS)
            for url in (f"https://cdn.contoso.com/photos/759{n}_z.jpg",)
        ]
    ),
    parts=path(app=front("browser"), address=typed("{url}"), shown=True),
    setup=(WriteFile("{served}", "{scene}"),),
)
def open_picture(ui: UI, url: str, **_: object) -> Iterator[Action]:
    """Its address."""
    yield from go(ui, url)


_POEM = "The lamp is lit, the kettle sings, and nobody is late."
_DOCUMENT = "Untitled document.docx"
_NOTE_TEXTS = (
    ("Evening", _POEM),
    ("For the newsletter", "Our agents work together on two devices, and each of them says what it has done."),
    ("Abstract", "We show that a graph of small checks tells more of an agent than its last screen does."),
)


@subtask(
    **_BROWSER,
    id="by-hand/read-document",
    implied=("text",),
    instruction="Open the document {name} in Contoso Drive (drive.contoso.com) with Firefox.",
    parameters=tuple([{"name": _DOCUMENT, "text": text} for _, text in _NOTE_TEXTS]),
    parts=path(
        app=front("browser"),
        page=browsing("Contoso Drive", DRIVE_SITE),
        words=Condition("app_shows", {"app": "browser", "texts": ["{name}", "{text}"]}),
        shown=True,
    ),
    needs=(Need(Resource("cloud_document", "{name}"), (WriteFile("Google Drive/{name}", "{text}"),)),),
)
def read_document(ui: UI, name: str, **_: object) -> Iterator[Action]:
    """Its link on the first page of the drive."""
    yield from go(ui, DRIVE_SITE)
    yield from press(ui, f"page.file.{name}")


#: What a photo's name ends with.
PHOTO = "jpg"


@subtask(
    **{**_BROWSER, "app": "browser"},
    id="by-hand/bring-photo",
    implied=("path", "folder", "name"),
    instruction=(
        "Download the new photo from Contoso Drive with Firefox, move it to {file}, and open it there with GIMP."
    ),
    parameters=tuple(
        [
            {"file": f"/home/user/{file}", "path": file, "folder": folder_of(file), "name": file.rpartition("/")[2]}
            for file in ("assets/photo.jpg", "Pictures/taken.jpg", "Documents/new.jpg")
        ]
    ),
    parts=(
        *path(
            app=front("browser"),
            page=browsing("Contoso Drive", DRIVE_SITE),
            loaded=Condition("new_file_copied", {"path": "Downloads", "source": "Google Drive", "ending": PHOTO}),
            moved=Condition("new_file_copied", {"path": "{path}", "source": "Google Drive", "ending": PHOTO}),
        ),
        Part(
            "opened",
            (Condition("app_shows", {"app": "image_editor", "texts": ["{name}"]}),),
            ("moved",),
            app="image_editor",
            passing=True,
        ),
    ),
    needs=(room(),),
    produces=(Resource("picture", "{path}"),),
)
def bring_photo(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The link on the page of the photo, a command, and the Open dialog of GIMP."""
    yield from go(ui, DRIVE_SITE)
    taken = next((n for n in ui.tree.nodes if n.key.startswith("page.file.") and n.name.endswith(f".{PHOTO}")), None)
    if taken is None:
        raise OracleError("The oracle expected a photo in the drive, and there is none.")
    name = taken.name
    yield from press(ui, taken.key)
    yield from press(ui, "page.download")
    shell = ui.of("terminal")
    yield from run(shell, command("mv", ui.native_path(f"Downloads/{name}"), ui.native_path(path)))
    yield from open_path(ui.of("image_editor"), path)


# -- the desktop ------------------------------------------------------------------------------------------------------

_SAID = (
    (
        "lab",
        "The second sensor is three degrees too warm.",
        "Ask the supplier for a new cable.",
        "sensor",
        "supplier",
    ),
    (
        "general",
        "The new agent reads the screen of the phone now.",
        "I have put it on GitHub, have a look.",
        "agent",
        "github",
    ),
    (
        "design",
        "The poster needs another photo of the bridge.",
        "The printer closes at five on Friday.",
        "poster",
        "printer",
    ),
)


@subtask(
    **{**_OURS, **SIMULATED},
    app="chat",
    platforms=("linux",),
    capabilities=("content", "files", "apps", "a11y"),
    id="by-hand/read-channel",
    implied=("first", "second"),
    instruction="Read the last two messages of the channel {room} in Chat.",
    parameters=tuple([{"room": room_, "first": a, "second": b} for room_, a, b, _, _ in _SAID]),
    parts=(Part("read", (Condition("app_shows", {"app": "chat", "texts": ["{first}", "{second}"]}),), passing=True),),
    setup=(
        *_CHAT.message("{first}", room="{room}", sender="Sara Lind").unless_provided,
        *_CHAT.message("{second}", room="{room}", sender="Tom Becker").unless_provided,
    ),
)
def read_channel(ui: UI, room: str, **_: object) -> Iterator[Action]:
    """The channel, which shows its latest messages."""
    yield from to_room(ui, room)


@subtask(
    **{**_OURS, **SIMULATED},
    app="settings",
    platforms=("linux",),
    capabilities=("settings", "apps", "a11y"),
    id="by-hand/style",
    implied=("theme", "before"),
    instruction="Switch to the {theme} style in Settings.",
    parameters=({"theme": "dark", "before": "light"}, {"theme": "light", "before": "dark"}),
    parts=path(app=front("settings"), style=Condition("setting_equals", {"key": "theme", "value": "{theme}"})),
    setup=(SetSetting("theme", "{before}"),),
    produces=(Resource("setting", "theme"),),
)
def set_style(ui: UI, theme: str, **_: object) -> Iterator[Action]:
    """The page Appearance."""
    yield from in_front(ui)
    yield ui.click("settings.nav.appearance")
    yield ui.click(f"settings.theme.{theme}")


_DAYS = (
    ("Call the plumber", "Collect the parcel", "assets/plan.md"),
    ("Budget review", "Tea with Sonja", "Documents/today.md"),
    ("Piano lesson", "Meet the auditor", "plan.md"),
)
#: What the calendar has of today from the start.
_ALWAYS = ("Stand-up", "Lunch with Carla")


@subtask(
    **{**UBUNTU, **_OURS, "app": "terminal"},
    id="by-hand/list-events",
    implied=("path", "folder", "first", "second"),
    instruction="Write each event of today into {file}, a line each with an empty box before it.",
    parameters=tuple(
        [{"file": f"/home/user/{p}", "path": p, "folder": folder_of(p), "first": a, "second": b} for a, b, p in _DAYS]
    ),
    parts=path(
        made=Condition("file_exists", {"path": "{path}"}),
        boxes=Condition("checklist", {"path": "{path}", "items": [*_ALWAYS, "{first}", "{second}"]}),
    ),
    needs=(room(),),
    produces=(Resource("file", "{path}"),),
)
def list_events(ui: UI, path: str, first: str, second: str, **_: object) -> Iterator[Action]:
    """One command a line."""
    to = command(ui.native_path(path))
    for title in (*_ALWAYS, first, second):
        yield from run(ui, f"echo {command(f'- [ ] {title}')} >> {to}")


# -- the phone --------------------------------------------------------------------------------------------------------


_WRITERS = (("Ivan Petrov", "555-014-7731"), ("Nora Field", "555-014-6120"), ("Mina Aoki", "555-014-8842"))


def _writes(name: str, phone: str, words: tuple[str, ...]) -> dict[str, object]:
    return {"name": name, "phone": phone, **{f"word_{n}": word for n, word in enumerate(words, start=1)}}


def _told(count: int) -> dict[str, Any]:
    """A message to the person whose conversation is the first, of so many words that it must have."""
    words = [f"{{word_{n}}}" for n in range(1, count + 1)]
    ids = tuple([f"word_{n}" for n in range(1, count + 1)])
    latest = AddRow(
        _SMS, ("address", "body", "sent", "time_ms", "read"), ("{phone}", "How is it going?", False, _CAME, True)
    )
    return {
        "implied": ("phone", *ids),
        "parts": (
            Part("app", (front("messages"),), passing=True),
            *[
                Part(i, (Condition("app_shows", {"app": "messages", "texts": [w]}),), ("app",), passing=True)
                for i, w in zip(ids, words, strict=True)
            ],
            Part("sent", (Condition("message_tells", {"number": "{phone}", "texts": words}),), ids),
        ),
        "needs": (known("{name}", "{phone}"),),
        "setup": (latest,),
        "produces": (Resource("sent_message", "{phone}"),),
    }


def _tell(ui: UI, name: str, text: str) -> Iterator[Action]:
    yield from at_root(ui, "messages.new")
    yield from by_name(ui, name)
    yield from fill_in(ui, "messages.draft", text)
    yield ui.click("messages.send")


@subtask(
    **_TEXTS,
    id="by-hand/sum-up",
    instruction="Send {name} a summary of what was said with Messages on the phone.",
    parameters=tuple([{**_writes(*who, said[3:])} for who, said in zip(_WRITERS, _SAID, strict=True)]),
    **_told(2),
)
def sum_up(ui: UI, name: str, word_1: str, word_2: str, **_: object) -> Iterator[Action]:
    """Both words in a sentence."""
    yield from _tell(ui, name, f"They speak of the {word_1} and of the {word_2}")


@subtask(
    **_TEXTS,
    id="by-hand/explain",
    instruction="Explain to {name} with Messages on the phone what the computer runs.",
    parameters=tuple([{**_writes(*who, ("ubuntu", "x86", "linux", "6.5"))} for who in _WRITERS]),
    **_told(4),
)
def explain(ui: UI, name: str, **_: object) -> Iterator[Action]:
    """The words of the line, in a sentence."""
    yield from _tell(ui, name, "It runs Ubuntu with Linux 6.5 on an x86 processor")


@subtask(
    **{**TASKS, **_OURS},
    id="by-hand/first-task",
    implied=("title",),
    instruction="See what the first task in Tasks on the phone is.",
    parameters=({"title": "Switch the Ubuntu computer to the dark style"},),
    parts=(Part("read", (Condition("app_shows", {"app": "tasks", "texts": ["{title}"]}),), passing=True),),
    setup=(RemoveRows(_TODO, "list", 1), AddRow(_TODO, ("list", "title"), (1, "{title}"))),
)
def first_task(ui: UI, **_: object) -> Iterator[Action]:
    """The list."""
    yield from task_list(ui)


@subtask(
    **{**CALENDAR, **_OURS},
    id="by-hand/today",
    implied=("first", "second", "first_ms", "second_ms", "first_end", "second_end"),
    instruction="See what is planned today in Calendar on the phone.",
    parameters=tuple(
        [
            {
                "first": a,
                "second": b,
                "first_ms": _TODAY + 15 * 3_600_000,
                "first_end": _TODAY + 16 * 3_600_000,
                "second_ms": _TODAY + 17 * 3_600_000,
                "second_end": _TODAY + 18 * 3_600_000,
            }
            for a, b, _ in _DAYS[:1]
        ]
    ),
    parts=path(
        app=front("calendar"),
        events=Condition("app_shows", {"app": "calendar", "texts": [*_ALWAYS, "{first}", "{second}"]}),
        shown=True,
    ),
    setup=(
        AddRow(_EVENTS, ("title", "start_ms", "end_ms"), ("{first}", "{first_ms}", "{first_end}")),
        AddRow(_EVENTS, ("title", "start_ms", "end_ms"), ("{second}", "{second_ms}", "{second_end}")),
    ),
)
def today(ui: UI, **_: object) -> Iterator[Action]:
    """The schedule from today on."""
    yield from agenda(ui)


@subtask(
    **{**KEEP, **_OURS},
    id="by-hand/note-usage",
    implied=("share",),
    instruction="Keep in a new note in Keep how much of the root directory is used, in per cent.",
    parameters=({"share": "7%"},),
    parts=path(
        app=front("keep"),
        note=Condition(
            "row_tells",
            {
                "uri": "content://keep/notes",
                "columns": ["title", "body"],
                "texts": ["{share}"],
                "kept": {"pinned": False, "archived": False, "trashed": False},
            },
        ),
    ),
    produces=(Resource("note", "{share}"),),
)
def note_usage(ui: UI, share: str, **_: object) -> Iterator[Action]:
    """A sentence."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.text")
    yield ui.type(f"{share} of the root directory is used")


@subtask(
    **{**PHONE, **_OURS, "capabilities": ("content", "settings", "files", "apps", "a11y")},
    app="clock",
    id="by-hand/same-alarm",
    implied=("time",),
    instruction="Set an alarm in Clock on the phone for the time that the clock in the picture shows.",
    parameters=tuple([{"time": time} for _, time in _HOURS[:1]]),
    parts=path(app=front("clock"), alarm=newly(row_is("clock/alarms", time="{time}", enabled=True, days=""))),
    produces=(Resource("alarm", "{time}"),),
)
def same_alarm(ui: UI, time: str, **_: object) -> Iterator[Action]:
    """The dialog of a time."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.alarm")
    yield ui.click("clock.add_alarm")
    yield from pick_time(ui, time)


@subtask(
    **{**TASKS, **_OURS},
    id="by-hand/do-the-same",
    implied=("what",),
    instruction="Add a task in Tasks on the phone that reminds me to do what the person in the picture does.",
    parameters=tuple([{"what": what} for what in _PHOTOS[:1]]),
    parts=path(
        app=front("tasks"),
        task=Condition(
            "row_tells",
            {
                "uri": "content://todo/tasks",
                "columns": ["title", "note"],
                "texts": ["{what}"],
                "kept": {"completed": False},
            },
        ),
    ),
    produces=(Resource("phone_task", "{what}"),),
)
def do_the_same(ui: UI, what: str, **_: object) -> Iterator[Action]:
    """A task that names it."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(f"Go and try {what}")
    yield ui.click("tasks.new.save")


@subtask(
    **{**PHONE, **_OURS, "capabilities": ("files", "apps", "a11y")},
    app="camera",
    id="by-hand/take-photo",
    instruction="Take a photo with Camera on the phone, look at it from there, and share it to Drive.",
    parameters=({},),
    parts=path(
        app=front("camera"),
        taken=Condition("new_file", {"folder": "DCIM/Camera", "ending": PHOTO}),
        seen=front("photos"),
        shared=Condition("new_file_copied", {"path": DRIVE, "source": "DCIM/Camera", "ending": PHOTO}),
        back=front("photos"),
    ),
    produces=(Resource("cloud_photo", "new"),),
)
def take_photo(ui: UI, **_: object) -> Iterator[Action]:
    """The shutter, the latest photo, and Drive among those that it can be shared with."""
    yield from at_root(ui, "camera.shutter")
    yield ui.click("camera.shutter")
    yield ui.click("camera.latest")
    yield ui.click("photos.share")
    yield ui.click("share.drive")
    yield ui.click("ask.yes")
    yield from at_root(ui.of("photos"), "photos.tabs")


@subtask(
    **{**KEEP, **_OURS, "capabilities": ("clipboard", "content", "files", "apps", "a11y")},
    id="by-hand/note-to-document",
    implied=("text", "name"),
    instruction="Copy what the note '{title}' in Keep says, and paste it into a new document of Docs on the phone.",
    parameters=tuple([{"title": title, "text": text, "name": _DOCUMENT} for title, text in _NOTE_TEXTS]),
    parts=path(
        app=front("keep"),
        note=Condition("app_shows", {"app": "keep", "texts": ["{title}", "{text}"]}),
        copied=Condition("get_clipboard_text", {"equals": "{text}"}),
        docs=front("docs"),
        made=Condition("file_exists", {"path": f"{DRIVE}/{{name}}"}),
        pasted=Condition("app_shows", {"app": "docs", "texts": ["{text}"]}),
        kept=Condition("document_text", {"path": f"{DRIVE}/{{name}}", "text": "{text}"}),
    ),
    setup=(AddRow(NOTES, ("title", "body", "edited_ms"), ("{title}", "{text}", _CAME)),),
    produces=(Resource("cloud_document", "{name}"),),
)
def note_to_document(ui: UI, title: str, **_: object) -> Iterator[Action]:
    """Copied from the note, and pasted into a new document."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.body")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
    docs = ui.of("docs")
    yield from at_root(docs, "docs.new")
    yield docs.click("docs.new")
    yield docs.press("v", "ctrl")
    yield docs.click("docs.done")
