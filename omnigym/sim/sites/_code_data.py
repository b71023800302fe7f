"""The repositories of the code site.

Records: ``repos/<name>.json`` with ``name`` ("owner/name"), ``about``, ``topics``, ``language``, ``licence``,
``stars``, ``updated`` and ``releases``; and ``starred/<name>.json`` with the ``name`` of one that the user has starred.
Files lie where the site serves them, in ``files/<owner>/<name>/raw/main`` and, of a release, in
``files/<owner>/<name>/releases/download/<tag>``. A record takes the place of a repository that ships, and a file the
place of one of its files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.documents.archives import Member, write_zip
from omnigym.sim.memo import IdentityCache
from omnigym.sim.sites._code_shipped import SHIPPED
from omnigym.sim.sites.address import Address, slug
from omnigym.sim.sites.site import folder_of
from omnigym.sim.tables.table import Folder, Source, View
from omnigym.sim.vfs import Directory, File, Vfs

HOST = "code.litware.com"
_BRANCH = "main"


class Release(NamedTuple):
    """A version that was given out, the latest first; ``files`` are the names of what is attached to it."""

    tag: str
    date: str = ""
    notes: str = ""
    files: tuple[str, ...] = ()


class Repo(NamedTuple):
    """A repository: its ``name`` is "owner/name"."""

    name: str
    about: str = ""
    topics: tuple[str, ...] = ()
    language: str = ""
    licence: str = ""
    stars: int = 0
    updated: str = ""
    releases: tuple[Release, ...] = ()


class Starred(NamedTuple):
    """A repository that the user has starred."""

    name: str


class Code(NamedTuple):
    """All that the site shows.

    Attributes:
        repos: By stars, the most first.
        files: Of each repository: path to content.
        starred: The names of those that the user has starred.
    """

    repos: tuple[Repo, ...] = ()
    files: tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...] = ()
    starred: tuple[str, ...] = ()

    def repo(self, name: str) -> Repo | None:
        """The repository "owner/name", letter case ignored."""
        return next((r for r in self.repos if r.name.casefold() == name.casefold()), None)

    def tree(self, repo: Repo) -> Mapping[str, bytes]:
        """The files of a repository by their paths."""
        return dict(next((files for name, files in self.files if name == repo.name), ()))


def _fits(repo: Repo) -> bool:
    return repo.name.count("/") == 1 and all(repo.name.split("/"))


_REPOS: Folder[Repo] = Folder("content://code/repositories", folder_of(HOST, "repos"), Repo, valid=_fits)
STARRED: Folder[Starred] = Folder("content://code/starred", folder_of(HOST, "starred"), Starred)
_CODE: IdentityCache[tuple[tuple[Repo, ...], tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]]] = IdentityCache(4)
_SHIPPED = {
    name: (Repo(name, *rest, tuple([Release(*r[:4]) for r in releases])), files, releases)
    for (name, rest, releases, files) in SHIPPED
}


def _with_stars(code: Code) -> tuple[dict[str, str], ...]:
    return tuple(
        [
            {"name": r.name, "about": r.about, "language": r.language, "stars": str(r.stars + (r.name in code.starred))}
            for r in code.repos
        ]
    )


#: What checks read of the site.
CODE_TABLES: tuple[Source, ...] = (
    STARRED,
    View(
        "content://code/repositories",
        lambda vfs: _with_stars(load_code(vfs)),
        path=folder_of(HOST, "repos"),
        key="name",
    ),
)


def load_code(vfs: Vfs) -> Code:
    """All repositories with their files; the same object in its parts while no file of theirs changed."""
    root = vfs.get(folder_of(HOST, "files"))
    records = _REPOS.rows(vfs)
    repos, files = _CODE.get(records, root, lambda: _read(vfs, records))
    return Code(repos, files, tuple([s.name for s in STARRED.rows(vfs)]))


def _read(
    vfs: Vfs, records: tuple[Repo, ...]
) -> tuple[tuple[Repo, ...], tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]]:
    found = {**{name: shipped[0] for name, shipped in _SHIPPED.items()}, **{r.name: r for r in records}}
    repos = tuple(sorted(found.values(), key=lambda r: (-r.stars, r.name)))
    trees = []
    for repo in repos:
        shipped = _SHIPPED[repo.name][1] if repo.name in _SHIPPED else {}
        own = _below(vfs.get(folder_of(HOST, f"files/{repo.name}/raw/{_BRANCH}")), "")
        trees.append((repo.name, tuple(sorted({**{p: t.encode() for p, t in shipped.items()}, **own}.items()))))
    return repos, tuple(trees)


def _below(place: object, before: str) -> dict[str, bytes]:
    """The files in a directory and in all below it, by their paths."""
    found: dict[str, bytes] = {}
    for entry in place.entries.values() if type(place) is Directory else ():
        if type(entry) is File:
            found[before + entry.name] = entry.content
        else:
            found.update(_below(entry, f"{before}{entry.name}/"))
    return found


def matching(code: Code, query: str) -> tuple[Repo, ...]:
    """The repositories that have every word of a query, those with more of them in their names first."""
    words = query.casefold().replace("-", " ").split()
    found = []
    for repo in code.repos:
        name = repo.name.casefold().replace("-", " ")
        whole = " ".join((name, repo.about, repo.language, *repo.topics, readme_of(code, repo))).casefold()
        if all(word in whole for word in words):
            found.append((-sum([word in name for word in words]), repo))
    return tuple([repo for _, repo in sorted(found, key=lambda pair: pair[0])])


def readme_of(code: Code, repo: Repo) -> str:
    """The text of its README, "" where it has none."""
    files = code.tree(repo)
    content = next((files[path] for path in files if path.casefold() in ("readme.md", "readme.txt", "readme")), b"")
    return content.decode("utf-8", "replace")


def archive_name(repo: Repo) -> str:
    """What the archive of a repository is called."""
    return f"{repo.name.partition('/')[2]}-{_BRANCH}.zip"


def served(vfs: Vfs, address: Address) -> bytes | None:
    """What there is at an address besides what lies in the site's folder: what ships, and archives."""
    parts = address.parts
    if len(parts) < 4:
        return None
    code = load_code(vfs)
    repo = code.repo("/".join(parts[:2]))
    if repo is None:
        return None
    if parts[2:4] == ("raw", _BRANCH):
        return code.tree(repo).get("/".join(parts[4:]))
    if parts[2] == "archive" and parts[3:] == (archive_name(repo),):
        folder = archive_name(repo).removesuffix(".zip")
        return write_zip({f"{folder}/{path}": Member(content) for path, content in code.tree(repo).items()})
    if parts[2:4] == ("releases", "download") and len(parts) == 6 and repo.name in _SHIPPED:
        for tag, _, _, _, contents in _SHIPPED[repo.name][2]:
            if tag == parts[4] and parts[5] in contents:
                return _attached(parts[5], contents[parts[5]])
    return None


def _attached(name: str, content: str | Mapping[str, str]) -> bytes:
    """The bytes of a file of a release: a text, or an archive of texts."""
    if isinstance(content, str):
        return content.encode()
    return write_zip({path: Member(text.encode()) for path, text in content.items()})


def starring(vfs: Vfs, code: Code, name: str, now_ms: int) -> Vfs:
    """With a repository starred, or no longer."""
    if name in code.starred:
        return STARRED.erased(vfs, slug(name), now_ms)
    return STARRED.kept(vfs, slug(name), Starred(name), now_ms)
