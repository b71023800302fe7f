"""The film player: a list, a page for each film, and a player in which one saves moments, likes and shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.films.store import (
    FILMS,
    HISTORY,
    LIKES,
    MOMENTS,
    SHARES,
    TABLES,
    TRANSPORT,
    WISHES,
    Film,
    Like,
    Moment,
    Share,
    Wishes,
    film_of,
    sounds,
    wishes,
    with_films,
)
from omnigym.sim.android.kit import action, app_bar, empty, item, left, phone_app, screen, search_box, section
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.people import ask_person
from omnigym.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.player import SPEEDS, Player, span_text
from omnigym.sim.kinds.reels import done, frame
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import scroll, spacer
from omnigym.sim.vfs import Vfs
from omnigym.sim.widgets.film import film

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST, _PAGE = "films.list", "films.page"
#: Where the picture of a list shows a film, virtual milliseconds.
_POSTER_MS = 7000


class State(NamedTuple):
    """Where one is.

    Attributes:
        film: The title of the film whose page is open, or "".
        full: Whether it has the whole screen.
        query: What is searched for.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    film: str = ""
    full: bool = False
    query: str = ""
    ticks: bool = False
    now_ms: int = 0


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000
_VOLUMES = (0, 25, 50, 75, 100)


def _open(state: State, ctx: Context, title: str) -> _Result:
    if film_of(ctx.vfs, title) is None:
        return state, ()
    return state._replace(film=title, full=False), (ScrollTo(_PAGE),)


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
            return after, (ScrollTo(_PAGE),)
        _, effects = TRANSPORT.kept(after, ctx, player.toggled(ctx.clock_ms, seconds))
        return after, (*effects, ScrollTo(_PAGE))
    if state.film:
        return state._replace(film=""), (ScrollTo(_LIST),)
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
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "replay": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now - 10 * _SECOND),
    "save": _save,
    "share": _share,
    "shared": _shared,
    "speed": _speed,
    "toggle": _paused,
    "volume": _volume,
}

_ON: Mapping[str, Handler] = {name: TRANSPORT.ticking(handler) for name, handler in _UPDATES.items()}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("films", "", button="film_toggle")
_ON_FILM = ROUND._replace(ink="on_picture", pressed=None, checked="indicator")
_FILM_STYLES = looks(
    button={
        "icon_like": ROUND._replace(checked="checked"),
        "film_toggle": _ON_FILM,
        "film_play": _ON_FILM._replace(min_w=72, min_h=72, radius=36, icon=44, checked=None),
    },
    text={"film_title": Look(size=18, ink="on_picture"), "film_caption": Look(size=17, ink="on_picture")},
)


def _poster(shown: Film, w: int, h: int) -> Node:
    return film(frame(shown.scenes[0], _POSTER_MS), w=w, h=h)


def _line(shown: Film) -> Node:
    return item(
        f"films.film.{shown.title}",
        shown.title,
        " • ".join([part for part in (shown.note, span_text(shown.seconds)) if part]),
        lead=_poster(shown, 96, 58),
        h=82,
        click=("open", shown.title),
    )


def _lines(films: tuple[Film, ...]) -> Node:
    return column(*[memo(_line, f, w=FILL) for f in films], role=Role.LIST, name="Films", pad=(0, 0, 0, 16))


def _library(state: State, ctx: Context) -> Node:
    wanted = state.query.strip().casefold()
    films = tuple([f for f in FILMS.rows(ctx.vfs) if wanted in f.title.casefold()])
    search = search_box("films", state.query, "Search films")
    body: Element = scroll(_LIST, panel(_lines, films), name="Films")
    return screen(
        "films",
        "Films",
        app_bar("Films"),
        row(search, pad=(14, 0, 14, 8)),
        body if films else empty("movie", "No films"),
    )


