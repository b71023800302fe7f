"""Word, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State
from omnigym.documents import Document, Format, plain, read_docx, write_docx
from omnigym.documents.pdf import pdf_text
from omnigym.sim.common.documents import count_words, edited
from omnigym.sim.documents.edit import insert, select, select_all
from omnigym.sim.windows.apps.word.state import blank

LETTER = "Dear Anna\nThank you for the book. The book is good."


@pytest.fixture
def word(hands: Any) -> Any:
    """Word showing a letter."""
    hands.device.write_file("Documents/letter.docx", write_docx(plain(LETTER)))
    hands.device.launch("word", "Documents/letter.docx")
    return hands


def document(word: Any, name: str = "letter.docx") -> Document:
    return read_docx(word.device.read_file(f"Documents/{name}"))


def test_typing_and_saving_a_new_document(hands: Any) -> None:
    hands.open("word")
    assert hands.title() == "Document1 - Word"
    hands.type("Hello\nworld")
    hands.press("s", "ctrl")
    assert hands.node("file_dialog.name").value == "Hello.docx"
    hands.type("greeting\n")
    assert hands.title() == "greeting.docx - Saved - Word"
    assert document(hands, "greeting.docx").text == "Hello\nworld"
    hands.type("!")
    assert hands.title() == "greeting.docx - Word"
    hands.press("s", "ctrl")
    assert document(hands, "greeting.docx").text == "Hello\nworld!"


def test_formats_of_a_selection(word: Any) -> None:
    word.press("a", "ctrl")
    word.click("word.bold", "word.italic", "word.color", "word.color.red", "word.size")
    word.click(next(n.key for n in word.device.tree() if n.name == "20" and n.key))
    assert word.has("word.bold", State.CHECKED)
    word.press("s", "ctrl")
    formats = {run.format for p in document(word).paragraphs for run in p.runs}
    assert formats == {Format(bold=True, italic=True, color="FF0000", size=20.0)}


def test_shortcuts_of_paragraphs(word: Any) -> None:
    word.press("home", "ctrl")
    word.press("1", "ctrl", "alt")
    word.press("e", "ctrl")
    word.press("end", "ctrl")
    word.press("l", "ctrl", "shift")
    word.press("s", "ctrl")
    first, second = document(word).paragraphs
    assert (first.style, first.alignment, first.list) == ("Heading 1", "center", "")
    assert (second.style, second.alignment, second.list) == ("Normal", "left", "bullet")


def test_a_click_on_the_ribbon_leaves_the_caret_in_the_text(word: Any) -> None:
    word.press("end", "ctrl")
    word.click("word.bold")
    word.type(" Indeed.")
    word.press("s", "ctrl")
    run = document(word).paragraphs[1].runs[-1]
    assert (run.text, run.format.bold) == (" Indeed.", True)


def test_undo_and_redo(word: Any) -> None:
    word.press("a", "ctrl")
    word.press("b", "ctrl")
    word.press("z", "ctrl")
    word.press("s", "ctrl")
    assert document(word) == plain(LETTER)
    word.press("y", "ctrl")
    word.press("s", "ctrl")
    assert document(word).paragraphs[0].runs[0].format.bold


def test_find_and_replace(word: Any) -> None:
    word.press("h", "ctrl")
    word.type("book")
    assert word.node("word.find.note").name == "2 results"
    word.press("tab")
    word.type("cake")
    word.click("word.find.replace_all")
    assert word.node("word.find.note").name == "All done. We made 2 replacements."
    word.press("escape")
    assert word.see("word.find.text") is None
    word.press("s", "ctrl")
    assert document(word).text == LETTER.replace("book", "cake")


def test_find_selects_what_it_finds(word: Any) -> None:
    word.press("f", "ctrl")
    word.type("thank\n")
    word.click("word.find.close")
    word.press("c", "ctrl")
    assert word.device.clipboard().text == "Thank"


def test_find_scrolls_to_what_it_finds(word: Any) -> None:
    word.press("end", "ctrl")
    word.type("\nline" * 60 + " needle")
    word.press("home", "ctrl")
    last = "word.page.61"
    assert word.see(last) is None
    word.press("f", "ctrl")
    word.type("needle\n")
    assert word.see(last) is not None


def test_cut_and_paste_by_the_ribbon(word: Any) -> None:
    word.press("a", "ctrl")
    word.click("word.cut")
    assert word.device.clipboard().text == LETTER
    assert word.node("word.words").name == "0 words"
    word.click("word.paste", "word.paste")
    word.press("s", "ctrl")
    assert document(word).text == LETTER + LETTER


@pytest.mark.parametrize(
    ("button", "open_after", "text"),
    [("message.save", False, "X" + LETTER), ("message.dont_save", False, LETTER), ("message.cancel", True, LETTER)],
)
def test_closing_asks_when_something_would_be_lost(word: Any, button: str, open_after: bool, text: str) -> None:
    word.type("X")
    word.press("f4", "alt")
    assert "Want to save your changes to letter.docx?" in word.node("message.text").name
    word.click(button)
    assert bool(word.device.windows()) is open_after
    assert document(word).text == text


def test_closing_a_new_document_can_save_it(hands: Any) -> None:
    hands.open("word")
    hands.type("new")
    hands.press("f4", "alt")
    hands.click("message.save")
    hands.type("later\n")
    assert hands.device.windows() == ()
    assert document(hands, "later.docx").text == "new"


def test_an_unchanged_document_just_closes(word: Any) -> None:
    word.press("f4", "alt")
    assert word.device.windows() == ()


def test_opening_takes_an_untouched_window_or_a_new_one(word: Any) -> None:
    word.press("n", "ctrl")
    word.press("o", "ctrl")
    word.type("report\n")
    assert sorted(w.title for w in word.device.windows()) == [
        "letter.docx - Saved - Word",
        "report.docx - Saved - Word",
    ]
    word.press("o", "ctrl")
    word.type("C:\\Users\\user\\Documents\\notes.txt\n")
    assert len(word.device.windows()) == 3
    assert word.device.windows()[0].document == "C:\\Users\\user\\Documents\\notes.txt"


def test_text_files_stay_text(hands: Any) -> None:
    hands.device.write_file("Documents/plain.txt", b"one")
    hands.device.launch("word", "Documents/plain.txt")
    hands.press("end", "ctrl")
    hands.type("\ntwo")
    hands.press("s", "ctrl")
    assert hands.device.read_file("Documents/plain.txt") == b"one\ntwo"


def test_what_is_no_document_is_refused(hands: Any) -> None:
    hands.device.write_file("Documents/broken.docx", b"not a zip")
    hands.device.launch("word", "Documents/broken.docx")
    assert "error trying to open the file" in hands.node("message.text").name


def test_the_file_view(word: Any) -> None:
    word.click("word.file")
    assert word.node("word.recent.0").name == "letter.docx"
    word.press("escape")
    assert word.see("word.recent.0") is None
    word.click("word.file", "word.file.save_as")
    word.type("copy\n")
    assert document(word, "copy.docx").text == LETTER
    assert word.device.windows()[0].document.endswith("copy.docx")


def test_other_tabs(word: Any) -> None:
    word.click("word.tab.review", "word.word_count")
    assert "Words: 11" in word.node("message.text").name
    word.press("enter")
    word.click("word.tab.view", "word.zoom_in")
    assert word.node("word.zoom").name == "110%"
    word.click("word.tab.insert", "word.date")
    word.press("s", "ctrl")
    assert document(word).text.startswith("3/14/2025")


def test_words_are_counted_as_they_change() -> None:
    state = blank()
    for change in ("one two", " three\nfour", "x"):
        state = edited(state, insert(state.edit, change))
        assert state.words == count_words(state.edit.document)
    state = edited(state, insert(select_all(state.edit), "a b"))
    assert state.words == 2
    state = edited(state, select(state.edit, (0, 1)))
    assert state.words == 2


def choose(hands: Any, key: str, option: str) -> None:
    """Choose what a combo box offers, by its text."""
    hands.click(key)
    hands.click(next(n.key for n in hands.device.tree() if n.name == option and n.key.startswith(f"{key}.")))


def test_the_font_dialog(word: Any) -> None:
    word.press("home", "ctrl")
    word.press("end", "shift")
    word.press("d", "ctrl")
    choose(word, "word_font.font", "Times New Roman")
    choose(word, "word_font.style", "Bold")
    choose(word, "word_font.size", "20")
    choose(word, "word_font.color", "Blue")
    word.click("word_font.strike", "word_font.ok")
    word.press("s", "ctrl")
    assert document(word).paragraphs[0].runs[0].format == Format(
        bold=True, strike=True, font="Times New Roman", size=20.0, color="0070C0"
    )
    word.click("word.font_dialog")
    assert word.node("word_font.font").value == "Times New Roman"
    word.click("word_font.strike", "word_font.cancel")
    word.press("s", "ctrl")
    assert document(word).paragraphs[0].runs[0].format.strike


def test_a_page_break_is_seen_counted_and_saved(word: Any) -> None:
    word.press("end")
    word.press("enter", "ctrl")
    assert word.node("word.pages").name == "Page 2 of 2"
    word.press("s", "ctrl")
    assert document(word).text == LETTER.replace("Anna\n", "Anna\f\n\n")
    assert b'<w:br w:type="page"/>' in word.device.read_file("Documents/letter.docx")
    word.press("home", "ctrl")
    assert word.node("word.pages").name == "Page 1 of 2"
    word.press("z", "ctrl")
    assert word.node("word.pages").name == "Page 1 of 1"
    word.click("word.tab.insert", "word.page_break")
    assert word.node("word.pages").name == "Page 2 of 2"
    word.press("backspace")
    word.press("backspace")
    assert word.node("word.pages").name == "Page 1 of 1"


def jobs(hands: Any) -> list[dict[str, str]]:
    return [dict(row) for row in hands.device.query_content("content://printing/jobs")]


def test_printing_leaves_a_job_in_the_queue(word: Any) -> None:
    word.press("end", "ctrl")
    word.press("enter", "ctrl")
    word.type("The end")
    word.press("p", "ctrl")
    assert word.node("word.print.shown").name == "1 of 2"
    word.click("word.print.next")
    assert word.node("word.print.shown").name == "2 of 2"
    word.click("word.print.copies")
    word.press("a", "ctrl")
    word.type("x")
    assert not word.has("word.print.ok", State.ENABLED)
    word.press("a", "ctrl")
    word.type("3")
    word.click("word.print.pages")
    word.type("2")
    word.click("word.print.ok")
    assert word.see("word.print.ok") is None
    (job,) = jobs(word)
    assert (job["document"], job["printer"], job["pages"], job["copies"]) == (
        *("letter.docx", "Contoso LaserJet 400"),
        *("2", "3"),
    )


def test_printing_to_a_pdf_file(word: Any) -> None:
    word.click("word.file", "word.file.print")
    choose(word, "word.print.printer", "Microsoft Print to PDF")
    word.click("word.print.ok")
    assert word.node("file_dialog.name").value == "letter.pdf"
    word.press("enter")
    assert pdf_text(word.device.read_file("Documents/letter.pdf")).splitlines()[0].strip() == "Dear Anna"
    assert jobs(word)[0]["output"].endswith("Documents/letter.pdf")
    word.press("p", "ctrl")
    word.press("escape")
    assert word.see("word.print.ok") is None and len(jobs(word)) == 1
