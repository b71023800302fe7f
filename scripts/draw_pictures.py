"""Draw the scenes of `omnigym.pictures` into the files that ship.

    python scripts/draw_pictures.py

Run it when a scene is drawn differently.
"""

from pathlib import Path

import omnigym.pictures
from omnigym.pictures.files import write_picture
from omnigym.pictures.scenes import SCENES, draw_scene

if __name__ == "__main__":
    out = Path(omnigym.pictures.__file__).parent / "drawn"
    out.mkdir(exist_ok=True)
    for scene in SCENES:
        (out / f"{scene}.jpg").write_bytes(write_picture(draw_scene(scene), ".jpg"))
