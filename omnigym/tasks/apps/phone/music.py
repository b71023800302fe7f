"""Music and podcasts on the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action, Click
from omnigym.tasks.apps._rows import exactly, row_gone, row_is
from omnigym.tasks.apps.phone._milestones import asked, listed, titled
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, hold, table
from omnigym.tasks.subtask import UI, AddRow, Condition, Effect, Need, Resource, subtask

__all__: list[str] = []

_MUSIC: Mapping[str, object] = {
    "app": "music",
    "platforms": ("android",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_FOLDER = "/data/data/com.google.android.apps.youtube.music"
_PLAYLISTS = f"{_FOLDER}/playlists.json"
_NAMED = titled("{title}")
#: Width of the knob of a slider over that of the slider: it does not go beyond the ends.
_KNOB = 18 / 308

_SONGS = table(
    "title path seconds",
    ("City Lights", "Music/Aurora Lane - City Lights.wav", "198"),
    ("Paper Boats", "Music/Aurora Lane - Paper Boats.wav", "224"),
    ("Low Tide", "Music/Blue Harbour - Low Tide.wav", "251"),
    ("Northern Wind", "Music/Blue Harbour - Northern Wind.wav", "187"),
    ("Golden Hour", "Music/Mara Vale - Golden Hour.wav", "212"),
    ("Slow Dancing", "Music/Mara Vale - Slow Dancing.wav", "236"),
    ("Campfire", "Music/The Lanterns - Campfire.wav", "175"),
    ("Long Road Home", "Music/The Lanterns - Long Road Home.wav", "268"),
)


def _row(name: str, /, **fields: Any) -> Condition:
    """A row of a table of the media player has these fields."""
    return row_is(f"music/{name}", **fields)


#: How the player goes on after a track, as it does where nobody has set it otherwise.
_IN_ORDER: Mapping[str, object] = {"shuffle": False, "repeat": "off"}


def _playlist(tracks: tuple[str, ...] = (), *, consumes: bool = False) -> Need:
    row = AddRow(_PLAYLISTS, ("name", "tracks"), ("{playlist}", tracks))
    return Need(Resource("playlist", "{playlist}"), (row,), consumes)


def _tab(ui: UI, tab: str) -> Iterator[Action]:
    yield from at_root(ui, "music.tabs")
    yield ui.click(f"music.tab.{tab}")


def _play(ui: UI, title: str, tab: str = "songs") -> Iterator[Action]:
    """A track from its beginning, with the player over the whole screen."""
    yield from _tab(ui, tab)
    yield from by_name(ui, title)


def _command(ui: UI, title: str, command: str) -> Iterator[Action]:
    """The menu of a song."""
    yield from _tab(ui, "songs")
    yield from hold(ui, title)
    yield ui.click(f"music.menu.{command}")


@subtask(
    **_MUSIC,
    id="phone-music/play",
    implied=("path",),
    instruction="Play the song '{title}' on the phone.",
    parameters=_SONGS,
    conditions=(_row("player", path="/sdcard/{path}", playing=True, **_IN_ORDER),),
    produces=(Resource("playing", "{title}"),),
    milestones=(listed("{title}"),),
    tags=("play",),
)
def play(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Its row."""
    yield from _play(ui, title)


