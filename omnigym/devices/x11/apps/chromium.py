"""Chromium, a web browser, for pages that are files."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

_PREFERENCES = """{"bookmark_bar": {"show_on_all_tabs": false}, "browser": {"has_seen_welcome_page": true,
"window_placement": {"left": 60, "top": 60, "right": 960, "bottom": 700, "maximized": false}},
"download": {"default_directory": "/home/user/Downloads", "prompt_for_download": false},
"session": {"restore_on_startup": 5}}
"""

APP = AppDefinition(
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
    package="chromium",
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
