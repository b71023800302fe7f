"""The accessibility tree of the scene, front to back, with cached blocks of unchanged parts."""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

from omnigym.a11y import Block, Tree
from omnigym.sim.scene.blocks import block_of
from omnigym.sim.scene.hits import Entry
from omnigym.sim.scene.scene import LAYER_BAR, LAYER_WINDOWS
from omnigym.sim.ui.items import Laid, Panel


def _layered(surfaces: tuple[Entry, ...]) -> list[tuple[int, Entry]]:
    """The surfaces front to back, each with its layer; of those in the same layer the front one first."""
    out: list[tuple[int, Entry]] = []
    behind = LAYER_BAR
    for entry in surfaces:
        layer = entry[1][-1].layer if entry[1] else 0
        if layer == LAYER_WINDOWS:
            layer = behind = max(LAYER_WINDOWS, behind - 1)
        out.append((layer, entry))
    # The taskbar is in front of windows, which never reach under it; it is read after them.
    out.reverse()
    out.sort(key=itemgetter(0))
    return out


class _Read(NamedTuple):
    """A surface, the layer in which it was read, the blocks of its panels, and those of what is read last of them."""

    panels: tuple[Panel, ...]
    layer: int
    blocks: tuple[Block | None, ...]
    last: tuple[Block, ...]


class Reader:
    """A reader that converts scenes to trees.

    Args:
        size: (width, height) of the screen in pixels.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._surfaces: dict[str, _Read] = {}
        self._scene: object = None
        self._tree = Tree((), size)

    def tree(self, surfaces: tuple[Entry, ...]) -> Tree:
        """Return the tree of a scene whose surfaces come back to front; the same tree while nothing changed."""
        if surfaces is self._scene:
            return self._tree
        blocks: list[Block] = []
        last: list[Block] = []
        known, now = self._surfaces, {}
        for layer, (wid, panels) in _layered(surfaces):
            read = known.get(wid)
            if read is None or read.panels is not panels or read.layer != layer:
                read = _Read(panels, layer, _blocks(wid, panels, layer, read), _last(panels, layer, read))
            now[wid] = read
            blocks += [b for b in read.blocks if b is not None]
            last += read.last
        self._surfaces, self._scene = now, surfaces
        new = (*blocks, *last)
        if new != self._tree.blocks:
            self._tree = Tree(new, self._size)
        return self._tree


def _blocks(wid: str, panels: tuple[Panel, ...], layer: int, before: _Read | None) -> tuple[Block | None, ...]:
    """The blocks of a surface, front to back; those of panels that are as before are kept."""
    if wid == "menu":  # each level is a layer of its own
        return tuple([block_of(p, p.layer) for p in reversed(panels)])
    if before is None or len(before.panels) != len(panels):
        return tuple([block_of(p, layer) for p in panels])
    if before.layer != layer:
        return tuple([block_of(p, layer, o) for p, o in zip(panels, before.panels, strict=True)])
    old = zip(panels, before.panels, before.blocks, strict=True)
    return tuple([made if p is o else block_of(p, layer, o) for p, o, made in old])


def _last(panels: tuple[Panel, ...], layer: int, before: _Read | None) -> tuple[Block, ...]:
    """The blocks of what a surface has `apart`."""
    same = before is not None and len(before.panels) == len(panels)
    old: tuple[Panel | None, ...] = before.panels if same and before is not None else (None,) * len(panels)
    found = [
        block_of(_apart(p, p.laid.apart), layer, _apart(o, o.laid.apart) if o and o.laid.apart else None, p.slot.key)
        for p, o in zip(panels, old, strict=True)
        if p.laid.apart is not None and p.slot is not None
    ]
    return tuple([block for block in found if block is not None])


def _apart(panel: Panel, laid: Laid) -> Panel:
    return panel._replace(laid=laid, hot={})
