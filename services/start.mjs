/** `npm start`: builds missing or outdated files, then runs them. `npm run ops` uses this as well. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const builder = `${root}services/build.mjs`;
const [name = "run"] = process.argv[2] === "ops" ? process.argv.splice(2, 1) : [];

function newestBelow(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((entry) => newestBelow(`${path}/${entry}`)));
}

function isUpToDate() {
  const built = `${root}dist/built`;
  if (!existsSync(built)) return false;
  // A container image has no sources: the build is used, whatever the times of its folders.
  if (!existsSync(builder)) return true;
  const sources = ["contracts", "projections", "services", "web", "package-lock.json"].map(
    (path) => `${root}${path}`,
  );
  const newest = Math.max(0, ...sources.filter((path) => existsSync(path)).map(newestBelow));
  return statSync(built).mtimeMs >= newest;
}

if (!isUpToDate()) {
  process.stderr.write("화면과 서버를 빌드하고 있어요…\n");
  // In a separate process, because Vite sets NODE_ENV to production.
  const { status } = spawnSync(process.execPath, [builder], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
await import(`../dist/server/${name}.js`);
