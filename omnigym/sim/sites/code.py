"""The code site, Litware Code, which stands for GitHub: repositories with files, stars, releases and archives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import quote

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.sites._code_data import (
    CODE_TABLES,
    HOST,
    Code,
    Release,
    Repo,
    archive_name,
    load_code,
    matching,
    readme_of,
    served,
    starring,
)
from omnigym.sim.sites.address import Address, query_url
from omnigym.sim.sites.kit import card, centred, day_text, heading, link, masthead, not_found, paragraph
from omnigym.sim.sites.prose import code_lines, prose
from omnigym.sim.sites.site import Ask, Download, Outcome, Page, Site, Visit
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.widgets import button, icon, separator, spacer, text, toggle
from omnigym.sim.vfs import Vfs

# -- what the pages of the code site look like ------------------------------------------------------------------------

_WIDE, _MOST, _SIDE = 680, 1000, 230


def head(search: str, w: int) -> Node:
    """The top of every page."""
    wide = w >= _WIDE
    return masthead(
        "Litware Code",
        "site-code",
        "teal",
        search,
        "Search repositories",
        link(
            "page.stars", "Your stars" if wide else "", "/starred", style="site_tool", image="star", name="Your stars"
        ),
        w=w,
    )


def _count(stars: int) -> str:
    """Stars as a page says them.

    >>> _count(1843), _count(41)
    ('1.8k', '41')
    """
    return f"{stars / 1000:.1f}k" if stars >= 1000 else str(stars)


def _facts(repo: Repo, starred: bool) -> tuple[Node, ...]:
    said = [
        text(repo.language, style="muted") if repo.language else None,
        row(icon("star", style="muted_small"), text(_count(repo.stars + starred), style="muted"), gap=4),
        text(repo.licence, style="muted") if repo.licence else None,
        text(f"Updated {day_text(repo.updated)}", style="caption") if repo.updated else None,
    ]
    return tuple([node for node in said if node is not None])


def _line(repo: Repo, starred: bool) -> Node:
    return column(
        link(f"page.repo.{repo.name}", repo.name, f"/{repo.name}", style="link_large"),
        paragraph(repo.about, "page_text") if repo.about else None,
        wrapped(*_facts(repo, starred), gap=14),
        style="card",
        pad=(14, 8, 14, 10),
        gap=3,
        role=Role.GROUP,
        name=repo.name,
    )


def _list(title: str, about: str, repos: tuple[Repo, ...], starred: tuple[str, ...], w: int) -> Node:
    lines = [memo(_line, repo, repo.name in starred, w=FILL) for repo in repos]
    nothing = None if lines else paragraph("There is no such repository.")
    inside = column(
        heading(title, "page_title"),
        text(about, style="muted", key="page.count"),
        *lines,
        nothing,
        pad=(16, 16, 16, 24),
        gap=9,
    )
    return centred(inside, w, 820)


def repo_list(title: str, about: str, repos: tuple[Repo, ...], starred: tuple[str, ...], w: int) -> Element:
    """Repositories, one below the other."""
    return panel(_list, title, about, repos, starred, w)


def _top(repo: Repo, starred: bool, shown: str) -> Node:
    owner, name = repo.name.split("/")
    count = f" {len(repo.releases)}" if repo.releases else ""
    tabs = [
        link("page.tab.code", "Code", f"/{repo.name}", style="accent" if shown == "code" else "", image="code"),
        link(
            "page.tab.releases",
            f"Releases{count}",
            f"/{repo.name}/releases",
            style="accent" if shown == "releases" else "",
            image="tag",
        ),
    ]
    return column(
        row(
            icon("site-code", size=24),
            link("page.owner", owner, f"/{owner}", style="link_large"),
            text("/", style="muted"),
            link("page.name", name, f"/{repo.name}", style="link_large"),
            spacer(),
            toggle(
                "page.star",
                f"{'Starred' if starred else 'Star'} {_count(repo.stars + starred)}",
                icon="star",
                checked=starred,
                click=("page", "star", repo.name),
            ),
            gap=6,
        ),
        row(*tabs, gap=8),
        separator(),
        gap=10,
    )


def _clone(repo: Repo) -> Node:
    address = f"https://{HOST}/{repo.name}.git"
    archive = f"/{repo.name}/archive/{archive_name(repo)}"
    return card(
        text("Clone", style="strong"),
        row(
            text(address, style="page_code", key="page.clone", name="Clone address", w=FILL),
            button("page.copy_clone", icon="copy", style="tool", name="Copy address", click=("page", "copy", address)),
            gap=6,
        ),
        link("page.archive", "Download ZIP", archive, style="", image="archive"),
        gap=9,
    )


def _about(repo: Repo, starred: bool) -> Node:
    latest = repo.releases[0] if repo.releases else None
    return card(
        text("About", style="strong"),
        paragraph(repo.about) if repo.about else None,
        wrapped(*[link(f"page.topic.{t}", t, f"/search?q={quote(t)}", style="chip") for t in repo.topics], gap=6)
        if repo.topics
        else None,
        column(*_facts(repo, starred), gap=5),
        None
        if latest is None
        else link("page.latest", f"Release {latest.tag}", f"/{repo.name}/releases", style="link", image="tag"),
    )


def _file_entries(paths: tuple[str, ...], folder: str) -> tuple[tuple[str, bool], ...]:
    """What is in a folder: name, and whether it is one; folders first."""
    inside = [path.removeprefix(folder) for path in paths if path.startswith(folder)]
    folders = sorted({path.partition("/")[0] for path in inside if "/" in path})
    files = sorted([path for path in inside if "/" not in path])
    return (*[(name, True) for name in folders], *[(name, False) for name in files])


def _tree(repo: Repo, paths: tuple[str, ...], folder: str) -> Node:
    kinds = {True: ("tree", "folder"), False: ("blob", "document")}
    lines: list[Element] = []
    if folder:
        up = folder.rstrip("/").rpartition("/")[0]
        where = f"/{repo.name}/tree/main/{quote(up)}" if up else f"/{repo.name}"
        lines.append(link("page.up", "..", where, style="list", image="arrow-up", name="Parent folder", w=FILL))
    for name, is_folder in _file_entries(paths, folder):
        kind, image = kinds[is_folder]
        url = f"/{repo.name}/{kind}/main/{quote(folder + name)}"
        lines.append(link(f"page.entry.{folder}{name}", name, url, style="list", image=image, w=FILL))
    return column(*lines, style="card", pad=6, gap=1, role=Role.LIST, name="Files")


def _repo(repo: Repo, starred: bool, paths: tuple[str, ...], folder: str, readme: str, w: int) -> Node:
    main = column(
        text(f"main / {folder.rstrip('/')}" if folder else "main", style="strong", key="page.place"),
        _tree(repo, paths, folder) if paths else paragraph("This repository is empty."),
        column(prose(readme), style="card", pad=(18, 10, 18, 18)) if readme and not folder else None,
        gap=10,
    )
    beside = column(_clone(repo), _about(repo, starred), w=_SIDE if w >= _WIDE else FILL, gap=10)
    wide = row(main, beside, gap=18, align="start") if w >= _WIDE else column(beside, main, gap=14)
    inside = column(_top(repo, starred, "code"), wide, pad=(16, 14, 16, 26), gap=12)
    return centred(inside, w, _MOST)


def repo_page(repo: Repo, code: Code, folder: str, w: int) -> Element:
    """A repository, or a folder of it ("src/"): its files, where to clone it from, its README."""
    paths, readme = tuple(code.tree(repo)), "" if folder else readme_of(code, repo)
    return panel(_repo, repo, repo.name in code.starred, paths, folder, readme, w)


def _file(repo: Repo, starred: bool, path: str, content: str, w: int) -> Node:
    raw = f"/{repo.name}/raw/main/{quote(path)}"
    up = path.rpartition("/")[0]
    place = f"/{repo.name}/tree/main/{quote(up)}" if up else f"/{repo.name}"
    shown = prose(content) if path.lower().endswith(".md") else code_lines(content, numbered=True)
    inside = column(
        _top(repo, starred, "code"),
        row(
            link("page.up", "", place, style="tool", image="arrow-left", name="Back to the folder"),
            text(path, style="strong", key="page.place", w=FILL),
            link("page.raw", "Raw", raw, style=""),
            button("page.copy_file", "Copy", icon="copy", name="Copy the file", click=("page", "copy", content)),
            button(
                "page.save_file",
                "Download",
                icon="download",
                name="Download the file",
                click=("page", "save", repo.name, path),
            ),
            gap=8,
        ),
        column(shown, style="card", pad=(16, 12)),
        pad=(16, 14, 16, 26),
        gap=12,
    )
    return centred(inside, w, _MOST)


def file_view(repo: Repo, code: Code, path: str, w: int) -> Element:
    """A file of a repository."""
    content = code.tree(repo)[path].decode("utf-8", "replace")
    return panel(_file, repo, repo.name in code.starred, path, content, w)


def _release(repo: Repo, release: Release, latest: bool) -> Node:
    where = f"/{repo.name}/releases/download/{quote(release.tag)}"
    files = [
        link(
            f"page.asset.{release.tag}.{name}",
            name,
            f"{where}/{quote(name)}",
            style="chip",
            image="archive" if name.endswith(".zip") else "document",
        )
        for name in release.files
    ]
    return column(
        row(
            heading(release.tag),
            text("Latest", style="caption", role=None) if latest else None,
            spacer(),
            text(day_text(release.date), style="caption"),
            gap=10,
        ),
        paragraph(release.notes) if release.notes else None,
        wrapped(*files, gap=8) if files else None,
        style="card",
        pad=14,
        gap=8,
        role=Role.GROUP,
        name=f"Release {release.tag}",
    )


def _releases(repo: Repo, starred: bool, w: int) -> Node:
    lines = [_release(repo, release, n == 0) for n, release in enumerate(repo.releases)]
    nothing = None if lines else paragraph("Nothing has been released yet.")
    return centred(
        column(_top(repo, starred, "releases"), *lines, nothing, pad=(16, 14, 16, 26), gap=12),
        w,
        _MOST,
    )


def releases_page(repo: Repo, starred: bool, w: int) -> Element:
    """The releases of a repository, the latest first, with what is attached to them."""
    return panel(_releases, repo, starred, w)


# -- code -------------------------------------------------------------------------------------------------------------

_TITLE = "Litware Code"


def _page(visit: Visit, code: Code) -> Page:
    top = panel(head, visit.typed("search", visit.address.argument("q")), visit.w)
    parts = visit.address.parts
    found = _repo_page(visit, code, parts) if len(parts) >= 2 else None
    if found is not None:
        return Page(found[0], found[1], top)
    listed = _listed(visit, code, parts)
    if listed is None:
        return not_found(_TITLE, top)
    title, about, repos = listed
    return Page(f"{title} - {_TITLE}" if parts else _TITLE, repo_list(title, about, repos, code.starred, visit.w), top)


def _repo_page(visit: Visit, code: Code, parts: tuple[str, ...]) -> tuple[str, Element] | None:
    """Title and body of a page of a repository."""
    repo = code.repo("/".join(parts[:2]).removesuffix(".git"))
    if repo is None:
        return None
    about = f"{repo.name}: {repo.about}" if repo.about else repo.name
    if len(parts) == 2:
        return f"{about} - {_TITLE}", repo_page(repo, code, "", visit.w)
    if parts[2:] == ("releases",):
        return f"Releases of {repo.name} - {_TITLE}", releases_page(repo, repo.name in code.starred, visit.w)
    path = "/".join(parts[4:])
    files = code.tree(repo)
    if parts[2:4] == ("blob", "main") and path in files:
        return f"{path} of {repo.name} - {_TITLE}", file_view(repo, code, path, visit.w)
    if parts[2:4] == ("tree", "main") and any(name.startswith(f"{path}/") for name in files):
        return f"{path} of {repo.name} - {_TITLE}", repo_page(repo, code, f"{path}/", visit.w)
    return None


def _listed(visit: Visit, code: Code, parts: tuple[str, ...]) -> tuple[str, str, tuple[Repo, ...]] | None:
    query = visit.address.argument("q")
    if not parts:
        return "Repositories", "Those with the most stars first", code.repos
    if parts == ("starred",):
        return "Your stars", "What you have starred", tuple([r for r in code.repos if r.name in code.starred])
    if parts == ("search",):
        found = matching(code, query)
        return f"Repositories about “{query}”", count_of(len(found), "result"), found
    own = tuple([r for r in code.repos if r.name.partition("/")[0].casefold() == parts[0].casefold()])
    if len(parts) == 1 and own:
        return parts[0], count_of(len(own), "repository", "repositories"), own
    return None


def _search(ask: Ask) -> Outcome:
    typed = ask.visit.typed("search", ask.visit.address.argument("q")).strip()
    return Outcome(go=query_url("/search", q=typed) if typed else "/")


def _save(ask: Ask, name: str, path: str) -> Outcome:
    repo = ask.data.repo(name)
    content = ask.data.tree(repo).get(path) if repo is not None else None
    return Outcome(download=Download(path.rpartition("/")[2], content)) if content is not None else Outcome()


_HANDLERS: Mapping[str, Callable[..., Outcome]] = {
    "copy": lambda _, words: Outcome(copy=words),
    "copy_code": lambda _, words: Outcome(copy=words),
    "save": _save,
    "search": lambda ask, *_: _search(ask),
    "star": lambda ask, name: Outcome(starring(ask.vfs, ask.data, name, ask.now_ms)),
}


def _update(ask: Ask, msg: Msg) -> Outcome:
    handler = _HANDLERS.get(msg[0])
    return handler(ask, *msg[1:]) if handler is not None else Outcome()


def _load(vfs: Vfs, _address: Address) -> Code:
    return load_code(vfs)


def _entries(vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    code = load_code(vfs)
    start = (_TITLE, f"https://{HOST}/", "Repositories of programs and data, with their files and releases.")
    return (
        start,
        *[(f"{r.name} - {_TITLE}", f"https://{HOST}/{r.name}", f"{r.about} {readme_of(code, r)}") for r in code.repos],
    )


SITES = (
    Site(
        HOST,
        _TITLE,
        "site-code",
        "Repositories of programs and data",
        _load,
        _page,
        _update,
        _entries,
        CODE_TABLES,
        served,
    ),
)
