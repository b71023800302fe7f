"""One environment for a transport in the server's process, which exchanges values without bytes or sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from omnigym.envs.observer import Array, InfoDict
from omnigym.errors import ServerRefusedError, WorkerLostError
from omnigym.serve.messages import Kind, error_of, pack, unpack
from omnigym.serve.rows import Description, RemoteRows, lost_info, merge_info, state_of, step_body
from omnigym.serve.session import Lease, Session, Sessions

__all__ = ["Seat", "StepOutcome"]


class StepOutcome(NamedTuple):
    """The result of a reset or a step, as in Gymnasium."""

    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: InfoDict


class Seat:
    """An environment for a client of another transport; `take` makes it. To be used in the server's loop.

    The transport calls ``lease.beat()`` whenever its client shows a sign of life, and `close` when that leaves.

    Attributes:
        lease: The client's.
        described: Spaces and more.
    """

    def __init__(self, sessions: Sessions, lease: Lease, session: Session, described: Description) -> None:
        self._sessions, self._session = sessions, session
        self.lease, self.described = lease, described
        self._rows = RemoteRows(described.plan(1))
        self._info: InfoDict = {}
        self._observation: object = None
        #: The last answer that told a tree, and what it said.
        self._told_tree, self._state = b"", dict[str, Any]()
        self._waiting: asyncio.Future[tuple[int, bytes]] | None = None
        lease.taken = self._taken

    @classmethod
    async def take(cls, sessions: Sessions, name: str, arguments: Mapping[str, object]) -> Seat:
        """Take an environment for a new client.

        Args:
            sessions: The server's.
            name: The id.
            arguments: Those of `gymnasium.make`, of `omnigym.serve.session.ARGUMENTS`.

        Raises:
            OmnigymError: As of `Sessions.open`.
        """
        lease = sessions.lease()
        try:
            opened = await sessions.open(lease, name, arguments)
            return cls(sessions, lease, opened.sessions[0], Description(opened.described))
        except BaseException:
            sessions.release(lease)
            raise

    async def reset(self, seed: int | None = None, task: str | None = None) -> StepOutcome:
        """Begin an episode, of the task with an id if one is named.

        Raises:
            OmnigymError: As of `RemoteEnv.reset`.
        """
        options = None if task is None else {"task": task}
        return self._told(await self._ask(Kind.RESET, pack([None, [[seed, options]]])))

    async def step(self, action: object) -> StepOutcome:
        """Do an action: an element of the action space, or a value of `omnigym.actions`.

        A lost worker truncates the episode: reward 0, ``unscored``, ``device_error``.

        Raises:
            ActionError: The action is outside its space; nothing was done.
            ResetNeeded: There is no running episode.
        """
        try:
            return self._told(await self._ask(Kind.STEP, step_body(None, [action])))
        except WorkerLostError as e:
            self._info = lost_info(self._info, e)
            return StepOutcome(self._observation, 0.0, False, True, dict(self._info))

    async def render(self) -> Array | None:
        """Return the screen; None without ``render_mode="rgb_array"``."""
        frame: Array | None = unpack(await self._ask(Kind.RENDER, pack(None)))[0]
        return frame

    async def state(self, *, tree: bool = False) -> dict[str, Any]:
        """Return the state of the episode, as `RemoteEnv.state`; an unchanged tree is the same object."""
        body = await self._ask(Kind.STATE, pack({"tree": tree}))
        if not tree:
            return state_of(unpack(body)[0])
        if body != self._told_tree:
            self._told_tree, self._state = body, state_of(unpack(body)[0])
        return dict(self._state)

    def close(self) -> None:
        """Free the environment; may be called twice."""
        self._sessions.release(self.lease)

    async def _ask(self, kind: int, body: bytes) -> bytes:
        self.lease.beat()
        future: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        self._waiting = future

        def deliver(answered: int, _: int, said: bytes) -> None:
            if not future.done():
                future.set_result((answered, said))

        self._sessions.ask(self._session, kind, self._session.number + 1, body, deliver)
        answered, said = await future
        if answered != Kind.OK:
            raise error_of(unpack(said))
        return said

    def _taken(self, why: str) -> None:
        """The lease ended: nobody is to wait for an answer."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ServerRefusedError(f"The environment was freed. {why}"))

    def _told(self, body: bytes) -> StepOutcome:
        slot = self._rows.batch.next()
        (report,) = self._rows.take(body, slot, 0, 1)
        if report.error is not None:
            raise report.error
        self._observation, self._info = self._rows.observation(slot), merge_info(self._info, report.info)
        return StepOutcome(self._observation, report.reward, report.terminated, report.truncated, dict(self._info))
