"""Visual Studio Code: its declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import App, Context
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.common.text_editor.finding import BAR_ON
from omnigym.devices.sim.common.text_editor.state import TEXT, edited
from omnigym.devices.sim.linux.apps.code_editor import files
from omnigym.devices.sim.linux.apps.code_editor.art import CODE_ART
from omnigym.devices.sim.linux.apps.code_editor.commands import COMMANDS
from omnigym.devices.sim.linux.apps.code_editor.quick import ON
from omnigym.devices.sim.linux.apps.code_editor.state import Result, State, caption, on_tab
from omnigym.devices.sim.linux.apps.code_editor.styles import CODE_STYLES
from omnigym.devices.sim.linux.apps.code_editor.view import view
from omnigym.devices.sim.linux.paths import outward
from omnigym.devices.sim.program import FileKind, Program

__all__ = ["APPS"]


def _unfold(state: State, _ctx: Context, path: str) -> Result:
    known = state.expanded
    now = tuple([p for p in known if p != path]) if path in known else (*known, path)
    return state._replace(expanded=now), ()


_ON: Mapping[str, Callable[..., Result]] = {
    **{name: on_tab(handler) for name, handler in BAR_ON.items()},
    **ON,
    "close": files.close_window,
    "closing": files.closing,
    "edit": on_tab(lambda tab, _, edit: (edited(tab, edit), ())),
    "unfold": _unfold,
    "open_path": files.open_path,
    "save_to": files.save_to,
    "tab": lambda state, _, at: files.shown(state, at),
}
_APP = App(
    name="code_editor",
    title=files.TITLE,
    icon="vscode",
    art=CODE_ART,
    styles=CODE_STYLES,
    program=Program(
        category="Programming",
        commands=("code",),
        opens=(FileKind(("css", "go", "java", "rs", "toml", "ts", "yaml", "yml"), "Source code", "vscode-source"),),
        reads=("c", "html", "ini", "js", "json", "md", "py", "sh", "txt", "xml"),
    ),
    init=files.init,
    view=view,
    on=_ON,
    caption=caption,
    document=lambda state: outward(state.tab.path) if state.tab is not None and state.tab.path else "",
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
APPS = (commanded(_APP, COMMANDS),)
