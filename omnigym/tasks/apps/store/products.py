"""Microsoft Store: install, rate, and what one would like to have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps._steps import in_front, scroll_to
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddItem, AddRow, Condition, Effect, Need, Resource, all_of, subtask

__all__ = ["product"]

_STORE: Mapping[str, Any] = {
    "app": "store",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_WISHES = "AppData/Local/Store/wishes.json"
_INSTALLED = Condition("setting_lists", {"key": "apps.installed", "item": "{program}"})
#: A download is over before so many seconds have gone.
_LONGEST = 8


def product(ui: UI, name: str) -> Iterator[Action]:
    """The page of a product, from what is offered first."""
    yield from in_front(ui)
    yield ui.click("store.rail.home")
    yield from scroll_to(ui, f"store.tile.{name}", "records")
    yield ui.click(f"store.tile.{name}")


@subtask(
    **{**_STORE, "capabilities": (*_STORE["capabilities"], "settings")},
    id="store/install",
    instruction="Install {program} from the Microsoft Store and rate it with {stars} stars.",
    parameters=table(
        "program stars",
        ("Contoso Wiki", "5"),
        ("Adatum Forum", "3"),
        ("Fabrikam Maps", "4"),
        ("Northwind Store", "2"),
        ("Contoso Wiki", "4"),
        ("Fabrikam Maps", "5"),
        ("Adatum Forum", "2"),
        ("Northwind Store", "3"),
    ),
    conditions=(all_of(_INSTALLED, row_is("store/ratings", name="{program}", stars="{stars}")),),
    effects=(Effect("add", "content://store/ratings", row={"name": "{program}"}, most=1),),  # who errs may mend it
    produces=(Resource("installed", "{program}"),),
    tags=("apps",),
)
def install(ui: UI, program: str, stars: str) -> Iterator[Action]:
    """Get, wait, and the stars."""
    yield from product(ui, program)
    yield ui.click("store.get")
    yield Wait(float(_LONGEST))
    yield ui.click(f"store.rate.{stars}")


@subtask(
    **_STORE,
    id="store/rate",
    instruction="Give {program} {stars} stars in the Microsoft Store.",
    parameters=table(
        "program stars",
        ("Spotify", "2"),
        ("Sticky Notes", "5"),
        ("Media Player", "3"),
        ("Spotify", "4"),
        ("Sticky Notes", "2"),
        ("Media Player", "5"),
        ("Spotify", "5"),
    ),
    conditions=(row_is("store/ratings", name="{program}", stars="{stars}"),),
    needs=(Need(Resource("installed", "{program}"), (AddItem("apps.installed", "{program}"),)),),
    produces=(Resource("store_rating", "{program}"),),
    tags=("rate",),
)
def rate(ui: UI, program: str, stars: str) -> Iterator[Action]:
    """A star on its page."""
    yield from product(ui, program)
    yield ui.click(f"store.rate.{stars}")


_PROGRAMS = table("program", ("Contoso Wiki",), ("Adatum Forum",), ("Fabrikam Maps",), ("Northwind Store",))
_MORE = table("program", ("Spotify",), ("Sticky Notes",), ("Media Player",))


@subtask(
    **_STORE,
    id="store/wish",
    instruction="Put {program} on my wish list in the Microsoft Store; do not install anything.",
    parameters=(*_PROGRAMS, *_MORE),
    conditions=(row_is("store/wishes", name="{program}"),),
    produces=(Resource("store_wish", "{program}"),),
    tags=("wish",),
)
def wish(ui: UI, program: str) -> Iterator[Action]:
    """The heart on its page."""
    yield from product(ui, program)
    yield ui.click("store.wish")


@subtask(
    **_STORE,
    id="store/forget-wish",
    instruction="Take {program} off my wish list in the Microsoft Store.",
    parameters=(*_MORE, *_PROGRAMS),
    conditions=(row_gone("store/wishes", name="{program}"),),
    needs=(Need(Resource("store_wish", "{program}"), (AddRow(_WISHES, ("name",), ("{program}",)),), consumes=True),),
    tags=("wish",),
)
def forget_wish(ui: UI, program: str) -> Iterator[Action]:
    """The heart again."""
    yield from product(ui, program)
    yield ui.click("store.wish")
