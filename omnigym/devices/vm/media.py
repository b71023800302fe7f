"""CDs: what Windows' installation medium holds, and small ones that carry files into a guest."""

from __future__ import annotations

import io
import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from omnigym.errors import ConfigError, MissingDependencyError, UnreadableError
from omnigym.foreign import parse_xml

__all__ = ["Edition", "read_installer", "wim_editions", "write_medium"]

#: Where Setup's images are, in either of two forms.
_IMAGES: Final = ("/sources/install.wim", "/sources/install.esd")
_MOST_METADATA: Final = 16 << 20
_HEADER: Final = struct.Struct("<8sIII")
#: Where the metadata's length (7 bytes; flags in the eighth), offset and length when unpacked are in a .wim's header.
_METADATA_AT: Final = 72
_MARK: Final = b"MSWIM\0\0\0"
#: How the metadata calls x86-64, and the first build of Windows 11.
_AMD64, _WINDOWS_11 = "9", 22000


@dataclass(frozen=True, slots=True)
class Edition:
    """A Windows that an installation medium can install.

    Attributes:
        index: Its number on the medium, from 1.
        name: As Setup shows it: "Windows 11 Pro".
        id: Windows' own word: "Professional", "EnterpriseEval"...
        languages: Those that are on the medium, such as "en-US", the default first.
        build: The number of the build.
    """

    index: int
    name: str
    id: str
    languages: tuple[str, ...]
    build: int

    @property
    def evaluation(self) -> bool:
        """Whether Microsoft gives it away for a time, so that Setup asks for no product key."""
        return self.id.endswith("Eval")


def read_installer(iso: Path) -> tuple[Edition, ...]:
    """The editions of Windows 11 for x86-64 on an installation medium, by their numbers.

    Raises:
        ConfigError: There is no such file, it is no ISO, or not one that installs Windows 11 on x86-64.
        MissingDependencyError: pycdlib is not installed.
    """
    if not iso.is_file():
        raise ConfigError(
            f"There is no file {iso}. Download the ISO of Windows 11 from Microsoft, and name it by --iso."
        )
    with _opened(iso) as disc:
        for path in _IMAGES:
            try:
                with disc.open_file_from_iso(**_place(disc, path)) as file:
                    found = wim_editions(file)
                break
            except _not_there():
                continue
            except UnreadableError as e:
                raise ConfigError(f"{iso}: {path} is damaged: {e}. Download it again.") from None
        else:
            raise ConfigError(
                f"{iso} is not Windows' installation medium: it has neither {' nor '.join(_IMAGES)}. "
                "Download the ISO of Windows 11 (multi-edition, x64) from Microsoft."
            )
    suitable = tuple(e for e in found if e.build >= _WINDOWS_11)
    if not suitable:
        said = ", ".join(sorted({f"{e.name} (build {e.build})" for e in found})) or "nothing for x86-64"
        raise ConfigError(f"{iso} does not install Windows 11 on x86-64. On it: {said}. Download another ISO.")
    return suitable


def wim_editions(file: Any) -> tuple[Edition, ...]:
    """The editions for x86-64 that the metadata of a .wim or .esd file names.

    Args:
        file: The file, open for reading bytes, with ``seek``.

    Raises:
        UnreadableError: It is no such file, or a damaged one. The message is a clause.
    """
    header = file.read(_METADATA_AT + 24)
    if len(header) < _METADATA_AT + 24 or _HEADER.unpack_from(header)[0] != _MARK:
        raise UnreadableError("it has no header of a .wim file")
    sized, offset, _ = struct.unpack_from("<QQQ", header, _METADATA_AT)
    size = sized & (1 << 56) - 1
    if not 2 < size <= _MOST_METADATA:
        raise UnreadableError(f"its metadata has {size:,} bytes, and at most {_MOST_METADATA:,} are read")
    file.seek(offset)
    data = file.read(size)
    if len(data) != size or data[:2] != b"\xff\xfe":
        raise UnreadableError("its metadata is cut off")
    try:
        tree = parse_xml(data.decode("utf-16", "replace").encode())
    except ET.ParseError as e:
        raise UnreadableError(f"its metadata is no XML: {e}") from None
    return tuple(edition for image in tree.iter("IMAGE") if (edition := _edition(image)) is not None)


def _edition(image: ET.Element) -> Edition | None:
    """The edition of an entry; None if it is for another kind of processor, or no Windows."""
    index, build = image.get("INDEX", ""), image.findtext("WINDOWS/VERSION/BUILD", "")
    if image.findtext("WINDOWS/ARCH") != _AMD64 or not (index.isdecimal() and build.isdecimal()):
        return None
    name = image.findtext("DISPLAYNAME") or image.findtext("NAME") or ""
    default = image.findtext("WINDOWS/LANGUAGES/DEFAULT", "")
    every = [e.text or "" for e in image.iterfind("WINDOWS/LANGUAGES/LANGUAGE")]
    languages = tuple(sorted(filter(None, {*every, default}), key=lambda n: (n != default, n)))
    return Edition(int(index), name, image.findtext("WINDOWS/EDITIONID", ""), languages, int(build))


def write_medium(out: Path, files: Mapping[str, bytes | Path], label: str) -> None:
    """Write an ISO with some files, which keep their names on Windows and Linux.

    Args:
        out: The ISO; it is replaced.
        files: Contents, or files that have them, by their paths on the medium: "folder/name". A name has at most 64
            characters.
        label: The volume's name: at most 16 capital letters, digits and underscores.

    Raises:
        MissingDependencyError: pycdlib is not installed.
    """
    disc = _library().PyCdlib()
    disc.new(interchange_level=3, joliet=3, vol_ident=label)
    folders = sorted({str(p) for name in files for p in Path(name).parents if p.name})
    for number, folder in enumerate(folders):
        disc.add_directory(f"/F{number}", joliet_path=f"/{folder}")
    for number, (name, content) in enumerate(sorted(files.items())):
        parent = str(Path(name).parent)
        within = f"/F{folders.index(parent)}" if parent in folders else ""
        places = {"iso_path": f"{within}/{number:08d}.;1", "joliet_path": f"/{name}"}
        if isinstance(content, Path):
            disc.add_file(str(content), **places)
        else:
            disc.add_fp(io.BytesIO(content), len(content), **places)
    disc.write(str(out))
    disc.close()


def _library() -> Any:
    try:
        import pycdlib
    except ModuleNotFoundError:
        raise MissingDependencyError("pycdlib", "An image of Windows", "pip install 'omnigym[vm]'") from None
    return pycdlib


def _not_there() -> type[Exception]:
    """What is raised where a file is not on a disc."""
    from pycdlib.pycdlibexception import PyCdlibInvalidInput

    return PyCdlibInvalidInput


@contextmanager
def _opened(iso: Path) -> Iterator[Any]:
    """An ISO, while it is read."""
    disc = _library().PyCdlib()
    from pycdlib.pycdlibexception import PyCdlibException

    try:
        disc.open(str(iso))
    except (PyCdlibException, OSError, struct.error, IndexError, ValueError) as e:
        raise ConfigError(f"{iso} is no ISO that can be read: {str(e)[:200]}. Download it again.") from None
    try:
        yield disc
    finally:
        disc.close()


def _place(disc: Any, path: str) -> dict[str, str]:
    """How a path is named on a disc: Windows' are in UDF, with nothing in the older file system but a note."""
    return {"udf_path": path} if disc.has_udf() else {"iso_path": f"{path.upper()};1"}
