# Parley as an image: the release on a small Debian. docs/operating/image.md says how to run it.
# For the build: Node 20 or later and npm. Beneath Parley: the GNU C and C++ libraries and useradd.
ARG BUILD_BASE=docker.io/library/node:24-bookworm-slim
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /build
# What the lockfile names is installed again only when the lockfile changes.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY console/package.json console/
COPY simulator/package.json simulator/
COPY widget/package.json widget/
COPY sdk/package.json sdk/
COPY test/package.json test/
RUN npm ci --include=dev --include=optional --loglevel=error
COPY . .
RUN npm run release -- --folder /parley

FROM ${BASE}
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin parley \
 && install --directory --owner=parley --group=parley --mode=0700 /data
COPY --from=build /parley /opt/parley
COPY --from=build /build/deploy/image/healthcheck.mjs /opt/parley/
USER parley
# Loopback inside a container reaches nobody.
ENV HOST=0.0.0.0 PORT=3003 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/parley
VOLUME /data
EXPOSE 3003
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30m CMD ["/opt/parley/bin/node", "/opt/parley/healthcheck.mjs"]
ENTRYPOINT ["/opt/parley/parley"]
CMD ["start"]
