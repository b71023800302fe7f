"""Wrong runs and other right ways of the subtasks of Clipchamp (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, Drag
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps._variations import as_asked, before_it, instead
from omnigym.tasks.apps.clipchamp._steps import add_title, at_second, new_film, save, take
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_NAMES = ("trim", "cut-out", "join", "title", "title-copied", "fade", "slides")
_ALL = tuple([f"clipchamp/{name}" for name in _NAMES])


def _stem(video: str) -> str:
    return video.removesuffix(".avi")


def _looked(ui: UI, **_: Any) -> Iterator[Action]:
    """A film that was there is opened and played a little first."""
    yield from in_front(ui)
    if ui.find("clipchamp.home") is not None:
        yield ui.click("clipchamp.home")
    yield ui.click("record", name="Canal teaser")
    yield ui.press("space")
    yield ui.press("space")


def _spoilt(ui: UI, **_: Any) -> Iterator[Action]:
    """A clip of the film that was there is deleted first."""
    yield from in_front(ui)
    if ui.find("clipchamp.home") is not None:
        yield ui.click("clipchamp.home")
    yield ui.click("record", name="Canal teaser")
    yield from do(ui, "delete", "Canal trip, 0:06 to 0:12")


before_it("after_a_look", _looked, *_ALL, harmless=True)
before_it("another_film_spoilt", _spoilt, *_ALL)
instead(*[name for name in _ALL if name != "clipchamp/fade"], values=("name",))
instead("clipchamp/title", values=("title",))
instead("clipchamp/trim", seconds=lambda values: str(int(values["seconds"]) - 1))
instead("clipchamp/cut-out", end=lambda values: f"{int(values['end']) + 1:02}")
instead("clipchamp/fade", fade=lambda values: "in" if values["fade"] == "out" else "out")


@wrong_run("clipchamp/trim")
def the_end_of_it(ui: UI, folder: str, video: str, seconds: str, name: str, **_: Any) -> Iterator[Action]:
    """What comes before that second is cut off instead."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "trim_begin", via="key")
    yield from save(ui, name)


@wrong_run("clipchamp/trim")
def left_on_the_timeline(ui: UI, folder: str, video: str, seconds: str, **_: Any) -> Iterator[Action]:
    """Cut, but not saved as a video."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "trim_end", via="key")


@right_way("clipchamp/trim")
def split_and_deleted(ui: UI, folder: str, video: str, seconds: str, name: str, **_: Any) -> Iterator[Action]:
    """Split there, which chooses the rest; Delete."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "split")
    yield from do(ui, "delete")
    yield from save(ui, name)


@right_way("clipchamp/trim")
def by_its_edge(ui: UI, folder: str, video: str, seconds: str, name: str, **_: Any) -> Iterator[Action]:
    """The right end of the clip is dragged to where the playhead stands."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    clip = ui.find("record", name=f"{_stem(video)}, 0:00 to 0:15")
    assert clip is not None, "the video was added"
    x, y, w, h = clip.bounds
    width, height = ui.size
    to = x + w * int(seconds) / 15
    yield Drag(((x + w - 3) / width, (y + h / 2) / height), ((to - 2) / width, (y + h / 2) / height))
    yield from save(ui, name)


@wrong_run("clipchamp/cut-out")
def with_a_black_gap(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: Any) -> Iterator[Action]:
    """The gap stays."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(end))
    yield from do(ui, "split")
    yield from at_second(ui, int(begin))
    yield from do(ui, "split", f"{_stem(video)}, 0:00 to 0:{end}")
    yield from do(ui, "delete")
    yield from save(ui, name)


@wrong_run("clipchamp/cut-out")
def that_part_alone(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: Any) -> Iterator[Action]:
    """What was to go is all that is left."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(end))
    yield from do(ui, "trim_end", via="key")
    yield from at_second(ui, int(begin))
    yield from do(ui, "trim_begin", via="key")
    yield ui.click("clipchamp.gap.picture.0")
    yield from save(ui, name)


@right_way("clipchamp/cut-out")
def of_two_copies(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: Any) -> Iterator[Action]:
    """The video twice: of the first the beginning, of the second the rest."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(begin))
    yield from do(ui, "trim_end", via="key")
    yield from do(ui, "add", video)
    yield from at_second(ui, int(begin) + int(end))
    yield from do(ui, "trim_begin", via="key")
    yield ui.click(f"clipchamp.gap.picture.{1000 * int(begin)}")
    yield from save(ui, name)


