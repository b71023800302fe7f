"""LibreOffice Impress."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, ShowMenu
from omnigym.devices.sim.kinds.deck.changing import Result, finishing
from omnigym.devices.sim.kinds.deck.looks import DECK_ART, DECK_STYLES
from omnigym.devices.sim.kinds.deck.state import State, encoded, kept, load
from omnigym.devices.sim.linux.apps.impress.art import IMPRESS_ART
from omnigym.devices.sim.linux.apps.impress.menus import slide_menu
from omnigym.devices.sim.linux.apps.impress.pictures import CHANGES, PICTURES
from omnigym.devices.sim.linux.apps.impress.view import PAGE, view
from omnigym.devices.sim.linux.office import KEYS, LOCATE, STYLES, Suite
from omnigym.devices.sim.program import FileKind, Program

__all__ = ["APPS"]

_TITLE = "LibreOffice Impress"


_SUITE = Suite(
    app="impress",
    title=_TITLE,
    page=PAGE,
    opens=(("Presentations", "odp;pptx"), ("All files", "")),
    saves=(
        ("ODF Presentation (.odp)", "odp"),
        ("PowerPoint 2007-365 (.pptx)", "pptx"),
        ("PDF - Portable Document Format", "pdf"),
    ),
    load=load,
    blank=lambda _ctx: State(),
    encoded=encoded,
    is_saved=lambda state: kept(state).deck == state.saved,
    saved=lambda state, path: state._replace(path=path, saved=state.deck),
    untouched=lambda state: not state.path and not state.undos and kept(state).deck == state.saved,
)


def _slide_menu(state: State, _ctx: Context, at: int) -> Result:
    at = min(at, len(state.slides) - 1)
    return state._replace(at=at), (ShowMenu(slide_menu(state.slides[at].hidden)),)


APPS = (
    App(
        name="impress",
        title=_TITLE,
        icon="impress",
        art={**IMPRESS_ART, **DECK_ART},
        styles={**STYLES, **DECK_STYLES},
        program=Program(
            spoken=("Impress", "LibreOffice Impress"),
            category="Office",
            pinned=7,
            commands=("loimpress",),
            opens=(
                FileKind(("odp",), "OpenDocument Presentation", "file-odp"),
                FileKind(("pptx",), "PowerPoint presentation", "file-odp"),
            ),
        ),
        init=_SUITE.init,
        view=view,
        on={
            **CHANGES,
            **PICTURES,
            **{name: finishing(handler) for name, handler in _SUITE.handlers().items()},
            "slide_menu": finishing(_slide_menu),
        },
        caption=_SUITE.caption,
        document=_SUITE.document,
        keys=(
            *KEYS,
            ("ctrl+c", ("copy",)),
            ("ctrl+x", ("cut",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+m", ("new_slide",)),
            ("ctrl+enter", ("write_first",)),
            ("ctrl+up", ("move", "up")),
            ("ctrl+down", ("move", "down")),
            ("ctrl+shift+up", ("move", "start")),
            ("ctrl+shift+down", ("move", "end")),
            ("delete", ("delete",)),
            ("f2", ("text_box",)),
            ("f5", ("play", 0)),
        ),
        size=(980, 640),
        min_size=(560, 400),
        close=("close",),
        focus=PAGE,
        locate={
            **LOCATE,
            "page": {"key": PAGE},
            "picture": {"key": "impress.picture.0"},
            "picture_brightness": {"key": "impress.menu.picture_brightness"},
            "picture_save": {"key": "impress.menu.picture_save"},
            "slide": {"role": Role.PANE, "name": "{name}"},
            "slides": {"role": Role.DOCUMENT, "name": "Slides View"},
        },
    ),
)
