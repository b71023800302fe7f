"""What is laid out, counted and typed where a text changed is what would be so of the whole text."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from omnigym.documents import PICTURE, Document, plain
from omnigym.sim.common.documents import Find, breaks_in, edited
from omnigym.sim.documents import formatting
from omnigym.sim.documents.difference import Difference, difference, with_paragraphs
from omnigym.sim.documents.edit import (
    Edit,
    Position,
    delete_selection,
    erase,
    insert,
    length_of,
    redo,
    select,
    start_editing,
    typed,
    undo,
)
from omnigym.sim.ui.flow import Frame, flow_text


class _Counted(NamedTuple):
    edit: Edit
    words: int = 0
    breaks: tuple[Position, ...] = ()
    find: Find | None = None


def _somewhere(edit: Edit, rng: random.Random) -> Position:
    index = rng.randrange(len(edit.document.paragraphs))
    return index, rng.randrange(len(edit.document.paragraphs[index].text) + 1)


def _changed(edit: Edit, rng: random.Random) -> Edit:
    match rng.randrange(9):
        case 0:
            return insert(edit, rng.choice(["a", "two words", "x\ny z\n", "\n", "\f", " a\fb"]))
        case 1:
            return typed(edit, "one\ntwo\tthree")
        case 2:
            return select(edit, _somewhere(edit, rng))
        case 3:
            return select(edit, _somewhere(edit, rng), _somewhere(edit, rng))
        case 4:
            return delete_selection(edit)
        case 5:
            return undo(edit)
        case 6:
            return redo(edit)
        case 7:
            return formatting.toggle_list(edit, rng.choice(["bullet", "number"]))
    return erase(edit, _somewhere(edit, rng))


@pytest.mark.parametrize("seed", range(8))
def test_a_changed_text_is_laid_out_and_counted_as_a_new_one(seed: int) -> None:
    rng, frame, flow = random.Random(seed), Frame(5, 7, 300, 1.3), None
    edit = start_editing(plain("\n".join(["some words " * rng.randrange(1, 5) for _ in range(rng.choice([1, 3, 90]))])))
    counted = edited(_Counted(start_editing(Document())), edit)
    for _ in range(60):
        edit = _changed(edit, rng)
        flow, whole = flow_text(edit, frame, flow), flow_text(edit, frame, None)
        assert (flow.layouts, flow.tops) == (whole.layouts, whole.tops)
        counted = edited(counted, edit)
        texts = [p.text.replace(PICTURE, " ") for p in edit.document.paragraphs]
        assert counted.words == sum([len(text.split()) for text in texts])
        assert counted.breaks == breaks_in(edit.document)
        assert length_of(edit.document) == len(edit.document.text)


@pytest.mark.parametrize("seed", range(8))
def test_typing_is_inserting_each_piece(seed: int) -> None:
    rng = random.Random(seed)
    edit = start_editing(plain("\n".join(["one two"] * 9)))
    for _ in range(20):
        edit = _changed(edit, rng)
        one_by_one = edit
        for piece in ("a b", "\n", "\n", "\t", "c"):
            one_by_one = insert(one_by_one, piece)
        assert typed(edit, "a b\n\n\tc") == one_by_one
        assert undo(typed(edit, "a b\n\n\tc")) == undo(one_by_one)


def test_a_difference_is_known_since_it_was_made_or_is_found() -> None:
    old = plain("\n".join(map(str, range(100))))
    new = with_paragraphs(old, 40, 42, plain("x\ny\nz").paragraphs)
    assert difference(old.paragraphs, new.paragraphs) == Difference(40, 42, 43)
    again = plain(new.text).paragraphs
    assert difference(old.paragraphs, again) == Difference(40, 42, 43)
    assert difference(again, old.paragraphs) == Difference(40, 43, 42)
    assert difference((), again) == Difference(0, 0, 101)
    assert difference(again, again[:-1]) == Difference(100, 101, 100)
