"""Promises of the keyboard: every key, modifiers, text of every class of characters, layouts."""

from __future__ import annotations

import difflib
import os
import random
import subprocess
from collections.abc import Mapping
from functools import partial
from typing import Final

from omnigym.actions import KEYS, KeyDown, KeyUp, Press, Type
from omnigym.devices.conformance.promise import Figures, Promise, equal, expect
from omnigym.devices.conformance.trial import Events, NotTriedError, Trial
from omnigym.devices.protocol import HasShell

__all__ = ["PROMISES"]

#: What Tk calls the keys that have another name there.
_KEYSYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "enter": ("Return",),
    "tab": ("Tab",),
    "escape": ("Escape",),
    "backspace": ("BackSpace",),
    "delete": ("Delete",),
    "insert": ("Insert", "Help"),
    "space": ("space",),
    "up": ("Up",),
    "down": ("Down",),
    "left": ("Left",),
    "right": ("Right",),
    "home": ("Home",),
    "end": ("End",),
    "pageup": ("Prior",),
    "pagedown": ("Next",),
    "ctrl": ("Control_L", "Control_R"),
    "shift": ("Shift_L", "Shift_R"),
    "alt": ("Alt_L", "Alt_R", "Meta_L", "Option_L"),
    **{f"f{n}": (f"F{n}",) for n in range(1, 13)},
}
#: These belong to the system on some machine: a press may lock the screen, open a menu or take a picture.
_OF_SYSTEM: Final = frozenset(
    ("meta", "menu", "capslock", "printscreen", "back", "recents", "power", "volumeup", "volumedown", "f10", "f11")
)
_HELD: Final = ("ctrl", "shift", "alt")
_ASCII: Final = "".join(map(chr, range(0x20, 0x7F)))
#: The classes of characters, and a text of each.
_CLASSES: Final[Mapping[str, tuple[str, str]]] = {
    "ascii": ("each printable character of ASCII", _ASCII[1:] + " ."),
    "repeats": ("characters that follow themselves", "aabbb  11 ((( ))) <<>> ||// aAaA"),
    "latin": ("letters with accents", "äöüß ÄÖÜ éèêë çñ øåæ łőž ğış"),
    "greek": ("Greek and Cyrillic", "αβγδ Ωψ абвг ЖЯ"),
    "signs": ("currencies, quotes, dashes, arithmetic", "€ £ § ° – — “ ” ‘ ’ … × ÷ √ ∞ ≠"),
    "cjk": ("Chinese, Japanese, Korean", "日本語 かな カナ 中文 한국어"),
    "rtl": ("Hebrew and Arabic", "שלום مرحبا"),
    "combining": ("accents that combine", "e\u0301 a\u0308 n\u0303"),
    "emoji": ("emoji, also those of several characters", "😀 🎉 👍🏽 👩\u200d🚀 🇫🇷"),
    "lines": ("line breaks and tabs", "one\ntwo\n\tthree\n"),
}
_LAYOUTS: Final = {"us": "00000409", "de": "00000407", "fr": "0000040c"}
_OPEN_MENUS: Final = ("alt", "f10")
_ON_LAYOUTS: Final = _ASCII[1:] + "äéß€"
_LONG: Final = 1000
_SETTING_S: Final = 20.0
#: How often it is looked for text that comes late, and how long it is waited each time, in seconds.
_LOOKS, _LOOK_S = 20, 0.1


def _pressed(events: Events) -> list[str]:
    return [e["key"] for e in events if e["what"] == "press"]


def _keys(trial: Trial) -> Figures:
    witness = trial.witness()
    wrong, tried = [], 0
    for key in KEYS:
        if key in _OF_SYSTEM:
            continue
        tried += 1
        events = witness.after(Press(key), last=lambda found: any(e["what"] == "release" for e in found))
        names = _KEYSYMS.get(key, ())
        found = [e for e in events if e["what"] == "press"]
        told = [e["key"] if names else e["char"] for e in found if names or "Shift" not in e["key"]]
        good = told == [key] or (len(told) == 1 and told[0] in names)
        if not good:
            wrong.append(f"{key} arrives as {', '.join(map(repr, told)) or 'nothing'}")
        elif not any(e["what"] == "release" for e in events):
            wrong.append(f"{key} is not released")
        if key in _OPEN_MENUS and trial.device.platform == "windows":
            trial.device.act(Press("escape"))  # the menu of the window would have the next keys
    expect(not wrong, "; ".join(wrong))
    return {"keys": tried, "left_out": sorted(_OF_SYSTEM)}


def _modifiers(trial: Trial) -> None:
    witness = trial.witness()
    for held in (("ctrl",), ("shift",), ("alt",), ("ctrl", "shift"), ("ctrl", "alt")):
        events = witness.after(Press("k", held), last=lambda found: any(_is_k(e, "release") for e in found))
        found = [e for e in events if _is_k(e, "press")]
        expect(len(found) == 1, f"{'+'.join(held)}+k arrives {len(found)} times")
        state = sorted(s for s in found[0]["state"] if s in _HELD)
        equal(state, sorted(held), f"what is held at {'+'.join(held)}+k")
    events = witness.after(Press("k"), last=lambda found: any(_is_k(e, "release") for e in found))
    equal([e["state"] for e in events if _is_k(e, "press")], [[]], "what is held at the next key")


def _is_k(event: dict[str, object], what: str) -> bool:
    return event["what"] == what and str(event["key"]).lower() == "k"


