"""Wrong runs and other right ways of the subtasks of Microsoft Store (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._steps import answer, in_front
from omnigym.tasks.apps._variations import as_asked, before_it, besides, following, instead
from omnigym.tasks.apps.store.products import product
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ALL = ("store/install", "store/rate", "store/wish", "store/forget-wish")
_STARS = following("stars", "1", "2", "3", "4", "5")
instead("store/wish", "store/forget-wish")
instead("store/install", "store/rate", stars=_STARS)
instead(
    "store/install", program=following("program", "Contoso Wiki", "Adatum Forum", "Fabrikam Maps", "Northwind Store")
)
instead("store/rate", program=following("program", "Spotify", "Sticky Notes", "Media Player"))
besides(
    "store/install", program=following("program", "Contoso Wiki", "Adatum Forum", "Fabrikam Maps", "Northwind Store")
)
besides("store/rate", program=following("program", "Spotify", "Sticky Notes", "Media Player"))
besides("store/wish")


def _looked(ui: UI, **_: Any) -> Iterator[Action]:
    """The library is looked at first."""
    yield from in_front(ui)
    yield ui.click("store.rail.library")
    yield ui.click("store.line.Sticky Notes")


def _uninstalled(ui: UI, **_: Any) -> Iterator[Action]:
    """Another app is uninstalled."""
    yield from product(ui, "Sticky Notes")
    yield ui.click("store.uninstall")
    yield from answer(ui, "message.uninstall")


def _updated(ui: UI, **_: Any) -> Iterator[Action]:
    """All apps are brought up to date, unasked."""
    yield from in_front(ui)
    yield ui.click("store.rail.library")
    yield ui.click("store.update_all")
    yield Wait(20.0)


before_it("after_a_look", _looked, *_ALL, harmless=True)
before_it("updated", _updated, *_ALL)
before_it("uninstalled", _uninstalled, "store/install", "store/forget-wish", "store/wish")


@wrong_run("store/install")
def not_rated(ui: UI, program: str, **_: Any) -> Iterator[Action]:
    """Half of it."""
    yield from product(ui, program)
    yield ui.click("store.get")
    yield Wait(8.0)


@wrong_run("store/install")
def broken_off(ui: UI, program: str, **_: Any) -> Iterator[Action]:
    """The download is cancelled."""
    yield from product(ui, program)
    yield ui.click("store.get")
    yield ui.click(f"store.cancel.{program}")
    yield Wait(8.0)


@right_way("store/install")
def found_by_name(ui: UI, program: str, stars: str) -> Iterator[Action]:
    """The search; and it is rated twice."""
    yield from in_front(ui)
    yield ui.click("store.search")
    yield ui.press("a", "ctrl")
    yield ui.type(program)
    yield ui.click(f"store.tile.{program}")
    yield ui.click("store.get")
    yield Wait(8.0)
    yield ui.click("store.rate.1")
    yield ui.click(f"store.rate.{stars}")


@right_way("store/rate")
def from_the_library(ui: UI, program: str, stars: str) -> Iterator[Action]:
    """Its line leads to its page."""
    yield from in_front(ui)
    yield ui.click("store.rail.library")
    yield ui.click(f"store.line.{program}")
    yield ui.click(f"store.rate.{stars}")


@right_way("store/wish")
def wished_twice(ui: UI, program: str) -> Iterator[Action]:
    """On, off and on again."""
    for _ in range(3):
        yield from as_asked("store/wish", ui, program=program)


@right_way("store/forget-wish")
def from_the_list(ui: UI, program: str) -> Iterator[Action]:
    """By the page of wishes."""
    yield from in_front(ui)
    yield ui.click("store.rail.wishes")
    yield ui.click(f"store.tile.{program}")
    yield ui.click("store.wish")
