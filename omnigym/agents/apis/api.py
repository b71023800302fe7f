"""The interface of an API to an endpoint, and the parts that all APIs parse alike."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Protocol

from pydantic import BaseModel, BeforeValidator, Field, FiniteFloat

from omnigym.agents.model import Answer, PromptMessage, PromptPicture, Tool

__all__ = ["MOST_CALLS", "Api", "Count", "Logprob", "Text", "Tokens", "encode_picture", "join_texts", "media_type"]

#: The most calls of an answer that are read: far more than an agent does of one answer.
MOST_CALLS: Final = 256

#: A count of tokens. Null, which servers write for what they do not tell, is nothing.
Count = Annotated[int, Field(ge=0, le=10**12), BeforeValidator(lambda value: 0 if value is None else value)]
#: A text, or what stands for one.
Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else str(value))]
#: The ids of tokens.
Tokens = Annotated[tuple[Annotated[int, Field(ge=0, le=2**31)], ...], Field(max_length=1 << 21)]


class Logprob(BaseModel):
    """The log-probability of one token, with its text."""

    token: Text = ""
    logprob: FiniteFloat


class Api(Protocol):
    """The protocol of an endpoint.

    Attributes:
        PATH: Is added to the endpoint's base.
        OWN: Names in the body that are the agent's own, which the option ``request`` must not hold.
        ANSWER: Of what an answer is called in errors.
    """

    PATH: ClassVar[str]
    OWN: ClassVar[frozenset[str]]
    ANSWER: ClassVar[str]

    def headers(self, key: str) -> Mapping[str, str]:
        """Return the headers with the key, and the API's further headers.

        Args:
            key: The key; "" for none.
        """
        ...

    def body(self, model: str, messages: Sequence[PromptMessage], tools: Sequence[Tool]) -> dict[str, Any]:
        """Return the body of a request, without the additions of the option ``request``."""
        ...

    def read(self, data: object) -> Answer:
        """Return the answer in the body of a response, which is untrusted input.

        Raises:
            ValidationError: It is none.
        """
        ...


def media_type(picture: PromptPicture) -> str:
    """Return the media type of a picture."""
    return f"image/{picture.kind}"


def encode_picture(picture: PromptPicture) -> str:
    """Return the bytes of a picture as base64."""
    return base64.b64encode(picture.data).decode()


def join_texts(texts: Sequence[str]) -> str:
    """Return the texts of an answer as one text; "" for none."""
    return "\n".join([text for text in texts if text])
