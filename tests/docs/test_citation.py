"""The BibTeX entry says what CITATION.cff says."""

from __future__ import annotations

import re
import tomllib

from tests.docs.examples import blocks, page


def test_both_agree() -> None:
    (entry,) = blocks(page("docs/index.md"), "bibtex")
    told = dict(re.findall(r"^  (\w+)\s*= \{+(.*?)\}+,?$", entry.text, re.MULTILINE))
    cited = dict(re.findall(r'^(?:  - )?([\w-]+): "?(.*?)"?$', page("CITATION.cff"), re.MULTILINE))
    names = {"title": "title", "author": "name", "version": "version", "url": "url", "license": "license"}
    assert {key: told[key] for key in names} == {key: cited[name] for key, name in names.items()}
    assert told["version"] == tomllib.loads(page("pyproject.toml"))["project"]["version"]
