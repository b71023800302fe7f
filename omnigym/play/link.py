"""The connection to one open page: its messages become actions, and their results are sent back."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from omnigym.devices.protocol import AUDIO_RATE
from omnigym.errors import ActionError, OmnigymError
from omnigym.play.gestures import Gestures
from omnigym.play.messages import Begin, Down, Message, Rest, parse_message
from omnigym.play.player import Player, View

__all__ = ["REPLACED", "PlayLink"]

#: The closing code for a page whose desktop was taken over by another one.
REPLACED = 4001
#: Seconds without an action after which the screen is looked at: real desktops change by themselves.
_LOOK_EVERY = 0.5

_T = TypeVar("_T")


class PlayLink:
    """A connection to a page.

    Args:
        socket: The connection, not accepted yet.
        player: What is played.
        worker: The one thread in which the player lives.
    """

    def __init__(self, socket: WebSocket, player: Player, worker: Executor) -> None:
        self._socket, self._player, self._worker = socket, player, worker
        self._gestures = Gestures(player.size, gather=player.recording)
        self._begin: Begin | None = None
        self._news, self._replaced, self._finished = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Serve the page until it is left or replaced."""
        try:
            with suppress(WebSocketDisconnect):  # at any time, as when it is replaced and gone at once
                await self._serve()
        finally:
            self._finished.set()

    async def _serve(self) -> None:
        await self._socket.accept()
        tasks = [asyncio.create_task(c) for c in (self._read(), self._act(), self._replaced.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        self._finished.set()  # who replaces it does not wait for its page
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome
        if self._replaced.is_set():
            await self._socket.close(REPLACED, "The desktop was opened in another tab.")

    async def replace(self) -> None:
        """End the page when another one takes over, and return when no request of it is in progress."""
        self._replaced.set()
        await self._finished.wait()

    # -- what comes in ------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            try:
                message = parse_message(await self._socket.receive_text())
                await self._take(message)
            except ActionError as e:
                await self._complain(e)
            self._news.set()

    async def _take(self, message: Message) -> None:
        if isinstance(message, Begin):
            self._gestures.clear()
            self._begin = message
        elif not self._player.running:
            return
        elif isinstance(message, Down):
            most = await self._in_worker(self._player.most_clicks, message.x, message.y)
            self._gestures.feed(message, self._loop.time(), most)
        elif not isinstance(message, Rest) or await self._in_worker(self._player.enters, message.x, message.y):
            self._gestures.feed(message, self._loop.time())

    # -- what goes out ------------------------------------------------------------------------------------------------

    async def _act(self) -> None:
        for view in await self._in_worker(self._player.whole):
            await self._show(view)
        while True:
            if not await self._wait():
                picture = await self._in_worker(self._player.look)
                if picture is not None:
                    await self._socket.send_bytes(picture)
                continue
            self._news.clear()
            try:
                await self._next()
            except OmnigymError as e:
                self._gestures.clear()
                await self._complain(e)

    async def _wait(self) -> bool:
        """Wait for something to do; False if there was nothing for so long that it is time to look."""
        due = self._gestures.due()
        pause = _LOOK_EVERY if due is None else max(0.0, due - self._loop.time())
        if self._begin is not None or pause == 0.0:
            return True
        try:
            async with asyncio.timeout(pause):  # in Python 3.11, wait_for may swallow that it is cancelled
                await self._news.wait()
        except TimeoutError:
            return due is not None
        return True

    async def _next(self) -> None:
        """Do the next thing, if there is one by now."""
        begin, self._begin = self._begin, None
        if begin is not None:
            await self._in_worker(self._start, begin)
            await self._show(await self._in_worker(self._player.task_view))
        else:
            action = self._gestures.take(self._loop.time())
            if action is None:
                return
            await self._in_worker(self._player.act, action)
        await self._show(await self._in_worker(self._player.step_view))
        if not self._player.running:
            self._gestures.clear()

    def _start(self, begin: Begin) -> None:
        if begin.which == "again":
            self._player.again()
        else:
            self._player.begin(begin.task if begin.which == "task" else None)

    async def _show(self, view: View) -> None:
        if view.picture is not None:
            await self._socket.send_bytes(view.picture)
        if len(view.sound):
            samples = base64.b64encode(view.sound.astype("<i2").tobytes()).decode()
            await self._socket.send_text(json.dumps({"type": "sound", "rate": AUDIO_RATE, "samples": samples}))
        await self._socket.send_text(json.dumps(view.facts))

    async def _complain(self, error: OmnigymError) -> None:
        await self._socket.send_text(json.dumps({"type": "error", "message": str(error)}))

    async def _in_worker(self, call: Callable[..., _T], *arguments: object) -> _T:
        return await self._loop.run_in_executor(self._worker, call, *arguments)
