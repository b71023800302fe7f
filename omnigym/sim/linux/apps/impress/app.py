"""LibreOffice Impress."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.pictures import lighten_image, read_picture, write_picture
from omnigym.sim.app import App, Context, Focus, OpenDialog, SetFiles, ShowMenu
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import Prompt, tell
from omnigym.sim.kinds.deck.changing import Changing, Result, finishing, picked_picture, with_picture
from omnigym.sim.kinds.deck.slide_view import DECK_ART, DECK_STYLES
from omnigym.sim.kinds.deck.state import State, encoded, kept, load, replaced, shown
from omnigym.sim.linux.apps.impress.view import PAGE, picture_menu, slide_menu, view
from omnigym.sim.linux.office import KEYS, LOCATE, STYLES, Suite
from omnigym.sim.linux.office_art import IMPRESS_ART
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import HOME, VfsError

# -- pictures in Impress ----------------------------------------------------------------------------------------------

# Put on a slide, chosen, made brighter or darker, kept as files of their own.

UNKNOWN = "Image format unknown. The file is no picture that can be read."
_TITLE = "LibreOffice Impress"
#: What is done to slides as in every program of the kind.
CHANGES: Mapping[str, Callable[..., Result]] = Changing("impress", _TITLE, UNKNOWN).handlers()
_SAVES = (("PNG - Portable Network Graphic", "png"), ("JPEG - Joint Photographic Experts Group", "jpg"))
_PERCENT = re.compile(r"\s*([+-]?\d{1,3})\s*%?\s*")


def _put(state: State, content: bytes) -> Result:
    new = with_picture(state, content)
    if new is None:
        return state, (tell(_TITLE, UNKNOWN),)
    return new, (Focus(PAGE),)


def _paste(state: State, ctx: Context) -> Result:
    if state.writing or not ctx.clipboard.image:
        return CHANGES["paste"](state, ctx)
    return _put(state, ctx.clipboard.image)


def _menu(state: State, _ctx: Context, part: str) -> Result:
    menu = picture_menu() if part.startswith("picture.") else ()
    return state._replace(picked=part), (ShowMenu(menu),) if menu else ()


def _needed(state: State) -> Result:
    return state, (tell(_TITLE, "Select an image first: click it.", "info"),)


def _brightness(state: State, _ctx: Context) -> Result:
    if not picked_picture(state):
        return _needed(state)
    ask = Prompt("Image Brightness", "Brightness in per cent, -100 to 100 (less than 0 is darker):", "0")
    return state, (OpenDialog("prompt", ask, ("brightened",)),)


def _brightened(state: State, _ctx: Context, typed: str | None) -> Result:
    image = read_picture(picked_picture(state))
    if typed is None or image is None:
        return state, ()
    found = _PERCENT.fullmatch(typed)
    if found is None or not -100 <= int(found[1]) <= 100:
        return state, (tell(_TITLE, f"“{typed.strip()}” is no brightness. Enter a number from -100 to 100."),)
    if not int(found[1]):
        return state, (Focus(PAGE),)
    held, at = shown(state).pictures, int(state.picked.partition(".")[2])
    lighter = write_picture(lighten_image(image, int(found[1])))
    slide = shown(state)._replace(pictures=(*held[:at], lighter, *held[at + 1 :]))
    return replaced(state, slide)._replace(picked=state.picked), (Focus(PAGE),)


def _save(state: State, _ctx: Context) -> Result:
    if not picked_picture(state):
        return _needed(state)
    ask = FileDialog(True, f"{HOME}/Pictures", "Image.png", _SAVES)
    return state, (OpenDialog("file_dialog", ask, ("picture_to",)),)


def _picture_to(state: State, ctx: Context, path: str | None) -> Result:
    image = read_picture(picked_picture(state))
    if path is None or image is None:
        return state, ()
    try:
        vfs = ctx.vfs.write(path, write_picture(image, path), ctx.clock_ms)
    except VfsError as e:
        return state, (tell(_TITLE, str(e)),)
    return state, (SetFiles(vfs), Focus(PAGE))


#: What handles messages about pictures, by their first word.
PICTURES: Mapping[str, Callable[..., Result]] = {
    "brightened": finishing(_brightened),
    "brightness": finishing(_brightness),
    "object_menu": finishing(_menu),
    "paste": _paste,
    "picture_to": finishing(_picture_to),
    "save_picture": finishing(_save),
}

# -- the app ----------------------------------------------------------------------------------------------------------


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
