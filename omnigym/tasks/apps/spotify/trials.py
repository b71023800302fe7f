"""Wrong runs and other right ways of the subtasks of Spotify (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do, pick
from omnigym.tasks.apps._steps import answer, in_front
from omnigym.tasks.apps._variations import another, as_asked, before_it, instead
from omnigym.tasks.apps.spotify.songs import add, find, open_list, start_list
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_KEPT = ("spotify/make-playlist", "spotify/move-up", "spotify/like", "spotify/follow", "spotify/name-playlist")
_ALL = (*_KEPT, "spotify/copy-link", "spotify/play-then")
instead("spotify/make-playlist", "spotify/like", "spotify/copy-link", "spotify/play-then")
instead("spotify/follow", values=("title", "artist"))
another("spotify/like", title="Clockwork")
instead("spotify/name-playlist", values=("title",))


def _played(ui: UI, **_: Any) -> Iterator[Action]:
    """Another song is played first."""
    yield from in_front(ui)
    yield ui.click("spotify.home")
    yield ui.click("spotify.album.Clockwork")
    yield ui.double_click("record", name="Brass Garden")


def _unliked(ui: UI, **_: Any) -> Iterator[Action]:
    """A song that was liked is not any more."""
    yield from open_list(ui, "liked")
    yield ui.click("spotify.like.Embers")


def _list_deleted(ui: UI, **_: Any) -> Iterator[Action]:
    """A playlist that was there is deleted."""
    yield from open_list(ui, "Deep focus")
    yield ui.click("spotify.list.delete")
    yield from answer(ui, "message.delete")


before_it("after_a_song", _played, *_ALL, harmless=True)
before_it("unliked", _unliked, *_ALL)
before_it("list_deleted", _list_deleted, *_ALL)


@wrong_run("spotify/make-playlist")
def in_the_other_order(ui: UI, playlist: str, first: str, second: str) -> Iterator[Action]:
    """The second song first."""
    yield from as_asked("spotify/make-playlist", ui, playlist=playlist, first=second, second=first)


@wrong_run("spotify/make-playlist")
def half_of_it(ui: UI, playlist: str, first: str, **_: Any) -> Iterator[Action]:
    """One song."""
    yield from start_list(ui, first, playlist)


@right_way("spotify/make-playlist")
def made_empty(ui: UI, playlist: str, first: str, second: str) -> Iterator[Action]:
    """The plus of the library, then both songs."""
    yield from in_front(ui)
    yield ui.click("spotify.create")
    yield ui.press("a", "ctrl")
    yield ui.type(playlist + "\n")
    yield from add(ui, first, playlist)
    yield from add(ui, second, playlist)


@right_way("spotify/make-playlist")
def put_in_order(ui: UI, playlist: str, first: str, second: str) -> Iterator[Action]:
    """Made the wrong way round, and mended."""
    yield from start_list(ui, second, playlist)
    yield from add(ui, first, playlist)
    yield from open_list(ui, playlist)
    yield from do(ui, "up", first, "menu")


@wrong_run("spotify/move-up")
def one_place_only(ui: UI, playlist: str, title: str, **_: Any) -> Iterator[Action]:
    """Half of the way."""
    yield from open_list(ui, playlist)
    yield from do(ui, "up", title, "key")


@wrong_run("spotify/move-up")
def made_anew(ui: UI, playlist: str, first: str, second: str, title: str) -> Iterator[Action]:
    """Another playlist of the name, in that order."""
    yield from start_list(ui, title, playlist)
    for song in (first, second):
        yield from find(ui, song)
        yield ui.click(f"spotify.row.add_to.{song}")
        yield ui.press("up")
        yield ui.press("enter")


@right_way("spotify/move-up")
def others_down(ui: UI, playlist: str, first: str, second: str, **_: Any) -> Iterator[Action]:
    """The others go down below it, by their menus."""
    yield from open_list(ui, playlist)
    yield from do(ui, "down", second, "menu")
    yield from do(ui, "down", first, "menu")


@right_way("spotify/like")
def by_its_menu(ui: UI, title: str) -> Iterator[Action]:
    """The context menu."""
    yield from find(ui, title)
    yield from do(ui, "like", title, "menu")


@wrong_run("spotify/follow")
def looked_at(ui: UI, title: str, **_: Any) -> Iterator[Action]:
    """The page of the artist, and no more."""
    yield from find(ui, title)
    yield from do(ui, "artist", title, "menu")


@right_way("spotify/follow")
def from_home(ui: UI, artist: str, **_: Any) -> Iterator[Action]:
    """Found by the name."""
    yield from find(ui, artist)
    yield ui.click(f"spotify.artist.{artist}")
    yield ui.click("spotify.follow")


@right_way("spotify/copy-link")
def by_its_keys(ui: UI, title: str, **_: Any) -> Iterator[Action]:
    """The shortcut."""
    yield from find(ui, title)
    yield from do(ui, "copy_link", title, "key")


@wrong_run("spotify/name-playlist")
def named_otherwise(ui: UI, title: str, **_: Any) -> Iterator[Action]:
    """A name of one's own."""
    yield from start_list(ui, title, "My mix")


@right_way("spotify/name-playlist")
def renamed(ui: UI, title: str, **_: Any) -> Iterator[Action]:
    """The name is pasted later."""
    yield from start_list(ui, title, "My mix")
    yield from open_list(ui, "My mix")
    yield ui.press("f2")
    yield ui.press("a", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


@right_way("spotify/play-then")
def by_a_double_click(ui: UI, first: str, second: str) -> Iterator[Action]:
    """Twice on the song."""
    yield from find(ui, first)
    yield ui.double_click("record", name=first)
    yield from find(ui, second)
    yield from pick(ui, second)
    yield from do(ui, "enqueue", second, "menu")


@wrong_run("spotify/play-then")
def the_second_one_alone(ui: UI, second: str, **_: Any) -> Iterator[Action]:
    """Only that is played."""
    yield from find(ui, second)
    yield from do(ui, "play", second, "menu")
