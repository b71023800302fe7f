"""What the screens of the phone's apps are made of: app bars, rows, dialogs, bottom navigation, as in Material."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Handler, Minimise, OpenDialog
from omnigym.sim.commands import Question
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Msg, Node, column, panel, row, stack, state_flags, widget
from omnigym.sim.ui.widgets import MenuItem, button, field, icon, spacer, text

S = TypeVar("S")

#: The key and message by which every app of the phone learns of the back button; declare it in `App.keys`.
BACK = ("back", ("back",))
#: Height of the app bar, and of the bar at the bottom.
_BAR, _BOTTOM = 64, 72
#: Virtual milliseconds for which a screen that was pulled down says so.
_REFRESHES = 1000
#: Room for the shadow of a floating button.
_SHADE = 9


class Tab(NamedTuple):
    """One place of the bar at the bottom; choosing it sends ``("tab", name)``."""

    name: str
    label: str
    icon: str


def asking(title: str, words: str, yes: str, no: str = "Cancel") -> Question:
    """What is asked before a command is done that cannot be undone."""
    return Question(OpenDialog("ask", (title, words, yes, no)))


def asking_text(
    title: str, label: str, value: str | Callable[[Any], str] = "", yes: str = "OK", *, blank: bool = False
) -> Callable[[Any], Question]:
    """The `Command.ask` of a command that is done with a text, such as a new name.

    Args:
        title, label: What is asked, above the field and in it.
        value: What is in the field at first; a function of the command's target where it depends on that.
        yes: What the button says that answers.
        blank: Whether a blank text is an answer, too.
    """

    def ask(target: object) -> Question:
        first = value if isinstance(value, str) else value(target)
        return Question(OpenDialog("prompt", (title, label, first, yes)), text=True, blank=blank)

    return ask


def asking_choice(
    title: str, options: Iterable[tuple[str, str]], value: Callable[[Any], str]
) -> Callable[[Any], Question]:
    """The `Command.ask` of a command that is done with one of several values.

    Args:
        title: What is asked.
        options: Each value and its label.
        value: Gives the value that a target has now.
    """
    known = tuple(options)
    return lambda target: Question(OpenDialog("choose", (title, known, value(target))), text=True, blank=True)


def tell(title: str, words: str) -> OpenDialog:
    """The effect that shows a message with one button, and has no reply."""
    return OpenDialog("ask", (title, words, "OK", ""))


def search_box(app: str, query: str, hint: str) -> Node:
    """The field at the top of a list; each change sends ``("query", text)``."""
    return field(
        f"{app}.search",
        query,
        name=hint,
        placeholder=hint,
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )


def left(state: S) -> tuple[S, tuple[Effect, ...]]:
    """What an app does when back is pressed on its first screen: it goes, and is as it was when it comes again."""
    return state, (Minimise(),)


def action(key: str, image: str, name: str, msg: Msg | None = None, menu: tuple[MenuItem, ...] = ()) -> Node:
    """A round button of an app bar."""
    return button(key, icon=f"m/{image}", name=name, style="icon", menu=menu, click=msg)


def app_bar(title: str, *actions: Element, back: str = "", style: str = "title") -> Node:
    """The bar at the top: title, actions at the right, and with ``back`` its key at the left the way back."""
    arrow = button(back, icon="m/arrow_back", name="Navigate up", style="icon", click=("back",)) if back else None
    return row(
        arrow,
        text(title, style=style, w=FILL, role=Role.HEADING),
        *actions,
        h=_BAR,
        pad=(4 if back else 18, 0, 6, 0),
        gap=6 if back else 0,
    )


def screen(
    app: str, title: str, *parts: Element | None, floating: Node | None = None, refreshing: bool = False
) -> Node:
    """A whole screen: parts from top to bottom.

    Args:
        app: Its name.
        title: Accessible name.
        parts: What it is made of.
        floating: A button over its lower right corner.
        refreshing: Whether it was pulled down, and shows that it looks for something new.
    """
    content = column(*parts, h=FILL)
    layers = [content]
    if floating is not None:
        # A panel of its own: it is in front of lists, which are panels too.
        front = panel(_raised, floating, w=AUTO)
        corner = row(row(w=FILL), front, h=FILL, pad=(0, 0, 16 - _SHADE, 0), align="end")
        below = 16 - _SHADE + (_BOTTOM if parts and _is_bottom(parts[-1]) else 0)
        layers.append(column(corner, h=FILL, pad=(0, 0, 0, below)))
    if refreshing:
        layers.append(column(spacer(h=_BAR + 12), row(panel(_refreshing, w=AUTO), justify="center"), h=FILL))
    return stack(*layers, style="surface", role=Role.WINDOW, name=title, key=f"window.{app}", h=FILL)


def refreshed() -> Later:
    """The effect by which a screen that was pulled down is told ``("refreshed",)`` that it is done."""
    return Later(_REFRESHES, Send(("refreshed",)))


def _refreshing() -> Node:
    """The disc that comes down with a screen that is pulled."""
    disc = row(
        icon("m/refresh", size=24, style="accent"),
        style="pulled",
        role=Role.PROGRESS,
        name="Refreshing",
        key="screen.refreshing",
        w=44,
        h=44,
        justify="center",
    )
    return row(disc, w=AUTO, pad=_SHADE)


def _raised(node: Node) -> Node:
    """A button above what is behind it, whatever that is.

    What throws a shadow is painted over several things; a button on one colour, so it lies within the rounded corners.
    """
    return row(row(node, style="floating", w=AUTO, pad=5), w=AUTO, pad=_SHADE)


def _is_bottom(part: Element | None) -> bool:
    return isinstance(part, Node) and part.style == "nav"


def fab(key: str, image: str, name: str, msg: Msg) -> Node:
    """The floating button of a screen."""
    return button(key, icon=f"m/{image}", name=name, style="fab", click=msg)


def bottom_bar(app: str, tabs: tuple[Tab, ...], chosen: str) -> Node:
    """The bar at the bottom with up to five places."""
    places = [_place(app, tab, tab.name == chosen) for tab in tabs]
    return row(*places, style="nav", role=Role.TAB_LIST, name="Sections", key=f"{app}.tabs", h=_BOTTOM)


def _place(app: str, tab: Tab, chosen: bool) -> Node:
    flags = state_flags(selected=chosen)
    pill = row(
        icon(f"m/{tab.icon}", style="text" if chosen else "", size=22),
        style="nav_pill" if chosen else "",
        w=60,
        h=30,
        justify="center",
    )
    return column(
        pill,
        text(tab.label, style="label" if chosen else "label_muted", role=None),
        role=Role.TAB,
        name=tab.label,
        key=f"{app}.tab.{tab.name}",
        flags=flags,
        w=FILL,
        h=FILL,
        gap=4,
        align="center",
        justify="center",
        click=("tab", tab.name),
    )


def item(
    key: str,
    title: str,
    note: str = "",
    *,
    image: str = "",
    lead: Element | None = None,
    trail: Element | None = None,
    h: int = 0,
    role: Role = Role.LIST_ITEM,
    value: str = "",
    pad: int = 18,
    **on: Any,
) -> Node:
    """A row of a list: icon or another ``lead``, title above a note, and what is at its right."""
    front = icon(f"m/{image}", size=24) if image else lead
    return row(
        front,
        column(
            text(title, style="body", w=FILL, role=None),
            text(note, style="muted", w=FILL, role=None) if note else None,
            gap=1,
        ),
        trail,
        style="item",
        key=key,
        role=role,
        name=title,
        w=FILL,
        h=h or (72 if note else 58),
        pad=(pad, 0),
        gap=18,
        **on,
    )._replace(value=value or note)


def section(title: str) -> Node:
    """The heading of a group of rows."""
    return row(text(title, style="section", role=Role.HEADING, w=FILL), h=44, pad=(18, 10, 18, 0))


def avatar(name: str, size: int = 40) -> Node:
    """A person: a disc with an initial; its colour follows from the name."""
    colour = PEOPLE[sum(map(ord, name)) % len(PEOPLE)]
    initial = name.strip()[:1].upper() or "?"
    if not initial.isalpha():
        face: Node = icon("m/person", size=size * 3 // 5, style="home")
    else:
        face = text(initial, style="avatar_large" if size > 60 else "avatar", role=None)
    return row(face, style=f"{'person' if size <= 64 else 'portrait'}_{colour}", w=size, h=size, justify="center")


def empty(image: str, message: str) -> Node:
    """What a screen says when there is nothing on it."""
    return column(
        icon(f"m/{image}", size=56), text(message, style="muted"), h=FILL, gap=14, align="center", justify="center"
    )


def dialog_card(app: str, title: str, *parts: Element | None, away: Msg | None = ("away",)) -> Node:
    """A dialog over what was there: a shade, which sends ``away`` when it is touched, and a card in the middle."""
    shade = widget("veil", f"{app}.shade", None, w=FILL, h=FILL, focusable=False, click=away)
    card = column(
        text(title, style="title", role=Role.HEADING, w=FILL) if title else None,
        *parts,
        style="dialog",
        role=Role.DIALOG,
        name=title,
        key=f"window.{app}",
        pad=24,
        gap=16,
        w=FILL,
        click=None,
    )
    return stack(shade, column(spacer(h=FILL), row(card, pad=(28, 0)), spacer(h=FILL), h=FILL), h=FILL)


def phone_app(**declared: Any) -> App:
    """An app of the phone: one window, and the back button as a key."""
    keys = (BACK, *declared.pop("keys", ()))
    return App(single=True, keys=keys, **declared)


def phone_dialog(
    name: str,
    init: Callable[[Any, Context], tuple[Any, tuple[Effect, ...]]],
    view: Callable[[Any, Context], Node],
    on: Mapping[str, Handler],
    caption: Callable[[Any], str] = lambda state: state.title,
) -> App:
    """A dialog of the phone, which the back button closes by the message ``("back",)``; arguments as of `App`."""
    return phone_app(name=name, title="", init=init, view=view, on=on, dialog=True, caption=caption, close=("back",))
