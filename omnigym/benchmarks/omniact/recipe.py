"""The collected set as a recipe: its screens, how many scripts of each kind they give, splits, and hashes of its files.

All points of a screen are in one split, and so are screens that begin with the same task: nothing that is tested on was
seen in training, in other words or with another script. (The paper splits tasks, with their wordings together: 3.2.)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from omnigym.benchmarks.omniact.candidate_actions import CALLS
from omnigym.benchmarks.omniact.dataset import SPLITS
from omnigym.benchmarks.omniact.screens import Screen
from omnigym.errors import UnknownNameError, UnreadableError
from omnigym.foreign import parse_json

__all__ = ["GROUPS", "WORDINGS", "ScreenPlan", "ScreenRecipe", "recipe", "recipe_from_json", "recipe_to_json"]

#: Wordings of a script, each a point of its own. One script of the set has one more: 9,802 is no multiple of three.
WORDINGS: Final = 3
#: What a part of the set is called, and the devices of its screens.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "sim": ("sim", "phone", "ubuntu"),
    "real": ("x11", "chromium"),
    "windows": ("sim",),
    **{name: (name,) for name in ("phone", "ubuntu", "x11", "chromium")},
}


_FIELDS = ("name", "device", "task", "steps", "seed", "settings")


@dataclass(frozen=True, slots=True)
class ScreenPlan:
    """A screen of the set.

    Attributes:
        screen: The recipe of the screen.
        split: "train", "val" or "test".
        counts: How many scripts of each kind (`omnigym.benchmarks.omniact.candidate_actions.CALLS`).
        first: Id of its first point; the others follow.
        more: Whether its last script has one wording more.
    """

    screen: Screen
    split: str
    counts: Mapping[str, int]
    first: int = 0
    more: bool = False

    @property
    def scripts(self) -> int:
        """How many scripts."""
        return sum(self.counts.values())

    @property
    def points(self) -> int:
        """How many points: a script is one with each of its wordings."""
        return self.scripts * WORDINGS + self.more


@dataclass(frozen=True, slots=True)
class ScreenRecipe:
    """The whole set.

    Attributes:
        seed: Seed of all that is drawn.
        planned: The screens.
        hashes: By screen the digests of its files: see `omnigym.benchmarks.omniact.collection.digests_of`.
    """

    seed: int
    planned: tuple[ScreenPlan, ...]
    hashes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """How many points there are."""
        return sum(planned.points for planned in self.planned)

    def calls(self) -> Counter[str]:
        """How often each function of PyAutoGUI is called by the gold scripts of all points (Table 2)."""
        found: Counter[str] = Counter()
        for planned in self.planned:
            for kind, count in planned.counts.items():
                found.update({name: n * count * WORDINGS for name, n in Counter(CALLS[kind]).items()})
            if planned.more:
                found.update(CALLS[_last_kind(planned.counts)])
        return found

    def of(self, groups: Sequence[str]) -> tuple[ScreenPlan, ...]:
        """The screens of some parts of the set; all if none is named.

        Raises:
            UnknownNameError: There is no such part.
        """
        for name in groups:
            if name not in GROUPS:
                raise UnknownNameError("part of the set", name, GROUPS)
        devices = {device for name in groups for device in GROUPS[name]}
        return tuple([planned for planned in self.planned if not groups or planned.screen.device in devices])


def _last_kind(counts: Mapping[str, int]) -> str:
    """The kind of a screen's last script: they are in the order of `CALLS`."""
    return [kind for kind in CALLS if counts.get(kind)][-1]


@cache
def recipe() -> ScreenRecipe:
    """The recipe that ships."""
    return recipe_from_json(files(__package__).joinpath("recipe.json").read_text(encoding="utf-8"))


def recipe_to_json(made: ScreenRecipe) -> str:
    """A text that `recipe_from_json` reads: a line a screen."""
    rows = []
    for planned in made.planned:
        screen = planned.screen
        row = {
            "name": screen.name,
            "device": screen.device,
            "task": screen.task,
            "steps": screen.steps,
            **({"seed": screen.seed} if screen.seed else {}),
            **({"settings": [list(pair) for pair in screen.settings]} if screen.settings else {}),
            "split": planned.split,
            "counts": dict(planned.counts),
            **({"more": True} if planned.more else {}),
            "hashes": list(made.hashes.get(screen.name, ())),
        }
        rows.append(json.dumps(row, ensure_ascii=False))
    return f'{{"seed": {made.seed}, "screens": [\n' + ",\n".join(rows) + "\n]}\n"


def recipe_from_json(text: str) -> ScreenRecipe:
    """The recipe that `recipe_to_json` wrote.

    Raises:
        UnreadableError: It is none.
    """
    planned: list[ScreenPlan] = []
    hashes: dict[str, tuple[str, ...]] = {}
    first = 0
    try:
        data: Any = parse_json(text)
        for row in data["screens"]:
            fields = {
                name: row[name] for name in ("name", "device", "task", "steps", "seed", "settings") if name in row
            }
            screen = Screen.from_plain(fields)
            counts = {kind: row["counts"][kind] for kind in CALLS if row["counts"].get(kind)}
            one = ScreenPlan(screen, row["split"], counts, first, row.get("more", False))
            if one.split not in SPLITS or set(row["counts"]) - set(CALLS):
                raise UnreadableError(f"The screen {screen.name!r} of the recipe has no such split, or no such kind.")
            planned.append(one)
            hashes[screen.name] = tuple(row["hashes"])
            first += one.points
        return ScreenRecipe(data["seed"], tuple(planned), hashes)
    except (KeyError, TypeError, AttributeError) as e:
        raise UnreadableError(f"This is no recipe of a collected set: {type(e).__name__} {e}.") from None
