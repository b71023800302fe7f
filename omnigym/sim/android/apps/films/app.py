"""The film player: a list, a page for each film, and a player in which one saves moments, likes and shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.films.store import (
    HISTORY,
    LIKES,
    MOMENTS,
    SHARES,
    TABLES,
    TRANSPORT,
    WISHES,
    Like,
    Moment,
    Share,
    Wishes,
    film_of,
    sounds,
    wishes,
    with_films,
)
from omnigym.sim.android.apps.films.view import LIST, PAGE, State, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.people import ask_person
from omnigym.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.player import SPEEDS
from omnigym.sim.kinds.reels import done
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import Vfs

# -- the looks of the app that no other app has -----------------------------------------------------------------------

_ON_FILM = ROUND._replace(ink="on_picture", pressed=None, checked="indicator")
FILM_STYLES = looks(
    button={
        "icon_like": ROUND._replace(checked="checked"),
        "film_toggle": _ON_FILM,
        "film_play": _ON_FILM._replace(min_w=72, min_h=72, radius=36, icon=44, checked=None),
    },
    text={
        "film_title": Look(size=18, ink="on_picture"),
        "film_caption": Look(size=17, ink="on_picture"),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000
_VOLUMES = (0, 25, 50, 75, 100)


def _open(state: State, ctx: Context, title: str) -> _Result:
    if film_of(ctx.vfs, title) is None:
        return state, ()
    return state._replace(film=title, full=False), (ScrollTo(PAGE),)


def _play(state: State, ctx: Context, at_ms: int) -> _Result:
    """The film of the page from a place on."""
    film = film_of(ctx.vfs, state.film)
    if film is None:
        return state, ()
    player = TRANSPORT.player(ctx.vfs).started(film.title, (film.title,), ctx.clock_ms)
    return TRANSPORT.kept(state._replace(full=True), ctx, player.placed(at_ms, ctx.clock_ms, film.seconds))


def _paused(state: State, ctx: Context) -> _Result:
    """The film stands still, which the history keeps; or it goes on."""
    player, seconds = TRANSPORT.playing(ctx.vfs)
    if seconds is None or not player.playing:
        return TRANSPORT.on["toggle"](state, ctx)
    logged = ctx._replace(vfs=_logged(ctx, "pause", player.path))
    return TRANSPORT.kept(state, logged, player.toggled(ctx.clock_ms, seconds))


def _logged(ctx: Context, what: str, title: str) -> Vfs:
    """The files with something done to a film in their history, at the place where it is."""
    player, seconds = TRANSPORT.playing(ctx.vfs)
    here = player.place_ms(ctx.clock_ms, seconds) if player.path == title and seconds is not None else 0
    return done(HISTORY, ctx.vfs, what, title, here, ctx.clock_ms)


def _like(state: State, ctx: Context) -> _Result:
    rows = LIKES.rows(ctx.vfs)
    others = tuple([like for like in rows if like.film != state.film])
    if len(others) < len(rows):
        return state, (saved(LIKES, ctx, others),)
    vfs = _logged(ctx, "like", state.film)
    new = Like(next_id(rows), state.film)
    return state, (SetFiles(LIKES.written(vfs, (*rows, new), ctx.clock_ms)),)


def _save(state: State, ctx: Context) -> _Result:
    """The place where the film is, as a moment."""
    player, seconds = TRANSPORT.playing(ctx.vfs)
    if seconds is None:
        return state, ()
    rows = MOMENTS.rows(ctx.vfs)
    moment = Moment(next_id(rows), player.path, player.place_ms(ctx.clock_ms, seconds))
    return state, (saved(MOMENTS, ctx, (*rows, moment)),)


def _forget(state: State, ctx: Context, number: int) -> _Result:
    rows = tuple([m for m in MOMENTS.rows(ctx.vfs) if m.id != number])
    return state, (saved(MOMENTS, ctx, rows),)


def _share(state: State, ctx: Context) -> _Result:
    return state, (ask_person(ctx.vfs, "Share with", ("shared", state.film)),)


def _shared(state: State, ctx: Context, title: str, person: str | None) -> _Result:
    if person is None:
        return state, ()
    rows = SHARES.rows(ctx.vfs)
    new = Share(next_id(rows), title, person)
    vfs = _logged(ctx, "share", title)
    return state, (SetFiles(SHARES.written(vfs, (*rows, new), ctx.clock_ms)),)


def _wish(state: State, ctx: Context, change: Callable[[Wishes], Wishes]) -> _Result:
    return state, (saved(WISHES, ctx, (change(wishes(ctx.vfs)),)),)


def _speed(state: State, ctx: Context) -> _Result:
    options = tuple([(f"{s:g}", f"{s:g}×") for s in SPEEDS])
    now = f"{TRANSPORT.player(ctx.vfs).speed:g}"
    return state, (OpenDialog("choose", ("Playback speed", options, now), ("sped",)),)


def _volume(state: State, ctx: Context) -> _Result:
    options = tuple([(str(v), f"{v} %" if v else "Mute") for v in _VOLUMES])
    return state, (OpenDialog("choose", ("Volume", options, str(wishes(ctx.vfs).volume)), ("loud",)),)


def _loud(state: State, ctx: Context, volume: str | None) -> _Result:
    return (state, ()) if volume is None else _wish(state, ctx, lambda w: w._replace(volume=int(volume)))


def _back(state: State, ctx: Context) -> _Result:
    """Out of the player, which pauses the film; to the list; away."""
    if state.full:
        after = state._replace(full=False)
        player, seconds = TRANSPORT.playing(ctx.vfs)
        if not player.playing or seconds is None:
            return after, (ScrollTo(PAGE),)
        _, effects = TRANSPORT.kept(after, ctx, player.toggled(ctx.clock_ms, seconds))
        return after, (*effects, ScrollTo(PAGE))
    if state.film:
        return state._replace(film=""), (ScrollTo(LIST),)
    return (state._replace(query=""), ()) if state.query else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    **TRANSPORT.on,
    "ahead": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now + 10 * _SECOND),
    "back": _back,
    "captions": lambda s, ctx: _wish(s, ctx, lambda w: w._replace(captions=not w.captions)),
    "forget": _forget,
    "like": _like,
    "loud": _loud,
    "open": _open,
    "play": _play,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "replay": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now - 10 * _SECOND),
    "save": _save,
    "share": _share,
    "shared": _shared,
    "speed": _speed,
    "toggle": _paused,
    "volume": _volume,
}


_ON: Mapping[str, Handler] = {name: TRANSPORT.ticking(handler) for name, handler in _UPDATES.items()}


APPS = (
    phone_app(
        name="films",
        title="Films",
        icon="app/films",
        art={"app/films": sign_icon(0x5B2A86, "movie")},
        styles=FILM_STYLES,
        program=Program(category="Multimedia Playback"),
        initial=with_films,
        init=lambda _args, _ctx: (State(), ()),
        view=view,
        on=_ON,
        keys=(("space", ("toggle",)),),
        sounds=sounds,
        tables=TABLES,
    ),
)
