"""Programs of other desktops: a PDF viewer, a picture editor, a calculator and a web browser."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition

# -- Evince, the PDF viewer of GNOME ----------------------------------------------------------------------------------

_SETTINGS = """[org/gnome/evince]
show-caret-navigation-message=false

[org/gnome/evince/default]
show-sidebar=false
window-ratio=(1.0, 0.8)
continuous=true

"""

_EVINCE = XAppDefinition(
    name="pdf_viewer",
    category="Office",
    argv=("evince",),
    package="evince",
    wm_class="Evince",
    ready={"role": Role.WINDOW},
    title=r"(.+)",
    settings={".config/glib-2.0/settings/keyfile": _SETTINGS},
    keys={
        "window": {"role": Role.WINDOW},
        "page": {"role": Role.TEXT_FIELD, "name": "page-label-entry"},
        "search": {"role": Role.TEXT_FIELD, "name": "Search"},
        "dialog": {"states": State.MODAL},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
    },
)

# -- Drawing, a picture editor ----------------------------------------------------------------------------------------

_DRAWING_SETTINGS = """[com/github/maoschanz/drawing]
last-version='1.0.2'
maximized=false
deco-type='ccc'
replace-alpha='white'

"""

_DRAWING = XAppDefinition(
    name="image_editor",
    category="Multimedia Editing",
    argv=("drawing",),
    package="drawing",
    wm_class="Drawing",
    ready={"role": Role.BUTTON, "name": "Open"},
    title=r"\*?(.+\.\w+) ~ .*",
    settings={".config/glib-2.0/settings/keyfile": _DRAWING_SETTINGS},
    keys={
        "window": {"role": Role.WINDOW},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
        "dialog": {"states": State.MODAL},
        "new_tab": {"role": Role.BUTTON, "name": "New Tab"},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
    },
)

# -- MATE's calculator ------------------------------------------------------------------------------------------------

_MATE_CALC = XAppDefinition(
    name="calculator",
    category="Utility Tools",
    argv=("mate-calc",),
    package="mate-calc",
    wm_class="Mate-calc",
    ready={"role": Role.TEXT_AREA},
    keys={
        "window": {"role": Role.WINDOW},
        "display": {"role": Role.TEXT_AREA},
        "button": {"role": Role.BUTTON, "name": "{name}"},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
        "dialog": {"states": State.MODAL},
    },
)

# -- chromium, a web browser, for pages that are files ----------------------------------------------------------------

_PREFERENCES = """{"bookmark_bar": {"show_on_all_tabs": false}, "browser": {"has_seen_welcome_page": true,
"window_placement": {"left": 60, "top": 60, "right": 960, "bottom": 700, "maximized": false}},
"download": {"default_directory": "/home/user/Downloads", "prompt_for_download": false},
"session": {"restore_on_startup": 5}}
"""

_CHROMIUM = XAppDefinition(
    name="browser",
    category="Web Browsing",
    argv=(
        "chromium",
        # The desktop's own sandbox is around it, and inside it has no right to make another.
        "--no-sandbox",
        "--test-type",
        "--force-renderer-accessibility",
        "--disable-gpu",
        "--disable-smooth-scrolling",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--no-default-browser-check",
        "--password-store=basic",
        "--disable-features=Translate,MediaRouter,OptimizationHints",
    ),
    package="chromium python3",
    tools=("python3",),
    devtools=True,
    wm_class="Chromium",
    double_click=500,
    ready={"role": Role.TEXT_FIELD, "name": "Address and search bar"},
    settings={".config/chromium/Default/Preferences": _PREFERENCES, ".config/chromium/First Run": ""},
    keys={
        "window": {"role": Role.WINDOW},
        "address": {"role": Role.TEXT_FIELD, "name": "Address and search bar"},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (
    _CHROMIUM,
    _DRAWING,
    _EVINCE,
    _MATE_CALC,
)
