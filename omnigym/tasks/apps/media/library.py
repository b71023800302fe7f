"""Media Player on Windows: playlists, speed, and the pictures of a video."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._playing import seek
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Effect, Need, Resource, WriteFile, subtask

__all__ = ["page", "play_file"]

_MEDIA: Mapping[str, Any] = {"app": "media_player", "platforms": ("windows",)}
_ROWS: Mapping[str, Any] = {**_MEDIA, "capabilities": ("content", "files", "apps", "a11y")}
_PLAYLIST = "Music/Playlists/{playlist}.m3u"
#: How the player goes on after a track, as it does where nobody has set it otherwise.
_IN_ORDER: Mapping[str, Any] = {"shuffle": False, "repeat": "off"}
_SONGS: Mapping[str, str] = {
    "Low Tide": "Blue Harbour",
    "Northern Wind": "Blue Harbour",
    "Lantern Street": "Blue Harbour",
    "Golden Hour": "Mara Vale",
    "Slow Dancing": "Mara Vale",
    "Campfire": "The Lanterns",
    "Long Road Home": "The Lanterns",
}


def _path(title: object) -> str:
    return f"Music/{_SONGS[str(title)]}/{title}.wav"


def _songs(names: str, *rows: tuple[Any, ...]) -> tuple[dict[str, Any], ...]:
    """Parameter sets; for each title of a song its path beside it."""
    made = [dict(zip(names.split(), row, strict=True)) for row in rows]
    return tuple([{**row, **{f"{n}_path": _path(v) for n, v in row.items() if v in _SONGS}} for row in made])


def page(ui: UI, name: str) -> Iterator[Action]:
    """A page of the library."""
    yield from in_front(ui)
    if ui.tree.find(key=f"media.place.{name}") is None:  # what is played has the whole window
        yield ui.click("media.full")
    yield ui.click(f"media.place.{name}")


def play_file(ui: UI, path: str) -> Iterator[Action]:
    """A file, by the Open dialog."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl")
    yield from name_file(ui, path)


@subtask(
    **_MEDIA,
    id="media/make-playlist",
    implied=("first_path", "second_path"),
    instruction="Make a playlist named '{playlist}' in Media Player, with '{first}' and after it '{second}'.",
    parameters=_songs(
        "playlist first second",
        ("Sunday", "Low Tide", "Campfire"),
        ("On the train", "Golden Hour", "Slow Dancing"),
        ("Cooking", "Slow Dancing", "Low Tide"),
        ("By the fire", "Campfire", "Golden Hour"),
        ("For Nina", "Low Tide", "Golden Hour"),
        ("Sleep", "Slow Dancing", "Campfire"),
        ("Garden", "Golden Hour", "Low Tide"),
        ("Guests", "Campfire", "Slow Dancing"),
    ),
    conditions=(Condition("playlist_is", {"path": _PLAYLIST, "tracks": ["{first_path}", "{second_path}"]}),),
    produces=(Resource("playlist", "{playlist}"), Resource("file", _PLAYLIST)),
    tags=("playlist",),
)
def make_playlist(ui: UI, playlist: str, first: str, second: str, **_: str) -> Iterator[Action]:
    """Made for the first song; the second one is added."""
    yield from page(ui, "music")
    yield from do(ui, "add_to", first)
    yield ui.click("media.to.new")
    yield ui.press("a", "ctrl")
    yield ui.type(playlist + "\n")
    yield from _add(ui, second, playlist)


def _add(ui: UI, title: str, playlist: str) -> Iterator[Action]:
    yield from do(ui, "add_to", title)
    yield ui.click(f"media.to.{playlist}")


def _playlist_need() -> Need:
    """A playlist that no other subtask makes: one that was copied meanwhile would be another one than its copy."""
    content = "#EXTM3U\n..\\The Lanterns\\Campfire.wav\n..\\Mara Vale\\Golden Hour.wav\n"
    return Need(Resource("playlist", "{playlist}"), (WriteFile(_PLAYLIST, content),), given=True)


@subtask(
    **_MEDIA,
    id="media/add-to-playlist",
    implied=("title_path",),
    instruction="Add the song '{title}' to the playlist '{playlist}' of Media Player.",
    parameters=_songs(
        "playlist title",
        # None of the songs that playlists are made of: who adds what is there already adds nothing.
        ("Winter", "Lantern Street"),
        ("Sunday", "Long Road Home"),
        ("On the train", "Northern Wind"),
        ("Cooking", "Lantern Street"),
        ("Morning", "Northern Wind"),
        ("For Nina", "Long Road Home"),
        ("Garden", "Lantern Street"),
        ("Party", "Northern Wind"),
    ),
    conditions=(Condition("playlist_is", {"path": _PLAYLIST, "tracks": ["{title_path}"], "more": True}),),
    needs=(_playlist_need(),),
    produces=(Resource("playlist", "{playlist}/{title}"),),
    tags=("playlist",),
)
def add_to_playlist(ui: UI, title: str, playlist: str, **_: str) -> Iterator[Action]:
    """Its button, and the choice of a playlist."""
    yield from page(ui, "music")
    yield from _add(ui, title, playlist)


