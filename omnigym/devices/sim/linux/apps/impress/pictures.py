"""Pictures in Impress: put on a slide, chosen, made brighter or darker, kept as files of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Focus, OpenDialog, SetFiles, ShowMenu
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.kinds.deck.changing import Changing, Result, finishing, picked_picture, with_picture
from omnigym.devices.sim.kinds.deck.state import State, replaced, shown
from omnigym.devices.sim.linux.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.linux.apps.dialogs.prompt import Prompt
from omnigym.devices.sim.linux.apps.impress.menus import picture_menu
from omnigym.devices.sim.linux.apps.impress.view import PAGE
from omnigym.devices.sim.vfs import HOME, VfsError
from omnigym.pictures import lightened, read_picture, write_picture

__all__ = ["CHANGES", "PICTURES"]

_TITLE = "LibreOffice Impress"
UNKNOWN = "Image format unknown. The file is no picture that can be read."
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
    lighter = write_picture(lightened(image, int(found[1])))
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
