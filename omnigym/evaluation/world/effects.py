"""Effects: the permitted changes of a subtask to the user's data.

Most of it follows from the conditions, since a check knows what it is about (`omnigym.evaluation.registry`); a subtask
adds what they do not tell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

__all__ = ["Effect", "How", "all_match", "inverse", "matches", "may_undo", "setting_place", "unbounded_columns"]

How: TypeAlias = Literal["add", "remove", "change"]
_INVERSE: Mapping[How, How] = {"add": "remove", "remove": "add", "change": "change"}


@dataclass(frozen=True, slots=True)
class Effect:
    """An addition, removal or change that is permitted.

    Attributes:
        how: Which of them.
        at: A portable or native path, the address of a table ("content://sms") or `setting_place`. A ``*`` in a path
            or the name of a setting stands for any text. To add or remove a folder is to do so with all that is in it;
            to add one whose path ends with a slash is to add the empty folder.
        parts: What may be other in a file or a row that is changed: parts of a document
            (`omnigym.evaluation.world.parts`), or columns; a ``*`` stands for any text.
        row: Of a table: the values that a row has afterwards or, where it is removed, had; compared as in
            `row_exists`.
        was: Of a row that is changed: the values that it had.
        most: How many rows; None for any number.
        trace: Whether any work leaves it behind, so that nobody asks for it: it accounts for what it is about, and no
            other effect goes on from there (`omnigym.evaluation.world.traces`).
        why: Why nothing bounds it, where nothing does (`unbounded_columns`).
        but: Paths, as ``at``, that it is not about.
    """

    how: How
    at: str
    parts: tuple[str, ...] = ("*",)
    row: Mapping[str, Any] = field(default_factory=dict)
    was: Mapping[str, Any] = field(default_factory=dict)
    most: int | None = None
    trace: bool = False
    why: str = ""
    but: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.how, self.at, self.parts))


def inverse(effect: Effect) -> Effect:
    """Return the changes that break a condition, from the changes that fulfil it."""
    row, was = (effect.was, effect.row) if effect.how == "change" else (effect.row, effect.was)
    why = effect.why or "The condition says what it must not be."
    return replace(effect, how=_INVERSE[effect.how], row=row, was=was, most=None, why=why)


def unbounded_columns(effect: Effect) -> tuple[str, ...]:
    """Return the columns of a table that an effect lets become anything, "*" for all; () if the place is not a table.

    >>> row = {"title": "Milk", "done": True}
    >>> unbounded_columns(Effect("change", "content://todo/tasks", ("note", "done"), row=row))
    ('note',)
    """
    if not effect.at.startswith("content://"):
        return ()
    if effect.how != "change":
        return () if effect.row else ("*",)
    return tuple([part for part in effect.parts if effect.row.get(part) in (None, {}, [], [{}])])


def may_undo(effect: Effect, other: Effect) -> bool:
    """Return whether an effect may change what another one brought about.

    >>> at, file = "content://todo/tasks", Effect("add", "a/b.txt")
    >>> bread, milk = (Effect("change", at, row={"title": title}) for title in ("Bread", "Milk"))
    >>> may_undo(bread, milk), may_undo(bread, bread), may_undo(Effect("add", at), milk)
    (False, True, False)
    >>> made = Effect("add", at, row={"title": "Bread", "label": ""})
    >>> may_undo(Effect("change", at, ("label",), row={"title": "Bread", "label": "Shop"}), made)
    True
    >>> may_undo(Effect("add", "a/c.odt"), Effect("add", "a/*.png")), may_undo(Effect("add", "b/c.odt"), file)
    (True, False)
    >>> may_undo(Effect("change", "a/b.txt"), file), may_undo(Effect("remove", "a"), file)
    (True, True)
    """
    at, place = (e.at.rstrip("/") for e in (effect, other))
    if effect.at.startswith("content://"):
        # The row is known by the columns that the effect leaves alone: a new label says nothing of the old one.
        own = {n: v for n, v in effect.row.items() if n not in effect.parts} | dict(effect.was)
        made = {**other.was, **other.row}
        apart = any(isinstance(v, str) and isinstance(w := made.get(n), str) and v != w for n, v in own.items())
        return effect.how != "add" and at == place and not apart
    # "two/*.png" may be all that a folder is to have: any other file in it is then one too many.
    beside = "*" in place and at.rpartition("/")[0] == place.rpartition("/")[0]
    return beside or matches(place, at) or (effect.how == "remove" and matches(place, f"{at}/*"))


def setting_place(key: str) -> str:
    """Return the name of a setting in effects.

    >>> setting_place("theme")
    'setting:theme'
    """
    return f"setting:{key}"


def all_match(names: Collection[str], patterns: Sequence[str]) -> bool:
    """Return whether each name matches one of some patterns."""
    return all(any(matches(name, pattern) for pattern in patterns) for name in names)


def matches(name: str, pattern: str) -> bool:
    """Return whether a name matches, letter case ignored; a ``*`` matches any text.

    >>> matches("c:/users/user/a.txt", "C:/Users/*/a.txt"), matches("a", "ab")
    (True, False)
    """
    if "*" not in pattern:
        return name.casefold() == pattern.casefold()
    return _compiled(pattern).fullmatch(name.casefold()) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.casefold().split("*"))), re.DOTALL)
