import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { EventStore } from "#services/event-store/event-store";
import type { IdentityDeps, MemberState } from "#services/identity/deps";
import { createIdentity, type Identity } from "#services/identity/identity";
import { identityMigrations } from "#services/identity/migrations";
import { memoryEventStore } from "#tests/support/memory-store";
import { type TestDatabase, testDatabase } from "../support/database.ts";

/** A site that consists of its sign-in alone. */
export interface IdentitySite {
  readonly url: URL;
  readonly identity: Identity;
  readonly store: EventStore;
  /** Everything logged so far. */
  readonly logged: () => string;
  /**
   * Moves the site's clock forward, which stands still otherwise, so that a slow machine lets nothing expire. Times by the
   * database's clock are moved back by as much.
   */
  readonly later: (milliseconds: number) => Promise<void>;
  readonly stateOf: (uuid: string) => Promise<MemberState>;
  /** Records an event of the member context. */
  readonly record: (uuid: string, type: "ProfileCompleted" | "MemberWithdrawn") => Promise<void>;
  /** A further process of the same site on the same database. */
  readonly another: (changes?: Partial<IdentityDeps>) => Identity;
  readonly close: () => void;
}

export const identityDatabase = (): Promise<TestDatabase<unknown>> =>
  testDatabase({ migrations: identityMigrations });

/** The same in every process of a test. */
export const secretFor = (purpose: string): Uint8Array =>
  new Uint8Array(32).fill(7).map((byte, at) => byte ^ (purpose.charCodeAt(at) || at));

export async function identitySite(
  database: TestDatabase<unknown>,
  changes: Partial<IdentityDeps> = {},
): Promise<IdentitySite> {
  const store = changes.store ?? memoryEventStore();
  const lines: string[] = [];
  let clock = Date.now();
  const stateOf = async (uuid: string): Promise<MemberState> => {
    const { events } = await store.read(`member-${uuid}`);
    const types = new Set(events.map((event) => event.type));
    if (types.size === 0) return "absent";
    if (types.has("MemberWithdrawn")) return "withdrawn";
    return types.has("ProfileCompleted") ? "complete" : "signed-up";
  };

  const app = express();
  const server = createServer(app);
  server.listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
  const log = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
  const deps: IdentityDeps = {
    pool: database.pool,
    store,
    publicUrl: url,
    secrets: { sub: secretFor },
    provider: "development",
    log: { info: log, warn: log },
    memberState: stateOf,
    now: () => new Date(clock),
    ...changes,
  };
  const identity = createIdentity(deps);
  app.use(identity.router);
  app.use((_, response) => void response.send("the page"));

  return {
    url,
    identity,
    store,
    stateOf,
    logged: () => lines.join("\n"),
    async later(milliseconds) {
      clock += milliseconds;
      await database.pool.query("UPDATE refresh_token SET used_at = used_at - $1 * interval '1 ms'", [
        milliseconds,
      ]);
    },
    async record(uuid, type) {
      const { revision } = await store.read(`member-${uuid}`);
      const commandId = crypto.randomUUID();
      const profile = { name: "도토리", explain: "그래프 공부 중", imageUrl: null };
      const data = type === "ProfileCompleted" ? { memberId: uuid, ...profile } : { memberId: uuid };
      const meta = { causationId: commandId, correlationId: commandId, actor: uuid };
      const command = {
        commandId,
        fingerprint: type,
        answer: null,
        meta,
        occurredAt: new Date().toISOString(),
      };
      await store.append(`member-${uuid}`, [{ type, schemaVersion: 1, data }], revision, command);
    },
    another: (more = {}) => createIdentity({ ...deps, ...more }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
