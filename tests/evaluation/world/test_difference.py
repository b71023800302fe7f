from __future__ import annotations

import pytest

from omnigym.evaluation.world.difference import Difference

_MILK = {"id": "7", "title": "Milk", "note": ""}
_TODO = "content://todo/tasks"


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        (Difference("add", "Documents/a.txt"), "The file Documents/a.txt was added."),
        (Difference("remove", "Documents/Bills/"), "The folder Documents/Bills was removed."),
        (Difference("change", "setting:sound.volume"), "The setting sound.volume was changed."),
        (Difference("add", _TODO, "7", None, _MILK), "A row was added to the table todo/tasks: id '7', title 'Milk'."),
        (Difference("remove", _TODO, "", _MILK), "A row was removed from the table todo/tasks: id '7', title 'Milk'."),
        (
            Difference("change", _TODO, "7", _MILK, {**_MILK, "title": "Bread", "note": "white"}),
            "Row '7' of the table todo/tasks was changed: title from 'Milk' to 'Bread', note from '' to 'white'.",
        ),
    ],
)
def test_a_difference_is_a_sentence(difference: Difference, sentence: str) -> None:
    assert str(difference) == sentence
