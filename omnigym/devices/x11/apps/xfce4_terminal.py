"""The terminal of Xfce, with ImageMagick among its commands, and a bash that greets with nothing but a prompt."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

_SETTINGS = """[Configuration]
MiscAlwaysShowTabs=FALSE
MiscBell=FALSE
MiscConfirmClose=FALSE
MiscCursorBlinks=FALSE
MiscDefaultGeometry=90x24
MiscShowUnsafePasteDialog=FALSE
FontName=DejaVu Sans Mono 10
ScrollingBar=TERMINAL_SCROLLBAR_NONE
TitleMode=TERMINAL_TITLE_HIDE
"""
#: The prompt is the folder, and what is typed is kept in no history that outlives the window.
_BASHRC = """PS1='\\w$ '
unset HISTFILE
"""

APP = AppDefinition(
    name="terminal",
    category="System Management",
    argv=("xfce4-terminal", "--disable-server"),
    package="xfce4-terminal imagemagick",
    tools=("convert",),
    wm_class="Xfce4-terminal",
    ready={"role": Role.TERMINAL},
    settings={".config/xfce4/terminal/terminalrc": _SETTINGS, ".bashrc": _BASHRC},
    keys={
        "window": {"role": Role.WINDOW},
        "text": {"role": Role.TERMINAL},
        "dialog": {"states": State.MODAL},
    },
)
