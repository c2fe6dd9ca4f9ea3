import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { bucketLocation } from "./bucket-location.ts";
import {
  deliveryDemands,
  deliveryDemandsInProduction,
  deliveryOf,
  deliverySettings,
} from "./delivery-settings.ts";
import {
  address,
  count,
  isHttpUrl,
  isLoopback,
  number,
  oneOf,
  optional,
  seconds,
  text,
} from "./setting-types.ts";

const megabyte = 1024 * 1024;

/** Every setting by its environment variable. */
const environment = z.object({
  NODE_ENV: oneOf(["development", "test", "production"], "NODE_ENV is development, test or production"),
  PORT: number(/^\d{1,5}$/, 65_535, "PORT is a number from 0 to 65535"),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(
    z
      .string()
      .refine(isHttpUrl, {
        error: "PUBLIC_URL is the address people use, such as https://algomoim.example",
        abort: true,
      })
      .refine((text) => new URL(text).href === `${new URL(text).origin}/`, {
        error: "PUBLIC_URL has no path: scheme, host and port alone, such as https://algomoim.example",
      }),
  ),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: text(/^postgres(ql)?:\/\//, "DATABASE_URL begins with postgres://"),
  DATABASE_PASSWORD: optional(z.string()),
  EVENT_STORE: oneOf(["postgres", "eventstoredb"], "EVENT_STORE is postgres or eventstoredb"),
  EVENTSTORE_URL: text(
    /^esdb(\+discover)?:\/\/./,
    "EVENTSTORE_URL begins with esdb://, such as esdb://host:2113?tls=false",
  ),
  PICTURES: optional(bucketLocation),
  AWS_REGION: optional(z.string()),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  AWS_SESSION_TOKEN: optional(z.string()),
  SECRET_KEY: text(/^.{32}/s, "SECRET_KEY has at least 32 characters"),
  SECRET_KEY_PREVIOUS: text(/^.{32}/s, "SECRET_KEY_PREVIOUS has at least 32 characters"),
  OIDC_ISSUER: address("OIDC_ISSUER is the provider's address, such as https://kauth.kakao.com"),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  ROLE: oneOf(["all", "api", "projector"], "ROLE is all, api or projector"),
  LOG_LEVEL: oneOf(
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    "LOG_LEVEL is fatal, error, warn, info, debug, trace or silent",
  ),
  DRAIN_SECONDS: number(/^\d{1,3}$/, 999, "DRAIN_SECONDS is a number of seconds from 0 to 999"),
  CLOCK_TICK_SECONDS: seconds("CLOCK_TICK_SECONDS", 300),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    "OTEL_EXPORTER_OTLP_ENDPOINT is the address of an OTLP collector, such as http://collector:4318",
  ),
  WRITES_PER_MINUTE: count("WRITES_PER_MINUTE"),
  STORED_MB_PER_DAY: count("STORED_MB_PER_DAY"),
  DRAFT_MB_PER_DAY: count("DRAFT_MB_PER_DAY"),
  NOTIFICATIONS_PER_TEN_MINUTES: count("NOTIFICATIONS_PER_TEN_MINUTES"),
  CONNECTIONS_PER_ADDRESS: count("CONNECTIONS_PER_ADDRESS"),
  SOCKETS: count("SOCKETS"),
  SOCKETS_PER_ADDRESS: count("SOCKETS_PER_ADDRESS"),
  ...deliverySettings,
  CHAT_WIDGET_URL: address("CHAT_WIDGET_URL is the address of the chat script"),
  CHAT_WIDGET_KEY: text(
    /^[\w.-]+$/,
    "CHAT_WIDGET_KEY consists of letters, digits, dots, dashes and underscores",
  ),
});

