"""The code site, Litware Code, which stands for GitHub: repositories with files, stars, releases and archives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.sites._code_data import (
    CODE_TABLES,
    HOST,
    Code,
    Repo,
    load_code,
    matching,
    readme_of,
    served,
    starring,
)
from omnigym.devices.sim.sites._code_pages import file_view, head, releases_page, repo_list, repo_page
from omnigym.devices.sim.sites.address import Address, query_url
from omnigym.devices.sim.sites.missing import not_found
from omnigym.devices.sim.sites.site import Ask, Download, Outcome, Page, Site, Visit
from omnigym.devices.sim.ui.nodes import Element, Msg, panel
from omnigym.devices.sim.vfs import Vfs

__all__ = ["SITES"]

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
        return f"Repositories about “{query}”", f"{len(found)} result{'s' * (len(found) != 1)}", found
    own = tuple([r for r in code.repos if r.name.partition("/")[0].casefold() == parts[0].casefold()])
    if len(parts) == 1 and own:
        return parts[0], f"{len(own)} repositor{'y' if len(own) == 1 else 'ies'}", own
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
