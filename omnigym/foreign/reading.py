"""The boundary behind which untrusted bytes are parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from omnigym.errors import OmnigymError, TooLargeError, UnreadableError

__all__ = ["convert_errors", "lacks_memory", "readable", "within"]

_T = TypeVar("_T")
_MOST_SAID = 200


@contextmanager
def convert_errors(what: str) -> Iterator[None]:
    """Convert every exception while reading untrusted bytes to one of two errors, with its cause.

    What a parser raises on damaged bytes is what its author thought of, and whatever he did not think of besides:
    python-pptx raises some twenty types. So all of them are taken here, and nowhere else.

    Args:
        what: What the bytes should be: ".docx file".

    Raises:
        UnreadableError: They are none.
        TooLargeError: They are more than memory and stack hold.

    >>> with convert_errors(".wav file"):
    ...     b"RIFF"[7]
    Traceback (most recent call last):
    omnigym.errors.UnreadableError: Expected the bytes of a .wav file, got some that are none: index out of range...
    """
    try:
        yield
    except OmnigymError:
        raise
    except (MemoryError, RecursionError) as e:
        raise TooLargeError(f"Expected a {what} that can be held in memory, got one that cannot: {_said(e)}") from e
    except Exception as e:  # the one boundary of foreign bytes: see above
        raise UnreadableError(f"Expected the bytes of a {what}, got some that are none: {_said(e)}") from e


def _said(error: BaseException) -> str:
    text = str(error) or type(error).__name__
    return (text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]}...").rstrip(".") + "."


def lacks_memory(error: BaseException) -> bool:
    """Return whether an error comes of too little memory, which is the machine's: readers keep within their limits.

    >>> try:
    ...     with convert_errors("file"):
    ...         raise MemoryError
    ... except TooLargeError as e:
    ...     lacks_memory(e)
    True
    """
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, MemoryError):
        seen = seen.__cause__ or seen.__context__
    return seen is not None


def within(count: int, most: int, what: str) -> None:
    """Check a limit.

    Raises:
        TooLargeError: ``count`` is more than ``most``.

    >>> within(3, 2, "sheets of a workbook")
    Traceback (most recent call last):
    omnigym.errors.TooLargeError: Expected at most 2 sheets of a workbook, got 3.
    """
    if count > most:
        raise TooLargeError(f"Expected at most {most:,} {what}, got {count:,}.")


def readable(read: Callable[[bytes], _T], content: bytes) -> _T | None:
    """Return the result of ``read`` on a file, or None if it cannot be read, so that a damaged file is skipped.

    Raises:
        TooLargeError: It is more than is read, so nobody knows what is in it.
    """
    try:
        return read(content)
    except TooLargeError:
        raise
    except UnreadableError:
        return None
