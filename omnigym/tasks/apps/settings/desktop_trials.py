"""Other right ways and wrong runs with the settings of the real desktop."""

from __future__ import annotations

from omnigym.tasks.apps._real import typed, typed_before
from omnigym.tasks.apps._variations import besides, instead

__all__: list[str] = []

_SET = "xfconf-query -n -c xsettings -p"
_BACKDROP = "xfconf-query -n -c xfce4-desktop -p /backdrop/screen0/monitorscreen/workspace0"

instead("appearance/switch", "appearance/dark-mode")
instead("appearance/font-rendering", values=("hinting", "style"))
instead("appearance/font-rendering", values=("order", "rgba"))
instead("appearance/resolution", "desktop/changing-wallpaper")
instead("desktop/wallpaper-style", values=("style", "number"))
instead("desktop/wallpaper-style", values=("gradient", "behind"))
besides("appearance/switch")
besides("appearance/resolution", "desktop/changing-wallpaper", harmless=True)

#: What sets each switch, for a shell.
_FLIP = (
    "case {setting} in buttons.images) p=/Gtk/ButtonImages;; menus.images) p=/Gtk/MenuImages;; "
    "menus.editable_accelerators) p=/Gtk/CanChangeAccels;; dialogs.header_bars) p=/Gtk/DialogsUseHeader;; "
    "sound.events) p=/Net/EnableEventSounds;; *) p=/Net/EnableInputFeedbackSounds;; esac; "
    "case {state} in on) v=true;; *) v=false;; esac; xfconf-query -n -c xsettings -p $p -t bool -s $v"
)
_DRESS = "case {mode} in dark) t=Adwaita-dark;; *) t=Adwaita;; esac; " + f"{_SET} /Net/ThemeName -t string -s $t"
typed("right", "appearance/switch", by_a_command=_FLIP)
typed("right", "appearance/dark-mode", by_commands=f"{_DRESS}; {_FLIP}")
typed_before("right", "appearance/switch", "appearance/dark-mode", after_a_look_at_files="ls -l")
typed(
    "wrong",
    "appearance/dark-mode",
    the_style_alone=_DRESS,
    the_switch_alone=_FLIP,
    with_another_font=f"{_DRESS}; {_FLIP}; {_SET} /Gtk/FontName -t string -s 'DejaVu Serif 10'",
)
typed(
    "wrong",
    "appearance/switch",
    with_another_font=f"{_FLIP}; {_SET} /Gtk/FontName -t string -s 'DejaVu Serif 10'",
    with_another_style=f"{_FLIP}; {_SET} /Net/ThemeName -t string -s Adwaita-dark",
)
typed("right", "appearance/resolution", by_a_command=f"{_SET} /Xft/DPI -t int -s {{dpi}}")
typed(
    "wrong",
    "appearance/resolution",
    the_font_larger=f"{_SET} /Gtk/FontName -t string -s 'DejaVu Sans 14'",
    with_another_font=f"{_SET} /Xft/DPI -t int -s {{dpi}}; {_SET} /Gtk/FontName -t string -s 'DejaVu Serif 10'",
)
typed(
    "right",
    "appearance/font-rendering",
    by_commands=f"{_SET} /Xft/HintStyle -t string -s {{style}}; {_SET} /Xft/RGBA -t string -s {{rgba}}",
    the_other_one_first=f"{_SET} /Xft/RGBA -t string -s {{rgba}}; {_SET} /Xft/HintStyle -t string -s {{style}}",
)
typed(
    "wrong",
    "appearance/font-rendering",
    with_another_theme=f"{_SET} /Xft/RGBA -t string -s {{rgba}}; {_SET} /Xft/HintStyle -t string -s {{style}}; "
    f"{_SET} /Net/ThemeName -t string -s Adwaita-dark",
)
typed(
    "right",
    "desktop/changing-wallpaper",
    by_commands=f"{_BACKDROP}/backdrop-cycle-enable -t bool -s true; "
    f"{_BACKDROP}/backdrop-cycle-timer -t int -s {{minutes}}",
)
typed(
    "wrong",
    "desktop/changing-wallpaper",
    not_switched_on=f"{_BACKDROP}/backdrop-cycle-timer -t int -s {{minutes}}",
    with_another_style=f"{_BACKDROP}/backdrop-cycle-enable -t bool -s true; {_BACKDROP}/image-style -t int -s 2; "
    f"{_BACKDROP}/backdrop-cycle-timer -t int -s {{minutes}}",
)
typed(
    "right",
    "desktop/wallpaper-style",
    by_commands=f"{_BACKDROP}/image-style -t int -s {{number}}; {_BACKDROP}/color-style -t int -s {{behind}}",
    the_other_one_first=f"{_BACKDROP}/color-style -t int -s {{behind}}; {_BACKDROP}/image-style -t int -s {{number}}",
)
typed("wrong", "desktop/wallpaper-style", half_of_it=f"{_BACKDROP}/image-style -t int -s {{number}}")
