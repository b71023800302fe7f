"""The files of a recording: their names, and a reader of each."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.errors import RecordingError, UnreadableError
from omnigym.foreign import read_bytes, read_text
from omnigym.foreign.limits import MAX_SIDE, MAX_TREE

__all__ = [
    "ARRAYS",
    "MAX_SOUND",
    "META",
    "STEPS",
    "TRAJECTORY",
    "bytes_in",
    "damage_error",
    "film_file",
    "find_trajectories",
    "inside",
    "picture_in",
    "screen_file",
    "screen_in",
    "sound_file",
    "tree_file",
    "tree_in",
]

#: Bytes of a file of sound: a minute has two million.
MAX_SOUND = 4_000_000
META, STEPS, ARRAYS, TRAJECTORY = "meta.json", "steps.jsonl", "arrays.bin", "trajectory.json"


def screen_file(n: int, device: str = "") -> str:
    """Return the name of the file with the screen of observation ``n``; the only device of a recording is named "".

    >>> screen_file(7), screen_file(7, "phone")
    ('obs0007.png', 'obs0007-phone.png')
    """
    return f"obs{n:04d}-{device}.png" if device else f"obs{n:04d}.png"


def tree_file(n: int, device: str = "") -> str:
    """Return the name of the file with the tree of observation ``n``, as `screen_file`."""
    return f"tree{n:04d}-{device}.json" if device else f"tree{n:04d}.json"


def sound_file(n: int, device: str = "") -> str:
    """Return the name of the file with the sound before observation ``n``, as `screen_file`."""
    return f"sound{n:04d}-{device}.wav" if device else f"sound{n:04d}.wav"


def film_file(n: int, device: str = "") -> str:
    """Return the name of the file with the frames before observation ``n``, as `screen_file`."""
    return f"film{n:04d}-{device}.mp4" if device else f"film{n:04d}.mp4"


def find_trajectories(folder: str | Path) -> list[Path]:
    """Return the recordings in a directory and below it, by path."""
    return sorted(p.parent for p in Path(folder).rglob(META))


#: What Pillow raises for half a picture, or for something else.
_BAD_PICTURE = (
    *(OSError, ValueError, SyntaxError, EOFError, LookupError, struct.error, zlib.error),
    *(Image.DecompressionBombError, Image.DecompressionBombWarning),
)


def screen_in(path: Path, expected: tuple[int, int]) -> NDArray[np.uint8] | None:
    """Return the picture in a file, uint8 (H, W, 3), or None if there is no file.

    Args:
        path: The file.
        expected: The screen's (width, height) in pixels.

    Raises:
        RecordingError: The picture is damaged, or not of the screen's size.
    """
    content = bytes_in(path, MAX_SIDE * MAX_SIDE)
    if content is None:
        return None
    try:
        with Image.open(io.BytesIO(content), formats=("PNG",)) as image:
            size = image.size  # known before anything is unpacked
            if size == expected:
                return np.array(image.convert("RGB"))
    except _BAD_PICTURE as e:
        raise damage_error(path, f"it is no whole PNG picture: {e}") from None
    raise damage_error(path, f"expected the screen's size {expected}, got {size}")


def tree_in(path: Path) -> Tree | None:
    """Return the tree in a file, or None if there is no file.

    Raises:
        RecordingError: The file is damaged.
    """
    try:
        return Tree.from_json(read_text(path, MAX_TREE))
    except FileNotFoundError:
        return None
    except UnreadableError as e:
        raise damage_error(path, str(e)) from None
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as e:  # what its values may lead to
        raise damage_error(path, f"it is no accessibility tree: {e!r}") from None


def bytes_in(path: Path, most: int) -> bytes | None:
    """Return the content of a file of a recording, or None if there is no file."""
    try:
        return read_bytes(path, most)
    except FileNotFoundError:
        return None
    except UnreadableError as e:
        raise damage_error(path, str(e)) from None


def damage_error(path: Path, problem: str) -> RecordingError:
    """Return the error of a damaged file."""
    return RecordingError(f"{path}: {problem}. Bring the file back, or leave the recording out.")


def inside(folder: Path, name: str) -> Path:
    """Return a path that a file says, which may be anybody's.

    Raises:
        RecordingError: It leads out of the folder.
    """
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RecordingError(f"{path} leads out of {folder}.")
    return path


def picture_in(folder: Path, name: str) -> bytes:
    """Return the bytes of a picture by the path that a file says.

    Raises:
        RecordingError: It is missing, or leads out of the folder.
    """
    path = inside(folder, name)
    try:
        return read_bytes(path, MAX_SIDE * MAX_SIDE)
    except (OSError, UnreadableError) as e:
        raise RecordingError(f"The picture {path} cannot be read: {e}. Bring the file back.") from None
