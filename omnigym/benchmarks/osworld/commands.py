"""Commands in OSWorld's task files. Scripts of pyautogui in them are read, and never run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from omnigym.actions import Action, Drag, Invalid, Wait
from omnigym.benchmarks.osworld.programs import DRIVE, base
from omnigym.codecs.pyautogui import PyAutoGUICodec
from omnigym.foreign.limits import MAX_SOURCE

__all__ = ["SCREEN", "Command", "Script", "fill_placeholders", "own_bus", "read_command", "read_script", "script_in"]

#: The authors' screen, in whose pixels scripts are written.
SCREEN = (1920, 1080)
_PLACEHOLDERS = {
    "{CLIENT_PASSWORD}": "password",
    "{SCREEN_WIDTH_HALF}": str(SCREEN[0] // 2),
    "{SCREEN_HEIGHT_HALF}": str(SCREEN[1] // 2),
    "{SCREEN_WIDTH}": str(SCREEN[0]),
    "{SCREEN_HEIGHT}": str(SCREEN[1]),
}
_PYTHONS = frozenset({"python", "python3", "py"})
_SCRIPT = "pyautogui"
#: A statement that only waits for what settling does, or imports what does.
_IDLE = re.compile(r"import [\w, ]+|from time import sleep|(?:time\.)?sleep\([\d. ]*\)|")
_BUS = re.compile(r"\s*export DBUS_SESSION_BUS_ADDRESS=\S+\s*(?:\n|;|&&)\s*")
_VARIABLE = re.compile(r"\w+=\S*")
#: What a shell makes something else of, within a word.
_EXPANDED = re.compile(r"[$`*?~{}\n]")
_OPERATORS = frozenset("();<>|&")
_QUOTES = ("'", '"')
_CENTRE = (0.5, 0.5)


def fill_placeholders(text: str) -> str:
    """A text with the placeholders of task files filled.

    >>> fill_placeholders("import pyautogui; pyautogui.click({SCREEN_WIDTH_HALF}, {SCREEN_HEIGHT_HALF})")
    'import pyautogui; pyautogui.click(960, 540)'
    """
    if "{" in text:
        for name, value in _PLACEHOLDERS.items():
            text = text.replace(name, value)
    return text


def own_bus(line: str) -> str:
    """A line of a shell that keeps to the message bus of the desktop that it runs on."""
    return _BUS.sub("", line)


class Command(NamedTuple):
    """A command.

    Attributes:
        argv: The words that are run.
        plain: Its words, if it is one program with its arguments; none for more than that.
        background: Whether it goes on running.
    """

    argv: tuple[str, ...]
    plain: tuple[str, ...]
    background: bool = False

    @property
    def text(self) -> str:
        """All of it, for looking into."""
        return " ".join(self.argv)


def read_command(given: object, *, shell: bool = False, executable: str = "") -> Command | None:
    """A command of a file; None for another value, or one that is too long.

    Args:
        given: A line or a list of words.
        shell: Whether a shell reads the line.
        executable: The shell, if it is another one.
    """
    words = [given] if isinstance(given, str) else given
    if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
        return None
    if sum(map(len, words)) > MAX_SOURCE or not words[0].strip():
        return None
    words = [fill_placeholders(w) for w in words]
    if isinstance(given, str) and not shell:
        return _of_words(_split(words[0]) or [words[0]])
    if not shell:
        return _of_words(words)
    line = own_bus(words[0])
    return _of_line(line, (executable or "sh", "-c", line, *words[1:]))


def _of_words(words: list[str]) -> Command:
    """A command without a shell; one that only calls a shell with a line is looked into."""
    if len(words) == 3 and base(words[0]) in ("sh", "bash", "dash") and words[1] == "-c":
        line = own_bus(words[2])
        return _of_line(line, (words[0], "-c", line))
    words = ["/home/user/" + w[2:] if w.startswith("~/") else w for w in words]
    return Command(tuple(words), _bare(words))


def _of_line(line: str, argv: tuple[str, ...]) -> Command:
    plain = line.strip()
    background = plain.endswith("&") and not plain.endswith("&&")
    words = _split(plain)
    return Command(argv, _bare(words if script_in(words) else _plain_words(plain.rstrip("& "))), background)


def _plain_words(line: str) -> list[str]:
    """The words of a line that is one program with its arguments; none where a shell has more to do."""
    if DRIVE.search(line):
        return [] if any(set(w) & _OPERATORS and len(w) < 3 for w in _split(line)) else _split(line)
    reader = shlex.shlex(line, posix=True, punctuation_chars=True)
    reader.whitespace_split = True
    reader.commenters = ""
    try:
        words = list(reader)
    except ValueError:
        return []
    return [] if any((w and set(w) <= _OPERATORS) or _EXPANDED.search(w) for w in words) else words


def _split(line: str) -> list[str]:
    """The words of a line; none where quotes do not match. Backslashes of Windows' paths are no escapes."""
    windows = DRIVE.search(line) is not None
    try:
        words = shlex.split(line, posix=not windows)
    except ValueError:
        return []
    return [w[1:-1] if w[:1] in _QUOTES and w[-1:] == w[:1] and len(w) > 1 else w for w in words] if windows else words


