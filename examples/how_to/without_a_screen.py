"""On a server: nothing here needs a display. A frame goes into a file, an episode into a film."""

from __future__ import annotations

from pathlib import Path

import gymnasium
from PIL import Image

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Press, Type
from omnigym.recording import write_video
from omnigym.wrappers import RecordTrajectory


def main(folder: Path = Path("runs/without-a-screen")) -> Path:
    """Play three steps, and return the film of them."""
    env = RecordTrajectory(gymnasium.make("OmniBench-Win11-v0", render_mode="rgb_array"), folder)
    env.reset(seed=0)
    for action in (Press("meta"), Type("calculator"), Press("enter")):
        env.step(action)
    Image.fromarray(env.render()).save(folder / "screen.png")
    film = folder / "episode.gif"
    write_video(env.path, film, width=640)
    env.close()
    return film


if __name__ == "__main__":
    print(main())
