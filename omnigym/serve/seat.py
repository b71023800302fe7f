"""One environment of a server, for a carrier in the server's own process: values in, values out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from gymnasium.error import ResetNeeded

from omnigym.a11y import Tree
from omnigym.devices.guest.wire import decode
from omnigym.envs.observer import InfoDict
from omnigym.errors import OmnigymError, UnreadableError, WorkerLostError
from omnigym.serve.messages import Kind, error_of, pack, unpack
from omnigym.serve.rows import Description, Rows, merged, step_body
from omnigym.serve.session import Lease, Session, Sessions

__all__ = ["Seat", "Stepped"]


class Stepped(NamedTuple):
    """What a step gave, as of `gymnasium.Env.step`."""

    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: InfoDict


class Seat:
    """One environment of a lease; `take` makes it. Used in the server's loop, one call at a time.

    A worker that is lost truncates the episode, as on the other side of a socket: reward 0, ``unscored``. The next
    reset is done by another worker.

    Attributes:
        described: Its spaces.
    """

    def __init__(self, sessions: Sessions, session: Session, described: Description) -> None:
        self._sessions, self._session, self.described = sessions, session, described
        self._rows = Rows(described.plan(1))
        self._info: InfoDict = {}
        self._last: Any = None
        self._running = False

    @classmethod
    async def take(cls, sessions: Sessions, lease: Lease, name: str, arguments: Mapping[str, Any]) -> Self:
        """An environment.

        Args:
            sessions: Of the server.
            lease: Whose it is; closing the lease closes it.
            name: The id.
            arguments: Those of `gymnasium.make` that a client may choose.

        Raises:
            OmnigymError: As of `Sessions.open`.
        """
        opened = await sessions.open(lease, name, arguments)
        return cls(sessions, opened.sessions[0], Description(opened.described))

    async def reset(self, seed: int | None = None, task: str | None = None) -> tuple[Any, InfoDict]:
        """Begin an episode: observation and info.

        Raises:
            OmnigymError: What `OmniEnv.reset` raises, or several workers were lost.
        """
        self._running = False
        stepped = await self._done(Kind.RESET, pack([None, [[seed, None if task is None else {"task": task}]]]))
        return stepped.observation, stepped.info

    async def step(self, action: Any) -> Stepped:
        """Do an action.

        Raises:
            ActionError: It is outside its space; nothing was done.
            ResetNeeded: There is no running episode.
        """
        if not self._running:
            raise ResetNeeded("There is no running episode. Call reset() first.")
        try:
            return await self._done(Kind.STEP, step_body(None, [action]))
        except WorkerLostError as e:
            self._running = False
            lost = {"end_reason": "device_error", "unscored": True, "is_success": False, "device_error": str(e)}
            self._info = {**self._info, **lost}
            return Stepped(self._last, 0.0, False, True, dict(self._info))

    async def tree(self) -> Tree:
        """The accessibility tree of this step.

        Raises:
            OmnigymError: There is none, or the worker was lost.
        """
        match unpack(await self._asked(Kind.STATE, pack({"tree": True}))):
            case [{"trees": {"": sent}, "blobs": [*blobs]}]:
                tree: Tree = decode(sent, Tree, [memoryview(blob) for blob in blobs], "tree")
                return tree
        raise UnreadableError("Expected the tree of an environment, got something else.")

    def close(self) -> None:
        """Give the environment back; may be called twice."""
        self._sessions.close(self._session)

    async def _done(self, kind: Kind, body: bytes) -> Stepped:
        slot = self._rows.batch.next()
        report = self._rows.take(await self._asked(kind, body), slot, 0, 1)[0]
        if report.error is not None:
            raise report.error
        self._info = merged(self._info, report.info)
        self._last = self._rows.observation(slot)
        self._running = not (report.terminated or report.truncated)
        return Stepped(self._last, report.reward, report.terminated, report.truncated, dict(self._info))

    async def _asked(self, kind: Kind, body: bytes) -> bytes:
        answered: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()

        def deliver(kind: int, _: int, said: bytes) -> None:
            if not answered.done():
                answered.set_result((kind, said))

        if self._session.closed:
            raise WorkerLostError("The environment was closed.")
        self._sessions.ask(self._session, kind, self._session.number + 1, body, deliver)
        told, said = await answered
        if told != Kind.OK:
            error = error_of(unpack(said))
            assert isinstance(error, OmnigymError | ResetNeeded)
            raise error
        return said
