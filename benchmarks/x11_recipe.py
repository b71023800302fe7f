"""The usual recipe for a step on a Linux desktop, as agents' environments have it: the peer of `x11_step.py`.

It runs on the desktop, with Debian's Python and its packages ``python3-pyatspi``, ``python3-pil`` and
``python3-xlib``: click by XTEST, sleep for two seconds, save a PNG, walk the whole accessibility tree. Prints the
seconds of each step and the number of nodes as JSON.

    python3 x11_recipe.py STEPS
"""

import io
import json
import sys
import time
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # of the desktop's own Python
from PIL import Image
from Xlib import X, display
from Xlib.ext import xtest


def walk(node: Any) -> dict[str, Any]:
    """A node and all below it, with what is told of each."""
    states = [pyatspi.stateToString(s) for s in node.getState().getStates()]
    found = {"name": node.name, "role": node.getRoleName(), "states": states, "children": []}
    if "Component" in node.get_interfaces():
        found["bounds"] = tuple(node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS))
    if "Text" in node.get_interfaces():
        found["text"] = node.queryText().getText(0, -1)
    found["children"] = [walk(child) for child in node if child is not None]
    return found


def count(tree: dict[str, Any]) -> int:
    """How many nodes a tree has."""
    return 1 + sum(count(child) for child in tree["children"])


def main() -> None:
    """Do the steps."""
    x = display.Display()
    root = x.screen().root
    seconds, nodes = [], 0
    for n in range(int(sys.argv[1])):
        start = time.monotonic()
        xtest.fake_input(x, X.MotionNotify, x=400 + 10 * n, y=380)
        xtest.fake_input(x, X.ButtonPress, 1)
        xtest.fake_input(x, X.ButtonRelease, 1)
        x.sync()
        time.sleep(2)
        size = root.get_geometry()
        pixels = root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF).data
        Image.frombytes("RGB", (size.width, size.height), pixels, "raw", "BGRX").save(io.BytesIO(), "PNG")
        nodes = count(walk(pyatspi.Registry.getDesktop(0)))
        seconds.append(time.monotonic() - start)
    print(json.dumps({"seconds": seconds, "nodes": nodes}))


if __name__ == "__main__":
    main()
