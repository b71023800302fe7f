"""What a slide looks like: small in a pane, large to work on, and in the slide show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from omnigym.a11y import Role
from omnigym.documents.slides import LAYOUTS, SHAPES_OF, THEMES, Slide, Table
from omnigym.pictures import picture_size
from omnigym.sim.kinds.deck.state import State, shown, slide_text
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.controls import photo
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, row, stack, widget
from omnigym.sim.ui.widgets import area, button, icon, spacer, text

# -- the colours of themes, and shapes drawn with the pen -------------------------------------------------------------

_EDGE, _HOVER, _CHOSEN = Shade(0xC8C8C8, 0xC8C8C8), Shade(0xE8E4E2, 0xE8E4E2), Shade(0xD0551B, 0xF0732B)


def theme_key(theme: str) -> str:
    """The part of styles' names that tells a theme; another program's looks like the first."""
    return (theme if theme in THEMES else next(iter(THEMES))).lower().replace(" ", "_")


def _same(colour: int) -> Shade:
    return Shade(colour, colour)


def _of(theme: str) -> dict[tuple[str, str], Look]:
    """The looks of slides in a theme, which are the same on a dark desktop."""
    paper, ink, title, accent = THEMES[theme]
    key = theme_key(theme)
    between = _same(sum([((paper >> n & 255) + (ink >> n & 255)) // 2 << n for n in (0, 8, 16)]))
    return looks(
        box={
            f"slide_{key}": Look(fill=_same(paper), edge="stroke_strong"),
            f"slide_bare_{key}": Look(fill=_same(paper)),
            f"slide_chosen_{key}": Look(fill=_same(paper), edge=_CHOSEN, radius=2),
            f"slide_head_{key}": Look(fill=_same(accent)),
            f"slide_cell_{key}": Look(edge=between),
        },
        text={
            f"slide_title_{key}": Look(size=26, family="ui-semibold", ink=_same(title)),
            f"slide_text_{key}": Look(size=15, ink=_same(ink)),
            f"slide_hint_{key}": Look(size=15, ink=between),
            f"slide_cell_{key}": Look(size=12, ink=_same(ink)),
            f"slide_cell_head_{key}": Look(size=12, family="ui-semibold", ink=_same(_on(accent))),
            f"slide_mini_title_{key}": Look(size=8, family="ui-semibold", ink=_same(title)),
            f"slide_mini_{key}": Look(size=6, ink=_same(ink)),
            f"slide_show_title_{key}": Look(size=40, family="ui-semibold", ink=_same(title)),
            f"slide_show_{key}": Look(size=22, ink=_same(ink)),
        },
    )


def _on(colour: int) -> int:
    """Black or white, whichever is read better on a colour."""
    light = 3 * (colour >> 16) + 6 * (colour >> 8 & 255) + (colour & 255)
    return 0x1A1A1A if light > 1500 else 0xFFFFFF


#: The looks of all themes, and of what lies on slides.
DECK_STYLES: Mapping[tuple[str, str], Look] = {
    **looks(
        box={
            "slide_place": Look(edge=_EDGE, hover=_HOVER),
            "slide_written": Look(hover=_HOVER),
            "slide_object": Look(),
            "slide_picked": Look(edge=_CHOSEN),
            "slide_show": Look(fill="black"),
        },
        text={"slide_show": Look(ink="on_picture")},
        area={"slide": Look(size=15, pad=(8, 4, 8, 4), fill="field", edge=_CHOSEN)},
    ),
    **{key: look for theme in THEMES for key, look in _of(theme).items()},
}


def _star(p: Pen, colour: int) -> None:
    points = [(0.5 + r * sin(n * pi / 5), 0.52 - r * cos(n * pi / 5)) for n, r in enumerate([0.48, 0.19] * 5)]
    p.shape(points, colour)


_DRAWN: Mapping[str, Callable[[Pen, int], None]] = {
    "rect": lambda p, colour: p.box(0.04, 0.16, 0.92, 0.68, 0.0, colour),
    "ellipse": lambda p, colour: p.disc(0.5, 0.5, 0.45, colour),
    "triangle": lambda p, colour: p.shape([(0.5, 0.08), (0.95, 0.9), (0.05, 0.9)], colour),
    "rightArrow": lambda p, colour: p.shape(
        [(0.04, 0.36), (0.56, 0.36), (0.56, 0.18), (0.96, 0.5), (0.56, 0.82), (0.56, 0.64), (0.04, 0.64)], colour
    ),
    "star5": _star,
}


def _drawing(kind: str, colour: int) -> Drawing:
    return lambda p: _DRAWN[kind](p, colour)


#: Each shape in the colour of each theme: "shape-star5-ion".
DECK_ART: Mapping[str, Drawing] = {
    f"shape-{kind}-{theme_key(name)}": _drawing(kind, theme.accent)
    for kind in SHAPES_OF
    for name, theme in THEMES.items()
}

# -- slide view -------------------------------------------------------------------------------------------------------

#: How a slide's width is to its height.
RATIO = 16 / 9
_SHAPE, _ROW_H = 92, 26
#: Layouts whose texts stand in the middle, without bullets.
_MIDDLE = ("Title Slide", "Section Header")


@dataclass(frozen=True, slots=True)
class SlideView:
    """Makes what a program shows of slides.

    Args:
        app: Its name, with which keys begin: "impress.title", "impress.slides.0".
        at_once: Whether one click on a text is enough to write in it, as in PowerPoint.
        object_menu: The message, with the part, by which something on the slide is asked for its menu; "" where it has
            none.
    """

    app: str
    at_once: bool = False
    object_menu: str = ""

    # -- small --------------------------------------------------------------------------------------------------------

    def mini(self, slide: Slide, number: int, chosen: bool, theme: str, w: int) -> Node:
        """A slide in a pane or in the sorter, with its number at its left."""
        h, key = round(w / RATIO), theme_key(theme)
        inside = column(
            row(text(slide.title[: w // 5], style=f"slide_mini_title_{key}", role=None), justify="center"),
            row(self._mini_texts(slide, w, key), *self._mini_things(slide, theme), gap=4),
            style=f"slide_{'chosen_' if chosen else ''}{key}",
            w=w,
            h=h,
            pad=(8, 8),
            gap=3,
        )
        face = widget(
            "box",
            f"{self.app}.slides.{number}",
            Role.PANE,
            name=slide.title or f"Slide {number + 1}",
            value="Hidden" if slide.hidden else "",
            w=w,
            h=h,
            click=("slide", number),
            double=("view", "normal"),
            context=("slide_menu", number),
        )
        said = column(
            text(str(number + 1), style="caption", w=18, role=None),
            icon("eye-off", size=12, alt="Hidden") if slide.hidden else None,
            icon("star", size=12, alt="Transition") if slide.transition else None,
            w=18,
            gap=3,
        )
        return row(said, stack(inside, face, w=w, h=h), gap=4, align="center", w=w + 24)

    def _mini_texts(self, slide: Slide, w: int, key: str) -> Node:
        lines = [line for part in slide.texts for line in part.split("\n")]
        lines += [" | ".join(cells) for table in slide.tables for cells in table]
        return column(
            *[text(line[: w // 4], style=f"slide_mini_{key}", role=None) for line in lines[:5]], w=FILL, gap=1
        )

    def _mini_things(self, slide: Slide, theme: str) -> list[Node]:
        pictures = [photo(p, w=28, h=21) for p in slide.pictures[:2] if picture_size(p)]
        return [
            *pictures,
            *[icon(f"shape-{s}-{theme_key(theme)}", size=16) for s in slide.shapes[:2] if s in SHAPES_OF],
        ]

    # -- large --------------------------------------------------------------------------------------------------------

    def paper(self, state: State, w: int, h: int) -> Node:
        """The slide, with places where a person may write by a double click; or the page with its notes."""
        slide, key = shown(state), theme_key(state.deck.theme)
        title_h, pad = max(44, h // 5), max(12, w // 20)
        above = h // 5 if slide.layout in _MIDDLE and state.view != "notes" else 0
        room = h - title_h - 2 * pad - 10 - above
        if state.view == "notes":
            body: list[Element] = [
                row(text(slide.title or "Slide", style=f"slide_title_{key}", role=None), h=title_h),
                self.part(state, "notes", "Click to add Notes", f"slide_text_{key}", room),
            ]
            return column(*body, style=f"slide_{key}", w=w, h=h, pad=pad, gap=10)
        title = self.part(state, "title", "Click to add Title", f"slide_title_{key}", title_h)
        if slide.layout == "Blank" and not slide.title and state.writing != "title":
            title = spacer(h=0)
        return column(
            title,
            self._body(state, slide, w - 2 * pad, room),
            style=f"slide_{key}",
            w=w,
            h=h,
            pad=(pad, pad + above, pad, pad),
            gap=10,
        )

    def _body(self, state: State, slide: Slide, w: int, h: int) -> Node:
        key = theme_key(state.deck.theme)
        places = LAYOUTS.get(slide.layout, ("", 1))[1]
        written = 1 + int(state.writing[5:]) if state.writing.startswith("text.") else 0
        count = max(places, len(slide.texts), written)
        free = h - sum([_ROW_H * len(table) + 8 for table in slide.tables])
        side = slide.layout == "Two Content" and count == 2
        share = free if side else free // max(1, count)
        texts = [
            self.part(state, f"text.{n}", "Click to add Text", f"slide_text_{key}", max(30, share))
            for n in range(count)
        ]
        written_part = row(*texts, gap=8, w=FILL) if side else column(*texts, w=FILL)
        tables = [self._table(state, table, n) for n, table in enumerate(slide.tables)]
        things = [
            self._picture(state, p, n, w // 3 // len(slide.pictures) - 6, h) for n, p in enumerate(slide.pictures)
        ]
        shapes = [self._shape(state, kind, n) for n, kind in enumerate(slide.shapes) if kind in SHAPES_OF]
        beside = column(row(*things, gap=6), row(*shapes, gap=6), gap=6, w=w // 3) if things or shapes else None
        return row(column(written_part, *tables, gap=8, w=FILL), beside, gap=8, align="start")

    def part(self, state: State, part: str, hint: str, style: str, h: int) -> Node:
        """A place where a person may write, or what is being written there."""
        name, key = part.partition(".")[0].capitalize(), theme_key(state.deck.theme)
        if state.writing == part:
            return area(f"{self.app}.editor", state.edit, name=f"{name} text", change=("edit",), h=h, style="slide")
        said, layout = slide_text(shown(state), part), shown(state).layout
        middle = layout in _MIDDLE and part != "notes"
        listed = part.startswith("text") and layout not in _MIDDLE
        lines = "\n".join([f"•  {line}" for line in said.split("\n")]) if said and listed else said
        words = text(
            lines or hint,
            style=style if said else f"slide_hint_{key}",
            role=Role.TEXT,
            name=said,
            w=AUTO if middle else FILL,
            wrap=not middle or "\n" in said,
        )
        return column(
            row(words, justify="center") if middle else words,
            style="slide_written" if said else "slide_place",
            key=f"{self.app}.{part}",
            role=Role.GROUP,
            name=name,
            h=h,
            pad=(10, 6),
            double=None if self.at_once else ("write", part),
            click=("write" if self.at_once else "pick", part),
        )

    def _object(self, state: State, part: str, inside: Node, w: int, h: int, name: str) -> Node:
        """Something on the slide that can be picked."""
        face = row(
            style="slide_picked" if state.picked == part else "slide_object",
            key=f"{self.app}.pick.{part}",
            role=Role.GROUP,
            name=name,
            w=w,
            h=h,
            click=("pick", part),
            context=(self.object_menu, part) if self.object_menu else None,
        )
        return stack(inside, face, w=w, h=h)

    def _picture(self, state: State, content: bytes, n: int, w: int, h: int) -> Node | None:
        size = picture_size(content)
        if size is None:
            return None
        share = min(w / size[0], h / size[1])
        w, h = max(1, round(size[0] * share)), max(1, round(size[1] * share))
        shown_at = photo(content, w=w, h=h, name=f"Image {n + 1}", key=f"{self.app}.picture.{n}")
        return self._object(state, f"picture.{n}", shown_at, w, h, f"Image {n + 1}")

    def _shape(self, state: State, kind: str, n: int) -> Node:
        drawn = icon(f"shape-{kind}-{theme_key(state.deck.theme)}", size=_SHAPE, alt=SHAPES_OF[kind])
        return self._object(state, f"shape.{n}", drawn, _SHAPE, _SHAPE, f"{SHAPES_OF[kind]} {n + 1}")

    def _table(self, state: State, table: Table, n: int) -> Node:
        lines = [
            row(*[self._cell(state, f"table.{n}.{r}.{c}", r == 0) for c in range(len(cells))], h=_ROW_H)
            for r, cells in enumerate(table)
        ]
        picked = "slide_picked" if state.picked == f"table.{n}" else ""
        return column(*lines, style=picked, key=f"{self.app}.table.{n}", role=Role.TABLE, name=f"Table {n + 1}", pad=1)

    def _cell(self, state: State, part: str, head: bool) -> Node:
        key = theme_key(state.deck.theme)
        if state.writing == part:
            return area(f"{self.app}.editor", state.edit, name="Cell text", change=("edit",), h=_ROW_H, style="slide")
        said = slide_text(shown(state), part)
        return row(
            text(said, style=f"slide_cell_{'head_' if head else ''}{key}", role=None, w=FILL),
            style=f"slide_{'head' if head else 'cell'}_{key}",
            key=f"{self.app}.{part}",
            role=Role.CELL,
            name=said,
            h=_ROW_H,
            w=FILL,
            pad=(6, 3),
            double=("write", part),
            click=("pick", part.rsplit(".", 2)[0]),
        )

    # -- the show -----------------------------------------------------------------------------------------------------

    def show(self, slide: Slide, number: int, count: int, theme: str, w: int, h: int) -> Node:
        """The slide as it is shown to others, and a bar to go on with."""
        key, bar_h = theme_key(theme), 44
        w = min(w, round((h - bar_h) * RATIO))
        lines = [line for part in slide.texts for line in part.split("\n")]
        state = State(deck=State().deck._replace(slides=(slide,), theme=theme))
        room = (h - bar_h) // 2
        pictures = [self._picture(state, p, n, w // 3, room) for n, p in enumerate(slide.pictures)]
        shapes = [icon(f"shape-{k}-{key}", size=_SHAPE, alt=SHAPES_OF[k]) for k in slide.shapes if k in SHAPES_OF]
        paper = column(
            spacer(h=FILL),
            row(text(slide.title, style=f"slide_show_title_{key}"), justify="center"),
            *[row(text(line, style=f"slide_show_{key}"), justify="center") for line in lines],
            *[self._table(state, table, n) for n, table in enumerate(slide.tables)],
            row(*pictures, *shapes, gap=16, justify="center") if pictures or shapes else None,
            spacer(h=FILL),
            style=f"slide_bare_{key}",
            key=f"{self.app}.shown",
            role=Role.PANE,
            name=f"Slide {number + 1}",
            w=w,
            h=round(w / RATIO),
            pad=(40, 20),
            gap=18,
            click=("play", number + 1),
        )
        bar = row(
            button(f"{self.app}.previous", "Previous", disabled=number == 0, click=("play_back",)),
            button(f"{self.app}.next", "Next", click=("play", number + 1)),
            button(f"{self.app}.stop", "Exit", click=("escape",)),
            text(f"{number + 1} / {count}", style="slide_show"),
            gap=8,
            h=bar_h,
            justify="center",
            align="center",
        )
        return column(row(paper, justify="center", h=FILL, align="center"), bar, style="slide_show", h=FILL)

    def minis(self, state: State, w: int) -> list[Element]:
        """All slides small, each laid out once."""
        theme = state.deck.theme
        return [memo(self.mini, slide, n, n == state.at, theme, w) for n, slide in enumerate(state.slides)]
