"""Pictures of the screen: taking one, and the record of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from PIL import Image

from omnigym.a11y import Node, Role, Tree
from omnigym.pictures import write_picture
from omnigym.sim.accessibility import Reader
from omnigym.sim.app import Effect, Minimise, OpenShell
from omnigym.sim.desktop import Desktop
from omnigym.sim.screen import Screen
from omnigym.sim.system import Later, Send, Snip

# -- shot -------------------------------------------------------------------------------------------------------------

# What is to be captured and when: the state of a program that takes pictures of the screen, and what it asks for.

#: What can be captured, by name, and what a person calls it.
MODES = {"rectangle": "Rectangle", "window": "Window", "screen": "Full screen"}
#: The seconds by which it can wait, so that menus can be opened meanwhile.
DELAYS = {"No delay": 0, "3 seconds": 3, "5 seconds": 5, "10 seconds": 10}


class Shot(NamedTuple):
    """What will be captured.

    Attributes:
        mode: One of `MODES`.
        delay: Seconds to wait before it.
        waiting: Whether a picture was asked for and has not come yet.
    """

    mode: str = "rectangle"
    delay: int = 0
    waiting: bool = False


def begun(shot: Shot) -> tuple[Shot, tuple[Effect, ...]]:
    """A picture asked for: the program's own window goes out of the way, and the time runs."""
    waiting = shot._replace(waiting=True)
    if shot.delay:
        return waiting, (Minimise(), Later(1000 * shot.delay, Send(("due",))))
    return waiting, (Minimise(), *due(waiting))


def due(shot: Shot) -> tuple[Effect, ...]:
    """The moment has come: a rectangle is drawn by the person, all else is taken at once."""
    if not shot.waiting:
        return ()
    return (OpenShell("snipping"),) if shot.mode == "rectangle" else (Snip(0, 0, 0, 0, shot.mode),)


# -- taking a picture of a part of the screen as it is now, and the text that is to be read there ---------------------

#: Left, top, right, bottom in pixels of the screen.
Box: TypeAlias = tuple[int, int, int, int]
#: Nodes that draw their own text, and those in which one types; that of others is what some widget shows, or nobody
#: reads it there.
_DRAWN = frozenset({Role.PARAGRAPH, Role.CELL})
_TYPED = frozenset({Role.TEXT_AREA, Role.TEXT_FIELD, Role.SEARCH_FIELD})
#: Two texts whose tops are no further apart are in one line.
_LINE = 8


def picture_of(desk: Desktop, box: Box) -> bytes:
    """The bytes of a PNG file with what the screen shows in a box that lies on it."""
    screen = Screen(desk.size, desk.layout.theme)
    screen.show(desk.fresh().surfaces)
    x0, y0, x1, y1 = box
    return write_picture(Image.fromarray(screen.copy()[y0:y1, x0:x1]))


def _tree(desk: Desktop) -> Tree:
    return Reader(desk.size).tree(desk.shape().shapes())


def text_of(desk: Desktop, box: Box) -> str:
    """What is to be read in a box of the screen, from the top: text whose middle is in it and in front of all else."""
    tree, shown = _tree(desk), frozenset(_shown(desk))
    found: list[tuple[int, int, str]] = []
    for node in tree.nodes:
        typed = node.role in _TYPED
        said = node.value if typed or (node.role in _DRAWN and node.value) else node.name
        if not typed and node.role not in _DRAWN and said not in shown:
            continue  # what a screen reader says of a picture
        x, y = node.center
        if not said.strip() or not (box[0] <= x < box[2] and box[1] <= y < box[3]):
            continue
        front = tree.hit(x, y)
        if front is not None and front.layer == node.layer:
            found.append((node.bounds[1], node.bounds[0], said))
    lines: list[list[tuple[int, int, str]]] = []
    for entry in sorted(found):
        if lines and entry[0] - lines[-1][0][0] <= _LINE:
            lines[-1].append(entry)
        else:
            lines.append([entry])
    # A text that is within another one, as that of a button, is said once.
    words = [list(dict.fromkeys([said for _, _, said in sorted(line, key=lambda e: e[1])])) for line in lines]
    return "\n".join(["  ".join(line) for line in words])


def _shown(desk: Desktop) -> Iterator[str]:
    """The texts of all widgets."""
    pieces = [panel.laid for _, panels in desk.shape().shapes() for panel in panels]
    while pieces:
        laid = pieces.pop()
        yield from [item.text for item in laid.items if item.text]
        pieces += [sub.laid for sub in laid.subs]


def window_box(desk: Desktop) -> Box | None:
    """The frame of the window in front, where there is one, as far as it is on the screen."""
    front: Node | None = _tree(desk).find(role=Role.WINDOW)
    if front is None:
        return None
    (x, y, w, h), (width, height) = front.bounds, desk.size
    return max(0, x), max(0, y), min(width, x + w), min(height, y + h)
