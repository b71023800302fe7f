"""Steps, oracles and runs of clipchamp that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Drag
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.commands import do
from omnigym.tasks.step_library.steps import answer, in_front, name_file
from omnigym.tasks.step_library.variations import instead
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI, oracle


def at_second(ui: UI, second: int) -> Iterator[Action]:
    """The playhead at a second."""
    yield ui.press("home")
    if second:
        yield ui.press("right", count=second)


@word
def save(ui: UI, name: str) -> Iterator[Action]:
    """The video saved in Videos."""
    yield ui.press("e", "ctrl")
    yield from name_file(ui, f"Videos/{name}")
    yield from answer(ui, "overwrite_confirm")


@oracle("clipchamp/trim")
def trim(ui: UI, folder: str, video: str, seconds: str, name: str, **_: object) -> Iterator[Action]:
    """The playhead to that second; the end of the clip to the playhead."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "trim_end", via="key")
    yield from save(ui, name)


@oracle("clipchamp/cut-out")
def cut_out(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: object) -> Iterator[Action]:
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


@value
def stem_of(video: str) -> str:
    """The name of a film without its ending."""
    return video.removesuffix(".avi")


instead("clipchamp/trim", seconds=lambda values: str(int(values["seconds"]) - 1))


instead("clipchamp/cut-out", end=lambda values: f"{int(values['end']) + 1:02}")


@wrong_run("clipchamp/trim")
def the_end_of_it(ui: UI, folder: str, video: str, seconds: str, name: str, **_: object) -> Iterator[Action]:
    """What comes before that second is cut off instead."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "trim_begin", via="key")
    yield from save(ui, name)


@wrong_run("clipchamp/trim")
def left_on_the_timeline(ui: UI, folder: str, video: str, seconds: str, **_: object) -> Iterator[Action]:
    """Cut, but not saved as a video."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "trim_end", via="key")


@right_way("clipchamp/trim")
def split_and_deleted(ui: UI, folder: str, video: str, seconds: str, name: str, **_: object) -> Iterator[Action]:
    """Split there, which chooses the rest; Delete."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(seconds))
    yield from do(ui, "split")
    yield from do(ui, "delete")
    yield from save(ui, name)


@right_way("clipchamp/trim")
def by_its_edge(ui: UI, folder: str, video: str, seconds: str, name: str, **_: object) -> Iterator[Action]:
    """The right end of the clip is dragged to where the playhead stands."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    clip = ui.find("record", name=f"{stem_of(video)}, 0:00 to 0:15")
    assert clip is not None, "the video was added"
    x, y, w, h = clip.bounds
    width, height = ui.size
    to = x + w * int(seconds) / 15
    yield Drag(((x + w - 3) / width, (y + h / 2) / height), ((to - 2) / width, (y + h / 2) / height))
    yield from save(ui, name)


@wrong_run("clipchamp/cut-out")
def with_a_black_gap(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: object) -> Iterator[Action]:
    """The gap stays."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(end))
    yield from do(ui, "split")
    yield from at_second(ui, int(begin))
    yield from do(ui, "split", f"{stem_of(video)}, 0:00 to 0:{end}")
    yield from do(ui, "delete")
    yield from save(ui, name)


@wrong_run("clipchamp/cut-out")
def that_part_alone(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: object) -> Iterator[Action]:
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
def of_two_copies(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: object) -> Iterator[Action]:
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
def undone_once(ui: UI, folder: str, video: str, begin: str, end: str, name: str, **_: object) -> Iterator[Action]:
    """The wrong part is deleted first, and brought back."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{video}")
    yield from at_second(ui, int(begin))
    yield from do(ui, "split")
    yield from do(ui, "delete", via="key")
    yield ui.press("z", "ctrl")
    yield from at_second(ui, int(end))
    yield from do(ui, "trim_begin", f"{stem_of(video)}, 0:{begin} to 0:15", via="menu")
    yield ui.click(f"clipchamp.gap.picture.{1000 * int(begin)}")
    yield from save(ui, name)


@right_way("clipchamp/join")
def put_in_order(
    ui: UI, folder: str, video: str, film: str, other: str, other_film: str, name: str, **_: object
) -> Iterator[Action]:
    """Added the wrong way round, and mended."""
    yield from new_film(ui)
    yield from take(ui, f"{folder}/{other}")
    yield from take(ui, f"{folder}/{video}")
    first = 5 * len(other_film.split(","))
    second = first + 5 * len(film.split(","))
    yield from do(ui, "earlier", f"{stem_of(video)}, 0:{first:02} to 0:{second:02}", via="menu")
    yield from save(ui, name)


@word
def new_film(ui: UI) -> Iterator[Action]:
    """An empty film."""
    yield from in_front(ui)
    yield ui.press("n", "ctrl")


@word
def take(ui: UI, path: str) -> Iterator[Action]:
    """A file imported, and put on the end of its track."""
    yield ui.press("i", "ctrl")
    yield from name_file(ui, path)
    yield from do(ui, "add")
