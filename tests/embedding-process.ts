import { startEmbeddedPostgres } from "#services/platform/embedded-postgres";

/** Owns an embedded PostgreSQL until its input ends; prints the address. */
const server = await startEmbeddedPostgres({
  dataDir: process.env.DATA_DIR ?? "",
  settings: { fsync: "off" },
});
process.stdout.write(`${server.url}\n`);
process.stdin.resume().once("end", () => void server.stop().then(() => process.exit(0)));
