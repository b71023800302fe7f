"""Setup steps: how the world is made before an episode starts, as plain data.

A step is a dataclass that says itself what it needs of a device, what its values may be, and how it is done.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, ClassVar, TypeAlias, get_args

from pydantic import TypeAdapter, ValidationError

from omnigym.devices.protocol import ClipboardContent, Device
from omnigym.errors import ConfigError, MissingDependencyError, TaskFileError, UnknownNameError
from omnigym.foreign import read_json, shown
from omnigym.foreign.limits import MAX_CLIPBOARD_FILES
from omnigym.pictures import SCENES, scene_file
from omnigym.tasks.contents import file_of, problem_with
from omnigym.tasks.templates import fill
from omnigym.tasks.values import TEMPLATE, Bytes, Cell, Columns, FilePath, Name, Opened, Text

__all__ = [
    "AddRow",
    "Launch",
    "MakeDir",
    "SetClipboard",
    "SetSetting",
    "SetupStep",
    "WriteFile",
    "apply_setup",
    "check_step",
    "fill_step",
    "needed_by",
    "step_from_json",
    "step_to_json",
]


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Create or replace a file.

    Attributes:
        path: A portable path, may be a template.
        content: Text, a template, written as UTF-8 or, to a path that ends with .docx, as a document of one
            paragraph a line, or to one that ends with .xlsx, as the workbook that it is as comma-separated values, or
            to a path of a picture, as the one of `omnigym.pictures.SCENES` that it names, or to one that ends with
            .pdf, with a page for each part between form feeds, or to one that ends with .wav, as a tone of that many
            seconds, or to one that ends with .pptx, as slides with an empty line between them, the first line of each
            its title; or bytes as they are.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    content: Text | Bytes = ""

    def problem(self) -> tuple[str, str]:
        """What does not fit: of which field, and what; empty where all does."""
        return "content", problem_with(self.path, self.content)

    def apply(self, device: Any) -> None:
        """Do it."""
        content = self.content
        device.write_file(self.path, content if isinstance(content, bytes) else file_of(self.path, content))


@dataclass(frozen=True, slots=True)
class MakeDir:
    """Create a directory, and those above it."""

    needs: ClassVar[str] = "files"

    path: FilePath

    def problem(self) -> tuple[str, str]:
        """Nothing more than its path."""
        return "", ""

    def apply(self, device: Any) -> None:
        """Do it."""
        device.make_dir(self.path)


@dataclass(frozen=True, slots=True)
class Launch:
    """Start an app, maybe with a file, a directory or an address."""

    needs: ClassVar[str] = "apps"

    app: Name
    path: Opened | None = None

    def problem(self) -> tuple[str, str]:
        """Nothing more than its values: which apps there are, the device knows."""
        return "", ""

    def apply(self, device: Any) -> None:
        """Do it."""
        device.launch(self.app, self.path)


@dataclass(frozen=True, slots=True)
class SetClipboard:
    """Put text, files or a picture on the clipboard; ``image`` is the name of a scene of `omnigym.pictures`."""

    needs: ClassVar[str] = "clipboard"

    text: Text = ""
    files: tuple[FilePath, ...] = ()
    image: str = ""

    def problem(self) -> tuple[str, str]:
        """A picture that does not exist, or too many files."""
        if len(self.files) > MAX_CLIPBOARD_FILES:
            return "files", f"at most {MAX_CLIPBOARD_FILES} files are on the clipboard, got {len(self.files):,}"
        unknown = self.image and self.image not in SCENES
        return "image", str(UnknownNameError("picture", self.image[:80], SCENES)) if unknown else ""

    def apply(self, device: Any) -> None:
        """Do it."""
        files = tuple(device.native_path(f) for f in self.files)
        image = scene_file(self.image, "clipboard.png") if self.image else b""
        device.set_clipboard(ClipboardContent(text=self.text, files=files, image=image))


@dataclass(frozen=True, slots=True)
class SetSetting:
    """Change a setting."""

    needs: ClassVar[str] = "settings"

    key: Name
    value: Text

    def problem(self) -> tuple[str, str]:
        """Nothing more than its values: which settings there are, the device knows."""
        return "", ""

    def apply(self, device: Any) -> None:
        """Do it."""
        device.set_setting(self.key, self.value)


@dataclass(frozen=True, slots=True)
class AddRow:
    """Add a row to a table that an app of the simulated phone keeps: a file ``{"rows": [...]}`` in JSON.

    Attributes:
        path: Of the file.
        columns: Names; the row gets a new "id" besides.
        values: One for each column; may be templates.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    columns: Columns
    values: tuple[Cell, ...]

    def problem(self) -> tuple[str, str]:
        """Columns and values that do not match."""
        if len(set(self.columns)) < len(self.columns) or "id" in self.columns:
            return "columns", f"columns have different names, none of them 'id', got {shown(self.columns)}"
        if len(self.columns) != len(self.values):
            return "values", f"there is a value for each of {len(self.columns)} columns, got {len(self.values)}"
        return "", ""

    def apply(self, device: Any) -> None:
        """Do it.

        Raises:
            TaskFileError: The file is no table, or one of other columns.
        """
        try:
            content = device.read_file(self.path)
        except FileNotFoundError:
            content = b'{"rows": []}'
        rows, largest = self._rows(content)
        rows.append({"id": largest + 1, **dict(zip(self.columns, self.values, strict=True))})
        device.write_file(
            self.path, json.dumps({**read_json(content), "rows": rows}, ensure_ascii=False, indent=1).encode()
        )

    def _rows(self, content: bytes) -> tuple[list[Any], int]:
        """The rows, and the largest of their ids."""
        try:
            rows = read_json(content)["rows"]
            largest = max([r["id"] for r in rows], default=0)
            known = {name for r in rows for name in r}
            if not isinstance(rows, list) or type(largest) is not int:
                raise TypeError("ids are whole numbers")
        except (ValueError, LookupError, TypeError) as e:
            raise TaskFileError(
                f'AddRow: {self.path!r} is no table: {e!r}. Expected a file of the form {{"rows": [{{"id": 1, ...}}]}}.'
            ) from None
        strange = next((c for c in self.columns if known and c not in known), None)
        if strange is not None:
            raise TaskFileError(f"AddRow, {self.path!r}: {UnknownNameError('column', strange, known - {'id'})}")
        return rows, largest


