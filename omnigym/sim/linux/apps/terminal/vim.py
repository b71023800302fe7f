"""A small vim: what its keys do to a text."""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.foreign.limits import EDITED_BYTES
from omnigym.sim.patterns import Allowance, Found, OverspentError, PatternError, pattern_of
from omnigym.sim.work_budget import SpentError, charge

__all__ = ["Vim", "opened", "press", "type_into"]

#: Steps that can be undone; lines, letters of a line that is written, letters of all.
_MOST_UNDO, _MOST_LINES, _MOST_LETTERS, _MOST = 50, 5000, 10_000, EDITED_BYTES
#: Units of work of a key; lines that are copied, letters of a line that are, and letters that are searched in one.
_KEY, _COPIED, _WRITTEN, _SOUGHT = 10, 8, 16, 32
_NO_MEMORY = "E342: Out of memory!  (allocating {} bytes)"
_WORD = re.compile(r"\w+|[^\w\s]+")


class Vim(NamedTuple):
    """The editor.

    Attributes:
        name: The file as it was given, or "".
        lines: The text.
        row, column: The cursor.
        mode: "normal", "insert", or "command" while a line behind ":", "/" or "?" is written.
        typed: That line, with its sign.
        pending: The beginning of a command that is not complete, such as "d" or "2d".
        message: What the last line says.
        saved: The text as it was read or written last.
        kept: What was deleted or copied last, and whether that is whole lines.
        undone, redone: Texts with their cursors, the latest last.
        wanted: What was searched for last.
        top: The first line that is shown.
        asks: What the editor wants: "" nothing, "write", "quit" or "write quit"; and to what file.
        target: The file that is to be written, where it is another.
    """

    name: str = ""
    lines: tuple[str, ...] = ("",)
    row: int = 0
    column: int = 0
    mode: str = "normal"
    typed: str = ""
    pending: str = ""
    message: str = ""
    saved: tuple[str, ...] = ("",)
    kept: tuple[tuple[str, ...], bool] = ((), True)
    undone: tuple[tuple[tuple[str, ...], int, int], ...] = ()
    redone: tuple[tuple[tuple[str, ...], int, int], ...] = ()
    wanted: str = ""
    top: int = 0
    asks: str = ""
    target: str = ""


class _NoRoomError(Exception):
    """The text would be larger than what is edited."""


def opened(name: str, content: bytes | None) -> Vim:
    """The editor on a file; None is one that is not there yet.

    Of one that is too large nothing is read, and it has no name by which it could be overwritten.
    """
    if content is None:
        return Vim(name, message=f'"{name}" [New]' if name else "")
    if len(content) > _MOST or content.count(b"\n") > _MOST_LINES:
        return Vim(message=_NO_MEMORY.format(len(content)))
    text = content.decode("utf-8", "replace")
    lines = tuple(text.removesuffix("\n").split("\n"))
    return Vim(name, lines, saved=lines, message=f'"{name}" {len(lines)}L, {len(content)}B')


def type_into(vim: Vim, text: str) -> Vim:
    """The editor after text was typed, as much of it as an action may do."""
    try:
        for letter in text:
            vim = press(vim, letter)
            if vim.asks:
                return vim
    except SpentError:
        pass  # what comes behind is lost, as with a full keyboard buffer
    return vim


