# One image for the API server and for the workers: the command tells which.

FROM python:3.11-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/alphacut
ENV PATH=/opt/alphacut/bin:$PATH

WORKDIR /src
COPY requirements.lock ./
RUN pip install --require-hashes --only-binary :all: --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY arrangements arrangements
COPY solver solver
COPY jobs jobs
COPY service service
RUN pip install --no-deps --no-build-isolation .


FROM python:3.11-slim

RUN useradd --uid 10001 --create-home alphacut \
    && install --directory --owner alphacut --group alphacut /data
COPY --from=build /opt/alphacut /opt/alphacut

ENV PATH=/opt/alphacut/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    ALPHACUT_DATABASE_URL=sqlite:////data/alphacut.sqlite3
USER 10001
WORKDIR /home/alphacut
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["alphacut", "serve", "--host", "0.0.0.0", "--port", "8000"]
