"""Pictures in Writer, as a person puts them there; what is saved is read back, by LibreOffice too."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.documents import PICTURE, Document, Format, Paragraph, Picture, Run, read_docx, write_docx
from omnigym.documents.odt import read_odt, write_odt
from omnigym.documents.placed import placed_pictures
from omnigym.pictures import draw_scene, picture_size, write_picture

CAT, PIER = [
    write_picture(draw_scene(scene).resize((240, 180)), f".{end}")
    for scene, end in (("cat", "jpg"), ("harbour", "png"))
]
IMAGE = "writer.page.0.picture.1"


def shown(content: bytes, w: float = 90.0, h: float = 60.0, **look: Any) -> Run:
    return Run(PICTURE, Format(picture=Picture(content, w, h), **look))


#: Alone, between letters, twice the same, in a list, below a caption.
DOCUMENT = Document(
    (
        Paragraph((shown(CAT),), alignment="center"),
        Paragraph((Run("Figure 1: A cat", Format(italic=True)),), "Caption"),
        Paragraph((Run("left "), shown(PIER, 30.5, 20.0), Run(" right", Format(bold=True)), shown(CAT))),
        Paragraph((shown(CAT, 12.0, 8.0),), list="bullet"),
    )
)


@pytest.fixture
def writer(user: Any) -> Any:
    """Writer with an empty document, and a picture to put in."""
    user.device.write_file("Pictures/cat.jpg", CAT)
    user.device.launch("writer")
    return user


def insert(writer: Any) -> None:
    writer.menu("Insert", "Image...")
    writer.name_file("/home/user/Pictures/cat.jpg")


def runs(content: bytes) -> tuple[Run, ...]:
    return tuple([run for p in read_odt(content).paragraphs for run in p.runs])


@pytest.mark.parametrize(("write", "read"), [(write_odt, read_odt), (write_docx, read_docx)])
def test_what_is_written_is_read_back(write: Any, read: Any) -> None:
    back = read(write(DOCUMENT))
    assert back == DOCUMENT._replace(paragraphs=tuple(back.paragraphs)) and back.paragraphs == DOCUMENT.paragraphs
    assert [p.paragraph for p in placed_pictures(write(DOCUMENT))] == [0, 2, 2, 3]


def test_one_is_put_in_from_a_file_and_typing_goes_on_beside_it(writer: Any) -> None:
    writer.type("A cat: ")
    insert(writer)
    writer.type("!")
    first, picture, last = runs(writer.save_as("cat.odt"))
    size = picture_size(CAT)
    assert (first.text, last, picture.text) == ("A cat: ", Run("!"), PICTURE) and size is not None
    held = picture.format.picture
    assert held is not None and held.content == CAT and held.w / held.h == pytest.approx(size[0] / size[1], 0.01)
    assert writer.device.tree().find(role=Role.IMAGE, key=IMAGE) is not None
    writer.press("z", "ctrl")
    writer.press("z", "ctrl")
    assert writer.device.tree().find(role=Role.IMAGE, key=IMAGE) is None


def test_one_is_chosen_by_a_click_and_made_smaller_by_its_corner(writer: Any) -> None:
    insert(writer)
    writer.click(IMAGE)
    _, _, w, h = writer.node(IMAGE).bounds
    writer.drag(IMAGE, (w - 3, h - 3), (w // 2, h // 2))
    small = writer.node(IMAGE).bounds
    assert small[2] == pytest.approx(w / 2, abs=4) and small[3] == pytest.approx(h / 2, abs=4)
    writer.press("z", "ctrl")
    assert writer.node(IMAGE).bounds[2:] == (w, h), "a pull is one step of undo"


def test_one_gets_a_width_and_a_caption(writer: Any) -> None:
    insert(writer)
    writer.menu("Insert", "Caption...")
    writer.press("enter")  # nothing is selected: it says so
    writer.click(IMAGE)
    writer.menu("Format", "Image", "Width...")
    writer.press("a", "ctrl")
    writer.type("5.08\n")
    writer.menu("Insert", "Caption...")
    writer.type("At the window\n")
    document = read_odt(writer.save_as("cat.odt"))
    held = document.paragraphs[0].runs[0].format.picture
    assert held is not None and held.w == pytest.approx(144.0)
    assert document.paragraphs[1] == Paragraph((Run("Figure 1: At the window", Format(italic=True)),), "Caption")


def test_one_is_copied_pasted_and_removed(writer: Any) -> None:
    insert(writer)
    writer.click(IMAGE)
    writer.press("c", "ctrl")
    copied = writer.device.clipboard()
    assert copied.image.startswith(b"\x89PNG") and copied.text == ""
    writer.press("end", "ctrl")
    writer.type("\n")
    writer.press("v", "ctrl")
    assert [run.text for run in runs(writer.save_as("two.odt"))] == [PICTURE, PICTURE]
    writer.click(IMAGE)
    writer.press("delete")
    assert len(runs(writer.save_as("one.odt"))) == 1


def test_plain_text_and_words_have_none_of_it(writer: Any) -> None:
    insert(writer)
    writer.type("two words")
    assert writer.save_as("cat.txt") == b"two words"
    assert "2 words" in writer.node("writer.words").name


def test_what_is_no_picture_is_refused(writer: Any) -> None:
    writer.device.write_file("Pictures/cat.jpg", b"not one")
    insert(writer)
    assert any("Image format unknown" in n.name for n in writer.device.tree())
    writer.press("enter")
    assert runs(writer.save_as("none.odt")) == ()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("ending", ["odt", "docx"])
def test_libreoffice_reads_and_writes_the_same(tmp_path: Path, ending: str) -> None:
    write, to = (write_odt, "docx") if ending == "odt" else (write_docx, "odt")
    (tmp_path / f"a.{ending}").write_bytes(write(DOCUMENT))
    home = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [
        "soffice",
        home,
        "--headless",
        "--convert-to",
        to,
        "--outdir",
        str(tmp_path),
        str(tmp_path / f"a.{ending}"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    content = (tmp_path / f"a.{to}").read_bytes()
    read = read_docx if to == "docx" else read_odt
    back = [run.format.picture for p in read(content).paragraphs for run in p.runs if run.format.picture is not None]
    asked = [run.format.picture for p in DOCUMENT.paragraphs for run in p.runs if run.format.picture is not None]
    assert [p.content for p in back] == [p.content for p in asked]
    for now, was in zip(back, asked, strict=True):
        assert (now.w, now.h) == (pytest.approx(was.w, abs=0.6), pytest.approx(was.h, abs=0.6))
