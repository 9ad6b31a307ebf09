# docker build -t arena-post .
# docker run -d --restart on-failure --env-file .env -e ARENA_DB=/data/arena.sqlite3 -v arena-post:/data arena-post
FROM python:3.11-slim

# Nobody's login: the bot owns its database and nothing else.
RUN useradd --system --no-create-home arena && install -d -o arena /data

WORKDIR /app
# With PostgreSQL: --build-arg REQUIREMENTS=requirements-postgres.txt
ARG REQUIREMENTS=requirements.txt
# The packages are a layer of their own, so that a change of code does not install them again.
COPY requirements*.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check -r "$REQUIREMENTS"
COPY . .
RUN python -m compileall -q .

USER arena
ENV ARENA_DB=/data/arena.sqlite3 PYTHONUNBUFFERED=1
VOLUME /data
# Python heeds it from its first moment on, SIGTERM only when bot.py runs: process 1 of a container has no default.
STOPSIGNAL SIGINT
ENTRYPOINT ["python", "bot.py"]