@right_way("clipchamp/cut-out")
def undone_once(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: Any) -> Iterator[Action]:
    """The wrong part is deleted first, and brought back."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(begin))
    yield from do(ui, "split")
    yield from do(ui, "delete", via="key")
    yield ui.press("z", "ctrl")
    yield from at_second(ui, int(end))
    yield from do(ui, "trim_begin", f"{_stem(video)}, 0:{begin} to 0:15", via="menu")
    yield ui.click(f"clipchamp.gap.picture.{1000 * int(begin)}")
    yield from save(ui, name)


@wrong_run("clipchamp/join")
def the_other_way_round(ui: UI, video: str, other: str, **values: Any) -> Iterator[Action]:
    """The second one first."""
    yield from as_asked("clipchamp/join", ui, video=other, other=video, **values)


@wrong_run("clipchamp/join")
def one_alone(ui: UI, folder: str, video: str, name: str, **_: Any) -> Iterator[Action]:
    """Half of it."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from save(ui, name)


@right_way("clipchamp/join")
def put_in_order(
    ui: UI, folder: str, video: str, film: str, other: str, other_film: str, name: str, **_: Any
) -> Iterator[Action]:
    """Added the wrong way round, and mended."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{other}")
    yield from take(ui, f"{folder}/{video}")
    first = 5 * len(other_film.split(","))
    second = first + 5 * len(film.split(","))
    yield from do(ui, "earlier", f"{_stem(video)}, 0:{first:02} to 0:{second:02}", via="menu")
    yield from save(ui, name)


@wrong_run("clipchamp/title", "clipchamp/title-copied")
def without_words(ui: UI, folder: str, video: str, name: str, **_: Any) -> Iterator[Action]:
    """The video as it is."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from save(ui, name)


@wrong_run("clipchamp/title", "clipchamp/title-copied")
def with_the_words_that_were_there(ui: UI, folder: str, video: str, name: str, **_: Any) -> Iterator[Action]:
    """A title of which nobody has changed the words."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield ui.click("clipchamp.page.text")
    yield ui.click("clipchamp.title.plain")
    yield from save(ui, name)


@right_way("clipchamp/title")
def as_a_headline(ui: UI, folder: str, video: str, title: str, name: str, **_: Any) -> Iterator[Action]:
    """In another style."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from add_title(ui, title, "headline")
    yield from save(ui, name)


@right_way("clipchamp/title-copied")
def pasted_over_other_words(ui: UI, folder: str, video: str, name: str, **_: Any) -> Iterator[Action]:
    """Words are typed, and the text is pasted in their place."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from add_title(ui, "Draft", "subtitle")
    yield ui.press("a", "ctrl")
    yield ui.press("v", "ctrl")
    yield from save(ui, name)


@wrong_run("clipchamp/fade")
def at_both_ends(ui: UI, folder: str, video: str, name: str, **_: Any) -> Iterator[Action]:
    """More than was asked for."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    for edge in ("fade_in", "fade_out"):
        yield from do(ui, edge, f"{_stem(video)}, 0:00 to 0:10", via="menu")
    yield from save(ui, name)


@right_way("clipchamp/fade")
def by_its_slider(ui: UI, folder: str, video: str, fade: str, name: str, **_: Any) -> Iterator[Action]:
    """The slider at the right, by keys: two seconds."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield ui.click(f"clipchamp.fade_{fade}_ms")
    yield ui.press("home")
    yield ui.press("right", count=4)
    yield from save(ui, name)


@wrong_run("clipchamp/slides")
def without_a_sound(ui: UI, picture: str, other: str, name: str, **_: Any) -> Iterator[Action]:
    """The pictures alone."""
    yield from new_film(ui)
    yield from take(ui, f"Pictures/{picture}")
    yield from take(ui, f"Pictures/{other}")
    yield from save(ui, name)


@wrong_run("clipchamp/slides")
def one_picture_less(ui: UI, picture: str, sound: str, name: str, **_: Any) -> Iterator[Action]:
    """One picture, and darkness after it."""
    yield from new_film(ui)
    yield from take(ui, f"Pictures/{picture}")
    yield from take(ui, f"Music/{sound}")
    yield from save(ui, name)


@right_way("clipchamp/slides")
def the_sound_first(ui: UI, picture: str, other: str, sound: str, name: str, **_: Any) -> Iterator[Action]:
    """In another order, and saved by the button."""
    yield from new_film(ui)
    yield from take(ui, f"Music/{sound}")
    yield from take(ui, f"Pictures/{picture}")
    yield from take(ui, f"Pictures/{other}")
    yield from do(ui, "top.export")
    yield from name_file(ui, f"Videos/{name}")
    yield from answer(ui, "overwrite_confirm")
