"""What an editor of code does to whole lines and to what is selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from omnigym.devices.sim.common.text_editor.state import Result as TabResult
from omnigym.devices.sim.common.text_editor.state import edited
from omnigym.devices.sim.documents.edit import Edit, insert, replaced, room, select, selected_text, selection
from omnigym.devices.sim.kinds.code.colours import language_of
from omnigym.devices.sim.kinds.code.state import Tab
from omnigym.documents import Document, Paragraph, Run

__all__ = ["comment", "copied", "deleted", "in_case", "on_lines", "sorted_lines"]


def on_lines(edit: Edit, change: Callable[[list[str]], Sequence[str]]) -> Edit:
    """``edit`` with the lines of the selection replaced by what ``change`` makes of them, if there is room for it."""
    (first, _), (last, _) = selection(edit)
    paragraphs = edit.document.paragraphs
    old = [p.text for p in paragraphs[first : last + 1]]
    lines = list(change(old))
    if lines == old or sum(map(len, lines)) + len(lines) - sum(map(len, old)) - len(old) > room(
        select(edit, edit.caret)
    ):
        return edit
    made = [Paragraph((Run(line),) if line else (), "No Spacing") for line in lines]
    document = Document((*paragraphs[:first], *made, *paragraphs[last + 1 :]) or (Paragraph(),))
    row = min(max(first, first + len(made) - 1), len(document.paragraphs) - 1)
    caret = (row, min(edit.caret[1], len(document.paragraphs[row].text)))
    return replaced(edit, document, caret, caret)


def _commented(sign: str, lines: list[str]) -> list[str]:
    filled = [line for line in lines if line.strip()]
    if filled and all(line.lstrip().startswith(sign) for line in filled):
        return [_bare(sign, line) for line in lines]
    depth = min([len(line) - len(line.lstrip()) for line in filled], default=0)
    return [f"{line[:depth]}{sign} {line[depth:]}" if line.strip() else line for line in lines]


def _bare(sign: str, line: str) -> str:
    before, found, after = line.partition(sign)
    return before + after.removeprefix(" ") if found else line


def comment(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines made comments, or comments no more."""
    sign = language_of(tab.path).comment
    return (edited(tab, on_lines(tab.edit, partial(_commented, sign))) if sign else tab), ()


def deleted(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines taken away."""
    return edited(tab, on_lines(tab.edit, lambda _: [])), ()


def copied(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines once more below."""
    return edited(tab, on_lines(tab.edit, lambda lines: [*lines, *lines])), ()


def sorted_lines(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines in order."""
    return edited(tab, on_lines(tab.edit, sorted)), ()


def in_case(change: Callable[[str], str]) -> Callable[[Tab, object], TabResult]:
    """What writes the selection in another case."""

    def run(tab: Tab, _ctx: object) -> TabResult:
        chosen = selected_text(tab.edit)
        return (edited(tab, insert(tab.edit, change(chosen))) if chosen else tab), ()

    return run
