"""Subtasks in the forum: replies, new posts, likes, threads to follow, files."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps.browser._steps import (
    FORUM,
    WEB,
    WITH_CLIPBOARD,
    at,
    copied,
    find_in,
    folder,
    go,
    loaded,
    press,
    record,
    write,
)
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__: list[str] = []

_ME = "Alex Morgan"
_ON_THREAD = Condition("control_exists", {"name": "{thread}", "role": "heading"})


def _slug(title: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in title.casefold()).split())


def _threads(*values: tuple[str, ...], more: tuple[str, ...] = ()) -> tuple[dict[str, str], ...]:
    """Parameter sets of a thread with its name in addresses, and ``more``."""
    return tuple({"thread": v[0], "id": _slug(v[0]), **dict(zip(more, v[1:], strict=True))} for v in values)


def _posted(post: dict[str, object], *, new: bool = False) -> Condition:
    """The thread has a post of the user's; with ``new`` it is the user's own thread."""
    was = None if new else {"title": "{thread}"}
    return row_is("forum/threads", was=was, title="{thread}", posts=[{"author": _ME, "file": "", **post}])


@subtask(
    **WEB,
    id="web/forum-reply",
    instruction="Reply '{text}' to the thread '{thread}' on forum.adatum.com.",
    parameters=_threads(
        ("Which tent for two?", "Buy the green one."),
        ("Best coffee in town", "The station kiosk, of course."),
        ("Piano to give away", "I would love to have it."),
        ("New tram times", "Is there a night line?"),
        ("Bread that does not rise", "Less salt, more time."),
        ("Packing for the north ridge", "Take a spare battery."),
        ("Bicycle for a child wanted", "Ours is red and free."),
        more=("text",),
    ),
    conditions=(_posted({"text": "{text}"}),),
    produces=(Resource("web_contribution", "{thread}"),),
    milestones=(at(FORUM), at(f"{FORUM}/thread"), Condition("check_text_exists_via_control", {"text": "{text}"})),
    tags=("forum", "write"),
)
def reply(ui: UI, thread: str, id: str, text: str) -> Iterator[Action]:  # noqa: A002
    """Found by the search of the forum."""
    yield from find_in(ui, FORUM, thread)
    yield ui.click(f"page.thread.{id}")
    yield from write(ui, text)
    yield ui.click("page.post")


@subtask(
    **{**WEB, "capabilities": WITH_CLIPBOARD},
    id="web/forum-paste",
    instruction="Paste the text on the clipboard as a reply into the thread '{thread}' on forum.adatum.com.",
    parameters=_threads(
        ("Who waters the allotments?", "Documents/rota.txt"),
        ("Which tent for two?", "Documents/tents.txt"),
        ("Best coffee in town", "Desktop/beans.txt"),
        ("New tram times", "Documents/trams.txt"),
        ("Piano to give away", "Music/offer.txt"),
        ("Bread that does not rise", "Documents/dough.txt"),
        more=("source",),
    ),
    conditions=(
        Condition(
            "row_with_clipboard",
            {
                "uri": "content://forum/threads",
                "columns": {"title": "{thread}"},
                "was": {"title": "{thread}"},
                "column": "posts",
                "within": "text",
                "item": {"author": _ME, "file": ""},
            },
        ),
    ),
    needs=(copied(),),
    produces=(Resource("web_contribution", "{thread}"),),
    milestones=(at(FORUM), at(f"{FORUM}/thread")),
    tags=("forum", "clipboard"),
)
def paste(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Ctrl+V in the field for a reply."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield ui.click("text")
    yield ui.press("v", "ctrl")
    yield ui.click("page.post")


@subtask(
    **WEB,
    id="web/forum-new",
    instruction="Start a thread '{thread}' on forum.adatum.com that says '{text}'.",
    parameters=_threads(
        ("Lost cat in Mill Street", "Grey, shy, answers to Mimi."),
        ("Choir needs basses", "We meet on Tuesdays."),
        ("Skates for sale", "Size 42, hardly used."),
        ("Who fixes clocks?", "Mine stopped at noon."),
        ("Picnic in May", "Everybody brings a salad."),
        ("Free apples", "Take as many as you can carry."),
        ("Night train to Vienna", "Has anybody tried it?"),
        more=("text",),
    ),
    conditions=(_posted({"text": "{text}"}, new=True),),
    produces=(Resource("forum_thread", "{thread}"),),
    milestones=(at(f"{FORUM}/new"), Condition("check_text_exists_via_control", {"text": "{text}"})),
    tags=("forum", "write"),
)
def new_thread(ui: UI, thread: str, text: str, **_: str) -> Iterator[Action]:
    """The form for a new post; its title has the keyboard."""
    yield from go(ui, f"{FORUM}/new")
    yield ui.type(thread)
    yield from write(ui, text)
    yield ui.click("page.publish")


@subtask(
    **WEB,
    id="web/forum-like",
    implied=("author",),
    instruction="Like the first post of '{thread}' on forum.adatum.com.",
    parameters=_threads(
        ("Which tent for two?", "Mina Sato"),
        ("Piano to give away", "Paul Adler"),
        ("New tram times", "Rita Lang"),
        ("Best coffee in town", "Lena Brandt"),
        ("Bread that does not rise", "Joe Park"),
        ("Packing for the north ridge", "Ben Okoro"),
        ("Who waters the allotments?", "Oskar Wolf"),
        more=("author",),
    ),
    conditions=(
        row_is(
            "forum/threads",
            was={"title": "{thread}"},
            title="{thread}",
            posts=[{"author": "{author}", "liked": True}],
        ),
    ),
    produces=(Resource("favourite", "{thread}"),),
    milestones=(at(FORUM), _ON_THREAD),
    tags=("forum",),
)
def like(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The button below the post."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from press(ui, "page.like.0")


@subtask(
    **WEB,
    id="web/forum-follow",
    instruction="Follow the thread '{thread}' on forum.adatum.com.",
    parameters=_threads(
        ("Bicycle for a child wanted",),
        ("New tram times",),
        ("Piano to give away",),
        ("Best coffee in town",),
        ("Which tent for two?",),
        ("Who waters the allotments?",),
        ("Bread that does not rise",),
    ),
    conditions=(row_is("forum/threads", was={"title": "{thread}"}, title="{thread}", followed=True),),
    produces=(Resource("favourite", "{thread}"),),
    milestones=(at(FORUM), _ON_THREAD),
    tags=("forum",),
)
def follow(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The button beside the title."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from press(ui, "page.follow")


def _shared(text: str) -> Need:
    """A thread of somebody's with a file."""
    post = {
        "author": "Rita Lang",
        "date": "2025-03-13",
        "text": "Here it is.",
        "likes": 1,
        "liked": False,
        "file": "{name}",
    }
    fields = {"title": "{thread}", "board": "Town talk", "followed": False, "posts": [post]}
    file = WriteFile(f"{folder(FORUM, 'files')}/{{id}}/{{name}}", text)
    return Need(Resource("forum_thread", "{thread}"), (record(FORUM, "threads", "{id}", fields), file), given=True)


