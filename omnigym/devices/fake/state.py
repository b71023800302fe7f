"""The state of the fake device, the tree that shows it, and faults on order."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from omnigym import errors
from omnigym.a11y import BlockBuilder, Rect, Role, State, Tree
from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import ConfigError, DeviceError

# -- the state of the fake device, as plain data, and the tree that shows it ------------------------------------------

HOME = "/home/user"
_SHOWN = State.ENABLED | State.VISIBLE
_BUTTON = _SHOWN | State.CLICKABLE | State.FOCUSABLE


class FakeState(NamedTuple):
    """All state, so that a snapshot is a reference. The dicts are replaced, never changed in place."""

    files: Mapping[str, bytes | None]  # None is a directory
    clipboard: ClipboardContent = ClipboardContent()
    settings: Mapping[str, str] = {}
    open: bool = False
    text: str = ""
    document: str = "Documents/untitled.txt"
    selected: bool = False
    seed: int = 0
    minimised: bool = False
    times: Mapping[str, float] = {}  # when a file was written, in writes since the beginning

    @property
    def shown(self) -> bool:
        """Whether the editor is on the screen."""
        return self.open and not self.minimised


INITIAL = FakeState(
    {"Desktop": None, "Documents": None, "Documents/readme.txt": b"read me"}, settings={"theme": "light"}
)


class Identity:
    """Equal only to a wrapper of the same object, which it keeps alive."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A token of a state, and of those of the interval before it."""

    state: FakeState
    past: tuple[FakeState, ...] = ()


def portable(path: str) -> str:
    """A path relative to the home."""
    path = path.replace("\\", "/")
    return path.removeprefix(HOME).strip("/")


def parents(path: str) -> dict[str, bytes | None]:
    """The directories above a path, as entries of `FakeState.files`."""
    parts = path.split("/")[:-1]
    return {"/".join(parts[: n + 1]): None for n in range(len(parts))}


def window_rect(size: tuple[int, int]) -> Rect:
    """Where the editor's window is."""
    width, height = size
    return width // 8, height // 6, width * 3 // 4, height * 2 // 3


def build_tree(state: FakeState, size: tuple[int, int]) -> Tree:
    """The window, if it is open, in front of the desktop."""
    width, height = size
    blocks = []
    if state.shown:
        x, y, w, h = window_rect(size)
        title = f"{state.document.rpartition('/')[2]} - Text Editor"
        window = BlockBuilder(layer=0)
        root = window.add(Role.WINDOW, title, (x, y, w, h), _SHOWN | State.ACTIVE, key="text_editor.window")
        bar = h // 5
        window.add(Role.BUTTON, "Save", (x, y, w // 4, bar), _BUTTON, key="text_editor.save", parent=root)
        window.add(
            Role.BUTTON, "Close", (x + w - w // 4, y, w // 4, bar), _BUTTON, key="text_editor.close", parent=root
        )
        states = _SHOWN | State.EDITABLE | State.FOCUSABLE | State.FOCUSED | State.MULTILINE | State.CLICKABLE
        if state.selected:
            states |= State.SELECTED
        area = (x, y + bar, w, h - bar)
        window.add(Role.TEXT_AREA, "Document", area, states, value=state.text, key="text_editor.document", parent=root)
        blocks.append(window.build())
    desktop = BlockBuilder(layer=1)
    root = desktop.add(Role.DESKTOP, "Desktop", (0, 0, width, height), _SHOWN, key="desktop")
    box = (state.seed, height - height // 8, width // 3, height // 8)
    desktop.add(Role.ICON, "Open Text Editor", box, _BUTTON, key="desktop.text_editor", parent=root)
    blocks.append(desktop.build())
    return Tree(tuple(blocks), size)


# -- faults on order: calls of the fake device that fail --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """An order to fail.

    Args:
        call: The device's method, such as ``"screenshot"``.
        nth: The first call that fails, counted from 1 over the life of the device object.
        error: What is raised: the name of a `DeviceError` class, or, for what nobody foresees, of a built-in exception.
        repeat: How many calls in a row fail.
    """

    call: str
    nth: int = 1
    error: str = "DeviceLostError"
    repeat: int = 1

    def __post_init__(self) -> None:
        error_of(self)


def error_of(fault: Fault) -> type[Exception]:
    """The class of the error that a fault raises."""
    foreseen, built_in = getattr(errors, fault.error, None), getattr(builtins, fault.error, None)
    if isinstance(foreseen, type) and issubclass(foreseen, DeviceError):
        return foreseen
    if isinstance(built_in, type) and issubclass(built_in, Exception):
        return built_in
    raise ConfigError(
        "A fault needs the name of a DeviceError class of omnigym.errors, or of a built-in exception, got "
        f"{fault.error!r}."
    )
