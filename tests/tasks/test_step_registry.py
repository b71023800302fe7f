"""The words of subtask files: found without imports, unique, called with data."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.tasks.step_registry import Word, find_value, find_word, value_names, word, word_names
from omnigym.tasks.steps import FILTERS, VERBS


def seen(ui: object, role: Role, *names: str, tries: int = 3) -> Iterator[Action]:
    """Wait for a control."""
    yield from ()


def test_every_word_of_the_package_is_found_by_its_name() -> None:
    assert len(word_names()) > 150
    for name in word_names():
        assert find_word(name).function.__name__ == name
        assert find_word(name).summary, f"{name} has no docstring"
    for name in value_names():
        assert find_value(name).summary, f"{name} has no docstring"


def test_no_word_is_called_as_a_verb() -> None:
    assert not {*word_names()} & {*VERBS}
    assert not {*value_names()} & {*FILTERS}


def test_two_words_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.tasks.step_registry._WORDS", {"word": {}, "value": {}})
    word(seen)
    word(seen)  # its module was loaded once more
    other = type(seen)(seen.__code__, {"__name__": "other"}, "seen")
    with pytest.raises(ConfigError, match="two words 'seen'"):
        word(other)


def test_an_unknown_word_gets_similar_ones() -> None:
    with pytest.raises(UnknownNameError, match="'open_path'"):
        find_word("open_pth")


def test_arguments_are_typed_by_the_signature() -> None:
    args, more = Word("seen", seen).arguments(["button", "Save"], {"tries": 2})
    assert args == [Role.BUTTON, "Save"] and more == {"tries": 2}
    with pytest.raises(TaskFileError, match="'button'"):
        Word("seen", seen).arguments(["buttn"], {})


@pytest.mark.parametrize(("args", "more"), [(0, ()), (1, ("kind",))])
def test_what_does_not_fit_the_signature_is_refused(args: int, more: tuple[str, ...]) -> None:
    with pytest.raises(TaskFileError, match=r"seen takes \(role"):
        Word("seen", seen).check(args, more)
