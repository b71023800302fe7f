"""A film while it is cut: the project in a file, the chosen clip, steps of undo, and the playhead in virtual time.

The state of the window of an app has a field ``cut``, a `Cut`; its projects are the rows of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.sim.app import App, Context, Effect, Handler
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.player import Player
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.apps.clipchamp.timeline.clips import (
    GRID,
    Clip,
    Clips,
    clip_in,
    closed,
    end_of,
    is_film,
    placed,
    trimmed,
)

_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]
#: How many seconds the tracks show, from the nearest to the farthest; each is six parts of the ruler.
SPANS = (12, 30, 60, 120, 300, 600)
#: The pixels at either end of a clip by which it is trimmed.
EDGE = 8
_STEPS, _TICK = 50, 500


class Project(NamedTuple):
    """A film that is being cut.

    Attributes:
        id: Its number.
        name: What a person calls it.
        clips: What is on its tracks.
        media: The paths of the files that were taken in for it.
        height: Pixels of the frames of its file.
        edited_ms: When it was changed last.
    """

    id: int
    name: str
    clips: Clips = ()
    media: tuple[str, ...] = ()
    height: int = 720
    edited_ms: int = 0


def is_project(project: Project) -> bool:
    """Whether a project from a file makes sense."""
    return is_film(project.clips) and 100 <= project.height <= 1080 and project.edited_ms >= 0


class Held(NamedTuple):
    """A clip under the pointer: by which "edge" ("begin", "end" or "" for all of it), where, how far it was moved."""

    clip: int
    edge: str
    x: int
    by: int = 0


class Cut(NamedTuple):
    """What is open in a window.

    Attributes:
        project: The number of the project, 0 for none.
        selected: That of the chosen clip, 0 for none.
        player: The playhead.
        span: One of `SPANS`.
        undos, redos: The clips before and after, the nearest first.
        held: The clip that is dragged, or None.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    project: int = 0
    selected: int = 0
    player: Player = Player()
    span: int = SPANS[1]
    undos: tuple[Clips, ...] = ()
    redos: tuple[Clips, ...] = ()
    held: Held | None = None
    ticks: bool = False
    now_ms: int = 0


class Picked(NamedTuple):
    """A clip to which something is done, all clips of its film, and where the playhead is."""

    clip: Clip
    clips: Clips
    at: int


