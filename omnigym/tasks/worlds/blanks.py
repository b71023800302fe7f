"""Blanks in the texts of setup steps and conditions, and the world of a task, which fills them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from omnigym.errors import TaskFileError
from omnigym.foreign.limits import MAX_TEXT
from omnigym.pictures import FORMATS, SCENES
from omnigym.tasks.worlds.draw import FIRST_NAMES, SLOTS, Draw
from omnigym.tasks.worlds.writing import files, letter, lines, mail, pages, person, sentence, slides, topic

__all__ = ["World", "blank", "contents", "has_blanks", "table"]


# -- tables as comma-separated values, heads in the first row ---------------------------------------------------------

#: What a table lists: the head of its first column and what stands below, the heads of groups, of numbers.
_LISTED = (
    ("Name", FIRST_NAMES),
    ("Customer", SLOTS["firm"]),
    ("Town", SLOTS["place"]),
    ("Month", SLOTS["month"]),
    ("Article", tuple(thing.removeprefix("the ").capitalize() for thing in SLOTS["thing"])),
)
_GROUPS = (
    ("Region", ("North", "South", "East", "West")),
    ("Team", ("Green", "Silver", "Violet")),
    ("Status", ("open", "paid", "late")),
    ("Class", ("basic", "extra", "prime")),
)
_COUNTS = ("Boxes", "Nights", "Orders", "Points", "Seats", "Stock", "Visits")
_MEASURES = ("Amount", "Budget", "Distance", "Fee", "Length", "Price", "Weight")
#: As many as in every table of ours, so that whoever works with one knows where it ends.
_ROWS = 5


def table(draw: Draw) -> str:
    """Return five rows below the heads, with one column each of texts, groups, whole numbers and decimals."""
    head, entries = draw.pick(_LISTED)
    group, values = draw.pick(_GROUPS)
    rows = [[head, group, draw.pick(_COUNTS), draw.pick(_MEASURES)]]
    for entry in draw.some([e for e in entries if not draw.says(e)], _ROWS):
        rows.append([entry, draw.pick(values), str(draw.between(2, 480)), f"{draw.between(4, 380) / 4:.12g}"])
    return "\n".join(map(",".join, rows))


# -- blanks -----------------------------------------------------------------------------------------------------------

#: The pictures of videos: all have one shape.
_FILMED = sorted(set(SCENES) - {"cat"})
#: What may stand in a blank, by the name of its kind.
_KINDS: Mapping[str, Callable[[Draw], str]] = {
    "files": files,
    "letter": letter,
    "lines": lines,
    "mail": mail,
    "pages": pages,
    "person": person,
    "scene": lambda draw: draw.pick(sorted(SCENES)),
    "seconds": lambda draw: str(draw.between(2, 20)),
    "sentence": sentence,
    "slides": slides,
    "table": table,
    "topic": topic,
    "film": lambda draw: ",".join(draw.some(_FILMED, 3)),
}
_BLANK = re.compile(rf"⟦({'|'.join(_KINDS)}|file):([^⟦⟧]*)⟧")

#: The kind of the contents of a file, by the ending of its path; of others a letter.
_CONTENTS: Mapping[str, str] = {
    "avi": "film",
    "csv": "table",
    "mp4": "film",
    "odp": "slides",
    "ods": "table",
    "pdf": "pages",
    "pptx": "slides",
    "wav": "seconds",
    "xlsx": "table",
    "zip": "files",
    **dict.fromkeys(FORMATS, "scene"),
}


def blank(kind: str, key: str) -> str:
    """Return a blank that a task's world fills.

    Args:
        kind: "files", "film", "letter", "lines", "mail", "pages", "person", "scene", "seconds", "sentence", "slides",
            "table" or "topic".
        key: What tells it from other blanks of the kind, a template: where two texts of a task have the same blank,
            the same stands there, so a condition can ask for what the setup wrote. For a file it is its path.
    """
    return f"⟦{kind}:{key}⟧"


def contents(path: str) -> str:
    """Return a blank for the whole contents of a file, of a kind that fits the extension of its path template."""
    return blank("file", path)


def has_blanks(text: str) -> bool:
    """Return whether a text has a blank that a world would fill."""
    return _BLANK.search(text) is not None


class World:
    """The generated contents of one task.

    Args:
        seed: Decides all of it. Two tasks of the same subtasks and parameters have the same.
        free: What nothing made up may say, in any letter case: the task asks about it.
    """

    def __init__(self, seed: int, free: Iterable[str] = ()) -> None:
        self._seed = seed
        self._free = tuple(sorted({text.casefold() for text in free if len(text) > 2}))

    def draw(self, key: str) -> Draw:
        """Return an independent source of choices for one purpose."""
        return Draw(f"{self._seed}/{key}", self._free)

    def says(self, text: str) -> bool:
        """Return whether a reserved text occurs in a lower-case text."""
        return any(word in text for word in self._free)

    def fill(self, value: object) -> Any:
        """Return a JSON value with every blank filled.

        Raises:
            TaskFileError: A text would be too long.
        """
        if isinstance(value, str):
            return _BLANK.sub(self._made, value) if "⟦" in value and self._bounded(value) else value
        if isinstance(value, Mapping):
            return {k: self.fill(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.fill(v) for v in value)
        return value

    def _made(self, found: re.Match[str]) -> str:
        kind, key = found[1], found[2].casefold()
        if kind == "file":
            kind = _CONTENTS.get(key.rpartition(".")[2], "letter")
        return _KINDS[kind](self.draw(f"{kind}:{key}"))

    def _bounded(self, text: str) -> bool:
        """True; a blank becomes longer than it is, and a text from a file may have any number of them."""
        if text.count("⟦") * 1_000 > MAX_TEXT:
            raise TaskFileError(f"A text has at most {MAX_TEXT // 1_000:,} blanks. Leave some out.")
        return True
