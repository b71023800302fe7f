"""Draw the picture of a user's own desktop that the docs show.

    python -m docs.host_sheet [--home ~/omnigym-picture] [--out docs/assets]

``host.png`` has a session of its own: Xvfb, openbox and D-Bus. Do not run it as root, whom programs warn; a user such
as ``nobody`` needs a folder that is its own.
"""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from pathlib import Path

import numpy as np
from PIL import Image

from omnigym.devices.config import build_device
from omnigym.devices.host.config import HostConfig
from omnigym.devices.x11.backdrop import paint_backdrop
from omnigym.devices.x11.display import XDisplay
from omnigym.errors import ConfigError
from tests.devices.host.conftest import log_in

_SIZE, _SONGS = (1024, 768), "Music/songs.txt"


def main() -> None:
    """Draw the picture."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--home", type=Path, default=Path.home() / "omnigym-picture")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "assets")
    given = parser.parse_args()
    if not os.getuid():
        raise ConfigError("Run this as a user, not as root: programs warn root, and the picture would show that.")
    given.home.mkdir(parents=True, exist_ok=True)
    with log_in(given.home) as session, closing(build_device(HostConfig(**session.config()))) as device:
        with closing(XDisplay(session.display)) as display:
            paint_backdrop(display.root, _SIZE)
            display.sync()
        device.reset(0)
        device.write_file(_SONGS, b"Songs to learn this month.\n")
        device.launch("text_editor", f"{session.folder}/home/{_SONGS}")
        device.launch("file_manager", f"{session.folder}/home/Music")
        Image.fromarray(np.asarray(device.screenshot())).save(given.out / "host.png", optimize=True)


if __name__ == "__main__":
    main()
