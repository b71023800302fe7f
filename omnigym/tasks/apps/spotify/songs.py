"""Songs, artists and playlists in Spotify."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._needs import copied_text_need
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Effect, Need, Resource, subtask

__all__ = ["add", "find", "open_list", "start_list"]

_SPOTIFY: Mapping[str, Any] = {
    "app": "spotify",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_CLIPBOARD: Mapping[str, Any] = {**_SPOTIFY, "capabilities": (*_SPOTIFY["capabilities"], "clipboard")}
_LISTS = "AppData/Local/Spotify/playlists.json"
#: How the player goes on after a song, as it does where nobody has set it otherwise.
_IN_ORDER: Mapping[str, Any] = {"shuffle": False, "repeat": "off", "speed": 1.0}


def _list_need(*tracks: str) -> Need:
    """A playlist with these songs, which no other subtask makes."""
    row = AddRow(_LISTS, ("name", "tracks"), ("{playlist}", tracks))
    return Need(Resource("playlist", "{playlist}"), (row,), given=True)


def find(ui: UI, title: str) -> Iterator[Action]:
    """A song, by the search."""
    yield from in_front(ui)
    yield ui.click("spotify.search")
    field = ui.find("spotify.search")
    if field is not None and field.value:
        yield ui.press("a", "ctrl")
    yield ui.type(title)


def start_list(ui: UI, title: str, name: str) -> Iterator[Action]:
    """A new playlist that begins with a song."""
    yield from find(ui, title)
    yield ui.click(f"spotify.row.add_to.{title}")
    yield ui.click("spotify.to.new")
    yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


def add(ui: UI, title: str, name: str) -> Iterator[Action]:
    """A song more on a playlist."""
    yield from find(ui, title)
    yield ui.click(f"spotify.row.add_to.{title}")
    yield ui.click(f"spotify.to.{name}")


def open_list(ui: UI, name: str) -> Iterator[Action]:
    """The page of a playlist."""
    yield from in_front(ui)
    yield ui.click(f"spotify.library.{name}")


@subtask(
    **_SPOTIFY,
    id="spotify/make-playlist",
    instruction="Make a playlist '{playlist}' in Spotify with the songs '{first}' and '{second}', in this order.",
    parameters=table(
        "playlist first second",
        ("Rainy Sunday", "Neon Rain", "Low Tide"),
        ("Workout", "Clockwork", "City Lights"),
        ("Kitchen", "Sunday Bread", "Barley"),
        ("Evening walk", "Amber", "Gravel Road"),
        ("Night bus", "Last Train", "Window Seat"),
        ("Reading", "Pendulum", "Slow Dancing"),
        ("By the sea", "Paper Boats", "Northern Wind"),
    ),
    conditions=(row_is("spotify/playlists", name="{playlist}", order="{first} / {second}"),),
    produces=(Resource("playlist", "{playlist}"),),
    tags=("playlist",),
)
def make_playlist(ui: UI, playlist: str, first: str, second: str) -> Iterator[Action]:
    """Made for the first song; the second one is added."""
    yield from start_list(ui, first, playlist)
    yield from add(ui, second, playlist)


@subtask(
    **_SPOTIFY,
    id="spotify/move-up",
    implied=("first", "second"),
    instruction="Put '{title}' at the top of my Spotify playlist '{playlist}'; the others keep their order.",
    parameters=table(
        "playlist first second title",
        ("Train songs", "Brass Garden", "Two Horses", "Seven Bells"),
        ("Monday", "Tin Cup", "Embers", "Amber"),
        ("Old friends", "Salt", "Lantern Street", "Campfire"),
        ("In the garden", "Barley", "Brass Garden", "Sunday Bread"),
        ("Cleaning", "City Lights", "Clockwork", "Neon Rain"),
        ("Letters", "Paper Boats", "Last Train", "Slow Dancing"),
    ),
    conditions=(
        row_is(
            "spotify/playlists", name="{playlist}", order="{title} / {first} / {second}", was={"name": "{playlist}"}
        ),
    ),
    needs=(_list_need("{first}", "{second}", "{title}"),),
    effects=(
        Effect(
            "change",
            "content://spotify/playlists",
            ("tracks", "order"),
            {"order": "{title} / {first} / {second}"},
            most=1,
            why="The order says which tracks there are.",
        ),
    ),
    produces=(Resource("playlist", "{playlist}/{title}"),),
    tags=("playlist", "order"),
)
def move_up(ui: UI, playlist: str, title: str, **_: str) -> Iterator[Action]:
    """Twice up by its shortcut."""
    yield from open_list(ui, playlist)
    yield from do(ui, "up", title, "key")
    yield ui.press("up", "alt")


@subtask(
    **_SPOTIFY,
    id="spotify/like",
    instruction="Save the song '{title}' to my Liked Songs in Spotify.",
    parameters=table(
        "title", *[(t,) for t in ("Low Tide", "Amber", "Campfire", "Neon Rain", "Two Horses", "Pendulum", "Tin Cup")]
    ),
    conditions=(row_is("spotify/likes", path="{title}"),),
    produces=(Resource("favourite", "{title}"),),
    tags=("like",),
)
def like(ui: UI, title: str) -> Iterator[Action]:
    """The heart beside it."""
    yield from find(ui, title)
    yield ui.click(f"spotify.like.{title}")


@subtask(
    **_SPOTIFY,
    id="spotify/follow",
    instruction="Follow the artist who made the song '{title}' in Spotify.",
    implied=("artist",),
    parameters=table(
        "title artist",
        ("Northern Wind", "Blue Harbour"),
        ("Long Road Home", "The Lanterns"),
        ("Last Train", "Aurora Lane"),
        ("Gravel Road", "Juniper & Rye"),
        ("Seven Bells", "Tin Orchestra"),
        ("Embers", "The Lanterns"),
        ("Salt", "Blue Harbour"),
    ),
    conditions=(row_is("spotify/follows", artist="{artist}"),),
    produces=(Resource("favourite", "{artist}"),),
    tags=("artist",),
)
def follow(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The song's menu leads to who made it."""
    yield from find(ui, title)
    yield from do(ui, "artist", title, "menu")
    yield ui.click("spotify.follow")


