"""Listening: subtasks of the media player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._milestones import opened
from omnigym.tasks.apps._steps import open_path
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask

__all__: list[str] = []

_PLAYER: Mapping[str, object] = {"app": "media_player", "platforms": ("linux",)}
_PATH = "{folder}/{name}"
_PLAYS = opened(_PATH, "media_player")
_TRIES = 20


def _need() -> Need:
    """A long sound, which does not end while somebody thinks."""
    return Need(Resource("file", _PATH), (WriteFile(_PATH, "600"),), given=True)


def _sounds(*rows: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"folder": folder, "name": name} for folder, name in rows)


def _play(ui: UI, path: str) -> Iterator[Action]:
    """A file opened, and until the player has it."""
    yield from open_path(ui, path)
    native = ui.native_path(path)
    for _ in range(_TRIES):
        if any(w.document == native for w in ui.app_windows()) and ui.find("pause") is not None:
            return
        yield Wait(0.25)


@subtask(
    **_PLAYER,
    id="media/play",
    instruction="Play {name} from {folder} in the media player.",
    parameters=_sounds(
        ("Music", "anthem.wav"),
        ("Downloads", "interview.wav"),
        ("Music", "waltz.wav"),
        ("Desktop", "message.wav"),
        ("Documents", "lecture.wav"),
        ("Music", "lullaby.wav"),
    ),
    conditions=(all_of(_PLAYS, Condition("control_exists", {"role": "button", "name": "Pause"})),),
    needs=(_need(),),
    milestones=(_PLAYS,),
    tags=("open",),
)
def play(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog; it plays at once."""
    yield from _play(ui, f"{folder}/{name}")


@subtask(
    **_PLAYER,
    id="media/pause",
    instruction="Start {name} from {folder} in the media player and then pause it; leave it open.",
    parameters=_sounds(
        ("Music", "overture.wav"),
        ("Downloads", "podcast.wav"),
        ("Music", "march.wav"),
        ("Desktop", "memo.wav"),
        ("Documents", "dictation.wav"),
        ("Music", "serenade.wav"),
    ),
    conditions=(all_of(_PLAYS, Condition("control_exists", {"role": "button", "name": "Play"})),),
    needs=(_need(),),
    milestones=(_PLAYS,),
    tags=("pause",),
)
def pause(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The button."""
    yield from _play(ui, f"{folder}/{name}")
    yield ui.click("pause")
