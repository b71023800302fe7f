"""Commands that load what there is at an address: wget and curl."""

from __future__ import annotations

from omnigym.devices.sim.linux.bash.filing import reason, write_file
from omnigym.devices.sim.linux.bash.registry import Options, register
from omnigym.devices.sim.linux.bash.session import Io
from omnigym.devices.sim.sites.address import Address, parse
from omnigym.devices.sim.sites.serving import content_at, is_host
from omnigym.devices.sim.vfs import VfsError

__all__: list[str] = []

#: Exit statuses: there is no such host, the server says no, the file cannot be written.
_WGET_HOST, _WGET_ANSWER, _WGET_FILE = 4, 8, 3
_CURL_HOST, _CURL_ANSWER, _CURL_FILE = 6, 22, 23


def _name(address: Address) -> str:
    return address.parts[-1] if address.parts else ""


def _free(io: Io, name: str) -> str:
    """The name that wget gives a file: it does not replace one."""
    taken, number = name, 0
    while io.session.vfs.get(io.session.path(taken)) is not None:
        number += 1
        taken = f"{name}.{number}"
    return taken


@register(
    "wget",
    usage="[OPTION]... [URL]...",
    about="Load files from the web: -O FILE names the file, -P FOLDER its folder, -q says nothing.",
    flags="qc",
    values="OP",
    long={"output-document": "O", "directory-prefix": "P", "quiet": "q", "continue": "c"},
)
def _wget(io: Io, options: Options, operands: list[str]) -> int:
    if not operands:
        return io.fail("wget: missing URL\nUsage: wget [OPTION]... [URL]...")
    status, quiet = 0, "q" in options
    for url in operands:
        status = _wget_one(io, options, url, quiet) or status
    return status


def _wget_one(io: Io, options: Options, url: str, quiet: bool) -> int:
    session, address = io.session, parse(url)
    if address is None or not is_host(session.vfs, address.host):
        host = url.partition("://")[2].partition("/")[0] or url
        io.fail(f"wget: unable to resolve host address ‘{host}’")
        return _WGET_HOST
    content = content_at(session.vfs, url)
    if content is None:
        io.fail(f"{url}: ERROR 404: Not Found.")
        return _WGET_ANSWER
    name = options.get("O", "") or _free(io, f"{options.get('P', '.').rstrip('/')}/{_name(address)}".removeprefix("./"))
    if name == "-":
        io.write(content)
        return 0
    try:
        write_file(session, session.path(name), content)
    except VfsError as e:
        io.fail(f"{name}: {reason(e)}")
        return _WGET_FILE
    if not quiet:
        io.fail(f"‘{name}’ saved [{len(content)}/{len(content)}]")
    return 0


@register(
    "curl",
    usage="[OPTION]... URL...",
    about="Write what there is at an address: -o FILE to a file, -O to one of its name there, else to the terminal.",
    flags="OLsSfk",
    values="o",
    long={"output": "o", "remote-name": "O", "location": "L", "silent": "s", "fail": "f", "show-error": "S"},
)
def _curl(io: Io, options: Options, operands: list[str]) -> int:
    if not operands:
        io.fail("curl: try 'curl --help' or 'curl --manual' for more information")
        return 2
    for url in operands:
        status = _curl_one(io, options, url)
        if status:
            return status
    return 0


def _curl_one(io: Io, options: Options, url: str) -> int:
    session, address = io.session, parse(url)
    if address is None or not is_host(session.vfs, address.host):
        io.fail(f"curl: (6) Could not resolve host: {url.partition('://')[2].partition('/')[0] or url}")
        return _CURL_HOST
    content = content_at(session.vfs, url)
    if content is None and "f" in options:
        io.fail("curl: (22) The requested URL returned error: 404")
        return _CURL_ANSWER
    content = b"404 Not Found\n" if content is None else content
    name = options.get("o", _name(address) if "O" in options else "")
    if name in ("", "-"):
        io.write(content)
        return 0
    try:
        write_file(session, session.path(name), content)
    except VfsError as e:
        io.fail(
            f"Warning: Failed to open the file {name}: {reason(e)}\ncurl: (23) Failure writing output to destination"
        )
        return _CURL_FILE
    return 0
