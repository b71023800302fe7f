"""The accessibility tree of the scene, front to back, with the blocks of what did not change kept."""

from __future__ import annotations

from omnigym.a11y import Block, Tree
from omnigym.devices.sim.ui.blocks import block_of
from omnigym.devices.sim.ui.items import Panel

__all__ = ["Reader"]


def _layer(surface: tuple[str, tuple[Panel, ...]]) -> int:
    return surface[1][-1].layer if surface[1] else 0


class Reader:
    """Makes trees of scenes.

    Args:
        size: (width, height) of the screen in pixels.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._surfaces: dict[str, tuple[tuple[Panel, ...], tuple[Block | None, ...]]] = {}
        self._scene: object = None
        self._tree = Tree((), size)

    def tree(self, surfaces: tuple[tuple[str, tuple[Panel, ...]], ...]) -> Tree:
        """The tree of a scene whose surfaces come back to front; the same tree while nothing changed."""
        if surfaces is self._scene:
            return self._tree
        blocks: list[Block] = []
        known, now = self._surfaces, {}
        # The taskbar is in front of windows, which never reach under it; it is read after them.
        front_first = surfaces[::-1]
        for wid, panels in sorted(front_first, key=_layer):
            entry = known.get(wid)
            if entry is None:
                entry = (panels, tuple([block_of(p) for p in panels]))
            elif entry[0] is not panels:
                old, made = entry
                if len(old) == len(panels):
                    entry = (
                        panels,
                        tuple([m if p is o else block_of(p, o) for p, o, m in zip(panels, old, made, strict=True)]),
                    )
                else:
                    entry = (panels, tuple([block_of(p) for p in panels]))
            now[wid] = entry
            some = reversed(entry[1]) if wid == "menu" else entry[1]
            blocks += [b for b in some if b is not None]
        self._surfaces, self._scene = now, surfaces
        new = tuple(blocks)
        if new != self._tree.blocks:
            self._tree = Tree(new, self._size)
        return self._tree
