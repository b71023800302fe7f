"""Other right ways and wrong runs in the PDF viewer and the media player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action, Press, Wait
from omnigym.tasks.apps._real import right, shell, typed, typed_before, unfinished, wrong
from omnigym.tasks.apps._steps import open_path, window_opens
from omnigym.tasks.apps._variations import as_asked, instead
from omnigym.tasks.subtask import UI

__all__: list[str] = []

# -- PDF --------------------------------------------------------------------------------------------------------------


@right("pdf/open")
def from_the_command_line(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The viewer started on it."""
    yield from shell(ui, "(evince {folder}/{name} &) 2> /dev/null", folder=folder, name=name)


@right("pdf/open", "pdf/copy-text", "pdf/go-to-page", "pdf/search")
def opened_before(ui: UI, folder: str, name: str, **given: Any) -> Iterator[Action]:
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


@wrong("pdf/open", "pdf/copy-text", "pdf/go-to-page", "pdf/search")
def another_of_its_name(ui: UI, name: str, **given: Any) -> Iterator[Action]:
    """Blank pages under that name, elsewhere."""
    yield from shell(ui, f"mkdir -p Templates; printf '{_BLANK}' > Templates/{{name}}", name=name)
    subtask = "go-to-page" if "page" in given else "search" if "words" in given else "copy-text"
    yield from as_asked(f"pdf/{subtask}", ui, **{**given, "folder": "Templates", "name": name})


@wrong("pdf/copy-text", "pdf/go-to-page", "pdf/search")
def only_opened(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """And nothing else."""
    yield from open_path(ui, f"{folder}/{name}")


@wrong("pdf/open")
def not_opened(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Listed in a terminal."""
    yield from shell(ui, "ls -l {folder}/{name}", folder=folder, name=name)


unfinished("without_selecting", Press("a", ("ctrl",)).__eq__, "pdf/copy-text")
instead("pdf/go-to-page", values=("page",))
instead("pdf/search", values=("words",))


@right("pdf/go-to-page")
def page_by_page(ui: UI, folder: str, name: str, page: str) -> Iterator[Action]:
    """One after the other."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from ui.wait_for("page")
    for _step in range(int(page) - 1):
        yield ui.press("pagedown", "ctrl")


@right("pdf/search")
def another_word_first(ui: UI, folder: str, name: str, words: str) -> Iterator[Action]:
    """Typed over."""
    yield from as_asked("pdf/search", ui, folder=folder, name=name, words="nothing")
    yield ui.press("a", "ctrl")
    yield ui.type(words)


typed("right", "pdf/save-copy", by_a_command="cp {source}/{name} {folder}/{copy}")
typed(
    "wrong",
    "pdf/save-copy",
    moved="mv {source}/{name} {folder}/{copy}",
    a_blank_page="convert xc:white {folder}/{copy}",
    both_empty=": > {source}/{name}; cp {source}/{name} {folder}/{copy}",
    under_its_own_name="cp {source}/{name} {folder}/other-{name}",
    a_link="ln -s ~/{source}/{name} {folder}/{copy}",
)

typed_before("right", "pdf/copy-text", "media/pause", after_a_look_at_files="ls -l {folder}")
typed_before("right", "pdf/save-copy", after_a_look_at_files="ls -l {source}")


# -- sounds -----------------------------------------------------------------------------------------------------------


@right("media/play")
def played_from_the_command_line(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The player started on it."""
    yield from shell(ui, "(parole {folder}/{name} &) 2> /dev/null", folder=folder, name=name)


@right("media/play")
def paused_in_between(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Paused and played on."""
    yield from as_asked("media/pause", ui, folder=folder, name=name)
    yield ui.click(ui.node(Role.BUTTON, "Play") or "pause")


@right("media/pause")
def with_the_keyboard(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The space bar."""
    yield from as_asked("media/play", ui, folder=folder, name=name)
    yield ui.press("space")


@wrong("media/play")
def paused_at_once(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Only listed, and nothing plays."""
    yield from shell(ui, "ls {folder}/{name}", folder=folder, name=name)


def _of_a_copy(subtask: str) -> None:
    @wrong(subtask)
    def another_sound(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """One of its name, in another folder."""
        yield from shell(ui, "mkdir -p Templates; cp {folder}/{name} Templates/{name}", folder=folder, name=name)
        yield from as_asked(subtask, ui, folder="Templates", name=name)


for _subtask in ("media/play", "media/pause"):
    _of_a_copy(_subtask)


@wrong("media/pause")
def not_paused(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """It plays on."""
    yield from as_asked("media/play", ui, folder=folder, name=name)


@wrong("media/pause")
def the_empty_player(ui: UI, **_: str) -> Iterator[Action]:
    """Nothing is open in it, so nothing plays."""
    yield from shell(ui, "(parole &) 2> /dev/null")
    yield Wait(1.0)
