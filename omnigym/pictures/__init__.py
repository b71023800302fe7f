"""Pictures that the simulated desktop has, that its apps change and that checks look at: bytes and plain values."""

from omnigym.pictures.comparing import alike, is_part_of, similarity, unspoilt
from omnigym.pictures.editing import (
    TONES,
    UNEDITED,
    Area,
    Edits,
    Size,
    cropped,
    edited,
    edited_size,
    lightened,
    mirrored,
    turned,
    turned_size,
)
from omnigym.pictures.files import (
    FORMATS,
    decoded_picture,
    is_picture,
    picture_size,
    read_picture,
    scene_file,
    write_edited,
    write_picture,
)
from omnigym.pictures.scenes import MOTIFS, SCENES, draw_scene
from omnigym.pictures.titles import TITLES, dimmed, fitted, titled

__all__ = [
    "FORMATS",
    "MOTIFS",
    "SCENES",
    "TITLES",
    "TONES",
    "UNEDITED",
    "Area",
    "Edits",
    "Size",
    "alike",
    "cropped",
    "decoded_picture",
    "dimmed",
    "draw_scene",
    "edited",
    "edited_size",
    "fitted",
    "is_part_of",
    "is_picture",
    "lightened",
    "mirrored",
    "picture_size",
    "read_picture",
    "scene_file",
    "similarity",
    "titled",
    "turned",
    "turned_size",
    "unspoilt",
    "write_edited",
    "write_picture",
]
