"""Writing, opening, changing and copying documents: subtasks of Word."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving, written
from omnigym.tasks.apps._needs import copied_text_need, file_need, folder_need
from omnigym.tasks.apps._steps import open_path, save_as
from omnigym.tasks.apps._writing import PATH, WRITE, append_line, new_document, write_new
from omnigym.tasks.apps.word._steps import WORD, files, heading_style
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask
from omnigym.tasks.worlds import blank, contents

__all__: list[str] = []


def _repeating(word: str) -> str:
    """A document in which a word occurs again and again, between lines in which it does not."""
    return "\n".join(
        (
            blank("topic", PATH),
            f"First {word}, then {word} again.",
            blank("lines", PATH),
            f"And at the end, {word}.",
        )
    )


@subtask(
    **WORD,
    id="word/write-document",
    instruction="In Word, write '{text}' and save it as {name} in {folder}.",
    parameters=(
        {"text": "Dear Anna, thank you for the flowers.", "name": "thanks.docx", "folder": "Documents"},
        {"text": "The meeting starts at nine.", "name": "invitation.docx", "folder": "Documents"},
        {"text": "Milk, bread, butter and eggs.", "name": "shopping.docx", "folder": "Desktop"},
        {"text": "The train leaves from platform four.", "name": "journey.docx", "folder": "Documents"},
        {"text": "I would like to return the shoes.", "name": "complaint.docx", "folder": "Downloads"},
        {"text": "Once upon a time there was a king.", "name": "story.docx", "folder": "Documents"},
        {"text": "Please water the plants on Monday.", "name": "holiday.docx", "folder": "Desktop"},
        {"text": "Our office moves in July.", "name": "announcement.docx", "folder": "Documents"},
    ),
    **WRITE,
)
def write_document(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """A new document, the text, Save As."""
    yield from write_new(ui, text, f"{folder}/{name}", "f12")


@subtask(
    **WORD,
    id="word/write-report",
    instruction="In Word, write a document with the heading '{title}' (style Heading 1) and below it '{text}'. "
    "Save it as {name} in {folder}.",
    covers=("word/heading",),
    parameters=(
        {"title": "Budget", "text": "We spent less than last year.", "name": "budget.docx", "folder": "Documents"},
        {"title": "Results", "text": "All samples were clean.", "name": "results.docx", "folder": "Documents"},
        {"title": "Agenda", "text": "First we vote.", "name": "agenda.docx", "folder": "Desktop"},
        {"title": "Recipe", "text": "Boil the rice for ten minutes.", "name": "recipe.docx", "folder": "Documents"},
        {"title": "Rules", "text": "No shoes in the hall.", "name": "rules.docx", "folder": "Downloads"},
        {"title": "Weather", "text": "It will rain on Sunday.", "name": "weather.docx", "folder": "Documents"},
    ),
    conditions=(
        all_of(
            Condition("document_text", {"path": PATH, "text": "{title}\n{text}"}),
            Condition(
                "document_paragraphs", {"path": PATH, "field": "style", "value": "Heading 1", "texts": ["{title}"]}
            ),
            Condition("document_paragraphs", {"path": PATH, "field": "style", "value": "Normal", "texts": ["{text}"]}),
        ),
    ),
    needs=(folder_need(),),
    produces=(Resource("document", PATH),),
    milestones=(
        written("{title}"),
        all_of(written("{title}"), written("{text}")),
        saving(written("{title}"), written("{text}")),
    ),
    tags=("create", "write", "format"),
)
def write_report(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """The style first; the paragraph after a heading is ordinary text by itself."""
    yield from new_document(ui)
    yield heading_style(ui)
    yield ui.type(title + "\n")
    yield ui.type(text)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@subtask(
    **WORD,
    id="word/open-document",
    instruction="Open {name} from {folder} in Word.",
    parameters=files(
        ("Documents", "contract.docx"),
        ("Downloads", "menu.docx"),
        ("Desktop", "poem.docx"),
        ("Documents", "minutes.docx"),
        ("Documents", "thesis.docx"),
        ("Downloads", "offer.docx"),
    ),
    conditions=(Condition("document_open", {"path": PATH, "app": "word"}),),
    needs=(file_need(kind="document"),),
    tags=("open",),
)
def open_document(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from open_path(ui, f"{folder}/{name}")


@subtask(
    **WORD,
    id="word/replace",
    instruction="In Word, replace '{old}' with '{new}' everywhere in {name} in {folder} and save it.",
    parameters=(
        {"old": "Monday", "new": "Tuesday", "name": "schedule.docx", "folder": "Documents"},
        {"old": "Smith", "new": "Jones", "name": "members.docx", "folder": "Documents"},
        {"old": "London", "new": "Paris", "name": "trip.docx", "folder": "Desktop"},
        {"old": "red", "new": "blue", "name": "colours.docx", "folder": "Documents"},
        {"old": "cat", "new": "dog", "name": "pets.docx", "folder": "Downloads"},
        {"old": "coffee", "new": "tea", "name": "breakfast.docx", "folder": "Documents"},
    ),
    conditions=(Condition("document_text", {"path": PATH, "text": _repeating("{new}")}),),
    needs=(Need(Resource("document", PATH), (WriteFile(PATH, _repeating("{old}")),), given=True),),
    produces=(Resource("document", PATH),),
    milestones=(opened(PATH), all_of(opened(PATH), written("And at the end, {new}."))),
    tags=("edit",),
)
def replace(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:
    """Ctrl+H, both words, Replace All."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("h", "ctrl")
    yield ui.type(old)
    yield ui.click("find_with")
    yield ui.press("a", "ctrl")
    yield ui.type(new)
    yield ui.click("replace_all")
    yield ui.press("s", "ctrl")


