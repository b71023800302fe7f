"""A small set in the published layout: three applications, English and Chinese."""

from __future__ import annotations

import io
import json
import math
import tempfile
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.benchmarks.omnigui import OmniGUIWriter

SIZE = (72, 160)


def wav(seconds: float = 0.1, rate: int = 16_000, channels: int = 1, wide: int = 2, pitch: float = 440) -> bytes:
    """A tone at half of full scale."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(wide)
        file.setframerate(rate)
        tone = np.sin(2 * math.pi * pitch * np.arange(round(seconds * rate)) / rate) / 2
        full = 2 ** (8 * wide - 1)
        whole = np.rint(tone * full).astype("<i8") + (128 if wide == 1 else 0)
        raw = np.repeat(whole, channels).view(np.uint8).reshape(-1, 8)[:, :wide]
        file.writeframes(raw.tobytes())
    return out.getvalue()


def png(shade: int = 128) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", SIZE, (shade, 0, 0)).save(out, "PNG")
    return out.getvalue()


def mp4(shades: list[int], rate: int = 10) -> bytes:
    """A film whose frames are of one grey each, with its index in front, so that half of it can still be opened."""
    av = pytest.importorskip("av")
    with (
        tempfile.NamedTemporaryFile(suffix=".mp4") as file,
        av.open(file.name, "w", options={"movflags": "faststart"}) as container,
    ):
        stream = container.add_stream("mpeg4", rate=rate, width=64, height=96, pix_fmt="yuv420p")
        for shade in shades:
            frame = av.VideoFrame.from_ndarray(np.full((96, 64, 3), shade, np.uint8), format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
        container.close()
        return Path(file.name).read_bytes()


def row(
    episode: str, step: int, length: int, kind: int, touch: object = "", lift: object = "", text: str = ""
) -> dict[str, Any]:
    """A step's row; places are JSON values in pixels of a screen of 720 x 1600."""
    touch, lift = [json.dumps(v, separators=(",", ":")) if v else "" for v in (touch, lift)]
    return {
        "episode_id": episode,
        "episode_length": length,
        "step_id": step,
        "instruction_en": f"Do {episode}.",
        "video_path": f"{episode}/{step + 1}.mp4",
        "audio_path": f"{episode}/{step + 1}.wav",
        "image_path": f"{episode}/{step + 1}.png",
        "image_width": 720,
        "image_height": 1600,
        "result_action_type": kind,
        "result_action_text": text,
        "result_touch_xy": touch,
        "result_lift_xy": lift,
        "result_action_json": json.dumps({"action_type": kind, "text": text, "touch_xy": touch}, ensure_ascii=False),
    }


EPISODES: list[tuple[str, str, str, str, list[tuple[Any, ...]]]] = [
    # app, id, dimension, level, steps
    (
        "TED",
        "T0540",
        "cross_modal_discrimination",
        "critical",
        [(-1,), (0, [[210, 786], [351, 850]]), (10,)],
    ),
    ("TED", "T0541", "localization", "present", [(0, [[351, 850], [210, 786]]), (7, "", "", "cats")]),
    (
        "微博",
        "T2001",
        "temporal_reasoning",
        "supportive",
        [(4, [360, 500], [360, 1100]), (0, [[[10, 10], [60, 60]], [[600, 10], [700, 60]]]), (8,)],
    ),
    ("Vimeo", "T4014", "instant_response", "critical", [(-1,), (2, [360, 800]), (1, [[0, 0], [720, 1600]]), (11,)]),
]


def write_set(root: Path, film: bytes = b"", sound: bytes | None = None) -> Path:
    """The set, with the same film and sound at every step; without films by default."""
    writer = OmniGUIWriter(root)
    heard = wav() if sound is None else sound
    for app, name, dimension, level, steps in EPISODES:
        about = {"ID": name, "app": app, "instruction_zh": f"做 {name}。“好”", "instruction_en": f"Do {name}."}
        rows = [row(name, n, len(steps), *step) for n, step in enumerate(steps)]
        media = {}
        for n in range(1, len(steps) + 1):
            media |= {f"{n}.png": png(n * 10), f"{n}.wav": heard, **({f"{n}.mp4": film} if film else {})}
        writer.add(about, dimension, rows, media, level=level)
    writer.close()
    return root
