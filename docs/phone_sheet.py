"""Draw the pictures of the simulated phone's apps that the docs show.

    python docs/phone_sheet.py [--out docs/assets]

``phone-office.jpg`` has Gmail, Calendar, Keep, Tasks, Drive and Docs, ``phone-sound.jpg`` apps that sound. Run it again
when one of them looks different.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image

from omnigym.actions import Click, OpenApp, Press
from omnigym.devices.sim.device import SimDevice

_SIZE, _SCALE, _COLUMNS, _GAP = (540, 1200), 1.5, 4, 14
#: The app, and what is touched there.
_OFFICE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("gmail", ()),
    ("gmail", ("gmail.mail.Inbox/The weekend at the lake.eml",)),
    ("calendar", ()),
    ("calendar", ("calendar.modes", "calendar.go.month")),
    ("keep", ()),
    ("tasks", ()),
    ("drive", ("drive.file.Work",)),
    ("docs", ("docs.file.Project plan", "docs.page")),
)
_SOUND: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    [(app, ()) for app in ("films", "clips", "radio", "recorder", "assistant", "translator", "lessons", "music")]
)
#: The screens of each picture.
_SHEETS = {"phone-office.jpg": _OFFICE, "phone-sound.jpg": _SOUND}


def _screen(device: SimDevice, app: str, keys: tuple[str, ...]) -> Image.Image:
    """What an app shows after some touches, at half the size."""
    device.reset(0)
    device.act(OpenApp(app))
    for key in keys:
        node = device.tree().find(key=key)
        if node is None:
            raise LookupError(f"{app} shows nothing with the key {key!r}: bring the screens up to date.")
        x, y = node.center
        device.act(Click(((x + 0.5) / _SIZE[0], (y + 0.5) / _SIZE[1])))
    device.act(Press("end", ("ctrl",)))
    picture = Image.fromarray(np.asarray(device.screenshot()))
    return picture.resize((_SIZE[0] // 2, _SIZE[1] // 2), Image.Resampling.LANCZOS)


def main() -> None:
    """Draw the sheets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "assets")
    out = parser.parse_args().out
    device = SimDevice(_SIZE, platform="android", scale=_SCALE)
    for name, screens in _SHEETS.items():
        _sheet([_screen(device, app, keys) for app, keys in screens]).save(out / name, quality=88, optimize=True)


def _sheet(pictures: list[Image.Image]) -> Image.Image:
    width, height = pictures[0].size
    rows = -(-len(pictures) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * (width + _GAP) + _GAP, rows * (height + _GAP) + _GAP), "#d7dae1")
    for n, picture in enumerate(pictures):
        x, y = n % _COLUMNS, n // _COLUMNS
        sheet.paste(picture, (_GAP + x * (width + _GAP), _GAP + y * (height + _GAP)))
    return sheet


if __name__ == "__main__":
    main()
