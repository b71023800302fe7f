"""The APIs of endpoints, one per module: the requests, and the parsing of responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from omnigym.agents.apis.api import Api
from omnigym.agents.apis.chat_completions import ChatCompletions
from omnigym.agents.apis.messages import Messages
from omnigym.agents.apis.responses import Responses

__all__ = ["APIS", "Api", "ChatCompletions", "Messages", "Responses"]

#: By the names of the option ``api``.
APIS: Final[Mapping[str, Api]] = {"chat": ChatCompletions(), "responses": Responses(), "messages": Messages()}
