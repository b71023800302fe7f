"""The published set: both layouts, what is odd in it, and what is hostile."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, Drag, Invalid
from omnigym.benchmarks.omnigui import OmniGUI, OmniGUIWriter
from omnigym.benchmarks.omnigui.rows import read_rows, write_rows
from omnigym.codecs import decode_omnigui
from omnigym.errors import AssetError, ConfigError, UnknownNameError, UnreadableError
from tests.benchmarks.omnigui.making import EPISODES, mp4, png, row, wav

Write = Callable[..., Path]


def tree(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def change(path: Path, edit: Callable[[list[dict[str, Any]]], Any]) -> None:
    rows = json.loads(path.read_text("utf-8"))
    edit(rows)
    path.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")


def test_a_set_by_application(write: Write) -> None:
    found = OmniGUI(write())
    assert found.ids == ("T0541", "T0540", "T4014", "T2001") and len(found) == 4 and not found.merged
    episode = found["T0540"]
    assert (episode.app, episode.dimension, episode.level) == ("TED", "cross_modal_discrimination", "critical")
    assert [s.annotation.name for s in episode.steps] == ["NONE", "TAP", "TASK_COMPLETE"]
    assert episode.steps[1].annotation.answer() == {"action_type": 0, "coordinate": [389.583333, 511.25]}
    assert decode_omnigui(dict(episode.steps[1].row)) == Click((280.5 / 720, 818 / 1600))
    assert decode_omnigui(dict(found["T2001"].steps[0].row)) == Drag((0.5, 500 / 1600), (0.5, 1100 / 1600))
    assert not any(
        isinstance(decode_omnigui(s.annotation.answer()), Invalid) for name in found.ids for s in found[name].steps
    )


def test_a_task_is_asked_in_the_language_of_its_application(write: Write) -> None:
    found = OmniGUI(write())
    assert found["T0540"].instruction() == "Do T0540."
    assert found["T2001"].instruction() == "做 T2001。“好”"
    assert found["T2001"].instruction("en") == "Do T2001." and found["T0540"].instruction("zh").startswith("做")


def test_one_application_alone(write: Write) -> None:
    assert OmniGUI(write() / "微博").ids == ("T2001",)


def test_the_merged_layout(merged: Path) -> None:
    found = OmniGUI(merged)
    assert found.merged and found.ids == ("T0540", "T0541", "T4014", "T2001")
    assert found["T2001"].dimension == "" and found["T2001"].instruction() == "Do T2001."
    assert found["T2001"].steps[2].screenshot()[0, 0].tolist() == [30, 0, 0]


def test_every_file_of_rows_comes_back_byte_by_byte(write: Write, merged: Path, tmp_path: Path) -> None:
    paths = [p for root in (write(), merged) for p in root.rglob("*.json*") if p.name != "levels.json"]
    assert len(paths) >= 12
    for path in paths:
        rows, layout = read_rows(path)
        assert layout is not None
        write_rows(tmp_path / "again.json", rows, layout)
        assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def test_a_set_that_is_read_is_written_again_as_it_was(write: Write, tmp_path: Path) -> None:
    source = write()
    found, writer = OmniGUI(source), OmniGUIWriter(tmp_path / "again")
    for name in [name for _, name, *_ in EPISODES]:
        e = found[name]
        media = {f"{s.index + 1}.{kind}": s.content(kind) for s in e.steps for kind in ("png", "wav")}
        writer.add(e.about, e.dimension, [s.row for s in e.steps], media, level=e.level)
    writer.close()
    assert tree(tmp_path / "again") == tree(source)


def test_media_of_a_step(write: Write) -> None:
    step = OmniGUI(write(film=mp4([0, 100, 200]), sound=wav(0.25, 8000, 2)))["T0540"].steps[1]
    assert step.screenshot().shape == (160, 72, 3) and step.screenshot()[0, 0].tolist() == [20, 0, 0]
    assert step.sound().shape == (4000,) and step.sound().dtype == np.int16
    assert step.clip(2).frames.shape == (2, 96, 64, 3)


def test_missing_and_damaged_media_say_whose_they_are(write: Write) -> None:
    root = write(sound=wav()[:-10])
    step = OmniGUI(root)["T0540"].steps[1]
    with pytest.raises(AssetError, match=r"Step 1 of T0540 has no T0540/2\.mp4"):
        step.clip()
    with pytest.raises(UnreadableError, match=r"Step 1 of T0540, \.wav: .*cut off"):
        step.sound()
    (root / "TED/media/T0540/2.png").write_bytes(png()[:60])
    with pytest.raises(UnreadableError, match=r"Step 1 of T0540, \.png"):
        step.screenshot()


def test_a_path_that_is_not_there_is_looked_for_by_number(write: Write) -> None:
    root = write()
    change(root / "TED/dataset_TED.json", lambda rows: rows[1].update(image_path="elsewhere/2.png"))
    assert OmniGUI(root)["T0540"].steps[1].screenshot().shape == (160, 72, 3)


@pytest.mark.parametrize(
    "path", ["../../x.png", "/etc/hostname", "a\\..\\b", "a/../../b", "a\0b", ".", "a" * 300, "a/" * 600]
)
def test_no_path_leaves_the_set(write: Write, path: str) -> None:
    root = write()
    change(root / "TED/dataset_TED.json", lambda rows: rows[1].update(image_path=path))
    with pytest.raises(UnreadableError, match="below the set's media"):
        OmniGUI(root)["T0540"].steps[1].screenshot()


def test_no_link_leaves_the_set(write: Write, tmp_path: Path) -> None:
    root = write()
    (tmp_path / "secret.png").write_bytes(png())
    (root / "TED/media/T0540/2.png").unlink()
    (root / "TED/media/T0540/2.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(UnreadableError, match="leaves the set"):
        OmniGUI(root)["T0540"].steps[1].screenshot()


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda rows: rows.pop(1), "has 3 steps, got rows for 0, 2"),
        (lambda rows: rows.pop(2), "has 3 steps, got rows for 0, 1"),
        (lambda rows: rows.append(dict(rows[1])), "has 3 steps, got rows for 0, 1, 2, 1"),
        (lambda rows: rows[1].update(step_id="1"), "has 3 steps"),
        (lambda rows: rows[0].update(episode_length=10**15), "has 1000000000000000 steps"),
        (lambda rows: rows[1].update(result_action_type=99), "Step 1 of T0540: unknown action"),
        (lambda rows: rows[1].update(result_touch_xy=""), "Step 1 of T0540: TAP needs a place"),
        (lambda rows: rows[1].update(result_touch_xy="[[1,2]]"), "two corners"),
        (lambda rows: rows[1].update(image_width=0), "image_width"),
        (lambda rows: rows[1].update(result_action_type=7), "INPUT needs a text"),
    ],
)
def test_an_episode_that_is_not_whole_is_no_episode(write: Write, edit: Any, why: str) -> None:
    root = write()
    change(root / "TED/dataset_TED.json", edit)
    found = OmniGUI(root)
    with pytest.raises(UnreadableError, match=why):
        found["T0540"]
    assert [name for name, e in found.episodes() if isinstance(e, UnreadableError)] == ["T0540"]


def test_damaged_lists(write: Write, tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="is no set of OmniGUI"):
        OmniGUI(tmp_path)
    with pytest.raises(UnreadableError, match="is no set of OmniGUI"):
        OmniGUI(tmp_path / "nowhere")
    root = write()
    with pytest.raises(UnknownNameError):
        OmniGUI(root)["T9"]
    (root / "levels.json").write_text('{"T0540": "deaf"}')
    with pytest.raises(UnreadableError, match="critical, supportive, present"):
        OmniGUI(root)
    (root / "levels.json").unlink()
    path = root / "TED" / "localization.jsonl"
    whole = path.read_text("utf-8")
    path.write_text(whole.replace("T0541", "../T0541"), "utf-8")
    with pytest.raises(UnreadableError, match="expected an ID"):
        OmniGUI(root)
    path.write_text(whole.replace("T0541", "T2001"), "utf-8")
    with pytest.raises(UnreadableError, match="occurs twice"):
        OmniGUI(root)
    path.write_text(whole, "utf-8")
    (root / "TED" / "dataset_TED.json").unlink()
    with pytest.raises(UnreadableError, match="is missing"):
        OmniGUI(root)["T0541"]


def test_what_is_written_has_plain_names(tmp_path: Path) -> None:
    writer = OmniGUIWriter(tmp_path / "set")
    rows = [row("A", 0, 1, 8)]
    with pytest.raises(UnreadableError, match="plain name"):
        writer.add({"ID": "../A", "app": "TED"}, "localization", rows, {})
    with pytest.raises(UnreadableError, match="plain name"):
        writer.add({"ID": "A", "app": "TED"}, "localization", rows, {"../1.png": b""})
    with pytest.raises(UnreadableError, match="media"):
        writer.add({"ID": "A", "app": ".."}, "localization", rows, {})
    with pytest.raises(UnknownNameError):
        writer.add({"ID": "A", "app": "TED"}, "hearing", rows, {})
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "x").touch()
    with pytest.raises(ConfigError, match="not empty"):
        OmniGUIWriter(tmp_path / "set")
