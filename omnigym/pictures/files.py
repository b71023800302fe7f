"""Conversion of pictures to and from the bytes of files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from types import MappingProxyType

from PIL import Image

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.foreign import convert_errors, remember_contents, within
from omnigym.foreign.limits import PIXELS
from omnigym.pictures.editing import UNEDITED, Edits, Size, apply_edits
from omnigym.pictures.scenes import SCENES, draw_scene

__all__ = [
    "FORMATS",
    "decoded_picture",
    "is_picture",
    "original_picture",
    "picture_mode",
    "picture_size",
    "read_picture",
    "scene_file",
    "verified_size",
    "write_edited",
    "write_picture",
]

#: The format of a file by its extension.
FORMATS: Mapping[str, str] = MappingProxyType({"bmp": "BMP", "gif": "GIF", "jpeg": "JPEG", "jpg": "JPEG", "png": "PNG"})
#: What is read, whatever the name says. Of the others that Pillow knows, some start programs or read other files.
_READ = ("BMP", "GIF", "JPEG", "PNG", "PPM", "TIFF", "WEBP")
#: High enough that turning a picture four times is not seen.
_QUALITY = 92


def is_picture(name: str) -> bool:
    """Return whether a file of that name should hold a picture.

    >>> is_picture("Cat.JPG"), is_picture("png")
    (True, False)
    """
    stem, _, extension = name.rpartition(".")
    return bool(stem) and extension.lower() in FORMATS


#: Pixels of a picture whose size is looked at and which is not decoded.
_HEADER_PIXELS = 1 << 40


@contextmanager
def _opened(content: bytes, most: int = PIXELS) -> Iterator[Image.Image]:
    """A picture that is not decoded yet, of so many pixels at most."""
    with convert_errors("picture"):
        try:
            image = Image.open(BytesIO(content), formats=_READ)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as e:
            raise TooLargeError(f"Expected at most {PIXELS:,} pixels in a picture, got more.") from e
        with image:
            within(image.width * image.height, most, "pixels in a picture")
            yield image


@remember_contents(1024)
def _header(content: bytes) -> tuple[Size, str] | None:
    """Size and format of a picture, found without decoding it."""
    try:
        with _opened(content, _HEADER_PIXELS) as opened:
            return opened.size, opened.format or ""
    except UnreadableError:
        return None


def picture_size(content: bytes) -> Size | None:
    """Return the size of the picture in the bytes of a file; None if there is none."""
    header = _header(content)
    return None if header is None else header[0]


def verified_size(content: bytes) -> Size:
    """Return the size of the picture in a file, after verifying its checksums without decoding it.

    Raises:
        UnreadableError: There is none, or half of one.
        TooLargeError: It has more than `PIXELS`.
    """
    with _opened(content) as opened:
        opened.verify()
        return opened.size


def picture_mode(content: bytes) -> str:
    """Return the pixel format of the picture in a file, in Pillow's names: "P" with a palette.

    Raises:
        UnreadableError: There is none.
        TooLargeError: It has more than `PIXELS`.
    """
    with _opened(content) as opened:
        return opened.mode


def read_picture(content: bytes) -> Image.Image | None:
    """Return the picture in the bytes of a file, RGB or RGBA; None if there is none. Shared, so not to be changed."""
    try:
        return decoded_picture(content)
    except UnreadableError:
        return None


@remember_contents(12, lambda _, image: 4 * image.width * image.height)
def decoded_picture(content: bytes) -> Image.Image:
    """Return the picture in the bytes of a file, RGB or RGBA. Shared, so not to be changed.

    Raises:
        UnreadableError: There is none, or half of one.
        TooLargeError: It has more than `PIXELS`.
    """
    with _opened(content) as opened:
        opened.load()
        if opened.mode == "RGB" and "transparency" not in opened.info:
            return opened
        return opened.convert("RGBA" if opened.has_transparency_data else "RGB")


def original_picture(content: bytes) -> Image.Image:
    """Return the first frame of the picture in a file in its own pixel format, such as "P" with a palette.

    Raises:
        UnreadableError: There is none, or half of one.
        TooLargeError: It has more than `PIXELS`.
    """
    with _opened(content) as opened:
        opened.load()
        return opened.copy()


def write_picture(image: Image.Image, name: str = ".png") -> bytes:
    """Return the bytes of a file with that picture, in the format of its name; PNG for other names."""
    kind = _format(name) or "PNG"
    if kind in ("JPEG", "BMP") and image.mode == "RGBA":
        white = Image.new("RGBA", image.size, (255, 255, 255, 255))
        white.alpha_composite(image)
        image = white
    if kind == "JPEG":
        options = {"quality": _QUALITY, "subsampling": 0}
        image = image.convert("RGB")
    else:
        options = {"compress_level": 4} if kind == "PNG" else {}
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def write_edited(content: bytes, edits: Edits, name: str) -> bytes | None:
    """Return the bytes of a file of that name with the edited picture of ``content``; None if that has no picture.

    Without any edit, and in the same format, they are those that were given.
    """
    return _written_edited(content, edits, _format(name))


@lru_cache(maxsize=64)
def _written_edited(content: bytes, edits: Edits, kind: str) -> bytes | None:
    header = _header(content)
    if header is not None and edits == UNEDITED and header[1] == kind:
        return content
    image = read_picture(content)
    return None if image is None else write_picture(apply_edits(image, edits), f".{kind}")


def _format(name: str) -> str:
    """The format that a name tells; "" where it tells none."""
    return FORMATS.get(name.rpartition(".")[2].lower(), "")


def scene_file(scene: str, name: str) -> bytes:
    """Return the bytes of a file of that name with one of `omnigym.pictures.SCENES` or `omnigym.pictures.MOTIFS`.

    JPEG files of scenes ship (``scripts/draw_pictures.py`` makes them): they are the same whatever encoder is
    installed, and a device has them at once.

    Raises:
        UnknownNameError: There is no such scene.
    """
    return _scene_file(scene, _format(name))


@lru_cache(maxsize=64)
def _scene_file(scene: str, kind: str) -> bytes:
    if scene in SCENES and kind == "JPEG":
        return (files("omnigym.pictures") / "drawn" / f"{scene}.jpg").read_bytes()
    return write_picture(draw_scene(scene), f".{kind}")
