"""A machine that answers over HTTP: the server that shows a device, and the device that is such a server's client."""
