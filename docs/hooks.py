"""MkDocs hooks: links out of ``docs/``, and the API in the navigation.

Links that leave ``docs/``, as GitHub follows them, lead to the site's own pages where it has them. A committed page
links a module by its source, ``../omnigym/baselines/ppo.py``. On the site that is the module's API page; files that the
site has no page of are linked in the repository.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

__all__ = ["by_room", "on_config", "on_page_markdown", "site_links"]

_LINK = re.compile(r"(!?\[[^\]]*\]\()((?:\.\./)+[^)\s#]+)(#[^)\s]*)?\)")
#: Paths of the repository that the site has under another name.
_NAMED = {
    "CHANGELOG.md": "changelog.md",
    "README.md#environments": "environments/index.md",
    "omnigym": "api/index.md",
    "omnigym/wrappers": "wrappers/index.md",
}


def site_links(markdown: str, source: str, pages: Collection[str], repository: str) -> str:
    """Return a page with each link that leaves ``docs/`` replaced by one that the site can follow.

    Args:
        markdown: The page's text.
        source: The page's path below ``docs/``: "how/train.md".
        pages: The paths of all files of the site.
        repository: The address of the repository.
    """

    def replaced(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(source), link[2]))
        if path.startswith("docs/"):
            return link[0]
        anchor = link[3] or ""
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in (_NAMED.get(path + anchor), _NAMED.get(path), f"api/{module}.md"):
            if name in pages:
                return f"{link[1]}{posixpath.relpath(name, posixpath.dirname(source) or '.')})"
        return f"{link[1]}{repository}/blob/main/{path}{anchor})"

    return _LINK.sub(replaced, markdown)


def by_room(modules: Sequence[str]) -> list[dict[str, Any]]:
    """Return the navigation of the API: a section a package of omnigym, with its modules by their short names."""
    rooms = groupby(sorted(modules), lambda name: name.split(".")[1])
    return [{room: [{name.removeprefix("omnigym."): f"api/{name}.md"} for name in names]} for room, names in rooms]


def on_config(config: Any) -> Any:
    """List the pages of the API, which are made and not committed, in the navigation."""
    pages = Path(config.docs_dir, "api").glob("omnigym.*.md")
    for entry in config.nav:
        if "API" in entry:
            entry["API"] = ["api/index.md", *by_room([page.stem for page in pages])]
    return config


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:
    """Rewrite a page's links before MkDocs resolves them, and give a page of wide tables the whole width.

    Which ones these are `extra.wide` of mkdocs.yml says: front matter would be seen on GitHub.
    """
    if page.file.src_uri in config.extra.get("wide", ()):
        page.meta["hide"] = ["toc", "navigation"]
    return site_links(markdown, page.file.src_uri, {file.src_uri for file in files}, config.repo_url)
