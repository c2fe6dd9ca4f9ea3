import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { IdentityDeps, MemberState } from "#services/identity/deps";
import { createIdentity } from "#services/identity/identity";
import { identityMigrations } from "#services/identity/migrations";
import { commandOf } from "#tests/support/commands";
import { memoryEventStore } from "#tests/support/memory-store";
import { type TestDatabase, testDatabase } from "../support/database.ts";

export type IdentitySite = Awaited<ReturnType<typeof identitySite>>;

export const identityDatabase = (): Promise<TestDatabase<unknown>> =>
  testDatabase({ migrations: identityMigrations });

/** The same in every process of a test. */
export const secretFor = (purpose: string): Uint8Array =>
  new Uint8Array(32).fill(7).map((byte, at) => byte ^ (purpose.charCodeAt(at) || at));

/** A site with only the identity context. */
export async function identitySite(database: TestDatabase<unknown>, changes: Partial<IdentityDeps> = {}) {
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
    secrets: { sub: secretFor, subs: (purpose) => [secretFor(purpose)] },
    provider: "development",
    log: { warn: log },
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
    /** Everything logged so far. */
    logged: () => lines.join("\n"),
    /**
     * Advances the site's clock, which otherwise stands still, so that nothing expires on a slow machine. Times of the
     * database's clock are set back by the same duration.
     */
    async later(milliseconds: number) {
      clock += milliseconds;
      await database.pool.query("UPDATE refresh_token SET used_at = used_at - $1 * interval '1 ms'", [
        milliseconds,
      ]);
    },
    /** Records an event of the member context. */
    async record(uuid: string, type: "ProfileCompleted" | "MemberWithdrawn") {
      const { revision } = await store.read(`member-${uuid}`);
      const profile = { name: "도토리", explain: "그래프 공부 중", imageUrl: null };
      const data = type === "ProfileCompleted" ? { memberId: uuid, ...profile } : { memberId: uuid };
      await store.append(`member-${uuid}`, [{ type, schemaVersion: 1, data }], revision, commandOf());
    },
    /** Another process of the same site on the same database. */
    another: (more: Partial<IdentityDeps> = {}) => createIdentity({ ...deps, ...more }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
