"""What happens before a message to a spreadsheet is handled: what is typed is entered, and formulas know the day."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.app import Context, Handler
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.spreadsheet.cells import anew
from omnigym.sim.common.spreadsheet.chart_commands import with_title
from omnigym.sim.common.spreadsheet.editing import committed
from omnigym.sim.common.spreadsheet.state import Result, State, calculated
from omnigym.sim.patterns import OverspentError

#: What leaves the cell as it is that is being edited; before anything else, what is typed is put into it.
_WHILE_EDITING = frozenset(
    {
        "bar",
        "cancel",
        "cell",
        "commit",
        "edit",
        "enter",
        "escape",
        "rub_out",
        "select",
        "step",
        "submit",
        "tab",
        "type",
    }
)

#: What Excel says.
_TOO_MUCH = "There isn't enough memory to complete this action. Try using less data or closing other applications."


def _committing(handler: Handler) -> Handler:
    """A handler before which what is being typed into a cell is entered; where that cannot be, nothing else happens."""

    def handle(state: State, ctx: Context, *args: object) -> Result:
        if state.editing is None:
            return handler(state, ctx, *args)
        state, before = committed(state)
        if state.editing is not None:
            return state, before
        new, effects = handler(state, ctx, *args)
        return new, (*before, *effects)

    return handle


def _dated(handler: Handler, today: Callable[[Context], float]) -> Handler:
    """A handler before which the formulas are calculated anew if it became another day since they were."""

    def handle(state: State, ctx: Context, *args: object) -> Result:
        day = today(ctx)
        if day != state.calculation.today:
            state = calculated(state, anew(state.calculation.workbook, day))
        return handler(state, ctx, *args)

    return handle


#: What is typed as the title of a chart is on it before any other message.
_WHILE_TITLED = frozenset({"chart_typing", "escape"})


def _titling(handler: Handler) -> Handler:
    """A handler before which what is typed as the title of a chart is put on it."""
    return lambda state, ctx, *args: handler(with_title(state), ctx, *args)


def _bounded(handler: Handler) -> Handler:
    """A handler that does nothing but say so, where that would be too much work."""

    def handle(state: State, ctx: Context, *args: object) -> Result:
        try:
            return handler(state, ctx, *args)
        except OverspentError:
            return state._replace(closing=False), (tell(state.title, _TOO_MUCH, "warning"),)

    return handle


def handling(handlers: Mapping[str, Handler], today: Callable[[Context], float]) -> Mapping[str, Handler]:
    """Handlers before which what has to be done first is done.

    Args:
        handlers: They, by the first word of their messages.
        today: The number of the day that it is on the desktop's clock.
    """
    made = {}
    for name, handler in handlers.items():
        own = handler if name in _WHILE_TITLED else _titling(handler)
        made[name] = _bounded(_dated(own if name in _WHILE_EDITING else _committing(own), today))
    return made
