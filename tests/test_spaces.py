"""Spaces: the action codec, text codes, and the tree encoder against a plain reference."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.a11y import N_STATES, Block, BlockBuilder, Role, State, Tree
from omnigym.actions import Click, Done, Press, Type
from omnigym.errors import ActionError
from omnigym.spaces import (
    ACTION_TYPES,
    CHARSET,
    END_TYPES,
    TreeEncoder,
    action_space,
    decode_action,
    decode_text,
    encode_action,
    encode_text,
    observation_space,
    words,
)


def test_every_sample_is_an_action_and_back() -> None:
    space = action_space(end_actions=True)
    space.seed(0)
    kinds = set()
    for _ in range(600):
        action = decode_action(space.sample())
        kinds.add(type(action).__name__)
        fields = encode_action(action)
        assert fields in space
        again = decode_action(fields)
        assert again == action
    assert len(kinds) == len(ACTION_TYPES)


def test_the_smaller_space_is_a_prefix_without_the_ends() -> None:
    few, all_ = action_space()["type"], action_space(end_actions=True)["type"]
    assert isinstance(few, Discrete) and isinstance(all_, Discrete)
    assert (few.start, all_.start) == (0, 0)
    assert ACTION_TYPES[few.n :] == END_TYPES == ("done", "fail", "invalid") and all_.n == len(ACTION_TYPES)
    assert encode_action(Done()) not in action_space()
    assert decode_action(encode_action(Done())) == Done(), "the codec knows all"


def test_samples_do_not_depend_on_the_hash_seed() -> None:
    text = action_space()["text"]
    assert text.characters == "".join(sorted(CHARSET))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": len(ACTION_TYPES)}, "type must be an integer from 0"),
        ({"type": -1}, "type must be an integer from 0"),
        ({"type": "click"}, "Expected a value of"),
        ({"position": np.array([0.5, 1.5])}, r"\[0, 1\]"),
        ({"position": np.array([np.nan, 0.5])}, r"\[0, 1\]"),
        ({"position": np.array([0.5])}, "Expected a value of"),
        ({"position": None}, "Expected a value of"),
        ({"button": 3}, "button must be"),
        ({"button": -1}, "button must be"),
        ({"repeats": 3}, "repeats must be"),
        ({"repeats": -1}, "repeats must be"),
        ({"modifiers": np.array([2, 0, 0, 0])}, "modifiers must be"),
        ({"modifiers": np.array([1])}, "modifiers must be"),
        ({"duration": np.array([-1.0])}, "duration must lie"),
    ],
)
def test_clicks_outside_the_space(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ActionError, match=message):
        decode_action(encode_action(Click((0.5, 0.5))) | change)


@pytest.mark.parametrize("given", [3, None, "click", 0.5, [1], b"x"])
def test_what_is_no_action_is_told_the_forms(given: Any) -> None:
    with pytest.raises(ActionError, match=r"such as \{'type': 1.*Click\(\(0\.5, 0\.5\)\).*ElementActions"):
        decode_action(given)


def test_other_actions_outside_the_space() -> None:
    with pytest.raises(ActionError, match="lacks the field 'key'"):
        decode_action({k: v for k, v in encode_action(Press("a")).items() if k != "key"})
    with pytest.raises(ActionError, match="key must be"):
        decode_action(encode_action(Press("a")) | {"key": 999})
    for text in ("\u4e2d", "x" * 257, 5):
        with pytest.raises(ActionError, match="text must be"):
            decode_action(encode_action(Type("")) | {"text": text})
    for action in (Type("\u4e2d"), Press("a", (), 7)):
        with pytest.raises(ActionError):
            encode_action(action)
    for junk in (None, 3, "click", [1, 2]):
        with pytest.raises(ActionError):
            decode_action(junk)  # type: ignore[arg-type]


@given(st.text(alphabet=st.characters(min_codepoint=1, max_codepoint=255), max_size=20))
def test_text_codes_round_trip(text: str) -> None:
    codes = encode_text(text, 20)
    assert codes.dtype == np.uint8
    assert codes.shape == (20,)
    assert decode_text(codes) == text


def test_text_codes_are_cut_and_replaced() -> None:
    assert decode_text(encode_text("abcdef", 3)) == "abc"
    assert decode_text(encode_text("a→b", 8)) == "a?b"


# -- the tree encoder --------------------------------------------------------------------------------------------------


def reference(tree: Tree, instruction: str, count: int, length: int) -> dict[str, np.ndarray]:
    """What the encoder should say, node by node."""
    wanted = words(instruction)
    width, height = tree.size
    out = {
        "a11y_bounds": np.zeros((count, 4), np.float32),
        "a11y_role": np.zeros(count, np.uint8),
        "a11y_states": np.zeros((count, N_STATES), np.uint8),
        "a11y_text": np.zeros((count, length), np.uint8),
        "a11y_overlap": np.zeros((count, 2), np.float32),
        "a11y_mask": np.zeros(count, np.uint8),
        "a11y_overflow": np.array([tree.truncated or len(tree) > count], np.uint8),
    }
    for row, n in enumerate(tree.nodes[:count]):
        out["a11y_bounds"][row] = np.clip(np.array(n.bounds) / (width, height, width, height), 0, 1)
        out["a11y_role"][row] = n.role
        out["a11y_states"][row] = [bool(n.states & (1 << bit)) for bit in range(N_STATES)]
        out["a11y_text"][row] = encode_text(n.text, length)
        own = words(n.text)
        if own and wanted:
            out["a11y_overlap"][row] = len(own & wanted) / len(own), len(own & wanted) / len(wanted)
        out["a11y_mask"][row] = 1
    return out


def assert_same(got: dict[str, Any], expected: dict[str, Any]) -> None:
    assert list(got) == list(expected)
    for key in expected:
        assert got[key].dtype == expected[key].dtype, key
        np.testing.assert_allclose(got[key], expected[key], rtol=1e-6, err_msg=key)


def block(rng: random.Random, layer: int = 0) -> Block:
    builder = BlockBuilder(layer)
    for n in range(rng.randrange(5)):
        text, value = (" ".join(rng.choices(("save", "open", "Reports", "the", "é"), k=rng.randrange(4))) for _ in "ab")
        bounds = tuple(rng.randrange(-5, 120) for _ in range(4))
        states = State(rng.randrange(1 << N_STATES))
        builder.add(rng.choice(list(Role)), text, bounds, states, value=value, parent=n - 1)  # type: ignore[arg-type]
    return builder.build()


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 24))
def test_the_encoder_agrees_with_the_reference(rng: random.Random, count: int) -> None:
    """Over sequences of trees in which blocks stay, change, come and go, and instructions and screens change."""
    encoder = TreeEncoder(count, 6)
    blocks = [block(rng) for _ in range(5)]
    instruction, size = "Open the Reports", (100, 100)
    for _ in range(12):
        match rng.randrange(7):
            case 0:
                blocks.insert(rng.randrange(len(blocks) + 1), block(rng))
            case 1 if blocks:
                blocks.pop(rng.randrange(len(blocks)))
            case 2 if blocks:
                blocks[rng.randrange(len(blocks))] = block(rng)
            case 3:
                rng.shuffle(blocks)
            case 4:
                instruction = rng.choice(("Save it", "", "Open the Reports"))
            case 5:
                size = rng.choice(((100, 100), (200, 50)))
        tree = Tree(tuple(blocks), size, truncated=rng.random() < 0.1)
        assert_same(encoder.encode(tree, instruction), reference(tree, instruction, count, 6))


def test_every_encoded_array_is_new() -> None:
    rng = random.Random(3)
    tree = Tree(tuple(block(rng, n) for n in range(5)), (100, 100))
    encoder = TreeEncoder(16, 8)
    first = encoder.encode(tree, "Save")
    expected = {k: v.copy() for k, v in first.items()}
    for array in first.values():
        array[...] = 1
    assert_same(encoder.encode(tree, "Save"), expected)


def test_the_space_holds_what_is_encoded() -> None:
    rng = random.Random(5)
    tree = Tree(tuple(block(rng, n) for n in range(9)), (100, 100))
    space = observation_space("a11y", (100, 100), nodes=16, text_length=8, instruction_length=12)
    arrays: dict[str, Any] = TreeEncoder(16, 8).encode(tree, "Save")
    assert arrays | {"instruction": encode_text("Save", 12)} in space
    assert "screenshot" not in space.spaces
    assert not any(k.startswith("a11y_") for k in observation_space("pixels", (8, 8)).spaces)
