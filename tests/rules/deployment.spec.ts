import { execFile, execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import type pg from "pg";
import { Registry } from "prom-client";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { registerGauges } from "#services/app/gauges";
import { type HealthSources, operations } from "#services/app/health";
import { operate } from "#services/ops/operate";
import { readConfig, settingNames } from "#services/platform/config";
import { applicationRole, applicationRoleSql } from "#services/platform/embedded-postgres/application-role";
import { closingMs, listen } from "#services/platform/http/server";
import { createMetrics } from "#services/platform/metrics";

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly args: Readonly<Record<string, string>> };
  readonly init?: boolean;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly mem_limit?: string;
  readonly security_opt?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly pull_policy?: string;
  readonly stop_grace_period?: string;
  readonly logging?: { readonly driver: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly secrets?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly healthcheck?: { readonly test: readonly string[]; readonly start_period?: string };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly configs: Readonly<Record<"caddyfile" | "application_role", { readonly content: string }>>;
}

const fileOf = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");
const [composeText, example, dockerfile, settings, ignored] = (await Promise.all(
  ["docker-compose.yml", ".env.example", "Dockerfile", "docs/operations/settings.md", ".dockerignore"].map(
    fileOf,
  ),
)) as [string, string, string, string, string];
const compose = parse(composeText, { merge: true }) as Compose;
const ours = Object.entries(compose.services).filter(([, { env_file }]) => env_file === ".env");
/** Services that serve; the other services of the product run a command. */
const servers = ours.filter(([, { command }]) => command === undefined);
const builds = ours.flatMap(([, { build }]) => build ?? []);
const proxy = compose.configs.caddyfile.content;

