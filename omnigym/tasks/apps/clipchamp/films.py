"""Cutting films in Clipchamp: what is kept of a video, what is put together, titles, fades, sounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._milestones import saving
from omnigym.tasks.apps._needs import copied_text_need
from omnigym.tasks.apps.clipchamp._steps import (
    CLIPCHAMP,
    SAVED,
    add_title,
    at_second,
    film_need,
    made,
    new_film,
    save,
    take,
)
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__: list[str] = []

#: How long each picture of a video is, and each that is put on the timeline.
_SHOT, _STILL = 5, 3
_SAVING = (saving(),)


def _film(**asked: object) -> tuple[Condition, ...]:
    return (Condition("film_shows", {"path": SAVED, **asked}),)


def _shots(film: str, begin: int = 0, end: int = 0) -> str:
    """The pictures of a video that are left between two seconds, each with its seconds: "harbour 5, city 2"."""
    scenes = film.split(",")
    end = end or _SHOT * len(scenes)
    spans = [(s, max(begin, n * _SHOT), min(end, (n + 1) * _SHOT)) for n, s in enumerate(scenes)]
    return ", ".join([f"{scene} {b - a}" for scene, a, b in spans if a < b])


@subtask(
    **CLIPCHAMP,
    id="clipchamp/trim",
    implied=("film", "shots"),
    instruction="With Clipchamp, make a video of the first {seconds} seconds of {video} in {folder} and save it as "
    "{name} in Videos.",
    parameters=tuple(
        {**row, "shots": _shots(row["film"], 0, int(row["seconds"]))}
        for row in table(
            "folder video film seconds name",
            ("Videos", "ferry.avi", "beach,harbour,city", "7", "ferry short.avi"),
            ("Downloads", "trip.avi", "dunes,aurora,mountains", "12", "trip start.avi"),
            ("Desktop", "flight.avi", "balloons,beach,coffee", "8", "take-off.avi"),
            ("Videos", "walk.avi", "forest,mountains,harbour", "6", "into the woods.avi"),
            ("Downloads", "lights.avi", "city,aurora,dunes", "9", "lights on.avi"),
            ("Videos", "garden.avi", "tulips,forest,beach", "11", "garden tour.avi"),
            ("Desktop", "morning.avi", "coffee,city,tulips", "4", "first cup.avi"),
            ("Videos", "north.avi", "aurora,harbour,forest", "13", "northwards.avi"),
        )
    ),
    conditions=_film(shots="{shots}"),
    needs=(film_need(),),
    produces=made(),
    milestones=_SAVING,
    tags=("video", "edit"),
)
def trim(ui: UI, folder: str, video: str, seconds: str, name: str, **_: Any) -> Iterator[Action]:
    """The playhead to that second; the end of the clip to the playhead."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "trim_end", via="key")
    yield from save(ui, name)