SetupStep: TypeAlias = WriteFile | MakeDir | Launch | SetClipboard | SetSetting | AddRow

_BY_NAME: Mapping[str, type[Any]] = {cls.__name__: cls for cls in get_args(SetupStep)}
#: So much of a step is shown in an error; its content may be a whole file.
_SHOWN = 200


def needed_by(step: SetupStep) -> str:
    """The capability that a device needs for a step."""
    return step.needs


def fill_step(step: SetupStep, parameters: Mapping[str, Any]) -> SetupStep:
    """The step with its templates filled."""
    values = {f.name: _frozen(fill(getattr(step, f.name), parameters)) for f in fields(step)}
    filled: SetupStep = type(step)(**values)
    return filled


def apply_setup(device: Device, steps: Iterable[SetupStep]) -> None:
    """Do the steps, in order.

    Raises:
        TaskFileError: A step cannot be done: there is no such application, picture or setting, a table has other
            columns, a file is in the way of a directory.
        DeviceError: The device failed.
        TaskFileError: A step does not fit what is on the device.
    """
    for step in steps:
        try:
            step.apply(device)
        except (MissingDependencyError, TaskFileError):
            raise  # they say what to do
        except ConfigError as e:
            raise _unusable(step, e) from e


def _unusable(step: SetupStep, error: Exception) -> TaskFileError:
    text = repr(step)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return TaskFileError(f"The setup step {text} cannot be done: {error} Correct the task.")


@cache
def _adapters(name: str) -> Mapping[str, TypeAdapter[Any]]:
    cls = _BY_NAME[name]
    hints = typing.get_type_hints(cls, include_extras=True)
    return {f.name: TypeAdapter(hints[f.name]) for f in fields(cls)}


def check_step(step: SetupStep, place: str, *, template: bool = False) -> None:
    """See that the values of a step are of their types and within their limits.

    Args:
        step: The step.
        place: Where it stands, for the message.
        template: Whether its templates are not filled yet; then only what holds no name in braces can be judged.

    Raises:
        TaskFileError: A value is wrong; says which one, what was expected and what came.
    """
    for name, adapter in _adapters(type(step).__name__).items():
        value = getattr(step, name)
        try:
            adapter.validate_python(value, strict=True, context=TEMPLATE if template else None)
        except ValidationError as e:
            said = e.errors(include_url=False, include_input=False)[0]["msg"]
            raise TaskFileError(_wrong(place, step, name, f"{said}, got {shown(value)}")) from None
    if not template:
        name, said = step.problem()
        if said:
            raise TaskFileError(_wrong(place, step, name, said))


def _wrong(place: str, step: SetupStep, name: str, said: str) -> str:
    return f"{place}.{name}: {said.rstrip('.')}. Change this value of the {type(step).__name__} step."


def step_to_json(step: SetupStep) -> dict[str, Any]:
    """A plain JSON value: the class name under ``"type"``, then the fields; bytes are hexadecimal."""
    out: dict[str, Any] = {"type": type(step).__name__}
    for f in fields(step):
        value = getattr(step, f.name)
        if isinstance(value, bytes):
            out["hex"] = value.hex()
        else:
            out[f.name] = list(value) if isinstance(value, tuple) else value
    return out


def step_from_json(data: Mapping[str, Any], place: str = "step") -> SetupStep:
    """The step that `step_to_json` wrote.

    Args:
        data: The JSON value.
        place: Where it stands in the file, for messages.

    Raises:
        TaskFileError: The type is unknown or a field is wrong.
    """
    values = {name: _frozen(value) for name, value in data.items()}
    kind = values.pop("type", None)
    cls = _BY_NAME.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise TaskFileError(f"{place}.type: {UnknownNameError('setup step', str(kind)[:80], _BY_NAME)}")
    names = [f.name for f in fields(cls)]
    if cls is WriteFile and "hex" in values:
        if "content" in values:
            raise TaskFileError(f"{place}: a file has a 'content' or a 'hex', got both. Remove one.")
        values["content"] = _of_hex(values.pop("hex"), place)
    for name in values:
        if name not in names:
            raise TaskFileError(
                f"{place}: {UnknownNameError('field', name[:80], names)} Its fields are: {', '.join(names)}."
            )
    for f in fields(cls):
        if f.default is MISSING and f.name not in values:
            raise TaskFileError(f"{place}.{f.name}: this field is missing. Add it. Its fields are: {', '.join(names)}.")
    step: SetupStep = cls(**values)
    check_step(step, place, template=True)
    return step


def _frozen(value: Any) -> Any:
    """Lists as tuples, however deep: steps are values that can be hashed."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _of_hex(value: object, place: str) -> bytes:
    try:
        return bytes.fromhex(value if isinstance(value, str) else "?")
    except ValueError:
        raise TaskFileError(
            f"{place}.hex: expected bytes as hexadecimal digits, got {shown(value)}. Change it."
        ) from None
