"""A stand-in for a language model behind an OpenAI-compatible endpoint: it matches words, and needs no weights.

    python examples/stand_in_model.py --port 8000
    omnigym evaluate --agent "chat:stand-in@http://127.0.0.1:8000/v1,marks=true,tree=2000" --tasks "suite:hello level:1"

It reads the instruction and the numbered elements of the prompt, ``[7] button "Save"``. It clicks an element whose name
the instruction says, the longest name first, each once, and ends the episode when none is left. It does not look at
pictures. Replace it by a server of a real model, such as vLLM: the address stays the same.
"""

from __future__ import annotations

import argparse
import json
import re
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from omnigym.agents.model import Answer, Call, Usage
from omnigym.agents.serving import ChatServer

_ELEMENT = re.compile(r'^\s*\[(\d+)\] \w[\w ]*? "([^"\n]+)"', re.MULTILINE)
#: Letters of a token, roughly.
_LETTERS = 4


def text_of(message: Mapping[str, Any]) -> str:
    """Return the text of a message, whose content is a text or parts."""
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def answer(body: Mapping[str, Any]) -> Answer:
    """Return what the stand-in says to a request."""
    messages: Sequence[Mapping[str, Any]] = body["messages"]
    instruction, seen = text_of(messages[0]).split("\n\n")[1].lower(), text_of(messages[-1])
    calls = [json.loads(c["function"]["arguments"]) for m in messages for c in m.get("tool_calls") or ()]
    clicked = {call.get("element") for call in calls}
    named = [(name, int(number)) for number, name in _ELEMENT.findall(seen) if name.lower() in instruction]
    left = sorted(((len(name), name, number) for name, number in named if number not in clicked), reverse=True)
    usage = Usage(sum(len(text_of(m)) for m in messages) // _LETTERS, 20)
    if not left:
        return Answer("Nothing that the instruction names is left.", (Call("done", "{}"),), usage=usage)
    _, name, number = left[0]
    return Answer(f"The instruction says {name!r}.", (Call("click", json.dumps({"element": number})),), usage=usage)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8000, help="0 for a free one")
    with ChatServer(answer, port=parser.parse_args(arguments).port) as server:
        print(f"Answers at {server.url}. Ctrl-C ends it.", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
