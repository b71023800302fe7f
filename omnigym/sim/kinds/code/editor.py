"""An editor of code as a whole: its commands, its quick input, what it shows; and what a program adds to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omnigym.sim.app import App, Context
from omnigym.sim.commands import Command, Commands, commanded
from omnigym.sim.common.text_editor.state import BAR_ON, TEXT, edited
from omnigym.sim.kinds.code.commands import editor_commands
from omnigym.sim.kinds.code.files import Files
from omnigym.sim.kinds.code.quick import QuickInput
from omnigym.sim.kinds.code.state import Result, State, on_tab
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import Node

# -- the colour icons of Visual Studio Code and of the kinds of files in it -------------------------------------------


def _code(p: Pen) -> None:
    """A folded ribbon, whose ends point at each other."""
    p.shape([(0.06, 0.34), (0.16, 0.26), (0.74, 0.74), (0.72, 0.95)], 0x0065A9)
    p.shape([(0.06, 0.66), (0.16, 0.74), (0.74, 0.26), (0.72, 0.05)], 0x007ACC)
    p.shape([(0.72, 0.05), (0.94, 0.15), (0.94, 0.85), (0.72, 0.95)], 0x1F9CF0)


def _lines(ink: int) -> Drawing:
    def draw(p: Pen) -> None:
        for row, width in enumerate((0.62, 0.46, 0.58, 0.34)):
            p.box(0.18, 0.20 + 0.17 * row, width, 0.08, 0.02, ink)

    return draw


def _angles(ink: int) -> Drawing:
    """< >"""

    def draw(p: Pen) -> None:
        p.line([(0.36, 0.26), (0.12, 0.50), (0.36, 0.74)], 0.11, ink)
        p.line([(0.64, 0.26), (0.88, 0.50), (0.64, 0.74)], 0.11, ink)

    return draw


def _json(p: Pen) -> None:
    """{ }"""
    for side in (-1, 1):
        at: Callable[[float], float] = lambda x, s=side: 0.5 + s * x  # type: ignore[misc]  # noqa: E731
        p.line([(at(0.14), 0.18), (at(0.26), 0.24), (at(0.26), 0.42), (at(0.38), 0.50)], 0.09, 0xC9A400)
        p.line([(at(0.14), 0.82), (at(0.26), 0.76), (at(0.26), 0.58), (at(0.38), 0.50)], 0.09, 0xC9A400)


def _python(p: Pen) -> None:
    p.box(0.24, 0.10, 0.40, 0.42, 0.12, 0x3776AB)
    p.box(0.10, 0.30, 0.40, 0.32, 0.10, 0x3776AB)
    p.box(0.38, 0.48, 0.40, 0.42, 0.12, 0xF2C230)
    p.box(0.50, 0.38, 0.40, 0.32, 0.10, 0xF2C230)


def _script(p: Pen) -> None:
    p.box(0.12, 0.12, 0.76, 0.76, 0.08, 0xE8C92A)
    p.line([(0.42, 0.44), (0.42, 0.74), (0.28, 0.74)], 0.08, 0x30300A)
    p.line([(0.74, 0.46), (0.58, 0.46), (0.58, 0.58), (0.72, 0.60), (0.72, 0.74), (0.56, 0.74)], 0.07, 0x30300A)


def _powershell(p: Pen) -> None:
    """A prompt on a slanted sheet."""
    p.shape([(0.24, 0.14), (0.96, 0.14), (0.78, 0.86), (0.06, 0.86)], 0x2671BE)
    p.line([(0.34, 0.30), (0.56, 0.50), (0.28, 0.70)], 0.09, 0xFFFFFF)
    p.line([(0.52, 0.70), (0.70, 0.70)], 0.08, 0xFFFFFF)


def _markdown(p: Pen) -> None:
    p.line([(0.14, 0.72), (0.14, 0.30), (0.32, 0.52), (0.50, 0.30), (0.50, 0.72)], 0.10, 0x519ABA)
    p.line([(0.76, 0.28), (0.76, 0.66)], 0.10, 0x519ABA)
    p.shape([(0.60, 0.54), (0.92, 0.54), (0.76, 0.76)], 0x519ABA)


#: Name to drawing.
CODE_ART: Mapping[str, Drawing] = {
    "vscode": _code,
    "vscode-html": _angles(0xE37933),
    "vscode-js": _script,
    "vscode-json": _json,
    "vscode-md": _markdown,
    "vscode-ps1": _powershell,
    "vscode-py": _python,
    "vscode-source": _angles(0x519ABA),
    "vscode-text": _lines(0x8A8F98),
}

# -- its light and its dark modern theme, as the desktop is -----------------------------------------------------------

_EDITOR, _SIDE = Shade(0xFFFFFF, 0x1F1F1F), Shade(0xF8F8F8, 0x181818)
_EDGE, _HOVER, _DOWN = Shade(0xE5E5E5, 0x2B2B2B), Shade(0xECECEC, 0x2A2D2E), Shade(0xDCE6F2, 0x37373D)
_INK, _FAINT, _BLUE = Shade(0x3B3B3B, 0xCCCCCC), Shade(0x616161, 0x9D9D9D), Shade(0x005FB8, 0x0078D4)
_ACTIVITY = Look(
    pad=(12, 12, 12, 12), min_w=46, min_h=46, icon=22, ink=_FAINT, hover=_HOVER, pressed=_DOWN, checked=_DOWN
)
_SMALL = Look(pad=(5, 5, 5, 5), min_w=26, min_h=26, icon=15, radius=4, ink=_INK, hover=_HOVER, pressed=_DOWN)

CODE_STYLES = looks(
    area={"code": Look(size=13, pad=(8, 6, 8, 6), fill=_EDITOR)},
    box={
        "code_bar": Look(fill=_SIDE),
        "code_edge": Look(fill=_EDGE),
        "code_editor": Look(fill=_EDITOR),
        "code_line": Look(radius=4, hover=_HOVER),
        "code_line_chosen": Look(radius=4, fill=_DOWN),
        "code_top": Look(fill=_BLUE),
        "code_quick": Look(fill=_SIDE, edge="menu_edge"),
    },
    text={
        "code": Look(ink=_INK),
        "code_faint": Look(size=11, ink=_FAINT),
        "code_head": Look(size=11, family="ui-semibold", ink=_INK),
        "code_title": Look(size=26, ink=_INK),
    },
    button={
        "code_activity": _ACTIVITY,
        "code_link": Look(pad=(6, 5, 6, 5), min_h=28, gap=10, radius=4, ink=_BLUE, hover=_HOVER, pressed=_DOWN),
        "code_menu": Look(pad=(8, 3, 8, 3), min_h=24, radius=4, ink=_INK, hover=_HOVER, pressed=_DOWN),
        "code_panel": Look(
            size=11, pad=(8, 3, 8, 3), min_h=24, radius=4, ink=_INK, hover=_HOVER, pressed=_DOWN, checked=_DOWN
        ),
        "code_push": Look(
            pad=(10, 6, 10, 6),
            min_h=30,
            radius=3,
            fill=_BLUE,
            ink=Shade(0xFFFFFF, 0xFFFFFF),
            hover=Shade(0x0258A8, 0x026EC1),
            pressed=Shade(0x01457F, 0x0259A0),
        ),
        "code_chip": Look(
            size=11, pad=(8, 3, 8, 3), min_h=22, radius=3, fill=_EDGE, ink=_INK, hover=_HOVER, pressed=_DOWN
        ),
        "code_small": _SMALL,
        "code_status": Look(size=11, pad=(7, 2, 7, 2), min_h=22, ink=_INK, hover=_HOVER, pressed=_DOWN),
    },
    field={"code": Look(pad=(8, 5, 8, 5), min_h=28, radius=3, fill=_EDITOR, edge=_BLUE, ink=_INK)},
    scroll={"code": Look(fill=_SIDE)},
    tab={"code": Look(pad=(10, 8, 28, 8), min_h=34, gap=7, fill=_SIDE, ink=_INK, hover=_HOVER, checked=_EDITOR)},
    tree_item={"code": Look(pad=(6, 3, 6, 3), min_h=24, gap=6, ink=_INK, hover=_HOVER, checked=_DOWN)},
)

# -- editor -----------------------------------------------------------------------------------------------------------


class Activity(NamedTuple):
    """A button of the activity bar.

    Attributes:
        name: Of the command that it does.
        icon, label: As they say.
        page: ``page(state, ctx)`` is what the side bar shows while its `State.page` has this name; None for a button
            that opens none.
    """

    name: str
    icon: str
    label: str
    page: Callable[[State, Context], Node] | None = None


class TextLook(NamedTuple):
    """How texts are shown: per cent of their usual size, whether long lines go on below, whether lines have numbers."""

    zoom: int = 100
    wrap: bool = True
    numbers: bool = True


def _usual(_ctx: Context) -> TextLook:
    return TextLook()


def _nothing(_state: State, _ctx: Context) -> Node | None:
    return None


class Parts(NamedTuple):
    """What a program has besides.

    Attributes:
        menus: Places of commands and the names of their menus.
        activities: The buttons of the activity bar below that of the explorer.
        text: How texts are shown.
        front: ``front(state, ctx)`` stands in the place of the text; None for the text.
        below: ``below(state, ctx)`` stands below it; None for nothing.
    """

    menus: tuple[tuple[str, str], ...] = (("file", "File"), ("edit", "Edit"), ("view", "View"), ("go", "Go"))
    activities: tuple[Activity, ...] = (Activity("quick", "search", "Go to File (Ctrl+P)"),)
    text: Callable[[Context], TextLook] = _usual
    front: Callable[[State, Context], Node | None] = _nothing
    below: Callable[[State, Context], Node | None] = _nothing


class Editor:
    """What an editor of code consists of.

    Args:
        files: What opens its files.
        parts: What it has besides.
        commands: Its own commands besides those of all.
    """

    def __init__(self, files: Files, parts: Parts, *commands: Command | None) -> None:
        self.files, self.parts = files, parts
        self.commands = Commands("code", *editor_commands(files), *commands)
        self.quick = QuickInput(files, self.commands)


def _unfold(state: State, _ctx: Context, path: str) -> Result:
    known = state.expanded
    now = tuple([p for p in known if p != path]) if path in known else (*known, path)
    return state._replace(expanded=now), ()


def code_editor(editor: Editor, view: Callable[[State, Context], Node], **attributes: Any) -> App:
    """The declaration of an editor; ``attributes`` are others of `App`, handlers of ``on`` besides its own."""
    own = attributes.pop("on", {})
    app = App(
        name="code_editor",
        title=editor.files.host.title,
        icon="vscode",
        art=CODE_ART,
        styles=CODE_STYLES,
        init=editor.files.init,
        view=view,
        on={
            **{name: on_tab(handler) for name, handler in BAR_ON.items()},
            **editor.files.on,
            **editor.quick.on,
            "edit": on_tab(lambda tab, _, edit: (edited(tab, edit), ())),
            "unfold": _unfold,
            **own,
        },
        caption=editor.files.caption,
        document=editor.files.document,
        keys=(
            ("down", ("quick_move", 1)),
            ("up", ("quick_move", -1)),
            ("f1", ("palette",)),
            ("ctrl+shift+=", ("zoom_in",)),
        ),
        size=(900, 560),
        min_size=(560, 360),
        close=("close",),
        focus=TEXT,
        locate={
            "text": {"key": TEXT},
            "quick": {"key": "code.quick"},
            "overwrite_confirm": {"key": "message.replace"},
            "save_changes": {"key": "message.save"},
            "discard": {"key": "message.dont_save"},
        },
    )
    return commanded(app._replace(**attributes), editor.commands)
