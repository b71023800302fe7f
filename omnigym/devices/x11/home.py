"""The fresh home of an episode: the usual folders, and settings that make applications quiet and repeatable.

No caret blinks and nothing is animated (a screen that never rests cannot be waited for), no dialog of a first run
comes up, and titles show full paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["DOUBLE_CLICK_MS", "FOLDERS", "HOME", "furnish"]

#: The home as definitions of applications write it.
HOME = "/home/user"

#: The user's folders, as on the simulated desktop.
FOLDERS = ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos")

#: Within how many milliseconds two clicks are a double click: time enough for those of one action, even if the
#: server is held up between them on a busy machine, and no more, since clicks of two actions are kept apart by it.
DOUBLE_CLICK_MS = 100

_GTK3 = f"""[Settings]
gtk-theme-name=Adwaita
gtk-icon-theme-name=Adwaita
gtk-font-name=DejaVu Sans 10
gtk-cursor-blink=0
gtk-enable-animations=0
gtk-double-click-time={DOUBLE_CLICK_MS}
gtk-enable-event-sounds=0
gtk-recent-files-enabled=0
gtk-dialogs-use-header=0
gtk-primary-button-warps-slider=0
gtk-xft-antialias=1
gtk-xft-hinting=1
gtk-xft-hintstyle=hintslight
gtk-xft-rgba=none
"""

#: GIMP's toolkit, which has neither accessibility nor a bridge to it but by these modules.
_GTK2 = f"""gtk-modules = "gail:atk-bridge"
gtk-font-name = "DejaVu Sans 10"
gtk-cursor-blink = 0
gtk-enable-animations = 0
gtk-double-click-time = {DOUBLE_CLICK_MS}
gtk-enable-event-sounds = 0
gtk-recent-files-limit = 0
"""

_OPENBOX = f"""<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse><raiseOnFocus>no</raiseOnFocus></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <theme>
    <name>Clearlooks</name><titleLayout>LIMC</titleLayout><keepBorder>yes</keepBorder><animateIconify>no</animateIconify>
    <font place="ActiveWindow"><name>DejaVu Sans</name><size>9</size></font>
    <font place="InactiveWindow"><name>DejaVu Sans</name><size>9</size></font>
  </theme>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <resize><popupShow>Never</popupShow></resize>
  <keyboard>
    <keybind key="A-F4"><action name="Close"/></keybind>
    <keybind key="A-Tab"><action name="NextWindow"><finalactions>
      <action name="Focus"/><action name="Raise"/><action name="Unshade"/></finalactions></action></keybind>
    <keybind key="W-d"><action name="ToggleShowDesktop"/></keybind>
    <keybind key="W-Up"><action name="Maximize"/></keybind>
    <keybind key="W-Down"><action name="If"><maximized>yes</maximized>
      <then><action name="Unmaximize"/></then><else><action name="Iconify"/></else></action></keybind>
  </keyboard>
  <mouse>
    <dragThreshold>4</dragThreshold><doubleClickTime>{DOUBLE_CLICK_MS}</doubleClickTime>
    <context name="Titlebar">
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
      <mousebind button="Left" action="DoubleClick"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Titlebar Top Right Bottom Left TLCorner TRCorner BRCorner BLCorner">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
    <context name="Top Right Bottom Left TLCorner TRCorner BRCorner BLCorner">
      <mousebind button="Left" action="Drag"><action name="Resize"/></mousebind>
    </context>
    <context name="Client">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Middle" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Right" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
    <context name="Close"><mousebind button="Left" action="Click"><action name="Close"/></mousebind></context>
    <context name="Iconify"><mousebind button="Left" action="Click"><action name="Iconify"/></mousebind></context>
    <context name="Maximize">
      <mousebind button="Left" action="Click"><action name="ToggleMaximize"/></mousebind>
    </context>
  </mouse>
</openbox_config>
"""

_USER_DIRS = "".join(
    f'XDG_{kind}_DIR="$HOME/{folder}"\n'
    for kind, folder in zip(("DESKTOP", "DOCUMENTS", "DOWNLOAD", "MUSIC", "PICTURES", "VIDEOS"), FOLDERS, strict=True)
)

#: Settings of GTK itself; applications add theirs to the same file.
_GSETTINGS = """[org/gtk/settings/file-chooser]
window-size=(700, 480)
show-size-column=false
show-type-column=false
sort-directories-first=true
startup-mode='cwd'

"""

_COMMON: Mapping[str, str] = {
    ".config/glib-2.0/settings/keyfile": _GSETTINGS,
    ".config/gtk-3.0/settings.ini": _GTK3,
    ".gtkrc-2.0": _GTK2,
    ".config/openbox/rc.xml": _OPENBOX,
    ".config/user-dirs.dirs": _USER_DIRS,
    ".config/user-dirs.locale": "C",
}


def furnish(home: Path, settings: Iterable[tuple[str, str]], native: str = HOME) -> None:
    """Make the folders and write the settings files.

    Args:
        home: The empty home, on the host.
        settings: The applications' own: path in the home, and content, which is added to what others wrote there.
        native: The home as the desktop's user writes it, which takes the place of `HOME` in the content.
    """
    for folder in FOLDERS:
        (home / folder).mkdir()
    for path, content in (*_COMMON.items(), *settings):
        target = home / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("a", encoding="utf-8") as f:
            f.write(content.replace(HOME, native))
