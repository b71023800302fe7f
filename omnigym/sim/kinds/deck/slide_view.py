"""What a slide looks like: small in a pane, large to work on, and in the slide show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.documents.slides import LAYOUTS, SHAPES_OF, THEMES, Slide
from omnigym.pictures import picture_size
from omnigym.sim.kinds.deck.state import State, shown, slide_text
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.fonts import Font, wrap
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.controls import photo
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, row, stack, widget
from omnigym.sim.ui.widgets import area, button, icon, spacer, text

# -- the colours of themes, and shapes drawn with the pen -------------------------------------------------------------

_EDGE, _HOVER, _CHOSEN = Shade(0xC8C8C8, 0xC8C8C8), Shade(0xE8E4E2, 0xE8E4E2), Shade(0xD0551B, 0xF0732B)


@lru_cache(maxsize=64)
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
#: Layouts whose texts stand in the middle, without bullets.
_MIDDLE = ("Title Slide", "Section Header")


class _Sizes(NamedTuple):
    """The measures on a slide of some width, in logical pixels: the em of texts, the side of shapes, rows of tables."""

    title: int
    text: int
    cell: int
    shape: int
    row: int


@lru_cache(maxsize=64)
def _sizes(w: int) -> _Sizes:
    """The sizes on a slide that is ``w`` wide, so that it looks the same in the pane, on the desk and in the show."""
    return _Sizes(max(7, w // 25), max(6, w // 43), max(5, w // 54), max(14, w // 7), max(9, w // 25))


class _Paper(NamedTuple):
    """A slide to be drawn.

    Attributes:
        slide, theme: What it says, and the name of its theme.
        w, h: In logical pixels.
        state: Of the window in which it is worked on; None for a picture of it.
        told: Whether the tree has the texts of the picture.
    """

    slide: Slide
    theme: str
    w: int
    h: int
    state: State | None = None
    told: bool = False

    @property
    def open_part(self) -> str:
        """Which part of it is written in, or ""."""
        return "" if self.state is None else self.state.writing

    @property
    def middle(self) -> bool:
        """Whether its texts stand in the middle."""
        return self.slide.layout in _MIDDLE

    def role(self, role: Role) -> Role | None:
        """The role of a part in the tree."""
        return role if self.told or self.state is not None else None


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

    # -- one slide, of any size ---------------------------------------------------------------------------------------

    def _page(self, paper: _Paper, style: str = "slide") -> Node:
        """A slide: the same in the pane, on the desk and in the show."""
        w, sizes, pad, gap = paper.w, _sizes(paper.w), paper.w // 20, max(2, paper.w // 65)
        title_h = max(paper.h // 5, 2 * sizes.title)
        above = paper.h // 5 if paper.middle else 0
        bare = paper.slide.layout == "Blank" and not paper.slide.title and paper.open_part != "title"
        title = spacer(h=0) if bare else self._place(paper, "title", title_h)
        body = self._body(paper, w - 2 * pad, paper.h - title_h - 2 * pad - gap - above)
        look = f"{style}_{theme_key(paper.theme)}"
        return column(title, body, style=look, w=w, h=paper.h, pad=(pad, pad + above, pad, pad), gap=gap)

    def _body(self, paper: _Paper, w: int, h: int) -> Node:
        slide, sizes, gap = paper.slide, _sizes(paper.w), max(2, paper.w // 80)
        places = LAYOUTS.get(slide.layout, ("", 1))[1]
        written = 1 + int(paper.open_part[5:]) if paper.open_part.startswith("text.") else 0
        count = max(places, len(slide.texts), written)
        free = h - sum([sizes.row * len(table) + gap for table in slide.tables])
        side = slide.layout == "Two Content" and count == 2
        share = max(2 * sizes.text, free if side else free // max(1, count))
        texts = [self._place(paper, f"text.{n}", share) for n in range(count)]
        written_part = row(*texts, gap=gap, w=FILL) if side else column(*texts, w=FILL)
        tables = [self._table(paper, n) for n in range(len(slide.tables))]
        across = w // 3 // max(1, len(slide.pictures)) - gap
        things = [self._picture(paper, n, across, h) for n in range(len(slide.pictures))]
        shapes = [self._shape(paper, n) for n, kind in enumerate(slide.shapes) if kind in SHAPES_OF]
        beside = column(row(*things, gap=gap), row(*shapes, gap=gap), gap=gap, w=w // 3) if things or shapes else None
        return row(column(written_part, *tables, gap=gap, w=FILL), beside, gap=gap, align="start")

    def _place(self, paper: _Paper, part: str, h: int) -> Node:
        """The text of a part of a slide, and where it is worked on the place to write it."""
        state, sizes, w = paper.state, _sizes(paper.w), paper.w
        kind, size = ("title", sizes.title) if part == "title" else ("text", sizes.text)
        said = slide_text(paper.slide, part)
        if state is not None and state.writing == part:
            return self._editor(state, part, h, size)
        if state is None and not said:
            return spacer(h=h)
        style = f"slide_{kind if said else 'hint'}_{theme_key(paper.theme)}@{size}"
        asked = "Subtitle" if kind == "text" and paper.slide.layout == "Title Slide" else kind.capitalize()
        shown_text = said or f"Click to add {asked}"
        if paper.middle:
            font = Font("ui-semibold" if kind == "title" else "ui", size)
            seen = paper.h // size + 1  # a line is at least as high as its letters: further ones are below the slide
            lines = [shown_text[a:b].rstrip() for a, b in wrap(shown_text, font, w * 4 // 5)[:seen]]
            centred = [row(text(line, style=style, role=None), justify="center") for line in lines]
            words = column(*centred, role=paper.role(Role.TEXT), name=said or shown_text)
        else:
            if said and kind == "text":
                shown_text = "\n".join([f"•  {line}" for line in said.split("\n")])
            words = text(shown_text, style=style, role=paper.role(Role.TEXT), name=said, w=FILL, wrap=True)
        pad = (max(2, w // 65), max(1, w // 108))
        return column(words, h=h, w=FILL, pad=pad) if state is None else self._writable(words, said, part, h, pad)

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

    def _picture(self, paper: _Paper, n: int, w: int, h: int) -> Node | None:
        content, state = paper.slide.pictures[n], paper.state
        size = picture_size(content)
        if size is None:
            return None
        share = min(w / size[0], h / size[1])
        w, h = max(1, round(size[0] * share)), max(1, round(size[1] * share))
        name = f"Image {n + 1}"
        if state is None and not paper.told:
            return photo(content, w=w, h=h)
        shown_at = photo(content, w=w, h=h, name=name, key=f"{self.app}.picture.{n}")
        return shown_at if state is None else self._object(state, f"picture.{n}", shown_at, w, h, name)

    def _shape(self, paper: _Paper, n: int) -> Node:
        kind, size, state = paper.slide.shapes[n], _sizes(paper.w).shape, paper.state
        alt = SHAPES_OF[kind] if paper.role(Role.ICON) else ""
        drawn = icon(f"shape-{kind}-{theme_key(paper.theme)}", size=size, alt=alt)
        if state is None:
            return drawn
        return self._object(state, f"shape.{n}", drawn, size, size, f"{SHAPES_OF[kind]} {n + 1}")

    def _table(self, paper: _Paper, n: int) -> Node:
        table, state, row_h = paper.slide.tables[n], paper.state, _sizes(paper.w).row
        lines = [
            row(*[self._cell(paper, f"table.{n}.{r}.{c}", r == 0) for c in range(len(cells))], h=row_h)
            for r, cells in enumerate(table)
        ]
        role = paper.role(Role.TABLE)
        if role is None:
            return column(*lines, pad=1)
        picked = "slide_picked" if state is not None and state.picked == f"table.{n}" else ""
        return column(*lines, style=picked, key=f"{self.app}.table.{n}", role=role, name=f"Table {n + 1}", pad=1)

    def _cell(self, paper: _Paper, part: str, head: bool) -> Node:
        state, sizes, key = paper.state, _sizes(paper.w), theme_key(paper.theme)
        if state is not None and state.writing == part:
            style = f"slide@{sizes.cell}"
            return area(f"{self.app}.editor", state.edit, name="Cell text", change=("edit",), h=sizes.row, style=style)
        said = slide_text(paper.slide, part)
        words = text(said, style=f"slide_cell_{'head_' if head else ''}{key}@{sizes.cell}", role=None, w=FILL)
        options: dict[str, Any] = {"style": f"slide_{'head' if head else 'cell'}_{key}", "h": sizes.row, "w": FILL}
        options["pad"] = (max(1, paper.w // 108), max(0, paper.w // 216))
        role = paper.role(Role.CELL)
        if role is not None:
            options |= {"key": f"{self.app}.{part}", "role": role, "name": said}
        if state is not None:
            options |= {"double": ("write", part), "click": ("pick", part.rsplit(".", 2)[0])}
        return row(words, **options)

    def _editor(self, state: State, part: str, h: int, size: int) -> Node:
        name = f"{part.partition('.')[0].capitalize()} text"
        key, style = f"{self.app}.editor", f"slide@{size}"
        return area(key, state.edit, name=name, change=("edit",), h=h, style=style)

    def _writable(self, words: Node, said: str, part: str, h: int, pad: tuple[int, int]) -> Node:
        """A place with a text, where a person may write."""
        return column(
            words,
            style="slide_written" if said else "slide_place",
            key=f"{self.app}.{part}",
            role=Role.GROUP,
            name=part.partition(".")[0].capitalize(),
            h=h,
            pad=pad,
            double=None if self.at_once else ("write", part),
            click=("write" if self.at_once else "pick", part),
        )

    # -- small --------------------------------------------------------------------------------------------------------

    def mini(self, slide: Slide, number: int, chosen: bool, theme: str, w: int) -> Node:
        """A slide in a pane or in the sorter, with its number at its left."""
        h = round(w / RATIO)
        inside = self._page(_Paper(slide, theme, w, h), "slide_chosen" if chosen else "slide")
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

    # -- large --------------------------------------------------------------------------------------------------------

    def paper(self, state: State, w: int, h: int) -> Node:
        """The slide, with places where a person may write by a double click; or the page with its notes."""
        slide, theme = shown(state), state.deck.theme
        if state.view != "notes":
            return self._page(_Paper(slide, theme, w, h, state))
        key, sizes, pad, title_h = theme_key(theme), _sizes(w), max(12, w // 20), max(44, h // 5)
        title = row(text(slide.title or "Slide", style=f"slide_title_{key}@{sizes.title}", role=None), h=title_h)
        notes = self.part(state, "Click to add Notes", f"slide_text_{key}", h - title_h - 2 * pad - 10)
        return column(title, notes, style=f"slide_{key}", w=w, h=h, pad=pad, gap=10)

    def part(self, state: State, hint: str, style: str, h: int) -> Node:
        """The place for notes, or what is being written there."""
        if state.writing == "notes":
            return self._editor(state, "notes", h, 15)
        said = shown(state).notes
        inked = style if said else f"slide_hint_{theme_key(state.deck.theme)}"
        words = text(said or hint, style=inked, role=Role.TEXT, name=said, w=FILL, wrap=True)
        return self._writable(words, said, "notes", h, (10, 6))

    # -- the show -----------------------------------------------------------------------------------------------------

    def show(self, slide: Slide, number: int, count: int, theme: str, w: int, h: int) -> Node:
        """The slide as it is shown to others, and a bar to go on with."""
        bar_h = 44
        w = min(w, round((h - bar_h) * RATIO))
        paper = column(
            self._page(_Paper(slide, theme, w, round(w / RATIO), told=True), "slide_bare"),
            key=f"{self.app}.shown",
            role=Role.PANE,
            name=f"Slide {number + 1}",
            w=w,
            h=round(w / RATIO),
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
