"""The observation space: a Dict of arrays, one level deep."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
from gymnasium import spaces

from omnigym.a11y import N_STATES

__all__ = ["INSTRUCTION_LENGTH", "MAX_AGO_S", "MAX_NODE_STATUS", "NODE_STATUS", "ObservationMode", "observation_space"]
__all__ += ["video_size"]

ObservationMode: TypeAlias = Literal["both", "pixels", "a11y"]

#: The usual length of ``instruction``, in which every task of every id fits (the longest has 1,377 characters).
INSTRUCTION_LENGTH: Final = 2048
#: The codes in ``node_status``; 0 is padding.
NODE_STATUS: Final[dict[str, int]] = {"waiting": 1, "evaluating": 2, "completed": 3}
#: The length of ``node_status``; the status of further nodes is left out.
MAX_NODE_STATUS: Final = 32
#: The largest value of ``video_time``; what is longer ago has this one.
MAX_AGO_S: Final = 3600.0


def video_size(screen: tuple[int, int]) -> tuple[int, int]:
    """The (width, height) of the frames in ``video``: about a quarter of the screen's, in whole parts of it.

    >>> video_size((540, 1200)), video_size((1024, 768)), video_size((270, 600))
    ((135, 300), (256, 192), (54, 120))
    """
    whole = next((n for n in (4, 5, 3, 6, 2) if screen[0] % n == screen[1] % n == 0), 4)
    return max(1, screen[0] // whole), max(1, screen[1] // whole)


def observation_space(
    mode: ObservationMode,
    screenshot_size: tuple[int, int],
    *,
    nodes: int = 128,
    text_length: int = 32,
    instruction_length: int = INSTRUCTION_LENGTH,
    node_status: bool = False,
    audio_samples: int = 0,
    video_frames: int = 0,
    spoken_samples: int = 0,
    screen: tuple[int, int] | None = None,
) -> spaces.Dict:
    """Return the space of observations.

    ============== ========================= =========================================================================
    key            array                     meaning
    ============== ========================= =========================================================================
    screenshot     uint8 (H, W, 3)           RGB, may be read-only (see ``writable_screenshots`` of the
                                             environment); not with ``mode="a11y"``
    a11y_bounds    float32 (N, 4)            x, y, width, height, as shares of the screen in [0, 1]
    a11y_role      uint8 (N,)                `omnigym.a11y.Role`
    a11y_states    uint8 (N, 24)             1 where the bit of `omnigym.a11y.State` is set
    a11y_text      uint8 (N, L)              Latin-1 codes of name and value, 0 pads
    a11y_overlap   float32 (N, 2)            share of the node's words found in the instruction, and share of the
                                             instruction's words found in the node
    a11y_mask      uint8 (N,)                1 for a node, 0 for padding
    a11y_overflow  uint8 (1,)                1 if nodes were left out (more than N, or the device's own limit)
    audio          int16 (S,)                the latest sound since the step before, 16 kHz, zeros in front; on request
    audio_length   int32 (1,)                how many samples of it have sounded
    video          uint8 (K, h, w, 3)        small frames, RGB, spread evenly from the step before to now; on request
    video_time     float32 (K,)              how many seconds before now each was seen, in [0, 3600]
    instruction    uint8 (I,)                Latin-1 codes, 0 pads; ``info["instruction"]`` is the text itself, and
                                             ``info["instruction_overflow"]`` says whether it is longer than I
    node_status    uint8 (32,)               per node of the task: 1 waiting, 2 evaluating, 3 completed; on request
    ============== ========================= =========================================================================

    With ``spoken_samples`` there are ``spoken_instruction``, int16 (T,), the instruction as speech at 16 kHz with zeros
    behind, and ``spoken_instruction_length``, int32 (1,), its samples; ``instruction`` and ``info["instruction"]`` are
    empty then.

    The ``a11y_`` keys are not there with ``mode="pixels"``. Nodes come in the order of `omnigym.a11y.Tree`: the blank
    cells of a sheet are the last, hundreds of them, so where one is in sight ``a11y_overflow`` is 1 although all else
    may be there. The tree itself (`omnigym.envs.OmniEnv.a11y`) has all of them.

    Args:
        mode: What is observed.
        screenshot_size: (width, height) of the screenshot in pixels.
        nodes: N, the number of rows of the ``a11y_`` arrays.
        text_length: L, the characters of a node's text.
        instruction_length: I, the characters of the instruction.
        node_status: Whether the task's progress is observed.
        audio_samples: S; 0 for no sound.
        video_frames: K; 0 for no frames.
        spoken_samples: T; 0 for an instruction in letters.
        screen: (width, height) of the screen, of which the frames have the `video_size`; None for `screenshot_size`.
    """
    parts: dict[str, spaces.Space[object]] = {}
    if mode != "a11y":
        parts["screenshot"] = spaces.Box(0, 255, (screenshot_size[1], screenshot_size[0], 3), np.uint8)
    if mode != "pixels":
        parts["a11y_bounds"] = spaces.Box(0.0, 1.0, (nodes, 4), np.float32)
        parts["a11y_role"] = spaces.Box(0, 255, (nodes,), np.uint8)
        parts["a11y_states"] = spaces.Box(0, 1, (nodes, N_STATES), np.uint8)
        parts["a11y_text"] = spaces.Box(0, 255, (nodes, text_length), np.uint8)
        parts["a11y_overlap"] = spaces.Box(0.0, 1.0, (nodes, 2), np.float32)
        parts["a11y_mask"] = spaces.Box(0, 1, (nodes,), np.uint8)
        parts["a11y_overflow"] = spaces.Box(0, 1, (1,), np.uint8)
    if audio_samples:
        parts["audio"] = spaces.Box(-32768, 32767, (audio_samples,), np.int16)
        parts["audio_length"] = spaces.Box(0, audio_samples, (1,), np.int32)
    if video_frames:
        width, height = video_size(screen or screenshot_size)
        parts["video"] = spaces.Box(0, 255, (video_frames, height, width, 3), np.uint8)
        parts["video_time"] = spaces.Box(0.0, MAX_AGO_S, (video_frames,), np.float32)
    parts["instruction"] = spaces.Box(0, 255, (instruction_length,), np.uint8)
    if spoken_samples:
        parts["spoken_instruction"] = spaces.Box(-32768, 32767, (spoken_samples,), np.int16)
        parts["spoken_instruction_length"] = spaces.Box(0, spoken_samples, (1,), np.int32)
    if node_status:
        parts["node_status"] = spaces.Box(0, len(NODE_STATUS), (MAX_NODE_STATUS,), np.uint8)
    return spaces.Dict(parts)
