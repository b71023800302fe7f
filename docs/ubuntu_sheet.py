"""Draw the picture of the simulated Ubuntu that the docs show.

    python docs/ubuntu_sheet.py [--out docs/assets]

``ubuntu.jpg`` has its shell and its apps, light and dark. Run it again when one of them looks different.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image

from omnigym.actions import Action, OpenApp, Press, Type
from omnigym.devices.sim.device import SimDevice

_SIZE, _GAP = (1024, 768), 12
_SESSION = "ls -l\ngrep -n the Documents/notes.txt | sort -r\nfor d in Music Videos; do du -sh $d; done\n"
#: What is done, and whether in the dark.
_SCREENS: tuple[tuple[bool, tuple[Action, ...]], ...] = (
    (False, (OpenApp("terminal"), Type(_SESSION))),
    (False, (OpenApp("file_manager"),)),
    (True, (OpenApp("settings"), Press("s", ("meta",)))),
    (False, (OpenApp("terminal"), Type("vim Documents/plan.txt\niMonday: pack\nTuesday: leave"))),
    (True, (OpenApp("text_editor"), Type("Dear Maria,"), Press("v", ("meta",)))),
    (False, (Press("a", ("meta",)),)),
    (False, (OpenApp("browser"), Type("pictures.contoso.com\n"))),
    (
        True,
        (
            OpenApp("writer"),
            Type("The garden\nBeans, carrots and peas."),
            Press("home", ("ctrl",)),
            Press("1", ("ctrl",)),
        ),
    ),
    (False, (OpenApp("calc"), Type("Item\tPieces\nPears\t3\nApples\t5\nSum\t=SUM(B2:B3)\n"))),
    (False, (OpenApp("chat"), Type("I will bring it\n"))),
    (True, (OpenApp("chat"), Type("See you at noon\n"))),
    (True, (OpenApp("impress"), Press("enter", ("ctrl",)), Type("Our garden"), Press("escape"))),
)


def main() -> None:
    """Draw the sheet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "assets")
    out = parser.parse_args().out
    device, pictures = SimDevice(_SIZE, platform="linux"), []
    for dark, actions in _SCREENS:
        device.reset(0)
        device.set_setting("theme", "dark" if dark else "light")
        for action in actions:
            device.act(action)
        pictures.append(Image.fromarray(np.asarray(device.screenshot())).resize((_SIZE[0] // 2, _SIZE[1] // 2)))
    width, height = pictures[0].size
    sheet = Image.new("RGB", (2 * (width + _GAP) + _GAP, len(pictures) // 2 * (height + _GAP) + _GAP), "#d7dae1")
    for n, picture in enumerate(pictures):
        sheet.paste(picture, (_GAP + n % 2 * (width + _GAP), _GAP + n // 2 * (height + _GAP)))
    sheet.save(out / "ubuntu.jpg", quality=86)


if __name__ == "__main__":
    main()
