"""COMPUTER_13 from a model's whole answer (OS-MAP E.1)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import Action, CallUser, Click, Done, Fail, Invalid, Move, Press, Type, Wait
from omnigym.codecs import Computer13Codec

SIZE = (100, 50)
_TYPED = "```{'action_type': 'TYPING', 'text': 'a'}```"


def at(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) / 100, (y + 0.5) / 50


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('```{\n "action_type": "MOUSE_MOVE",\n "x": 13,\n "y": 6\n}```', Move(at(13, 6))),
        ('```json\n{"action_type": "CLICK", "x": 1, "y": 2}\n```', Click(at(1, 2))),
        ('I see it.\n```python\n{"action_type": "CLICK", "parameters": {"x": 1, "y": 2}}\n```\nGood.', Click(at(1, 2))),
        ('```json {"action_type": "PRESS", "key": "enter"} ```', Press("enter")),
        ("````\n{'action_type': 'TYPING', 'text': \"it's\"}\n````", Type("it's")),
        ("```{'action_type': 'TYPING', 'text': 'a', }```", Type("a")),
        ('```{"action_type": "TYPING", "text": "{\\"a\\": 1}"}```', Type('{"a": 1}')),
        ('```{"action_type": "CALL_USER", "call_type": "password"}```', CallUser("password")),
        ('```{"action_type": "CALL_USER", "parameters": {"call_type": "email"}}```', CallUser("email")),
        ("```{'action_type': 'WAIT'}```", Wait(2.0)),
        ("DONE", Done()),
        ("  FAIL\n", Fail()),
        ("The page loads.\nWAIT", Wait(2.0)),
        ("It is saved.\n\n**DONE**", Done()),
        ("```DONE```", Done()),
        ("```\nFAIL\n```\nNothing helps.", Fail()),
        # the last one counts: thoughts may quote another one
        (f"Not ```{{'action_type': 'DONE'}}``` yet, but {_TYPED}", Type("a")),
        (f"{_TYPED}\nand that is all.\nDONE", Done()),
        # a fence that cannot be read is passed over, and a stray one shifts nothing
        (f"{_TYPED} because of ```x = {{1}}```", Type("a")),
        (f"``` is a fence. {_TYPED}", Type("a")),
        # a word within a sentence is none
        (f"I am not DONE. {_TYPED}\nWhen it is open I say DONE.", Type("a")),
    ],
)
def test_the_action_of_an_answer(answer: str, expected: Action) -> None:
    assert Computer13Codec(SIZE).decode_answer(answer) == expected


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "no dictionary in triple backticks"),
        ("I click on Save.", "no dictionary in triple backticks"),
        ("done", "no dictionary"),
        ('{"action_type": "CLICK", "x": 1, "y": 2}', "no dictionary in triple backticks"),
        ('```{"action_type": "CLICK", "x": 1, "y": 2}', "no dictionary in triple backticks"),
        ("```{'action_type': __import__('os').getcwd()}```", "no dictionary that can be read"),
        ("```{'action_type': 'CLICK', 'x': 10 ** 9}```", "no dictionary that can be read"),
        ("```{1: 2}```", "texts as keys"),
        ("```{'a', 'b'}```", "texts as keys"),
        ("```{'action_type': 'OPEN_FILE_EXPLORER'}```", "Unknown action_type"),
        ("```{'action_type': 'CLICK', 'x': 1e999, 'y': 0}```", "outside the screen"),
        ("```{'action_type': 'CLICK', 'x': [1], 'y': b'2'}```", "TypeError"),
        ("```{'action_type': 'TYPING', 'text': 7}```", "must be a string"),
        ("```{'action_type': 'CLICK', 'x': 5000, 'y': 7}```", "outside the screen"),
        (f"```{{'action_type': 'TYPING', 'text': '{'a' * 50_000}'}}```", "at most 40,000"),
    ],
)
def test_other_answers_are_invalid_with_a_reason(answer: str, reason: str) -> None:
    action = Computer13Codec(SIZE).decode_answer(answer)
    assert isinstance(action, Invalid) and reason in action.reason
    assert len(action.raw) <= 2000


@pytest.mark.parametrize(
    "answer",
    [
        "`" * 1_000_000,
        "``` " * 250_000,
        "```{" * 250_000,
        "```{}" * 250_000,
        "```" + "{" * 1_000_000 + "```",
        "```" + "{'a':" * 100_000 + "}" * 100_000 + "```",
        "```{'a': " + "(" * 30_000 + "}```",
        "```{'a': " + "-" * 30_000 + "1}```",
        "```{'action_type': 'CLICK', 'x': " + "9" * 30_000 + ", 'y': 1}```",
        '```{"action_type": "CLICK", "num_clicks": ' + "9" * 4000 + "}```",
        "```{'action_type': 'WAIT', 'duration': 1e300}```",
        "a" * 1_000_000,
        "\n" * 1_000_000,
        "``` a" + " " * 99_000 + "```",
        "```" + " " * 99_000 + "x```",
        "```" + "a" * 99_000 + "```",
        "```x" + "\n" * 99_000 + "{```",
    ],
    ids=range(17),
)
def test_hostile_answers_are_invalid_soon(answer: str) -> None:
    began = time.process_time()
    assert isinstance(Computer13Codec(SIZE).decode_answer(answer), Invalid)
    assert time.process_time() - began < 2  # far above the milliseconds that it takes


@given(st.text(alphabet="`{}'\":,aDONE_ \n1"))
def test_any_text_gives_an_action(answer: str) -> None:
    assert isinstance(Computer13Codec(SIZE).decode_answer(answer), Invalid | Wait | Done | Fail | CallUser)
