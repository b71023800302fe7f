"""What the calculator keeps in files: its history and its memory.

Both are JSON lists of strings, the newest last: ``["7 × 6 = 42"]`` in ``history.json`` and ``["42"]`` in
``memory.json``, in ``AppData/Local/Calculator``.
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.tables.fields import list_in
from omnigym.devices.sim.tables.table import Row, Source, View
from omnigym.devices.sim.vfs import HOME, File, Vfs, base_name
from omnigym.devices.sim.windows.apps.calculator.engine import number
from omnigym.errors import UnreadableError

__all__ = ["CALCULATOR_TABLES", "history", "memory", "with_history", "with_line", "with_memory"]

_FOLDER = f"{HOME}/AppData/Local/Calculator"
_HISTORY, _MEMORY = f"{_FOLDER}/history.json", f"{_FOLDER}/memory.json"
#: Older entries are forgotten. They are many, since the evaluator takes what is lost of a history for damage.
_MOST = 200

_LINES: Derived[tuple[str, ...]] = Derived(4)
_NUMBERS: Derived[tuple[Decimal, ...]] = Derived(4)


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
