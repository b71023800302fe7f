"""The frames of an interval as the bytes of an MP4."""

from __future__ import annotations

import io
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from omnigym.errors import MissingDependencyError

try:
    import av
except ImportError as e:
    raise MissingDependencyError("av", "Recording video", "pip install 'omnigym[record]'") from e

__all__ = ["mp4"]

#: Quality of x264, and the milliseconds for which the last frame is shown.
_QUALITY, _LAST_MS = "18", 100


def mp4(frames: NDArray[np.uint8], ago: NDArray[np.float32]) -> bytes:
    """Return a film that shows each frame from its own time on, to the millisecond; an odd side gets one more row.

    Args:
        frames: uint8 (K, H, W, 3), RGB.
        ago: float32 (K,), how many seconds before the end each was seen; none larger than the one before.
    """
    _, height, width, _ = frames.shape
    even = np.pad(frames, ((0, 0), (0, height % 2), (0, width % 2), (0, 0)), mode="edge")
    base = Fraction(1, 1000)
    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=1000, options={"crf": _QUALITY, "preset": "ultrafast", "threads": "1"})
        stream.width, stream.height = even.shape[2], even.shape[1]
        stream.pix_fmt, stream.time_base = "yuv420p", base
        stream.codec_context.time_base = base
        times = [round(1000 * float(ago[0] - one)) for one in ago]
        shown = [*zip(times, even, strict=True), (times[-1] + _LAST_MS, even[-1])]
        last = -1
        for at, pixels in shown:
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts = last = max(at, last + 1)
            frame.time_base = base
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    return out.getvalue()