@subtask(
    **_MUSIC,
    id="phone-music/like",
    implied=("path",),
    instruction="Give the song '{title}' a thumbs up in the music app.",
    parameters=_SONGS,
    conditions=(_row("likes", path="/sdcard/{path}"),),
    produces=(Resource("liked_song", "{title}"),),
    milestones=(listed("{title}"),),
    tags=("like",),
)
def like(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Its menu."""
    yield from _command(ui, title, "like")


@subtask(
    **_MUSIC,
    id="phone-music/new-playlist",
    implied=(
        "first_path",
        "second_path",
    ),
    instruction="Make a playlist '{playlist}' with the songs '{first}' and '{second}'.",
    parameters=tuple(
        [
            {
                "playlist": name,
                "first": a["title"],
                "first_path": f"/sdcard/{a['path']}",
                "second": b["title"],
                "second_path": f"/sdcard/{b['path']}",
            }
            for name, a, b in zip(
                ("Evening", "Road trip", "Focus", "Dinner", "Running", "Rain"), _SONGS[:6], _SONGS[2:], strict=True
            )
        ]
    ),
    conditions=(exactly(_row("playlists", name="{playlist}", tracks=["{first_path}", "{second_path}"])),),
    produces=(Resource("playlist", "{playlist}"),),
    milestones=(_row("playlists", name="{playlist}"),),
    tags=("playlist",),
)
def new_playlist(ui: UI, playlist: str, first: str, second: str, **_: str) -> Iterator[Action]:
    """Made for the first song; the second one is added."""
    yield from _command(ui, first, "add")
    yield ui.click("choose.new")
    yield from fill_in(ui, "prompt.text", playlist)
    yield ui.press("enter")
    yield from _add(ui, second, playlist)


def _add(ui: UI, title: str, playlist: str) -> Iterator[Action]:
    yield from _command(ui, title, "add")
    option = next((n for n in ui.tree.nodes if n.key.startswith("choose.") and n.name == playlist), None)
    yield ui.click(option if option is not None else "choose.no")


@subtask(
    **_MUSIC,
    id="phone-music/add-to-playlist",
    implied=("path",),
    instruction="Add '{title}' to the playlist '{playlist}' of the phone.",
    parameters=tuple(
        [
            {**song, "playlist": name}
            for song, name in zip(
                _SONGS, ("Morning", "Party", "Work", "Sleep", "Summer", "Oldies", "Walk", "Car"), strict=True
            )
        ]
    ),
    conditions=(_row("playlists", was={"name": "{playlist}"}, name="{playlist}", tracks=["/sdcard/{path}"]),),
    needs=(_playlist(),),
    milestones=(asked("Add to playlist"),),
    tags=("playlist",),
)
def add_to_playlist(ui: UI, title: str, playlist: str, **_: str) -> Iterator[Action]:
    """The menu of the song, and the choice of a playlist."""
    yield from _add(ui, title, playlist)


@subtask(
    **_MUSIC,
    id="phone-music/delete-playlist",
    instruction="Delete the playlist '{playlist}' from the music app of the phone.",
    parameters=table("playlist", ("Winter 2023",), ("Test",), ("Old mix",), ("Radio",), ("Exam",), ("Untitled",)),
    conditions=(row_gone("music/playlists", name="{playlist}"),),
    needs=(_playlist(consumes=True),),
    milestones=(listed("{playlist}"),),
    tags=("playlist", "delete"),
)
def delete_playlist(ui: UI, playlist: str) -> Iterator[Action]:
    """A long press, and the question."""
    yield from _tab(ui, "playlists")
    yield from hold(ui, playlist)
    yield ui.click("music.menu.delete")
    yield ui.click("ask.yes")


_EPISODES = table(
    "title path seconds",
    ("The Lake Monster", "Podcasts/Deep Water - The Lake Monster.wav", "900"),
    ("Wrecks and Lights", "Podcasts/Deep Water - Wrecks and Lights.wav", "840"),
    ("Bread at Home", "Podcasts/Kitchen Talk - Bread at Home.wav", "720"),
)


@subtask(
    **_MUSIC,
    id="phone-music/seek",
    implied=(
        "at",
        "path",
    ),
    instruction="Start the podcast episode '{title}', go to about minute {minute} of it, and pause it there.",
    parameters=tuple([{**episode, "minute": minute, "at": 60 * minute} for episode in _EPISODES for minute in (4, 9)]),
    conditions=(Condition("player_paused_at", {"path": "{path}", "seconds": "{at}"}),),
    milestones=(_NAMED,),
    tags=("seek",),
)
def seek(ui: UI, title: str, seconds: str, at: int, **_: str) -> Iterator[Action]:
    """A touch on the line below the title, once the episode stands still."""
    yield from _play(ui, title, "podcasts")
    yield ui.click("music.play")
    node = ui.find("music.seek")
    if node is None:
        yield ui.click("music.seek")
        return
    x, y, w, h = node.bounds
    inside = _KNOB / 2 + at / int(seconds) * (1 - _KNOB)
    width, height = ui.size
    yield Click(((x + w * inside) / width, (y + h / 2) / height))


@subtask(
    **_MUSIC,
    id="phone-music/podcast-speed",
    implied=("path",),
    instruction="Play the podcast episode '{title}' at {speed} times its speed.",
    parameters=tuple([{**episode, "speed": speed} for episode in _EPISODES for speed in (1.5, 2.0, 0.5)]),
    conditions=(_row("player", path="/sdcard/{path}", playing=True, speed="{speed}", **_IN_ORDER),),
    effects=(Effect("change", "content://music/player", ("speed",), row={"speed": "{speed}"}),),
    milestones=(_NAMED, asked("Playback speed")),
    tags=("podcast",),
)
def podcast_speed(ui: UI, title: str, speed: float, **_: str) -> Iterator[Action]:
    """The speed is below the buttons of the player."""
    yield from _play(ui, title, "podcasts")
    yield ui.click("music.speed")
    yield ui.click(f"choose.{speed:g}")
