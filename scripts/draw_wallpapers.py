"""Draw the wallpapers of the usual screens into the files of ``omnigym-data``.

    python scripts/draw_wallpapers.py && python scripts/lock_data.py

Run it when a wallpaper is computed differently.
"""

from pathlib import Path

from PIL import Image

from omnigym.sim.paint.wallpaper import SHIPPED_SIZES, WALLPAPERS, computed, file_of

OUT = Path(__file__).resolve().parents[1] / "data" / "omnigym_data"

if __name__ == "__main__":
    for name in WALLPAPERS:
        for size in SHIPPED_SIZES:
            Image.fromarray(computed(name, *size)).save(OUT / file_of(name, *size), optimize=True)
