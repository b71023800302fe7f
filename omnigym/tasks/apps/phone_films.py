"""Steps of films of the phone that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.phone import at_root, by_name
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

#: What asks for a like; the others ask for the film to be shared.
_LIKED = ("applause", "left")


@word
def film_page(ui: UI, title: str) -> Iterator[Action]:
    """The page of a film."""
    yield from at_root(ui, "films.search")
    yield from by_name(ui, title)


@word
def play_film(ui: UI, title: str) -> Iterator[Action]:
    """A film from its beginning."""
    yield from film_page(ui, title)
    yield ui.click("films.start")


@word
def react(ui: UI, what: str) -> Iterator[Action]:
    """Like the film for applause or the left lamp, else share it with Ben Ortega."""
    if what in _LIKED:
        yield ui.click("films.like")
        return
    yield ui.click("films.share")
    yield ui.click("choose.Ben Ortega")


@word
def react_wrongly(ui: UI, what: str) -> Iterator[Action]:
    """The other way round."""
    yield from react(ui, "laughter" if what in _LIKED else "applause")


@word
def try_both(ui: UI, what: str) -> Iterator[Action]:
    """The wrong one, taken back where that is possible, and then the right one."""
    yield from react_wrongly(ui, what)
    if what not in _LIKED:
        yield ui.click("films.like")
    yield from react(ui, what)


@word
def click_speed(ui: UI, speed: float) -> Iterator[Action]:
    """A speed of those that are offered."""
    yield ui.click(f"choose.{speed:g}")


@word
def forget_first_moment(ui: UI) -> Iterator[Action]:
    """The first saved moment of the page deleted."""
    first = next((n for n in ui.tree.nodes if n.key.startswith("films.forget.")), None)
    yield ui.click(first if first is not None else "films.forget.0")