@subtask(
    **_CLIPBOARD,
    id="spotify/copy-link",
    implied=("slug",),
    instruction="Copy the link of the Spotify song '{title}' to the clipboard.",
    parameters=tuple(
        {"title": title, "slug": title.lower().replace(" ", "-")}
        for title in ("Slow Dancing", "Window Seat", "Lantern Street", "Paper Boats", "Brass Garden", "Barley", "Salt")
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "https://open.spotify.com/track/{slug}"}),),
    produces=(Resource("clipboard_text", "the link of {title}"),),
    tags=("clipboard",),
)
def copy_link(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Its menu."""
    yield from find(ui, title)
    yield from do(ui, "copy_link", title, "menu")


@subtask(
    **_CLIPBOARD,
    id="spotify/name-playlist",
    instruction="Make a Spotify playlist with the song '{title}'; its name is to be the text on the clipboard.",
    parameters=table(
        "title source",
        ("Clockwork", "chat.docx"),
        ("Campfire", "minutes.docx"),
        ("Sunday Bread", "recipe.docx"),
        ("Neon Rain", "review.docx"),
        ("Amber", "guide.docx"),
        ("Last Train", "letter.docx"),
        ("Two Horses", "page.docx"),
    ),
    conditions=(
        Condition(
            "row_with_clipboard",
            {"uri": "content://spotify/playlists", "columns": {"order": "{title}"}, "column": "name"},
        ),
    ),
    needs=(copied_text_need(),),
    produces=(Resource("playlist", "{title}/{source}"),),
    tags=("playlist", "clipboard"),
)
def name_playlist(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Pasted where the name is asked for."""
    yield from find(ui, title)
    yield ui.click(f"spotify.row.add_to.{title}")
    yield ui.click("spotify.to.new")
    yield ui.press("a", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


@subtask(
    **_SPOTIFY,
    id="spotify/play-then",
    instruction="Play '{first}' in Spotify, and put '{second}' into the queue right after it.",
    parameters=table(
        "first second",
        ("Embers", "Pendulum"),
        ("City Lights", "Barley"),
        ("Low Tide", "Tin Cup"),
        ("Golden Hour", "Brass Garden"),
        ("Gravel Road", "Paper Boats"),
        ("Seven Bells", "Slow Dancing"),
    ),
    conditions=(row_is("spotify/player", path="{first}", playing=True, queue=["{first}", "{second}"], **_IN_ORDER),),
    produces=(Resource("playing", "{first}"),),
    tags=("play", "queue"),
)
def play_then(ui: UI, first: str, second: str) -> Iterator[Action]:
    """Played from what is found; the other one by its menu."""
    yield from find(ui, first)
    yield from do(ui, "play", first, "menu")
    yield from find(ui, second)
    yield from do(ui, "enqueue", second, "menu")
