"""Names of keys, as X keysyms, PyAutoGUI, the DOM, Android and models spell them, in one table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

from omnigym.actions import KEYS, MODIFIERS, Key, Modifier, Press
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["chord", "key_name", "presses", "stroke"]

#: omnigym's name -> other names, in small letters without spaces, underscores and hyphens.
_OTHERS: Final[Mapping[str, str]] = {
    "enter": "return ret kpenter numpadenter numenter linefeed",
    "escape": "esc",
    "backspace": "bksp bs backspc",
    "delete": "del kpdelete forwarddelete forwarddel",
    "insert": "ins kpinsert",
    "space": "spacebar kpspace",
    "tab": "kptab isolefttab",
    "up": "arrowup uparrow kpup dpadup",
    "down": "arrowdown downarrow kpdown dpaddown",
    "left": "arrowleft leftarrow kpleft dpadleft",
    "right": "arrowright rightarrow kpright dpadright",
    "home": "kphome gohome",
    "end": "kpend",
    "pageup": "pgup prior kpprior kppageup pgu",
    "pagedown": "pgdn pgdown next kpnext kppagedown pgd",
    "ctrl": "control ctl controlleft controlright ctrlleft ctrlright controll controlr ctrll ctrlr"
    " leftctrl rightctrl leftcontrol rightcontrol lctrl rctrl lcontrol rcontrol",
    "shift": "shiftleft shiftright shiftl shiftr leftshift rightshift lshift rshift",
    "alt": "altleft altright altl altr leftalt rightalt lalt ralt option opt optionleft optionright altgr"
    " altgraph isolevel3shift",
    "meta": "win winleft winright lwin rwin leftwin rightwin windows windowskey winkey super superl superr cmd"
    " command commandleft commandright leftcommand rightcommand metaleft metaright metal metar os osleft osright"
    " leftmeta rightmeta hyper hyperl hyperr",
    "menu": "apps contextmenu applications appskey application",
    "capslock": "capital caps",
    "printscreen": "prtsc prntscrn prtscr printscr print prtscn prntscr snapshot sysrq",
    "back": "goback browserback xf86back",
    "recents": "appswitch recentapps overview multitask",
    "power": "poweroff xf86poweroff",
    "volumeup": "audiovolumeup volup xf86audioraisevolume",
    "volumedown": "audiovolumedown voldown xf86audiolowervolume",
    "`": "grave backquote backtick quoteleft",
    "-": "minus hyphen dash kpsubtract subtract numpadsubtract",
    "=": "equal equals kpequal numpadequal",
    "[": "bracketleft leftbracket openbracket",
    "]": "bracketright rightbracket closebracket",
    "\\": "backslash",
    ";": "semicolon",
    "'": "apostrophe quote quoteright singlequote",
    ",": "comma kpseparator separator",
    ".": "period dot fullstop kpdecimal decimal numpaddecimal",
    "/": "slash kpdivide divide numpaddivide forwardslash",
    # what is written with Shift
    "+": "plus kpadd add numpadadd",
    "*": "asterisk star kpmultiply multiply numpadmultiply",
    "_": "underscore",
    "?": "question questionmark",
    "!": "exclam exclamation exclamationmark",
    "@": "at atsign",
    "#": "numbersign hash pound",
    "$": "dollar",
    "%": "percent",
    "^": "asciicircum caret circumflex",
    "&": "ampersand",
    "(": "parenleft leftparen openparen",
    ")": "parenright rightparen closeparen",
    ":": "colon",
    '"': "quotedbl doublequote",
    "<": "less lessthan",
    ">": "greater greaterthan",
    "{": "braceleft leftbrace openbrace",
    "}": "braceright rightbrace closebrace",
    "|": "bar pipe verticalbar",
    "~": "asciitilde tilde",
}
_SHIFTED: Final = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
#: Every name in small letters -> omnigym's, or the character that Shift writes.
_NAMES: Final[Mapping[str, str]] = {
    **{key: key for key in KEYS},
    **{key: key for key in _SHIFTED},
    **{other: key for key, others in _OTHERS.items() for other in others.split()},
    **{f"{kind}{n}": str(n) for kind in ("num", "kp", "numpad", "digit", "key") for n in range(10)},
    **{f"key{letter}": letter for letter in _LETTERS},
    "\n": "enter",
    "\r": "enter",
    "\t": "tab",
    " ": "space",
    "\b": "backspace",
    "\x1b": "escape",
    "\x7f": "delete",
}
#: Android's codes that mean other keys than their names would (`KEYCODE_DEL` rubs out to the left).
_KEYCODES: Final[Mapping[str, str]] = {"del": "backspace", "escape": "escape", "dpadcenter": "enter"}
_JOINTS: Final = re.compile(r"(?<=\w)[\s_-]+(?=\w)|_+")
_SUFFIX: Final = re.compile(r"(?<=\w)key$")
#: Characters of the names of keys, and presses of one text.
_LONGEST: Final = 200
_MOST: Final = 16
_MOST_AT_ONCE: Final = 8


def _meant(name: str) -> str:
    """omnigym's name of a key, or the character that Shift writes.

    Raises:
        ActionError: There is no such key.
    """
    low = name.lower()
    if low in _NAMES:
        return _NAMES[low]
    joined = _JOINTS.sub("", low[:_LONGEST])
    if joined.startswith("keycode"):
        joined = joined.removeprefix("keycode")
        joined = _KEYCODES.get(joined, joined)
    found = _NAMES.get(joined) or _NAMES.get(_SUFFIX.sub("", joined))
    if found is None:
        raise ActionError(
            f"There is no key {show_value(name)}: expected a name such as 'enter', 'f5' or a single character."
        )
    return found


def key_name(name: str) -> Key:
    """Return omnigym's name of a key.

    Raises:
        ActionError: There is no such key, or it writes this only with Shift.

    >>> key_name("PgDn"), key_name("winleft"), key_name("KP_Enter"), key_name("ArrowDown"), key_name("A")
    ('pagedown', 'meta', 'enter', 'down', 'a')
    """
    key = _meant(name)
    if key in _SHIFTED:
        raise ActionError(f"There is no key {show_value(name)}: it is {_SHIFTED[key]!r} with shift.")
    return key


def stroke(name: str) -> Press:
    """Return one press of a key by name or character; upper case and shifted characters hold Shift.

    >>> stroke("?")
    Press(key='/', modifiers=('shift',), count=1)
    >>> stroke("plus") == stroke("+")
    True
    """
    key = _meant(name)
    if key in _SHIFTED:
        return Press(_SHIFTED[key], ("shift",))
    upper = len(name) == 1 and name.isupper()
    return Press(key, ("shift",) if upper or _JOINTS.sub("", name.lower()) == "isolefttab" else ())


def chord(names: Sequence[str]) -> Press:
    """Return the press of several keys at once: modifiers, then one other key (or a last modifier alone).

    Raises:
        ActionError: A key is unknown, or two of them are no modifiers.

    >>> chord(["ctrl", "shift", "esc"])
    Press(key='escape', modifiers=('ctrl', 'shift'), count=1)
    """
    if not names:
        raise ActionError("A key combination needs at least one key.")
    *held, last = names
    keys = [_meant(n) for n in held]
    wrong = [k for k in keys if k not in MODIFIERS]
    if wrong:
        raise ActionError(f"Only {', '.join(MODIFIERS)} can be held, got {'+'.join(names)}. Press the keys one by one.")
    press = stroke(last) if len(last) > 1 or not last.isupper() else Press(key_name(last))
    modifiers = dict.fromkeys([*keys, *press.modifiers])
    return Press(press.key, cast(tuple[Modifier, ...], tuple(modifiers)))


def presses(value: object) -> tuple[Press, ...]:
    """The presses that a text or a list of names says.

    A text says combinations by ``+`` or ``-``, and one after another by spaces; modifiers before a space are held with
    the key that follows. A list says keys at once; if one of its items is a combination, one after another.

    Raises:
        ActionError: There are no such keys.

    >>> [press.key for press in presses("Tab Tab Return")], presses("ctrl-c") == presses(["ctrl", "c"])
    (['tab', 'tab', 'enter'], True)
    """
    if isinstance(value, str):
        return _in_sequence(value)
    if not isinstance(value, list | tuple) or len(value) > _MOST_AT_ONCE or any(not isinstance(v, str) for v in value):
        raise ActionError(f"expected the names of at most {_MOST_AT_ONCE} keys, got {show_value(value)}")
    if len(value) == 1:
        return _in_sequence(value[0])
    if any(not _is_key(item) for item in value):
        return tuple([press for item in value for press in _in_sequence(item)])
    return (chord(value),)


def _is_key(name: str) -> bool:
    try:
        _meant(name)
    except ActionError:
        return False
    return True


def _in_sequence(text: str) -> tuple[Press, ...]:
    """Keys one after another, split by spaces."""
    if len(text) > _LONGEST:
        raise ActionError(f"the names of keys have at most {_LONGEST} characters, got {len(text):,}")
    if not text.strip() or _is_key(text):
        return (chord([text]),)
    words, found, held = text.split(), list[Press](), list[str]()
    at = 0
    while at < len(words):
        word = words[at]
        if (
            words[at + 1 : at + 2]
            and words[at + 1].isalnum()
            and _is_key("".join(words[at : at + 2]))
            and word not in "+-"
        ):
            word, at = "".join(words[at : at + 2]), at + 1  # "page down" is one key
        at += 1
        if word in ("+", "-", ",") and found + held and at < len(words):  # "ctrl + c"
            if word == "+" and found and not held and not found[-1].modifiers and found[-1].key in MODIFIERS:
                held = [found.pop().key]
            if held or word == ",":
                continue
        parts = _at_once(word.strip(",") or word)
        if parts[-1:] and all(_is_key(p) and _meant(p) in MODIFIERS for p in parts):
            held += parts
            continue
        found.append(chord([*held, *parts]))
        held = []
    if held:
        found.append(chord(held))
    if len(found) > _MOST:
        raise ActionError(f"at most {_MOST} presses can be said at once, got {len(found)}")
    return tuple(found)


def _at_once(word: str) -> list[str]:
    """The keys of a combination such as ``ctrl+c``, ``ctrl-c`` or ``ctrl++``."""
    if _is_key(word):
        return [word]
    for joint in "+-":
        if joint in word:
            head, tail = (word[:-1], [joint]) if word.endswith(joint) else (word, [])
            parts = [part for part in head.split(joint) if part]
            if all(map(_is_key, parts)):
                return [*parts, *tail]
    return [part for part in word.split("+") if part] or [word]
