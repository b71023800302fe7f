"""Xfce's programs: settings, terminal, file manager, text editor, and viewers of pictures and films."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition
from omnigym.devices.x11.settings import PREFERENCES, channel

# -- the settings of Xfce that say how the desktop looks --------------------------------------------------------------

# Style, icons, fonts.

_APPEARANCE = XAppDefinition(
    name="settings",
    category="System Management",
    argv=("xfce4-appearance-settings",),
    package="xfce4-settings",
    wm_class="Xfce4-appearance-settings",
    ready={"role": Role.TAB, "name": "Style"},
    settings=dict([channel("xsettings", PREFERENCES)]),
    services=(("xfsettingsd",),),
    keys={
        "window": {"role": Role.DIALOG, "name": "Appearance"},
        "tab": {"role": Role.TAB, "name": "{name}"},
        "entry": {"role": Role.CELL, "name": "{name}"},
        "style": {"role": Role.CELL, "name": "{name}\nGtk3, Gtk2"},
        "option": {"role": Role.CHECKBOX, "name": "{name}"},
        "choice": {"role": Role.COMBOBOX, "name": "{name}"},
        "number": {"role": Role.SPINNER},
    },
)

# -- the settings of Xfce's display: the mode of the screen -----------------------------------------------------------

_DISPLAY = XAppDefinition(
    name="display_settings",
    category="System Management",
    argv=("xfce4-display-settings",),
    package="xfce4-settings",
    wm_class="Xfce4-display-settings",
    ready={"role": Role.BUTTON, "name": "Apply"},
    services=(("xfsettingsd",),),
    keys={
        "window": {"role": Role.DIALOG, "name": "Display"},
        "tab": {"role": Role.TAB, "name": "{name}"},
        "choice": {"role": Role.COMBOBOX, "name": "{name}"},
        "button": {"role": Role.BUTTON, "name": "{name}"},
    },
)

# -- the settings of Xfce's desktop: what lies behind the windows -----------------------------------------------------

_XFDESKTOP = XAppDefinition(
    name="desktop_settings",
    category="System Management",
    argv=("xfdesktop-settings",),
    package="xfdesktop4",
    wm_class="Xfdesktop-settings",
    ready={"role": Role.TAB, "name": "Background"},
    keys={
        "window": {"role": Role.DIALOG, "name": "Desktop"},
        "tab": {"role": Role.TAB, "name": "{name}"},
        "choice": {"role": Role.COMBOBOX, "name": "{name}"},
        "option": {"role": Role.CHECKBOX, "name": "{name}"},
        "number": {"role": Role.SPINNER},
    },
)

# -- xfce4 terminal ---------------------------------------------------------------------------------------------------

# The terminal of Xfce, with ImageMagick among its commands, and a bash that greets with nothing but a prompt.

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

_XFCE4_TERMINAL = XAppDefinition(
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

# -- Thunar, the file manager of Xfce ---------------------------------------------------------------------------------

# It is in list view, since the icon view tells nothing of its files, and without its side pane, which would list the
# same names a second time.

_PREFERENCES = (
    ("last-view", "string", "ThunarDetailsView"),
    ("default-view", "string", "ThunarDetailsView"),
    ("last-location-bar", "string", "ThunarLocationEntry"),
    ("last-side-pane", "string", "void"),
    ("last-statusbar-visible", "bool", "false"),
    ("last-window-width", "int", "760"),
    ("last-window-height", "int", "520"),
    ("misc-full-path-in-window-title", "bool", "true"),
    ("misc-window-title-style", "string", "THUNAR_WINDOW_TITLE_STYLE_FULL_PATH_WITH_THUNAR_SUFFIX"),
    ("misc-thumbnail-mode", "string", "THUNAR_THUMBNAIL_MODE_NEVER"),
    ("misc-volume-management", "bool", "false"),
    ("misc-single-click", "bool", "false"),
    ("misc-show-delete-action", "bool", "true"),
    ("misc-confirm-close-multiple-tabs", "bool", "false"),
    ("misc-exec-shell-scripts-by-default", "bool", "false"),
)

_THUNAR = XAppDefinition(
    name="file_manager",
    category="System Management",
    argv=("thunar",),
    package="thunar",
    wm_class="Thunar",
    ready={"name": "Details view"},
    title=r"([~/].*) - Thunar",
    lists_folder=True,
    settings=dict([channel("thunar", _PREFERENCES)]),
    keys={
        "window": {"role": Role.WINDOW},
        "item": {"role": Role.CELL, "name": "{name}"},
        "view": {"role": Role.TABLE},
        "address": {"role": Role.TEXT_FIELD},
        "delete_confirm": {"role": Role.BUTTON, "name": "Delete"},
        "dialog": {"states": State.MODAL},
    },
)

# -- Mousepad, the text editor of Xfce --------------------------------------------------------------------------------

_MOUSEPAD_SETTINGS = """[org/xfce/mousepad/preferences/window]
path-in-title=true
opening-mode='window'
statusbar-visible=false
remember-size=true
remember-position=false
remember-state=false

