"""A console with a PowerShell in it, in the window of a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from omnigym.sim.app import Context, Effect, SetClipboard, SetFiles, ShowMenu
from omnigym.sim.kinds.code.console import (
    Colours,
    Console,
    all_marked,
    console_node,
    console_screen,
    pressed,
    printed,
    scrolled,
    taken,
    typing,
)
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.terminal import Screen, room_of
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.sim.vfs import native
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.powershell.running import kept_of, put_back, read, run_line, run_script
from omnigym.sim.windows.powershell.session import ERROR, PLAIN, Kept, Session, World
from omnigym.sim.windows.powershell.syntax import LONGEST, ScriptError
from omnigym.sim.windows.powershell.values import no_room
from omnigym.sim.work_budget import SpentError
from omnigym.values import ClipboardContent

__all__ = ["Pane"]

_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]
#: Lines of a text that is pasted.
_MOST_LINES = 20


class Pane(NamedTuple):
    """Where a program has its console.

    Attributes:
        key: Of its node.
        of: Gives the console of a window's state.
        put: ``put(state, console)`` gives the state with another one.
        room: ``room(state, ctx)`` is its width and height.
        colours: ``colours(ctx)`` gives its colours.
    """

    key: str
    of: Callable[[Any], Console]
    put: Callable[[Any, Console], Any]
    room: Callable[[Any, Context], tuple[int, int]]
    colours: Callable[[Context], Colours]

    @property
    def on(self) -> Mapping[str, Callable[..., _Result]]:
        """The handlers of its messages, for `App.on`."""
        return {
            "console_clear": lambda s, _: (self.put(s, self.of(s)._replace(shown=(), back=0, marked=None)), ()),
            "console_copy": self._copied,
            "console_mark": self._mark,
            "console_menu": self._menu,
            "console_paste": self._pasted,
            "console_pressed": self._pressed,
            "console_select_all": lambda s, ctx: (self.put(s, all_marked(self.of(s), self.screen(s, ctx))), ()),
            "console_typed": lambda s, _, text: (self.put(s, typing(self.of(s), text)), ()),
            "console_wheel": lambda s, _, notches: (self.put(s, scrolled(self.of(s), -round(3 * notches))), ()),
        }

    # -- what it looks like ---------------------------------------------------------------------------------------

    def _lead(self, console: Console) -> str:
        """What stands before the line that is typed."""
        return ">> " if console.more else f"PS {native((console.kept or Kept()).cwd)}> "

    def screen(self, state: Any, ctx: Context) -> Screen:
        """What is shown."""
        console = self.of(state)
        return console_screen(console, self._lead(console), self.colours(ctx), *self.room(state, ctx))

    def node(self, state: Any, ctx: Context, name: str) -> Node:
        """The console."""
        return console_node(self.key, self.screen(state, ctx), name)

    def _menu(self, state: Any, ctx: Context) -> _Result:
        key = f"{self.key}.menu"
        marked = self.of(state).marked is not None
        return state, (
            ShowMenu(
                (
                    MenuItem(f"{key}.copy", "Copy", ("console_copy",), "copy", enabled=marked),
                    MenuItem(f"{key}.paste", "Paste", ("console_paste",), "paste", enabled=bool(ctx.clipboard.text)),
                    MenuItem(f"{key}.select_all", "Select All", ("console_select_all",)),
                    SEPARATOR,
                    MenuItem(f"{key}.clear", "Clear", ("console_clear",), enabled=bool(self.of(state).shown)),
                )
            ),
        )

    # -- what is done ---------------------------------------------------------------------------------------------

    def run(self, state: Any, ctx: Context, does: Callable[[Session], None]) -> _Result:
        """Something done in the PowerShell of the console, and what it writes shown."""
        console = self.of(state)
        apps, missing = CATALOGUE.programs, CATALOGUE.missing(ctx.settings)
        commands = {name: app.name for app in apps if app.name not in missing for name in app.program.commands}
        running = tuple(sorted({w.app for w in ctx.windows}))
        shown_ms = int(local(ctx.clock_ms, ctx.settings).replace(tzinfo=UTC).timestamp() * 1000)
        columns = room_of(*self.room(state, ctx))[0]
        session = Session(ctx.vfs, World(ctx.clock_ms, shown_ms, ctx.settings, commands, running, columns))
        try:
            put_back(session, console.kept or Kept())
        except SpentError:
            console = printed(console, f"{no_room()}\n", ERROR)
            return self.put(state, console._replace(more="", awaits="", back=0, marked=None)), ()
        does(session)
        if session.cleared:
            console = console._replace(shown=())
        for ink, pieces in groupby(session.shown, lambda piece: piece.ink):
            console = printed(console, "".join([piece.text for piece in pieces]), ink)
        console = console._replace(kept=kept_of(session), more="", awaits="", back=0, marked=None)
        files = (SetFiles(session.vfs),) if session.vfs is not ctx.vfs else ()
        return self.put(state, console), (*files, *session.effects)

    def entered(self, state: Any, ctx: Context) -> _Result:
        """Enter at the prompt."""
        before = self.of(state)
        console, line = taken(before, self._lead(before), PLAIN)
        whole = f"{console.more}{line}"
        if not whole.strip():
            return self.put(state, console._replace(more="", awaits="")), ()
        if line.strip():
            awaits = self._awaited(console, line, whole)
            if awaits is not None:
                return self.put(state, console._replace(more=f"{whole}\n", awaits=awaits)), ()
        return self.run(self.put(state, console), ctx, lambda session: run_line(session, whole))

    def _awaited(self, console: Console, line: str, whole: str) -> str | None:
        """What a line behind this one has to hold, "" for anything; None where the lines are to be carried out."""
        if console.more and console.awaits not in line and len(whole) <= LONGEST:
            return console.awaits  # without reading all of it anew
        try:
            read(whole)
        except ScriptError as e:
            return e.awaits if e.unfinished else None
        except SpentError:
            return None
        return None

    def script(self, state: Any, ctx: Context, path: str) -> _Result:
        """A script file run, as if its name had been typed."""
        console = self.of(state)
        shown = printed(console, f"{self._lead(console)}{native(path)}\n", PLAIN)
        return self.run(self.put(state, shown), ctx, lambda session: run_script(session, path))

    def lines(self, state: Any, ctx: Context, text: str) -> _Result:
        """Lines run that are in no file."""
        console = self.of(state)
        shown = printed(console, f"{self._lead(console)}{text}\n", PLAIN)
        return self.run(self.put(state, shown), ctx, lambda session: run_line(session, text))

    def _pressed(self, state: Any, ctx: Context, combo: str) -> _Result:
        console = self.of(state)
        if combo in ("enter", "shift+enter"):
            return self.entered(state, ctx)
        if combo == "escape":
            return self.put(state, console._replace(prompt=type(console.prompt)(), more="", awaits="", marked=None)), ()
        if combo == "ctrl+c":
            return self._copied(state, ctx) if console.marked is not None else self._interrupted(state, ctx)
        others: Mapping[str, Callable[..., _Result]] = {
            "ctrl+v": self._pasted,
            "shift+insert": self._pasted,
            "ctrl+l": self.on["console_clear"],
            "pageup": lambda s, _: (self.put(s, scrolled(console, 8)), ()),
            "pagedown": lambda s, _: (self.put(s, scrolled(console, -8)), ()),
        }
        if combo in others:
            return others[combo](state, ctx)
        return self.put(state, pressed(console, combo)), ()

    def _interrupted(self, state: Any, _ctx: Context) -> _Result:
        before = self.of(state)
        console, _line = taken(before, self._lead(before), PLAIN)
        return self.put(state, console._replace(more="", awaits="", history=before.history)), ()

    def _pasted(self, state: Any, ctx: Context) -> _Result:
        """The text of the clipboard; each end of a line in it is an Enter."""
        effects: tuple[Effect, ...] = ()
        for number, line in enumerate(ctx.clipboard.text.replace("\r\n", "\n").split("\n")[:_MOST_LINES]):
            if number:
                state, more = self.entered(state, ctx)
                effects = (*effects, *more)
                files = next((e.vfs for e in more if isinstance(e, SetFiles)), ctx.vfs)
                ctx = ctx._replace(vfs=files)
            state = self.put(state, typing(self.of(state), line))
        return state, effects

    def _mark(self, state: Any, _ctx: Context, first: Any, last: Any, text: str) -> _Result:
        console = self.of(state)
        return self.put(state, console._replace(marked=(first, last, text) if first != last else None)), ()

    def _copied(self, state: Any, _ctx: Context) -> _Result:
        marked = self.of(state).marked
        return state, (SetClipboard(ClipboardContent(text=marked[2])),) if marked is not None and marked[2] else ()
