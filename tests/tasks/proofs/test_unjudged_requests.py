"""What is said beside what is judged: the shipped sentences say nothing of the kind."""

from __future__ import annotations

import pytest

from omnigym.tasks.node_binding import bind_node
from omnigym.tasks.paraphrases import wordings_of
from omnigym.tasks.proofs.unjudged_requests import beyond
from omnigym.tasks.registry import all_subtasks, get_subtask


def test_no_shipped_sentence_is_refused() -> None:
    refused = {
        text: found
        for subtask in all_subtasks(None)
        if not (subtask.heard or subtask.watched)  # which may say what to do in each case
        for text in (subtask.instruction, *(wordings_of(subtask.id) if not subtask.collection else ()))
        if (found := list(beyond(text, [bind_node("1", subtask, subtask.parameters[0])])))
    }
    assert not refused


@pytest.mark.parametrize(
    ("subtask", "more"),
    [
        ("word/bold-all", " in italics"),
        ("mail/send", ", and print it"),
        ("photos/rotate", ", and share it with Lena"),
        ("excel/sort", " backwards, and do not save it, then e-mail it"),
        ("todo/due", " and set an alarm"),
        ("phone-gmail/delete", ", but keep a copy of it"),
        ("files/copy", " and another one to the Desktop"),
    ],
)
def test_a_shipped_sentence_with_more_is(subtask: str, more: str) -> None:
    known = get_subtask(subtask)
    node = bind_node("1", known, known.parameters[-1])
    assert list(beyond(f"{known.instruction.rstrip('.')}{more}.", [node]))