/** Names of all settings, for tests of their documentation. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

type Given = z.output<typeof environment>;

/** Rules that concern several settings or production, each with the sentence reported where it does not hold. */
const demands: readonly (readonly [holds: (given: Given) => unknown, sentence: string])[] = [
  [
    (given) => !given.OIDC_ISSUER === !given.OIDC_CLIENT_ID,
    "OIDC_ISSUER and OIDC_CLIENT_ID are given together or not at all.",
  ],
  [
    (given) => given.EVENT_STORE !== "eventstoredb" || given.EVENTSTORE_URL,
    "EVENTSTORE_URL is needed with EVENT_STORE=eventstoredb: the address of the cluster, such as esdb://host:2113?tls=false.",
  ],
  [
    (given) => !given.DATABASE_PASSWORD || given.DATABASE_URL,
    "DATABASE_PASSWORD belongs to a DATABASE_URL: give both.",
  ],
  [
    ({ PICTURES, AWS_REGION }) => !PICTURES || PICTURES.endpoint || PICTURES.region || AWS_REGION,
    "PICTURES names a bucket at AWS: give its region, too, such as s3://algomoim-pictures?region=ap-northeast-2.",
  ],
  [
    (given) => !given.PICTURES || !given.AWS_ACCESS_KEY_ID === !given.AWS_SECRET_ACCESS_KEY,
    "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are given together or not at all.",
  ],
  [
    (given) => !given.SECRET_KEY_PREVIOUS || given.SECRET_KEY,
    "SECRET_KEY_PREVIOUS is the key before SECRET_KEY: give both.",
  ],
  [
    ({ PUBLIC_URL = "https://localhost" }) =>
      new URL(PUBLIC_URL).protocol === "https:" || isLoopback(new URL(PUBLIC_URL).hostname),
    "PUBLIC_URL is https or a loopback address, such as http://localhost:3000: browsers keep no login of other plain http addresses.",
  ],
  ...deliveryDemands,
];
const inDevelopment: typeof demands = [
  [
    ({ OIDC_ISSUER, HOST = "localhost", PUBLIC_URL = "http://localhost" }) =>
      OIDC_ISSUER || (isLoopback(HOST) && isLoopback(new URL(PUBLIC_URL).hostname)),
    "The development login lets in everyone who reaches it: HOST and PUBLIC_URL are loopback names or addresses, such as localhost, or OIDC_ISSUER and OIDC_CLIENT_ID are given.",
  ],
];
const inProduction: typeof demands = [
  [(given) => given.PUBLIC_URL, "PUBLIC_URL is needed in production: the address people use."],
  [
    (given) => given.SECRET_KEY,
    "SECRET_KEY is needed in production: at least 32 random characters, the same for all processes.",
  ],
  [
    (given) => given.OIDC_ISSUER,
    "OIDC_ISSUER and OIDC_CLIENT_ID are needed in production: the development provider does not run there.",
  ],
  ...deliveryDemandsInProduction,
];

/** Invalid settings, with one sentence per error. */
export class BadConfig extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "BadConfig";
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Replaces `NAME_FILE` settings by the contents of the named files, as containers pass secrets.
 * @throws BadConfig
 */
function withFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const problems: string[] = [];
  const read: Record<string, string> = {};
  for (const name of settingNames) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) problems.push(`${name} and ${name}_FILE are both given: keep one of them.`);
    try {
      read[name] = readFileSync(path, "utf8").replace(/[\r\n]+$/, "");
    } catch (error) {
      problems.push(`${name}_FILE cannot be read (${path}: ${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  if (problems.length > 0) throw new BadConfig(problems);
  return { ...env, ...read };
}

function databaseUrlOf({ DATABASE_URL, DATABASE_PASSWORD }: Given): string | undefined {
  if (!DATABASE_URL || !DATABASE_PASSWORD) return DATABASE_URL;
  const url = new URL(DATABASE_URL);
  url.password = encodeURIComponent(DATABASE_PASSWORD);
  return url.href;
}

/** Servers other than AWS require a region but accept any. */
const anyRegion = "us-east-1";

function bucketOf(given: Given) {
  const { PICTURES, AWS_REGION, AWS_SESSION_TOKEN: sessionToken } = given;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (!PICTURES) return undefined;
  return {
    ...PICTURES,
    region: PICTURES.region ?? AWS_REGION ?? anyRegion,
    credentials:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
        : undefined,
  };
}

/** @throws BadConfig with all errors together */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const parsed = environment.safeParse(withFiles(env));
  if (!parsed.success) throw new BadConfig(parsed.error.issues.map((issue) => `${issue.message}.`));
  const given = parsed.data;
  const isProduction = given.NODE_ENV === "production";
  const problems = [...demands, ...(isProduction ? inProduction : inDevelopment)]
    .filter(([holds]) => !holds(given))
    .map(([, sentence]) => sentence);
  if (problems.length > 0) throw new BadConfig(problems);
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = given;
  return {
    isProduction,
    port: given.PORT ?? 3000,
    host: given.HOST ?? (isProduction ? "0.0.0.0" : "127.0.0.1"),
    /** Public origin; undefined until the port is known if neither PUBLIC_URL nor a fixed PORT is given. */
    publicUrl: given.PUBLIC_URL ? new URL(new URL(given.PUBLIC_URL).origin) : undefined,
    dataDir: resolve(given.DATA_DIR ?? "./.data"),
    /** Undefined for the embedded PostgreSQL in `dataDir`. */
    databaseUrl: databaseUrlOf(given),
    eventStore: given.EVENT_STORE ?? "postgres",
    /** URL of EventStoreDB; set whenever `eventStore` is `eventstoredb`. */
    eventStoreUrl: given.EVENTSTORE_URL,
    /** Bucket of the pictures; undefined if they are in the database. */
    pictures: bucketOf(given),
    /** If undefined, a key is generated and stored in `dataDir` (never in production). */
    secretKey: given.SECRET_KEY,
    /** Set until `ops keys rotate` has re-encrypted everything. */
    previousSecretKey: given.SECRET_KEY_PREVIOUS,
    /** Undefined for the development provider. */
    provider:
      OIDC_ISSUER && OIDC_CLIENT_ID
        ? { issuer: new URL(OIDC_ISSUER), clientId: OIDC_CLIENT_ID, clientSecret: given.OIDC_CLIENT_SECRET }
        : undefined,
    role: given.ROLE ?? "all",
    logLevel: given.LOG_LEVEL ?? "info",
    /** How long a terminating process keeps serving, so that a proxy can notice and use another process. */
    drainSeconds: given.DRAIN_SECONDS ?? 0,
    /** Pause between two ticks of the clocks. */
    clockTickSeconds: given.CLOCK_TICK_SECONDS ?? 30,
    /** OTLP collector; undefined switches traces off. */
    tracesEndpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT
      ? new URL(given.OTEL_EXPORTER_OTLP_ENDPOINT)
      : undefined,
    /** Quotas of one member: writes per minute, bytes per day, notifications for others per 10 minutes. */
    quotas: {
      writes: given.WRITES_PER_MINUTE ?? 3000,
      bytes: (given.STORED_MB_PER_DAY ?? 200) * megabyte,
      "draft-bytes": (given.DRAFT_MB_PER_DAY ?? 1000) * megabyte,
      notifications: given.NOTIFICATIONS_PER_TEN_MINUTES ?? 3000,
    },
    /** Maximum of open HTTP connections per address; behind a proxy, of requests in progress. */
    connectionsPerAddress: given.CONNECTIONS_PER_ADDRESS ?? 100,
    /** Maximum of open websockets of this process, in total and per address. */
    sockets: { inAll: given.SOCKETS ?? 20_000, perAddress: given.SOCKETS_PER_ADDRESS ?? 500 },
    ...deliveryOf(given, isProduction),
    /** If undefined, no third-party script is loaded. */
    chatWidgetUrl: given.CHAT_WIDGET_URL ? new URL(given.CHAT_WIDGET_URL) : undefined,
    chatWidgetKey: given.CHAT_WIDGET_KEY,
    demo: !isProduction && !args.includes("--no-demo"),
  } as const;
}
