"""A queue of jobs that are done one after another in virtual time.

What is to be done, and with what options, is the app's: a job has a task and the name of what it is done to. When it
is over the app says what follows. While the window is closed nothing is done; what was due is done when it opens again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.devices.sim.app import App, Context, Effect, Handler, SetFiles
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.tables.table import Table, next_id
from omnigym.devices.sim.vfs import Vfs

__all__ = ["Job", "Queue", "advanced"]

_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]
_SECOND = 1000


class Job(NamedTuple):
    """A job.

    Attributes:
        id: Its number.
        task: What is done: "install".
        what: To what: a name, a path.
        seconds: How long it takes.
        started_ms: When it began, in virtual milliseconds since the epoch; 0 while it waits.
    """

    id: int
    task: str
    what: str
    seconds: int
    started_ms: int = 0

    @property
    def due_ms(self) -> int:
        """When it is over; 0 while it waits."""
        return self.started_ms + _SECOND * self.seconds if self.started_ms else 0

    def share(self, now: int) -> float:
        """How much of it is done, 0..1."""
        return min(max((now - self.started_ms) / (_SECOND * self.seconds), 0.0), 1.0) if self.started_ms else 0.0


def advanced(jobs: tuple[Job, ...], now: int) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
    """The jobs that are left at a moment, of which the first one runs, and those that are over, in their order."""
    done: list[Job] = []
    begin = now
    while jobs:
        first = jobs[0] if jobs[0].started_ms else jobs[0]._replace(started_ms=begin)
        if first.due_ms > now:
            return (first, *jobs[1:]), tuple(done)
        done.append(first)
        begin, jobs = first.due_ms, jobs[1:]
    return (), tuple(done)


class Queue:
    """The queue of an app, the state of whose window has the fields ``ticks`` and ``now_ms``.

    Args:
        table: What keeps the jobs.
        finish: ``finish(ctx, jobs)``, of jobs that are over, gives the files, and the other effects.

    Attributes:
        on: The handlers "tick" and "cancel" (of the number of a job), for `App.on`; they are to be made `queued`.
    """

    def __init__(
        self, table: Table[Job], finish: Callable[[Context, tuple[Job, ...]], tuple[Vfs, tuple[Effect, ...]]]
    ) -> None:
        self._table, self._finish = table, finish
        self.on: Mapping[str, Handler] = {"tick": self._tick, "cancel": self._cancel}

    def jobs(self, vfs: Vfs) -> tuple[Job, ...]:
        """The jobs that wait or run."""
        return self._table.rows(vfs)

    def added(self, state: Any, ctx: Context, *jobs: tuple[str, str, int]) -> _Result:
        """More jobs, each a task, what it is done to, and the seconds that it takes; none is added twice."""
        rows = self.jobs(ctx.vfs)
        for task, what, seconds in jobs:
            if not any((row.task, row.what) == (task, what) for row in rows):
                rows = (*rows, Job(next_id(rows), task, what, max(1, seconds)))
        return state, (SetFiles(self._table.written(ctx.vfs, advanced(rows, ctx.clock_ms)[0], ctx.clock_ms)),)

    def _cancel(self, state: Any, ctx: Context, number: int) -> _Result:
        left = tuple([job for job in self.jobs(ctx.vfs) if job.id != number])
        return state, (SetFiles(self._table.written(ctx.vfs, advanced(left, ctx.clock_ms)[0], ctx.clock_ms)),)

    def _tick(self, state: Any, ctx: Context) -> _Result:
        """A second has gone; jobs may be over."""
        left, done = advanced(self.jobs(ctx.vfs), ctx.clock_ms)
        state = state._replace(ticks=False)
        if not done:
            return state, ()
        vfs, effects = self._finish(ctx._replace(vfs=self._table.written(ctx.vfs, left, ctx.clock_ms)), done)
        return state, (SetFiles(vfs), *effects)

    def queued(self, app: App) -> App:
        """An app that looks after its jobs each second for as long as there are any."""

        def looked_after(handler: Handler) -> Handler:
            def handle(state: Any, ctx: Context, *args: object) -> _Result:
                after, effects = handler(state, ctx, *args)
                files = next((e.vfs for e in reversed(effects) if isinstance(e, SetFiles)), ctx.vfs)
                busy = bool(self.jobs(files))
                if busy and not after.ticks:
                    effects = (*effects, Later(_SECOND, Send(("tick",))))
                return after._replace(now_ms=ctx.clock_ms, ticks=busy), effects

            return handle

        def init(args: Any, ctx: Context) -> _Result:
            return looked_after(lambda _state, ctx: app.init(args, ctx))(None, ctx)

        return app._replace(init=init, on={name: looked_after(handler) for name, handler in app.on.items()})