const exampleNames = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] as string);
const interpolated = new Set(
  [...composeText.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map((match) => match[1] as string),
);

/** Values that an operator enters for the empty ones of the example. */
const filledIn = {
  PUBLIC_URL: "https://algomoim.example",
  SECRET_KEY: "0123456789abcdef0123456789abcdef",
  OIDC_ISSUER: "https://kauth.kakao.com",
  OIDC_CLIENT_ID: "id",
};

const secrets = mkdtempSync(join(tmpdir(), "algomoim-secrets-"));
afterAll(() => rmSync(secrets, { recursive: true }));
for (const [name, text] of [
  ["secret_key", filledIn.SECRET_KEY],
  ["database_password", "a secret"],
  ["secret_key_previous", ""],
  ["oidc_client_secret", ""],
] as const)
  writeFileSync(join(secrets, name), text);

/** The configuration of the server in a container, from settings and secrets of the composition. */
function configOf({ environment = {}, secrets: given = [] }: Service) {
  const read = Object.entries(environment).map(([name, value]) => {
    const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
    if (secret) expect(given).toContain(secret);
    return [name, secret ? join(secrets, secret) : value];
  });
  return readConfig({ ...filledIn, SECRET_KEY: "", ...Object.fromEntries(read) });
}

async function whileHealthy<T>(
  use: (port: number) => Promise<T>,
  changed: Partial<HealthSources> = {},
): Promise<T> {
  const app = express();
  app.use(
    operations({
      pool: { query: async () => ({ rows: [] }) } as unknown as pg.Pool,
      checkEventStore: async () => {},
      isLogBehind: async () => false,
      isOpen: () => true,
      projector: () => "off",
      readModels: async () => [],
      reactors: () => [],
      behind: () => undefined,
      isDemoDue: () => false,
      loginProvider: async () => undefined,
      pictures: async () => undefined,
      notifications: async () => ({}),
      clocks: async () => [],
      metrics: new Registry(),
      ...changed,
    }),
  );
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  try {
    return await use(port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

const healthOf = (path: string, changed?: Partial<HealthSources>) =>
  whileHealthy(async (port) => (await fetch(`http://127.0.0.1:${port}${path}`)).status, changed);

describe(".env.example", () => {
  it("names every setting of the server and of docker-compose.yml, and no other", () => {
    expect([...exampleNames].sort()).toEqual([...new Set([...settingNames, ...interpolated])].sort());
  });

  it("explains each, as docs/operations/settings.md does", () => {
    for (const name of settingNames) {
      expect(settings, name).toContain(`\`${name}\``);
      const before = example.slice(0, example.search(new RegExp(`^${name}=`, "m"))).trimEnd();
      const lastLine = before.slice(before.lastIndexOf("\n") + 1);
      expect(lastLine, name).toMatch(/^#|^[A-Z_]+=/);
    }
  });

  it("is accepted by the server once it is filled in", () => {
    const given = Object.fromEntries(
      [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [match[1], match[2]]),
    );
    expect(() => readConfig({ ...given, ...filledIn, NODE_ENV: "production" })).not.toThrow();
    expect(() => readConfig({ ...given, NODE_ENV: "production" })).toThrow("SECRET_KEY");
  });
});

describe("docker-compose.yml", () => {
  it("runs two processes for users and a projector, with settings that the server accepts", () => {
    const roles = servers.map(([, service]) => {
      for (const name of Object.keys(service.environment ?? {}))
        expect(settingNames, name).toContain(name.replace(/_FILE$/, ""));
      return configOf(service).role;
    });
    expect(roles.sort()).toEqual(["api", "api", "projector"]);
  });

  it("checks the server's health at its path and port", async () => {
    for (const [name, { environment = {}, healthcheck }] of servers) {
      const url = /fetch\('http:\/\/127\.0\.0\.1:(\d+)([^']*)'/.exec(healthcheck?.test.join(" ") ?? "");
      expect(url?.[1], name).toBe(environment.PORT);
      expect(await healthOf(url?.[2] as string), name).toBe(200);
    }
  });

  it("routes the public to each process, but not to operator endpoints", async () => {
    const targets = /reverse_proxy (.+) \{/.exec(proxy)?.[1]?.split(" ") ?? [];
    const people = servers.filter(([, { environment }]) => environment?.ROLE === "api");
    expect(targets).toEqual(people.map(([name, { environment }]) => `${name}:${environment?.PORT}`));
    // A process without its database serves pages and answers for itself; only one that closes gets no requests.
    const asked = /health_uri (\S+)/.exec(proxy)?.[1] as string;
    const broken = { pool: { query: () => Promise.reject(new Error("no database")) } as unknown as pg.Pool };
    expect([await healthOf(asked, broken), await healthOf("/health/ready", broken)]).toEqual([200, 503]);
    expect(await healthOf(asked, { isOpen: () => false })).toBe(503);
    for (const path of ["/metrics", "/health"])
      expect(proxy).toMatch(new RegExp(`@inner path .*${path} ${path}/\\*.*\\s+respond @inner 404`));
  });

  it("checks each process for a file of another release", () => {
    const people = servers.filter(([, { environment }]) => environment?.ROLE === "api");
    const [first, second, ...more] = people.map(([name, { environment }]) => `${name}:${environment?.PORT}`);
    expect(more).toEqual([]);
    const [, assets] = proxy.split(`reverse_proxy /assets/* ${first} ${second} {`);
    expect(assets).toMatch(/lb_policy first\s+@missing status 404\s+handle_response @missing \{/);
    expect(assets).toContain(`\t\t\treverse_proxy ${second}\n`);
  });

  it("waits only for services with health checks, and keeps data in declared volumes", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(compose.services[other]?.healthcheck, `${name} waits for ${other}`).toBeDefined();
      for (const volume of service.volumes ?? [])
        expect(compose.volumes, name).toHaveProperty(volume.slice(0, volume.indexOf(":")));
    }
  });

  it("builds one image for all processes of the product, and each can be stopped at any time", () => {
    expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1);
    expect(builds.map(({ context }) => context)).toEqual(["."]);
    for (const [name, { init }] of ours) expect(init, name).toBe(true);
  });

  it("lets a process serve until the proxy has noticed its end, and complete requests in progress", () => {
    const secondsOf = (name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(proxy)?.[1]);
    const lookMs = 1000 * (secondsOf("health_interval") + secondsOf("health_timeout"));
    for (const [name, service] of ours) {
      const { stop_grace_period = "" } = service;
      const drainMs = 1000 * configOf(service).drainSeconds;
      expect(drainMs, name).toBeGreaterThan(lookMs);
      expect(1000 * Number.parseInt(stop_grace_period, 10), name).toBeGreaterThan(
        drainMs + closingMs + 10_000,
      );
    }
  });

  it("logs no address and no header, which may contain a token, of requests that no process answers", () => {
    const { fields } = /format filter \{\s+fields \{\s+(?<fields>[^}]+?)\s+\}/.exec(proxy)?.groups ?? {};
    expect(fields?.split(/\n\s*/)).toEqual(["request>uri delete", "request>headers delete"]);
    // An access log of a site would have a format of its own.
    expect(proxy.match(/^\s*log\b/gm)).toHaveLength(1);
  });

  it("is served by processes that keep idle connections longer than the proxy does", async () => {
    const idleInCaddyMs = 120_000;
    const server = await listen({ port: 0, host: "127.0.0.1" });
    expect(server.keepAliveTimeout).toBeGreaterThan(idleInCaddyMs);
    server.close();
  });

  it("counts the database as healthy once it is reachable in the server's way", () => {
    expect(compose.services.postgres?.healthcheck?.test.join(" ")).toContain("pg_isready -h 127.0.0.1");
  });

  it("gives the superuser's password only to the database, and reads every secret from a file", () => {
    const { postgres } = compose.services;
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.secrets?.includes("postgres_password") ?? false, name).toBe(service === postgres);
      for (const setting of Object.keys(service.environment ?? {}))
        expect(setting, name).not.toMatch(/(PASSWORD|SECRET|SECRET_KEY|SECRET_KEY_PREVIOUS)$/);
    }
    for (const [name, service] of ours) {
      const { databaseUrl, secretKey } = configOf(service);
      expect([new URL(databaseUrl ?? "").username, secretKey], name).toEqual([
        applicationRole,
        filledIn.SECRET_KEY,
      ]);
      expect(new URL(databaseUrl ?? "").username).not.toBe(postgres?.environment?.POSTGRES_USER);
    }
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`secrets/${name}`);
    expect(ignored.split("\n")).toContain("secrets");
    expect(postgres?.environment?.POSTGRES_PASSWORD_FILE).toBe("/run/secrets/postgres_password");
  });

  it("creates the application's role with the statements of the embedded server", () => {
    const { configs, secrets: given } = compose.services.postgres as Service;
    expect(configs).toEqual([
      {
        source: "application_role",
        target: "/docker-entrypoint-initdb.d/application-role.sh",
      },
    ]);
    expect(given).toContain("database_password");
    const script = compose.configs.application_role.content.replaceAll("$$", "$");
    expect(script).toContain(applicationRoleSql);
    // The statements' surroundings, which a shell and psql read.
    expect(script.replace(applicationRoleSql, "\n").split("\n")).toEqual([
      `psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --quiet <<'SQL'`,
      "\\set password `cat /run/secrets/database_password`",
      "SELECT set_config('algomoim.password', :'password', false) \\g /dev/null",
      "SQL",
      "",
    ]);
  });

  it("keeps backups by an existing command, in a folder that the program may write", async () => {
    const [, { command = [], volumes }] = ours.find(([name]) => name === "backup") as [string, Service];
    const words = command.slice(command.indexOf("ops") + 1);
    const usual = words.map((word) => word.replace(/^\$\{\w+:-(\w+)\}$/, "$1"));
    // The command line is valid. With a log elsewhere it says so and waits for its end, because a container that ends
    // is started again for ever.
    const env = { NODE_ENV: "test", EVENT_STORE: "eventstoredb", EVENTSTORE_URL: "esdb://nowhere" };
    const ending = new AbortController();
    let said = "";
    const write = (text: string) => (said += text);
    const around = { env, out: { write }, err: { write }, signal: ending.signal };
    const ended = operate(usual, around);
    await expect.poll(() => said).toContain("EventStoreDB");
    ending.abort();
    expect(await ended).toBe(0);
    expect(volumes).toEqual([`backups:${words[2]}`]);
    expect(dockerfile).toContain(`install -d -o node -g node -m 700 ${words[2]}`);
  });

  // The check uses Debian's `stat` and `date`, as in the image.
  it.skipIf(process.platform !== "linux")(
    "counts the backups as healthy while the last one, or the empty volume, is younger than 30 hours",
    () => {
      const volume = mkdtempSync(join(tmpdir(), "algomoim-backups-"));
      const script = compose.services.backup?.healthcheck?.test.at(-1)?.replaceAll("$$", "$") as string;
      const isHealthy = (hoursLater: number, env = {}) => {
        const later = script
          .replaceAll("/backups", volume)
          .replace("date +%s", `date +%s --date '${hoursLater} hours'`);
        return spawnSync("sh", ["-c", later], { env: { ...process.env, ...env } }).status === 0;
      };
      expect([isHealthy(0), isHealthy(29), isHealthy(31)]).toEqual([true, true, false]);
      // After a pause of the whole system the overdue backup has this time before the container counts as unhealthy.
      expect(compose.services.backup?.healthcheck?.start_period).toBe("1h");
      expect(isHealthy(31, { EVENT_STORE: "eventstoredb" })).toBe(true);
      const backup = join(volume, "2026-11-26T032000Z");
      mkdirSync(backup);
      mkdirSync(join(volume, "2026-11-26T042000Z.7.partial"));
      const hoursAgo = (hours: number) => Date.now() / 1000 - hours * 3600;
      utimesSync(backup, hoursAgo(29), hoursAgo(29));
      expect(isHealthy(0)).toBe(true);
      utimesSync(backup, hoursAgo(31), hoursAgo(31));
      expect(isHealthy(0)).toBe(false);
      mkdirSync(join(volume, "2026-11-27T032000Z"));
      expect(isHealthy(0)).toBe(true);
      rmSync(volume, { recursive: true });
    },
  );

  it("gives every container only the rights that it names, from an image of exactly one version", () => {
    const exact = /^(?:[\w./-]+:\d+\.\d+\.\d+(?:-[\w-]+)?|postgres:\d+\.\d+-\w+)$|@sha256:[0-9a-f]{64}$/;
    for (const [name, { image, build, ...service }] of Object.entries(compose.services)) {
      expect({ name, rights: service.security_opt, dropped: service.cap_drop }).toEqual({
        name,
        rights: ["no-new-privileges:true"],
        dropped: ["ALL"],
      });
      expect(service.cap_add, name).toEqual(name === "proxy" ? ["NET_BIND_SERVICE"] : undefined);
      if (image !== "algomoim") expect(image, name).toMatch(exact);
      // No registry has the product's own image, and whoever takes its name there must not be trusted.
      else expect(service.pull_policy, name).toBe("never");
    }
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(exact);
  });

  it("limits the memory of every container, and fits PostgreSQL's settings to its own", () => {
    for (const [name, { mem_limit }] of Object.entries(compose.services))
      expect(mem_limit, name).toBeDefined();
    const { entrypoint = [], mem_limit, environment } = compose.services.postgres as Service;
    expect(mem_limit).toBe(`${environment?.MEMORY_MB}m`);
    const script = entrypoint[2]?.replaceAll("$$", "$").replace("exec docker-entrypoint.sh", "echo") ?? "";
    const said = execFileSync("sh", ["-c", script], {
      env: { ...process.env, MEMORY_MB: "4096" },
      encoding: "utf8",
    });
    expect(said).toContain("-c shared_buffers=1024MB -c effective_cache_size=3072MB");
    expect(said).toContain("-c maintenance_work_mem=256MB -c work_mem=16MB");
  });

  it("limits the size of every container's log", () => {
    for (const [name, { logging }] of Object.entries(compose.services))
      expect(logging?.driver, name).toBe("local");
  });

  it("contains the proxy's configuration as its own formatter writes it", () => {
    for (const line of proxy.split("\n")) expect(line).toMatch(/^\t*\S|^$/);
  });
});

