"""Wrong runs and other right ways of the subtasks of Media Player (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, OpenApp
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._playing import seek
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps._variations import another, as_asked, before_it, following, instead
from omnigym.tasks.apps.clipchamp._steps import new_film, take
from omnigym.tasks.apps.media.library import page, play_file
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_SPEED = following("speed", 0.5, 1.5, 2.0)
instead("media/make-playlist", "media/play-slowly", "media/play-sound", "media/save-frame")
instead("media/watch")
instead("media/play-slowly", speed=_SPEED)
instead("media/save-frame", what="second", at="2")
another("media/make-playlist", playlist="Leftovers")
another("media/add-to-playlist", title=following("title", "Low Tide", "Lantern Street"))


def _other_song(ui: UI, **_: Any) -> Iterator[Action]:
    """Another song is played for a while first."""
    yield from page(ui, "music")
    yield from do(ui, "play", "Campfire")


before_it(
    "after_another_song",
    _other_song,
    *("media/play-slowly", "media/play-sound", "media/save-frame", "media/watch"),
    harmless=True,
)
before_it("after_another_song", _other_song, "media/make-playlist", "media/add-to-playlist", harmless=True)


def _repeated(ui: UI, **_: Any) -> Iterator[Action]:
    """It goes round and round, which nobody asked for."""
    yield from page(ui, "music")
    yield ui.click("media.repeat")


before_it(
    "repeated",
    _repeated,
    *("media/play-slowly", "media/play-sound", "media/save-frame", "media/add-to-playlist", "media/watch"),
)


@wrong_run("media/make-playlist")
def in_the_other_order(ui: UI, first: str, second: str, **values: Any) -> Iterator[Action]:
    """The second song first."""
    yield from as_asked("media/make-playlist", ui, first=second, second=first, **values)


@wrong_run("media/make-playlist")
def of_one_song(ui: UI, playlist: str, first: str, **_: Any) -> Iterator[Action]:
    """Half of it."""
    yield from page(ui, "music")
    yield from do(ui, "add_to", first)
    yield ui.click("media.to.new")
    yield ui.press("a", "ctrl")
    yield ui.type(playlist + "\n")


@right_way("media/make-playlist")
def made_empty_first(ui: UI, playlist: str, first: str, second: str, **_: Any) -> Iterator[Action]:
    """New playlist on their page; then both songs by their menus."""
    yield from page(ui, "playlists")
    yield ui.click("media.new_list")
    yield ui.press("a", "ctrl")
    yield ui.type(playlist + "\n")
    yield from page(ui, "music")
    for title in (first, second):
        yield from do(ui, "add_to", title, "menu")
        yield ui.click(f"media.to.{playlist}")


@right_way("media/add-to-playlist")
def by_its_menu(ui: UI, title: str, playlist: str, **_: Any) -> Iterator[Action]:
    """The context menu of the song."""
    yield from page(ui, "music")
    yield from do(ui, "add_to", title, "menu")
    yield ui.click(f"media.to.{playlist}")


@wrong_run("media/add-to-playlist")
def to_a_new_one(ui: UI, title: str, playlist: str, **_: Any) -> Iterator[Action]:
    """A second playlist, with this song alone."""
    yield from of_one_song(ui, f"{playlist} 2", title)


@wrong_run("media/add-to-playlist")
def in_place_of_another(ui: UI, title: str, playlist: str, **_: Any) -> Iterator[Action]:
    """A song that was there is gone."""
    yield from page(ui, "playlists")
    yield ui.click(f"media.list.{playlist}")
    yield from do(ui, "remove", "Campfire")
    yield from by_its_menu(ui, title, playlist)


@wrong_run("media/play-slowly")
def paused(ui: UI, title: str, speed: float, **_: Any) -> Iterator[Action]:
    """It stands still before it has its speed."""
    yield from page(ui, "music")
    yield from do(ui, "play", title)
    yield ui.click("media.toggle")
    yield ui.click("media.speed")
    yield ui.click(f"media.speed.{speed:g}")


@right_way("media/play-slowly")
def by_a_double_click(ui: UI, title: str, speed: float, **_: Any) -> Iterator[Action]:
    """Twice on the song, after the speed was chosen."""
    yield from page(ui, "music")
    yield ui.double_click("record", name=title)
    yield ui.click("media.speed")
    yield ui.click(f"media.speed.{speed:g}")


@right_way("media/play-sound", "media/watch")
def from_the_explorer(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Opened where it lies."""
    yield OpenApp("file_manager")
    yield ui.press("l", "ctrl")
    yield ui.type(ui.native_path(f"{folder}/{name}") + "\n")


@wrong_run("media/watch")
def in_another_program(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Played where films are cut."""
    cutting = ui.of("clipchamp")
    yield from new_film(cutting)
    yield from take(cutting, f"{folder}/{name}")
    yield cutting.press("space")


@right_way("media/save-frame")
def from_its_beginning(ui: UI, folder: str, video: str, at: str, picture: str, **_: Any) -> Iterator[Action]:
    """Not paused: nearer to the beginning of what is shown, and quickly."""
    yield from play_file(ui, f"{folder}/{video}")
    yield from seek(ui, "media.seek", (int(at) - 1) / 20)
    yield ui.press("s", "ctrl", "shift")
    yield from name_file(ui, f"Pictures/{picture}")


@wrong_run("media/save-frame")
def in_another_folder(ui: UI, folder: str, video: str, at: str, picture: str, **_: Any) -> Iterator[Action]:
    """Beside the video."""
    yield from play_file(ui, f"{folder}/{video}")
    yield from seek(ui, "media.seek", int(at) / 20)
    yield ui.press("s", "ctrl", "shift")
    yield from name_file(ui, f"{folder}/{picture}")
