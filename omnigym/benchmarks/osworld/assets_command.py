"""``omnigym assets``: the data that task files name by URL."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from omnigym.assets import (
    LOCK_NAME,
    Asset,
    cache_dir,
    has_asset,
    read_asset,
    read_lock,
    shipped_lock,
    write_lock,
)
from omnigym.benchmarks.osworld.fetching import fetch as fetch_one
from omnigym.benchmarks.osworld.tree import NamedUrl, asset_urls
from omnigym.cli.console import STDOUT, count_of, error_line, print_table, progress, stdout, write_json
from omnigym.cli.options import ListJsonOption
from omnigym.errors import AssetError, ConfigError

__all__ = ["fetch", "list_assets", "verify"]

#: The exit code where a content is missing, or is another one.
_NEGATIVE = 1
DirArgument = Annotated[Path, typer.Argument(metavar="DIR", help="A folder of OSWorld's task files.")]


def list_assets(folder: DirArgument, json: ListJsonOption = False) -> None:
    """List the data that task files name by URL: their size, whether they are here, and how many files name them."""
    lock = _lock(folder)
    rows = [(named, lock.get(named.url)) for named in asset_urls(folder)]
    if json:
        write_json(STDOUT, [_plain(named, asset) for named, asset in rows])
        return
    table = [
        (named.url, "" if asset is None else f"{asset.size:,}", _state(asset), str(len(named.files)))
        for named, asset in rows
    ]
    print_table(["URL", "bytes", "state", "files"], table)
    here = sum(asset is not None and has_asset(asset.sha256) for _, asset in rows)
    stdout().print(f"{here} of {count_of(len(rows), 'URL')} in {cache_dir()}", markup=False, soft_wrap=True)


def _plain(named: NamedUrl, asset: Asset | None) -> dict[str, object]:
    found = {"sha256": None, "size": None} if asset is None else asset._asdict()
    return {"url": named.url, "name": named.name, **found, "state": _state(asset), "files": list(named.files)}


def _state(asset: Asset | None) -> str:
    return "not locked" if asset is None else "here" if has_asset(asset.sha256) else "not here"


def _lock(folder: Path) -> dict[str, Asset]:
    return {**shipped_lock(), **read_lock(folder / LOCK_NAME)}


def fetch(
    folder: DirArgument,
    local: Annotated[
        bool, typer.Option("--local", help="Also from addresses of this machine and its network.")
    ] = False,
) -> None:
    """Fetch the data that task files name by URL, and write DIR/assets.lock.

    Contents that are here are skipped, so you can resume an interrupted run. A content that differs from the lock is
    refused. Failures are named at the end, and the exit code is 1.
    """
    known = read_lock(folder / LOCK_NAME)
    wanted = [named for named in asset_urls(folder) if named.url not in shipped_lock()]
    missing = [n for n in wanted if (asset := known.get(n.url)) is None or not has_asset(asset.sha256)]
    failures: list[str] = []
    with progress("Fetching", len(missing)) as advance:
        for named in missing:
            try:
                found = fetch_one(named.url, named.name, local=local)
                _same(named.url, known, found)
                known[named.url] = found
                _write(folder, known)
            except AssetError as e:
                failures.append(str(e))
            advance(1, named.name)
    stdout().print(
        f"{len(missing) - len(failures)} fetched, {len(wanted) - len(missing)} were here, {len(failures)} failed.",
        markup=False,
    )
    for failure in failures:
        error_line(failure)
    if failures:
        raise typer.Exit(_NEGATIVE)


def _same(url: str, known: Mapping[str, Asset], found: Asset) -> None:
    """A lock is a promise: a content that was fetched anew is what it was."""
    if url in known and known[url] != found:
        raise AssetError(
            f"{url[:300]}: it is another content than the lock says. Remove its line from {LOCK_NAME} to take it."
        )


def _write(folder: Path, lock: Mapping[str, Asset]) -> None:
    try:
        write_lock(folder / LOCK_NAME, lock)
    except OSError as e:
        raise ConfigError(f"Cannot write {folder / LOCK_NAME}: {e.strerror}. Use a folder that can be written.") from e


def verify(folder: DirArgument) -> None:
    """Read each content that task files name, and compare its hash with the lock; exit code 1 if one differs."""
    lock = _lock(folder)
    wanted, failures = asset_urls(folder), []
    with progress("Verifying", len(wanted)) as advance:
        for named in wanted:
            asset = lock.get(named.url)
            try:
                if asset is None:
                    raise AssetError("it is not in the lock. Fetch it: omnigym assets fetch DIR.")
                read_asset(asset.sha256)
            except AssetError as e:
                failures.append(f"{named.url[:300]}: {e}")
            advance(1, named.name)
    stdout().print(f"{len(wanted) - len(failures)} of {count_of(len(wanted), 'URL')} verified.", markup=False)
    for failure in failures:
        error_line(failure)
    if failures:
        raise typer.Exit(_NEGATIVE)
