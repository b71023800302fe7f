"""What a PowerPoint window looks like: the ribbon, the rail of slides, the slide, its notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from omnigym.a11y import Role
from omnigym.documents.slides import LAYOUTS, SHAPES_OF, THEMES, TRANSITIONS, Deck
from omnigym.sim.app import Context
from omnigym.sim.kinds.deck.changing import can_copy
from omnigym.sim.kinds.deck.slide_view import RATIO, SlideView
from omnigym.sim.kinds.deck.state import State, shown
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import MenuItem, button, scroll, spacer, text, toggle
from omnigym.sim.vfs import HOME, Vfs, base_name, native
from omnigym.sim.windows.office import Office, group, key_of, lines, strip

# -- PowerPoint's ribbon ----------------------------------------------------------------------------------------------

POWERPOINT = Office("powerpoint", "powerpoint")
TABS = (
    ("home", "Home"),
    ("insert", "Insert"),
    ("design", "Design"),
    ("transitions", "Transitions"),
    ("slide_show", "Slide Show"),
    ("view", "View"),
)
#: The keys of what has nothing to do now.
Idle: TypeAlias = frozenset[str]
#: Rows and columns of the tables that can be inserted.
_TABLES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (4, 4))


def layout_items(message: str) -> tuple[MenuItem, ...]:
    """The lines of a menu of layouts; what is chosen is sent as ``(message, LAYOUT)``."""
    return tuple([MenuItem(f"powerpoint.{message}.{key_of(name)}", name, (message, name)) for name in LAYOUTS])


def _items(message: str, names: Iterable[tuple[object, str]]) -> tuple[MenuItem, ...]:
    return tuple([MenuItem(f"powerpoint.{message}.{key_of(name)}", name, (message, value)) for value, name in names])


def _tool(key: str, image: str, label: str, message: tuple[object, ...], idle: Idle = frozenset()) -> Node:
    return button(f"powerpoint.{key}", label, icon=image, style="ribbon", disabled=key in idle, click=message)


def _home(idle: Idle) -> Node:
    return strip(
        "powerpoint",
        group(
            "Clipboard",
            POWERPOINT.large("paste", "paste", "Paste"),
            lines(
                POWERPOINT.tool("cut", "cut", "Cut", disabled="copy" in idle),
                POWERPOINT.tool("copy", "copy", "Copy", disabled="copy" in idle),
            ),
        ),
        group(
            "Slides",
            POWERPOINT.large("new", "slide-add", "New Slide", layout_items("new_slide")),
            lines(
                button("powerpoint.layout", "Layout", icon="slide-layout", style="ribbon", menu=layout_items("layout")),
                _tool("duplicate", "copy", "Duplicate", ("duplicate",)),
                _tool("delete_slide", "delete", "Delete", ("delete_slide",)),
                gap=0,
            ),
        ),
        group(
            "Arrange",
            lines(
                _tool("move_up", "arrow-up", "Move Up", ("move", "up"), idle),
                _tool("move_down", "arrow-down", "Move Down", ("move", "down"), idle),
            ),
        ),
        group("Editing", POWERPOINT.large("find", "find", "Find")),
    )


def _insert() -> Node:
    tables = _items("table", [((rows, columns), f"{columns} x {rows} Table") for rows, columns in _TABLES])
    return strip(
        "powerpoint",
        group("Slides", POWERPOINT.large("new", "slide-add", "New Slide", layout_items("new_slide"))),
        group("Tables", POWERPOINT.large("table", "table", "Table", tables)),
        group("Images", POWERPOINT.large("image", "image", "Pictures")),
        group("Illustrations", POWERPOINT.large("shape", "shapes", "Shapes", _items("shape", SHAPES_OF.items()))),
        group("Text", POWERPOINT.large("text_box", "textbox", "Text Box")),
    )


def _chips(message: str, names: Mapping[str, str], chosen: str) -> Node:
    """Choices of which one is down, in two rows."""
    chips = [
        toggle(
            f"powerpoint.{message}.{key_of(name)}",
            name,
            style="chip",
            checked=value == chosen,
            click=(message, value),
        )
        for value, name in names.items()
    ]
    half = -(-len(chips) // 2)
    return lines(row(*chips[:half], w=AUTO, gap=3), row(*chips[half:], w=AUTO, gap=3))


def _transitions(chosen: str, idle: Idle) -> Node:
    return strip(
        "powerpoint",
        group("Transition to This Slide", _chips("transition", TRANSITIONS, chosen)),
        group(
            "Timing",
            POWERPOINT.large("apply_to_all", "slide-multiple", "Apply To All", disabled="apply_to_all" in idle),
        ),
    )


def _slide_show(hidden: bool) -> Node:
    return strip(
        "powerpoint",
        group(
            "Start Slide Show",
            button("powerpoint.play", "From Beginning", icon="play", style="ribbon_large", click=("play", 0)),
            POWERPOINT.large("play_here", "presenter", "From Current Slide"),
        ),
        group(
            "Set Up",
            toggle(
                "powerpoint.hide",
                "Hide Slide",
                icon="slide-hide",
                style="ribbon_large",
                checked=hidden,
                click=("hide",),
            ),
        ),
    )


def _view(current: str) -> Node:
    views = (
        ("normal", "Normal", "slide-text"),
        ("sorter", "Slide Sorter", "slide-grid"),
        ("notes", "Notes Page", "note"),
    )
    return strip(
        "powerpoint",
        group(
            "Presentation Views",
            *[
                toggle(
                    f"powerpoint.view.{key}",
                    label,
                    icon=image,
                    style="ribbon_large",
                    checked=key == current,
                    click=("view", key),
                )
                for key, label, image in views
            ],
        ),
    )


def ribbon(current: str, view: str, theme: str, transition: str, hidden: bool, idle: Idle) -> Node:
    """The ribbon below its tabs; what has nothing to do now is `idle`, by key."""
    contents: Mapping[str, Callable[[], Node]] = {
        "home": lambda: _home(idle),
        "insert": _insert,
        "design": lambda: strip("powerpoint", group("Themes", _chips("theme", {name: name for name in THEMES}, theme))),
        "transitions": lambda: _transitions(transition, idle),
        "slide_show": lambda: _slide_show(hidden),
        "view": lambda: _view(view),
    }
    content = contents[current]()
    return column(
        column(content, style="ribbon", h=98, pad=(6, 2)),
        pad=(8, 0, 8, 6),
        role=Role.TOOLBAR,
        name="Ribbon",
    )


# -- the view ---------------------------------------------------------------------------------------------------------

PAGE = "powerpoint.page"
_SLIDE = SlideView("powerpoint", at_once=True)
#: Width of the rail and of a slide in it; height of ribbon and tabs, of the notes, of the status bar.
_RAIL_W, _THUMB_W, _RIBBON_H, _NOTES_H, _STATUS_H = 190, 142, 136, 74, 26
_SORTED_W = 176
_RED = Shade(0xC43E1C, 0xF0805C)
POWERPOINT_STYLES = looks(
    box={"deck_desk": Look(fill=Shade(0xE6E2E0, 0x1E1B1A)), "deck_rail": Look(fill=Shade(0xF5F1EF, 0x2A2625))},
    tab={"powerpoint": Look(pad=(11, 5, 11, 7), min_h=30, radius=4, edge=_RED, hover="hover", pressed="pressed")},
)
_FILE_ITEMS = (
    ("new", "New", "document-add"),
    ("open", "Open", "folder-open"),
    ("save", "Save", "save"),
    ("save_as", "Save As", "save-edit"),
    ("export_pdf", "Create PDF Document", "document-pdf"),
    ("close_key", "Close", "dismiss"),
)


def _rail(deck: Deck, at: int) -> Node:
    minis = _SLIDE.minis(State(deck=deck, at=at), _THUMB_W)
    return column(
        scroll("powerpoint.slides", column(*minis, gap=12, pad=(10, 10)), h=FILL),
        style="deck_rail",
        w=_RAIL_W,
        h=FILL,
        role=Role.LIST,
        name="Slides",
    )


def _sorter(deck: Deck, at: int, w: int) -> Node:
    minis = _SLIDE.minis(State(deck=deck, at=at), _SORTED_W)
    across = max(1, (w - 40) // (_SORTED_W + 40))
    rows = [row(*minis[n : n + across], gap=16) for n in range(0, len(minis), across)]
    grid = scroll("powerpoint.slides", column(*rows, gap=22, pad=(20, 20)), h=FILL)
    return column(grid, style="deck_desk", h=FILL, w=FILL, role=Role.LIST, name="Slide Sorter", key=PAGE)


def _desk(state: State, w: int, h: int) -> Node:
    paper_w = max(240, min(w - 40, round((h - 36) * RATIO)))
    paper_h = round(paper_w / RATIO)
    return column(
        row(_SLIDE.paper(state, paper_w, paper_h), justify="center"),
        style="deck_desk",
        key=PAGE,
        role=Role.PANE,
        name="Slide" if state.view == "normal" else "Notes Page",
        click=("leave",),
        w=FILL,
        h=h,
        pad=(0, max(8, (h - paper_h) // 2)),
    )


def _notes(state: State) -> Node:
    notes = _SLIDE.part(state, "Click to add notes", "", _NOTES_H - 12)
    return column(notes, style="content", h=_NOTES_H, pad=(10, 6), role=Role.PANE, name="Slide Notes")


def _status(at: int, count: int, layout: str, view: str) -> Node:
    views = (
        ("normal", "slide-text", "Normal"),
        ("sorter", "slide-grid", "Slide Sorter"),
        ("notes", "note", "Notes Page"),
    )
    return row(
        text(f"Slide {at + 1} of {count}", style="caption", key="powerpoint.at"),
        text(layout, style="caption", key="powerpoint.layout_name"),
        text("English (United States)", style="caption", role=None),
        spacer(),
        *[
            toggle(
                f"powerpoint.status.{key}",
                icon=image,
                name=name,
                style="tab_close",
                checked=key == view,
                click=("view", key),
            )
            for key, image, name in views
        ],
        button("powerpoint.status.show", icon="presenter", name="Slide Show", style="tab_close", click=("play_here",)),
        style="statusbar",
        h=_STATUS_H,
        pad=(14, 0),
        gap=12,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def _recent(vfs: Vfs) -> tuple[tuple[str, str], ...]:
    """(name, path) of the presentations in the folder where people keep them."""
    folder = f"{HOME}/Documents"
    found = vfs.list(folder) if vfs.is_dir(folder) else ()
    return tuple([(s.name, s.path) for s in found if s.name.lower().endswith(".pptx")])[:6]


def _backstage(path: str, recent: tuple[tuple[str, str], ...]) -> Node:
    name = base_name(path) if path else "Presentation1"
    where = native(path) if path else "Not saved yet"
    decks = [(label, target, "file-pptx") for label, target in recent]
    return POWERPOINT.backstage(_FILE_ITEMS, "file-pptx", name, where, decks, 210)


def _idle(state: State) -> Idle:
    slides = state.slides
    nothing_to_do = {
        "copy": not can_copy(state),
        "move_up": state.at == 0,
        "move_down": state.at == len(slides) - 1,
        "apply_to_all": all(s.transition == shown(state).transition for s in slides),
    }
    return frozenset(key for key, idle in nothing_to_do.items() if idle)


def view(state: State, ctx: Context) -> Node:
    """The content of a PowerPoint window."""
    count, slide, deck = len(state.slides), shown(state), state.deck
    if state.playing:
        return column(panel(_SLIDE.show, slide, state.at, count, deck.theme, ctx.w, ctx.h, h=FILL), h=FILL)
    if state.backstage:
        return column(panel(_backstage, state.path, _recent(ctx.vfs), h=FILL), h=FILL)
    room = ctx.h - _RIBBON_H - _STATUS_H
    if state.view == "sorter":
        middle: Node = row(panel(_sorter, deck, state.at, ctx.w, h=FILL), h=FILL, align="stretch")
    else:
        notes = _notes(state) if state.view == "normal" else None
        desk = _desk(state, ctx.w - _RAIL_W, room - (_NOTES_H if notes is not None else 0))
        rail = panel(_rail, deck, state.at, w=_RAIL_W, h=FILL)
        middle = row(rail, column(desk, notes, h=FILL), h=FILL, align="stretch")
    return column(
        panel(POWERPOINT.tabs, TABS, state.tab),
        panel(ribbon, state.tab, state.view, deck.theme, slide.transition, slide.hidden, _idle(state)),
        middle,
        panel(_status, state.at, count, slide.layout or "Title Slide", state.view),
        h=FILL,
    )
