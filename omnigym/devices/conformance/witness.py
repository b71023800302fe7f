"""A window that writes down which input reaches it: a program of its own, run on the device that is tried.

    python witness.py FOLDER [detach | hand]

It needs Python 3.8 and tkinter, nothing else, so it runs where omnigym is not. Each event is a line of JSON in
``FOLDER/events.jsonl``; orders are read from ``FOLDER/order.json``, a new one by its number. The window shows a pattern
of known pixels, and a field whose colour each click changes. As a ``hand`` it has no field and moves the pointer past
the device, as a person does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from typing import Any

#: The pattern's (width, height), its place in the window, and the place and size of the field below it.
PATTERN = (256, 64)
PATTERN_AT = (20, 20)
FIELD = (20, 110, 560, 250)
WINDOW = (600, 380)
#: The colours of the first row of patches, eight pixels wide each; noise follows.
PATCHES = (
    (255, 0, 0),
    (0, 255, 0),
    (0, 0, 255),
    (255, 255, 255),
    (0, 0, 0),
    (128, 128, 128),
    (255, 255, 0),
    (1, 2, 3),
)
PATCH = 8
#: After so many milliseconds a click changes the second half of the field, as programs do that draw in two passes.
LATE_MS = 20
_POLL_MS = 50
#: At most so long is the clipboard that is told, in characters.
_MOST = 65536


def pattern() -> bytes:
    """The pixels of the pattern: RGB, row by row; patches of `PATCHES`, then noise of a fixed seed."""
    width, height = PATTERN
    out = bytearray()
    state = 12345
    for y in range(height):
        for x in range(width):
            if y < PATCH and x < PATCH * len(PATCHES):
                out += bytes(PATCHES[x // PATCH])
                continue
            for _ in range(3):
                state = (state * 1103515245 + 12345) & 0x7FFFFFFF
                out.append(state >> 16 & 0xFF)
    return bytes(out)


def colour(number: int, late: bool = False) -> tuple[int, int, int]:
    """The colour of a half of the field after so many clicks."""
    step = number * 2 + late
    return (40 + step * 53 % 200, 40 + step * 97 % 200, 40 + step * 31 % 200)


def main(folder: str, role: str = "") -> int:
    """Run it, until an order says ``quit``."""
    if role == "detach":
        detached: Any = {"start_new_session": True}
        if sys.platform == "win32":
            detached = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
        nowhere = subprocess.DEVNULL
        import tkinter as tk  # noqa: F401 - the caller learns from the exit code where it is missing

        argv = [sys.executable, os.path.abspath(__file__), folder]
        subprocess.Popen(argv, stdin=nowhere, stdout=nowhere, stderr=nowhere, close_fds=True, **detached)
        return 0
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.SetProcessDpiAwarenessContext(ctypes.c_void_p(-4))  # each monitor as it is
    _Window(folder, role == "hand")
    return 0


class _Window:
    def __init__(self, folder: str, hand: bool) -> None:
        import tkinter as tk

        self._folder, self._order, self._clicks = folder, 0, 0
        self._log = open(os.path.join(folder, "events.jsonl"), "a", encoding="utf-8")  # noqa: SIM115 - of the process
        root = self._root = tk.Tk()
        root.title("omnigym doctor")
        width, height = (120, 40) if hand else WINDOW
        place = ((root.winfo_screenwidth() - width) // 2, (root.winfo_screenheight() - height) // 2)
        root.geometry(f"{width}x{height}+{place[0]}+{place[1]}")
        root.resizable(False, False)
        self._canvas = tk.Canvas(root, width=width, height=height, highlightthickness=0, background="#202020")
        self._canvas.pack()
        if not hand:
            self._picture = tk.PhotoImage(data=b"P6 %d %d 255 " % PATTERN + pattern(), format="PPM")
            self._canvas.create_image(*PATTERN_AT, image=self._picture, anchor="nw")
            x, y, w, h = FIELD
            self._halves = [
                self._canvas.create_rectangle(x, y, x + w // 2 - 1, y + h - 1, width=0),
                self._canvas.create_rectangle(x + w // 2, y, x + w - 1, y + h - 1, width=0),
            ]
            self._paint(0, False)
            self._paint(0, True)
            self._listen()
        self._at: list[int] = []
        root.bind("<Visibility>", lambda _: root.after_idle(self._shown))
        root.bind("<Configure>", lambda _: root.after_idle(self._shown))
        root.after(_POLL_MS, self._obey)
        if hand:  # no window manager knows it, so the device that it stops does not close it
            root.overrideredirect(True)
            root.protocol("WM_DELETE_WINDOW", lambda: None)
        else:
            root.protocol("WM_DELETE_WINDOW", lambda: self._end("closed"))
            root.after(_POLL_MS, root.focus_force)
        root.mainloop()

    def _tell(self, what: str, **facts: Any) -> None:
        self._log.write(json.dumps({"what": what, **facts}) + "\n")
        self._log.flush()

    def _shown(self) -> None:
        root, canvas = self._root, self._canvas
        at = [canvas.winfo_rootx(), canvas.winfo_rooty()]
        if not root.winfo_viewable() or at == self._at:
            return
        self._at = at
        self._tell(
            "shown",
            at=at,
            screen=[root.winfo_screenwidth(), root.winfo_screenheight()],
            dpi=round(float(root.winfo_fpixels("1i")), 2),
            tk=str(root.tk.call("info", "patchlevel")),
            system=root.tk.call("tk", "windowingsystem"),
        )

    def _listen(self) -> None:
        root = self._root
        for number in range(1, 6):
            root.bind(f"<ButtonPress-{number}>", lambda e: self._mouse("down", e))
            root.bind(f"<ButtonRelease-{number}>", lambda e: self._mouse("up", e))
        for name, count in (("Double", 2), ("Triple", 3)):
            root.bind(f"<{name}-ButtonPress-1>", partial(self._mouse, "down", clicks=count))
        root.bind("<Motion>", lambda e: self._mouse("move", e))
        root.bind("<MouseWheel>", lambda e: self._wheel(e, False))
        root.bind("<Shift-MouseWheel>", lambda e: self._wheel(e, True))
        root.bind("<KeyPress>", lambda e: self._key("press", e))
        root.bind("<KeyRelease>", lambda e: self._key("release", e))
        root.bind("<FocusIn>", lambda _: self._tell("focus"))
        root.bind("<FocusOut>", lambda _: self._tell("blur"))
        # Tk moves the focus on Tab, and opens a menu on F10; here both are keys as any other.
        for key in ("<Tab>", "<Shift-Tab>", "<F10>", "<Alt-Key>"):
            root.bind_all(key, lambda _: "break")

    def _mouse(self, what: str, event: Any, clicks: int = 1) -> None:
        button = event.num if isinstance(event.num, int) else 0
        if what == "down" and button in (4, 5):
            turn = -1 if button == 4 else 1
            sideways = "shift" in _state(event)  # so Tk tells the wheel's other axis
            self._tell("wheel", dx=turn if sideways else 0, dy=0 if sideways else turn, notch=1)
            return
        if what == "up" and button in (4, 5):
            return
        at = [event.x_root, event.y_root]
        self._tell(what, at=at, button=button, clicks=clicks, state=_state(event))
        x, y, w, h = FIELD
        if what == "up" and x <= event.x < x + w and y <= event.y < y + h:
            self._clicks += 1
            number = self._clicks
            self._paint(number, False)
            self._root.after(LATE_MS, lambda: self._paint(number, True))

    def _wheel(self, event: Any, sideways: bool) -> None:
        turn = -event.delta
        self._tell("wheel", dx=turn if sideways else 0, dy=0 if sideways else turn, notch=1 if _MAC else 120)

    def _key(self, what: str, event: Any) -> None:
        if sys.platform == "win32" and event.keycode == _NO_KEY:
            return
        self._tell(what, key=event.keysym, char=event.char, state=_state(event))

    def _paint(self, number: int, late: bool) -> None:
        self._canvas.itemconfigure(self._halves[late], fill="#" + bytes(colour(number, late)).hex())

    def _obey(self) -> None:
        try:
            with open(os.path.join(self._folder, "order.json"), encoding="utf-8") as file:
                order = json.load(file)
        except (OSError, ValueError):  # there is none yet, or it is being written
            order = {"number": 0}
        if order["number"] > self._order:
            self._order = order["number"]
            self._do(order)
        self._root.after(_POLL_MS, self._obey)

    def _do(self, order: dict[str, Any]) -> None:
        import tkinter as tk

        answer: dict[str, Any] = {}
        if order["do"] == "quit":
            self._end("quit")
            return
        if order["do"] == "read":
            try:
                found = self._root.clipboard_get(type=order.get("type", "STRING"))[:_MOST]
                if found.startswith("0x"):  # so Tk gives bytes that it takes for no text
                    found = bytes(int(word, 16) & 0xFF for word in found.split()).decode("latin-1")
                answer["text"] = found
            except tk.TclError as e:
                answer["error"] = str(e)
        elif order["do"] == "write":
            self._root.clipboard_clear()
            self._root.clipboard_append(order["text"])
        elif order["do"] == "move":
            x, y = order["to"]
            dx, dy = x - self._root.winfo_rootx(), y - self._root.winfo_rooty()
            self._root.event_generate("<Motion>", warp=True, x=dx, y=dy)
            self._root.update_idletasks()  # Tk moves it when it has nothing else to do
        elif order["do"] == "layout" and sys.platform == "win32":
            import ctypes

            answer["found"] = bool(ctypes.windll.user32.LoadKeyboardLayoutW(order["name"], 1))
        elif order["do"] == "focus":
            self._root.lift()
            self._root.focus_force()
        self._tell("done", number=order["number"], **answer)

    def _end(self, why: str) -> None:
        self._tell(why)
        self._root.destroy()


_MAC = sys.platform == "darwin"
#: The key of Windows that means nothing: a device presses it to see that the window has taken all before it.
_NO_KEY = 0xE8
#: Bits of Tk's state that are told.
_BITS = {"shift": 1, "ctrl": 4, "left": 0x100, "middle": 0x200, "right": 0x400}
_ALT = 0x20000 if sys.platform == "win32" else 0x10 if _MAC else 0x8


def _state(event: Any) -> list[str]:
    state = event.state if isinstance(event.state, int) else 0
    return [name for name, bit in {**_BITS, "alt": _ALT}.items() if state & bit]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