def _bare(words: Sequence[str]) -> tuple[str, ...]:
    """The words from the program on, without variables and the programs that only start another one."""
    rest = list(words)
    while rest:
        name = base(rest[0])
        if _VARIABLE.fullmatch(rest[0]) or name in ("env", "nohup", "setsid"):
            rest = rest[1:]
        elif name in ("snap", "flatpak") and rest[1:2] == ["run"]:
            rest = [*_without_options(rest[2:])]
        elif rest[0].lower() == "start" and len(rest) > 1:
            rest = rest[1:]
        elif name == "cmd" and len(rest) > 3 and [w.lower() for w in rest[1:3]] == ["/c", "start"]:
            rest = rest[3:]
        elif name == "cmd" and len(rest) == 3 and rest[2].lower().startswith("start "):
            rest = _split(rest[2].replace("\\", "/"))[1:]
        else:
            break
    return tuple(rest)


def _without_options(words: list[str]) -> list[str]:
    at = next((n for n, word in enumerate(words) if not word.startswith("-")), len(words))
    return words[at:]


def script_in(words: Sequence[str]) -> str:
    """The script of pyautogui that a command runs, or waits in Python; "" for none."""
    if len(words) == 3 and base(words[0]) in _PYTHONS and words[1] == "-c":
        script = words[2]
        return script if _SCRIPT in script or (script.strip() and _is_idle(script)) else ""
    return ""


def _is_idle(script: str) -> bool:
    return all(_IDLE.fullmatch(part.strip()) for part in re.split(r"[;\n]", script))


class Script(NamedTuple):
    """A script that was read.

    Attributes:
        actions: Its actions, without waits.
        problem: Why it cannot be read, or "".
        pixels: Whether it points to a place of the screen other than its middle.
    """

    actions: tuple[Action, ...]
    problem: str = ""
    pixels: bool = False


def read_script(script: str) -> Script:
    """Read a script of pyautogui; nothing of it is run.

    >>> read_script("import pyautogui; import time; pyautogui.hotkey('ctrl', 's'); time.sleep(0.5);").actions
    (Press(key='s', modifiers=('ctrl',), count=1),)
    """
    if _is_idle(script):
        return Script(())
    script = script.rstrip("; \n")  # an empty statement at the end is no Python
    found = PyAutoGUICodec(SCREEN).decode(script)
    wrong = next((a for a in found if isinstance(a, Invalid)), None)
    if wrong is not None:
        return Script((), wrong.reason)
    actions = tuple(a for a in found if not isinstance(a, Wait))
    places = [p for a in actions for p in (getattr(a, "at", None), a.to if isinstance(a, Drag) else None) if p]
    return Script(actions, pixels=any(_away(p) for p in places))


def _away(place: tuple[float, float]) -> bool:
    return max(abs(place[0] - _CENTRE[0]), abs(place[1] - _CENTRE[1])) > 0.01
