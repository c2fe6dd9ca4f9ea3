FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What the client is built with.
ARG VITE_GUIDE_URL
RUN npm run build && npm prune --omit=dev \
  # Neither source maps nor declarations are read at run time.
  && find node_modules '(' -name '*.map' -o -name '*.d.*ts' ')' -delete

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production PORT=3000
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/services/start.mjs ./services/start.mjs
# Where docker-compose.yml keeps backups: its volume begins with this owner.
RUN install -d -o node -g node -m 700 /backups
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "services/start.mjs"]
