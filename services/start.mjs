/** `npm start`: builds what is missing or older than its sources, then runs it. `npm run ops` comes through here too. */
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
  // A shipped image holds no sources: what is built is what there is, whatever the times of its folders.
  if (!existsSync(builder)) return true;
  const sources = ["contracts", "projections", "services", "web", "package-lock.json"].map(
    (path) => `${root}${path}`,
  );
  const newest = Math.max(0, ...sources.filter((path) => existsSync(path)).map(newestBelow));
  return statSync(built).mtimeMs >= newest;
}

if (!isUpToDate()) {
  process.stderr.write("화면과 서버를 빌드하고 있어요…\n");
  // In a process of its own: Vite sets NODE_ENV to production for all that follows it.
  const { status } = spawnSync(process.execPath, [builder], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
await import(`../dist/server/${name}.js`);
