"""What the calculator does with its history and its memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Effect, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.vfs import Vfs, VfsError
from omnigym.devices.sim.windows.apps.calculator import engine, store
from omnigym.devices.sim.windows.apps.calculator.engine import Reckoner
from omnigym.devices.sim.windows.apps.calculator.view import history_menu, memory_menu
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell

__all__ = ["HANDLERS", "Result", "State", "kept"]


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
    lines = store.history(ctx.vfs)
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
    lines = store.history(ctx.vfs)
    at = _at(lines, index)
    return state, (SetClipboard(ClipboardContent(text=lines[at])),) if at >= 0 else ()


def _forget(state: State, ctx: Context, index: str) -> Result:
    lines = store.history(ctx.vfs)
    at = _at(lines, index)
    if at < 0:
        return state, ()
    rest = lines[:at] + lines[at + 1 :]
    return kept(state._replace(chosen=""), lambda: store.with_history(ctx.vfs, rest, ctx.clock_ms))


def _history_clear(state: State, ctx: Context) -> Result:
    return kept(state._replace(chosen=""), lambda: store.with_history(ctx.vfs, (), ctx.clock_ms))


def _memory_recall(state: State, ctx: Context, index: str = "") -> Result:
    numbers = store.memory(ctx.vfs)
    at = _at(numbers, index) if index else len(numbers) - 1
    return (state._replace(reckoner=engine.recall(state.reckoner, numbers[at])) if at >= 0 else state), ()


def _memory_store(state: State, ctx: Context) -> Result:
    if state.reckoner.error:
        return state, ()
    numbers = (*store.memory(ctx.vfs), state.reckoner.value)
    return kept(_taken(state), lambda: store.with_memory(ctx.vfs, numbers, ctx.clock_ms))


def _memory_add(state: State, ctx: Context, operator: str, index: str = "") -> Result:
    """M+ and M−: the number shown is added to a stored one, the newest if none is named."""
    numbers = store.memory(ctx.vfs)
    at = _at(numbers, index) if index else len(numbers) - 1
    total = engine.combine(operator, numbers[at] if at >= 0 else Reckoner().value, state.reckoner.value)
    if state.reckoner.error or isinstance(total, str) or (index and at < 0):
        return state, ()
    changed = (*numbers[:at], total, *numbers[at + 1 :]) if at >= 0 else (total,)
    return kept(_taken(state), lambda: store.with_memory(ctx.vfs, changed, ctx.clock_ms))


def _taken(state: State) -> State:
    return state._replace(reckoner=engine.taken(state.reckoner))


def _memory_forget(state: State, ctx: Context, index: str) -> Result:
    numbers = store.memory(ctx.vfs)
    at = _at(numbers, index)
    if at < 0:
        return state, ()
    rest = numbers[:at] + numbers[at + 1 :]
    return kept(state._replace(chosen=""), lambda: store.with_memory(ctx.vfs, rest, ctx.clock_ms))


def _memory_clear(state: State, ctx: Context) -> Result:
    return kept(state._replace(chosen=""), lambda: store.with_memory(ctx.vfs, (), ctx.clock_ms))


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
