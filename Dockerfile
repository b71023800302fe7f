# omnigym in a container.
#
#   docker build -t omnigym .                        the simulated devices: no display, no root, no system package
#   docker build -t omnigym:x11 --target x11 .       the real X desktop, its applications and the browser, too
#   docker run --rm omnigym                          prints what the container can run
#   docker run --rm omnigym omnigym tasks list --tasks "suite:one-node app:word"

FROM python:3.12-slim-bookworm AS base
ENV PIP_NO_CACHE_DIR=1 PYTHONUNBUFFERED=1
WORKDIR /src
COPY pyproject.toml setup.cfg constraints.txt MANIFEST.in README.md CHANGELOG.md LICENSE NOTICE ./
COPY data ./data
COPY omnigym ./omnigym
RUN useradd --create-home --uid 1000 agent

# The desktop's sandbox (bubblewrap) needs user namespaces, which Docker's default profile forbids. Without them the
# desktop runs as plain processes, and says so; `--security-opt seccomp=unconfined --security-opt apparmor=unconfined`
# allows the sandbox. Agents that are not trusted need it: docs/linux.md, X11Config(sandbox="require").
FROM base AS x11
COPY scripts/system_packages.sh /tmp/system_packages.sh
RUN bash /tmp/system_packages.sh && rm -rf /var/lib/apt/lists/* /tmp/system_packages.sh
RUN pip install --constraint constraints.txt ./data '.[x11,web,record,play]'
USER agent
WORKDIR /home/agent
CMD ["omnigym", "doctor"]

# The last stage is what `docker build .` makes.
FROM base AS core
RUN pip install --constraint constraints.txt ./data .
USER agent
WORKDIR /home/agent
CMD ["omnigym", "doctor"]
