"""Pictures: icons, images, edited photos, drawings, tiles, and the veil over them."""

from __future__ import annotations

from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject, centred, ink_of
from omnigym.sim.style.colour import rgb
from omnigym.sim.ui.kinds import Kind, content_size
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.payloads import PhotoData, SwatchData
from omnigym.sim.widgets.record import Widget

# -- a named icon -----------------------------------------------------------------------------------------------------


def _draw_icon(s: Subject) -> list[Op]:
    """An icon in the middle of its rectangle."""
    size = min(s.w, s.h)
    return [("icon", centred(s.w, size), centred(s.h, size), size, s.icon, ink_of(s), None)]


_ICON = Widget(
    "icon",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw_icon),
)

# -- image ------------------------------------------------------------------------------------------------------------

# The image: a picture from the bytes of a file, the thumbnail of a wallpaper, or a colour to choose.


def _draw(s: Subject) -> list[Op]:
    """A picture fitted into the rectangle, the thumbnail of a wallpaper, a colour, or an icon by its name."""
    if s.style == "wallpaper":
        return [("wallpaper", 0, 0, s.w, s.h, s.data)]
    if s.style == "swatch":
        return _swatch(s)
    if isinstance(s.data, bytes):
        return [("image", 0, 0, s.w, s.h, s.data)]
    name, size = s.data or s.icon, min(s.w, s.h)
    return [("icon", centred(s.w, size), centred(s.h, size), size, name, s.look.ink, None)] if name else []


def _swatch(s: Subject) -> list[Op]:
    """A square of a colour, with a check mark if it is chosen."""
    data: SwatchData = s.data
    ops: list[Op] = [("box", 0, 0, s.w, s.h, data.colour, None, s.theme.px(4))]
    if data.chosen:
        size, ink = s.theme.px(16), 0x000000 if sum(rgb(data.colour)) > 400 else 0xFFFFFF
        ops.append(("icon", centred(s.w, size), centred(s.h, size), size, "checkmark", ink, data.colour))
    return ops


_IMAGE = Widget(
    "image",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw),
)

# -- the photo --------------------------------------------------------------------------------------------------------

# A part of an edited picture, stretched over its rectangle.


def _draw_photo(s: Subject) -> list[Op]:
    data: PhotoData = s.data
    return [("photo", 0, 0, s.w, s.h, data.content, data.edits, data.part)]


_PHOTO = Widget(
    "photo",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw_photo, exact=True, is_ground=True, is_plain=True),
)

# -- the picture ------------------------------------------------------------------------------------------------------

# A drawing whose payload is the draw ops themselves.

_PICTURE = Widget(
    "picture",
    kind=Kind(size=content_size),
    appearance=Appearance(brings_ops=True),
)

# -- the tile ---------------------------------------------------------------------------------------------------------

# A square of a picture that is being drawn, pixel by pixel, however large it is shown.


def tile(size: tuple[int, int], pixels: bytes, *, w: int, h: int) -> Node:
    """A square of a picture.

    Args:
        size: Its width and height in its own pixels.
        pixels: Them, row by row, three bytes each.
        w, h: The size at which it is shown.
    """
    return Node("tile", w=w, h=h, data=(size, pixels))


def _draw_tile(s: Subject) -> list[Op]:
    return [("pixels", 0, 0, s.w, s.h, *s.data)]


_TILE = Widget("tile", kind=Kind(size=content_size), appearance=Appearance(draw=_draw_tile, exact=True, recurs=False))

# -- the veil: a rectangle that darkens what is behind it -------------------------------------------------------------


def _draw_veil(s: Subject) -> list[Op]:
    """The op that darkens the whole rectangle."""
    return [("veil", 0, 0, s.w, s.h)]


_VEIL = Widget(
    "veil",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw_veil, exact=True),
)

WIDGETS = (_ICON, _IMAGE, _PHOTO, _PICTURE, _TILE, _VEIL)