def press(vim: Vim, key: str) -> Vim:
    """The editor after a key: a character, or the name of another key, such as "escape" or "ctrl+r".

    Raises:
        SpentError: That is more work than an action may do.
    """
    charge(_KEY + len(vim.lines) // _COPIED + len(vim.lines[vim.row]) // _WRITTEN)
    if vim.mode == "insert":
        return _in_range(_insert(vim, key))
    if vim.mode == "command":
        return _in_range(_command_line(vim, key))
    return _in_range(_normal(vim, key))


def _in_range(vim: Vim) -> Vim:
    lines = vim.lines or ("",)
    row = min(max(vim.row, 0), len(lines) - 1)
    last = len(lines[row]) if vim.mode == "insert" else max(0, len(lines[row]) - 1)
    return vim._replace(lines=lines, row=row, column=min(max(vim.column, 0), last))


def _remembered(vim: Vim) -> Vim:
    return vim._replace(undone=(*vim.undone, (vim.lines, vim.row, vim.column))[-_MOST_UNDO:], redone=())


def _with_line(vim: Vim, line: str, column: int) -> Vim:
    return vim._replace(lines=(*vim.lines[: vim.row], line, *vim.lines[vim.row + 1 :]), column=column)


# -- insert ---------------------------------------------------------------------------------------------------------


_MOVES = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def _insert(vim: Vim, key: str) -> Vim:
    line, at = vim.lines[vim.row], vim.column
    if key in ("escape", "ctrl+c", "ctrl+["):
        return vim._replace(mode="normal", column=at - 1, message="")
    if key in _MOVES:
        down, across = _MOVES[key]
        return vim._replace(row=vim.row + down, column=at + across)
    if key in ("home", "end"):
        return vim._replace(column=0 if key == "home" else len(line))
    if key == "enter":
        if len(vim.lines) >= _MOST_LINES:
            return vim
        lines = (*vim.lines[: vim.row], line[:at], line[at:], *vim.lines[vim.row + 1 :])
        return vim._replace(lines=lines, row=vim.row + 1, column=0)
    if key == "backspace":
        if at:
            return _with_line(vim, line[: at - 1] + line[at:], at - 1)
        if not vim.row:
            return vim
        above = vim.lines[vim.row - 1]
        lines = (*vim.lines[: vim.row - 1], above + line, *vim.lines[vim.row + 1 :])
        return vim._replace(lines=lines, row=vim.row - 1, column=len(above))
    if key == "delete":
        return _with_line(vim, line[:at] + line[at + 1 :], at)
    letter = {"tab": "\t", "space": " "}.get(key, key)
    if len(letter) != 1 or len(line) >= _MOST_LETTERS:
        return vim
    return _with_line(vim, line[:at] + letter + line[at:], at + 1)


# -- the last line ----------------------------------------------------------------------------------------------------


def _command_line(vim: Vim, key: str) -> Vim:
    if key in ("escape", "ctrl+c"):
        return vim._replace(mode="normal", typed="", message="")
    if key == "backspace":
        typed = vim.typed[:-1]
        return vim._replace(typed=typed, mode="command" if typed else "normal")
    if key == "enter":
        return _entered(vim)
    letter = {"space": " "}.get(key, key)
    return vim._replace(typed=vim.typed + letter) if len(letter) == 1 and len(vim.typed) < 500 else vim


def _entered(vim: Vim) -> Vim:
    line, vim = vim.typed, vim._replace(mode="normal", typed="", message="")
    if line[0] in "/?":
        return _found(vim._replace(wanted=line[1:] or vim.wanted), back=line[0] == "?")
    return _done(vim, line[1:].strip())


def _done(vim: Vim, line: str) -> Vim:
    """A command behind the colon."""
    name, _, rest = line.partition(" ")
    force, name = name.endswith("!"), name.removesuffix("!")
    target = rest.strip()
    if line.isdecimal():
        return vim._replace(row=int(line[:9]) - 1, column=0)
    if line == "$":
        return vim._replace(row=len(vim.lines) - 1)
    if name in ("w", "write", "wq", "x", "wa", "wqa", "xa", "exit"):
        if not (target or vim.name):
            return vim._replace(message="E32: No file name")
        quits = name not in ("w", "write", "wa")
        return vim._replace(asks="write quit" if quits else "write", target=target or vim.name)
    if name in ("q", "quit", "qa", "qall"):
        if vim.lines != vim.saved and not force:
            return vim._replace(message="E37: No write since last change (add ! to override)")
        return vim._replace(asks="quit")
    if name in ("d", "delete"):
        return _normal(_normal(vim, "d"), "d")
    found = re.fullmatch(r"(%?)s/((?:[^/\\]|\\.)*)/((?:[^/\\]|\\.)*)(?:/([gi]*))?", line)
    if found is not None:
        return _substituted(vim, *[part or "" for part in found.groups()])
    if name in ("set", "syntax", "noh", "nohlsearch", "e", "edit", ""):
        return vim
    return vim._replace(message=f"E492: Not an editor command: {line}")


def _substituted(vim: Vim, whole: str, old: str, new: str, flags: str) -> Vim:
    plain = re.sub(r"\\(.)", r"\1", new)
    rows = range(len(vim.lines)) if whole else range(vim.row, vim.row + 1)
    lines = list(vim.lines)
    allowance, room = Allowance(), _MOST - sum(map(len, lines))

    def spend(work: int) -> None:
        allowance(work)
        charge(work)

    def filled(found: Found) -> str:
        nonlocal room
        room -= len(plain) - (found.end - found.start)
        spend(1 + len(plain) // _WRITTEN)
        if room < 0:
            raise _NoRoomError
        return plain

    try:
        wanted = pattern_of(old, "i" not in flags)
        for row in rows:
            lines[row], _ = wanted.replaced(lines[row], filled, spend, every="g" in flags)
    except _NoRoomError:
        return vim._replace(message=_NO_MEMORY.format(_MOST))
    except OverspentError:
        return vim._replace(message="E363: Pattern uses more memory than 'maxmempattern'")
    except PatternError:
        return vim._replace(message=f"E486: Pattern not found: {old}")
    if tuple(lines) == vim.lines:
        return vim._replace(message=f"E486: Pattern not found: {old}")
    return _remembered(vim)._replace(lines=tuple(lines))


def _found(vim: Vim, *, back: bool) -> Vim:
    """The cursor at the next place of what was searched for, from the other end on where need be."""
    rows, wanted = len(vim.lines), vim.wanted
    for step in range(rows + 1 if wanted else 0):
        row = (vim.row - step if back else vim.row + step) % rows
        line = vim.lines[row]
        charge(1 + len(line) // _SOUGHT)
        first, last = 0, len(line)  # from behind the cursor on, and at the end up to it again
        if step == 0:
            first, last = (0, max(0, vim.column + len(wanted) - 1)) if back else (vim.column + 1, last)
        column = line.rfind(wanted, first, last) if back else line.find(wanted, first, last)
        if column >= 0:
            return vim._replace(row=row, column=column)
    return vim._replace(message=f"E486: Pattern not found: {wanted}")


# -- normal -----------------------------------------------------------------------------------------------------------

_NAMES = {
    "space": "l",
    "left": "h",
    "right": "l",
    "up": "k",
    "down": "j",
    "backspace": "h",
    "enter": "j",
    "home": "0",
    "end": "$",
    "delete": "x",
}


def _normal(vim: Vim, key: str) -> Vim:
    if key in ("escape", "ctrl+c", "ctrl+["):
        return vim._replace(pending="", message="")
    if key == "ctrl+r":
        return _turned(vim, redo=True)
    if key in ("pageup", "pagedown", "ctrl+b", "ctrl+f", "ctrl+u", "ctrl+d"):
        step = 20 if key in ("pagedown", "ctrl+f", "ctrl+d") else -20
        return vim._replace(row=vim.row + step)
    key = _NAMES.get(key, key)
    if len(key) != 1:
        return vim._replace(pending="")
    if not vim.pending and key in ":/?":
        return vim._replace(mode="command", typed=key, message="")
    command = vim.pending + key
    found = re.fullmatch(r"([1-9]\d{0,3})?([dcygrZ<>]?)(\d{0,3})(.?)", command)
    if found is None:
        return vim._replace(pending="")
    number, operator, more, last = found[1] or "", found[2], found[3], found[4]
    if not last or (last.isdigit() and not (last == "0" and not number)):
        return vim._replace(pending=command)
    count = min(int(number or 1) * int(more or 1), 1000)
    vim = vim._replace(pending="", message="")
    if operator:
        return _operated(vim, operator, last, count)
    if last in _ENTERING:
        return _entering(vim, last)
    if last in "xXDCpPJu":
        return _changed(vim, last, count)
    if last in "nN":
        return _found(vim, back=last == "N")
    row, column = _moved(vim, last, count, bool(number))
    return vim._replace(row=row, column=column)


def _moved(vim: Vim, key: str, count: int, counted: bool) -> tuple[int, int]:
    """Where a motion leads."""
    row, column, line = vim.row, vim.column, vim.lines[vim.row]
    if key in "hl":
        return row, column + (count if key == "l" else -count)
    if key in "jk":
        return row + (count if key == "j" else -count), column
    if key == "G":
        return (count if counted else len(vim.lines)) - 1, 0
    if key in "0^$":
        indent = len(line) - len(line.lstrip())
        return row, 0 if key == "0" else indent if key == "^" else len(line)
    if key in "web":
        for _ in range(count):
            charge(_KEY + len(vim.lines[min(row, len(vim.lines) - 1)]) // 4)
            row, column = _word(vim.lines, row, column, key)
    return row, column


def _word(lines: tuple[str, ...], row: int, column: int, key: str) -> tuple[int, int]:
    spans = [m.span() for m in _WORD.finditer(lines[row])]
    if key == "b":
        before = [a for a, _ in spans if a < column]
        if before or row == 0:
            return row, before[-1] if before else 0
        above = [m.start() for m in _WORD.finditer(lines[row - 1])]
        return row - 1, above[-1] if above else 0
    later = [a for a, _ in spans if a > column] if key == "w" else [b - 1 for _, b in spans if b - 1 > column]
    if later or row == len(lines) - 1:
        return row, later[0] if later else len(lines[row])
    below = list(_WORD.finditer(lines[row + 1]))
    return row + 1, (below[0].start() if key == "w" else below[0].end() - 1) if below else 0


_ENTERING = "iaIAoOsS"


def _entering(vim: Vim, key: str) -> Vim:
    """Into the mode in which letters are written."""
    vim = _remembered(vim)
    line = vim.lines[vim.row]
    if key in "oO":
        at = vim.row + (key == "o")
        vim = vim._replace(lines=(*vim.lines[:at], "", *vim.lines[at:]), row=at, column=0)
    elif key == "s":
        vim = _with_line(vim, line[: vim.column] + line[vim.column + 1 :], vim.column)
    elif key == "S":
        vim = _with_line(vim, "", 0)
    else:
        places = {
            "i": vim.column,
            "a": min(vim.column + 1, len(line)),
            "I": len(line) - len(line.lstrip()),
            "A": len(line),
        }
        vim = vim._replace(column=places[key])
    return vim._replace(mode="insert", message="-- INSERT --")


def _changed(vim: Vim, key: str, count: int) -> Vim:
    """One of the commands that change the text by themselves."""
    if key == "u":
        return _turned(vim, redo=False)
    vim, line, at = _remembered(vim), vim.lines[vim.row], vim.column
    if key in "pP":
        return _put(vim, before=key == "P")
    if key == "J":
        if vim.row + 1 >= len(vim.lines):
            return vim
        joined = f"{line} {vim.lines[vim.row + 1].lstrip()}"
        lines = (*vim.lines[: vim.row], joined, *vim.lines[vim.row + 2 :])
        return vim._replace(lines=lines, column=len(line))
    first, last = {"x": (at, at + count), "X": (max(0, at - count), at)}.get(key, (at, len(line)))
    vim = _with_line(vim, line[:first] + line[last:], first)._replace(kept=((line[first:last],), False))
    return vim._replace(mode="insert", message="-- INSERT --") if key == "C" else vim


def _put(vim: Vim, *, before: bool) -> Vim:
    kept, whole = vim.kept
    if not kept or len(vim.lines) + len(kept) > _MOST_LINES:
        return vim
    length = sum(map(len, kept))
    charge((len(vim.lines) + len(kept)) // _COPIED)
    if length + sum(map(len, vim.lines)) > _MOST:
        return vim._replace(message=_NO_MEMORY.format(length))
    if whole:
        at = vim.row + (not before)
        return vim._replace(lines=(*vim.lines[:at], *kept, *vim.lines[at:]), row=at, column=0)
    line = vim.lines[vim.row]
    at = vim.column if before or not line else vim.column + 1
    text = kept[0]
    return _with_line(vim, line[:at] + text + line[at:], at + len(text) - 1)


def _operated(vim: Vim, operator: str, last: str, count: int) -> Vim:
    """An operator with what it is done to: "dd", "yw", "gg", "ra", "ZZ"."""
    line, at = vim.lines[vim.row], vim.column
    if operator == "g":
        return vim._replace(row=0, column=0) if last == "g" else vim
    if operator == "Z":
        return _done(vim, "wq" if last == "Z" else "q!") if last in "ZQ" else vim
    if operator == "r":
        return _with_line(_remembered(vim), line[:at] + last + line[at + 1 :], at) if line else vim
    if operator in "<>":
        text = line.removeprefix("\t") if operator == "<" else f"\t{line}"
        return _with_line(_remembered(vim), text, at) if last == operator else vim
    if last == operator or last in "jkG":
        target = {"G": len(vim.lines) - 1, "j": vim.row + count, "k": vim.row - count}.get(last, vim.row + count - 1)
        first, end = sorted((vim.row, min(max(target, 0), len(vim.lines) - 1)))
        return _whole_lines(vim, operator, first, end)
    if last == "w" and operator == "c":
        last = "e"
    row, column = _moved(vim, last, count, False)
    if (row, column) == (vim.row, at) and last not in "e$":
        return vim
    if row != vim.row:
        column = len(line) if row > vim.row else 0
    first, end = sorted((at, column + (last == "e")))
    kept = vim._replace(kept=((line[first:end],), False))
    if operator == "y":
        return kept._replace(column=first)
    made = _with_line(_remembered(kept), line[:first] + line[end:], first)
    return made._replace(mode="insert", message="-- INSERT --") if operator == "c" else made


def _whole_lines(vim: Vim, operator: str, first: int, last: int) -> Vim:
    kept = vim._replace(kept=(vim.lines[first : last + 1], True))
    if operator == "y":
        return kept
    kept = _remembered(kept)
    if operator == "c":
        lines = (*vim.lines[:first], "", *vim.lines[last + 1 :])
        return kept._replace(lines=lines, row=first, column=0, mode="insert", message="-- INSERT --")
    return kept._replace(lines=(*vim.lines[:first], *vim.lines[last + 1 :]), row=first, column=0)


def _turned(vim: Vim, *, redo: bool) -> Vim:
    back = vim.redone if redo else vim.undone
    if not back:
        return vim._replace(message=f"Already at {'newest' if redo else 'oldest'} change")
    now = (vim.lines, vim.row, vim.column)
    lines, row, column = back[-1]
    vim = vim._replace(lines=lines, row=row, column=column)
    if redo:
        return vim._replace(redone=back[:-1], undone=(*vim.undone, now))
    return vim._replace(undone=back[:-1], redone=(*vim.redone, now))
