"""Draw the picture of the real browser that the docs show.

    python docs/web_sheet.py [--out docs/assets]

``web.jpg`` has five of its sites, and a page of MiniWoB++, which is 160 pixels wide, at four times its size.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import gymnasium
import numpy as np
from PIL import Image

import omnigym  # noqa: F401 - registers the environments
from omnigym.devices.chromium.config import ChromiumConfig
from omnigym.devices.config import build_device

_SITES = ("shop", "notes", "tracker", "calendar", "office")
_TILE, _COLUMNS, _GAP = (480, 360), 3, 8


def _sites() -> list[Image.Image]:
    """The first page of each site."""
    device, found = build_device(ChromiumConfig(size=(1024, 768), image="png")), []
    for site in _SITES:
        device.reset(0)
        device.launch(site)
        found.append(Image.fromarray(np.asarray(device.screenshot())))
    device.close()
    return found


def _miniwob() -> Image.Image:
    """A page of MiniWoB++, large."""
    device = ChromiumConfig(size=(640, 840), bar=False, scale=4.0, image="png")
    env = gymnasium.make("OmniBench-Web-v0", tasks="miniwob/count-shape", device=device, render_mode="rgb_array")
    env.reset(seed=0)
    picture = Image.fromarray(np.asarray(env.render()))
    env.close()
    return picture


def main() -> None:
    """Draw the sheet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "assets")
    out = parser.parse_args().out
    pictures, (w, h) = [*_sites(), _miniwob()], _TILE
    rows = -(-len(pictures) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * (w + _GAP) - _GAP, rows * (h + _GAP) - _GAP), "#d7dae1")
    for n, picture in enumerate(pictures):
        picture.thumbnail(_TILE, Image.Resampling.LANCZOS)
        left, top = n % _COLUMNS * (w + _GAP), n // _COLUMNS * (h + _GAP)
        sheet.paste(picture, (left + (w - picture.width) // 2, top))
    sheet.save(out / "web.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    main()