@subtask(
    **CLIPCHAMP,
    id="clipchamp/cut-out",
    implied=("film", "shots"),
    instruction="Cut what {video} in {folder} shows from 0:{begin} to 0:{end} out with Clipchamp, close the gap, and "
    "save the rest as {name} in Videos.",
    parameters=tuple(
        {**row, "shots": f"{_shots(row['film'], 0, int(row['begin']))}, {_shots(row['film'], int(row['end']))}"}
        for row in table(
            "folder video film begin end name",
            ("Videos", "concert.avi", "city,coffee,aurora", "05", "10", "concert cut.avi"),
            ("Downloads", "lecture.avi", "forest,beach,city", "03", "07", "lecture short.avi"),
            ("Desktop", "rehearsal.avi", "tulips,dunes,coffee", "06", "12", "rehearsal.avi"),
            ("Videos", "boat.avi", "harbour,city,dunes", "04", "10", "boat ride.avi"),
            ("Downloads", "kite.avi", "beach,balloons,forest", "05", "08", "kite day.avi"),
            ("Videos", "hike.avi", "mountains,forest,aurora", "02", "09", "hike cut.avi"),
            ("Desktop", "market.avi", "tulips,coffee,harbour", "07", "10", "market.avi"),
            ("Videos", "desert.avi", "dunes,mountains,city", "05", "13", "desert cut.avi"),
        )
    ),
    conditions=_film(shots="{shots}"),
    needs=(film_need(),),
    produces=made(),
    milestones=_SAVING,
    tags=("video", "edit"),
)
def cut_out(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: Any) -> Iterator[Action]:
    """Split at the end, then at the beginning, which leaves the part between them chosen; Delete, and the gap."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    stem = video.removesuffix(".avi")
    yield from at_second(ui, int(end))
    yield from do(ui, "split", via="key")
    yield from at_second(ui, int(begin))
    yield ui.click("record", name=f"{stem}, 0:00 to 0:{end}")
    yield from do(ui, "split", via="key")
    yield from do(ui, "delete", via="key")
    yield ui.click(f"clipchamp.gap.picture.{1000 * int(begin)}")
    yield from save(ui, name)


@subtask(
    **CLIPCHAMP,
    id="clipchamp/join",
    implied=("film", "other_film", "shots"),
    instruction="Join two videos from {folder} with Clipchamp, first {video} and then {other}, and save the result as "
    "{name} in Videos.",
    parameters=tuple(
        {**row, "shots": f"{_shots(row['film'])}, {_shots(row['other_film'])}"}
        for row in table(
            "folder video film other other_film name",
            ("Videos", "day one.avi", "harbour,city", "day two.avi", "beach,forest", "both days.avi"),
            ("Downloads", "part a.avi", "dunes,aurora", "part b.avi", "coffee", "whole talk.avi"),
            ("Desktop", "up.avi", "mountains", "down.avi", "tulips,beach", "up and down.avi"),
            ("Videos", "spring.avi", "tulips,forest", "summer.avi", "beach", "seasons.avi"),
            ("Downloads", "intro.avi", "balloons", "outro.avi", "aurora,city", "show.avi"),
            ("Videos", "there.avi", "city,dunes", "back.avi", "coffee,mountains", "there and back.avi"),
        )
    ),
    conditions=_film(shots="{shots}"),
    needs=(film_need(), film_need("{folder}/{other}", "{other_film}")),
    produces=made(),
    milestones=_SAVING,
    tags=("video", "create"),
)
def join(ui: UI, folder: str, video: str, other: str, name: str, **_: Any) -> Iterator[Action]:
    """One after the other."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from take(ui, f"{folder}/{other}")
    yield from save(ui, name)


@subtask(
    **CLIPCHAMP,
    id="clipchamp/title",
    implied=("film", "shots"),
    instruction="Put the title '{title}' over the beginning of {video} in {folder} with Clipchamp, and save the video "
    "as {name} in Videos.",
    parameters=tuple(
        {**row, "shots": _shots(row["film"])}
        for row in table(
            "folder video film title name",
            ("Videos", "lisbon.avi", "city,harbour", "A week in Lisbon", "lisbon titled.avi"),
            ("Downloads", "clip 7.avi", "dunes,beach", "Where the sea begins", "sea.avi"),
            ("Desktop", "party.avi", "balloons,coffee", "Happy birthday, Nina", "birthday.avi"),
            ("Videos", "ridge.avi", "mountains,forest", "The long way up", "ridge titled.avi"),
            ("Downloads", "harvest.avi", "tulips,dunes", "From seed to flower", "harvest.avi"),
            ("Videos", "night.avi", "aurora,city", "Northern lights", "night sky.avi"),
            ("Desktop", "cafe.avi", "coffee,tulips", "Breakfast for two", "breakfast.avi"),
            ("Videos", "bay.avi", "harbour,beach", "Sails at noon", "sails.avi"),
        )
    ),
    conditions=_film(shots="{shots}", title="{title}"),
    needs=(film_need(),),
    produces=made(),
    milestones=_SAVING,
    tags=("video", "write"),
)
def title(ui: UI, folder: str, video: str, title: str, name: str, **_: Any) -> Iterator[Action]:
    """A plain title at the beginning."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from add_title(ui, title)
    yield from save(ui, name)


@subtask(
    **{**CLIPCHAMP, "capabilities": (*CLIPCHAMP["capabilities"], "clipboard")},
    id="clipchamp/title-copied",
    implied=("film", "shots"),
    instruction="Use the text on the clipboard as the title of {video} in {folder}, which belongs over its beginning: "
    "do it with Clipchamp, and save the video as {name} in Videos.",
    parameters=tuple(
        {**row, "shots": _shots(row["film"])}
        for row in table(
            "folder video film source name",
            ("Videos", "opening.avi", "balloons,city", "chat.docx", "opening titled.avi"),
            ("Downloads", "advert.avi", "coffee,dunes", "review.docx", "advert.avi"),
            ("Desktop", "news.avi", "city,forest", "minutes.docx", "news.avi"),
            ("Videos", "tour.avi", "harbour,tulips", "guide.docx", "tour titled.avi"),
            ("Downloads", "trailer.avi", "aurora,mountains", "page.docx", "trailer.avi"),
            ("Videos", "promo.avi", "beach,balloons", "letter.docx", "promo titled.avi"),
        )
    ),
    conditions=_film(shots="{shots}", copied=True),
    needs=(film_need(), copied_text_need()),
    produces=made(),
    milestones=_SAVING,
    tags=("video", "clipboard"),
)
def title_copied(ui: UI, folder: str, video: str, name: str, **_: Any) -> Iterator[Action]:
    """A title whose words are pasted."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield ui.click("clipchamp.page.text")
    yield ui.click("clipchamp.title.plain")
    yield ui.press("v", "ctrl")
    yield from save(ui, name)


