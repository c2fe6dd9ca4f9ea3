import { afterAll, beforeAll } from "vitest";
import { seoulDate } from "#contracts/dates";
import { type RefusalCode, refusals } from "#contracts/errors";
import { start } from "#services/app/main";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { testDatabase } from "#tests/support/database";
import { tokenIssuer } from "#tests/support/issued-tokens";
import { untilNoon, untilSeoulTime } from "#tests/support/noon";
import { type Answer, type Asked, request } from "#tests/support/request";
import { type StoredEvent, siteLog } from "./site-log.ts";

export type { Answer, Asked };

export interface Person {
  readonly uuid: string;
  readonly token: string;
  readonly name: string;
  /** Signs the same member in again at the login provider. */
  readonly handle: string;
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
}

export interface Site {
  readonly origin: string;
  readonly databaseUrl: string;
  /** Advances the server's clock (milliseconds), which begins at a noon in Seoul unless it is fixed elsewhere. */
  advance(milliseconds: number): void;
  /** The Seoul day of the server's clock, `yyyy-MM-dd`. */
  today(): string;
  /** Calls without a token. */
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** So many of them, one after the other. */
  people(count: number, name: (index: number) => string): Promise<Person[]>;
  /** A member signed in, with a profile of the given name unless `profile` is false. */
  person(name: string, options?: { profile?: boolean }): Promise<Person>;
  /** The same person by a further sign-in. */
  again(person: Person): Promise<Person>;
  /** Settings of its log, for tools beside it. */
  readonly logSettings: NodeJS.ProcessEnv;
  storedEvents(): Promise<StoredEvent[]>;
  /** Number of events in the log, without those of inboxes. */
  eventCount(): Promise<number>;
  /** Creates a team with this manager; returns its id. */
  team(manager: Person, fields?: Record<string, string>): Promise<number>;
  query<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

interface StartOptions {
  /** `hh:mm` in Seoul, at which the server's clock stands still except for `advance`. */
  readonly standsAt?: string;
  readonly settings?: NodeJS.ProcessEnv;
}

/** The whole product on a separate database, in this process, on a free port. */
export async function startSite({ standsAt, settings }: StartOptions = {}): Promise<Site> {
  const database = await testDatabase();
  const log = await siteLog(database.pool);
  const env = {
    NODE_ENV: "test",
    PORT: "0",
    DATABASE_URL: database.url,
    SECRET_KEY: "a".repeat(40),
    // Rounds of races write more than a person does.
    WRITES_PER_MINUTE: "1000000",
    NOTIFICATIONS_PER_TEN_MINUTES: "1000000",
  };
  const config = readConfig({ ...env, ...log.settings, ...settings }, ["--no-demo"]);
  const started = Date.now();
  let shift = standsAt === undefined ? untilNoon() : untilSeoulTime(standsAt, started);
  const now = () => new Date((standsAt === undefined ? Date.now() : started) + shift);
  const system = await start(config, {
    log: createLogger(process.env.LOG_LEVEL ?? "silent"),
    now,
    liveLimits: { closeSpreadMs: 0 },
    deliveryPollMs: 100,
  });
  const { origin } = system.url;
  const issuer = await tokenIssuer(config, system.url, now);
  const ask = (method: string, path: string, asked: Asked = {}) =>
    request(`${origin}/api${path}`, method, asked);
  const signedIn = async (name: string, handle: string): Promise<Person> => {
    const { uuid, accessToken: token } = await issuer.signIn(handle);
    return {
      uuid,
      token,
      name,
      handle,
      ask: (method, path, asked = {}) =>
        ask(method, path, { ...asked, headers: { authorization: `Bearer ${token}`, ...asked.headers } }),
    };
  };

  const site: Site = {
    origin,
    databaseUrl: database.url,
    logSettings: log.settings,
    ask,
    advance(milliseconds) {
      shift += milliseconds;
    },
    today: () => seoulDate(now()),
    async person(name, { profile = true } = {}) {
      const handle = `${name}-${Math.random().toString(36).slice(2)}`;
      const person = await signedIn(name, handle);
      if (profile)
        done(
          await person.ask("POST", "/v1/members", {
            form: { memberName: name, memberExplain: "매일 한 문제" },
          }),
        );
      return person;
    },
    again: ({ name, handle }) => signedIn(name, handle),
    async people(count, name) {
      const all: Person[] = [];
      for (let index = 0; index < count; index += 1) all.push(await site.person(name(index)));
      return all;
    },
    async team(manager, fields = {}) {
      const form = { ...teamFields, ...fields };
      const { body } = done(await manager.ask("POST", "/v1/teams", { form }));
      return body.data.teamId as number;
    },
    storedEvents: log.events,
    eventCount: log.count,
    query: async <T extends object>(sql: string, values: unknown[] = []) =>
      (await database.pool.query<T>(sql, values)).rows,
    async close() {
      await issuer.close();
      await system.close();
      await log.close();
      await database.close();
    },
  };
  return site;
}

/** A site for the tests of one file, with members of these names in the order of signing up. */
export const ownSite = <Names extends readonly string[]>(...names: Names) =>
  ownSiteWith(() => ({}), ...names);

/** The same with further settings, which are read before the first test. */
export function ownSiteWith<Names extends readonly string[]>(
  settings: () => NodeJS.ProcessEnv,
  ...names: Names
): readonly [Site, ...{ [Name in keyof Names]: Person }] {
  const site = {} as Site;
  const people = names.map(() => ({}) as Person);
  beforeAll(async () => {
    Object.assign(site, await startSite({ settings: settings() }));
    for (const [index, name] of names.entries()) Object.assign(people[index]!, await site.person(name));
  });
  afterAll(() => site.close());
  return [site, ...people] as never;
}

/** Status and message of a response, such as `400 이미 팀에 가입했습니다.` */
export const said = ({ status, body }: Answer): string => `${status} ${body.message}`;
/** What a refusal says. */
export const refusal = (code: RefusalCode): string => `${refusals[code].status} ${refusals[code].message}`;

export const join = (person: Pick<Person, "ask">, teamId: number, password = teamFields.password) =>
  person.ask("POST", `/v1/teams/${teamId}/join`, { json: { password } });

/** Method and path of each change of a member's role. */
export const roleChanges = {
  promote: ["POST", "team-manager"],
  delegate: ["PUT", "team-manager"],
  demote: ["POST", "team-manager/demotion"],
  kick: ["POST", "remove/team-member"],
} as const;
export type RoleChange = keyof typeof roleChanges;

export function changeRole(
  change: RoleChange,
  by: Pick<Person, "ask">,
  teamId: number,
  { uuid }: Pick<Person, "uuid">,
  reason?: string,
) {
  const [method, path] = roleChanges[change];
  return by.ask(method, `/v1/teams/${teamId}/${path}`, { json: { memberInfo: uuid, reason } });
}

/** @throws Error with the response if the setup of a test fails */
function done(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

export const teamFields = {
  teamName: "아침반",
  teamExplain: "7시에 시작해요",
  topic: "코딩테스트",
  memberLimit: "10",
  password: "4821",
};
