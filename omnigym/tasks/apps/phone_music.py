"""Steps, oracles and runs of phone music that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Click
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.step_library.phone import at_root, by_name, hold
from omnigym.tasks.step_library.variations import as_asked, instead
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

#: Width of the knob of a slider over that of the slider: it does not go beyond the ends.
_KNOB = 18 / 308


@word
def tab_in_music(ui: UI, tab: str) -> Iterator[Action]:
    """A tab of Music."""
    yield from at_root(ui, "music.tabs")
    yield ui.click(f"music.tab.{tab}")


@word
def play_in_music(ui: UI, title: str, tab: str = "songs") -> Iterator[Action]:
    """A track from its beginning, with the player over the whole screen."""
    yield from tab_in_music(ui, tab)
    yield from by_name(ui, title)


@word
def command_in_music(ui: UI, title: str, command: str) -> Iterator[Action]:
    """The menu of a song."""
    yield from tab_in_music(ui, "songs")
    yield from hold(ui, title)
    yield ui.click(f"music.menu.{command}")


@word
def add(ui: UI, title: str, playlist: str) -> Iterator[Action]:
    """A track added to a playlist."""
    yield from command_in_music(ui, title, "add")
    option = next((n for n in ui.tree.nodes if n.key.startswith("choose.") and n.name == playlist), None)
    yield ui.click(option if option is not None else "choose.no")


@oracle("phone-music/seek")
def seek(ui: UI, title: str, seconds: str, at: int, **_: str) -> Iterator[Action]:
    """A touch on the line below the title, once the episode stands still."""
    yield from play_in_music(ui, title, "podcasts")
    yield ui.click("music.play")
    node = ui.find("music.seek")
    if node is None:
        yield ui.click("music.seek")
        return
    x, y, w, h = node.bounds
    inside = _KNOB / 2 + at / int(seconds) * (1 - _KNOB)
    width, height = ui.size
    yield Click(((x + w * inside) / width, (y + h / 2) / height))


@oracle("phone-music/podcast-speed")
def podcast_speed(ui: UI, title: str, speed: float, **_: str) -> Iterator[Action]:
    """The speed is below the buttons of the player."""
    yield from play_in_music(ui, title, "podcasts")
    yield ui.click("music.speed")
    yield ui.click(f"choose.{speed:g}")


@wrong_run("phone-music/new-playlist")
def a_song_more(ui: UI, playlist: str, first: str, second: str, **_: str) -> Iterator[Action]:
    """A third song, between the two."""
    other = next(
        song["title"] for song in get_subtask("phone-music/play").parameters if song["title"] not in (first, second)
    )
    yield from as_asked("phone-music/new-playlist", ui, playlist=playlist, first=first, second=other)
    yield from as_asked("phone-music/add-to-playlist", ui, playlist=playlist, title=second)


@right_way("phone-music/seek")
def half_a_minute_at_a_time(ui: UI, title: str, at: int, **_: object) -> Iterator[Action]:
    """The button that goes on by 30 seconds."""
    yield from at_root(ui, "music.tabs")
    yield ui.click("music.tab.podcasts")
    yield from by_name(ui, title)
    yield ui.click("music.play")
    for _step in range(at // 30):
        yield ui.click("music.ahead")


instead("phone-music/seek", at=lambda v: v["at"] - 120)


@wrong_run("phone-music/play", "phone-music/podcast-speed")
def mixed_and_repeated(ui: UI, title: str, speed: float = 0.0, **_: str) -> Iterator[Action]:
    """What comes after it is another order than the user has set."""
    others = ("Bread at Home", "The Lake Monster") if speed else ("Campfire", "Low Tide")
    yield from at_root(ui, "music.tabs")
    yield ui.click(f"music.tab.{'podcasts' if speed else 'songs'}")
    yield from by_name(ui, next(o for o in others if o != title))
    yield ui.click("music.shuffle")
    yield ui.click("music.repeat")
    if speed:
        yield from as_asked("phone-music/podcast-speed", ui, title=title, speed=speed)
    else:
        yield from as_asked("phone-music/play", ui, title=title)
