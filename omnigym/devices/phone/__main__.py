"""``python -m omnigym.devices.phone CONFIG``: what `PhoneProcess` starts. It ends when its standard input does."""

from __future__ import annotations

import asyncio
import json
import sys

from omnigym.devices.phone.process import PhoneConfig, serve


def _started(port: int, smart_port: int) -> None:
    sys.stdout.write(json.dumps({"port": port, "smart_port": smart_port}) + "\n")
    sys.stdout.flush()


async def _main() -> None:
    values = json.loads(sys.argv[1])
    values["size"] = tuple(values["size"])
    serving = asyncio.ensure_future(serve(PhoneConfig(**values), _started))
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    parent = asyncio.ensure_future(reader.read())
    await asyncio.wait((serving, parent), return_when=asyncio.FIRST_COMPLETED)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(_main())
