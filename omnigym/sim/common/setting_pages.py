"""The pages of a settings app as data: cards with switches, choices and levels, and the search among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.sim.app import SetSetting
from omnigym.sim.ui.controls import Span, slider, switch
from omnigym.sim.ui.nodes import FILL, Component, Node, memo
from omnigym.sim.ui.widgets import combo, icon, text


def fixed(*options: tuple[str, str]) -> Callable[[Mapping[str, str]], tuple[tuple[str, str], ...]]:
    """The options of a `Choice` that are always the same."""
    return lambda _settings: options


class Toggle(NamedTuple):
    """A switch of a setting that is "on" or "off"."""

    setting: str


class Choice(NamedTuple):
    """A combo box of a setting; ``options`` gives (value, what it says) for the present settings."""

    setting: str
    options: Callable[[Mapping[str, str]], tuple[tuple[str, str], ...]]


class Level(NamedTuple):
    """A slider of a setting from 0 to 100."""

    setting: str


class Go(NamedTuple):
    """The way to another page."""

    page: str


class Fact(NamedTuple):
    """Something to read; ``value`` makes it of the settings."""

    value: Callable[[Mapping[str, str]], str]


Control: TypeAlias = Toggle | Choice | Level | Go | Fact


class Card(NamedTuple):
    """One line of a page.

    Attributes:
        key: Of its control: "settings.night_light".
        icon, title, note: What it says.
        control: At its right.
        words: More words by which it is found.
    """

    key: str
    icon: str
    title: str
    note: str
    control: Control
    words: str = ""


class Group(NamedTuple):
    """Cards under a heading, which may be ""."""

    heading: str
    cards: tuple[Card, ...]


class Page(NamedTuple):
    """A page.

    Attributes:
        id: "system", "display"...
        title: Its heading.
        icon: In the navigation, of the top pages.
        parent: Id of the page above it, or "".
        groups: What is on it, below what is particular to it.
        words: By which it is found, beside its title.
    """

    id: str
    title: str
    icon: str
    parent: str
    groups: tuple[Group, ...] = ()
    words: str = ""


class Pages:
    """All pages of a settings app.

    Args:
        pages: They; the first one is shown first.
    """

    def __init__(self, *pages: Page) -> None:
        self.all = pages
        self._by_id = {page.id: page for page in pages}
        #: The pages of the navigation.
        self.top = tuple([page for page in pages if not page.parent])
        cards = [card for page in pages for group in page.groups for card in group.cards]
        self._choices = {card.key: card.control for card in cards if isinstance(card.control, Choice)}

    def page_of(self, page_id: str) -> Page:
        """The page of an id; the first one where there is none."""
        return self._by_id.get(page_id, self.all[0])

    def way_to(self, page: Page) -> tuple[Page, ...]:
        """A page with those above it, the topmost first."""
        return (*self.way_to(self._by_id[page.parent]), page) if page.parent else (page,)

    def found(self, query: str) -> tuple[Card, ...]:
        """What a search finds: pages and cards with all of its words, as ways to their pages."""
        wanted = query.casefold().split()
        hits: list[Card] = []
        for page in self.all if wanted else ():
            above = " › ".join(p.title for p in self.way_to(page))
            if _fits(wanted, f"{page.title} {page.words}"):
                icon = page.icon or "settings"
                hits.append(Card(f"settings.found.{page.id}", icon, page.title, above, Go(page.id)))
            hits += [
                Card(f"settings.found.{card.key.removeprefix('settings.')}", card.icon, card.title, above, Go(page.id))
                for group in page.groups
                for card in group.cards
                if not isinstance(card.control, Go) and _fits(wanted, f"{card.title} {card.words}")
            ]
        return tuple(hits)

    def chosen(self, key: str, label: str, settings: Mapping[str, str]) -> tuple[SetSetting, ...]:
        """The effects of choosing an option by what it says, in the combo box of a card; none where it has none."""
        choice = self._choices[key]
        value = next((v for v, shown in choice.options(settings) if shown == label), None)
        return (SetSetting(choice.setting, value),) if value is not None else ()


def _fits(wanted: list[str], text: str) -> bool:
    words = text.casefold().split()
    return all(any(word.startswith(w) for word in words) for w in wanted)


# -- setting cards ----------------------------------------------------------------------------------------------------

# What sets a setting, on the card of a settings app: a switch, a combo box, a slider, or the way to another page.
#
# The controls send ``("set", setting, value)``, ``("choose", key, label)`` and ``("level", setting, value)``.

_CONTROL_W, _SLIDER_W = 210, 168
#: What a platform puts around the controls: ``frame(card, *controls)``.
Frame: TypeAlias = Callable[..., Node]


def label_of(card: Card, settings: Mapping[str, str]) -> str:
    """What a combo box says of its setting."""
    assert isinstance(card.control, Choice)
    value = settings.get(card.control.setting, "")
    return next((label for known, label in card.control.options(settings) if known == value), value)


def card_line(frame: Frame, card: Card, settings: Mapping[str, str]) -> Component:
    """One card, made anew only when what it shows is another value."""
    control = card.control
    if isinstance(control, Go):
        return memo(_link, frame, card, w=FILL)
    if isinstance(control, Fact):
        return memo(_fact, frame, card, control.value(settings), w=FILL)
    value = settings.get(control.setting, "")
    if isinstance(control, Choice):
        labels = tuple([label for _, label in control.options(settings)])
        return memo(_choice, frame, card, label_of(card, settings), labels, w=FILL)
    return memo(_toggle if isinstance(control, Toggle) else _level, frame, card, value, w=FILL)


def _link(frame: Frame, card: Card) -> Node:
    return frame(card, icon("chevron-right", style="muted", size=12))


def _fact(frame: Frame, card: Card, value: str) -> Node:
    return frame(card, text(value, style="muted", key=card.key))


def _choice(frame: Frame, card: Card, label: str, labels: tuple[str, ...]) -> Node:
    return frame(card, combo(card.key, label, labels, name=card.title, w=_CONTROL_W, change=("choose", card.key)))


def _toggle(frame: Frame, card: Card, value: str) -> Node:
    assert isinstance(card.control, Toggle)
    on = value == "on"
    knob = switch(card.key, checked=on, name=card.title, click=("set", card.control.setting, "off" if on else "on"))
    return frame(card, text("On" if on else "Off", role=None), knob)


def _level(frame: Frame, card: Card, value: str) -> Node:
    assert isinstance(card.control, Level)
    level = min(int(value), 100) if value.isdecimal() else 0
    knob = slider(card.key, Span(level), name=card.title, w=_SLIDER_W, change=("level", card.control.setting))
    return frame(card, text(str(level), style="number", w=28, role=None), knob)
