"""A level is proved by playing; a task that gives away what is to be heard, or whose sound is idle, does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from omnigym.actions import Action, OpenApp, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.proofs.modality import fault_of_level
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import AddRow, PlaySound, WriteFile
from omnigym.tasks.setup.announce import Announce
from omnigym.tasks.step_library.phone import at_root
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI, Condition, Effect, Part, Subtask
from omnigym.tasks.task import Task, TaskNode
from tests.tasks.conftest import CommandDevice, define

_NOTES = "/data/data/com.google.android.keep/notes.json"
_SETS = tuple({"word": word, "piece": word.lower()} for word in ("Garden", "Window", "Paper"))
_VOICE = PlaySound("amber/button/{piece}", loops=False)
_MADE = Condition("row_exists", {"uri": "content://keep/notes", "columns": {"title": "{word}", "body": "heard"}})


def _noted(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield OpenApp("keep")
    yield Wait(2.0)
    yield from as_asked("phone-keep/create", ui, title=word, body="heard")


@pytest.fixture(scope="module")
def phone() -> SimDevice:
    return SimDevice((540, 1200), "android", 1.5)


def _subtask(oracle: Callable[..., Iterator[Action]] = _noted, **changes: Any) -> Subtask:
    values: dict[str, Any] = {
        "id": "test/word",
        "app": "keep",
        "instruction": "A voice says a word. Make a note in Keep with it as the title. The note says: heard",
        "parameters": _SETS,
        "conditions": (_MADE,),
        "heard": ("word",),
        "implied": ("piece",),
        "setup": (_VOICE,),
        "platforms": ("android",),
        "capabilities": ("content", "files", "apps", "a11y", "audio"),
        **changes,
    }
    return Subtask(oracle=oracle, **values)


def _task(subtask: Subtask, level: str = "critical", **more: Any) -> Task:
    node = TaskNode("1", subtask.id, subtask.parameters[0])
    values: dict[str, Any] = {"evaluate": "at_end", **more}
    return Task(id="t", nodes=(node,), definitions=(subtask,), level=level, **values)


def _fault(task: Task, phone: SimDevice) -> str:
    stage = Stage(task, phone)
    try:
        return fault_of_level(stage)
    finally:
        stage.end()


def test_what_is_only_heard_is_critical(phone: SimDevice) -> None:
    proof = verify_task(_task(_subtask()), phone)
    assert proof.failures == () and proof.proofs[-1].name == "senses"


def test_an_instruction_may_say_what_to_do_in_each_case(phone: SimDevice) -> None:
    cases = "A voice says a word. If it is short, delete it; else make a note '{word}' in Keep that says: heard"
    told = {
        level: verify_task(_task(_subtask(instruction=cases), level), phone) for level in ("critical", "supportive")
    }
    assert [p.name for p in told["critical"].failures] == ["senses"] and told["supportive"].failures == ()


def test_what_only_moves_is_critical(phone: SimDevice) -> None:
    """A notice comes and goes between two screenshots."""
    seen = _subtask(_awaited, heard=(), watched=("word",), setup=(_NOTICE,))
    assert _fault(_task(seen), phone) == ""


def _awaited(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield OpenApp("keep")
    yield Wait(12.0)
    yield from as_asked("phone-keep/create", ui, title=word, body="heard")


def _deaf(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield from as_asked("phone-keep/create", ui, title=word, body="heard")
    yield Wait(2.0)


def _until_it_ends(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield OpenApp("keep")
    yield Wait(float(len(word)))
    yield from as_asked("phone-keep/create", ui, title=word, body="heard")


def _in_files(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield OpenApp("files")
    yield ui.of("files").click("files.storage")
    yield Wait(2.0)
    yield from as_asked("phone-keep/create", ui, title=word, body="heard")


def _in_music(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield from at_root(ui.of("music"), "music.tabs")
    yield ui.of("music").click("music.tab.songs")
    yield Wait(2.0)
    yield from as_asked("phone-keep/create", ui, title=word, body="heard")


def _plays(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield Wait(2.0)
    yield from as_asked("phone-music/play", ui, title=word, path="", seconds="")


_SONGS: dict[str, Any] = {
    "app": "music",
    "instruction": "Play the song that the voice asks for.",
    "parameters": (
        {"word": "City Lights", "path": "Aurora Lane - City Lights", "piece": "camera"},
        {"word": "Campfire", "path": "The Lanterns - Campfire", "piece": "garden"},
    ),
    "implied": ("path", "piece"),
    "conditions": (
        Condition("row_exists", {"uri": "content://music/player", "columns": {"path": "/sdcard/Music/{path}.wav"}}),
    ),
    "effects": (Effect("change", "content://music/player"),),
}
_LATE = replace(_VOICE, after=60.0)
_NOTICE = Announce("gmail", "News", "{word}", after=2.0)
_SONG = "Music/Band - Song.wav"
_LONG = tuple({**values, "seconds": str(100 + 60 * n)} for n, values in enumerate(_SETS))
_FIRST = tuple({**values, "one": one, "two": two} for values, one, two in zip(_SETS, "ABA", "BAB", strict=True))
_ALIKE = tuple({**values, "word": word} for values, word in zip(_SETS, ("One", "One", "Two"), strict=True))
_SHOWN = tuple({**values, "seen": seen} for values, seen in zip(_SETS, ("Notes", "Title", "Title"), strict=True))


def _note(title: str) -> AddRow:
    return AddRow(_NOTES, ("title", "body"), (title, "Old"))


#: What gives the word away, and what the proof says.
LEAKS: dict[str, tuple[Task, str]] = {
    "a title": (_task(_subtask(setup=(_VOICE, _note("About {word}")))), "the accessibility tree after action 1"),
    "a length that is shown": (
        _task(
            _subtask(
                _in_music,
                parameters=_LONG,
                implied=("piece", "seconds"),
                setup=(_VOICE, WriteFile(_SONG, "{seconds}")),
            )
        ),
        "the accessibility tree after action",
    ),
    "a file's name": (
        _task(_subtask(_in_files, setup=(_VOICE, WriteFile("{piece}.txt", "old")))),
        "the accessibility tree after action 2",
    ),
    "an order": (
        _task(
            _subtask(parameters=_FIRST, implied=("piece", "one", "two"), setup=(_VOICE, _note("{one}"), _note("{two}")))
        ),
        "the accessibility tree after action 1",
    ),
    "a node's status": (
        _task(
            _subtask(
                parameters=_SHOWN,
                implied=("piece", "seen"),
                conditions=(),
                parts=(Part("open", (Condition("control_exists", {"name": "{seen}"}),)), Part("made", (_MADE,))),
            ),
            evaluate="each_step",
        ),
        "the info after action",
    ),
    "a notice": (_task(_subtask(_awaited, setup=(_VOICE, _NOTICE))), "what is seen between two steps"),
    "the instruction": (_task(_subtask(instruction="Make a note '{word}' that says: heard")), "the instruction"),
    "a notice that comes too late": (
        _task(_subtask(_deaf, setup=(replace(_NOTICE, after=90.0),), heard=(), watched=("word",))),
        "before what is seen",
    ),
    "its own haste": (_task(_subtask(_deaf, setup=(_LATE,))), "before what is heard is different"),
    "how long it waits": (
        _task(_subtask(_until_it_ends, setup=(_LATE,))),
        "action 10, before what is heard is different",
    ),
    "nothing, as nothing is asked for": (
        _task(
            _subtask(
                conditions=(Condition("row_exists", {"uri": "content://keep/notes", "columns": {"body": "heard"}}),),
                effects=(Effect("add", "content://keep/notes"),),
            )
        ),
        "who draws a twin is right in 3 of 3",
    ),
    "the end, once it is right": (
        _task(_subtask(_plays, **_SONGS), evaluate="each_step"),
        "each of 2 twins asks for, one after another, scores 1.0",
    ),
    "a guess, as most twins ask for the same": (
        _task(_subtask(parameters=_ALIKE, heard=("piece",), implied=("word",))),
        "Too many twins ask for the same: who draws a twin is right in 2 of 3",
    ),
    "nothing, as all twins ask for the same": (
        _task(_subtask(parameters=_ALIKE[:2], heard=("piece",), implied=("word",))),
        "those of every twin",
    ),
    "nothing, as there is no twin": (_task(_subtask(parameters=_SETS[:1])), "no twin"),
    "nothing, as it is silent": (_task(_subtask(setup=())), "before what is heard is different"),
    "nothing, as its volume is 0": (
        _task(_subtask(setup=(replace(_VOICE, volume=0),))),
        "before what is heard is different",
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_what_gives_it_away_fails(leak: str, phone: SimDevice) -> None:
    task, said = LEAKS[leak]
    assert said in _fault(task, phone)


def test_the_end_tells_whoever_tries_all(phone: SimDevice) -> None:
    assert _fault(_task(_subtask(_plays, **_SONGS)), phone) == ""


# -- supportive -------------------------------------------------------------------------------------------------------

_SAID = "A voice says '{word}'. Make a note in Keep with that as the title. The note says: heard"
_CODES = tuple({"code": str(code)} for code in (31, 47, 52))


def test_what_is_heard_and_said_is_supportive(phone: SimDevice) -> None:
    assert _fault(_task(_subtask(instruction=_SAID), "supportive"), phone) == ""
    shown = _subtask(setup=(_VOICE, _note("{word}, please")))
    assert _fault(_task(shown, "supportive"), phone) == ""


@pytest.mark.parametrize(
    ("subtask", "said"),
    [
        (_subtask(), "nothing but the sense tells them apart"),
        (_subtask(setup=(_VOICE, WriteFile("Documents/{piece}.txt", "old"))), "nothing but the sense"),
        (_subtask(instruction=_SAID, setup=()), "before what is heard is different"),
        (_subtask(_deaf, instruction=_SAID, setup=(_LATE,)), "before what is heard is different"),
        (_subtask(instruction=_SAID, setup=(replace(_VOICE, sound="amber/digit/{digit}"),), implied=("piece", "digit"),
                  parameters=tuple({**v, "digit": str(n)} for n, v in enumerate(_SETS))), "no value is both"),
        (_subtask(setup=(_VOICE, _note("{secret}")), implied=("piece", "secret"),
                  parameters=tuple({**v, "secret": f"n{n}"} for n, v in enumerate(_SETS))), "no value is both"),
    ],
)  # fmt: skip
def test_what_is_told_once_is_not_supportive(subtask: Subtask, said: str, phone: SimDevice) -> None:
    assert said in _fault(_task(subtask, "supportive"), phone)


# -- present ----------------------------------------------------------------------------------------------------------


def _plain(**changes: Any) -> Subtask:
    return _subtask(instruction="Make a note '{word}' in Keep that says: heard", heard=(), setup=(), **changes)


def test_what_sounds_in_the_background_is_present(phone: SimDevice) -> None:
    rain = PlaySound("ambience/rain", volume=30)
    assert _fault(_task(_plain(), "present", setup=(rain,)), phone) == ""
    assert "Nothing sounds" in _fault(_task(_plain(), "present"), phone)
    assert "Nothing sounds" in _fault(_task(_plain(), "present", setup=(replace(rain, volume=0),)), phone)
    assert "the right action 10 is another" in _fault(_task(_subtask(instruction=_SAID), "present"), phone)
    idle = _subtask(instruction="Make a note 'One' in Keep that says: heard", parameters=_ALIKE[:2], heard=("piece",))
    assert _fault(_task(idle, "present"), phone) == ""


def test_a_right_action_that_depends_on_the_sound_is_not_present(phone: SimDevice) -> None:
    def listens(ui: UI, word: str, **_: str) -> Iterator[Action]:
        yield Wait(4.5)
        heard = phone.sounds_ended()
        yield from as_asked("phone-keep/create", ui, title=word, body="heard")
        if "ambience/rain" not in heard:
            yield Wait(1.0)

    task = _task(_plain(oracle=listens), "present", setup=(PlaySound("ambience/rain"),))
    assert "is another" in _fault(task, phone)


def test_a_level_needs_a_device_that_is_heard() -> None:
    task = _task(
        define("x", "Make '{name}'.", "mkdir|{name}", [{"name": "A"}], Condition("folder_exists", {"path": "{name}"}))
    )
    assert "on one simulated device" in _fault(task, CommandDevice())  # type: ignore[arg-type]
