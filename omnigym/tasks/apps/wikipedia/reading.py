"""Wikipedia: reading lists, citations, sections, the looks of its pages, articles as PDF files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import pick
from omnigym.tasks.apps._needs import copied_text_need, folder_need
from omnigym.tasks.apps._rows import newly, row_gone, row_is
from omnigym.tasks.apps._steps import answer, chosen, in_front, name_file
from omnigym.tasks.apps.browser._steps import WIKI, folder
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, WriteFile, subtask
from omnigym.tasks.worlds import blank

__all__ = ["article", "cite", "listed", "looks", "named", "new_list"]

_WIKIPEDIA: Mapping[str, Any] = {
    "app": "wikipedia",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_COPYING: Mapping[str, Any] = {**_WIKIPEDIA, "capabilities": ("content", "files", "apps", "a11y", "clipboard")}
_FILES = "AppData/Local/Wikipedia"
_SETS = table(
    "title list",
    ("Heron", "Birds to know"),
    ("Ukulele", "Music lesson"),
    ("Lakeside tramway", "For the city walk"),
    ("Sourdough", "Weekend baking"),
    ("Old Lighthouse", "Talk on the pier"),
    ("Harmonica", "Small instruments"),
    ("Lakeside", "Home town"),
)
_LIST = Resource("reading_list_folder", "{list}")
_SAVED = Resource("saved_article", "{title} in {list}")


def _list(*, consumes: bool = False) -> Need:
    """The reading list, made where no predecessor makes it."""
    return Need(_LIST, (AddRow(f"{_FILES}/lists.json", ("name", "about"), ("{list}", "")),), consumes)


def article(ui: UI, title: str) -> Iterator[Action]:
    """An article, by the search."""
    yield from in_front(ui)
    yield ui.click("wikipedia.search")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{title}\n")


def listed(ui: UI) -> Iterator[Action]:
    """All reading lists."""
    yield from in_front(ui)
    yield ui.click("wikipedia.page.saved")


def named(ui: UI, name: str, command: str) -> Iterator[Action]:
    """A command done to a reading list, by its menu."""
    yield from listed(ui)
    yield ui.right_click("record", name=name)
    yield ui.click(f"wikipedia.menu.{command}")


def new_list(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """The button above the lists."""
    yield from listed(ui)
    yield ui.click("wikipedia.new")
    yield ui.type(f"{list}\n")


@subtask(
    **_WIKIPEDIA,
    id="wikipedia/new-list",
    instruction="Start a reading list '{list}' in Wikipedia.",
    parameters=tuple([{"list": values["list"]} for values in _SETS]),
    conditions=(newly(row_is("wikipedia/lists", name="{list}", any_case=True)),),
    produces=(_LIST,),
)
def start_list(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """The button above the lists, and its name."""
    yield from new_list(ui, list)


@subtask(
    **_WIKIPEDIA,
    id="wikipedia/save",
    instruction="Save the Wikipedia article {title} to your reading list '{list}'.",
    parameters=_SETS,
    conditions=(newly(row_is("wikipedia/saved", title="{title}", list="{list}")),),
    needs=(_list(),),
    produces=(_SAVED,),
)
def save(ui: UI, title: str, list: str) -> Iterator[Action]:  # noqa: A002
    """The menu of the button Save."""
    yield from article(ui, title)
    yield from chosen(ui, "wikipedia.save", list, on=True)


@subtask(
    **_WIKIPEDIA,
    id="wikipedia/take-off",
    instruction="Take {title} off the reading list '{list}' in Wikipedia; you have read it.",
    parameters=(*_SETS[1:], _SETS[0]),
    conditions=(row_gone("wikipedia/saved", others=True, title="{title}", list="{list}"),),
    needs=(
        Need(
            _SAVED,
            (
                AddRow(f"{_FILES}/lists.json", ("name", "about"), ("{list}", "")),
                AddRow(f"{_FILES}/saved.json", ("title", "list"), ("{title}", "{list}")),
            ),
            consumes=True,
        ),
    ),
)
def take_off(ui: UI, title: str, list: str) -> Iterator[Action]:  # noqa: A002
    """The cross beside it."""
    yield from listed(ui)
    yield from pick(ui, list)
    yield ui.click(f"wikipedia.unsave.{title}")


_NEW = ("Water birds", "Four strings", "Trams and trains", "Bread", "Lighthouses", "Reeds", "Lakeside and around")


@subtask(
    **_WIKIPEDIA,
    id="wikipedia/rename-list",
    instruction="Call the reading list '{list}' in Wikipedia '{new}' from now on.",
    parameters=tuple([{"list": v["list"], "new": new} for v, new in zip(_SETS, _NEW, strict=True)]),
    conditions=(row_is("wikipedia/lists", was={"name": "{list}"}, name="{new}", any_case=True),),
    needs=(_list(consumes=True),),
    produces=(Resource("reading_list_folder", "{new}"),),
)
def rename_list(ui: UI, list: str, new: str) -> Iterator[Action]:  # noqa: A002
    """The list's menu."""
    yield from named(ui, list, "rename")
    yield ui.type(f"{new}\n")


