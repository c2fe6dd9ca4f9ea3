import { resolve } from "node:path";
import { z } from "zod";

const emptyIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(type: T) => z.preprocess(emptyIsAbsent, type.optional());

const httpUrl = (text: string) => {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
};

/** Every setting by its environment variable. */
const environment = z.object({
  NODE_ENV: optional(
    z.enum(["development", "test", "production"], { error: "NODE_ENV is development, test or production" }),
  ),
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, "PORT is a number from 0 to 65535")
      .transform(Number)
      .refine((port) => port <= 65535, { error: "PORT is a number from 0 to 65535" }),
  ),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(
    z
      .string()
      .refine(httpUrl, { error: "PUBLIC_URL is the address people use, such as https://algomoim.example" }),
  ),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, "DATABASE_URL begins with postgres://")),
  EVENT_STORE: optional(
    z.enum(["postgres", "eventstoredb"], { error: "EVENT_STORE is postgres or eventstoredb" }),
  ),
  EVENTSTORE_URL: optional(
    z
      .string()
      .regex(
        /^esdb(\+discover)?:\/\/./,
        "EVENTSTORE_URL begins with esdb://, such as esdb://host:2113?tls=false",
      ),
  ),
  SECRET_KEY: optional(z.string().min(32, "SECRET_KEY has at least 32 characters")),
  OIDC_ISSUER: optional(
    z
      .string()
      .refine(httpUrl, { error: "OIDC_ISSUER is the provider's address, such as https://kauth.kakao.com" }),
  ),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  ROLE: optional(z.enum(["all", "api", "projector"], { error: "ROLE is all, api or projector" })),
  LOG_LEVEL: optional(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "LOG_LEVEL is fatal, error, warn, info, debug, trace or silent",
    }),
  ),
  DRAIN_SECONDS: optional(
    z
      .string()
      .regex(/^\d{1,3}$/, "DRAIN_SECONDS is a number of seconds from 0 to 999")
      .transform(Number),
  ),
  CHAT_WIDGET_URL: optional(
    z.string().refine(httpUrl, { error: "CHAT_WIDGET_URL is the address of the chat script" }),
  ),
  CHAT_WIDGET_KEY: optional(
    z
      .string()
      .regex(/^[\w.-]+$/, "CHAT_WIDGET_KEY consists of letters, digits, dots, dashes and underscores"),
  ),
});

/** Names of all settings, for what describes them elsewhere. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export interface Config {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  /** Origin people use; undefined until the port is known when neither PUBLIC_URL nor a fixed PORT is given. */
  readonly publicUrl: URL | undefined;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly eventStore: "postgres" | "eventstoredb";
  /** Of EventStoreDB; there whenever `eventStore` says so. */
  readonly eventStoreUrl: string | undefined;
  /** Undefined: one is made and kept in `dataDir` (never in production). */
  readonly secretKey: string | undefined;
  /** Undefined: the development provider. */
  readonly provider:
    | { readonly issuer: URL; readonly clientId: string; readonly clientSecret: string | undefined }
    | undefined;
  readonly role: "all" | "api" | "projector";
  readonly logLevel: string;
  /** How long a process that is told to end still serves, for a proxy to find out and send people elsewhere. */
  readonly drainSeconds: number;
  /** Undefined: nothing of a third party is loaded. */
  readonly chatWidgetUrl: URL | undefined;
  readonly chatWidgetKey: string | undefined;
  readonly demo: boolean;
}

/** Settings that cannot be used; one sentence per fault. */
export class BadConfig extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "BadConfig";
    this.faults = faults;
  }
}

/** @throws BadConfig naming every fault at once. */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) throw new BadConfig(parsed.error.issues.map((issue) => `${issue.message}.`));
  const given = parsed.data;
  const isProduction = given.NODE_ENV === "production";
  const faults = demands(given, isProduction);
  if (faults.length > 0) throw new BadConfig(faults);
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = given;
  return {
    isProduction,
    port: given.PORT ?? 3000,
    host: given.HOST ?? (isProduction ? "0.0.0.0" : "127.0.0.1"),
    publicUrl: given.PUBLIC_URL ? new URL(new URL(given.PUBLIC_URL).origin) : undefined,
    dataDir: resolve(given.DATA_DIR ?? "./.data"),
    databaseUrl: given.DATABASE_URL,
    eventStore: given.EVENT_STORE ?? "postgres",
    eventStoreUrl: given.EVENTSTORE_URL,
    secretKey: given.SECRET_KEY,
    provider:
      OIDC_ISSUER && OIDC_CLIENT_ID
        ? { issuer: new URL(OIDC_ISSUER), clientId: OIDC_CLIENT_ID, clientSecret: given.OIDC_CLIENT_SECRET }
        : undefined,
    role: given.ROLE ?? "all",
    logLevel: given.LOG_LEVEL ?? "info",
    drainSeconds: given.DRAIN_SECONDS ?? 0,
    chatWidgetUrl: given.CHAT_WIDGET_URL ? new URL(given.CHAT_WIDGET_URL) : undefined,
    chatWidgetKey: given.CHAT_WIDGET_KEY,
    demo: !isProduction && !args.includes("--no-demo"),
  };
}

function demands(given: z.output<typeof environment>, isProduction: boolean): string[] {
  const faults: string[] = [];
  const demand = (holds: unknown, sentence: string) => {
    if (!holds) faults.push(sentence);
  };
  demand(
    !given.OIDC_ISSUER === !given.OIDC_CLIENT_ID,
    "OIDC_ISSUER and OIDC_CLIENT_ID are given together or not at all.",
  );
  demand(
    given.EVENT_STORE !== "eventstoredb" || given.EVENTSTORE_URL,
    "EVENTSTORE_URL is needed with EVENT_STORE=eventstoredb: the address of the cluster, such as esdb://host:2113?tls=false.",
  );
  if (!isProduction) return faults;
  demand(given.PUBLIC_URL, "PUBLIC_URL is needed in production: the address people use.");
  demand(
    given.SECRET_KEY,
    "SECRET_KEY is needed in production: at least 32 random characters, the same for all processes.",
  );
  demand(
    given.OIDC_ISSUER,
    "OIDC_ISSUER and OIDC_CLIENT_ID are needed in production: the development provider does not run there.",
  );
  return faults;
}
