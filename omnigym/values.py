"""What is seen of a machine, as plain values: a frame, the clipboard, a directory entry, a window, a process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect

__all__ = ["LAYOUTS", "PLATFORMS", "VARIATIONS", "WINDOW_PLACES", "ClipboardContent", "FileInfo", "Frame", "Platform"]
__all__ += ["Pointer", "ProcessInfo", "Sound", "Tab", "Variation", "WindowInfo"]

Frame: TypeAlias = NDArray[np.uint8]
#: Sound: int16 (S,), one channel, 16,000 samples a second.
Sound: TypeAlias = NDArray[np.int16]
Platform: TypeAlias = Literal["windows", "linux", "android", "web", "macos"]
#: Those that there are tasks for.
PLATFORMS: tuple[Platform, ...] = ("windows", "linux", "android", "web")
#: What the start of an episode takes from its seed: nothing, the layout, or the layout and what lies around.
Variation: TypeAlias = Literal["none", "layout", "all"]
VARIATIONS: tuple[Variation, ...] = get_args(Variation)
#: The number of layouts. It is bounded so that splits can hold some of them out.
LAYOUTS = 1024
#: The aspect of a layout that is the places of windows, where a device varies them.
WINDOW_PLACES = "layout.windows"


@dataclass(frozen=True, slots=True)
class FileInfo:
    """One entry of a directory.

    Attributes:
        path: Portable, or native where it is not below the home.
        is_dir: Whether it is a directory.
        size: In bytes; 0 of a directory.
        mode: The permission bits, as `os.stat` has them (0o644); 0 where the device does not say.
        mtime: When its content changed last, in seconds since 1970 by the device's clock; 0 where it does not say.
    """

    path: str
    is_dir: bool
    size: int
    mode: int = 0
    mtime: float = 0.0


@dataclass(frozen=True, slots=True)
class ClipboardContent:
    """What the clipboard holds; what it does not hold is empty.

    Attributes:
        text: Plain text.
        files: Native paths of copied files.
        image: PNG bytes of a copied image.
        cut: Whether the files were cut, not copied.
    """

    text: str = ""
    files: tuple[str, ...] = ()
    image: bytes = field(default=b"", repr=False)
    cut: bool = False


@dataclass(frozen=True, slots=True)
class WindowInfo:
    """One open window.

    Attributes:
        id: Stable while the window lives.
        app: The app's name in omnigym ("file_manager"), or the native one where it has none.
        title, bounds: As on the screen, in pixels.
        active, minimised: Its state.
        document: The native path of the file it shows, where that is known.
    """

    id: str
    app: str
    title: str
    bounds: Rect
    active: bool
    minimised: bool = False
    document: str = ""


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab of a browser.

    Attributes:
        url: Its address.
        title: Of its page.
        active: Whether it is in front in its window.
    """

    url: str
    title: str = ""
    active: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Pointer:
    """The mouse pointer.

    Attributes:
        at: The pixel (x, y) at which it points.
        image: uint8 (H, W, 4), RGBA, not premultiplied.
        hotspot: The pixel (x, y) of the image that lies at ``at``.
    """

    at: tuple[int, int]
    image: NDArray[np.uint8]
    hotspot: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class ProcessInfo:
    """One running process.

    Attributes:
        name: The file name of its program ("bash").
        argv: The command that it is.
    """

    name: str
    argv: tuple[str, ...]