describe("Dockerfile", () => {
  it("uses no secrets during the build", () => {
    expect(ignored.split("\n")).toContain(".env");
  });

  it("passes every build-time setting of docs/operations/settings.md to the build", () => {
    const named = [...new Set(settings.match(/\bVITE_[A-Z_]+/g))];
    expect(named.length).toBeGreaterThan(0);
    expect([...dockerfile.matchAll(/^ARG (\S+)$/gm)].map(([, name]) => name)).toEqual(named);
    expect(dockerfile.search(/^ARG /m)).toBeLessThan(dockerfile.indexOf("npm run build"));
    expect(builds.map(({ args }) => args)).toEqual([
      Object.fromEntries(named.map((name) => [name, `\${${name}:-}`])),
    ]);
  });

  it("exposes the server's default port", () => {
    const port = /\bPORT=(\d+)/.exec(dockerfile)?.[1];
    expect(Number(port)).toBe(readConfig({}).port);
    expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  });

  it("checks health at whatever port is set", async () => {
    const script = /HEALTHCHECK [\s\S]*?CMD node -e "([^"]+)"/.exec(dockerfile)?.[1] as string;
    const isHealthy = (port: number) =>
      new Promise((resolve) => {
        execFile(process.execPath, ["-e", script], { env: { PORT: String(port) } }, (error) =>
          resolve(!error),
        );
      });
    await whileHealthy(async (port) => expect(await isHealthy(port)).toBe(true));
    const sick = createServer((_, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
    await once(sick, "listening");
    expect(await isHealthy((sick.address() as AddressInfo).port)).toBe(false);
    sick.close();
  });
});

describe("the Grafana dashboard", () => {
  it("queries only existing metrics, and all of the product's", async () => {
    const dashboard = await fileOf("docs/operations/grafana-dashboard.json");
    const asked = [...dashboard.matchAll(/\b(?:algomoim|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ""),
    );
    const { registry } = createMetrics();
    registerGauges(registry, {} as Parameters<typeof registerGauges>[1]);
    const ours = registry.getMetricsAsArray().map(({ name }) => name);
    expect(ours).toEqual(expect.arrayContaining(asked));
    for (const name of ours.filter(
      (one) => one.startsWith("algomoim_") && one !== "algomoim_document_updates_total",
    ))
      expect(asked, name).toContain(name);
  });
});
