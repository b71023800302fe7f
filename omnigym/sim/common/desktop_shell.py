"""Parts of a desktop's shell: the buttons of running apps, window cards, search, the lock screen, effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import Activate, App, Context, Effect, Focus, Handler, Launch, Minimise, OpenShell, WindowSummary
from omnigym.sim.catalogue import Catalogue
from omnigym.sim.common.disturbances import DISTURBING
from omnigym.sim.common.file_types import NO_SETTINGS
from omnigym.sim.desktop import Desktop
from omnigym.sim.files.kinds import is_hidden
from omnigym.sim.input.effects import EFFECTS
from omnigym.sim.input.keyboard import press_key
from omnigym.sim.input.windows import stop_app
from omnigym.sim.memo import IdentityCache
from omnigym.sim.settings import arranged
from omnigym.sim.system import Keystroke, Stop
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, stack, state_flags
from omnigym.sim.ui.widgets import button, icon, spacer, text
from omnigym.sim.vfs import HOME, Stat, Vfs

# -- tasks bar --------------------------------------------------------------------------------------------------------

# The buttons of a taskbar or a dock: one for each pinned or running app, and what a click on it does.


class Task(NamedTuple):
    """The button of an app: app, title, icon, number of open windows, and whether one of them is active."""

    app: str
    title: str
    icon: str
    windows: int
    active: bool


def tasks_of(
    catalogue: Catalogue, windows: tuple[WindowSummary, ...], settings: Mapping[str, str] = NO_SETTINGS
) -> tuple[Task, ...]:
    """The buttons: the installed ones of the pinned apps, then the other running ones, in the order of opening."""
    order = [p.app for p in arranged(catalogue.present(catalogue.pinned, settings), settings)]
    order += [w.app for w in windows if w.app not in order]
    tasks = []
    for app in dict.fromkeys(order):
        own = [w for w in windows if w.app == app]
        known = catalogue.shortcut(app)
        title, image = (known.title, known.icon) if known else (own[0].title, own[0].icon)
        tasks.append(Task(app, title, image, len(own), any(w.active for w in own)))
    return tuple(tasks)


def kept(tasks: tuple[Task, ...], count: int) -> tuple[Task, ...]:
    """Up to ``count`` buttons in their order; running apps take precedence over pinned ones."""
    if len(tasks) <= count:
        return tasks
    chosen = sorted(tasks, key=lambda t: not t.windows)[:count]
    return tuple([t for t in tasks if t in chosen])


def pressed(catalogue: Catalogue, app: str, windows: tuple[WindowSummary, ...]) -> tuple[Effect, ...]:
    """The effect of a click on an app's button: launch it, activate its next window, or minimise its only one."""
    own = [w for w in windows if w.app == app]
    if not own:
        return (Launch(app),) if catalogue.shortcut(app) else ()
    active = next((i for i, w in enumerate(own) if w.active), -1)
    if active >= 0 and len(own) == 1:
        return (Minimise(own[0].id),)
    return (Activate(own[(active + 1) % len(own)].id),)


# -- window cards -----------------------------------------------------------------------------------------------------

# A card for each open window, to go to it or to close it; they send ``("go", id)`` and ``("close", id)``.
#
# The chosen one has the style "card_chosen" of boxes.

#: Logical pixels of a card, and between two.
_CARD_W, _CARD_H, _BETWEEN = 240, 176, 20
#: A look that desktops have, and phones do not.
_CHOSEN = "card_chosen"


def _card(prefix: str, window: WindowSummary, chosen: bool) -> Node:
    return column(
        row(
            icon(window.icon, size=16),
            text(window.title, w=FILL, role=None),
            button(
                f"{prefix}.close.{window.id}",
                icon="close",
                name=f"Close {window.title}",
                style="tab_close",
                click=("close", window.id),
            ),
            h=34,
            pad=(12, 0, 8, 0),
            gap=8,
        ),
        row(row(icon(window.icon, size=64), style="group", h=FILL, justify="center"), h=FILL, pad=(8, 0, 8, 8)),
        style=_CHOSEN if chosen else "toast",
        key=f"{prefix}.{window.id}",
        role=Role.LIST_ITEM,
        name=window.title,
        flags=state_flags(selected=chosen),
        w=_CARD_W,
        h=_CARD_H,
        click=("go", window.id),
    )


