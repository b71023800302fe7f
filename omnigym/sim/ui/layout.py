"""Flow layout: from nodes to `Laid` pieces, in whole pixels.

Sizes go down, positions come back: a container shares its room among its children (fixed ones first, then those as
large as their content, then those that fill) and places them one after the other. Components are laid out once for
each (arguments, room) and shared.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import TypeAlias, TypeVar

from omnigym.sim.memo import Memo
from omnigym.sim.style.theme import Theme
from omnigym.sim.ui.items import Item, Laid, Part, Slot, Sub
from omnigym.sim.ui.kinds import KINDS
from omnigym.sim.ui.nodes import AUTO, Component, Element, Node
from omnigym.sim.ui.overflow import menu_of
from omnigym.sim.ui.patch import patched

Size: TypeAlias = tuple[int, int]
#: Stands for "no limit" where a width or height is asked for.
_ENDLESS = 1 << 20


class Layout:
    """Lays out nodes with one theme, and keeps the results.

    Args:
        theme: Gives the styles in pixels, and the scale.

    Attributes:
        scale: Pixels per logical pixel.
        bar: Width of a scrollbar in pixels; 0 where there are none, as on a phone.
        memo: Results by everything that they depend on, so that entries never become invalid.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.scale = theme.scale
        self.bar = theme.style("scrollbar", "").min_w
        self.memo: Memo[Laid] = Memo(4096)
        # By view and room: what the view returned last and its layout, from which `patched` starts.
        self._last: Memo[tuple[Node, Laid]] = Memo(256)
        # Natural sizes by (id of the element, room), valid for one pass only: see `lay`.
        self._sizes: dict[tuple[int, int], Size] = {}

    def px(self, length: int) -> int:
        """A logical length in pixels; `AUTO`, `FILL` and other shares are returned unchanged."""
        if self.scale == 1.0 or length <= 0:
            return length
        return max(1, round(length * self.scale))

    def component(self, component: Component, w: int, h: int) -> Laid:
        """Lay out a component in ``w`` x ``h`` pixels (`AUTO`: as large as its content), or reuse the known result."""
        key = (component.view, component.args, w, h)
        found = self.memo.get(key)
        if found is None:
            node = component.view(*component.args)
            place = (component.view, w, h)
            last = self._last.get(place)
            if last is not None:
                found = patched(self, last[0], last[1], node, (w >= 0, h >= 0))
            if found is None:
                found = self.lay(node, w, h)
            self._last.put(place, (node, found))
            self.memo.put(key, found)
            if w < 0 or h < 0:  # given exactly its natural size, the result is the same piece
                self.memo.put((component.view, component.args, found.w, found.h), found)
        return found

    def lay(self, root: Element, w: int, h: int) -> Laid:
        """Lay out a node in ``w`` x ``h`` pixels (`AUTO`: as large as its content)."""
        # The sizes of this pass are apart from those of an enclosing one, whose elements are others.
        outer, self._sizes = self._sizes, {}
        if w < 0 or h < 0:
            natural = self._measure(root, w if w >= 0 else _ENDLESS)
            w, h = (w if w >= 0 else natural[0]), (h if h >= 0 else natural[1])
        parts: list[Part] = []
        self._place(root, 0, 0, w, h, parts, -1)
        self._sizes = outer
        return Laid(w, h, tuple(parts))

    def natural(self, element: Element, room: int) -> Size:
        """The natural (width, height) of an element in at most ``room`` pixels of width."""
        outer, self._sizes = self._sizes, {}
        size = self._measure(element, room)
        self._sizes = outer
        return size

    def _measure(self, element: Element, room: int) -> Size:
        key = (id(element), room)  # an id is unique here: the pass holds all its elements
        size = self._sizes.get(key)
        if size is None:
            size = self._sizes[key] = self._measured(element, room)
        return size

    def _measured(self, element: Element, room: int) -> Size:
        w, h = self.px(element.w), self.px(element.h)
        if w >= 0 and h >= 0:
            return w, h
        if type(element) is Component:
            laid = self.component(element, w if w >= AUTO else min(room, _ENDLESS), h if h >= 0 else AUTO)
            return (w if w >= 0 else laid.w), (h if h >= 0 else laid.h)
        assert type(element) is Node
        inner = min(room, w) if w >= 0 else room
        kind = KINDS[element.kind]
        nw, nh = self._content(element, inner) if kind.container and element.dir else kind.size(self, element, inner)
        return (w if w >= 0 else nw), (h if h >= 0 else nh)

    def _content(self, node: Node, room: int) -> Size:
        left, top, right, bottom = [self.px(p) for p in node.pad]
        gap = self.px(node.gap)
        room = max(0, room - left - right)
        if node.dir == "wrap":
            _, w, h = self._flow(node, room, gap)
            return w + left + right, h + top + bottom
        children = node.children[:-1] if node.dir == "fold" else node.children
        sizes = [self._measure(child, room) for child in children]
        gaps = gap * max(0, len(sizes) - 1)
        if node.dir == "fold":
            w, h = sum([s[0] for s in sizes]) + gaps, max([s[1] for s in sizes], default=0)
        elif node.dir == "row":
            sizes = self._row_sizes(node, room, sizes, gaps)
            w, h = sum([s[0] for s in sizes]) + gaps, max([s[1] for s in sizes], default=0)
        elif node.dir == "column":
            w, h = max([s[0] for s in sizes], default=0), sum([s[1] for s in sizes]) + gaps
        else:
            w, h = max([s[0] for s in sizes], default=0), max([s[1] for s in sizes], default=0)
        return w + left + right, h + top + bottom

    def _row_sizes(self, node: Node, room: int, sizes: list[Size], gaps: int) -> list[Size]:
        """``sizes``, with children that fill the row measured again at the width that they will get."""
        if room >= _ENDLESS // 2 or all(c.w >= AUTO for c in node.children):
            return sizes
        widths = self._shares([c.w for c in node.children], [s[0] for s in sizes], room - gaps)
        return [self._measure(c, w) if c.w < AUTO else s for c, s, w in zip(node.children, sizes, widths, strict=True)]

    def _place(self, element: Element, x: int, y: int, w: int, h: int, parts: list[Part], parent: int) -> None:
        if type(element) is Component:
            parts.append(Sub(self.component(element, w, h), x, y, parent, element.own))
            return
        assert type(element) is Node
        name, kind = element.kind, KINDS[element.kind]
        if kind.inside is not None:
            parts.append(Slot(element, x, y, w, h, parent))
            return
        if not kind.container or element.style or element.role is not None or element.reacts:
            data = element.data if kind.shown is None else kind.shown(self, element, w)
            parts.append(
                Item(name, element.style, x, y, w, h, element.text, element.icon, element.flags, data, element, parent)
            )
            if element.role is not None:
                parent = len(parts) - 1
        if element.children:
            self._place_children(element, (x, y, w, h), parts, parent)

    def _place_children(self, node: Node, rect: tuple[int, int, int, int], parts: list[Part], parent: int) -> None:
        x, y, w, h = rect
        left, top, right, bottom = [self.px(p) for p in node.pad]
        x, y, w, h = x + left, y + top, max(0, w - left - right), max(0, h - top - bottom)
        gap, children = self.px(node.gap), node.children
        if node.dir == "fold":
            children = self._with_room(node.children, w, gap)
        if node.dir in ("row", "fold"):
            sizes = [self._extent(c, c.w, w, 0) for c in children]
            widths = self._shares([c.w for c in children], sizes, w - gap * (len(children) - 1))
            at, space = _start(node.justify, x, w, widths, gap)
            for child, cw in zip(children, widths, strict=True):
                cy, ch = self._across(node.align, self._height(child, cw, h), y, h, child.h < AUTO)
                self._place(child, at, cy, cw, ch, parts, parent)
                at += cw + space
        elif node.dir == "column":
            sizes = [self._extent(c, c.h, w, 1) for c in children]
            heights = self._shares([c.h for c in children], sizes, h - gap * (len(children) - 1))
            at, space = _start(node.justify, y, h, heights, gap)
            for child, ch in zip(children, heights, strict=True):
                cx, cw = self._across(node.align, self._width(child, w), x, w, child.w < AUTO)
                self._place(child, cx, at, cw, ch, parts, parent)
                at += ch + space
        elif node.dir == "wrap":
            for child, cx, cy, cw, ch in self._flow(node, w, gap)[0]:
                self._place(child, x + cx, y + cy, cw, ch, parts, parent)
        else:
            for child in children:
                cw = w if child.w < AUTO else self._width(child, w)
                cx, cw = self._across(node.justify, cw, x, w, child.w < AUTO)
                cy, ch = self._across(node.align, self._height(child, cw, h), y, h, child.h < AUTO)
                self._place(child, cx, cy, cw, ch, parts, parent)

    def _with_room(self, children: tuple[Element, ...], room: int, gap: int) -> tuple[Element, ...]:
        """The parts of a bar that have room; the last is the button with a menu of the others, if there are any."""
        *parts, more = children
        ends = list(accumulate([self._extent(part, part.w, room, 0) + gap for part in parts]))
        if not ends or ends[-1] - gap <= room:
            return tuple(parts)
        assert type(more) is Node
        count = bisect_right(ends, room - self._measure(more, room)[0])
        while count and isinstance(last := parts[count - 1], Node) and last.kind == "separator":
            count -= 1
        return (*parts[:count], more._replace(menu=menu_of(parts[count:])))

    def _extent(self, child: Element, spec: int, room: int, axis: int) -> int:
        if spec >= 0:
            return self.px(spec)
        if spec < AUTO:
            return 0
        if axis == 1 and child.w >= 0:
            room = self.px(child.w)
        return self._measure(child, room)[axis]

    def _width(self, child: Element, room: int) -> int:
        if child.w < AUTO:
            return room
        return self.px(child.w) if child.w >= 0 else min(room, self._measure(child, room)[0])

    def _height(self, child: Element, width: int, room: int) -> int:
        if child.h < AUTO:
            return room
        return self.px(child.h) if child.h >= 0 else self._measure(child, width)[1]

    @staticmethod
    def _across(align: str, size: int, start: int, room: int, fills: bool) -> Size:
        if fills or align == "stretch":
            return start, room
        if align == "center":
            return start + (room - size) // 2, size
        return (start + room - size, size) if align == "end" else (start, size)

    @staticmethod
    def _shares(specs: list[int], sizes: list[int], room: int) -> list[int]:
        """The final sizes along the main axis: children that fill share the room that the others leave.

        Each takes its share of what is still left, so rounding never loses a pixel.
        """
        weights = sum([-1 - s for s in specs if s < AUTO])
        if not weights:
            return sizes
        left = max(0, room - sum([size for s, size in zip(specs, sizes, strict=True) if s >= AUTO]))
        out = []
        for spec, size in zip(specs, sizes, strict=True):
            if spec >= AUTO:
                out.append(size)
                continue
            share = left * (-1 - spec) // weights
            weights += 1 + spec
            left -= share
            out.append(share)
        return out

    def _flow(self, node: Node, room: int, gap: int) -> tuple[list[tuple[Element, int, int, int, int]], int, int]:
        """Place the children of a wrapping box.

        Returns:
            (child, x, y, width, height) of each, and the width and height of all together.
        """
        out: list[tuple[Element, int, int, int, int]] = []
        x = y = line = widest = 0
        for child in node.children:
            w, h = self._measure(child, room)
            if x and x + w > room:
                x, y, line = 0, y + line + gap, 0
            out.append((child, x, y, w, h))
            widest, line, x = max(widest, x + w), max(line, h), x + w + gap
        return out, widest, y + line


