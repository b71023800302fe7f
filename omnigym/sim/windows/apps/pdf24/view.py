"""The window of PDF24: the toolbox of tiles, or a tool with its files and what it asks for."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import combo, icon, scroll, spacer
from omnigym.sim.windows.apps.pdf24.state import MAKER, NUMBERS, TOOLS, TURNS, WINDOW, State, Tool, pages_of

ui = Scope("pdf24")
_TILE_W, _TILE_H, _GAP = 180, 128, 12


def _head(state: State) -> Node:
    return row(
        ui.text("PDF24 Toolbox", "brand", w=FILL, role=Role.HEADING),
        *(WINDOW.buttons(BAR, state, labelled=True, style="pdf24_head") if state.tool else ()),
        style="pdf24_head",
        h=48,
        pad=(18, 0),
        gap=10,
    )


def _tile(name: str, tool: Tool) -> Node:
    return column(
        row(icon(tool.icon, size=36, style="pdf24"), justify="center"),
        row(ui.text(tool.title, "tool", role=None), justify="center"),
        ui.text(tool.said, "/caption", role=None, wrap=True, w=FILL),
        style="pdf24_tile",
        key=f"pdf24.tool.{name}",
        role=Role.BUTTON,
        name=tool.title,
        w=_TILE_W,
        h=_TILE_H,
        pad=12,
        gap=8,
        click=("tool", name),
    )


def _toolbox(across: int) -> Node:
    tiles = [_tile(name, tool) for name, tool in TOOLS.items()]
    lines = [row(*tiles[n : n + across], gap=_GAP, align="start") for n in range(0, len(tiles), across)]
    return scroll("pdf24.tools", column(*lines, gap=_GAP, pad=24), name="Tools")


def _options(state: State, tool: Tool) -> list[Element]:
    match tool.option:
        case "pages":
            return [
                ui.text("Pages:", "/", role=None),
                ui.field("pages", state.pages, "Pages", style="/", w=200, placeholder="1-3, 5"),
            ]
        case "turn":
            turns = tuple(TURNS)
            return [
                combo("pdf24.turn", state.turn, turns, name="Direction", w=180, change=("turn",)),
                ui.text("Pages:", "/", role=None),
                ui.field("pages", state.pages, "Pages", style="/", w=160, placeholder="All pages"),
            ]
        case "numbers":
            kinds = tuple(NUMBERS)
            return [
                ui.text("Numbers:", "/", role=None),
                combo("pdf24.numbers", state.numbers, kinds, name="Numbers", w=140, change=("numbers",)),
            ]
        case "words":
            return [
                ui.text("Watermark:", "/", role=None),
                ui.field("words", state.words, "Watermark", style="/", w=260),
            ]
        case _:
            return []


def _tool(state: State, counts: tuple[int, ...]) -> Node:
    tool = TOOLS[state.tool]
    said = tuple([f"{n} page{'s' * (n != 1)}" if n else "picture" for n in counts])
    order = MAKER.sources.buttons(BAR, state.jobs.chosen or None, style="nav")
    what = "pictures" if state.tool == "images" else "PDF files" if tool.many else "a PDF file"
    return column(
        row(icon(tool.icon, size=28, style="pdf24"), ui.text(tool.title, "title", role=Role.HEADING), gap=10),
        row(*WINDOW.buttons("files", state, labelled=True, style="pdf24"), spacer(), *order, gap=6),
        MAKER.source_list(ui, state.jobs, said, f"Add {what}, or paste what was copied in File Explorer."),
        row(
            *_options(state, tool), spacer(), *WINDOW.buttons("make", state, labelled=True, style="pdf24_main"), gap=10
        ),
        MAKER.made_bar(ui, state.jobs.made),
        pad=(24, 18),
        gap=12,
        h=FILL,
    )


def view(state: State, ctx: Context) -> Node:
    """The window."""
    if state.tool:
        counts = tuple([pages_of(ctx, path) for path in state.jobs.sources])
        inside = panel(_tool, state, counts, h=FILL)
    else:
        inside = panel(_toolbox, max(1, (ctx.w - 48 + _GAP) // (_TILE_W + _GAP)), h=FILL)
    return column(panel(_head, state), inside, style="pdf24", h=FILL)
