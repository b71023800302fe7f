"""A `Tree` of what applications and the window manager tell. No I/O.

Applications do not know how their windows are stacked, the window manager does: the two are matched by their place
on the screen. A menu that hangs from a menu bar belongs to its window's objects but is drawn over everything.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from omnigym.a11y import Block, BlockBuilder, Rect, Role, State, Tree
from omnigym.devices.x11.atspi import Accessible
from omnigym.devices.x11.windows import XWindow

__all__ = ["build_tree"]

_SHOWN = State.ENABLED | State.VISIBLE
_BUTTON = _SHOWN | State.CLICKABLE
_SLACK = 2
#: The title bar's buttons from the right, with the window manager's action that each needs (theme Clearlooks); their
#: sizes in a bar of the usual height, in pixels.
_BUTTONS = (("Close", "CLOSE"), ("Maximize", "MAXIMIZE_VERT"), ("Minimize", "MINIMIZE"))
_BAR_HEIGHT, _BUTTON_SIZE, _BUTTON_STEP, _BUTTON_MARGIN = 20, 14, 16, 4


def build_tree(
    tops: Sequence[Accessible],
    windows: Sequence[XWindow],
    size: tuple[int, int],
    truncated: bool,
    hung: frozenset[int],
    drawn: bool = True,
    scale: float = 1.0,
) -> Tree:
    """The tree of a moment.

    Args:
        tops: The applications' top-level objects.
        windows: Popups, then managed windows, each front to back.
        size: The screen's (width, height) in pixels.
        truncated: Whether objects are missing.
        hung: The windows whose applications do not answer.
        drawn: Whether the buttons of title bars are where openbox's usual theme has them; else nobody tells of them.
        scale: How much larger than on a plain screen all is; some applications then count in pixels of their own.
    """
    if scale != 1:
        tops = _in_pixels(tops, windows)
    matched, loose = _match(tops, windows)
    blocks = _Blocks(size, drawn)
    # What matched no window is a popup that came or went in this moment.
    for top in loose:
        blocks.add_window(top, None)
    for window in windows:
        found = matched.get(window.xid)
        if window.minimised:
            continue
        if found is not None:
            blocks.add_window(found, window)
        elif not window.popup:
            blocks.add_silent(window, window.xid in hung)
    return Tree(blocks.build(), size, truncated)


def _match(tops: Sequence[Accessible], windows: Sequence[XWindow]) -> tuple[dict[int, Accessible], list[Accessible]]:
    """For each window id its object; and the objects that belong to no window."""
    matched: dict[int, Accessible] = {}
    loose: list[Accessible] = []
    for top in tops:
        here = [
            w for w in windows if w.xid not in matched and (_same(top.bounds, w.frame) or _same(top.bounds, w.bounds))
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


def _in_pixels(tops: Sequence[Accessible], windows: Sequence[XWindow]) -> Sequence[Accessible]:
    """Top-level objects with their places in pixels of the screen.

    Chromium counts in pixels of its own, of which each is one and a half or two: its window is so much larger than it
    says. Its popups are windows of the same application, and next to it.
    """
    places = [place for w in windows for place in (w.frame, w.bounds)]
    factors = [_factor(top.bounds, places) for top in tops]
    known = {top.application: factor for top, factor in zip(tops, factors, strict=True) if factor != 1}
    return [
        _larger(top, known[top.application])
        if top.application in known and not any(_same(top.bounds, p) for p in places)
        else top
        for top in tops
    ]


def _factor(bounds: Rect, places: Sequence[Rect]) -> float:
    """How many pixels of the screen one of an object's is, by the window that it must be; 1 if there is none."""
    for place in places if bounds[2] and bounds[3] and not any(_same(bounds, p) for p in places) else ():
        factor = place[2] / bounds[2]
        if factor > 1 and _same(_scaled(bounds, factor), place):
            return factor
    return 1.0


def _scaled(bounds: Rect, factor: float) -> Rect:
    x, y, w, h = bounds
    left, top, right, bottom = (round(n * factor) for n in (x, y, x + w, y + h))
    return left, top, right - left, bottom - top


def _larger(node: Accessible, scale: float) -> Accessible:
    children = [_larger(child, scale) for child in node.children]
    return dataclasses.replace(node, bounds=_scaled(node.bounds, scale), children=children)


def _same(a: Rect, b: Rect) -> bool:
    return all(abs(p - q) <= _SLACK for p, q in zip(a, b, strict=True))


def _clip(rect: Rect, to: Rect) -> Rect:
    left, top = max(rect[0], to[0]), max(rect[1], to[1])
    right, bottom = min(rect[0] + rect[2], to[0] + to[2]), min(rect[1] + rect[3], to[1] + to[3])
    return left, top, max(right - left, 0), max(bottom - top, 0)


def _placed(node: Accessible, parent: Accessible, moved: tuple[int, int]) -> Accessible:
    """An object and all under it where they are drawn.

    GTK's LibreOffice forgets the menu bar above what it draws itself: all of that says that it is as much too high as
    the bar is tall, but for GTK's own widgets therein. Both begin with a pane that is as large as its parent and
    beside it: LibreOffice's in one of GTK, and GTK's in one of LibreOffice.

    Args:
        node: As its application tells of it.
        parent: The one above it, as its application tells of it.
        moved: How far the parent is from where it is drawn, (right, down) in pixels.
    """
    x, y, w, h = node.bounds
    if node.role is Role.PANE and parent.role is Role.PANE and w > 0 and (w, h) == parent.bounds[2:]:
        off = parent.bounds[0] - x, parent.bounds[1] - y
        if moved == (0, 0):
            moved = off
        elif off == (-moved[0], -moved[1]):
            moved = (0, 0)
    children = [_placed(child, node, moved) for child in node.children]
    return dataclasses.replace(node, bounds=(x + moved[0], y + moved[1], w, h), children=children)


