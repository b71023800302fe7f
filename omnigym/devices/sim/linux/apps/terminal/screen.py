"""Terminal: what is on its screen, of what was written or of the editor."""

from __future__ import annotations

from omnigym.devices.sim.kinds.code.prompt import Row, screened
from omnigym.devices.sim.linux.apps.terminal.state import State, prompt
from omnigym.devices.sim.linux.apps.terminal.vim import Vim
from omnigym.devices.sim.ui.terminal import Letters, Screen

__all__ = ["screen_of"]

_GROUND, _WHITE, _TILDE = 0x300A24, 0xFFFFFF, 0x729FCF


def screen_of(state: State, folder: str, columns: int, rows: int) -> Screen:
    """What is shown.

    Args:
        state: The terminal.
        folder: As the prompt writes it.
        columns, rows: What there is room for.
    """
    if state.vim is not None:
        return _of_vim(state.vim, columns, rows)
    typed: Row = (Letters(state.line, _WHITE),)
    lead: Row = prompt(folder, bool(state.more)) if state.busy is None else ()
    last = (*lead, *typed)
    at = sum(len(letters.text) for letters in lead) + state.caret
    found, cursor = screened(state.shown, last, at, state.back, (columns, rows))
    return Screen(found, cursor, _GROUND)


def _of_vim(vim: Vim, columns: int, rows: int) -> Screen:
    room = rows - 1
    top = min(max(0, vim.row - room + 1), vim.row) if vim.row >= room else 0
    shown: list[Row] = []
    for line in vim.lines[top : top + room]:
        plain = line.replace("\t", "        ")
        start = _scrolled(vim, columns)
        shown.append((Letters(plain[start : start + columns], _WHITE),))
    shown += [(Letters("~", _TILDE),)] * (room - len(shown))
    place = f"{vim.row + 1},{vim.column + 1}"
    said = vim.typed or vim.message
    shown.append((Letters(f"{said[: columns - len(place) - 2]:<{columns - len(place) - 1}}{place}", _WHITE),))
    if vim.mode == "command":
        return Screen(tuple(shown), (rows - 1, min(len(vim.typed), columns - 1)), _GROUND)
    column = _column(vim) - _scrolled(vim, columns)
    return Screen(tuple(shown), (vim.row - top, column), _GROUND)


def _column(vim: Vim) -> int:
    """Where the cursor is, with tabs as wide as they are shown."""
    return len(vim.lines[vim.row][: vim.column].replace("\t", "        "))


def _scrolled(vim: Vim, columns: int) -> int:
    return max(0, _column(vim) - columns + 1)
