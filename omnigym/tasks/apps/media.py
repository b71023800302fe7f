"""Steps, oracles and runs of media that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Click, Wait
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.commands import do
from omnigym.tasks.step_library.steps import answer, in_front, name_file, open_path
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

#: The knob's width over a slider's height: it does not go beyond the ends.
_KNOB = 18 / 24


def seek(ui: UI, key: str, share: float) -> Iterator[Action]:
    """A click on the line of a track: ``share`` of its length behind the beginning, 0..1."""
    node = ui.find(key)
    if node is None:
        yield ui.click(key)
        return
    x, y, w, h = node.bounds
    inside = _KNOB * h / 2 + share * (w - _KNOB * h)
    yield Click(((x + inside) / ui.size[0], (y + h / 2) / ui.size[1]))


@word
def page_in_zotero(ui: UI, name: str) -> Iterator[Action]:
    """A page_in_zotero of the library."""
    yield from in_front(ui)
    if ui.tree.find(key=f"media.place.{name}") is None:  # what is played has the whole window
        yield ui.click("media.full")
    yield ui.click(f"media.place.{name}")


@word
def play_file(ui: UI, path: str) -> Iterator[Action]:
    """A file, by the Open dialog."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl")
    yield from name_file(ui, path)


@oracle("media/play-slowly")
def play_slowly(ui: UI, title: str, speed: float, **_: str) -> Iterator[Action]:
    """Play, and the menu of speeds."""
    yield from page_in_zotero(ui, "music")
    yield from do(ui, "play", title)
    yield ui.click("media.speed")
    yield ui.click(f"media.speed.{speed:g}")


@oracle("media/save-frame")
def save_frame(ui: UI, folder: str, video: str, at: str, picture: str, **_: str) -> Iterator[Action]:
    """Paused, then the line to that second, then the picture."""
    yield from play_file(ui, f"{folder}/{video}")
    yield ui.press("space")
    yield from seek(ui, "media.seek", int(at) / 20)
    yield ui.press("s", "ctrl", "shift")
    yield from name_file(ui, f"Pictures/{picture}")
    yield from answer(ui, "overwrite_confirm")


_TRIES = 20


@word
def play(ui: UI, path: str) -> Iterator[Action]:
    """A file opened, and until the player has it."""
    yield from open_path(ui, path)
    native = ui.native_path(path)
    for _ in range(_TRIES):
        if any(w.document == native for w in ui.app_windows()) and ui.find("pause") is not None:
            return
        yield Wait(0.25)


@word
def of_one_song(ui: UI, playlist: str, first: str, **_: object) -> Iterator[Action]:
    """Half of it."""
    yield from page_in_zotero(ui, "music")
    yield from do(ui, "add_to", first)
    yield ui.click("media.to.new")
    yield ui.press("a", "ctrl")
    yield ui.type(playlist + "\n")


@word
def by_its_menu_in_media(ui: UI, title: str, playlist: str, **_: object) -> Iterator[Action]:
    """The context menu of the song."""
    yield from page_in_zotero(ui, "music")
    yield from do(ui, "add_to", title, "menu")
    yield ui.click(f"media.to.{playlist}")


@wrong_run("media/play-slowly")
def paused(ui: UI, title: str, speed: float, **_: object) -> Iterator[Action]:
    """It stands still before it has its speed."""
    yield from page_in_zotero(ui, "music")
    yield from do(ui, "play", title)
    yield ui.click("media.toggle")
    yield ui.click("media.speed")
    yield ui.click(f"media.speed.{speed:g}")


@right_way("media/play-slowly")
def by_a_double_click(ui: UI, title: str, speed: float, **_: object) -> Iterator[Action]:
    """Twice on the song, after the speed was chosen."""
    yield from page_in_zotero(ui, "music")
    yield ui.double_click("record", name=title)
    yield ui.click("media.speed")
    yield ui.click(f"media.speed.{speed:g}")


@right_way("media/save-frame")
def from_its_beginning(ui: UI, folder: str, video: str, at: str, picture: str, **_: object) -> Iterator[Action]:
    """Not paused: nearer to the beginning of what is shown, and quickly."""
    yield from play_file(ui, f"{folder}/{video}")
    yield from seek(ui, "media.seek", (int(at) - 1) / 20)
    yield ui.press("s", "ctrl", "shift")
    yield from name_file(ui, f"Pictures/{picture}")


@wrong_run("media/save-frame")
def in_another_folder(ui: UI, folder: str, video: str, at: str, picture: str, **_: object) -> Iterator[Action]:
    """Beside the video."""
    yield from play_file(ui, f"{folder}/{video}")
    yield from seek(ui, "media.seek", int(at) / 20)
    yield ui.press("s", "ctrl", "shift")
    yield from name_file(ui, f"{folder}/{picture}")
