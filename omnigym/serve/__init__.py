"""Environments over a socket: `omnigym serve`, and `connect` and `connect_vec` for its clients.

`omnigym.serve.session` is the layer that all transports share; `omnigym.serve.native` is the transport of `connect`.
"""

from __future__ import annotations

from omnigym.serve.client import RemoteEnv, RemoteVectorEnv, connect, connect_vec

__all__ = ["RemoteEnv", "RemoteVectorEnv", "connect", "connect_vec"]
