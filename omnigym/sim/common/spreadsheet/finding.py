"""Find and Replace: its dialog stays open beside the sheet while one works through what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.counts import count_of
from omnigym.documents.sheets.finding import Search, found_in, replaced_in
from omnigym.documents.sheets.model import COLUMNS, ROWS, Area, Place, area_of, cell_name
from omnigym.documents.sheets.operations import Cells
from omnigym.documents.sheets.tables import shown_text
from omnigym.sim.app import Context, Focus, ShowCaret
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.spreadsheet.cells import put, spend, weigh_found
from omnigym.sim.common.spreadsheet.state import Find, Result, State, changed, sheet_of_state
from omnigym.sim.ui.grid_data import GridSelection

#: What says that shown values are looked through, not what was entered.
VALUES = "Values"
_NOTHING = "We couldn't find what you were looking for. Click Options for more ways to search."
_ALL: Area = (0, 0, ROWS - 1, COLUMNS - 1)


def _opened(state: State, replacing: bool) -> Result:
    find = state.find or Find()
    return state._replace(find=find._replace(replacing=replacing)), (Focus(state.wanted_field, 0, -1),)


def _with(change: Callable[..., Find]) -> Callable[..., Result]:
    """A handler that changes the dialog."""

    def handle(state: State, _ctx: Context, *args: str) -> Result:
        return (state._replace(find=change(state.find, *args)) if state.find is not None else state), ()

    return handle


def _searched(change: Callable[..., Search]) -> Callable[..., Result]:
    """A handler that changes what is looked for."""
    return _with(lambda f, *args: f._replace(search=change(f.search, *args), listed=None))


def _area(state: State) -> Area:
    """Where is looked: in the selected cells, or in all where only one is selected."""
    return _ALL if state.selection.active == state.selection.end else state.selection.area


def _found(state: State, index: int, find: Find) -> list[Place]:
    weigh_found(state.calculation, index, find.search, _area(state))
    return found_in(state.calculation, index, find.search, _area(state))


def _replaced(state: State, index: int, find: Find, area: Area) -> Cells:
    weigh_found(state.calculation, index, find.search, area)
    return replaced_in(state.calculation, index, find.search, find.new, area, spend)


def _next(state: State) -> Place | None:
    """The next cell after the active one that holds what is looked for; from the first one again after the last."""
    index, _ = sheet_of_state(state)
    places = _found(state, index, state.find) if state.find is not None else []
    return next((p for p in places if p > state.selection.active), places[0] if places else None)


def _find_next(state: State, _ctx: Context, *_: str) -> Result:
    place = _next(state)
    if place is None:
        return state, (tell(state.title, _NOTHING, "info"),)
    return state._replace(selection=GridSelection(place, place), run=-1), (ShowCaret(state.grid),)


def _find_all(state: State, ctx: Context) -> Result:
    if state.find is None:
        return state, ()
    index, _ = sheet_of_state(state)
    places = _found(state, index, state.find)
    listed = tuple([(cell_name(*p), shown_text(state.calculation, index, *p)) for p in places])
    new, effects = _find_next(state, ctx)
    return (new._replace(find=state.find._replace(listed=listed)), effects) if places else (state, effects)


def _find_at(state: State, _ctx: Context, name: str) -> Result:
    area = area_of(name)
    if area is None:
        return state, ()
    return state._replace(selection=GridSelection(area[:2], area[:2]), run=-1), (ShowCaret(state.grid),)


def _replace_one(state: State, ctx: Context) -> Result:
    """Replace in the active cell, where it holds what is looked for; then go to the next one that does."""
    if state.find is None:
        return state, ()
    index, _ = sheet_of_state(state)
    here = (*state.selection.active, *state.selection.active)
    cells = _replaced(state, index, state.find, here)
    if cells:
        state = changed(state, put(state.calculation, cells))
        if _next(state) is None:
            return state, ()
    return _find_next(state, ctx)


def _replace_all(state: State, _ctx: Context) -> Result:
    if state.find is None:
        return state, ()
    index, _ = sheet_of_state(state)
    cells = _replaced(state, index, state.find, _area(state))
    if not cells:
        return state, (tell(state.title, _NOTHING, "info"),)
    said = f"All done. We made {count_of(len(cells), 'replacement')}."
    return changed(state, put(state.calculation, cells)), (tell(state.title, said, "info"),)


#: Messages to handlers.
FINDING: Mapping[str, Callable[..., Result]] = {
    "find": lambda s, _: _opened(s, False),
    "find_all": _find_all,
    "find_at": _find_at,
    "find_case": _searched(lambda f: f._replace(match_case=not f.match_case)),
    "find_close": lambda s, _: (s._replace(find=None), (Focus(s.grid),)),
    "find_look_in": _searched(lambda f, name: f._replace(values=name == VALUES)),
    "find_next": _find_next,
    "find_options": _with(lambda f: f._replace(options=not f.options)),
    "find_text": _searched(lambda f, wanted: f._replace(wanted=wanted)),
    "find_whole": _searched(lambda f: f._replace(whole=not f.whole)),
    "find_with": _with(lambda f, new: f._replace(new=new)),
    "replace": lambda s, _: _opened(s, True),
    "replace_all": _replace_all,
    "replace_one": _replace_one,
}
