import { randomUUID } from "node:crypto";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { appendKept } from "#services/event-store/bulk-append";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/schema";
import { type TestDatabase, testDatabase } from "#tests/database";
import { completed, posted, signedUp } from "#tests/examples/posts";
import { created } from "#tests/examples/teams";
import { newCommand, tell } from "#tests/recorded";
import { readModelRows } from "./checkpoints.ts";
import type { ProjectorLogEntry } from "./log.ts";
import { memberCard } from "./member-card.ts";
import type { AnyProjection, EventPlace } from "./projection.ts";
import { projection, upsert } from "./projection.ts";
import type { ReadModels } from "./read-models.ts";
import { createProjector, type Projector, projectorTiming } from "./runner.ts";
import { readModelsSchema } from "./schema.ts";
import { teamDirectory } from "./team-directory.ts";
import { teamMembers } from "./team-members.ts";

let database: TestDatabase<ReadModels>;
let store: PostgresEventStore;
let running: Projector[] = [];
let entries: ProjectorLogEntry[] = [];

beforeEach(async () => {
  database = await testDatabase<ReadModels>({ migrations: [...eventStoreMigrations, readModelsSchema] });
  store = postgresEventStore(database.pool);
  entries = [];
  return async () => {
    await Promise.all(running.map((projector) => projector.stop()));
    running = [];
    await store.close();
    await database.close();
  };
});

const quick = { ...projectorTiming, lease: 900, renew: 200, standby: 20 };

