"""Every metric of media over damaged files: a score, or one of two errors, and nothing else."""

from __future__ import annotations

import io
import random
from typing import Any

import av
import numpy as np
import pytest
from mutagen.easyid3 import EasyID3
from PIL import Image
from pptx import Presentation

from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.documents.pdf import PdfText, write_pdf
from omnigym.documents.pdf_pictures import side_by_side
from omnigym.errors import UnreadableError
from omnigym.foreign.damage import damaged

_COUNT = 30


def _png() -> bytes:
    out, rng = io.BytesIO(), np.random.default_rng(0)
    Image.fromarray(rng.integers(0, 255, (48, 64, 3), dtype=np.uint8)).quantize(64).save(out, "PNG")
    return out.getvalue()


def _pptx() -> bytes:
    out, deck = io.BytesIO(), Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text, first.placeholders[1].text = "Title", "one\ntwo"
    first.notes_slide.notes_text_frame.text = "note"
    first.shapes.add_picture(io.BytesIO(_png()), 0, 0)
    first.shapes.add_table(2, 2, 0, 0, 900, 900).table.cell(0, 0).text = "a"
    deck.save(out)
    return out.getvalue()


def _pdf() -> bytes:
    lines = [PdfText(72, 90 + 18 * n, f"line {n}", 12) for n in range(3)]
    return write_pdf([[*lines, *side_by_side([_png()], 72, 300, 200, 200)], lines])


def _mp3() -> bytes:
    out = io.BytesIO()
    with av.open(out, "w", format="mp3") as file:
        stream = file.add_stream("libmp3lame", rate=16_000, layout="mono")
        for n in range(7):
            samples = (np.sin(np.arange(stream.frame_size or 1152) * 0.1) * 9000).astype(np.int16)[None]
            frame = av.AudioFrame.from_ndarray(samples, format="s16p", layout="mono")
            frame.sample_rate, frame.pts = 16_000, n * samples.shape[1]
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    tags = EasyID3()
    tags["title"] = "Song"
    tags.save(out, padding=lambda _: 0)
    return out.getvalue()


def _avi() -> bytes:
    out, rng = io.BytesIO(), np.random.default_rng(0)
    with av.open(out, "w", format="avi") as file:
        stream = file.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for _ in range(10):
            frame = av.VideoFrame.from_ndarray(rng.integers(0, 255, (48, 64, 3), dtype=np.uint8), format="rgb24")
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return out.getvalue()


_OOR = '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/a"><prop oor:name="b"><value>3'
FILES = {
    "pptx": _pptx(),
    "pdf": _pdf(),
    "png": _png(),
    "mp3": _mp3(),
    "avi": _avi(),
    "xcu": f"{_OOR}</value></prop></item></oor:items>".encode(),
    "xml": b"<root><state>playing</state><information><category name='meta'><info name='url'>x</info></category>"
    b"</information></root>",
    "rc": b'# x\n(theme "Dark")\nqt-slider-colours=1;2;3;4;5;6;7;8;9;10;11;12\ninput-record-path=/tmp\n',
    "json": b'{"a": "line 1", "b": "line 2"}',
}
_STRUCK = {"slide_index_s": [0], "shape_index_s": [0], "paragraph_index_s": [0]}
#: The kinds of files and the metrics that read one, with what they are given besides; "=" is the same file, undamaged.
READ: dict[str, list[tuple[str, list[Any]]]] = {
    "pptx": [
        ("compare_pptx_files", ["="]),
        ("check_image_stretch_and_center", ["="]),
        ("check_slide_numbers_color", []),
        ("check_page_number_colors", [{"color": "red"}]),
        ("check_strikethrough", [_STRUCK]),
        ("check_transition", [{"slide_idx": 0, "transition_type": "fade"}]),
        ("check_slide_orientation_Portrait", []),
        ("evaluate_presentation_fill_to_rgb_distance", [{"rgb": [0, 0, 0]}]),
    ],
    "pdf": [
        ("compare_pdfs", ["="]),
        ("compare_pdf_images", ["="]),
        ("check_pdf_pages", [{"relation": "eq", "ref_value": 2}]),
        ("check_pdf_requirements", [{"expected": {"text": "x", "max_pages": 2, "max_margin": 9}}]),
        ("is_gold_text_included_in_pdf", [File("gold.json", FILES["json"])]),
    ],
    "png": [
        *[
            (name, ["="])
            for name in (
                *("compare_images", "compare_image_list", "compare_images_in_folder", "check_structure_sim"),
                *("check_brightness_decrease_and_structure_sim", "check_contrast_increase_and_structure_sim"),
                *("check_file_exists_and_structure_sim", "check_green_background", "check_image_mirror"),
                *("check_palette_and_structure_sim", "check_saturation_increase_and_structure_sim", "check_sharper"),
                *(
                    "check_structure_sim_with_threshold",
                    "check_structure_sim_resized",
                    "compare_triangle_positions",
                    "decrease_brightness",
                ),
                "increase_saturation",
            )
        ],
        ("check_image_size", [{"width": 64}]),
        ("check_image_file_size", [{"max_size": 9}]),
        ("check_triangle_position", []),
        ("check_textbox_on_leftside", []),
    ],
    "mp3": [("compare_audios", ["="]), ("check_mp3_meta", [{"title": {"method": "eq", "ref": "Song"}}])],
    "avi": [("compare_videos", ["="])],
    "xcu": [
        ("check_presenter_console_disable", []),
        ("check_auto_saving_time", [{"minutes": 3}]),
        ("check_left_panel", []),
    ],
    "xml": [("is_vlc_playing", [{"type": "url", "url": "x"}])],
    "rc": [
        ("check_config_status", [{"key": "theme", "value": "Dark"}]),
        ("is_vlc_recordings_folder", [{"recording_file_path": "/tmp"}]),
        ("check_qt_slider_colours", [{"type": "blackish"}]),
        ("check_global_key_play_pause", [{"expected_global_key_play_pause": 1}]),
        *[
            (f"check_{name}", [{f"expected_{name}": 1}])
            for name in (
                *("qt_bgcone", "qt_video_resize", "qt_max_volume", "qt_minimal_view", "play_and_exit"),
                "one_instance_when_started_from_file",
            )
        ],
    ],
}


@pytest.mark.parametrize("kind", READ)
def test_damaged_files(kind: str) -> None:
    content, rng = FILES[kind], random.Random(kind)
    whole = File(f"a.{kind}", content)
    for _ in range(_COUNT):
        hurt = File(whole.name, damaged(content, rng))
        for name, others in READ[kind]:
            try:
                score = get_metric(name)(hurt, *[whole if other == "=" else other for other in others])
            except UnreadableError:
                continue
            assert 0 <= score <= 1, name


def test_damaged_references() -> None:
    rng, pdf = random.Random(0), File("a.pdf", FILES["pdf"])
    for _ in range(_COUNT):
        gold = File("gold.json", damaged(FILES["json"], rng))
        try:
            assert get_metric("is_gold_text_included_in_pdf")(pdf, gold) in (0, 1)
        except UnreadableError:
            continue
