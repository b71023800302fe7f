"""How documents look: subtasks of Word."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, pressed
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._steps import open_path
from omnigym.tasks.apps._writing import PATH
from omnigym.tasks.apps.word._steps import WORD, files, heading_style
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

__all__: list[str] = []


def edit(ui: UI, path: str, *keys: str, everything: bool = True) -> Iterator[Action]:
    """Open a document, select everything (or leave the caret at its start), click the keys' buttons, save."""
    yield from open_path(ui, path)
    if everything:
        yield ui.press("a", "ctrl")
    else:
        yield ui.press("home", "ctrl")
    for key in keys:
        yield ui.click(key)
    yield ui.press("s", "ctrl")


def _formatting(
    verb: str, what: str, toggle: str, conditions: tuple[Condition, ...], names: tuple[tuple[str, str], ...]
) -> Callable[[Callable[..., Iterator[Action]]], Callable[..., Iterator[Action]]]:
    """A subtask that changes how a document looks; the toggle of that name is on when that is done."""
    return subtask(
        **WORD,
        id=f"word/{verb}",
        instruction=f"In Word, {what} {{name}} in {{folder}} and save it.",
        parameters=files(*names),
        conditions=conditions,
        needs=(file_need(kind="document"),),
        produces=(Resource("file", PATH),),
        milestones=(opened(PATH), all_of(opened(PATH), pressed(toggle))),
        tags=("format",),
    )


def _format(field: str) -> tuple[Condition, ...]:
    return (Condition("document_format", {"path": PATH, "field": field, "value": True}),)


def _paragraphs(field: str, value: str, which: str) -> tuple[Condition, ...]:
    return (Condition("document_paragraphs", {"path": PATH, "field": field, "value": value, "which": which}),)


@_formatting(
    "bold-all",
    "make all the text bold in",
    "Bold",
    _format("bold"),
    (
        ("Documents", "warning.docx"),
        ("Desktop", "sign.docx"),
        ("Documents", "notice.docx"),
        ("Downloads", "label.docx"),
        ("Documents", "motto.docx"),
        ("Desktop", "poster.docx"),
    ),
)
def bold_all(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Bold."""
    yield from edit(ui, f"{folder}/{name}", "bold")


@_formatting(
    "italic-all",
    "set all the text in italics in",
    "Italic",
    _format("italic"),
    (
        ("Documents", "quote.docx"),
        ("Desktop", "verse.docx"),
        ("Documents", "foreword.docx"),
        ("Downloads", "blurb.docx"),
        ("Documents", "dedication.docx"),
        ("Desktop", "haiku.docx"),
    ),
)
def italic_all(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Italic."""
    yield from edit(ui, f"{folder}/{name}", "italic")


@_formatting(
    "underline-all",
    "underline all the text in",
    "Underline",
    _format("underline"),
    (
        ("Documents", "terms.docx"),
        ("Desktop", "names.docx"),
        ("Documents", "links.docx"),
        ("Downloads", "key-points.docx"),
        ("Documents", "summary.docx"),
        ("Desktop", "caption.docx"),
    ),
)
def underline_all(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Underline."""
    yield from edit(ui, f"{folder}/{name}", "underline")


@_formatting(
    "heading",
    "give the first line the style Heading 1 in",
    "Heading 1",
    _paragraphs("style", "Heading 1", "first"),
    (
        ("Documents", "chapter.docx"),
        ("Desktop", "leaflet.docx"),
        ("Documents", "manual.docx"),
        ("Downloads", "brochure.docx"),
        ("Documents", "article.docx"),
        ("Desktop", "programme.docx"),
    ),
)
def heading(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The caret on the first line, Heading 1."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield heading_style(ui)
    yield ui.press("s", "ctrl")


@_formatting(
    "centre-title",
    "centre the first line of",
    "Center",
    _paragraphs("alignment", "center", "first"),
    (
        ("Documents", "poem.docx"),
        ("Desktop", "card.docx"),
        ("Documents", "certificate.docx"),
        ("Downloads", "flyer.docx"),
        ("Documents", "cover.docx"),
        ("Desktop", "menu.docx"),
    ),
)
def centre_title(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The caret on the first line, Center."""
    yield from edit(ui, f"{folder}/{name}", "align_center", everything=False)


@_formatting(
    "bullet-list",
    "make every line an item of a bulleted list in",
    "Bullets",
    _paragraphs("list", "bullet", "all"),
    (
        ("Documents", "groceries.docx"),
        ("Desktop", "tasks.docx"),
        ("Documents", "goals.docx"),
        ("Downloads", "features.docx"),
        ("Documents", "guests.docx"),
        ("Desktop", "packing.docx"),
    ),
)
def bullet_list(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Bullets."""
    yield from edit(ui, f"{folder}/{name}", "bullets")


@_formatting(
    "justify",
    "justify all the text in",
    "Justify",
    _paragraphs("alignment", "justify", "all"),
    (
        ("Documents", "novel.docx"),
        ("Desktop", "column.docx"),
        ("Documents", "essay.docx"),
        ("Downloads", "paper.docx"),
        ("Documents", "speech.docx"),
        ("Desktop", "review.docx"),
    ),
)
def justify(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Justify."""
    yield from edit(ui, f"{folder}/{name}", "align_justify")
