"""GIMP 2.10, a picture editor, in one window and without a splash screen."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition

_FOLDER = ".config/GIMP/2.10"

#: Nothing asks the network for a newer version, icons leave room on a small screen, and titles show full paths.
_SETTINGS = """(check-updates no)
(image-title-format "%D*%F")
(icon-size-policy custom-size)
(custom-icon-size small-toolbar)
"""

#: One window that a small screen holds whole, with the tools on its left and the layers on its right.
_SESSION = """(session-info "toplevel"
    (factory-entry "gimp-single-image-window")
    (position 20 20)
    (size 980 690)
    (open-on-exit)
    (aux-info (left-docks-width "188") (right-docks-width "205") (maximized "no"))
    (gimp-toolbox (side left) (book (current-page 0) (dockable "gimp-tool-options")))
    (gimp-dock (side right) (book (current-page 0)
        (dockable "gimp-layer-list" (preview-size 32)) (dockable "gimp-channel-list") (dockable "gimp-vectors-list"))))
(hide-docks no)
(single-window-mode yes)
(last-tip-shown 0)
"""

_GIMP = XAppDefinition(
    name="gimp",
    category="Multimedia Editing",
    argv=("gimp", "--no-splash"),
    package="gimp libgail-common libatk-adaptor",
    wm_class="Gimp",
    ready={"role": Role.MENU_ITEM, "name": "Filters"},
    title=r"\*?(/.+\.xcf)(?:-.*)? – GIMP",
    settings={f"{_FOLDER}/gimprc": _SETTINGS, f"{_FOLDER}/sessionrc": _SESSION},
    keys={
        "window": {"role": Role.WINDOW},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
        "status": {"role": Role.STATUSBAR},
        "discard": {"role": Role.BUTTON, "name": "Discard Changes"},
        "export": {"role": Role.BUTTON, "name": "Export"},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (_GIMP,)
