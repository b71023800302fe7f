"""An editor of code as a whole: its commands, its quick input, what it shows; and what a program adds to that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from omnigym.devices.sim.app import App, Context
from omnigym.devices.sim.commands import Command, Commands, commanded
from omnigym.devices.sim.common.text_editor.finding import BAR_ON
from omnigym.devices.sim.common.text_editor.state import TEXT, edited
from omnigym.devices.sim.kinds.code.art import CODE_ART
from omnigym.devices.sim.kinds.code.commands import editor_commands
from omnigym.devices.sim.kinds.code.files import Files
from omnigym.devices.sim.kinds.code.looks import CODE_STYLES
from omnigym.devices.sim.kinds.code.quick import QuickInput
from omnigym.devices.sim.kinds.code.state import Result, State, on_tab
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["Activity", "Editor", "Parts", "TextLook", "code_editor"]


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
