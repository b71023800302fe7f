"""Film an episode of each environment, as its page shows it: ``docs/assets/films/ID.gif``.

    python docs/films.py [ID ...] [--out docs/assets/films]

The oracle does the task, and its actions are drawn. The simulated devices give the same film again, byte for byte; the
browser and the real X desktop need their programs (``omnigym doctor``), and may differ in some pixels. Run it again
when an application looks different.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import gymnasium
import numpy as np
from PIL import Image, ImageDraw, ImageSequence

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.cli.gallery import film_oracle
from omnigym.codecs import read_script

#: The most bytes of a film, and the colours of its palette.
MOST_BYTES, COLOURS = 400_000, 96


class Film(NamedTuple):
    """A film of an environment: a query of its task, and its pixels across."""

    tasks: str
    width: int


FILMS = {
    "OmniBench-Win11-v0": Film("composed-2/sim-chain-2x1-train-1", 480),
    "OmniBench-Linux-v0": Film("composed-2/x11-chain-2x1-train-3", 480),
    "OmniBench-Android-v0": Film("composed-2/phone-chain-2x1-train-2", 240),
    "OmniBench-Web-v0": Film("shop/add-to-basket@4", 480),
    "Crab-Ubuntu-v0": Film("crab/ubuntu-4-11", 420),
    "Crab-Android-v0": Film("crab/android-6-0", 240),
    "Crab-Cross-v0": Film("crab/cross-by-hand-8", 480),
    "OSMap-Desktop-v0": Film("osmap/L4/appearance/dark-evening", 420),
    "OmniGUI-Phone-v0": Film("omnigui/critical/phone-clips/like-bell@3", 240),
    "OSWorld-Linux-v0": Film("osworld/libreoffice_calc/add-sheet", 560),
}
#: Points of OmniACT, whose episodes are a screenshot and a script.
POINTS, _POINTS_WIDTH = 3, 560


def film_points(out: Path) -> None:
    """Film points of OmniACT: the instruction on its screen, then the places of the gold script."""
    env = gymnasium.make("OmniACT-v0")
    pictures = []
    for seed in range(POINTS):
        observation, info = env.reset(seed=seed)
        gold = str(env.step("")[4]["gold"])
        shown = float(observation["scale"][0])
        width, height = (round(side * shown) for side in observation["size"])
        screen = Image.fromarray(np.asarray(observation["screenshot"])[:height, :width])
        scale = _POINTS_WIDTH / screen.width
        small = screen.resize((_POINTS_WIDTH, round(screen.height * scale)), Image.Resampling.LANCZOS)
        pictures.append(_captioned(small, str(info["instruction"])))
        drawn = small.copy()
        for call in read_script(gold):
            if call.point is not None:
                x, y = (place * shown * scale for place in call.point)
                ImageDraw.Draw(drawn).ellipse((x - 9, y - 9, x + 9, y + 9), outline="#e83e5a", width=3)
        pictures.append(_captioned(drawn, "; ".join(gold.replace("pyautogui.", "").split("\n"))))
    env.close()
    _save(pictures, [2000] * len(pictures), out)


def shrink(path: Path) -> None:
    """Give all frames of a film one palette, so that only what changes between them is stored."""
    with Image.open(path) as film:
        frames = [(frame.convert("RGB"), int(frame.info["duration"])) for frame in ImageSequence.Iterator(film)]
    _save([picture for picture, _ in frames], [duration for _, duration in frames], path)


def _save(pictures: Sequence[Image.Image], durations: Sequence[int], out: Path) -> None:
    width, height = pictures[0].size
    strip = Image.new("RGB", (width, height * len(pictures)))
    for n, picture in enumerate(pictures):
        strip.paste(picture, (0, n * height))
    palette = strip.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    few = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    few[0].save(out, save_all=True, append_images=few[1:], duration=list(durations), loop=0, optimize=False)


def _captioned(picture: Image.Image, text: str) -> Image.Image:
    """A picture above a line of text."""
    sheet = Image.new("RGB", (picture.width, picture.height + 26), "#ffffff")
    sheet.paste(picture)
    ImageDraw.Draw(sheet).text((8, picture.height + 5), text, fill="#1f2430", font_size=14)
    return sheet


def main() -> None:
    """Film the environments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ids", nargs="*", metavar="ID", help="environments (default: all)")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "assets" / "films")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for env_id in args.ids or [*FILMS, "OmniACT-v0"]:
        out = args.out / f"{env_id}.gif"
        if env_id == "OmniACT-v0":
            film_points(out)
        else:
            film = FILMS[env_id]
            film_oracle(gymnasium.make(env_id, tasks=film.tasks), out, film.width)
            shrink(out)
        with Image.open(out) as picture:
            print(f"{out.name}: {out.stat().st_size:,} bytes, {getattr(picture, 'n_frames', 1)} frames")
        if out.stat().st_size > MOST_BYTES:
            parser.error(f"{out} has more than {MOST_BYTES:,} bytes: choose a shorter task or a smaller width.")


if __name__ == "__main__":
    main()
