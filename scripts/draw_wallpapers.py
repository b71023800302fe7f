"""Draw the wallpapers of the usual screens into the files that ship.

    python scripts/draw_wallpapers.py

Run it when a wallpaper is computed differently.
"""

from PIL import Image

from omnigym.sim.paint.wallpaper import SHIPPED_SIZES, WALLPAPERS, computed, shipped_file

if __name__ == "__main__":
    for name in WALLPAPERS:
        for size in SHIPPED_SIZES:
            Image.fromarray(computed(name, *size)).save(shipped_file(name, *size), optimize=True)
