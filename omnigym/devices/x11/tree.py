"""A `Tree` of what applications and the window manager tell. No I/O.

Applications do not know how their windows are stacked, the window manager does: the two are matched by their place
on the screen. A menu that hangs from a menu bar belongs to its window's objects but is drawn over everything.
"""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.a11y import Block, BlockBuilder, Rect, Role, State, Tree
from omnigym.devices.x11.atspi import Accessible
from omnigym.devices.x11.windows import XWindow

__all__ = ["build_tree"]

_SHOWN = State.ENABLED | State.VISIBLE
_BUTTON = _SHOWN | State.CLICKABLE
_SLACK = 2
#: The title bar's buttons from the right, with the window manager's action that each needs (theme Clearlooks).
_BUTTONS = (("Close", "CLOSE"), ("Maximize", "MAXIMIZE_VERT"), ("Minimize", "MINIMIZE"))
_BUTTON_SIZE, _BUTTON_STEP, _BUTTON_MARGIN = 14, 16, 4


def build_tree(
    tops: Sequence[Accessible], windows: Sequence[XWindow], size: tuple[int, int], truncated: bool, hung: frozenset[int]
) -> Tree:
    """The tree of a moment.

    Args:
        tops: The applications' top-level objects.
        windows: Popups, then managed windows, each front to back.
        size: The screen's (width, height) in pixels.
        truncated: Whether objects are missing.
        hung: The windows whose applications do not answer.
    """
    matched, loose = _match(tops, windows)
    popups: list[tuple[int, Block]] = []
    blocks: list[Block] = []
    # What matched no window is a popup that came or went in this moment.
    for top in loose:
        _window_block(top, None, size, 0, popups, blocks)
    for window in windows:
        if window.minimised:
            continue
        found = matched.get(window.xid)
        if found is not None:
            _window_block(found, window, size, 0, popups, blocks)
        elif not window.popup:
            blocks.append(_silent_block(window, size, window.xid in hung))
    ordered = [block for _, block in sorted(popups, key=lambda p: -p[0])] + blocks
    desktop = BlockBuilder()
    desktop.add(Role.DESKTOP, "Desktop", (0, 0, *size), _SHOWN)
    ordered.append(desktop.build())
    return Tree(tuple(_at_layer(b, n) for n, b in enumerate(ordered) if len(b)), size, truncated)


def _match(
    tops: Sequence[Accessible], windows: Sequence[XWindow]
) -> tuple[dict[int, Accessible], list[Accessible]]:
    """For each window id its object; and the objects that belong to no window."""
    matched: dict[int, Accessible] = {}
    loose: list[Accessible] = []
    for top in tops:
        here = [
            w
            for w in windows
            if w.xid not in matched and (_same(top.bounds, w.frame) or _same(top.bounds, w.bounds))
        ]
        here.sort(key=lambda w: (w.minimised, w.title != top.name))
        if not here:
            named = [w for w in windows if w.xid not in matched and w.title and w.title == top.name]
            here = named[:1]
        if here:
            matched[here[0].xid] = top
        elif top.bounds[2] > 1 and top.bounds[3] > 1:
            loose.append(top)
    return matched, loose


def _same(a: Rect, b: Rect) -> bool:
    return all(abs(p - q) <= _SLACK for p, q in zip(a, b, strict=True))


def _clip(rect: Rect, to: Rect) -> Rect:
    left, top = max(rect[0], to[0]), max(rect[1], to[1])
    right, bottom = min(rect[0] + rect[2], to[0] + to[2]), min(rect[1] + rect[3], to[1] + to[3])
    return left, top, max(right - left, 0), max(bottom - top, 0)


def _window_block(
    top: Accessible,
    window: XWindow | None,
    size: tuple[int, int],
    depth: int,
    popups: list[tuple[int, Block]],
    blocks: list[Block],
) -> None:
    """Add the block of a top-level object, and those of the menus that hang from it."""
    screen = (0, 0, *size)
    builder = BlockBuilder()
    area = _clip(top.bounds if window is None else window.frame, screen)
    states = top.states
    if window is not None and not window.popup:
        states = states | State.ACTIVE if window.active else states & ~State.ACTIVE
        states = states | State.MODAL if window.modal else states
    root = builder.add(top.role, top.name, area, states, value=top.value)
    if window is not None:
        _add_title_bar(builder, window, root, screen)
    _add_children(builder, top, root, area, size, depth, popups)
    if window is None or window.popup:
        popups.append((depth, builder.build()))
    else:
        blocks.append(builder.build())


def _add_children(
    builder: BlockBuilder,
    node: Accessible,
    parent: int,
    clip: Rect,
    size: tuple[int, int],
    depth: int,
    popups: list[tuple[int, Block]],
) -> None:
    if node.role is Role.MENU and node.children and not _same_place(node):
        popup = BlockBuilder()
        for child in node.children:
            _add(popup, child, -1, (0, 0, *size), size, depth + 1, popups)
        popups.append((depth + 1, popup.build()))
        return
    for child in node.children:
        _add(builder, child, parent, clip, size, depth, popups)


def _same_place(menu: Accessible) -> bool:
    """Whether a menu's items lie within it (a context menu), not in a popup of their own."""
    first = menu.children[0].bounds
    return _clip(first, menu.bounds)[2:] == first[2:]


def _add(
    builder: BlockBuilder,
    node: Accessible,
    parent: int,
    clip: Rect,
    size: tuple[int, int],
    depth: int,
    popups: list[tuple[int, Block]],
) -> None:
    """Add an object and what is under it; one without an area of its own only hands its children on."""
    if node.bounds[2] > 0 and node.bounds[3] > 0 and node.bounds[0] + node.bounds[2] > 0:
        clip = _clip(node.bounds, clip)
        if not clip[2] or not clip[3]:
            return
        parent = builder.add(node.role, node.name, clip, node.states, value=node.value, parent=parent)
    _add_children(builder, node, parent, clip, size, depth, popups)


def _add_title_bar(builder: BlockBuilder, window: XWindow, root: int, screen: Rect) -> None:
    x, y, w, _ = window.frame
    height = window.bounds[1] - y
    bar = _clip((x, y, w, height), screen)
    if height <= 0 or not bar[2] or not bar[3]:
        return
    row = builder.add(Role.TITLEBAR, window.title, bar, _SHOWN, parent=root)
    right = x + w - _BUTTON_MARGIN
    for name, action in _BUTTONS:
        if action not in window.actions:
            continue
        rect = _clip((right - _BUTTON_SIZE, y + (height - _BUTTON_SIZE) // 2, _BUTTON_SIZE, _BUTTON_SIZE), bar)
        right -= _BUTTON_STEP
        if rect[2] and rect[3]:
            builder.add(Role.BUTTON, name, rect, _BUTTON, key=f"window.{name.lower()}", parent=row)


def _silent_block(window: XWindow, size: tuple[int, int], hung: bool) -> Block:
    """The block of a window that tells nothing of what is in it."""
    builder = BlockBuilder()
    area = _clip(window.frame, (0, 0, *size))
    if area[2] and area[3]:
        states = _SHOWN | (State.ACTIVE if window.active else State.NONE) | (State.BUSY if hung else State.NONE)
        root = builder.add(Role.WINDOW, window.title, area, states)
        _add_title_bar(builder, window, root, (0, 0, *size))
    return builder.build()


def _at_layer(block: Block, layer: int) -> Block:
    return Block(
        block.parents, block.roles, block.states, block.bounds, block.names, block.values, block.keys, layer
    )
