"""Pictures in Writer: from a file, from the clipboard, larger and smaller, with a caption."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog
from omnigym.devices.sim.common.documents import edited
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.documents.picturing import captioned, chosen_picture, insert_picture, resized
from omnigym.devices.sim.linux.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.linux.apps.dialogs.prompt import Prompt
from omnigym.devices.sim.linux.apps.writer.state import State
from omnigym.devices.sim.linux.apps.writer.view import PAGE
from omnigym.devices.sim.vfs import HOME
from omnigym.documents import Picture
from omnigym.pictures import FORMATS, picture_size, read_picture, write_picture

__all__ = ["HANDLERS", "pasted"]

Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_TITLE = "LibreOffice Writer"
_KINDS = (("Images", ";".join(sorted(FORMATS))),)
#: The widest that a picture is put in, in points: the text of an A4 page. And a pixel of 96 to the inch, in points.
_WIDEST, _POINTS, _A_CM = 481.9, 0.75, 72 / 2.54


def _put(state: State, content: bytes) -> Result:
    """A picture at the caret, in its own size where that fits."""
    image = read_picture(content)
    if image is None:
        return state, (tell(_TITLE, "Image format unknown. The file is no picture that can be read."),)
    if not content.startswith((b"\x89PNG", b"\xff\xd8")):
        content = write_picture(image)
    w, h = picture_size(content) or image.size
    share = min(1.0, _WIDEST / (w * _POINTS))
    picture = Picture(content, round(w * _POINTS * share, 1), round(h * _POINTS * share, 1))
    return edited(state, insert_picture(state.edit, picture)), (Focus(PAGE),)


def pasted(state: State, ctx: Context) -> Result:
    """The picture on the clipboard put in, where there is one."""
    return _put(state, ctx.clipboard.image) if ctx.clipboard.image else (state, ())


def _image(state: State, _ctx: Context) -> Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Pictures", "", _KINDS), ("image_from",)),)


def _image_from(state: State, ctx: Context, path: str | None) -> Result:
    return _put(state, ctx.vfs.read(path)) if path is not None and ctx.vfs.is_file(path) else (state, ())


def _needs_picture(state: State) -> Result:
    return state, (tell(_TITLE, "Select an image first: click it.", "info"),)


def _caption(state: State, _ctx: Context) -> Result:
    if chosen_picture(state.edit) is None:
        return _needs_picture(state)
    return state, (OpenDialog("prompt", Prompt("Insert Caption", "Caption:"), ("captioned",)),)


def _captioned(state: State, _ctx: Context, words: str | None) -> Result:
    return (state, ()) if words is None else (edited(state, captioned(state.edit, words.strip())), (Focus(PAGE),))


def _width(state: State, _ctx: Context) -> Result:
    picture = chosen_picture(state.edit)
    if picture is None:
        return _needs_picture(state)
    ask = Prompt("Image Width", "Width in centimetres (the height follows):", f"{picture.w / _A_CM:.2f}")
    return state, (OpenDialog("prompt", ask, ("widened",)),)


def _widened(state: State, _ctx: Context, typed: str | None) -> Result:
    if typed is None:
        return state, ()
    number = typed.strip().lower().removesuffix("cm").strip().replace(",", ".")
    if not number.replace(".", "", 1).isdecimal() or not 0 < float(number) <= 100:
        return state, (tell(_TITLE, f"“{typed.strip()}” is no width. Enter a number such as 8.5."),)
    return edited(state, resized(state.edit, float(number) * _A_CM)), (Focus(PAGE),)


#: What handles messages about pictures, by their first word.
HANDLERS: Mapping[str, Callable[..., Result]] = {
    "caption": _caption,
    "captioned": _captioned,
    "image": _image,
    "image_from": _image_from,
    "image_width": _width,
    "widened": _widened,
}