@subtask(
    **CLIPCHAMP,
    id="clipchamp/fade",
    implied=("film", "shots", "fade"),
    instruction="Let {video} in {folder} {how} with Clipchamp, and save it as {name} in Videos.",
    parameters=tuple(
        {
            **row,
            "shots": _shots(row["film"]),
            "how": {"in": "begin black and fade in", "out": "fade out to black at its end"}[row["fade"]],
        }
        for row in table(
            "folder video film fade name",
            ("Videos", "sunset.avi", "beach,dunes", "out", "sunset faded.avi"),
            ("Downloads", "curtain.avi", "city,balloons", "in", "curtain.avi"),
            ("Desktop", "farewell.avi", "harbour,aurora", "out", "farewell.avi"),
            ("Videos", "dawn.avi", "mountains,tulips", "in", "dawn faded.avi"),
            ("Downloads", "credits.avi", "forest,coffee", "out", "credits.avi"),
            ("Videos", "prologue.avi", "dunes,city", "in", "prologue faded.avi"),
        )
    ),
    conditions=_film(shots="{shots}", fade="{fade}"),
    needs=(film_need(),),
    produces=made(),
    milestones=_SAVING,
    tags=("video", "edit"),
)
def fade(ui: UI, folder: str, video: str, fade: str, name: str, **_: Any) -> Iterator[Action]:
    """The context menu of the clip."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from do(ui, f"fade_{fade}", f"{video.removesuffix('.avi')}, 0:00 to 0:10", via="menu")
    yield from save(ui, name)


@subtask(
    **CLIPCHAMP,
    id="clipchamp/slides",
    implied=("scene", "other_scene", "shots", "length"),
    instruction="Make a video with Clipchamp that shows {picture} and then {other} from Pictures for three seconds "
    "each while {sound} from Music is heard, and save it as {name} in Videos.",
    parameters=tuple(
        {**row, "shots": f"{row['scene']} {_STILL}, {row['other_scene']} {_STILL}", "length": str(2 * _STILL)}
        for row in table(
            "picture scene other other_scene sound name",
            ("boats.jpg", "harbour", "sand.jpg", "beach", "waves.wav", "at the sea.avi"),
            ("peak.jpg", "mountains", "sky.jpg", "aurora", "hymn.wav", "up north.avi"),
            ("mug.jpg", "coffee", "street.jpg", "city", "jingle.wav", "cafe clip.avi"),
            ("bed.jpg", "tulips", "path.jpg", "forest", "birds.wav", "green.avi"),
            ("basket.jpg", "balloons", "dune.jpg", "dunes", "wind.wav", "in the air.avi"),
            ("quay.jpg", "harbour", "skyline.jpg", "city", "horn.wav", "port town.avi"),
        )
    ),
    conditions=_film(shots="{shots}", sound="Music/{sound}"),
    needs=(
        Need(Resource("image", "Pictures/{picture}"), (WriteFile("Pictures/{picture}", "{scene}"),), given=True),
        Need(Resource("image", "Pictures/{other}"), (WriteFile("Pictures/{other}", "{other_scene}"),), given=True),
        Need(Resource("file", "Music/{sound}"), (WriteFile("Music/{sound}", "{length}"),), given=True),
    ),
    produces=made(),
    milestones=_SAVING,
    tags=("video", "picture", "sound", "create"),
)
def slides(ui: UI, picture: str, other: str, sound: str, name: str, **_: Any) -> Iterator[Action]:
    """All three imported and added."""
    yield from new_film(ui)
    yield from take(ui, f"Pictures/{picture}")
    yield from take(ui, f"Pictures/{other}")
    yield from take(ui, f"Music/{sound}")
    yield from save(ui, name)
