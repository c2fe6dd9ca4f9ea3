import { startEmbeddedPostgres } from "#services/platform/embedded-postgres/embedded-postgres";

/** Owns an embedded PostgreSQL until its input ends and prints its URL. POSTGRES_SETTINGS are JSON. */
const server = await startEmbeddedPostgres({
  dataDir: process.env.DATA_DIR ?? "",
  settings: JSON.parse(process.env.POSTGRES_SETTINGS ?? '{"fsync":"off"}'),
});
process.stdout.write(`${server.url}\n`);
process.stdin.resume().once("end", () => void server.stop().then(() => process.exit(0)));
