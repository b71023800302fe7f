"""The messages of the page: one model per message, validated before use."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from omnigym.actions import Button, Modifier
from omnigym.errors import ActionError

__all__ = ["Begin", "Do", "Down", "Input", "Key", "KeyUp", "Message", "Rest", "Up", "Wheel", "parse_message"]

_Pixel: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 16)]
_Notches: TypeAlias = Annotated[float, Field(ge=-1000, le=1000)]
_Held: TypeAlias = tuple[Modifier, ...]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Down(_Message):
    """A mouse button goes down at a pixel of the desktop, ``at_ms`` milliseconds after the page was opened."""

    type: Literal["down"] = "down"
    x: _Pixel
    y: _Pixel
    button: Button = "left"
    held: _Held = ()
    at_ms: float = 0.0


class Up(_Message):
    """A mouse button comes up."""

    type: Literal["up"] = "up"
    x: _Pixel
    y: _Pixel
    button: Button = "left"
    at_ms: float = 0.0


class Rest(_Message):
    """The pointer has stopped over a pixel, with no button held."""

    type: Literal["rest"] = "rest"
    x: _Pixel
    y: _Pixel


class Wheel(_Message):
    """The wheel was turned by whole or fractional notches; positive is down and right."""

    type: Literal["wheel"] = "wheel"
    x: _Pixel
    y: _Pixel
    dx: _Notches = 0.0
    dy: _Notches = 0.0
    held: _Held = ()


class Key(_Message):
    """A key goes down: ``key`` and ``code`` are those of the browser's KeyboardEvent."""

    type: Literal["key"] = "key"
    key: str
    code: str = ""
    held: _Held = ()


class KeyUp(_Message):
    """A key comes up."""

    type: Literal["keyup"] = "keyup"
    key: str


class Do(_Message):
    """An action from one of the page's buttons, in the form of `omnigym.actions.to_json`."""

    type: Literal["do"] = "do"
    action: dict[str, object]


class Begin(_Message):
    """A new episode: of the same task, of a chosen task, or of a drawn task."""

    type: Literal["begin"] = "begin"
    which: Literal["again", "next", "task"]
    task: str = ""


Input: TypeAlias = Down | Up | Rest | Wheel | Key | KeyUp | Do
Message: TypeAlias = Input | Begin
_ADAPTER: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def parse_message(text: str) -> Message:
    """Return the message in a JSON text.

    Raises:
        ActionError: It is none.

    >>> parse_message('{"type": "rest", "x": 3, "y": 4}')
    Rest(type='rest', x=3, y=4)
    """
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as e:
        first = e.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ActionError(f"The page sent what is no message: {where or 'text'}: {first['msg']}. Reload it.") from None