@subtask(
    **_COPYING,
    id="wikipedia/describe-list",
    instruction="Paste the text that you copied as the description of the reading list '{list}' in Wikipedia.",
    parameters=tuple([{"list": v["list"], "source": f"Documents/list {n}.txt"} for n, v in enumerate(_SETS, 1)]),
    conditions=(
        Condition(
            "row_with_clipboard",
            {
                "uri": "content://wikipedia/lists",
                "columns": {"name": "{list}"},
                "was": {"name": "{list}"},
                "column": "about",
            },
        ),
    ),
    needs=(_list(), copied_text_need()),
    tags=("clipboard",),
)
def describe_list(ui: UI, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The list's menu."""
    yield from named(ui, list, "describe")
    yield ui.press("a", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


_CITED = {
    "APA": "{title}. (n.d.). In Wikipedia. Retrieved from https://{at}",
    "MLA": "“{title}.” Wikipedia, {at}.",
    "Chicago": "Wikipedia, s.v. “{title},” https://{at}.",
}


def _citation(title: str, form: str) -> dict[str, str]:
    at = f"{WIKI}/wiki/{title.replace(' ', '_')}"
    return {"title": title, "form": form, "citation": _CITED[form].format(title=title, at=at)}


def cite(ui: UI, title: str, form: str) -> Iterator[Action]:
    """The menu of the button Cite."""
    yield from article(ui, title)
    yield from chosen(ui, "wikipedia.cite", f"Copy citation ({form})")


@subtask(
    **_COPYING,
    id="wikipedia/copy-citation",
    implied=("citation",),
    instruction="Copy the citation of the Wikipedia article {title} in {form} style.",
    parameters=tuple(
        [
            _citation(title, form)
            for title, form in (
                ("Perch", "APA"),
                ("Contoso Lake", "MLA"),
                ("Copper", "Chicago"),
                ("Lakeside tramway", "APA"),
                ("Harmonica", "MLA"),
                ("Old Lighthouse", "Chicago"),
                ("Sourdough", "MLA"),
            )
        ]
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{citation}"}),),
    produces=(Resource("clipboard_text", "the {form} citation of {title}"),),
    tags=("clipboard",),
)
def copy_citation(ui: UI, title: str, form: str, **_: str) -> Iterator[Action]:
    """The menu of the button Cite."""
    yield from cite(ui, title, form)


@subtask(
    **_COPYING,
    id="wikipedia/copy-section",
    implied=("text",),
    instruction="Copy what Wikipedia says about {title} in the section '{section}'.",
    parameters=table(
        "title section text",
        ("Old Lighthouse", "Visiting", "It can be climbed every day from nine to five."),
        ("Lakeside", "Getting about", "Three lines of the Lakeside tramway meet at Central Station."),
        ("Harmonica", "Tuning", "Most players begin with a harmonica in C."),
        ("Ukulele", "Sizes", "• Soprano\n• Concert\n• Tenor\n• Baritone"),
        ("Contoso Lake", "Fish", "• Perch\n• Pike\n• Trout"),
        ("Copper", "Use", "• Wire\n• Roofs\n• Kettles"),
        ("Lakeside", "History", "Fishermen settled here in the twelfth century. The Old Lighthouse was built in 1811."),
        ("Sourdough", "Starter", "Flour and water stand for a week. The starter is fed every day."),
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{text}"}),),
    produces=(Resource("clipboard_text", "{section} of {title}"),),
    tags=("clipboard",),
)
def copy_section(ui: UI, title: str, section: str, **_: str) -> Iterator[Action]:
    """The button beside its heading."""
    yield from article(ui, title)
    key = f"wikipedia.copy.{section}"
    for _n in range(12):
        if ui.find(key) is not None:
            break
        yield ui.scroll("records", 2)
    yield ui.click(key)


def looks(ui: UI, theme: str, size: int) -> Iterator[Action]:
    """Theme and size of the text."""
    yield from in_front(ui)
    if ui.find("wikipedia.theme.Default") is None:
        yield ui.click("wikipedia.looks")
    yield ui.click(f"wikipedia.theme.{theme}")
    yield ui.click(f"wikipedia.size.{size}")


@subtask(
    **_WIKIPEDIA,
    id="wikipedia/appearance",
    instruction="Make Wikipedia easier to read: theme {theme}, text size {size} %.",
    parameters=tuple(
        [
            {"theme": theme, "size": size}
            for theme, size in (
                ("Sepia", 120),
                ("Dark", 140),
                ("Black", 160),
                ("Sepia", 140),
                ("Dark", 120),
                ("Black", 80),
                ("Sepia", 160),
            )
        ]
    ),
    conditions=(row_is("wikipedia/preferences", was={}, theme="{theme}", size="{size}"),),
)
def appearance(ui: UI, theme: str, size: int) -> Iterator[Action]:
    """The pane of the last button of the rail."""
    yield from looks(ui, theme, size)


_TEXT = f"{folder(WIKI, 'pages')}/{{title}}.txt"


@subtask(
    **_WIKIPEDIA,
    id="wikipedia/save-pdf",
    instruction="Download the Wikipedia article {title} as a PDF file, {folder}/{name}.",
    parameters=table(
        "title folder name",
        ("Trout", "Documents", "fish.pdf"),
        ("Rye", "Desktop", "grain.pdf"),
        ("Zither", "Documents", "strings.pdf"),
        ("Otter", "Downloads", "otters.pdf"),
        ("Linden", "Documents", "linden tree.pdf"),
        ("Skylark", "Desktop", "birds.pdf"),
        ("Barge", "Documents", "barges.pdf"),
    ),
    conditions=(Condition("pdf_shows_document", {"path": "{folder}/{name}", "other": _TEXT, "title": "{title}"}),),
    needs=(
        Need(Resource("wiki_page", "{title}"), (WriteFile(_TEXT, blank("sentence", "{title}")),)),
        folder_need(),
    ),
    produces=(Resource("file", "{folder}/{name}"),),
    tags=("save",),
)
def save_pdf(ui: UI, title: str, folder: str, name: str) -> Iterator[Action]:
    """The button above the article, and the dialog."""
    yield from article(ui, title)
    yield ui.click("wikipedia.export")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")
