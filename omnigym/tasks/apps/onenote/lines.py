"""OneNote: tags on lines; tables, pictures and files put on pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.documents.vcard import Card, write_vcf
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps.onenote._steps import ONENOTE, PAGE, PAGES, SHOWN, TOLD, line, note_need, notes, page
from omnigym.tasks.apps.photos._steps import image_need
from omnigym.tasks.subtask import UI, Condition, Effect, Need, Resource, SetClipboard, WriteFile, all_of, subtask
from omnigym.tasks.worlds import blank, contents

__all__ = ["mark", "paste_table", "to_do"]

_LINE = {"kind": "text", "text": "{text}"}
_CLIPBOARD = (*ONENOTE["capabilities"], "clipboard")


def _with(*blocks: dict[str, Any]) -> Condition:
    """The page with its line, and something below it."""
    return row_is(PAGES, was=PAGE, **{**PAGE, "blocks": [_LINE, *blocks]})  # type: ignore[arg-type]


@subtask(
    **ONENOTE,
    id="onenote/to-do",
    implied=("section",),
    instruction="On the OneNote page '{title}' there is the line \"{text}\" Make it a to-do with a box to tick.",
    parameters=notes(),
    conditions=(
        row_is(PAGES, was=PAGE, **{**PAGE, "text": "☐ {text}", "blocks": [{"kind": "todo", "text": "{text}"}]}),  # type: ignore[arg-type]
    ),
    needs=(note_need(consumes=True),),
    tags=("format",),
)
def to_do(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """Ctrl+1 in the line."""
    yield from line(ui, title, text)
    yield ui.press("1", "ctrl")


_TAGS = ("Important", "Question", "Remember for later", "Question", "Important", "Remember for later", "Important")


@subtask(
    **ONENOTE,
    id="onenote/mark",
    implied=("section",),
    instruction="In OneNote, mark the line \"{text}\" on the page '{title}' with the tag '{tag}'.",
    parameters=notes(tag=_TAGS),
    conditions=(
        row_is(PAGES, was={**PAGE, "marks": ""}, **{**PAGE, "text": "{text}", "marks": "{tag}: {text}"}),  # type: ignore[arg-type]
    ),
    effects=(Effect("change", f"content://{PAGES}", ("blocks",), row=PAGE, most=1, why="Text and marks bound them."),),
    needs=(note_need(consumes=True),),
    tags=("format",),
)
def mark(ui: UI, title: str, text: str, tag: str, **_: str) -> Iterator[Action]:
    """A button of the tab Home."""
    yield from line(ui, title, text, "home")
    yield ui.click(f"onenote.tag.{tag.partition(' ')[0].lower()}")


_SOURCES = ("tents.xlsx", "plums.xlsx", "fees.xlsx", "topics.xlsx", "pressure.xlsx", "hours.xlsx", "flours.xlsx")
_TABLE = f"Item\tAmount\n{blank('topic', '{source}')}\t3"


@subtask(
    **{**ONENOTE, "capabilities": _CLIPBOARD},
    id="onenote/paste-table",
    implied=(*TOLD, "source"),
    instruction="Paste the table that is on the clipboard onto the OneNote page '{title}', below what is there.",
    parameters=notes(source=_SOURCES),
    conditions=(
        Condition(
            "row_with_clipboard",
            {
                "uri": f"content://{PAGES}",
                "columns": {**PAGE, "blocks": [_LINE, {"kind": "table"}]},
                "was": PAGE,
                "column": "tables",
                "within": "words",
            },
        ),
    ),
    effects=(SHOWN,),
    needs=(note_need(consumes=True), Need(Resource("clipboard_table", "{source}"), (SetClipboard(text=_TABLE),))),
    tags=("clipboard", "table"),
)
def paste_table(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Below all else, by Ctrl+V."""
    yield from page(ui, title)
    yield ui.click("onenote.below")
    yield ui.press("v", "ctrl")


_PICTURES = ("tent.png", "plums.png", "bank.png", "whiteboard.png", "pump.png", "museum.png", "dough.png")
_SCENES = ("mountains", "coffee", "city", "balloons", "harbour", "aurora", "coffee")
_MEDIA = "AppData/Local/OneNote/media/{name}"


@subtask(
    **ONENOTE,
    id="onenote/insert-picture",
    implied=TOLD,
    instruction="Insert the picture {folder}/{name} into the OneNote page '{title}'.",
    parameters=notes(name=_PICTURES, folder=("Pictures",) * 7, scene=_SCENES),
    conditions=(
        all_of(
            _with({"kind": "picture", "file": f"C:/Users/user/{_MEDIA}"}),
            Condition("same_picture", {"path": _MEDIA, "other": "{folder}/{name}"}),
        ),
    ),
    effects=(SHOWN,),
    needs=(note_need(consumes=True), image_need()),
    tags=("pictures",),
)
def insert_picture(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The tab Insert, and the dialog."""
    yield from page(ui, title, "insert")
    yield ui.click("onenote.insert.picture")
    yield from name_file(ui, f"{folder}/{name}")


_FOLDERS = ("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop", "Downloads")


def _attaching(kind: str, what: str, names: tuple[str, ...], content: str | bytes) -> None:
    """Register a subtask: a file of a kind attached to a page.

    Args:
        kind: Of the resource; the subtask's id ends so.
        what: How the instruction calls it.
        names: Of the files.
        content: What the setup writes into it.
    """

    def oracle(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
        yield from page(ui, title, "insert")
        yield ui.click("onenote.insert.attach")
        yield from name_file(ui, f"{folder}/{name}")

    oracle.__doc__ = "The tab Insert, and the dialog."
    oracle.__qualname__ = f"attach a {kind}"
    subtask(
        **ONENOTE,
        id=f"onenote/attach-{kind}",
        implied=TOLD,
        instruction=f"Attach {what} {{folder}}/{{name}} to the OneNote page '{{title}}'.",
        parameters=notes(name=names, folder=_FOLDERS),
        conditions=(
            all_of(
                _with({"kind": "file", "text": "{name}", "file": f"C:/Users/user/{_MEDIA}"}),
                Condition("same_content", {"path": _MEDIA, "other": "{folder}/{name}"}),
            ),
        ),
        effects=(SHOWN,),
        needs=(
            note_need(consumes=True),
            Need(Resource(kind, "{folder}/{name}"), (WriteFile("{folder}/{name}", content),)),
        ),
        tags=("two apps",),
    )(oracle)


_attaching(
    "file",
    "the file",
    ("packing.txt", "shopping.txt", "contract.txt", "agenda.txt", "readings.csv", "tickets.txt", "flour.txt"),
    contents("{folder}/{name}"),
)
_attaching(
    "archive",
    "the archive",
    ("maps.zip", "photos.zip", "letters.zip", "slides.zip", "logs.zip", "guide.zip", "labels.zip"),
    contents("{folder}/{name}"),
)
_attaching(
    "vcard",
    "the contact",
    ("ranger.vcf", "orchard.vcf", "adviser.vcf", "trainer.vcf", "supplier.vcf", "museum.vcf", "mill.vcf"),
    write_vcf([Card(blank("person", "{name}"), "+1 555 0142", "robin@fabrikam.com")]).decode(),
)
_attaching(
    "bibliography",
    "the BibTeX file",
    ("camping.bib", "cakes.bib", "banking.bib", "teams.bib", "pumps.bib", "museums.bib", "bread.bib"),
    f'@book{{vale,\n title = "{blank("topic", "{name}")}",\n author = "Vale, Robin",\n year = "2012"\n}}\n',
)
