"""What a browser makes of messages about pages, whatever it looks like: going places, and doing what pages ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from omnigym.documents import plain
from omnigym.sim.app import Context, Effect, Focus, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.documents.edit import start_editing
from omnigym.sim.handlers import sets
from omnigym.sim.sites.address import parse
from omnigym.sim.sites.browsing import (
    Place,
    Tab,
    editor_edit,
    filled,
    page_of,
    place_of,
    site_at,
    stepped,
    target,
    typed_url,
    visit_of,
    went,
)
from omnigym.sim.sites.edge import icon_at
from omnigym.sim.sites.finding import FOUND, matches
from omnigym.sim.sites.profile import downloaded, toggled, visited
from omnigym.sim.sites.raw import content_at, file_name, file_page
from omnigym.sim.sites.site import Ask, Download, Outcome, Page, Visit
from omnigym.sim.sites.window import PAGE, Window, tab, with_tab
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.vfs import Vfs, VfsError, base_name, join
from omnigym.values import ClipboardContent

Result: TypeAlias = tuple[Window, tuple[Effect, ...]]


@dataclass(frozen=True, slots=True)
class Going:
    """How a browser goes places.

    Args:
        folder: Where downloads go.
        margin: How much narrower than its window it lays pages out, in logical pixels.
        now: The day (an ordinal) and the minutes east of Greenwich that a page is told.
        arrival: What it does besides at a page that was just opened.
        pick: Has a file chosen, and sends a message with its path.
        refuse: Says why a file could not be saved.
        saved: Shows that a file was.
    """

    folder: str
    margin: int
    now: Callable[[Context], tuple[int, int]]
    arrival: Callable[[Page], tuple[Effect, ...]]
    pick: Callable[[Msg], Effect]
    refuse: Callable[[str], Effect]
    saved: Callable[[Window, str], Window]

    # -- what is shown -----------------------------------------------------------------------------------------------

    def visit(self, window: Window, ctx: Context) -> Visit:
        """The visit of the page that is shown."""
        day, minutes = self.now(ctx)
        return visit_of(tab(window), max(1, ctx.w - self.margin), minutes, day)

    def page(self, window: Window, ctx: Context) -> Page:
        """The page that is shown."""
        return page_of(self.visit(window, ctx), ctx.vfs)

    # -- what is remembered --------------------------------------------------------------------------------------------

    def visited(self, vfs: Vfs, title: str, url: str, now_ms: int) -> Vfs:
        """The files with a visit of a page."""
        return visited(vfs, title, url, now_ms)

    def downloaded(self, vfs: Vfs, name: str, url: str, path: str, now_ms: int) -> Vfs:
        """The files with a download."""
        return downloaded(vfs, name, url, path, now_ms)

    # -- going -------------------------------------------------------------------------------------------------------

    def arrived(self, window: Window, ctx: Context, *, remember: bool = True) -> Result:
        """At another page: its title, its text area, its top; and it is in the history."""
        shown, here = self.page(window, ctx), tab(window)
        url = place_of(here).url
        window = with_tab(window, here._replace(title=shown.title, icon=icon_at(url)))
        window = window._replace(edit=editor_edit(shown), typed=None, finding=None, over="", saved="", marked=None)
        vfs = self._told(window, ctx, ("opened",)).vfs or ctx.vfs
        if remember and url.startswith("https"):
            vfs = self.visited(vfs, shown.title, url, ctx.clock_ms)
        effects = (ScrollTo(PAGE), *self.arrival(shown))
        return window, effects if vfs is ctx.vfs else (SetFiles(vfs), *effects)

    def go_to(self, window: Window, ctx: Context, url: str) -> Result:
        """To a page by its whole address; what is there may be a file to download."""
        fetched = self.fetched(window, ctx, url)
        return fetched if fetched is not None else self.arrived(with_tab(window, went(tab(window), url)), ctx)

    def fetched(self, window: Window, ctx: Context, url: str) -> Result | None:
        """With the file at an address downloaded; None where a page is there, or a file that is shown."""
        content, address = content_at(ctx.vfs, url), parse(url)
        if content is None or address is None or file_page(Visit(address), ctx.vfs) is not None:
            return None
        return self.download(window._replace(typed=None), ctx, Download(file_name(url), content), url)

    def _aside(self, window: Window, ctx: Context, url: str) -> Result:
        """A link in a new tab, behind the one that is shown."""
        fetched = self.fetched(window, ctx, target(tab(window), url))
        if fetched is not None:
            return fetched
        new = Tab(window.next_id, (Place(target(tab(window), url)),))
        opened = Window(tabs=(*window.tabs, new), active=len(window.tabs))
        opened, effects = self.arrived(opened, ctx)
        tabs = with_tab(opened, tab(opened)._replace(edit=opened.edit)).tabs
        stored = tuple([effect for effect in effects if type(effect) is SetFiles])
        return window._replace(tabs=tabs, next_id=window.next_id + 1, over=""), stored

    def step(self, window: Window, ctx: Context, by: int) -> Result:
        """A page back (-1) or forward (1), if there is one."""
        here = tab(window)
        moved = stepped(here, by)
        return self.arrived(with_tab(window, moved), ctx) if moved is not here else (window, ())

    def _go(self, window: Window, ctx: Context, url: str) -> Result:
        return self.go_to(window, ctx, target(tab(window), url))

    def to_typed(self, window: Window, ctx: Context, typed: str) -> Result:
        """To what was typed into the address bar."""
        return self.go_to(window, ctx, typed_url(typed))

    def _refresh(self, window: Window, ctx: Context) -> Result:
        return self.arrived(with_tab(window, filled(tab(window), ())), ctx, remember=False)

    # -- what a page asks for ----------------------------------------------------------------------------------------

    def _told(self, window: Window, ctx: Context, msg: Msg) -> Outcome:
        """What the site of the page makes of a message."""
        seen = self.visit(window, ctx)
        site = site_at(seen.address.host)
        data = site.load(ctx.vfs, seen.address)
        return site.update(Ask(seen, data, window.edit.document.text, ctx.vfs, ctx.clock_ms), msg)

    def _on_page(self, window: Window, ctx: Context, *msg: object) -> Result:
        if msg == ("refresh",):
            return self._refresh(window, ctx)
        return self._carried_out(window, ctx, self._told(window, ctx, msg))

    def _carried_out(self, window: Window, ctx: Context, outcome: Outcome) -> Result:
        """What a site wants done, in the order of `Outcome`'s fields."""
        effects: list[Effect] = []
        if outcome.vfs is not None and outcome.vfs is not ctx.vfs:
            ctx = ctx._replace(vfs=outcome.vfs)
            effects.append(SetFiles(ctx.vfs))
        if outcome.form is not None:
            window = with_tab(window, filled(tab(window), outcome.form))
        if outcome.text is not None:
            window = window._replace(edit=start_editing(plain(outcome.text)))
        if outcome.copy:
            effects.append(SetClipboard(ClipboardContent(text=outcome.copy)))
        if outcome.upload:
            effects.append(self.pick(("uploaded", outcome.upload)))
        if outcome.download is not None:
            window, more = self.download(window, ctx, outcome.download, place_of(tab(window)).url)
            return window, (*effects, *more)
        if outcome.go:
            window, more = self._go(window, ctx, outcome.go)
            return window, (*effects, *more)
        return window, tuple(effects)

    def download(self, window: Window, ctx: Context, download: Download, url: str) -> Result:
        """A file into the folder of downloads, and among them; ``url`` is where it is from."""
        name = ctx.vfs.free_name(self.folder, download.name)
        path = join(self.folder, name)
        try:
            vfs = ctx.vfs.write(path, download.content, ctx.clock_ms)
        except VfsError as e:
            return window, (self.refuse(str(e)),)
        vfs = self.downloaded(vfs, name, url, path, ctx.clock_ms)
        return self.saved(window, path), (SetFiles(vfs),)

    def _uploaded(self, window: Window, ctx: Context, msg: Msg, path: str | None) -> Result:
        if path is None or not ctx.vfs.is_file(path):
            return window, ()
        return self._on_page(window, ctx, *msg, base_name(ctx.vfs.real_path(path)), ctx.vfs.read(path))

    def _find_step(self, window: Window, ctx: Context, by: int, *_: str) -> Result:
        count = len(matches(self.page(window, ctx).body, window.finding or ""))
        if not count:
            return window, ()
        return window._replace(found=(window.found + by) % count), (ScrollTo(PAGE, FOUND),)

    def handlers(self) -> Mapping[str, Callable[..., Result]]:
        """What handles messages about pages, by their first word."""
        return {
            "aside": self._aside,
            "copy": _copy,
            "edit": sets("edit"),
            "find_done": lambda w, _: (w._replace(finding=None), (Focus(PAGE),)),
            "find_step": self._find_step,
            "find_text": _find_text,
            "go": self._go,
            "input": _input,
            "page": self._on_page,
            "refresh": self._refresh,
            "star": _star,
            "step": self.step,
            "typed": sets("typed"),
            "typed_left": lambda w, _, __: (w._replace(typed=None), ()),
            "unmark": lambda w, ctx, title, url: (w, (SetFiles(toggled(ctx.vfs, title, url, ctx.clock_ms)),)),
            "uploaded": self._uploaded,
            "visit": self.go_to,
        }


def _copy(window: Window, _ctx: Context, text: str) -> Result:
    return window, (SetClipboard(ClipboardContent(text=text)),)


def _find_text(window: Window, _ctx: Context, text: str) -> Result:
    return window._replace(finding=text, found=0), (ScrollTo(PAGE, FOUND),) if text else ()


def _input(window: Window, _ctx: Context, name: str, text: str) -> Result:
    here = tab(window)
    form = tuple([f for f in place_of(here).form if f[0] != name])
    return with_tab(window, filled(here, (*form, (name, text)))), ()


def _star(window: Window, ctx: Context) -> Result:
    here = tab(window)
    return window, (SetFiles(toggled(ctx.vfs, here.title, place_of(here).url, ctx.clock_ms)),)
