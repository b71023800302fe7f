"""Microsoft Store: what it keeps, the state of its window, and what can be done with a product."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.sim.app import App, Context, Effect, Handler, Launch, OpenDialog, SetFiles
from omnigym.sim.commands import Command, Commands, Question, Records
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.handlers import saved
from omnigym.sim.program import installed_names
from omnigym.sim.system import Later, Notify, Send
from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.packages import PACKAGES, installing, program_of, uninstalling

# -- a queue of jobs that are done one after another in virtual time --------------------------------------------------

# What is to be done, and with what options, is the app's: a job has a task and the name of what it is done to. When
# it is over the app says what follows. While the window is closed nothing is done; what was due is done when it opens
# again.

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
        return state, (saved(self._table, ctx, advanced(rows, ctx.clock_ms)[0]),)

    def _cancel(self, state: Any, ctx: Context, number: int) -> _Result:
        left = tuple([job for job in self.jobs(ctx.vfs) if job.id != number])
        return state, (saved(self._table, ctx, advanced(left, ctx.clock_ms)[0]),)

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


# -- the state --------------------------------------------------------------------------------------------------------

# -- what Microsoft Store keeps ---------------------------------------------------------------------------------------

# Downloads that run, versions, ratings, the wish list.

_FOLDER = f"{HOME}/AppData/Local/Store"


class Version(NamedTuple):
    """Which version of a package is installed, and which one there is."""

    id: int
    name: str
    version: str
    latest: str

    @property
    def old(self) -> bool:
        """Whether there is an update."""
        return self.version != self.latest


class Wish(NamedTuple):
    """A package on the wish list."""

    id: int
    name: str


class Rating(NamedTuple):
    """How many stars the user gave a package."""

    id: int
    name: str
    stars: int


JOBS: Table[Job] = Table("content://store/jobs", f"{_FOLDER}/jobs.json", Job, valid=lambda job: job.seconds > 0)
VERSIONS: Table[Version] = Table("content://store/versions", f"{_FOLDER}/versions.json", Version)
WISHES: Table[Wish] = Table("content://store/wishes", f"{_FOLDER}/wishes.json", Wish)
RATINGS: Table[Rating] = Table("content://store/ratings", f"{_FOLDER}/ratings.json", Rating)


def offered() -> tuple[str, ...]:
    """The packages that the Store has, the best ones first."""
    names = [name for name, package in PACKAGES.items() if package.about]
    return tuple(sorted(names, key=lambda name: (-PACKAGES[name].stars, name)))


def seconds_of(name: str) -> int:
    """How long a package takes: more than 80 MB a second is not to be had."""
    size = PACKAGES[name].size.partition(" ")[0]
    return 2 + int(float(size) / 80) if size else 2


def _finished(ctx: Context, jobs: tuple[Job, ...]) -> tuple[Vfs, tuple[Effect, ...]]:
    """What was downloaded is installed, or is the latest version."""
    new = tuple([job.what for job in jobs if job.task == "install"])
    updated = {job.what for job in jobs}
    versions = [v._replace(version=v.latest) if v.name in updated else v for v in VERSIONS.rows(ctx.vfs)]
    told = [Notify("store", "Microsoft Store", f"{name} was just installed. Check it out.") for name in new]
    files = VERSIONS.written(ctx.vfs, versions, ctx.clock_ms)
    return files, (*(installing(new, ctx.settings) if new else ()), *told)


QUEUE = Queue(JOBS, _finished)


def with_store(vfs: Vfs, now: int) -> Vfs:
    """The files with what the Store keeps from the start: three packages are older than they might be."""
    old = {"Media Player": "11.2404", "Spotify": "1.2.38", "Sticky Notes": "6.0"}
    latest = {"Media Player": "11.2501", "Spotify": "1.2.52", "Sticky Notes": "6.1"}
    rows = [Version(n, name, old.get(name, "1.0"), latest.get(name, "1.0")) for n, name in enumerate(offered(), 1)]
    vfs = WISHES.written(RATINGS.written(JOBS.written(vfs, (), now), (), now), (), now)
    return VERSIONS.written(vfs, rows, now)


# -- the state of its window, and how it stands with a product --------------------------------------------------------

LIST = "store.page"


class State(NamedTuple):
    """The window.

    Attributes:
        page: "home", "product", "wishes" or "library".
        product: Which one the page is about.
        back: The pages before it, each with its product, the last one last.
        query: What is searched for.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    page: str = "home"
    product: str = ""
    back: tuple[tuple[str, str], ...] = ()
    query: str = ""
    ticks: bool = False
    now_ms: int = 0


class Product(NamedTuple):
    """A package and how it stands with it.

    Attributes:
        name: Its name.
        installed, wished, old: Whether it is installed, on the wish list, and installed in an older version.
        version: The version that is installed, or would be.
        stars: The user's rating, or 0.
        job: What is done to it just now, or None.
    """

    name: str
    installed: bool = False
    wished: bool = False
    old: bool = False
    version: str = ""
    stars: int = 0
    job: Job | None = None


def product_of(name: str, vfs: Vfs, settings: Mapping[str, str]) -> Product:
    """A package as it stands."""
    there = name in installed_names(settings)
    version = next((v for v in VERSIONS.rows(vfs) if v.name == name), None)
    return Product(
        name,
        there,
        any(wish.name == name for wish in WISHES.rows(vfs)),
        there and version is not None and version.old,
        "" if version is None else version.version if there else version.latest,
        next((rating.stars for rating in RATINGS.rows(vfs) if rating.name == name), 0),
        next((job for job in QUEUE.jobs(vfs) if job.what == name), None),
    )


# -- what can be done with a product of Microsoft Store ---------------------------------------------------------------

Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def _of(state: State, ctx: Context, *named: str) -> Product | None:
    name = named[0] if named else state.product
    return product_of(name, ctx.vfs, ctx.settings) if name in offered() else None


def _get(state: State, ctx: Context, product: Product) -> Result:
    return QUEUE.added(state, ctx, ("install", product.name, seconds_of(product.name)))


def _update(state: State, ctx: Context, product: Product) -> Result:
    return QUEUE.added(state, ctx, ("update", product.name, seconds_of(product.name)))


def _uninstall(state: State, ctx: Context, product: Product) -> Result:
    return state, uninstalling(product.name, ctx.settings)


def _wish(state: State, ctx: Context, product: Product) -> Result:
    rows = WISHES.rows(ctx.vfs)
    others = tuple([row for row in rows if row.name != product.name])
    after = others if product.wished else (*rows, Wish(next_id(rows), product.name))
    return state, (saved(WISHES, ctx, after),)


def _sure(product: Product) -> Question:
    text = f"{product.name} and its related info will be uninstalled."
    return Question(
        OpenDialog("message_box", MessageBox("Uninstall app?", text, ("Uninstall", "Cancel"), "Cancel", "warning")),
        "Uninstall",
    )


PRODUCT = Commands(
    "store",
    Command("get", "Get", run=_get, enabled=lambda p: not p.installed and p.job is None),
    Command("launch", "Open", run=lambda s, _, p: (s, (Launch(program_of(p.name)),)), enabled=lambda p: p.installed),
    Command("update", "Update", run=_update, enabled=lambda p: p.old and p.job is None),
    Command("uninstall", "Uninstall", run=_uninstall, icon="delete", enabled=lambda p: p.installed, ask=_sure),
    Command("wish", lambda p: "Remove from wish list" if p.wished else "Add to wish list", run=_wish, icon="heart"),
    records=Records(_of, lambda state, *_: (state, ())),
)
