from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import KEYS
from omnigym.devices.x11.keyboard import KEYSYMS, Keymap, keysym_of

# Keycodes 8 and 9 are letters, 10 has the LSGT key's two signs, 11 is a comma with < above it, 12 to 14 are free.
_ROWS = [[ord("a"), 0], [ord("b"), ord("B")], [ord("<"), ord(">")], [ord(","), ord("<")], [0, 0], [0, 0], [0, 0]]


def test_every_key_has_a_keysym() -> None:
    assert set(KEYSYMS) == set(KEYS)
    assert len(set(KEYSYMS.values())) == len(KEYS)


def test_less_than_is_not_greater_than() -> None:
    keymap = Keymap(8, _ROWS)
    assert keymap.stroke(ord("<")) == (10, False)
    assert keymap.stroke(ord(">")) == (10, True)


def test_capitals_need_shift_even_if_the_key_lists_only_the_small_letter() -> None:
    keymap = Keymap(8, _ROWS)
    assert keymap.stroke(ord("A")) == (8, True)
    assert keymap.stroke(ord("B")) == (9, True)


def test_control_characters_have_no_key() -> None:
    assert keysym_of("\x07") is None
    assert keysym_of("\ud800") is None
    assert keysym_of("\n") == keysym_of("\r") == KEYSYMS["enter"]


@given(st.characters(min_codepoint=0x20, exclude_categories=("Cs", "Cc")))
def test_every_printable_character_has_a_keysym_of_its_own(char: str) -> None:
    keysym = keysym_of(char)
    assert keysym is not None
    assert keysym & 0xFFFFFF == ord(char)


@given(st.lists(st.lists(st.sampled_from("αβγδεζ€ü"), max_size=3, unique=True), max_size=12))
def test_lent_keys_are_free_ones_and_never_shared(batches: list[list[str]]) -> None:
    keymap = Keymap(8, _ROWS)
    means: dict[int, int] = {}
    for batch in batches:
        keysyms = [k for c in batch if (k := keysym_of(c)) is not None]
        means.update(keymap.lend(keysyms))
        assert set(means) <= {12, 13, 14}
        for keysym in keysyms:
            stroke = keymap.stroke(keysym)
            assert stroke is not None
            assert means[stroke[0]] == keysym


def test_a_full_keyboard_lends_the_least_recently_used_key() -> None:
    keymap = Keymap(8, _ROWS)
    first = keymap.lend([1001, 1002, 1003])
    keymap.stroke(1001)
    code = next(iter(keymap.lend([1004])))
    assert first[code] == 1002
    assert keymap.stroke(1002) is None