def _moment_line(moment: Moment) -> Node:
    gone = action(f"films.forget.{moment.id}", "delete", f"Delete moment {span_text(moment.at_ms // 1000)}")
    return item(
        f"films.moment.{moment.id}",
        span_text(moment.at_ms // 1000),
        image="bookmark",
        trail=gone._replace(on=(("click", ("forget", moment.id)),), reacts=True),
        click=("play", moment.at_ms),
    )


def _page_body(shown: Film, liked: bool, moments: tuple[Moment, ...], w: int) -> Node:
    chapters = [
        item(f"films.chapter.{c.at_ms}", c.title, span_text(c.at_ms // 1000), image="list", click=("play", c.at_ms))
        for c in shown.chapters
    ]
    like = ui.button("like", "", "icon_like", icon="m/thumb_up", name="Like", checked=liked)
    return column(
        _poster(shown, w, w * 9 // 16),
        column(
            ui.heading(shown.title, "title", w=FILL),
            ui.text(" • ".join([p for p in (shown.note, span_text(shown.seconds)) if p]), "muted", w=FILL),
            gap=2,
            pad=(18, 14, 18, 4),
        ),
        row(
            ui.button("start", "Play", "primary", icon="m/play_arrow", w=FILL, click=("play", 0)),
            like,
            action("films.share", "share", "Share", ("share",)),
            gap=8,
            h=60,
            pad=(16, 0),
        ),
        section("Chapters") if chapters else None,
        *chapters,
        section("Saved moments") if moments else None,
        *[memo(_moment_line, m, w=FILL) for m in moments],
        pad=(0, 0, 0, 24),
    )


def _page(shown: Film, ctx: Context) -> Node:
    liked = any(like.film == shown.title for like in LIKES.rows(ctx.vfs))
    moments = tuple([m for m in MOMENTS.rows(ctx.vfs) if m.film == shown.title])
    body = scroll(_PAGE, panel(_page_body, shown, liked, moments, ctx.w), name=shown.title)
    return screen("films", shown.title, app_bar("", back="films.up"), body)


def _picture(shown: Film, place_ms: int, w: int) -> Node:
    seen = frame(shown.scene_at(place_ms), place_ms, shown.moves)
    return film(seen, w=w, h=w * 9 // 16, name="Picture", key="films.picture")


def _caption(said: str) -> Node:
    words = ui.text(said, "film_caption", key="caption", wrap=True) if said else None
    return row(words, style="film", h=64, pad=(18, 0), justify="center")


def _seek(place: int, seconds: int) -> Node:
    return column(
        slider("films.seek", Span(place, 0, max(seconds, 1), 1), name="Position", w=FILL, change=("seek",)),
        row(
            ui.text(span_text(place), "film", key="place"),
            spacer(),
            ui.text(span_text(seconds), "film", key="length"),
            h=20,
        ),
        style="film",
        pad=(22, 0),
    )


def _controls(player: Player, wish: Wishes, liked: bool) -> Node:
    def round_one(key: str, image: str, name: str, msg: str = "", style: str = "film_icon") -> Node:
        return ui.tool(key, f"m/{image}", name, style, click=(msg or key,))

    plays = player.playing
    return column(
        row(
            round_one("replay", "replay_10", "Back 10 seconds"),
            round_one("toggle", "pause" if plays else "play_arrow", "Pause" if plays else "Play", style="film_play"),
            round_one("ahead", "forward_10", "Forward 10 seconds"),
            h=96,
            gap=30,
            justify="center",
        ),
        row(
            ui.button("speed", f"{player.speed:g}×", "film_chip", name=f"Speed {player.speed:g}×"),
            ui.button("captions", icon="m/closed_caption", name="Captions", checked=wish.captions),
            round_one("volume", "volume_up" if wish.volume else "volume_off", f"Volume {wish.volume}"),
            round_one("save", "bookmark_add", "Save moment"),
            ui.button("like", icon="m/thumb_up", name="Like", checked=liked),
            round_one("share", "share", "Share"),
            h=64,
            gap=8,
            justify="center",
        ),
        style="film",
        pad=(0, 4, 0, 18),
    )


def _cinema(shown: Film, state: State, ctx: Context) -> Node:
    player, wish = TRANSPORT.player(ctx.vfs), wishes(ctx.vfs)
    place = player.place_ms(state.now_ms, shown.seconds)
    liked = any(like.film == shown.title for like in LIKES.rows(ctx.vfs))
    down = ui.tool("down", "m/expand_more", "Close player", "film_icon", click=("back",))
    top = row(down, ui.heading(shown.title, "film_title", w=FILL), h=64, pad=(6, 0), gap=6)
    return screen(
        "films",
        shown.title,
        column(
            top,
            spacer(h=FILL),
            panel(_picture, shown, place, ctx.w),
            panel(_caption, shown.caption_at(place) if wish.captions else ""),
            spacer(h=FILL),
            panel(_seek, place // 1000, shown.seconds),
            panel(_controls, player, wish, liked),
            style="film",
            h=FILL,
        ),
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    shown = film_of(ctx.vfs, state.film)
    if shown is None:
        return _library(state, ctx)
    return _cinema(shown, state, ctx) if state.full else _page(shown, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="films",
        title="Films",
        icon="app/films",
        art={"app/films": sign_icon(0x5B2A86, "movie")},
        styles=_FILM_STYLES,
        program=Program(category="Multimedia Playback"),
        initial=with_films,
        init=lambda _args, _ctx: (State(), ()),
        view=_view,
        on=_ON,
        keys=(("space", ("toggle",)),),
        sounds=sounds,
        tables=TABLES,
    ),
)