@subtask(
    **WEB,
    id="web/forum-download",
    implied=("folder", "id"),
    instruction="Download {name} from the thread '{thread}' on forum.adatum.com.",
    parameters=tuple(
        {**p, "folder": "Downloads"}
        for p in _threads(
            ("Minutes of the meeting", "minutes.txt"),
            ("Bird count", "birds.txt"),
            ("Songs to sing", "songs.txt"),
            ("Where to park", "parking.txt"),
            ("Recipe of the month", "soup.txt"),
            ("Flood levels", "levels.txt"),
            ("Lost and found in March", "found.txt"),
            more=("name",),
        )
    ),
    conditions=(
        Condition("same_content", {"path": "{folder}/{name}", "other": f"{folder(FORUM, 'files')}/{{id}}/{{name}}"}),
        loaded(),
    ),
    needs=(_shared("This was shared in {thread}.\n"),),
    produces=(Resource("file", "{folder}/{name}"),),
    milestones=(at(FORUM), _ON_THREAD),
    tags=("forum", "download"),
)
def download(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The file below the post."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from press(ui, "page.file.0")


@subtask(
    **WEB,
    id="web/forum-attach",
    implied=("id",),
    instruction="Reply '{text}' to '{thread}' on forum.adatum.com and attach {name} from {folder}.",
    parameters=_threads(
        ("Which tent for two?", "Here is my list.", "Documents", "camping.txt"),
        ("New tram times", "I marked the changes.", "Downloads", "timetable.txt"),
        ("Best coffee in town", "My ranking.", "Desktop", "cafes.txt"),
        ("Who waters the allotments?", "I can do these days.", "Documents", "days.txt"),
        ("Packing for the north ridge", "Mine is longer.", "Documents", "ridge.txt"),
        ("Bread that does not rise", "This one works.", "Documents", "loaf.txt"),
        ("Piano to give away", "The measures of my stairs.", "Downloads", "stairs.txt"),
        more=("text", "folder", "name"),
    ),
    conditions=(
        _posted({"text": "{text}", "file": "{name}"}),
        Condition("same_content", {"path": "{folder}/{name}", "other": f"{folder(FORUM, 'files')}/{{id}}/{{name}}"}),
    ),
    needs=(file_need(),),
    produces=(Resource("web_contribution", "{thread}"),),
    milestones=(at(f"{FORUM}/thread"), Condition("control_exists", {"name": "{name}", "role": "text"})),
    tags=("forum", "write", "attach"),
)
def attach(ui: UI, id: str, text: str, folder: str, name: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The dialog, the text, Post reply."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield ui.click("page.attach")
    yield from name_file(ui, f"{folder}/{name}")
    yield from write(ui, text)
    yield ui.click("page.post")
