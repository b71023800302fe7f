"""Reading PDF files: subtasks of the PDF viewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving
from omnigym.tasks.apps._needs import file_need, folder_need
from omnigym.tasks.apps._steps import answer, dialog_opens, name_file, open_path
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask

__all__: list[str] = []

_PDF: Mapping[str, object] = {"app": "pdf_viewer", "platforms": ("linux",)}
_PATH = "{folder}/{name}"
_WITH_CLIPBOARD = ("files", "apps", "a11y", "clipboard")
_SEEN = opened(_PATH, "pdf_viewer")
_PAGES = "\f".join(f"Page {n} of the handbook\nWhat belongs here is step {n}." for n in range(1, 8))


def _files(*rows: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"folder": folder, "name": name} for folder, name in rows)


def _handbook() -> Need:
    """A PDF file of seven pages, which no other subtask makes."""
    return Need(Resource("handbook", _PATH), (WriteFile(_PATH, _PAGES),))


@subtask(
    **_PDF,
    id="pdf/open",
    instruction="Open {name} from {folder} in the PDF viewer.",
    parameters=_files(
        ("Documents", "contract.pdf"),
        ("Downloads", "ticket.pdf"),
        ("Desktop", "plan.pdf"),
        ("Documents", "brochure.pdf"),
        ("Downloads", "bill.pdf"),
        ("Documents", "statutes.pdf"),
    ),
    conditions=(_SEEN,),
    needs=(file_need(kind="pdf"),),
    tags=("open",),
)
def open_file(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from open_path(ui, f"{folder}/{name}")


@subtask(
    **_PDF,
    id="pdf/save-copy",
    instruction="In the PDF viewer, open {name} from {source} and save a copy of it as {copy} in {folder}.",
    parameters=tuple(
        {"source": source, "name": name, "copy": copy, "folder": folder}
        for source, name, copy, folder in (
            ("Downloads", "lease.pdf", "lease-2025.pdf", "Documents"),
            ("Documents", "cv.pdf", "cv-copy.pdf", "Desktop"),
            ("Downloads", "scan.pdf", "passport.pdf", "Documents"),
            ("Desktop", "poster.pdf", "poster-print.pdf", "Pictures"),
            ("Documents", "offer.pdf", "offer-sent.pdf", "Documents"),
            ("Downloads", "paper.pdf", "reading.pdf", "Desktop"),
        )
    ),
    conditions=(Condition("same_content", {"path": "{folder}/{copy}", "other": "{source}/{name}"}),),
    needs=(file_need("{source}/{name}", "pdf"), folder_need()),
    produces=(Resource("pdf", "{folder}/{copy}"), Resource("file", "{folder}/{copy}")),
    milestones=(opened("{source}/{name}", "pdf_viewer"), saving(opened("{source}/{name}", "pdf_viewer"))),
    tags=("transfer",),
)
def save_copy(ui: UI, source: str, name: str, copy: str, folder: str) -> Iterator[Action]:
    """Ctrl+S; the dialog has all but the ending of the old name selected."""
    yield from open_path(ui, f"{source}/{name}")
    yield ui.press("s", "ctrl")
    yield from dialog_opens(ui)
    yield ui.press("a", "ctrl")
    yield from name_file(ui, f"{folder}/{copy}")
    yield from answer(ui, "overwrite_confirm")


@subtask(
    **_PDF,
    id="pdf/copy-text",
    instruction="Copy the whole text of the PDF file {name} in {folder} to the clipboard.",
    parameters=_files(
        ("Documents", "minutes.pdf"),
        ("Downloads", "recipe.pdf"),
        ("Desktop", "speech.pdf"),
        ("Documents", "summary.pdf"),
        ("Downloads", "rules.pdf"),
        ("Documents", "abstract.pdf"),
    ),
    conditions=(Condition("clipboard_holds_pdf", {"path": _PATH}),),
    needs=(file_need(kind="pdf"),),
    produces=(Resource("clipboard_text", "the text of {name}"),),
    capabilities=_WITH_CLIPBOARD,
    covers=("pdf/open",),
    milestones=(_SEEN,),
    tags=("clipboard",),
)
def copy_text(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Ctrl+C."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@subtask(
    **_PDF,
    id="pdf/go-to-page",
    instruction="Show page {page} of the handbook {name}, which is in {folder}, in the PDF viewer.",
    parameters=tuple(
        {"folder": folder, "name": name, "page": page}
        for folder, name, page in (
            ("Documents", "guide.pdf", "4"),
            ("Downloads", "manual.pdf", "7"),
            ("Documents", "course.pdf", "3"),
            ("Desktop", "atlas.pdf", "5"),
            ("Downloads", "camera.pdf", "2"),
            ("Documents", "safety.pdf", "6"),
        )
    ),
    conditions=(
        all_of(
            _SEEN,
            Condition("control_exists", {"role": "text_field", "name": "page-label-entry", "value": "{page}"}),
        ),
    ),
    needs=(_handbook(),),
    covers=("pdf/open",),
    milestones=(_SEEN,),
    tags=("navigate",),
)
def go_to_page(ui: UI, folder: str, name: str, page: str) -> Iterator[Action]:
    """The number typed over that of the page."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from ui.wait_for("page")
    yield ui.click("page")
    yield ui.press("a", "ctrl")
    yield ui.type(page + "\n")


@subtask(
    **_PDF,
    id="pdf/search",
    instruction="Look for '{words}' in the handbook {name} in {folder}: let the PDF viewer list where it is said.",
    parameters=tuple(
        {"folder": folder, "name": name, "words": words}
        for folder, name, words in (
            ("Documents", "garden.pdf", "step 5"),
            ("Downloads", "router.pdf", "Page 3"),
            ("Documents", "first aid.pdf", "belongs"),
            ("Desktop", "sewing.pdf", "step 2"),
            ("Downloads", "printer.pdf", "handbook"),
            ("Documents", "baking.pdf", "Page 6"),
        )
    ),
    conditions=(
        all_of(
            _SEEN,
            Condition("control_exists", {"role": "text_field", "name": "Search", "value": "{words}"}),
        ),
    ),
    needs=(_handbook(),),
    covers=("pdf/open",),
    milestones=(_SEEN,),
    tags=("search",),
)
def search(ui: UI, folder: str, name: str, words: str) -> Iterator[Action]:
    """Ctrl+F."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("f", "ctrl")
    yield from ui.wait_for("search")
    yield ui.press("a", "ctrl")
    yield ui.type(words)