def _held(trial: Trial) -> None:
    witness = trial.witness()
    events = witness.after(
        KeyDown("shift"), Press("a"), KeyUp("shift"), Press("a"), last=lambda found: _characters(found) == "Aa"
    )
    equal(_characters(events), "Aa", "a key with Shift held by KeyDown, and one after KeyUp")


def _repeats(trial: Trial) -> None:
    """A key that is held is one key: how often it repeats is not left to the time."""
    witness = trial.witness()
    witness.events()
    trial.device.act(KeyDown("x"))
    trial.pause(1.0)
    events = witness.events()
    events += witness.after(KeyUp("x"), last=lambda found: any(e["what"] == "release" for e in found))
    count = _pressed(events).count("x")
    equal(count, 1, "presses that a window gets of a key held for a second")


def _characters(events: Events) -> str:
    return "".join(e["char"] for e in events if e["what"] == "press" and e["char"].isprintable())


def _typed(trial: Trial, text: str) -> Figures:
    trial.editor()
    trial.device.act(Type(text))
    found = trial.text()
    for _ in range(_LOOKS):  # an editor that is slow has lost nothing
        if found.removesuffix("\n") == text.removesuffix("\n"):
            break
        trial.pause(_LOOK_S)
        found = trial.text()
    expect(found.removesuffix("\n") == text.removesuffix("\n"), difference(text, found))
    return {"characters": len(text)}


def difference(typed: str, arrived: str) -> str:
    """What became of a text, in a few words.

    >>> difference("a<b", "a>b")
    "'<' arrives as '>'"
    >>> difference("naïve", "nave")
    "'ï' is lost"
    """
    parts = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, typed, arrived, autojunk=False).get_opcodes():
        if kind == "replace":
            parts.append(f"{typed[a:b]!r} arrives as {arrived[c:d]!r}")
        elif kind == "delete":
            parts.append(f"{typed[a:b]!r} is lost")
        elif kind == "insert":
            parts.append(f"{arrived[c:d]!r} is added")
    return "; ".join(dict.fromkeys(parts))


def _long(trial: Trial) -> Figures:
    rng = random.Random(0)
    return _typed(trial, "".join(rng.choice(_ASCII) for _ in range(_LONG)))


def _laid_out(trial: Trial, layout: str) -> Figures:
    if trial.device.platform == "windows":
        return _laid_out_on_windows(trial, layout)
    if trial.device.platform != "linux" or not isinstance(trial.device, HasShell):
        raise NotTriedError("nobody knows how layouts are changed here")
    if trial.device.name == "guest":
        raise NotTriedError("the device that the guest shows goes on, and knows the layout that it began with")
    if trial.config.BACKEND != "host":
        raise NotTriedError("the device has a layout of its own")
    before = _of_x(trial)
    # A device that runs knows the layout that it began with, and gives it back when it is closed.
    trial.renew(lambda: _set_on_x(trial, layout))
    try:
        return _typed(trial, _ON_LAYOUTS)
    finally:
        trial.renew(lambda: _set_on_x(trial, *before))


def _laid_out_on_windows(trial: Trial, layout: str) -> Figures:
    """In the doctor's own window: there, a thread has a layout of its own."""
    witness = trial.witness()
    if not witness.order("layout", name=_LAYOUTS[layout]).get("found"):
        raise NotTriedError(f"there is no layout {layout} here")
    try:
        events = witness.after(Type(_ON_LAYOUTS), last=lambda found: len(_characters(found)) >= len(_ON_LAYOUTS))
    finally:
        witness.order("layout", name=_LAYOUTS["us"])
    found = _characters(events)
    expect(found == _ON_LAYOUTS, difference(_ON_LAYOUTS, found))
    return {"characters": len(_ON_LAYOUTS)}


def _of_x(trial: Trial) -> tuple[str, str]:
    """The layout of an X server, and its variant."""
    assert isinstance(trial.device, HasShell)
    code, said, _ = trial.device.run(["setxkbmap", "-query"])
    if code:
        raise NotTriedError("there is no setxkbmap, by which layouts are changed")
    fields = dict(line.partition(":")[::2] for line in said.decode(errors="replace").splitlines())
    return fields.get("layout", "us").strip(), fields.get("variant", "").strip()


def _set_on_x(trial: Trial, layout: str, variant: str = "") -> None:
    """Change it on the display of a host."""
    display = getattr(trial.config, "display", "") or os.environ["DISPLAY"]
    words = ["setxkbmap", "-display", display, layout, *(["-variant", variant] if variant else [])]
    subprocess.run(words, timeout=_SETTING_S, check=True)


PROMISES = (
    Promise("keys.each", "every key arrives as itself, and is released", _keys),
    Promise("keys.modifiers", "a key holds its modifiers, and the next one none", _modifiers),
    Promise("keys.held", "a key that is pressed is held until it is released", _held),
    Promise("keys.repeat", "a key that is held does not repeat", _repeats),
    *(
        Promise(f"text.{name}", f"{what} arrive as they are typed", partial(_typed, text=text))
        for name, (what, text) in _CLASSES.items()
    ),
    Promise("text.long", f"of {_LONG} characters none is lost", _long),
    *(
        Promise(f"layout.{layout}", f"text is exact on the layout {layout}", partial(_laid_out, layout=layout))
        for layout in _LAYOUTS
    ),
)
