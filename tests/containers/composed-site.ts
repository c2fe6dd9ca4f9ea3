import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cookieJar } from "#tests/identity/cookie-jar";
import { freePort } from "#tests/support/server-process";
import { services } from "./compose-file.ts";
import { isObtainable, missingEngine } from "./engine.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
/** The first version that supports `!override`. */
const oldestCompose = [2, 24, 4];

/** docker-compose.yml with a login provider, and its own name, ports and secrets. */
export interface ComposedSite {
  readonly origin: string;
  /**
   * Runs `docker compose …` on it.
   * @throws when it fails
   */
  compose(...args: string[]): Promise<{ stdout: string; stderr: string }>;
  /** Signs in with this name at the login provider; returns an access token. */
  signIn(name: string): Promise<string>;
  /** A value of one process's `/metrics`. */
  metric(service: string, name: string): Promise<number>;
  /** Bytes of the image of the product. */
  imageBytes(): Promise<number>;
  /** Every container with its state. */
  containers(): Promise<readonly { Service: string; State: string; Health: string; ExitCode: number }[]>;
  /** Removes everything, including volumes and image. */
  close(): Promise<void>;
}

/** Why it cannot be started here; undefined if it can. */
export async function missingForCompose(): Promise<string | undefined> {
  const missing = await missingEngine();
  if (missing) return missing;
  const said = await run("docker", ["compose", "version", "--short"]).catch(() => undefined);
  if (!said) return "there is no docker compose";
  const version = said.stdout.trim().replace(/^v/, "");
  if (isOlder(version.split(/[.-]/).map(Number))) return `docker compose ${version} is too old`;
  for (const name of await imagesNeeded())
    if (!(await isObtainable(name))) return `${name} is not here and no registry answers`;
  return undefined;
}

function isOlder(version: readonly number[]): boolean {
  const at = oldestCompose.findIndex((part, index) => part !== version[index]);
  return at >= 0 && (version[at] ?? 0) < (oldestCompose[at] as number);
}

async function imagesNeeded(): Promise<string[]> {
  const dockerfile = await readFile(join(root, "Dockerfile"), "utf8");
  const others = Object.values(services)
    .filter(({ env_file, profiles = [] }) => env_file === undefined && !profiles.includes("eventstoredb"))
    .map((service) => service.image);
  return [
    ...new Set([...others, ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name ?? "")]),
  ];
}

export async function composedSite(): Promise<ComposedSite> {
  const port = await freePort();
  const providerPort = await freePort();
  const origin = `http://localhost:${port}`;
  const scratch = await mkdtemp(join(tmpdir(), "algomoim-compose-"));
  const settings = join(scratch, "settings.env");
  const changes = join(scratch, "changes.yml");
  await writeFile(settings, settingsFor(origin, providerPort));
  const project = process.env.SITE_PROJECT ?? `algomoim-test-${port}`;
  for (const [name, text] of Object.entries(secrets)) await writeFile(join(scratch, name), text);
  await writeFile(changes, changesFor(project, port, providerPort, scratch));
  const compose: ComposedSite["compose"] = (...args) => {
    const files = ["-f", "docker-compose.yml", "-f", changes, "--env-file", settings];
    return run("docker", ["compose", "-p", project, ...files, "--profile", "oidc", ...args], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    });
  };
  return {
    origin,
    compose,
    async signIn(name) {
      const cookies = cookieJar();
      const { headers } = await cookies.fetch(`${origin}/oauth2/authorization/kakao`);
      const back = await typeName(new URL(headers.get("location") ?? ""), name);
      await cookies.fetch(back);
      const token = cookies.get("access_token");
      if (!token) throw new Error(`${name} could not sign in`);
      return token;
    },
    async metric(service, name) {
      const script = "fetch('http://127.0.0.1:3000/metrics').then(r=>r.text()).then(t=>console.log(t))";
      const { stdout } = await compose("exec", "-T", service, "node", "-e", script);
      return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(stdout)?.[1]);
    },
    async imageBytes() {
      const { stdout } = await run("docker", ["image", "inspect", "--format", "{{.Size}}", project]);
      return Number(stdout);
    },
    async containers() {
      const { stdout } = await compose("ps", "--all", "--format", "json");
      return stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    },
    async close() {
      await compose("down", "--volumes", "--timeout", "1");
      await run("docker", ["image", "rm", "--force", project]);
      await rm(scratch, { recursive: true });
    },
  };
}

const settingsFor = (origin: string, providerPort: number) => `PUBLIC_URL=${origin}
OIDC_ISSUER=http://oidc.localhost:${providerPort}/default
OIDC_CLIENT_ID=algomoim
SITE_ADDRESS=http://localhost
WRITES_PER_MINUTE=1000000
NOTIFICATIONS_PER_TEN_MINUTES=1000000
`;

const secrets = {
  postgres_password: "secret",
  database_password: "another secret",
  secret_key: "a".repeat(40),
  secret_key_previous: "",
  oidc_client_secret: "secret",
};

/** Browser and processes reach the provider by the same address, so it listens on the published port. */
const changesFor = (image: string, port: number, providerPort: number, scratch: string) => `services:
${["app-1", "app-2", "projector", "backup"].map((name) => `  ${name}: { image: ${image}, env_file: !override [${join(scratch, "settings.env")}] }\n`).join("")}
  proxy: { ports: !override ["127.0.0.1:${port}:80"] }
  oidc:
    ports: !override ["127.0.0.1:${providerPort}:${providerPort}"]
    environment: { SERVER_PORT: "${providerPort}" }
secrets:
${Object.keys(secrets)
  .map((name) => `  ${name}: { file: ${join(scratch, name)} }\n`)
  .join("")}`;

/**
 * Submits the form of the login provider; returns its redirect. Browsers resolve every name below `localhost`, Node
 * does not.
 */
function typeName(form: URL, username: string): Promise<string> {
  const sent = request({
    host: "127.0.0.1",
    port: form.port,
    path: form.pathname + form.search,
    method: "POST",
    headers: { host: form.host, "content-type": "application/x-www-form-urlencoded" },
  });
  return new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.resume();
      const { location } = response.headers;
      if (location) resolve(location);
      else reject(new Error(`the login provider answers ${response.statusCode}`));
    });
    sent.end(new URLSearchParams({ username }).toString());
  });
}
