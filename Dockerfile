# Evertold in a container. Everything is built in a stage of its own; the last one has what runs, and no more.
# It runs as a user without rights, and needs to write into /data alone: `docker run --read-only --tmpfs /tmp` will do.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# Where a web app that is served from another origin finds the API; empty when both are at the same place.
ARG API_URL=
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
# Most of them are in the built server; and Node, which a package brings elsewhere, comes with the image.
COPY --from=build /app/api/dist/packages.json package.json
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node node_modules/.bin/node
RUN mkdir data

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY package.json prisma.config.ts ./
COPY prisma prisma
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/api/dist api/dist
COPY --from=build /app/web/dist web/dist
COPY --from=packages --chown=node:node /app/data /data
USER node
VOLUME /data
EXPOSE 3000
# Whether it lives: it does while it migrates, which may take hours and must not be ended. `/readyz` says when it serves.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# V8 13 can abort the process when a worker thread is ended, on processors with protection keys.
CMD ["node", "--no-memory-protection-keys", "api/dist/main.js"]
