"""Programs that go on until nobody listens any more: ``logcat`` and ``getevent`` without what makes them stop."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from omnigym.devices.phone.shell.applets import Result, UsageError, fail
from omnigym.devices.phone.shell.logcat import Wanted, logged
from omnigym.devices.phone.shell.running import run_line
from omnigym.devices.phone.streams import Bytes

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["LongProgram", "follow_log", "wait_for_events"]

#: ``(phone, arguments, write, gone) -> result``; ``gone`` is done once nobody listens.
LongProgram: TypeAlias = (
    "Callable[[Phone, list[str], Callable[[Bytes], Awaitable[None]], asyncio.Future[None]], Awaitable[Result]]"
)
#: How often the log is looked at, in seconds.
_EVERY_S = 0.1


async def follow_log(
    phone: Phone, arguments: list[str], write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """``logcat``: the log, and without ``-d`` what is written from then on."""
    try:
        wanted = Wanted.parse(arguments)
    except UsageError as e:
        return fail(f"logcat: {e}")
    start = phone.log.count
    await write(run_line(phone, _line("logcat", arguments)).out)
    while wanted.follow and not gone.done():
        await asyncio.wait({gone}, timeout=_EVERY_S)
        new, start = logged(phone, wanted, start), phone.log.count
        if new and not gone.done():
            await write(new.encode())
    return Result()


async def wait_for_events(
    phone: Phone, arguments: list[str], write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """``getevent``: the devices; without ``-p`` or ``-i`` it waits for events, of which none come."""
    await write(run_line(phone, _line("getevent", arguments)).out)
    if not any(set(word[1:]) & {"p", "i"} for word in arguments if word.startswith("-")):
        await asyncio.wait({gone})
    return Result()


def _line(program: str, arguments: list[str]) -> str:
    return shlex.join([program, *arguments])
