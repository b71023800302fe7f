"""Web applications as sites. Each module runs in a process of its own (`omnigym.devices.chromium.serving.child`).

``prepare(folder)`` makes the application's data as every episode begins with; ``load(folder)`` returns it, as a WSGI
application that works on such data; ``forget()``, if there is one, drops what it remembers of them.
"""
