"""ImageMagick's convert, as far as it puts pictures side by side, turns, scales and saves them."""

from __future__ import annotations

import io as streams
import re

from PIL import Image

from omnigym.devices.sim.linux.bash.filing import reason, write_file
from omnigym.devices.sim.linux.bash.registry import Options, register
from omnigym.devices.sim.linux.bash.session import Io
from omnigym.devices.sim.vfs import VfsError
from omnigym.pictures import read_picture

__all__: list[str] = []

_FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP"}
#: The largest picture that is made, in pixels of a side.
_LARGEST = 4000


def _joined(pictures: list[Image.Image], across: bool) -> Image.Image:
    """Pictures beside or below each other."""
    widths, heights = [p.width for p in pictures], [p.height for p in pictures]
    size = (sum(widths), max(heights)) if across else (max(widths), sum(heights))
    made = Image.new("RGB", (min(size[0], 4 * _LARGEST), min(size[1], 4 * _LARGEST)), (255, 255, 255))
    x = y = 0
    for picture in pictures:
        made.paste(picture, (x, y))
        x, y = (x + picture.width, y) if across else (x, y + picture.height)
    return made


def _resized(picture: Image.Image, how: str) -> Image.Image | None:
    found = re.fullmatch(r"(\d{1,4})?(?:x(\d{1,4}))?(%|!)?", how)
    if found is None or not (found[1] or found[2]):
        return None
    w, h = int(found[1] or 0), int(found[2] or 0)
    if found[3] == "%":
        w, h = picture.width * w // 100, picture.height * (h or w) // 100
    elif found[3] != "!":
        share = min([a / b for a, b in ((w, picture.width), (h, picture.height)) if a])
        w, h = round(picture.width * share), round(picture.height * share)
    return picture.resize((min(max(w, 1), _LARGEST), min(max(h, 1), _LARGEST)))


@register("convert", "magick", raw=True)
def _convert(io: Io, _options: Options, args: list[str]) -> int:
    if len(args) < 2:
        return io.fail("convert: no images defined `' @ error/convert.c/ConvertImageCommand/3342.")
    *words, target = args
    session, pictures = io.session, list[Image.Image]()
    while words:
        word = words.pop(0)
        if word in ("+append", "-append") and pictures:
            pictures = [_joined(pictures, word == "+append")]
        elif word == "-rotate" and words and re.fullmatch(r"-?\d{1,3}", words[0]):
            degrees = -int(words.pop(0))
            pictures = [p.rotate(degrees, expand=True) for p in pictures]
        elif word in ("-resize", "-scale") and words:
            scaled = [_resized(p, words[0]) for p in pictures]
            if None in scaled:
                return io.fail(f"convert: invalid argument for option `{word}': {words[0]}")
            pictures, words = [p for p in scaled if p is not None], words[1:]
        elif word in ("-background", "-quality", "-gravity", "-density") and words:
            words.pop(0)  # what they say makes no difference here
        elif word in ("-flip", "-flop"):
            turn = Image.Transpose.FLIP_TOP_BOTTOM if word == "-flip" else Image.Transpose.FLIP_LEFT_RIGHT
            pictures = [p.transpose(turn) for p in pictures]
        elif word.startswith(("-", "+")):
            return io.fail(f"convert: unrecognized option `{word}' @ error/convert.c/ConvertImageCommand/3322.")
        else:
            content = session.vfs.content(session.path(word))
            picture = read_picture(content) if content else None
            if picture is None:
                return io.fail(f"convert: unable to open image `{word}': No such file or directory @ error/blob.c.")
            pictures.append(picture.convert("RGB"))
    kind = _FORMATS.get(target.rpartition(".")[2].lower())
    if kind is None or not pictures:
        return io.fail(f"convert: no encode delegate for this image format `{target}' @ error/constitute.c.")
    out = streams.BytesIO()
    pictures[0].save(out, kind)
    try:
        write_file(session, session.path(target), out.getvalue())
    except VfsError as e:
        return io.fail(f"convert: unable to open image `{target}': {reason(e)} @ error/blob.c.")
    return 0
