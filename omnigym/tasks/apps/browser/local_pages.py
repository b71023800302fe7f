"""Web pages that are files: subtasks of the real desktop's browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.errors import OracleError
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask

__all__: list[str] = []

#: On a desktop whose browser shows files; the simulated one has sites alone.
_BROWSER: Mapping[str, object] = {"app": "browser", "platforms": ("linux",), "desktops": ("xfce",)}
_PATH = "{folder}/{name}"
_WITH_CLIPBOARD = ("files", "apps", "a11y", "clipboard")
_TRIES = 20
#: Chromium writes its bookmarks only after a while, in seconds.
_WRITTEN_LATER = 3.0

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body style="font-family: sans-serif"><h1>{title}</h1><p>%s</p></body></html>
"""
_NEWS = "Here is all that you have to know about {title}. Come and see us."
_FORM = """<form onsubmit="document.title = 'Thank you, ' + who.value + (news.checked ? ' and welcome' : '');
return false">
<label>Name <input id="who"></label> <label><input type="checkbox" id="news"> Send me news</label>
<button>Sign up</button></form>"""


def _rows(names: tuple[str, ...], *rows: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    return tuple(dict(zip(names, row, strict=True)) for row in rows)


def _page(path: str = _PATH) -> Need:
    return Need(Resource("web_page", path), (WriteFile(path, _PAGE % _NEWS),))


def _shows(title: str) -> Condition:
    return Condition("window_titled", {"title": f"{title} - Chromium"})


def _visit(ui: UI, path: str, title: str) -> Iterator[Action]:
    """A page, by its address; and until its title is that of the window."""
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield ui.type(f"file://{ui.native_path(path)}\n".replace(" ", "%20"))
    yield from _titled(ui, title)


def _titled(ui: UI, title: str) -> Iterator[Action]:
    for _ in range(_TRIES):
        if any(w.title.startswith(title) for w in ui.app_windows()):
            return
        yield Wait(0.25)


def _seen(ui: UI, role: Role, name: str) -> Iterator[Action]:
    """Wait for a control of the page, whose tree comes after its picture."""
    for _ in range(_TRIES):
        if ui.node(role, name) is not None:
            return
        yield Wait(0.25)
    raise OracleError(f"The oracle expected a {role.name} {name!r} on the page.")


_PAGES = _rows(
    ("folder", "name", "title"),
    ("Documents", "zoo.html", "The Zoo"),
    ("Downloads", "museum.html", "City Museum"),
    ("Desktop", "timetable.html", "Timetable of the ferries"),
    ("Documents", "menu.html", "Menu of the week"),
    ("Downloads", "club.html", "Chess Club"),
    ("Documents", "library.html", "Opening hours of the library"),
    ("Desktop", "garden.html", "The rose garden"),
)


@subtask(
    **_BROWSER,
    id="browser/open-page",
    implied=("title",),
    instruction="Open the web page {name}, which is in {folder}, in the browser.",
    parameters=_PAGES,
    conditions=(_shows("{title}"),),
    needs=(_page(),),
    tags=("open",),
)
def open_page(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """By its address."""
    yield from _visit(ui, f"{folder}/{name}", title)


@subtask(
    **_BROWSER,
    id="browser/bookmark",
    instruction="Bookmark the web page {name} in {folder} under the name '{label}'.",
    parameters=tuple(
        {**page, "label": label}
        for page, label in zip(
            _PAGES, ("Zoo", "Museum", "Ferries", "Lunch", "Chess", "Books on Monday", "Roses"), strict=True
        )
    ),
    conditions=(Condition("bookmarked", {"path": _PATH, "name": "{label}"}),),
    needs=(_page(),),
    produces=(Resource("bookmark", "{label}"),),
    covers=("browser/open-page",),
    milestones=(_shows("{title}"),),
    tags=("keep",),
)
def bookmark(ui: UI, folder: str, name: str, title: str, label: str) -> Iterator[Action]:
    """Ctrl+D, the name typed over the title of the page."""
    yield from _visit(ui, f"{folder}/{name}", title)
    yield ui.press("d", "ctrl")
    yield from _seen(ui, Role.TEXT_FIELD, "Bookmark name")
    yield ui.press("a", "ctrl")
    yield ui.type(label + "\n")
    yield Wait(_WRITTEN_LATER)


@subtask(
    **_BROWSER,
    id="browser/copy-text",
    implied=("title",),
    instruction="Copy all the text of the web page {name} in {folder} to the clipboard.",
    parameters=_PAGES,
    conditions=(
        all_of(
            Condition("clipboard_contains_text", {"text": "{title}"}),
            Condition("clipboard_contains_text", {"text": _NEWS}),
        ),
    ),
    needs=(_page(),),
    produces=(Resource("clipboard_text", "the page {title}"),),
    capabilities=_WITH_CLIPBOARD,
    covers=("browser/open-page",),
    milestones=(_shows("{title}"),),
    tags=("clipboard",),
)
def copy_text(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """Ctrl+A, Ctrl+C on the page."""
    yield from _visit(ui, f"{folder}/{name}", title)
    yield from _seen(ui, Role.HEADING, title)
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@subtask(
    **_BROWSER,
    id="browser/follow-link",
    implied=("target",),
    instruction="Start at the web page {name} in {folder} and follow its link '{link}'.",
    parameters=tuple(
        {**page, "link": link, "target": f"{link} of {page['title']}"}
        for page, link in zip(
            _PAGES, ("Prices", "Guided tours", "Islands", "Desserts", "Members", "Fines", "Varieties"), strict=True
        )
    ),
    conditions=(_shows("{target}"),),
    needs=(
        Need(
            Resource("linked_page", _PATH),
            (
                WriteFile(_PATH, _PAGE % '<a href="next-{name}">{link}</a> <a href="zzz.html">Imprint</a>'),
                WriteFile(
                    "{folder}/next-{name}", (_PAGE % "You have come to the right place.").replace("{title}", "{target}")
                ),
            ),
        ),
    ),
    milestones=(_shows("{title}"),),
    tags=("navigate",),
)
def follow_link(ui: UI, folder: str, name: str, title: str, link: str, target: str) -> Iterator[Action]:
    """A click on it."""
    yield from _visit(ui, f"{folder}/{name}", title)
    yield from _seen(ui, Role.LINK, link)
    yield ui.click(ui.node(Role.LINK, link) or "window")
    yield from _titled(ui, target)


@subtask(
    **_BROWSER,
    id="browser/sign-up",
    instruction="Sign {person} up with the form on the web page {name} in {folder}, and ask for the news.",
    parameters=tuple(
        {**page, "person": person}
        for page, person in zip(
            _PAGES, ("Ada", "Bruno", "Carla Ruiz", "Dev", "Elif Kaya", "Finn", "Greta"), strict=True
        )
    ),
    conditions=(_shows("Thank you, {person} and welcome"),),
    needs=(Need(Resource("form", _PATH), (WriteFile(_PATH, _PAGE % _FORM),)),),
    milestones=(_shows("{title}"),),
    tags=("form",),
)
def sign_up(ui: UI, folder: str, name: str, title: str, person: str) -> Iterator[Action]:
    """The field, the box, the button."""
    yield from _visit(ui, f"{folder}/{name}", title)
    yield from _seen(ui, Role.TEXT_FIELD, "Name")
    yield ui.click(ui.node(Role.TEXT_FIELD, "Name") or "window")
    yield ui.type(person)
    yield ui.click(ui.node(Role.CHECKBOX, "Send me news") or "window")
    yield ui.click(ui.node(Role.BUTTON, "Sign up") or "window")


@subtask(
    **_BROWSER,
    id="browser/save-page",
    implied=("title",),
    instruction="Save the web page {name} from {folder} as {copy} in {target}.",
    parameters=tuple(
        {**page, "copy": copy, "target": target}
        for page, copy, target in zip(
            _PAGES,
            (
                "zoo-old.html",
                "museum-copy.html",
                "ferries.html",
                "lunch.html",
                "chess.html",
                "hours.html",
                "roses.html",
            ),
            ("Downloads", "Documents", "Documents", "Desktop", "Documents", "Downloads", "Documents"),
            strict=True,
        )
    ),
    conditions=(Condition("file_content_contains", {"path": "{target}/{copy}", "text": _NEWS}),),
    needs=(_page(),),
    produces=(Resource("file", "{target}/{copy}"),),
    covers=("browser/open-page",),
    milestones=(_shows("{title}"),),
    tags=("transfer",),
)
def save_page(ui: UI, folder: str, name: str, title: str, copy: str, target: str) -> Iterator[Action]:
    """Ctrl+S, and the dialog."""
    yield from _visit(ui, f"{folder}/{name}", title)
    yield ui.press("s", "ctrl")
    for _ in range(_TRIES):
        if any(w.active and w.title == "Save File" for w in ui.windows()):
            break
        yield Wait(0.25)
    yield ui.press("a", "ctrl")
    yield ui.type(ui.native_path(f"{target}/{copy}"))
    # Not by name: the dialog's button may not be in the tree, and other windows have such a button, too.
    yield ui.press("s", "alt")
