"""Programs that are no part of the shell: soffice, convert, wget and curl."""

from __future__ import annotations

import io as streams
import re

from PIL import Image

from omnigym.documents.converting import convert_document
from omnigym.errors import MissingDependencyError, UnreadableError
from omnigym.pictures import read_picture
from omnigym.sim.linux.bash.filing import reason, write_file
from omnigym.sim.linux.bash.registry import Options, register
from omnigym.sim.linux.bash.session import Io
from omnigym.sim.linux.paths import outward
from omnigym.sim.sites.address import Address, parse
from omnigym.sim.sites.raw import content_at, is_host
from omnigym.sim.vfs import VfsError, base_name, join

# -- office -----------------------------------------------------------------------------------------------------------

# LibreOffice's own command, as far as it makes documents of one kind into another: ``soffice --convert-to``.


@register("soffice", raw=True)
def _soffice(io: Io, _options: Options, args: list[str]) -> int:
    session, to, folder, files = io.session, "", io.session.path("."), list[str]()
    words = iter(args)
    for word in words:
        if word == "--convert-to":
            to = next(words, "").partition(":")[0].lower()
        elif word == "--outdir":
            folder = session.path(next(words, "."))
        elif not word.startswith("-"):
            files.append(word)
    if not to or not files:
        return io.fail("Usage: soffice --headless --convert-to ENDING [--outdir FOLDER] FILE...")
    for file in files:
        source = session.path(file)
        stem, _, ending = base_name(source).rpartition(".")
        try:
            content = convert_document(session.vfs.content(source) or b"", ending.lower(), to)
        except (UnreadableError, MissingDependencyError):
            content = None
        if content is None:
            return io.fail(f"Error: source file could not be loaded\nError: no export filter for {to}")
        target = join(folder, f"{stem}.{to}")
        try:
            write_file(session, target, content)
        except VfsError as e:
            return io.fail(f"Error: {outward(target)}: {reason(e)}")
        io.line(f"convert {outward(source)} -> {outward(target)} using filter : {to}")
    return 0


# -- ImageMagick's convert, as far as it puts pictures side by side, turns, scales and saves them ---------------------

_FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP"}
#: The largest picture that is made, in pixels of a side.
_LARGEST = 4000


def _joined(pictures: list[Image.Image], across: bool) -> Image.Image:
    """Pictures beside or below each other."""
    widths, heights = [p.width for p in pictures], [p.height for p in pictures]
    size = (sum(widths), max(heights)) if across else (max(widths), sum(heights))
    made = Image.new("RGB", (min(size[0], 4 * _LARGEST), min(size[1], 4 * _LARGEST)), (255, 255, 255))
    x = y = 0
    for picture in pictures:
        made.paste(picture, (x, y))
        x, y = (x + picture.width, y) if across else (x, y + picture.height)
    return made


def _resized(picture: Image.Image, how: str) -> Image.Image | None:
    found = re.fullmatch(r"(\d{1,4})?(?:x(\d{1,4}))?(%|!)?", how)
    if found is None or not (found[1] or found[2]):
        return None
    w, h = int(found[1] or 0), int(found[2] or 0)
    if found[3] == "%":
        w, h = picture.width * w // 100, picture.height * (h or w) // 100
    elif found[3] != "!":
        share = min([a / b for a, b in ((w, picture.width), (h, picture.height)) if a])
        w, h = round(picture.width * share), round(picture.height * share)
    return picture.resize((min(max(w, 1), _LARGEST), min(max(h, 1), _LARGEST)))


@register("convert", "magick", raw=True)
def _convert(io: Io, _options: Options, args: list[str]) -> int:
    if len(args) < 2:
        return io.fail("convert: no images defined `' @ error/convert.c/ConvertImageCommand/3342.")
    *words, target = args
    session, pictures = io.session, list[Image.Image]()
    while words:
        word = words.pop(0)
        if word in ("+append", "-append") and pictures:
            pictures = [_joined(pictures, word == "+append")]
        elif word == "-rotate" and words and re.fullmatch(r"-?\d{1,3}", words[0]):
            degrees = -int(words.pop(0))
            pictures = [p.rotate(degrees, expand=True) for p in pictures]
        elif word in ("-resize", "-scale") and words:
            scaled = [_resized(p, words[0]) for p in pictures]
            if None in scaled:
                return io.fail(f"convert: invalid argument for option `{word}': {words[0]}")
            pictures, words = [p for p in scaled if p is not None], words[1:]
        elif word in ("-background", "-quality", "-gravity", "-density") and words:
            words.pop(0)  # what they say makes no difference here
        elif word in ("-flip", "-flop"):
            turn = Image.Transpose.FLIP_TOP_BOTTOM if word == "-flip" else Image.Transpose.FLIP_LEFT_RIGHT
            pictures = [p.transpose(turn) for p in pictures]
        elif word.startswith(("-", "+")):
            return io.fail(f"convert: unrecognized option `{word}' @ error/convert.c/ConvertImageCommand/3322.")
        else:
            content = session.vfs.content(session.path(word))
            picture = read_picture(content) if content else None
            if picture is None:
                return io.fail(f"convert: unable to open image `{word}': No such file or directory @ error/blob.c.")
            pictures.append(picture.convert("RGB"))
    kind = _FORMATS.get(target.rpartition(".")[2].lower())
    if kind is None or not pictures:
        return io.fail(f"convert: no encode delegate for this image format `{target}' @ error/constitute.c.")
    out = streams.BytesIO()
    pictures[0].save(out, kind)
    try:
        write_file(session, session.path(target), out.getvalue())
    except VfsError as e:
        return io.fail(f"convert: unable to open image `{target}': {reason(e)} @ error/blob.c.")
    return 0


# -- commands that load what there is at an address -------------------------------------------------------------------

# Wget and curl.

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
