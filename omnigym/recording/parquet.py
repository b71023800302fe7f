"""Tables as Parquet files whose columns ``datasets`` knows, pictures among them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from omnigym.errors import ConfigError, MissingDependencyError, RecordingError

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    pa = None

__all__ = ["COUNT", "IMAGE", "NUMBER", "TEXT", "YES", "ParquetTable", "list_of", "need_empty", "need_pyarrow"]

#: Rows of a group, and about how many bytes a file has.
_ROWS: Final = 64
_FILE: Final = 256 << 20
TEXT: Final = {"_type": "Value", "dtype": "string"}
NUMBER: Final = {"_type": "Value", "dtype": "float64"}
COUNT: Final = {"_type": "Value", "dtype": "int64"}
YES: Final = {"_type": "Value", "dtype": "bool"}
IMAGE: Final = {"_type": "Image"}


def list_of(of: object) -> dict[str, object]:
    """Return the type of a list."""
    return {"_type": "List", "feature": of}


def need_pyarrow(what: str) -> None:
    """Check that pyarrow is installed.

    Raises:
        MissingDependencyError: It is not.
    """
    if pa is None:
        raise MissingDependencyError("pyarrow", what, "pip install 'omnigym[hub]'")


def need_empty(folder: Path) -> None:
    """Check that a directory is empty, or is to be made.

    Raises:
        ConfigError: There is something in it, or it is a file.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigError(f"{folder} is not empty. Name a directory that is, or that is to be made.")


class ParquetTable:
    """A writer of the files of one table, ``data/NAME-00000.parquet`` and so on, a group of rows at a time.

    A file that could not be ended is removed: those before it are whole.

    Args:
        folder: The dataset's.
        name: Of the table.
        columns: The type of each column, as ``datasets`` names it, and what it holds.
    """

    def __init__(self, folder: Path, name: str, columns: Mapping[str, tuple[Any, str]]) -> None:
        self._folder, self._name = folder / "data", name
        features = {column: kind for column, (kind, _) in columns.items()}
        about = {"huggingface": json.dumps({"info": {"features": features}})}
        fields = [pa.field(column, _arrow(kind)) for column, kind in features.items()]
        self._schema = pa.schema(fields, metadata=about)
        self._writer: Any = None
        self._path = self._folder
        self._waiting: list[Mapping[str, object]] = []
        self._files, self._size, self.rows = 0, 0, 0

    def __enter__(self) -> Self:
        return self

    def add(self, row: Mapping[str, object]) -> None:
        """Add a row."""
        self._waiting.append(row)
        self.rows += 1
        if len(self._waiting) == _ROWS:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        table = pa.Table.from_pylist(self._waiting, self._schema)
        self._waiting = []
        try:
            if self._writer is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._path = self._folder / f"{self._name}-{self._files:05d}.parquet"
                self._writer = pq.ParquetWriter(self._path, self._schema, compression="zstd")
                self._files += 1
            self._writer.write_table(table)
            self._size += table.nbytes
            if self._size >= _FILE:
                self._end()
        except OSError as e:
            self._drop()
            raise RecordingError(f"Cannot write {self._folder}: {e.strerror or e}.") from e

    def _drop(self) -> None:
        """Remove a file that could not be written to its end, which is none."""
        writer, self._writer, self._size = self._writer, None, 0
        with suppress(OSError):
            if writer is not None:
                writer.close()
        with suppress(OSError):
            if self._path != self._folder:
                self._path.unlink(missing_ok=True)

    def _end(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer, self._size = None, 0

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if e is None:
                self._flush()
            self._end()
        except OSError as full:
            raise RecordingError(f"Cannot write {self._folder}: {full.strerror or full}.") from full
        finally:
            if self._writer is not None:
                self._drop()


def _arrow(kind: Any) -> object:
    """The type of a column."""
    if "_type" not in kind:
        return pa.struct([pa.field(name, _arrow(of)) for name, of in kind.items()])
    match kind["_type"]:
        case "List":
            return pa.list_(_arrow(kind["feature"]))
        case "Image":
            return pa.struct([pa.field("bytes", pa.binary()), pa.field("path", pa.string())])
    return {"string": pa.string(), "int64": pa.int64(), "bool": pa.bool_()}.get(kind["dtype"], pa.float64())
