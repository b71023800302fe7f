"""A task's secrets: what may be one, its file, and the dots that stand for it."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from omnigym.a11y import Block, Role, State, Tree
from omnigym.benchmarks.osmap.user_tasks import user_tasks
from omnigym.errors import TaskFileError
from omnigym.tasks.secrets import DOTS, NO_MASK, Mask
from omnigym.tasks.task_file import dumps_task, loads_task

SECRETS = {"email": "alex@lakeside.example", "password": 'p"ss-Wört1'}


def block(*names: str) -> Block:
    n = len(names)
    bounds = np.zeros((n, 4), np.int32)
    columns = (
        np.full(n, -1, np.int32),
        np.full(n, Role.BUTTON, np.uint8),
        np.full(n, State.VISIBLE, np.uint32),
        bounds,
    )
    return Block(*columns, names, ("",) * n, ("",) * n)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nothing", "nothing"),
        ("to Alex@Lakeside.example!", f"to {DOTS}!"),
        ('it is p"ss-Wört1', f"it is {DOTS}"),
        (r'{"text": "p\"ss-W\u00f6rt1"}', f'{{"text": "{DOTS}"}}'),
        (r'{"text": "p\"ss-Wört1"}', f'{{"text": "{DOTS}"}}'),
        ("alex@lakeside.exampl", "alex@lakeside.exampl"),
    ],
)
def test_dots_stand_for_a_secret_in_whatever_form(text: str, expected: str) -> None:
    assert Mask(SECRETS).text(text) == expected
    assert NO_MASK.text(text) == text


def test_plain_values_are_masked_in_all_their_texts_and_no_others() -> None:
    value = {"a": ["alex@lakeside.example", 3, None], "alex@lakeside.example": ("x", 1.5, True)}
    assert Mask(SECRETS).plain(value) == {"a": [DOTS, 3, None], DOTS: ("x", 1.5, True)}
    assert NO_MASK.plain(value) is value
    assert Mask({"pin": "123456"}).plain({"n": 123456, "s": "123456"}) == {"n": 123456, "s": DOTS}


def test_of_a_tree_only_blocks_with_a_secret_are_new() -> None:
    plain, secret = block("Save", "Open"), block("Signed in as alex@lakeside.example")
    mask = Mask(SECRETS)
    assert mask.tree(tree := Tree((plain,), (10, 10))) is tree
    masked = mask.tree(Tree((plain, secret), (10, 10)))
    assert masked.blocks[0] is plain and masked.blocks[1].names == (f"Signed in as {DOTS}",)
    assert mask.tree(Tree((plain, secret), (10, 10))).blocks[1] is masked.blocks[1]  # wrappers compare by identity


@pytest.mark.parametrize(
    ("secrets", "match"),
    [
        ({"password": "short"}, "6 to 200"),
        ({"password": "a" * 201}, "6 to 200"),
        ({"password": "line\nbreak"}, "printable"),
        ({"password": " spaces around "}, "without spaces"),
        ({"password": "Lakeside Clinic"}, "instruction says it"),
        ({str(n): "a" * 10 for n in range(17)}, "at most 16"),
    ],
)
def test_what_cannot_be_masked_is_no_secret(secrets: dict[str, str], match: str) -> None:
    task = next(t for t in user_tasks() if t.id.endswith("/clinic-account"))
    with pytest.raises(TaskFileError, match=match):
        dataclasses.replace(task, secrets=secrets)


def test_a_task_file_has_them() -> None:
    task = user_tasks()[0]
    assert task.secrets.keys() == {"email", "password"}
    assert loads_task(dumps_task(task)).secrets == task.secrets
    assert "secrets" not in dumps_task(dataclasses.replace(task, secrets={}))
