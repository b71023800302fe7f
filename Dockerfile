# omnigym in a container: docs/containers.md.
#
#   docker build -t omnigym .                        core: the simulated devices, with serve and mcp; no system package
#   docker build -t omnigym:train --target train .   PyTorch and Stable-Baselines3, too
#   docker build -t omnigym:x11 --target x11 .       the real X desktop, its applications and the browser, too
#   docker run --rm omnigym                          prints what the container can run
#   docker run --rm omnigym omnigym tasks list --tasks "suite:one-node app:word"
#
# BASE may be any Debian or Ubuntu with Python 3.11 to 3.13, whose pip installs for all users.
ARG BASE=python:3.12-slim-bookworm

FROM ${BASE} AS base
ENV PIP_NO_CACHE_DIR=1 PYTHONUNBUFFERED=1
RUN useradd --create-home --uid 1000 agent
WORKDIR /home/agent
CMD ["omnigym", "doctor"]

# No target has the sources: each installs the wheels that are made of them here.
FROM base AS wheels
WORKDIR /src
COPY pyproject.toml setup.cfg constraints.txt MANIFEST.in README.md CHANGELOG.md LICENSE NOTICE ./
COPY data ./data
COPY omnigym ./omnigym
RUN pip wheel --no-deps --wheel-dir /wheels ./data . && cp constraints.txt /wheels

# The desktop's sandbox (bubblewrap) needs user namespaces and a /proc of its own, which Docker's defaults forbid. Without
# them the desktop runs as plain processes, and says so. Agents that are not trusted need it: docs/containers.md has the
# options, docs/linux.md X11Config(sandbox="require").
FROM base AS x11
COPY scripts/system_packages.sh /tmp/system_packages.sh
RUN bash /tmp/system_packages.sh && rm -rf /var/lib/apt/lists/* /tmp/system_packages.sh
COPY --from=wheels /wheels /wheels
RUN pip install --constraint /wheels/constraints.txt /wheels/omnigym_data-*.whl \
    "$(echo /wheels/omnigym-*.whl)[x11,web,record,play,serve,mcp]"
USER 1000:1000

# The pinned torch has CUDA, which takes gigabytes; PIP_EXTRA_INDEX_URL may name an index of PyTorch's CPU builds.
FROM base AS train
ARG PIP_EXTRA_INDEX_URL=""
COPY --from=wheels /wheels /wheels
RUN pip install --constraint /wheels/constraints.txt /wheels/omnigym_data-*.whl \
    "$(echo /wheels/omnigym-*.whl)[train,tensorboard,record,serve]"
USER 1000:1000

# The last stage is what `docker build .` makes.
FROM base AS core
COPY --from=wheels /wheels /wheels
RUN pip install --constraint /wheels/constraints.txt /wheels/omnigym_data-*.whl \
    "$(echo /wheels/omnigym-*.whl)[serve,mcp]"
USER 1000:1000