def _start(justify: str, start: int, room: int, sizes: list[int], gap: int) -> tuple[int, int]:
    """The position of the first child along the main axis, and the gap between two children."""
    if justify == "start":
        return start, gap
    free = room - sum(sizes) - gap * (len(sizes) - 1)
    if justify == "between":
        return start, gap + (max(0, free) // (len(sizes) - 1) if len(sizes) > 1 else 0)
    return start + max(0, free // 2 if justify == "center" else free), gap


# -- slots ------------------------------------------------------------------------------------------------------------

# Filling the slots: laying out widgets for which the window keeps something (scroll offset, caret, selection).

U = TypeVar("U")


def resolve(layout: Layout, node: Node, w: int, h: int, ui: object, focused: bool, before: Laid | None) -> Laid:
    """The inside of a slot.

    Args:
        layout: Lays out its content.
        node: The widget.
        w, h: Its size in pixels.
        ui: What the window keeps for it: a scroll offset in pixels, or a field's `Edit`; None at first.
        focused: Whether it has the keyboard focus.
        before: Its previous inside, of which unchanged parts are reused; it does not influence the result.
    """
    inside = KINDS[node.kind].inside
    assert inside is not None, f"{node.kind!r} was laid out as a slot, and has no inside."
    return inside(layout, node, w, h, ui, focused, before)


def remembered(
    make: Callable[[Layout, Node, int, int, U, bool], Laid],
) -> Callable[[Layout, Node, int, int, U, bool, Laid | None], Laid]:
    """Turn ``make`` into a `Kind.inside` whose results are kept by its arguments.

    Not for texts: they are new at every typed letter, so keeping them would fill the memo for nothing.
    """

    def inside(layout: Layout, node: Node, w: int, h: int, ui: U, focused: bool, before: Laid | None) -> Laid:
        key = (node, w, h, ui, focused)
        found = layout.memo.get(key)
        if found is None:
            found = layout.memo.put(key, make(layout, node, w, h, ui, focused))
        return found

    return inside