@subtask(
    **_ROWS,
    id="media/play-slowly",
    implied=("title_path",),
    instruction="Play the song '{title}' in Media Player at {speed} times its speed.",
    parameters=_songs(
        "title speed",
        *[(title, speed) for title, speed in zip(_SONGS, (0.5, 1.5, 2.0, 0.5, 1.5, 2.0, 0.5), strict=True)],
    ),
    conditions=(row_is("media/player", path="{title_path}", playing=True, speed="{speed}", **_IN_ORDER),),
    effects=(Effect("change", "content://media/player", ("speed",), row={"speed": "{speed}"}),),
    produces=(Resource("playing", "{title}"),),
    tags=("play",),
)
def play_slowly(ui: UI, title: str, speed: float, **_: str) -> Iterator[Action]:
    """Play, and the menu of speeds."""
    yield from page(ui, "music")
    yield from do(ui, "play", title)
    yield ui.click("media.speed")
    yield ui.click(f"media.speed.{speed:g}")


@subtask(
    **_ROWS,
    id="media/play-sound",
    instruction="Play {name}, which is in {folder}, with Media Player.",
    parameters=table(
        "folder name",
        ("Downloads", "lecture.wav"),
        ("Documents", "interview.wav"),
        ("Desktop", "rain.wav"),
        ("Downloads", "podcast.wav"),
        ("Music", "rehearsal.wav"),
        ("Documents", "voice memo.wav"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(row_is("media/player", path="{folder}/{name}", playing=True, **_IN_ORDER),),
    needs=(Need(Resource("file", "{folder}/{name}"), (WriteFile("{folder}/{name}", "600"),), given=True),),
    produces=(Resource("playing", "{name}"),),
    tags=("play", "open"),
)
def play_sound(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog; it plays at once."""
    yield from play_file(ui, f"{folder}/{name}")


@subtask(
    **_ROWS,
    id="media/watch",
    instruction="Play the video {name}, which is in {folder}, with Media Player.",
    parameters=table(
        "folder name",
        # What Clipchamp saves has these names, too.
        ("Videos", "ferry short.avi"),
        ("Videos", "concert cut.avi"),
        ("Videos", "both days.avi"),
        ("Videos", "lisbon titled.avi"),
        ("Videos", "sunset faded.avi"),
        ("Videos", "at the sea.avi"),
        ("Downloads", "trailer.avi"),
        ("Desktop", "goal.avi"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(row_is("media/player", path="{folder}/{name}", playing=True, **_IN_ORDER),),
    needs=(file_need(kind="video"),),
    produces=(Resource("playing", "{name}"),),
    tags=("play", "open", "video"),
)
def watch(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog; it plays at once."""
    yield from play_file(ui, f"{folder}/{name}")


@subtask(
    **_MEDIA,
    id="media/save-frame",
    implied=("film", "scene"),
    instruction="With Media Player, save what the video {video} in {folder} shows at 0:{at} as {picture} in Pictures.",
    parameters=table(
        "folder video film at picture scene",
        ("Videos", "ferry.avi", "beach,harbour,city,forest", "12", "ferry.jpg", "city"),
        ("Downloads", "trip.avi", "dunes,aurora,mountains,tulips", "17", "tulips.jpg", "tulips"),
        ("Videos", "flight.avi", "balloons,beach,coffee,dunes", "12", "cup.png", "coffee"),
        ("Desktop", "clip.avi", "forest,mountains,harbour,aurora", "17", "sky.png", "aurora"),
        ("Downloads", "tour.avi", "city,tulips,dunes,harbour", "12", "desert.jpg", "dunes"),
        ("Videos", "holiday.avi", "coffee,aurora,forest,beach", "17", "shore.jpg", "beach"),
    ),
    conditions=(Condition("picture_shows", {"path": "Pictures/{picture}", "scene": "{scene}"}),),
    needs=(Need(Resource("file", "{folder}/{video}"), (WriteFile("{folder}/{video}", "{film}"),), given=True),),
    produces=(Resource("image", "Pictures/{picture}"), Resource("file", "Pictures/{picture}")),
    tags=("video", "picture"),
)
def save_frame(ui: UI, folder: str, video: str, at: str, picture: str, **_: str) -> Iterator[Action]:
    """Paused, then the line to that second, then the picture."""
    yield from play_file(ui, f"{folder}/{video}")
    yield ui.press("space")
    yield from seek(ui, "media.seek", int(at) / 20)
    yield ui.press("s", "ctrl", "shift")
    yield from name_file(ui, f"Pictures/{picture}")
    yield from answer(ui, "overwrite_confirm")