def _seconds(clips: Clips) -> int:
    return -(-end_of(clips) // 1000)


def place(cut: Cut, clips: Clips, now: int) -> int:
    """Where in the film the playhead is."""
    return min(cut.player.place_ms(now, _seconds(clips)), end_of(clips))


def held_clips(clips: Clips, held: Held | None) -> Clips:
    """The clips with the one that is dragged where it is now."""
    clip = clip_in(clips, held.clip) if held is not None else None
    if clip is None or held is None or not held.by:
        return clips
    if held.edge == "begin":
        return trimmed(clips, clip.id, begin=clip.at + held.by)
    if held.edge == "end":
        return trimmed(clips, clip.id, end=clip.end + held.by)
    return placed(clips, clip.id, clip.at + held.by)


class Cutter:
    """What cuts the films of an app.

    Args:
        table: What keeps the projects.
        width: ``width(state, w)`` gives the pixels that the tracks have in a window whose content is so wide.

    Attributes:
        on: The handlers, for `App.on`; the app is to be made `playing`.
    """

    def __init__(self, table: Table[Project], width: Callable[[Any, int], int]) -> None:
        self._table, self._width = table, width
        self.on: Mapping[str, Handler] = {
            "close_gap": self._close_gap,
            "hold": self._hold,
            "pick": lambda s, _ctx, number: (self.picked(s, number), ()),
            "redo": lambda s, ctx: self._stepped(s, ctx, forth=True),
            "seek": lambda s, ctx, value: self.moved(s, ctx, GRID * value),
            "skip": lambda s, ctx, ms: self.moved(s, ctx, self.place(s, ctx) + ms),
            "tick": self._tick,
            "toggle": self._toggle,
            "undo": lambda s, ctx: self._stepped(s, ctx, forth=False),
            "zoom": self._zoom,
            "zoom_fit": lambda s, ctx: (self._fitted(s, self.clips(s, ctx.vfs), least=SPANS[0]), ()),
        }

    # -- what there is --------------------------------------------------------------------------------------------

    def project(self, state: Any, vfs: Vfs) -> Project | None:
        """The project that is open."""
        return next((row for row in self._table.rows(vfs) if row.id == state.cut.project), None)

    def clips(self, state: Any, vfs: Vfs) -> Clips:
        """Its clips."""
        project = self.project(state, vfs)
        return project.clips if project is not None else ()

    def place(self, state: Any, ctx: Context) -> int:
        """Where the playhead is."""
        return place(state.cut, self.clips(state, ctx.vfs), ctx.clock_ms)

    def target(self, state: Any, ctx: Context, *named: int) -> Picked | None:
        """The clip of a number, or the chosen one: `Records.get`."""
        clips = self.clips(state, ctx.vfs)
        clip = clip_in(clips, named[0] if named else state.cut.selected)
        return None if clip is None else Picked(clip, clips, place(state.cut, clips, ctx.clock_ms))

    # -- what changes it ------------------------------------------------------------------------------------------

    def kept(self, state: Any, ctx: Context, project: Project) -> _Result:
        """Another state of a project, which is written."""
        new = project._replace(edited_ms=ctx.clock_ms)
        rows = tuple([new if row.id == new.id else row for row in self._table.rows(ctx.vfs)])
        return state, (saved(self._table, ctx, rows),)

    def cut(self, state: Any, ctx: Context, clips: Clips, selected: int | None = None) -> _Result:
        """Other clips in the film, and the chosen one: one step of undo."""
        project = self.project(state, ctx.vfs)
        if project is None or clips == project.clips:
            return state, ()
        undos = (project.clips, *state.cut.undos)[:_STEPS]
        chosen = state.cut.selected if selected is None else selected
        return self._put(state, ctx, project, clips, undos, (), chosen)

    def _put(
        self,
        state: Any,
        ctx: Context,
        project: Project,
        clips: Clips,
        undos: tuple[Clips, ...],
        redos: tuple[Clips, ...],
        chosen: int,
    ) -> _Result:
        seconds, at = _seconds(clips), place(state.cut, project.clips, ctx.clock_ms)
        player = state.cut.player.placed(min(at, end_of(clips)), ctx.clock_ms, seconds)
        selected = chosen if clip_in(clips, chosen) is not None else 0
        cut = state.cut._replace(undos=undos, redos=redos, player=player, selected=selected, held=None)
        state = self._fitted(state._replace(cut=cut), clips, least=state.cut.span)
        return self.kept(state, ctx, project._replace(clips=clips))

    def _fitted(self, state: Any, clips: Clips, least: int) -> Any:
        """With the tracks showing all clips."""
        span = next(s for s in SPANS if s >= least and (s >= _seconds(clips) or s == SPANS[-1]))
        return state._replace(cut=state.cut._replace(span=span))

    def _stepped(self, state: Any, ctx: Context, *, forth: bool) -> _Result:
        project, cut = self.project(state, ctx.vfs), state.cut
        taken = cut.redos if forth else cut.undos
        if project is None or not taken:
            return state, ()
        left = (project.clips, *(cut.undos if forth else cut.redos))
        undos, redos = (left, taken[1:]) if forth else (taken[1:], left)
        return self._put(state, ctx, project, taken[0], undos, redos, cut.selected)

    def _close_gap(self, state: Any, ctx: Context, track: str, begin: int) -> _Result:
        return self.cut(state, ctx, closed(self.clips(state, ctx.vfs), track, begin))

    # -- what is chosen, and where one is -------------------------------------------------------------------------

    def picked(self, state: Any, number: int) -> Any:
        """With a clip chosen, or none for 0."""
        return state._replace(cut=state.cut._replace(selected=number))

    def _hold(self, state: Any, ctx: Context, number: int, phase: str, x: int, _y: int) -> _Result:
        """A clip is pressed, which chooses it, and dragged: by an end it becomes shorter or longer."""
        clips, cut = self.clips(state, ctx.vfs), state.cut
        clip, wide = clip_in(clips, number), max(1, self._width(state, ctx.w))
        if clip is None:
            return state, ()
        if phase == "press" or cut.held is None:
            w = clip.length * wide // (1000 * cut.span)
            edge = "" if w < 3 * EDGE else "begin" if x < EDGE else "end" if x >= w - EDGE else ""
            return state._replace(cut=cut._replace(selected=number, held=Held(number, edge, x))), ()
        held = cut.held._replace(by=(x - cut.held.x) * 1000 * cut.span // wide)
        state = state._replace(cut=cut._replace(held=held if phase == "drag" else None))
        return (state, ()) if phase == "drag" else self.cut(state, ctx, held_clips(clips, held))

    def moved(self, state: Any, ctx: Context, at: int) -> _Result:
        """The playhead elsewhere."""
        clips = self.clips(state, ctx.vfs)
        to = min(max(0, at), end_of(clips))
        player = state.cut.player.placed(to, ctx.clock_ms, _seconds(clips))
        return state._replace(cut=state.cut._replace(player=player)), ()

    def _toggle(self, state: Any, ctx: Context) -> _Result:
        clips = self.clips(state, ctx.vfs)
        player = state.cut.player.toggled(ctx.clock_ms, _seconds(clips)) if clips else state.cut.player
        return state._replace(cut=state.cut._replace(player=player)), ()

    def _tick(self, state: Any, ctx: Context) -> _Result:
        """Some time has gone; the film may be over."""
        cut, clips = state.cut._replace(ticks=False), self.clips(state, ctx.vfs)
        at = place(cut, clips, ctx.clock_ms)
        if cut.player.playing and at >= end_of(clips):
            cut = cut._replace(player=cut.player._replace(playing=False, position_ms=at, since_ms=ctx.clock_ms))
        return state._replace(cut=cut), ()

    def _zoom(self, state: Any, _ctx: Context, by: int) -> _Result:
        at = SPANS.index(state.cut.span) + by
        span = SPANS[min(max(at, 0), len(SPANS) - 1)]
        return state._replace(cut=state.cut._replace(span=span)), ()

    def playing(self, app: App) -> App:
        """An app after whose messages the playhead ticks for as long as it plays."""

        def ticking(handler: Handler) -> Handler:
            def handle(state: Any, ctx: Context, *args: object) -> _Result:
                after, effects = handler(state, ctx, *args)
                plays, cut = after.cut.player.playing, after.cut
                if plays and not cut.ticks:
                    effects = (*effects, Later(_TICK, Send(("tick",))))
                return after._replace(cut=cut._replace(now_ms=ctx.clock_ms, ticks=plays)), effects

            return handle

        return app._replace(on={name: ticking(handler) for name, handler in app.on.items()})