@subtask(
    **WORD,
    id="word/append-line",
    instruction="In Word, add the line '{line}' at the end of {name} in {folder} and save it.",
    parameters=(
        {"line": "Yours sincerely, Tom", "name": "letter.docx", "folder": "Documents"},
        {"line": "To be continued.", "name": "story.docx", "folder": "Documents"},
        {"line": "Call the bank.", "name": "errands.docx", "folder": "Desktop"},
        {"line": "Sources: the city archive.", "name": "history.docx", "folder": "Documents"},
        {"line": "Serves four.", "name": "recipe.docx", "folder": "Downloads"},
        {"line": "The meeting closed at ten.", "name": "minutes.docx", "folder": "Documents"},
    ),
    conditions=(Condition("document_text", {"path": PATH, "text": contents(PATH) + "\n{line}"}),),
    needs=(file_need(kind="document", given=True),),
    produces=(Resource("document", PATH),),
    milestones=(opened(PATH), all_of(opened(PATH), written("{line}"))),
    tags=("edit", "write"),
)
def add_line(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Ctrl+End, Enter, the line."""
    yield from append_line(ui, line, f"{folder}/{name}")


@subtask(
    **WORD,
    id="word/copy-text",
    instruction="Copy the whole text of {name} in {folder} to the clipboard.",
    parameters=tuple(
        {"folder": folder, "name": name}
        for folder, name in (
            ("Documents", "address.docx"),
            ("Downloads", "quote.docx"),
            ("Desktop", "greeting.docx"),
            ("Documents", "biography.docx"),
            ("Documents", "abstract.docx"),
            ("Desktop", "slogan.docx"),
        )
    ),
    conditions=(Condition("clipboard_holds_document", {"path": PATH}),),
    needs=(file_need(kind="document"),),
    produces=(Resource("clipboard_text", "{name}"),),
    capabilities=("files", "apps", "a11y", "clipboard"),
    milestones=(opened(PATH),),
    tags=("clipboard",),
)
def copy_text(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Ctrl+C."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@subtask(
    **WORD,
    id="word/paste-into-new",
    instruction="Paste the text on the clipboard into a new Word document and save it as {name} in {folder}.",
    parameters=tuple(
        {"folder": folder, "name": name, "source": source}
        for folder, name, source in (
            ("Documents", "pasted.docx", "mail.docx"),
            ("Desktop", "snippet.docx", "page.docx"),
            ("Documents", "excerpt.docx", "book.docx"),
            ("Downloads", "collected.docx", "forum.docx"),
            ("Documents", "quotes.docx", "interview.docx"),
            ("Desktop", "scrap.docx", "chat.docx"),
        )
    ),
    conditions=(Condition("document_holds_clipboard", {"path": PATH}),),
    needs=(
        copied_text_need(),
        folder_need(),
    ),
    produces=(Resource("file", PATH),),
    capabilities=("files", "apps", "a11y", "clipboard"),
    milestones=(saving(),),
    tags=("clipboard", "create"),
)
def paste_intonew_document(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A new document, Ctrl+V, Save As."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@subtask(
    **WORD,
    id="word/save-copy",
    instruction="Open {name} from {source} in Word and save a copy of it as {new_name} in {folder}.",
    parameters=tuple(
        {"source": source, "name": name, "new_name": new_name, "folder": folder}
        for source, name, new_name, folder in (
            ("Documents", "template.docx", "offer.docx", "Desktop"),
            ("Downloads", "form.docx", "form-2.docx", "Documents"),
            ("Desktop", "cv.docx", "cv-2025.docx", "Documents"),
            ("Documents", "plan.docx", "plan-b.docx", "Downloads"),
            ("Documents", "song.docx", "song-copy.docx", "Music"),
            ("Documents", "album.docx", "album-text.docx", "Pictures"),
        )
    ),
    conditions=(Condition("same_document", {"path": "{folder}/{new_name}", "other": "{source}/{name}"}),),
    needs=(
        file_need("{source}/{name}", "document"),
        folder_need(),
    ),
    produces=(Resource("document", "{folder}/{new_name}"), Resource("file", "{folder}/{new_name}")),
    milestones=(opened("{source}/{name}"), saving(opened("{source}/{name}"))),
    tags=("transfer",),
)
def save_copy(ui: UI, source: str, name: str, new_name: str, folder: str) -> Iterator[Action]:
    """F12."""
    yield from open_path(ui, f"{source}/{name}")
    yield from save_as(ui, f"{folder}/{new_name}", "f12")