def window_cards(prefix: str, windows: tuple[WindowSummary, ...], at: int, columns: int) -> Node:
    """The cards in rows.

    Args:
        prefix: What their keys begin with.
        windows: The windows.
        at: The place of the chosen one.
        columns: How many are in a row.
    """
    cards = [memo(_card, prefix, w, n == at, w=_CARD_W, h=_CARD_H) for n, w in enumerate(windows)]
    rows = [row(*cards[i : i + columns], gap=_BETWEEN, justify="center") for i in range(0, len(cards), columns)]
    return column(*rows, gap=_BETWEEN, pad=(20, 60, 20, 20), role=Role.LIST, name="Running applications")


def columns_in(width: int) -> int:
    """How many cards have room side by side in a width, logical pixels."""
    return max(1, (width - 40 + _BETWEEN) // (_CARD_W + _BETWEEN))


def windows_shown(ctx: Context) -> tuple[WindowSummary, ...]:
    """The windows, the newest first; without what cards do not show."""
    return tuple([w._replace(active=False, minimised=False) for w in reversed(ctx.windows)])


# -- the search of a desktop's shell ----------------------------------------------------------------------------------

# Apps, files and settings; and the files that were changed last.

#: The results, and settings among them, that are shown; the depth to which files are searched.
_FOUND, _SETTINGS, _DEPTH = 8, 3, 4


class Hit(NamedTuple):
    """A result of the search.

    Attributes:
        key: Key of its node.
        title, note, icon: What is shown of it.
        app, path: The app that it launches, or the file that it opens; for a page of Settings, app and page.
    """

    key: str
    title: str
    note: str
    icon: str
    app: str
    path: str


def _files(vfs: Vfs, directory: str, depth: int) -> list[Stat]:
    """The files and folders in a directory down to ``depth`` levels, without hidden ones."""
    found: list[Stat] = []
    for entry in vfs.list(directory) if vfs.is_dir(directory) else ():
        if entry.name.startswith(".") or is_hidden(entry):
            continue
        found.append(entry)
        if entry.is_dir and depth > 1:
            found += _files(vfs, entry.path, depth - 1)
    return found


class Searched:
    """What the search of a platform looks through.

    Args:
        prefix: What the keys of results begin with.
        catalogue: The platform's apps.
        described: What is told of a file: its kind and its icon.
        pages: The pages of Settings that a query finds: key, title, page.
        sign: The icon of these.
    """

    def __init__(
        self,
        prefix: str,
        catalogue: Catalogue,
        described: Callable[[Stat], tuple[str, str]],
        pages: Callable[[str], list[tuple[str, str, str]]],
        sign: str = "settings-app",
    ) -> None:
        self._prefix, self._catalogue, self._described, self._pages = prefix, catalogue, described, pages
        self._sign = sign
        #: The files in the user's home, listed again when that directory is another object.
        self._listed: IdentityCache[list[Stat]] = IdentityCache(1)

    def files(self, vfs: Vfs) -> list[Stat]:
        """The files and folders in the user's home."""
        return self._listed.get(HOME, vfs.get(HOME), lambda: _files(vfs, HOME, _DEPTH))

    def hits(self, query: str, vfs: Vfs, settings: Mapping[str, str] = NO_SETTINGS) -> tuple[Hit, ...]:
        """The results for a query: installed apps, then files (names that begin with it first), then settings."""
        wanted = query.strip().casefold()
        if not wanted:
            return ()
        found = [
            Hit(f"{self._prefix}.result.{p.app}", p.title, "App", p.icon, p.app, "")
            for p in self._catalogue.present(self._catalogue.shortcuts, settings)
            if any(word.startswith(wanted) for word in (p.title.casefold(), *p.title.casefold().split()))
        ]
        files = [e for e in self.files(vfs) if wanted in e.name.casefold()]
        # The path is the last key, so that the order does not depend on that in which folders are listed.
        files.sort(key=lambda e: (not e.name.casefold().startswith(wanted), e.name.casefold(), e.path))
        found += [Hit(f"{self._prefix}.result.{e.path}", e.name, *self._described(e), "", e.path) for e in files]
        pages = [
            Hit(f"{self._prefix}.{key}", title, "System settings", self._sign, "settings", page)
            for key, title, page in self._pages(query)
        ][:_SETTINGS]
        return (*found[: _FOUND - len(pages)], *pages)


# -- lock -------------------------------------------------------------------------------------------------------------

# The lock screen of a desktop, shown after lock, sleep, sign out, shut down and restart until the user signs in.

#: The `Power` effects after which the screen is dark at first; after all others it shows the time.
_DARK = frozenset({"sleep", "shut_down"})


class _State(NamedTuple):
    """The stage that is shown: "dark", "locked" (the time) or "sign_in", in this order."""

    stage: str = "locked"


def _time(time: str, day: str) -> Node:
    """Time and date in large letters; the button behind them takes clicks and keys."""
    return column(
        spacer(h=72),
        text(time, style="lock_time", key="lock.time", w=FILL),
        text(day, style="lock_date", w=FILL),
        h=FILL,
        gap=6,
    )


def _sign_in(user: str) -> Node:
    return column(
        icon("user", size=128),
        text(user, style="lock_name", w=FILL, role=Role.HEADING),
        button("lock.sign_in", "Sign in", style="primary", default=True, cancel=True, click=("leave",), w=160),
        h=FILL,
        gap=18,
        align="center",
        justify="center",
    )


def _wake(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    if state.stage == "dark":
        return _State("locked"), ()
    return (_State("sign_in"), (Focus("lock.sign_in"),)) if state.stage == "locked" else (state, ())


def _leave(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return (_State(), (OpenShell(""),)) if state.stage == "sign_in" else (state, ())


_ON: Mapping[str, Handler] = {"wake": _wake, "leave": _leave}


def lock_screen(clock: Callable[[int, Mapping[str, str]], tuple[str, str]], icon: str, wallpaper: str = "bloom") -> App:
    """The declaration of a platform's lock screen.

    Args:
        clock: Gives the time and the day that are shown, of a virtual moment and the settings.
        icon: Name of its icon.
        wallpaper: What is behind it.
    """

    def view(state: _State, ctx: Context) -> Node:
        inside: list[Element]
        waking = "Turn on" if state.stage == "dark" else "Unlock"
        wake = button("lock.wake", name=waking, style="bare", cancel=True, click=("wake",), w=FILL, h=FILL)
        if state.stage == "dark":
            inside, style, name = [wake], "dark", "The screen is off"
        elif state.stage == "sign_in":
            user = ctx.settings.get("account.name", "user")
            inside, style, name = [panel(_sign_in, user, h=FILL)], "desktop", "Sign-in screen"
        else:
            shown = clock(ctx.clock_ms, ctx.settings)
            inside, style, name = [wake, panel(_time, *shown, h=FILL)], "desktop", "Lock screen"
        behind = stack(*inside, style=style, role=Role.WINDOW, name=name, key="lock", h=FILL)
        return behind._replace(data=wallpaper)

    return App(
        name="lock",
        title="Lock screen",
        icon=icon,
        init=lambda how, _ctx: (_State("dark" if how in _DARK else "locked"), ()),
        view=view,
        on=_ON,
        focus="lock.wake",
        layer="screen",
        place=lambda w, h: (0, 0, w, h),
    )


# -- what carries out the effects that every desktop has, and no phone ------------------------------------------------


def _keystroke(desk: Desktop, _wid: str, effect: Keystroke) -> None:
    *mods, key = effect.key.split("+")
    press_key(desk, key, tuple(mods))


DESKTOP_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    **EFFECTS,
    **DISTURBING,
    Keystroke: _keystroke,
    Stop: lambda desk, _, e: stop_app(desk, e.app),
}
