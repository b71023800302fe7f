"""Trials that hold for nearly every subtask of the web, made of its oracle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from omnigym.a11y import Role, State
from omnigym.actions import Action, Click, Point, Type, Wait
from omnigym.tasks.apps._variations import as_asked, made_of
from omnigym.tasks.apps.web._steps import go
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ALL = {
    "calendar": "create create-address-book delete describe download rename upload",
    "office": (
        "ask-for-call book-room delivery download-report expenses move-card order-scarcest preferences publish-notice "
        "survey travel welcome"
    ),
    "shop": "add-address add-several add-to-basket buy change-name compare-prices new-wish-list price-of review wish",
    "tracker": (
        "add-keyword add-watcher assign attach comment create mark-duplicate new-keyword number-of own-phone rename "
        "set-priority set-status"
    ),
}
#: Something that nobody asks for, at each site: a record that was there is other afterwards.
_HARM: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "calendar": ("calendar/rename", {"name": "Sports club", "new": "Nothing"}),
    "office": ("office/ask-for-call", {"extension": "699", "person": ""}),
    "shop": ("shop/change-name", {"first": "No", "last": "Body"}),
    "tracker": ("tracker/set-status", {"title": "Two-step login for managers", "status": "resolved"}),
}
#: The first actions: the browser and an address.
_BEGUN = 3
#: What buttons that send a form say first.
_SENDING = (
    "Add to",
    "Ask",
    "Book",
    "Create",
    "Delete",
    "Finish",
    "Hand in",
    "Order",
    "Place order",
    "Publish",
    "Save",
    "Send",
    "Upload",
)
#: There a touch or a drag is all that there is to do, or an answer.
_NOTHING_TO_SEND = {
    "calendar/download",
    "office/download-report",
    "office/move-card",
    "shop/price-of",
    "tracker/number-of",
}


def opens_the_page(_ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """The page is opened, and no more."""
    yield from islice(actions, _BEGUN)


def sends_nothing(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """Everything is filled in, and the last button is not pressed."""
    for action in actions:
        match action:
            case Type(text) if text.endswith("\n") and not _goes_on(ui, text):
                yield Type(text.removesuffix("\n"))
                return
            case Click(at) if _sends(ui, at):
                return
        yield action


def _goes_on(ui: UI, text: str) -> bool:
    """Whether Enter after a text leads to another page: after an address, and in the search."""
    field = ui.tree.find(key="id_q")
    return ".test/" in text or (field is not None and field.has(State.FOCUSED))


def _sends(ui: UI, at: Point) -> bool:
    """Whether a button is there that sends what was filled in."""
    x, y = at[0] * ui.size[0], at[1] * ui.size[1]
    there = [
        n for n in ui.tree.nodes if n.bounds[0] <= x < sum(n.bounds[::2]) and n.bounds[1] <= y < sum(n.bounds[1::2])
    ]
    return any(n.role is Role.BUTTON and (n.name.startswith(_SENDING) or n.key == "submit_button") for n in there)


def harms_something_first(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """Another record of the same site is changed on the way."""
    name, values = _HARM[ui.app]
    yield from as_asked(name, ui, **values)
    yield from actions


def looks_around_first(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """The site's first page in another tab, which is closed again, and a while between the steps."""
    yield from go(ui, "/")
    yield ui.press("t", "ctrl")
    yield from go(ui, "/")
    yield ui.press("w", "ctrl")
    for action in actions:
        yield action
        yield Wait(0.5)


def corrects_slips(ui: UI, actions: Iterator[Action]) -> Iterator[Action]:
    """A letter too many is typed, and taken back."""
    for action in actions:
        if not isinstance(action, Type):
            yield action
            continue
        text = action.text.removesuffix("\n")
        yield Type(f"{text}e")
        yield ui.press("backspace")
        if text != action.text:
            yield ui.press("enter")


for _site, _names in _ALL.items():
    for _id in [f"{_site}/{_name}" for _name in _names.split()]:
        right_way(_id)(made_of(looks_around_first, _id))
        right_way(_id)(made_of(corrects_slips, _id))
        wrong_run(_id)(made_of(opens_the_page, _id))
        if _id not in _NOTHING_TO_SEND:
            wrong_run(_id)(made_of(sends_nothing, _id))
        if _id != _HARM[_site][0]:
            wrong_run(_id)(made_of(harms_something_first, _id))