function run(projections: readonly AnyProjection[] = [teamDirectory, teamMembers, memberCard]): Projector {
  const log = (entry: ProjectorLogEntry) => entries.push(entry);
  const projector = createProjector({ store, pool: database.pool, projections, log, timing: quick });
  running.push(projector);
  projector.start();
  return projector;
}

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const joined = (n: number) => ({
  type: "MemberJoined" as const,
  data: { teamId: 12, memberId: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` },
});
const joiners = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => joined(from + index));
const countOf = async () => {
  const row = await database.kysely
    .selectFrom("team_directory")
    .select("member_count")
    .where("team_id", "=", 12)
    .executeTakeFirst();
  return row?.member_count;
};
const rowOf = async (name: string) => {
  const row = (await readModelRows(database.pool)).find((each) => each.name === name);
  if (!row) throw new Error(`no row for ${name}`);
  return row;
};
const expectAllAt = async (checkpoint: string) => {
  const rows = await readModelRows(database.pool);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row).toMatchObject({ state: "running", checkpoint });
  }
};

describe("one projector", () => {
  it("makes the tables and applies what is in the log and what comes", async () => {
    await tell(store, "team-12", created, joined(1));
    const projector = run();
    await until(async () => expect(await countOf()).toBe(2));
    const checkpoint = await tell(store, "team-12", joined(2));
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(3);
    expect((await rowOf("team-members")).events).toBe(3);
    expect(projector.status()).toEqual({
      role: "active",
      readModels: [teamDirectory, teamMembers, memberCard].map(({ name }) => ({
        name,
        version: 1,
        state: "running",
        checkpoint,
      })),
    });
    await projector.stop();
    expect(projector.status()).toMatchObject({ role: "off" });
  });

  it("moves on over events that nobody knows", async () => {
    run();
    const strange = { type: "TeamPainted", schemaVersion: 7, data: {} };
    const appended = await store.append("team-12", [strange], -1, newCommand());
    await until(() => expectAllAt(appended.outcome === "appended" ? appended.checkpoint : ""));
  });

  it("applies every event once, however often it is stopped and its connections are cut", async () => {
    await tell(store, "team-12", created);
    const telling = tell(store, "team-12", ...joiners(1, 150));
    for (let round = 0; round < 12; round += 1) {
      const projector = run();
      const before = (await countOf().catch(() => 0)) ?? 0;
      await until(async () => expect((await countOf()) ?? 0).toBeGreaterThan(Math.min(before, 140)));
      if (round % 2) {
        await database.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%moved%' AND pid <> pg_backend_pid()",
        );
      }
      await projector.stop();
    }
    const checkpoint = await telling;
    run();
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(151);
    expect((await rowOf("team-directory")).events).toBe(151);
  });

  it("does not repeat a transaction whose answer was lost", async () => {
    run();
    const first = await tell(store, "team-12", created);
    await until(() => expectAllAt(first));
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    let lost = 0;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const asked = args[0] as { callback?: (error?: Error | null) => void };
      const settle = asked.callback;
      // The projector's alone; what is appended gets its answer.
      if (asked.constructor.name === "OneTrip" && settle)
        asked.callback = (error) => {
          if (error || lost > 0) return settle(error);
          lost += 1;
          settle(new Error("Connection terminated unexpectedly"));
        };
      return query.apply(this, args);
    } as typeof pg.Client.prototype.query);
    try {
      const checkpoint = await tell(store, "team-12", joined(1));
      await until(() => expectAllAt(checkpoint));
    } finally {
      spy.mockRestore();
    }
    const next = await tell(store, "team-12", joined(2));
    await until(() => expectAllAt(next));
    expect([lost, await countOf()]).toEqual([1, 3]);
  });

  it("waits out a database that refuses for a while, and loses nothing", async () => {
    run();
    await until(async () => expect((await rowOf("team-directory")).state).toBe("running"));
    await database.pool.query("ALTER TABLE read_model_lease RENAME TO away");
    const checkpoint = await tell(store, "team-12", created, joined(1));
    await until(() => expect(entries.some(({ level }) => level === "warn")).toBe(true));
    await database.pool.query("ALTER TABLE away RENAME TO read_model_lease");
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(2);
  });
});

describe("a projector far behind", () => {
  const log = async (...numbers: number[]) => {
    const commandId = randomUUID();
    const meta = { commandId, causationId: commandId, correlationId: commandId, actor: "system" };
    const events = [created, ...numbers.map(joined)].map(({ type, data }, revision) => ({
      ...{ eventId: randomUUID(), stream: "team-12", revision, type, schemaVersion: 1 },
      ...{ data: { ...data }, meta, occurredAt: "2025-09-03T12:07:45.123Z" },
    }));
    await appendKept(database.pool, events);
    return { events, end: await store.head() };
  };
  const creator = "creatorId" in created.data ? created.data.creatorId : "";
  const to = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
  const membersOf = async () => {
    const rows = await database.kysely.selectFrom("team_members").select("member_id").execute();
    return rows.map(({ member_id }) => member_id).sort();
  };

  it("takes in new rows and such as are there already, each event once", async () => {
    // Batches of 1000, 1000 and the rest: new ones, some of before among new ones, new ones again.
    const { events, end } = await log(...to(1400), ...to(700), ...to(2600).slice(1400));
    run();
    await until(() => expectAllAt(end));
    expect(await membersOf()).toEqual([creator, ...to(2600).map((n) => joined(n).data.memberId)].sort());
    expect(await countOf()).toBe(events.length);
    expect((await rowOf("team-members")).events).toBe(events.length);
  });

  it("stops a read model exactly before the row that the database refuses, and takes the others on", async () => {
    const { MemberJoined } = teamMembers.handlers;
    const joinedBut = (data: { teamId: number; memberId: string }, place: EventPlace) => {
      const [change] = MemberJoined?.(data, place) ?? [];
      const role = data.memberId === joined(2004).data.memberId ? null : "MEMBER";
      return change?.change === "upsert" ? [upsert({ ...change.row, role })] : [];
    };
    const poisoned: AnyProjection = {
      ...teamMembers,
      handlers: { ...teamMembers.handlers, MemberJoined: joinedBut },
    };
    const { events, end } = await log(...to(3300));
    run([teamDirectory, poisoned]);
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await until(async () => expect((await rowOf("team-members")).state).toBe("stopped"));
    expect(await rowOf("team-members")).toMatchObject({
      events: 2004,
      stopped: { eventId: events[2004]?.eventId },
    });
    expect(await membersOf()).toHaveLength(2004);
    expect(await countOf()).toBe(events.length);
  });
});

describe("two projectors", () => {
  it("have one active between them, and the other takes over at once when it stops", async () => {
    const [first, second] = [run(), run()];
    const roles = () => [first, second].map((each) => each.status().role).sort();
    await until(() => expect(roles()).toEqual(["active", "standby"]));
    const active = first.status().role === "active" ? first : second;
    await active.stop();
    await until(() => expect(roles()).toEqual(["active", "off"]));
    const checkpoint = await tell(store, "team-12", created, joined(1));
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(2);
  });

  it("refuse the writes of one that was frozen beyond its lease", async () => {
    const frozen = run();
    await tell(store, "team-12", created);
    await until(async () => expect(await countOf()).toBe(1));
    // As if it had slept: another holds the lease now and will not give it up.
    await database.pool.query(
      "UPDATE read_model_lease SET owner = 'another', fence = fence + 1, until = now() + interval '1 hour'",
    );
    const standing = (await rowOf("team-directory")).checkpoint;
    await tell(store, "team-12", joined(1));
    await until(() => expect(frozen.status().role).toBe("standby"));
    expect(await countOf()).toBe(1);
    expect((await rowOf("team-directory")).checkpoint).toBe(standing);
    await database.pool.query("UPDATE read_model_lease SET until = now()");
    await until(async () => expect(await countOf()).toBe(2));
  });
});

describe("a projector that froze while it sent rows", () => {
  it("does not hold up the next one, whatever it had begun", async () => {
    const before = run();
    await tell(store, "team-12", created);
    await until(async () => expect(await countOf()).toBe(1));
    await before.stop();
    // As the sleeper leaves it: locks taken, and half of what a COPY is to read still on its way.
    const sleeper = new pg.Client({ connectionString: database.url });
    const cut = new Promise((resolve) => sleeper.once("error", resolve));
    await sleeper.connect();
    await sleeper.query("BEGIN; UPDATE read_model_checkpoints SET events = events");
    const rows = sleeper.query(copyFrom("COPY team_directory FROM STDIN"));
    rows.on("error", () => {});
    rows.write("12\t");
    await until(async () => {
      const { rows: asleep } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE query LIKE 'COPY team_directory%' AND wait_event = 'ClientRead' AND xact_start < clock_timestamp() - interval '0.6 s'",
      );
      expect(asleep).toHaveLength(1);
    });
    run();
    const checkpoint = await tell(store, "team-12", joined(1));
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(2);
    await cut;
    await sleeper.end().catch(() => {});
  });
});

describe("a read model that cannot take in an event", () => {
  const failing: AnyProjection = {
    ...teamMembers,
    handlers: {
      ...teamMembers.handlers,
      MemberJoined: () => {
        throw new TypeError("no such thing");
      },
    },
  };
  const refused: AnyProjection = {
    ...memberCard,
    handlers: {
      ...memberCard.handlers,
      ProfileCompleted: ({ memberId }: { memberId: string }) => [
        { change: "patch", key: { uuid: memberId }, set: { state: null } },
      ],
    },
  };

  it("stops alone and says where, whether its handler or the database refuses; mended, it catches up", async () => {
    const projector = run([teamDirectory, failing, refused]);
    await tell(store, "team-12", created);
    await tell(store, "member-1", signedUp());
    const atJoin = await tell(store, "team-12", joined(1));
    const atProfile = await tell(store, "member-1", completed());
    const end = await tell(store, "team-12", joined(2));
    const idAt = async (checkpoint: string) => {
      const { events } = await store.readAll(store.start, 100);
      return events.find((event) => event.checkpoint === checkpoint)?.eventId;
    };
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await until(async () => expect((await rowOf("member-card")).state).toBe("stopped"));
    expect(await countOf()).toBe(3);
    expect(await rowOf("team-members")).toMatchObject({
      state: "stopped",
      events: 2,
      stopped: { eventId: await idAt(atJoin), reason: "TypeError: no such thing" },
    });
    const stopped = { eventId: await idAt(atProfile), reason: expect.stringContaining("SQLSTATE 23502") };
    expect(await rowOf("member-card")).toMatchObject({ state: "stopped", events: 3, stopped });
    expect(entries.filter(({ level }) => level === "error")).toMatchObject([
      { readModel: "team-members", eventId: await idAt(atJoin) },
      { readModel: "member-card", eventId: await idAt(atProfile) },
    ]);
    expect(projector.status().readModels.map(({ state }) => state)).toEqual([
      "running",
      "stopped",
      "stopped",
    ]);

    await projector.stop();
    run();
    await until(() => expectAllAt(end));
    expect((await rowOf("member-card")).events).toBe(5);
    expect(await database.kysely.selectFrom("team_members").selectAll().execute()).toHaveLength(3);
  });

  it("stops at an event of a newer schema; those that do not handle it go on", async () => {
    run([teamDirectory, memberCard]);
    await tell(store, "team-12", created);
    const newer = { type: "MemberJoined", schemaVersion: 99, data: {} };
    await store.append("team-12", [newer], 0, newCommand());
    const end = await tell(store, "member-1", signedUp());
    await until(async () => expect((await rowOf("member-card")).checkpoint).toBe(end));
    expect(await rowOf("team-directory")).toMatchObject({
      state: "stopped",
      stopped: { reason: expect.stringContaining("newer than this program") },
    });
  });
});

describe("a raised version", () => {
  /** Counts by text, so that the stored type differs as well. */
  const raised: AnyProjection = projection({
    ...teamDirectory,
    version: 2,
    table: { columns: { team_id: "text", members: "jsonb" }, key: ["team_id"], indexes: [] },
    handlers: {
      TeamCreated: ({ teamId }) => [
        { change: "upsert", row: { team_id: String(teamId), members: ["creator"] } },
      ],
      MemberJoined: ({ teamId, memberId }) => [
        { change: "patch", key: { team_id: String(teamId) }, set: { members: { last: memberId } } },
      ],
    },
  });
  const lastOf = async () => {
    const { rows } = await database.pool.query("SELECT to_jsonb(t) AS row FROM team_directory t");
    return rows;
  };

  it("is built aside while appends go on and the old table serves, then takes its place", async () => {
    const before = run();
    await tell(store, "team-12", created, ...joiners(1, 40));
    await until(async () => expect(await countOf()).toBe(41));
    await before.stop();
    const telling = tell(store, "team-12", ...joiners(41, 120));
    const seen = new Set<string>();
    let watching = true;
    const watcher = (async () => {
      while (watching)
        seen.add(
          Object.keys((await lastOf())[0]?.row ?? {})
            .sort()
            .join(),
        );
    })();
    run([raised, teamMembers]);
    const end = await telling;
    await until(async () =>
      expect(await rowOf("team-directory")).toMatchObject({ version: 2, checkpoint: end }),
    );
    await until(async () => expect((await rowOf("team-directory")).state).toBe("running"));
    watching = false;
    await watcher;
    expect(await lastOf()).toEqual([
      { row: { team_id: "12", members: { last: joined(120).data.memberId } } },
    ]);
    expect((await rowOf("team-directory")).events).toBe(121);
    // Never empty, never half filled: old rows, then new ones.
    const old = "created_position,member_count,name,search_name,team_id";
    expect([...seen].filter((columns) => columns !== old && columns !== "members,team_id")).toEqual([]);
  });

  it("of every read model has none of them follow what only the builds need", async () => {
    const before = run([teamDirectory]);
    const end = await tell(store, "team-12", created, ...joiners(1, 40));
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await before.stop();
    let followed = 0;
    const { subscribe } = store;
    store = {
      ...store,
      async *subscribe(...given) {
        for await (const batch of subscribe(...given)) {
          followed += batch.events.length;
          yield batch;
        }
      },
    };
    run([raised]);
    await until(async () =>
      expect(await rowOf("team-directory")).toMatchObject({ version: 2, state: "running" }),
    );
    const next = await tell(store, "team-12", joined(41));
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(next));
    expect([followed, (await rowOf("team-directory")).events]).toEqual([1, 42]);
  });

  it.each(["", ", also after a process that was killed while it did so"])(
    "of several read models is built in one pass of the log%s",
    async (killed) => {
      const before = run();
      const end = await tell(store, "team-12", created, ...joiners(1, 40));
      await until(() => expectAllAt(end));
      await before.stop();
      // As it leaves them; one of them looks alive a little longer.
      if (killed)
        await database.pool.query(
          `INSERT INTO read_model_builds (name, version, builder, checkpoint, updated_at)
         VALUES ('team-directory', 2, gen_random_uuid(), $1, clock_timestamp() - interval '13 s'),
                ('team-members', 2, gen_random_uuid(), $1, clock_timestamp() - interval '14 s')`,
          [store.start],
        );
      const passes: string[] = [];
      const { readAll } = store;
      store = {
        ...store,
        async readAll(after, most) {
          const batch = await readAll(after, most);
          if (after === store.start && batch.events.length > 0) passes.push(after);
          return batch;
        },
      };
      const version = teamMembers.version + 1;
      run([raised, { ...teamMembers, version }, memberCard]);
      await until(async () =>
        expect(await rowOf("team-directory")).toMatchObject({ version: 2, checkpoint: end }),
      );
      await until(async () =>
        expect(await rowOf("team-members")).toMatchObject({ version, checkpoint: end }),
      );
      expect(passes).toHaveLength(1);
      expect((await rowOf("team-directory")).events).toBe(41);
      expect((await rowOf("team-members")).events).toBe(41);
    },
  );

  it("that cannot take in an event leaves the others to be replaced", async () => {
    const before = run();
    await tell(store, "team-12", created, joined(1));
    await until(async () => expect(await countOf()).toBe(2));
    await before.stop();
    const poisoned = { ...raised, handlers: { MemberJoined: () => [{ change: "delete", key: {} }] } };
    const version = teamMembers.version + 1;
    run([poisoned, { ...teamMembers, version }, memberCard]);
    await until(async () => expect((await rowOf("team-directory")).state).toBe("stopped"));
    await until(async () => expect(await rowOf("team-members")).toMatchObject({ version, state: "running" }));
    expect(await countOf()).toBe(2);
  });

  it("that cannot take in an event leaves the old table serving", async () => {
    const before = run([teamDirectory]);
    await tell(store, "team-12", created, joined(1));
    await until(async () => expect(await countOf()).toBe(2));
    await before.stop();
    const poisoned = { ...raised, handlers: { MemberJoined: () => [{ change: "delete", key: {} }] } };
    run([poisoned, memberCard]);
    const end = await tell(store, "article-1", posted());
    await until(async () => expect((await rowOf("member-card")).checkpoint).toBe(end));
    await until(async () => expect((await rowOf("team-directory")).state).toBe("stopped"));
    expect(await countOf()).toBe(2);
  });

  it("is not undone by an older program", async () => {
    const newer = run([raised]);
    const end = await tell(store, "team-12", created);
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await newer.stop();
    run([teamDirectory, memberCard]);
    await until(async () => expect((await rowOf("member-card")).checkpoint).toBe(end));
    expect(await rowOf("team-directory")).toMatchObject({ version: 2, state: "stopped" });
    expect(entries.some(({ readModel }) => readModel === "team-directory")).toBe(true);
  });
});
