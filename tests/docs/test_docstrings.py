"""Docstrings as Markdown: tables, doctests and links."""

from __future__ import annotations

import runpy

import pytest

from tests.docs.examples import ROOT

DOCSTRINGS = runpy.run_path(str(ROOT / "docs" / "docstrings.py"))

TEXT = """Before.

===== ======
key   says
===== ======
a     one
      and two
b|c   ``x``
===== ======

After.
"""


def test_a_table_is_drawn_in_markdown() -> None:
    drawn = DOCSTRINGS["with_tables"](TEXT)
    assert drawn == "Before.\n\n| key | says |\n| --- | --- |\n| a | one and two |\n| b\\|c | ``x`` |\n\nAfter.\n"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [("a     one", "abcdef one", "wider than its column"), ("===== ======\na", "a", "three rules")],
)
def test_a_broken_table_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DOCSTRINGS["with_tables"](TEXT.replace(old, new))


def test_a_doctest_is_fenced() -> None:
    assert DOCSTRINGS["fence"]("Say.\n\n>>> 1\n1\n") == "Say.\n\n```pycon\n>>> 1\n1\n```\n"


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("omnigym.spaces.action_space", "omnigym.spaces.action.action_space"),
        ("omnigym.envs.episode.Episode.info", "omnigym.envs.episode.Episode.info"),
        ("omnigym.actions.KEYS", "omnigym.actions"),
        ("omnigym.actions", "omnigym.actions"),
        ("omnigym.sim.windows", ""),
        ("omnigym.actions.Nothing", ""),
    ],
)
def test_public_names_are_links(name: str, full: str) -> None:
    public = ["omnigym.actions", "omnigym.spaces.action", "omnigym.envs.episode"]
    linked = DOCSTRINGS["linked"](f"See `{name}`, ``{name}``.", public)
    assert linked == f"See {f'[`{name}`][{full}]' if full else f'`{name}`'}, ``{name}``."
