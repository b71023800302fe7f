"""Visual Studio Code: its free build, code-server, on the desktop itself, in a window of Chromium."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition
from omnigym.devices.x11.code_server import INSTALL, LAUNCHER

_CODE = XAppDefinition(
    name="code_editor",
    category="Programming",
    argv=(str(LAUNCHER),),
    package="",
    install=INSTALL,
    tools=("chromium", "rg"),
    wm_class="code",
    double_click=500,
    ready={"role": Role.TAB_LIST, "name": "Active View Switcher"},
    title=r"(?:● )?([^/]+\.\w+) - .*code-server",
    keys={
        "window": {"role": Role.WINDOW},
        "file": {"role": Role.TREE_ITEM, "name": "{name}"},
        "editor": {"role": Role.TEXT_AREA},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (_CODE,)
