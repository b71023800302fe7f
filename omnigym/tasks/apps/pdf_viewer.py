"""Steps, oracles and runs of pdf viewer that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.linux import shell
from omnigym.tasks.step_library.steps import open_path, window_opens
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI


@right_way("pdf/copy-text", "pdf/go-to-page", "pdf/open", "pdf/search", platforms=("linux",))
def opened_before(ui: UI, folder: str, name: str, **given: object) -> Iterator[Action]:
    """It is open already."""
    yield from shell(ui, "(evince {folder}/{name} &) 2> /dev/null", folder=folder, name=name)
    yield from window_opens(ui)
    subtask = "go-to-page" if "page" in given else "search" if "words" in given else "copy-text"
    yield from as_asked(f"pdf/{subtask}", ui, folder=folder, name=name, **given)


#: A file of nine blank pages, for printf.
_BLANK = (
    "%%PDF-1.1\\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\\n"
    f"2 0 obj<</Type/Pages/Count 9/Kids[{' '.join(f'{n} 0 R' for n in range(3, 12))}]>>endobj\\n"
    + "".join([f"{n} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\\n" for n in range(3, 12)])
    + "trailer<</Root 1 0 R/Size 12>>\\n"
)


@wrong_run("pdf/copy-text", "pdf/go-to-page", "pdf/open", "pdf/search", platforms=("linux",))
def another_of_its_name(ui: UI, name: str, **given: object) -> Iterator[Action]:
    """Blank pages under that name, elsewhere."""
    yield from shell(ui, f"mkdir -p Templates; printf '{_BLANK}' > Templates/{{name}}", name=name)
    subtask = "go-to-page" if "page" in given else "search" if "words" in given else "copy-text"
    yield from as_asked(f"pdf/{subtask}", ui, **{**given, "folder": "Templates", "name": name})


@right_way("pdf/go-to-page", platforms=("linux",))
def page_by_page(ui: UI, folder: str, name: str, page: str) -> Iterator[Action]:
    """One after the other."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from ui.wait_for("page")
    for _step in range(int(page) - 1):
        yield ui.press("pagedown", "ctrl")