class _Blocks:
    """Collects the blocks: popups with how deeply nested they are, and the rest in order."""

    def __init__(self, size: tuple[int, int], drawn: bool) -> None:
        self._buttons = _BUTTONS if drawn else ()
        self._screen: Rect = (0, 0, *size)
        self._popups: list[tuple[int, Block]] = []
        self._rest: list[Block] = []

    def add_silent(self, window: XWindow, hung: bool) -> None:
        """Add a window that tells nothing of what is in it."""
        builder = BlockBuilder()
        area = _clip(window.frame, self._screen)
        if area[2] and area[3]:
            states = _SHOWN | (State.ACTIVE if window.active else State.NONE) | (State.BUSY if hung else State.NONE)
            self._add_title_bar(builder, window, builder.add(Role.WINDOW, window.title, area, states))
        self._rest.append(builder.build())

    def add_window(self, top: Accessible, window: XWindow | None) -> None:
        """Add a top-level object, and the menus that hang from it."""
        builder = BlockBuilder()
        area = _clip(top.bounds if window is None else window.frame, self._screen)
        states = top.states
        if window is not None and not window.popup:
            states = states | State.ACTIVE if window.active else states & ~State.ACTIVE
            states = states | State.MODAL if window.modal else states
        root = builder.add(top.role, top.name, area, states, value=top.value)
        if window is not None:
            self._add_title_bar(builder, window, root)
        self._add_children(builder, _placed(top, top, (0, 0)), root, area, 0)
        if window is None or window.popup:
            self._popups.append((0, builder.build()))
        else:
            self._rest.append(builder.build())

    def build(self) -> tuple[Block, ...]:
        """All blocks front to back, a layer each; the desktop is the last."""
        desktop = BlockBuilder()
        desktop.add(Role.DESKTOP, "Desktop", self._screen, _SHOWN)
        ordered = [block for _, block in sorted(self._popups, key=lambda p: -p[0])] + self._rest + [desktop.build()]
        return tuple(dataclasses.replace(block, layer=n) for n, block in enumerate(b for b in ordered if len(b)))

    def _add_children(self, builder: BlockBuilder, node: Accessible, parent: int, clip: Rect, depth: int) -> None:
        for child in node.children:
            if child.role is Role.MENU and node.role in (Role.MENUBAR, Role.MENU):
                self._add_submenu(builder, child, parent, clip, depth)
            else:
                self._add(builder, child, parent, clip, depth)

    def _add_submenu(self, builder: BlockBuilder, menu: Accessible, parent: int, clip: Rect, depth: int) -> None:
        """Add what AT-SPI has as one object: the entry of a menu bar or menu, and the popup that it opens."""
        states = menu.states | State.EXPANDABLE | (State.EXPANDED if menu.children else State.NONE)
        self._add(
            builder, dataclasses.replace(menu, role=Role.MENU_ITEM, states=states, children=[]), parent, clip, depth
        )
        if menu.children:
            boxes = [c.bounds for c in menu.children]
            x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
            right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
            popup = BlockBuilder()
            area = _clip((x, y, right - x, bottom - y), self._screen)
            root = popup.add(Role.MENU, menu.name, area, _SHOWN)
            self._add_children(popup, menu, root, area, depth + 1)
            self._popups.append((depth + 1, popup.build()))

    def _add(self, builder: BlockBuilder, node: Accessible, parent: int, clip: Rect, depth: int) -> None:
        """Add an object and what is under it; one without an area of its own only hands its children on."""
        if node.role is Role.CELL and not node.name:
            named = [c for c in node.children if c.name]
            if not named:
                return
            if len(named) == 1:
                # A cell of icon and text: one thing to a person.
                node = dataclasses.replace(node, name=named[0].name, children=[])
        x, _, width, height = node.bounds
        outer = clip
        if width > 0 and height > 0 and x + width > 0:
            clip = _clip(node.bounds, clip)
            if not clip[2] or not clip[3]:
                return
            parent = builder.add(node.role, node.name, clip, node.states, value=node.value, parent=parent)
            # A tab has its page under it, and only the tab's own label is where the tab is.
            clip = outer if node.role is Role.TAB else clip
        self._add_children(builder, node, parent, clip, depth)

    def _add_title_bar(self, builder: BlockBuilder, window: XWindow, root: int) -> None:
        x, y, w, _ = window.frame
        height = window.bounds[1] - y
        bar = _clip((x, y, w, height), self._screen)
        if height <= 0 or not bar[2] or not bar[3]:
            return
        row = builder.add(Role.TITLEBAR, window.title, bar, _SHOWN, parent=root)
        factor = max(height / _BAR_HEIGHT, 1.0)
        size, step, margin = (round(n * factor) for n in (_BUTTON_SIZE, _BUTTON_STEP, _BUTTON_MARGIN))
        right = x + w - margin
        for name, action in self._buttons:
            if action not in window.actions:
                continue
            rect = _clip((right - size, y + (height - size) // 2, size, size), bar)
            right -= step
            if rect[2] and rect[3]:
                builder.add(Role.BUTTON, name, rect, _BUTTON, key=f"window.{name.lower()}", parent=row)