[org/xfce/mousepad/state/window]
width=uint32 720
height=uint32 520

[org/xfce/mousepad/preferences/file]
session-restore='never'
monitor-changes=false

[org/xfce/mousepad/preferences/view]
word-wrap=true
"""

_MOUSEPAD = XAppDefinition(
    name="text_editor",
    category="Note Management",
    argv=("mousepad",),
    package="mousepad",
    wm_class="Mousepad",
    ready={"role": Role.TEXT_AREA, "states": State.EDITABLE},
    title=r"\*?([~/].*) - Mousepad",
    settings={".config/glib-2.0/settings/keyfile": _MOUSEPAD_SETTINGS},
    keys={
        "window": {"role": Role.WINDOW},
        "text": {"role": Role.TEXT_AREA},
        "dialog": {"states": State.MODAL},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
        "discard": {"role": Role.BUTTON, "name": "Don't Save"},
        "save_changes": {"role": Role.BUTTON, "name": "Save"},
    },
)

# -- Ristretto, the picture viewer of Xfce ----------------------------------------------------------------------------

_RISTRETTO_PREFERENCES = (
    ("desktop/type", "string", "xfce"),
    ("window/width", "int", "680"),
    ("window/height", "int", "520"),
    ("window/thumbnails/show", "bool", "false"),
    ("errors/missing-thumbnailer", "bool", "false"),
)

_RISTRETTO = XAppDefinition(
    name="image_viewer",
    category="Multimedia Editing",
    argv=("ristretto",),
    package="ristretto",
    wm_class="Ristretto",
    ready={"role": Role.STATUSBAR},
    title=r"(.+) - Image Viewer.*",
    settings=dict([channel("ristretto", _RISTRETTO_PREFERENCES)]),
    keys={
        "window": {"role": Role.WINDOW},
        "dialog": {"states": State.MODAL},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
        "delete_confirm": {"role": Role.BUTTON, "name": "OK"},
        "wallpaper_confirm": {"role": Role.BUTTON, "name": "OK"},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
    },
)

# -- Parole, the media player of Xfce ---------------------------------------------------------------------------------

#: Its buttons stay: they would hide four seconds after the pointer stood still, of an agent that thinks for longer.
_PAROLE_SETTINGS = channel("parole", (("hide-controls-timeout", "int", "0"),))

_PAROLE = XAppDefinition(
    name="media_player",
    category="Multimedia Playback",
    argv=("parole",),
    package="parole",
    wm_class="Parole",
    ready={"role": Role.MENU_ITEM, "name": "Media"},
    title=r"(.+\.\w+)(?: - Parole.*)?",
    settings=dict([_PAROLE_SETTINGS]),
    keys={
        "window": {"role": Role.WINDOW},
        "pause": {"role": Role.BUTTON, "name": "Pause"},
        "dialog": {"states": State.MODAL},
    },
)

APPS = (
    _APPEARANCE,
    _DISPLAY,
    _MOUSEPAD,
    _PAROLE,
    _RISTRETTO,
    _THUNAR,
    _XFCE4_TERMINAL,
    _XFDESKTOP,
)
