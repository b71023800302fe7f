"""Editing a document: what a person who types, selects, formats and undoes expects."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from omnigym.documents import Format, Paragraph, Run, normalise, plain
from omnigym.sim.documents.edit import (
    Edit,
    delete_selection,
    erase,
    insert,
    redo,
    select,
    select_all,
    selected_text,
    start_editing,
    undo,
)
from omnigym.sim.documents.formatting import (
    clear_format,
    set_alignment,
    set_format,
    set_style,
    toggle_format,
    toggle_list,
)
from omnigym.sim.documents.search import find_next, occurrences, replace_all, replace_next


def editing(text: str) -> Edit:
    return start_editing(plain(text))


def test_typing_goes_in_at_the_caret_and_enter_starts_a_paragraph() -> None:
    edit = insert(insert(editing("end"), "a\nb"), "c ")
    assert edit.document.text == "a\nbc end"
    assert edit.caret == (1, 3)


def test_typing_replaces_the_selection_across_paragraphs() -> None:
    edit = insert(select(editing("one\ntwo\nthree"), (2, 2), (0, 1)), "X")
    assert edit.document.text == "oXree"
    assert edit.caret == edit.anchor == (0, 2)


def test_typing_takes_the_format_before_the_caret() -> None:
    edit = toggle_format(select_all(editing("loud")), "bold")
    edit = insert(select(edit, (0, 4)), "er")
    assert edit.document.paragraphs[0].runs == (Run("louder", Format(bold=True)),)


def test_a_toggle_without_selection_is_for_what_is_typed_next() -> None:
    edit = insert(toggle_format(editing(""), "italic"), "so")
    edit = insert(toggle_format(edit, "italic"), " not")
    assert edit.document.paragraphs[0].runs == (Run("so", Format(italic=True)), Run(" not"))


def test_a_toggled_format_outlives_enter() -> None:
    edit = insert(insert(toggle_format(editing(""), "bold"), "a\n"), "b")
    assert [p.runs[0].format.bold for p in edit.document.paragraphs] == [True, True]


def test_a_toggle_is_off_only_where_all_have_it() -> None:
    edit = toggle_format(select(editing("ab"), (0, 1), (0, 0)), "bold")
    edit = toggle_format(select_all(edit), "bold")
    assert edit.document.paragraphs[0].runs == (Run("ab", Format(bold=True)),)
    assert toggle_format(edit, "bold").document == plain("ab")


def test_typing_after_a_heading_is_ordinary_text() -> None:
    edit = set_style(insert(editing(""), "Plan"), "Heading 1")
    edit = insert(insert(edit, "\n"), "text")
    assert [p.style for p in edit.document.paragraphs] == ["Heading 1", "Normal"]


def test_enter_continues_a_list_and_ends_it_on_an_empty_item() -> None:
    edit = toggle_list(editing("milk"), "bullet")
    edit = insert(select(edit, (0, 4)), "\n")
    assert edit.document.paragraphs[1].list == "bullet"
    edit = insert(edit, "\n")
    assert edit.document.paragraphs[1] == Paragraph()
    assert len(edit.document.paragraphs) == 2


def test_paragraph_changes_touch_every_selected_paragraph() -> None:
    edit = set_alignment(select(editing("a\nb\nc"), (1, 0), (0, 1)), "center")
    assert [p.alignment for p in edit.document.paragraphs] == ["center", "center", "left"]
    assert set_alignment(edit, "center").document == plain("a\nb\nc")


def test_clearing_takes_everything_off() -> None:
    edit = set_style(set_format(select_all(editing("a")), bold=True, size=20.0), "Title")
    assert clear_format(edit).document == plain("a")


def test_erasing_joins_paragraphs() -> None:
    edit = erase(select(editing("one\ntwo"), (1, 0)), (0, 3))
    assert edit.document.text == "onetwo"
    assert edit.caret == (0, 3)


def test_what_changes_nothing_is_the_same_value() -> None:
    edit = editing("a")
    assert delete_selection(edit) is edit
    assert insert(edit, "") is edit
    assert undo(edit) is edit
    assert redo(edit) is edit
    assert select(edit, (0, 0)) is edit
    assert set_style(edit, "Normal") is edit


def test_typing_is_one_step_of_undo() -> None:
    edit = editing("")
    for char in "hello":
        edit = insert(edit, char)
    assert undo(edit).document.text == ""
    assert redo(undo(edit)).document.text == "hello"


def test_moving_the_caret_begins_a_new_step_of_undo() -> None:
    edit = insert(select(insert(editing(""), "b"), (0, 0)), "a")
    assert undo(edit).document.text == "b"


def test_find_goes_round() -> None:
    edit = find_next(editing("cat dog Cat"), "cat")
    assert selected_text(edit) == "cat"
    edit = find_next(edit, "cat")
    assert selected_text(edit) == "Cat"
    assert find_next(edit, "cat").caret == (0, 3)
    assert find_next(edit, "cow") is edit


def test_replace_next_replaces_only_what_is_selected() -> None:
    edit = replace_next(editing("cat cat"), "cat", "cow")
    assert edit.document.text == "cat cat"
    assert replace_next(edit, "cat", "cow").document.text == "cow cat"


def test_replace_all_keeps_formats_and_counts() -> None:
    edit = toggle_format(select(editing("a cat\nCAT"), (0, 5), (0, 2)), "bold")
    edit, count = replace_all(edit, "cat", "mouse")
    assert count == 2
    assert edit.document.text == "a mouse\nmouse"
    assert edit.document.paragraphs[0].runs[1] == Run("mouse", Format(bold=True))
    assert replace_all(edit, "zebra", "") == (edit, 0)


def test_case_can_matter() -> None:
    assert occurrences(plain("a A"), "A", match_case=True) == ((0, 2),)


_POSITIONS = st.tuples(st.integers(0, 9), st.integers(0, 9))
_COMMANDS = st.one_of(
    st.tuples(st.just(insert), st.text("ab \n", max_size=4)),
    st.tuples(st.just(toggle_format), st.sampled_from(["bold", "italic"])),
    st.tuples(st.just(toggle_list), st.sampled_from(["bullet", "number"])),
    st.tuples(st.just(set_style), st.sampled_from(["Heading 1", "Normal"])),
    st.tuples(
        st.just(select),
        st.tuples(st.integers(0, 9), st.integers(0, 9)),
        st.tuples(st.integers(0, 9), st.integers(0, 9)),
    ),
    st.tuples(st.just(delete_selection)),
    st.tuples(st.just(undo)),
    st.tuples(st.just(redo)),
)


def _legal(edit: Edit, position: tuple[int, int]) -> tuple[int, int]:
    index = min(position[0], len(edit.document.paragraphs) - 1)
    return index, min(position[1], len(edit.document.paragraphs[index].text))


@given(st.lists(_COMMANDS, max_size=25))
def test_any_commands_leave_a_legal_normalised_document_and_undo_leads_back(commands: list[tuple]) -> None:
    edit = editing("one\ntwo")
    for function, *arguments in commands:
        if function is select:
            arguments = [_legal(edit, a) for a in arguments]
        edit = function(edit, *arguments)
        assert edit.document == normalise(edit.document)
        for position in (edit.anchor, edit.caret):
            assert position == _legal(edit, position)
    while edit.undos:
        edit = undo(edit)
    assert edit.document.text == "one\ntwo"
