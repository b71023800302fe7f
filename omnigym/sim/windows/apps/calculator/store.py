"""What the calculator keeps, its history and its memory as files, and what can be done with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple, TypeAlias

from omnigym.errors import UnreadableError
from omnigym.sim.app import Context, Effect, SetClipboard, SetFiles, ShowMenu
from omnigym.sim.common.message_box import tell
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.fields import list_in
from omnigym.sim.tables.table import Row, Source, View
from omnigym.sim.vfs import HOME, File, Vfs, VfsError, base_name
from omnigym.sim.windows.apps.calculator import engine
from omnigym.sim.windows.apps.calculator.engine import Reckoner, number
from omnigym.sim.windows.apps.calculator.view import history_menu, memory_menu
from omnigym.values import ClipboardContent

# -- the files --------------------------------------------------------------------------------------------------------

_FOLDER = f"{HOME}/AppData/Local/Calculator"
_HISTORY, _MEMORY = f"{_FOLDER}/history.json", f"{_FOLDER}/memory.json"
#: Older entries are forgotten. They are many, since the evaluator takes what is lost of a history for damage.
_MOST = 200

_LINES: IdentityCache[tuple[str, ...]] = IdentityCache(4)
_NUMBERS: IdentityCache[tuple[Decimal, ...]] = IdentityCache(4)


def _strings(content: bytes) -> tuple[str, ...]:
    """The strings of a JSON list; none where it is no such list."""
    try:
        return tuple([text for text in list_in(content, "list") if isinstance(text, str)])
    except UnreadableError:
        return ()


def history(vfs: Vfs) -> tuple[str, ...]:
    """The calculations, the newest last."""
    entry = vfs.get(_HISTORY)
    return _LINES.get("", entry, lambda: _calculations(_strings(entry.content))) if type(entry) is File else ()


def _calculations(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([text for text in texts if _parsed(text.rpartition(" = ")[2]) is not None])


def memory(vfs: Vfs) -> tuple[Decimal, ...]:
    """The stored numbers, the newest last."""
    entry = vfs.get(_MEMORY)
    return _NUMBERS.get("", entry, lambda: _numbers(_strings(entry.content))) if type(entry) is File else ()


def _numbers(texts: tuple[str, ...]) -> tuple[Decimal, ...]:
    return tuple([value for text in texts if (value := _parsed(text)) is not None])


def _parsed(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def _written(vfs: Vfs, path: str, texts: tuple[str, ...], now_ms: int) -> Vfs:
    return vfs.write(path, json.dumps(texts, ensure_ascii=False, indent=1).encode(), now_ms)


def with_history(vfs: Vfs, lines: tuple[str, ...], now_ms: int) -> Vfs:
    """The files with another history.

    Raises:
        VfsError: A folder is in the way.
    """
    return _written(vfs, _HISTORY, lines[-_MOST:], now_ms)


def with_line(vfs: Vfs, line: str, now_ms: int) -> Vfs:
    """The files with one more calculation.

    Raises:
        VfsError: A folder is in the way.
    """
    return with_history(vfs, (*history(vfs), line), now_ms)


def with_memory(vfs: Vfs, numbers: tuple[Decimal, ...], now_ms: int) -> Vfs:
    """The files with other stored numbers.

    Raises:
        VfsError: A folder is in the way.
    """
    return _written(vfs, _MEMORY, tuple([number(n) for n in numbers[-_MOST:]]), now_ms)


def _refuse_damaged(vfs: Vfs, path: str) -> None:
    entry = vfs.get(path)
    if type(entry) is File:
        list_in(entry.content, base_name(path))


def _history_rows(vfs: Vfs) -> tuple[Row, ...]:
    _refuse_damaged(vfs, _HISTORY)
    parts = [line.rpartition(" = ") for line in history(vfs)]
    return tuple([{"expression": expression, "result": result} for expression, _, result in parts])


def _memory_rows(vfs: Vfs) -> tuple[Row, ...]:
    _refuse_damaged(vfs, _MEMORY)
    return tuple([{"value": number(n)} for n in memory(vfs)])


#: What checks read, the newest last.
CALCULATOR_TABLES: tuple[Source, ...] = (
    View("content://calculator/history", _history_rows, path=_HISTORY),
    View("content://calculator/memory", _memory_rows, path=_MEMORY),
)

# -- commands ---------------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """The state of the calculator's window.

    Attributes:
        reckoner: The calculation.
        pane: What is shown beside the keypad: "history" or "memory".
        over: Whether that is shown over the keypad, where there is no room beside it.
        chosen: Id of the selected entry there.
    """

    reckoner: Reckoner = Reckoner()
    pane: str = "history"
    over: bool = False
    chosen: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def kept(state: State, write: Callable[[], Vfs]) -> Result:
    """The state with the files that ``write`` gives, or the reason why they cannot be written."""
    try:
        return state, (SetFiles(write()),)
    except VfsError as e:
        return state, (tell("Calculator", str(e)),)


def _at(entries: tuple[object, ...], index: str) -> int:
    """The place of an entry that was on the screen, or -1 where it is gone."""
    return int(index) if index.isdecimal() and int(index) < len(entries) else -1


def _recall(state: State, ctx: Context, pane: str, _ids: tuple[str, ...], index: str) -> Result:
    """An entry that was chosen: its number is shown again."""
    state = state._replace(chosen=index)
    if pane == "memory":
        return _memory_recall(state, ctx, index)
    lines = history(ctx.vfs)
    at = _at(lines, index)
    if at < 0:
        return state, ()
    expression, _, result = lines[at].rpartition(" = ")
    return state._replace(reckoner=engine.recalled(result, f"{expression} =")), ()


def _menu(state: State, _ctx: Context, pane: str, index: str) -> Result:
    if not index:
        return state, ()
    return state, (ShowMenu(history_menu(index) if pane == "history" else memory_menu(index)),)


def _copy_line(state: State, ctx: Context, index: str) -> Result:
    lines = history(ctx.vfs)
    at = _at(lines, index)
    return state, (SetClipboard(ClipboardContent(text=lines[at])),) if at >= 0 else ()


def _forget(state: State, ctx: Context, index: str) -> Result:
    lines = history(ctx.vfs)
    at = _at(lines, index)
    if at < 0:
        return state, ()
    rest = lines[:at] + lines[at + 1 :]
    return kept(state._replace(chosen=""), lambda: with_history(ctx.vfs, rest, ctx.clock_ms))


def _history_clear(state: State, ctx: Context) -> Result:
    return kept(state._replace(chosen=""), lambda: with_history(ctx.vfs, (), ctx.clock_ms))


def _memory_recall(state: State, ctx: Context, index: str = "") -> Result:
    numbers = memory(ctx.vfs)
    at = _at(numbers, index) if index else len(numbers) - 1
    return (state._replace(reckoner=engine.recall(state.reckoner, numbers[at])) if at >= 0 else state), ()


def _memory_store(state: State, ctx: Context) -> Result:
    if state.reckoner.error:
        return state, ()
    numbers = (*memory(ctx.vfs), state.reckoner.value)
    return kept(_taken(state), lambda: with_memory(ctx.vfs, numbers, ctx.clock_ms))


def _memory_add(state: State, ctx: Context, operator: str, index: str = "") -> Result:
    """M+ and M−: the number shown is added to a stored one, the newest if none is named."""
    numbers = memory(ctx.vfs)
    at = _at(numbers, index) if index else len(numbers) - 1
    total = engine.combine(operator, numbers[at] if at >= 0 else Reckoner().value, state.reckoner.value)
    if state.reckoner.error or isinstance(total, str) or (index and at < 0):
        return state, ()
    changed = (*numbers[:at], total, *numbers[at + 1 :]) if at >= 0 else (total,)
    return kept(_taken(state), lambda: with_memory(ctx.vfs, changed, ctx.clock_ms))


def _taken(state: State) -> State:
    return state._replace(reckoner=engine.taken(state.reckoner))


def _memory_forget(state: State, ctx: Context, index: str) -> Result:
    numbers = memory(ctx.vfs)
    at = _at(numbers, index)
    if at < 0:
        return state, ()
    rest = numbers[:at] + numbers[at + 1 :]
    return kept(state._replace(chosen=""), lambda: with_memory(ctx.vfs, rest, ctx.clock_ms))


def _memory_clear(state: State, ctx: Context) -> Result:
    return kept(state._replace(chosen=""), lambda: with_memory(ctx.vfs, (), ctx.clock_ms))


HANDLERS: Mapping[str, Callable[..., Result]] = {
    "copy_line": _copy_line,
    "forget": _forget,
    "history_clear": _history_clear,
    "memory_add": _memory_add,
    "memory_clear": _memory_clear,
    "memory_forget": _memory_forget,
    "memory_recall": _memory_recall,
    "memory_store": _memory_store,
    "menu": _menu,
    "recall": _recall,
}
