"""What sound and video cost on the real Linux desktop, and how close they are: the part ``--x11`` of `av_step.py`.

* **steps**: clicks into a text while a song plays; the environment observes pixels alone, or sound and four small
  frames as well, in turns; steps a second over the whole time.
* **recipe**: the usual one (`av_recipe.py`), which records two seconds of X and PulseAudio with ffmpeg in each step.
* **flash and beep**: a program (`flash_and_beep.py`) flashes a window and beeps at once. An interval of half a second
  is observed at a time, and in it the beginning of each beep is compared with the first bright of 64 frames.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Click, Wait
from omnigym.devices.x11.device import X11Device
from omnigym.documents.sound import tone
from omnigym.spaces import encode_action

_HERE = Path(__file__).parent
_SETUPS: dict[str, dict[str, Any]] = {
    "pixels": {"observation": "pixels"},
    "pixels, sound, 4 frames": {"observation": "pixels", "audio": True, "video": True},
}
_TURN, _CLOSE_S = 20, 0.04
_TEXT = "\n".join(f"Line {n} of a text in which one can click." for n in range(40))


class Rollout:
    """Steps of one environment of a desktop on which a song plays; time is that of `step` alone."""

    def __init__(self, **kwargs: Any) -> None:
        limits = {"max_steps": 10**9, "limits": {"max_idle_steps": 10**9}}
        self._env = gymnasium.make("OmniBench-Linux-v0", device="x11", tasks="text/append-line@0", **limits, **kwargs)
        self._env.reset(seed=0)
        device: X11Device = self._env.unwrapped.device  # type: ignore[attr-defined]
        device.write_file("Documents/text.txt", _TEXT.encode())
        device.write_file("song.wav", tone(50, pitch=300, rate=16_000))
        device.launch("text_editor", "Documents/text.txt")
        device.run(["bash", "-c", 'while paplay "$0"; do :; done >/dev/null 2>&1 &', device.native_path("song.wav")])
        self.seconds: list[float] = []
        self.heard = 0

    def turn(self) -> None:
        """Make `_TURN` steps."""
        for n in range(_TURN):
            action = encode_action(Click((0.3 + 0.01 * n, 0.4 + 0.01 * (len(self.seconds) % 7))))
            start = time.perf_counter()
            observation, _, _, _, _ = self._env.step(action)
            self.seconds.append(time.perf_counter() - start)
            self.heard += "audio" in observation and bool(observation["audio"].any())

    def close(self) -> None:
        """End the desktop."""
        self._env.close()


def recipe(count: int) -> list[float] | str:
    """Seconds of the recipe's steps, or why it could not be measured."""
    device = X11Device()
    device.listen(True)
    device.reset()
    device.launch("text_editor")
    device.write_file("recipe.py", (_HERE / "av_recipe.py").read_bytes())
    code, out, errors = device.run(["/usr/bin/python3", "recipe.py", str(count)], timeout=60.0 * count)
    device.close()
    return (
        list(json.loads(out)) if code == 0 else f"{errors.decode().strip().splitlines()[-1]} (apt-get install ffmpeg)"
    )


def apart(count: int) -> list[float]:
    """Seconds from a flash to its beep, for so many of them."""
    device = X11Device()
    device.listen(True)
    device.watch(True)
    device.reset()
    device.write_file("flash.py", (_HERE / "flash_and_beep.py").read_bytes())
    script = 'python3 "$0" 100000 0.45 >/dev/null 2>&1 &'
    device.run(["bash", "-c", script, device.native_path("flash.py")])
    device.act(Wait(2.0))
    out: list[float] = []
    while len(out) < count:
        device.next_interval()
        device.act(Wait(0.5))
        loud = np.abs(device.audio(60.0).astype(int)) > 3000
        frames, ago = device.video(64, (256, 192))
        bright = (frames[:, 60:136, 90:166] > 200).all(3).mean((1, 2)) > 0.5
        whole = loud.any() and bright.any() and not (loud[:800].any() or bright[:6].any())
        if whole and bright[:-6].any() and loud[:-800].any():  # neither begins before the interval, or at its end
            out.append(float(ago[bright.argmax()]) - (len(loud) - int(loud.argmax())) / 16_000)
    device.close()
    return out


def measure(console: Console, steps: int) -> None:
    """Measure all, and print it."""
    rollouts = {name: Rollout(**setup) for name, setup in _SETUPS.items()}
    for rollout in rollouts.values():
        rollout.turn()
        rollout.seconds.clear()
        rollout.heard = 0
    for _ in range(max(1, steps // _TURN)):
        for rollout in rollouts.values():
            rollout.turn()
    peer = recipe(10)
    table = Table(title="Linux desktop, 1024x768, in real time")
    for column in ("step", "median ms", "p95 ms", "steps/s", "times the recipe", "steps with sound"):
        table.add_column(column, justify="left" if column == "step" else "right")
    usual = statistics.fmean(peer) if not isinstance(peer, str) else 0.0
    for name, rollout in rollouts.items():
        seconds, heard = rollout.seconds, f"{rollout.heard / len(rollout.seconds):.0%}"
        table.add_row(name, *_row(seconds), f"{usual / statistics.fmean(seconds):.1f}" if usual else "", heard)
        rollout.close()
    if not isinstance(peer, str):
        table.add_row("the usual recipe", *_row(peer), "1.0", "")
    console.print(table)
    if isinstance(peer, str):
        console.print(f"The usual recipe could not be measured: {peer}")
    found = np.array(apart(100))
    close = int((np.abs(found) <= _CLOSE_S).sum())
    spread = f"median {1e3 * np.median(found):.0f} ms, 95 % below {1e3 * np.quantile(np.abs(found), 0.95):.0f} ms"
    console.print(f"flash and beep: at most 40 ms apart in {close} of {len(found)}; {spread}")


def _row(seconds: list[float]) -> tuple[str, str, str]:
    middle, late = statistics.median(seconds), float(np.quantile(seconds, 0.95))
    return f"{1e3 * middle:,.1f}", f"{1e3 * late:,.1f}", f"{1 / statistics.fmean(seconds):.1f}"
