"""What of a spreadsheet's state is Excel's: what its windows and its new workbooks are called, and what day it is."""

from __future__ import annotations

from omnigym.devices.sim.app import Context
from omnigym.devices.sim.common.spreadsheet.state import State, is_saved, opened
from omnigym.devices.sim.vfs import base_name
from omnigym.devices.sim.windows.clock import local
from omnigym.documents.sheets.model import Workbook
from omnigym.documents.sheets.numbers import day_number

__all__ = ["blank", "caption", "name_of", "showing", "today"]


def today(ctx: Context) -> float:
    """The number of the day that it is, on the clock of the desktop."""
    return day_number(local(ctx.clock_ms, ctx.settings).date())


def showing(workbook: Workbook, path: str, day: float) -> State:
    """The state of a window that shows a workbook, opened on a day."""
    return opened(workbook, path, day, "excel", "Microsoft Excel")


def blank(day: float) -> State:
    """The state of a window with a new workbook, opened on a day."""
    return showing(Workbook(), "", day)


def name_of(state: State) -> str:
    """What the workbook is called."""
    return base_name(state.path) if state.path else "Book1"


def caption(state: State) -> str:
    """The window's title."""
    return f"{name_of(state)}{' - Saved' if state.path and is_saved(state) else ''} - Excel"
