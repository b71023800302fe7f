"""Settings: the state of its window, and the words for its controls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

__all__ = ["Card", "Choice", "Fact", "Go", "Group", "Level", "Page", "State", "Toggle"]


class State(NamedTuple):
    """The state of the window.

    Attributes:
        page: The one that is shown.
        back: Those before it, the last one last.
        query: What is typed into "Find a setting".
        wanted: What is typed into the search field of the installed apps.
        name: What is typed into the field of the user's name, or None while nothing is.
    """

    page: str = "system"
    back: tuple[str, ...] = ()
    query: str = ""
    wanted: str = ""
    name: str | None = None


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
