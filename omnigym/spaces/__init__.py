"""The Gymnasium spaces of the environment, and the codecs between their elements and omnigym's values."""

from __future__ import annotations

from omnigym.spaces.action import ACTION_TYPES, CHARSET, END_TYPES, action_space, decode_action, encode_action
from omnigym.spaces.multi_device import decode_on, encode_on, several_action_space, several_observation_space
from omnigym.spaces.observation import NODE_STATUS, observation_space
from omnigym.spaces.text import decode_text, encode_text, words
from omnigym.spaces.tree import TreeEncoder

__all__ = [
    "ACTION_TYPES",
    "CHARSET",
    "END_TYPES",
    "NODE_STATUS",
    "TreeEncoder",
    "action_space",
    "decode_action",
    "decode_on",
    "decode_text",
    "encode_action",
    "encode_on",
    "encode_text",
    "observation_space",
    "several_action_space",
    "several_observation_space",
    "words",
]
