import { randomUUID } from "node:crypto";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { describe, expect, it, vi } from "vitest";
import { appendExisting } from "#services/event-store/postgres/bulk-append";
import { created } from "#tests/examples/teams";
import { joined, joiners, ownProjectors } from "#tests/support/own-projectors";
import { readModelDatabase } from "#tests/support/read-model-database";
import { newCommand, tell } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { memberCard } from "./member-card.ts";
import type { AnyProjection, EventMeta } from "./projection.ts";
import { upsert } from "./projection.ts";
import { endFrozen } from "./projector/lease.ts";
import { teamDirectory } from "./team-directory.ts";
import { teamMembers } from "./team-members.ts";

const own = ownProjectors();
const { run, rowOf, countOf, expectAllAt } = own;

describe("one projector", () => {
  it("creates the tables and applies the events of the log and new ones", async () => {
    await tell(own.store, "team-12", created, joined(1));
    const projector = run();
    await until(async () => expect(await countOf()).toBe(2));
    const checkpoint = await tell(own.store, "team-12", joined(2));
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(3);
    expect((await rowOf("team-members")).events).toBe(3);
    const readModels = [teamDirectory, teamMembers, memberCard].map(({ name, version }) => ({
      name,
      version,
      state: "running",
      checkpoint,
    }));
    // Other processes may see its progress before it gets the notification itself.
    await until(async () => expect(projector.status()).toEqual({ role: "active", readModels }));
    await projector.stop();
    expect(projector.status()).toMatchObject({ role: "off" });
  });

  it("advances over unknown events", async () => {
    run();
    const strange = { type: "TeamPainted", schemaVersion: 7, data: {} };
    const appended = await own.store.append("team-12", [strange], -1, newCommand());
    await until(() => expectAllAt(appended.outcome === "appended" ? appended.checkpoint : ""));
  });

  it("applies every event once, however often it is stopped and its connections break", async () => {
    await tell(own.store, "team-12", created);
    const telling = tell(own.store, "team-12", ...joiners(1, 150));
    for (let round = 0; round < 12; round += 1) {
      const projector = run();
      const before = (await countOf().catch(() => 0)) ?? 0;
      await until(async () => expect((await countOf()) ?? 0).toBeGreaterThan(Math.min(before, 140)));
      if (round % 2) {
        await own.database.pool.query(
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

  it("does not repeat a transaction whose response was lost", async () => {
    run();
    const first = await tell(own.store, "team-12", created);
    await until(() => expectAllAt(first));
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    let lost = 0;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const answer = query.apply(this, args);
      // Only the projector commits: an append of one command is a statement without a transaction around it.
      if (args[0] !== "COMMIT" || lost > 0) return answer;
      lost += 1;
      return Promise.resolve(answer).then(() => {
        throw new Error("Connection terminated unexpectedly");
      });
    } as typeof pg.Client.prototype.query);
    try {
      const checkpoint = await tell(own.store, "team-12", joined(1));
      await until(() => expectAllAt(checkpoint));
    } finally {
      spy.mockRestore();
    }
    const next = await tell(own.store, "team-12", joined(2));
    await until(() => expectAllAt(next));
    expect([lost, await countOf()]).toEqual([1, 3]);
  });

  it("retries while the database refuses, and loses no event", async () => {
    run();
    await until(async () => expect((await rowOf("team-directory")).state).toBe("running"));
    await own.database.pool.query("ALTER TABLE read_model_lease RENAME TO away");
    const checkpoint = await tell(own.store, "team-12", created, joined(1));
    // The row is not at fault: that would stop the read model if the table were restored meanwhile.
    const reason = "CheckpointsUnmoved: the checkpoints could not be moved (SQLSTATE 42P01)";
    await until(() => expect(own.entries.map((entry) => entry.reason)).toContain(reason));
    await own.database.pool.query("ALTER TABLE away RENAME TO read_model_lease");
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(2);
  });
});

describe("a projector far behind the log", () => {
  const log = async (...numbers: number[]) => {
    const commandId = randomUUID();
    const meta = { commandId, causationId: commandId, correlationId: commandId, actor: "system" };
    const events = [created, ...numbers.map(joined)].map(({ type, data }, revision) => ({
      eventId: randomUUID(),
      stream: "team-12",
      revision,
      type,
      schemaVersion: 1,
      data: { ...data },
      meta,
      occurredAt: "2025-09-03T12:07:45.123Z",
    }));
    await appendExisting(own.database.pool, events);
    return { events, end: await own.store.head() };
  };
  const creator = "creatorId" in created.data ? created.data.creatorId : "";
  const to = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
  const membersOf = async () => {
    const rows = await own.database.kysely.selectFrom("team_members").select("member_id").execute();
    return rows.map(({ member_id }) => member_id).sort();
  };

  it("inserts new rows and updates existing ones, each event once", async () => {
    // Batches of 1000, 1000 and the rest: new rows, existing ones among new ones, new ones again.
    const { events, end } = await log(...to(1400), ...to(700), ...to(2600).slice(1400));
    run();
    await until(() => expectAllAt(end));
    expect(await membersOf()).toEqual([creator, ...to(2600).map((n) => joined(n).data.memberId)].sort());
    expect(await countOf()).toBe(events.length);
    expect((await rowOf("team-members")).events).toBe(events.length);
  });

  it("stops a read model exactly before the row that the database rejects, and continues the others", async () => {
    const { MemberJoined } = teamMembers.handlers;
    const joinedBut = (data: ReturnType<typeof joined>["data"], meta: EventMeta) => {
      const [change] = MemberJoined?.(data, meta) ?? [];
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

describe("a projector that cannot renew its lease", () => {
  it("gives it up after its duration although it has nothing to write, and works again once it can", async () => {
    const projector = run();
    await until(async () => expect((await rowOf("team-directory")).state).toBe("running"));
    await own.database.pool.query("ALTER TABLE read_model_lease RENAME TO away");
    await until(() => expect(projector.status().role).toBe("standby"));
    await own.database.pool.query("ALTER TABLE away RENAME TO read_model_lease");
    await until(() => expect(projector.status().role).toBe("active"));
    const checkpoint = await tell(own.store, "team-12", created);
    await until(() => expectAllAt(checkpoint));
  });
});

describe("two projectors", () => {
  it("have one active process, and the other takes over immediately when it stops", async () => {
    const first = run();
    const second = run();
    const roles = () => [first, second].map((each) => each.status().role).sort();
    await until(() => expect(roles()).toEqual(["active", "standby"]));
    const active = first.status().role === "active" ? first : second;
    await active.stop();
    await until(() => expect(roles()).toEqual(["active", "off"]));
    const checkpoint = await tell(own.store, "team-12", created, joined(1));
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(2);
  });

  it("reject the writes of one that was frozen beyond its lease", async () => {
    const frozen = run();
    await tell(own.store, "team-12", created);
    await until(async () => expect(await countOf()).toBe(1));
    // Simulates a frozen process: another one holds the lease now and does not release it.
    await own.database.pool.query(
      "UPDATE read_model_lease SET owner = 'another', fence = fence + 1, until = now() + interval '50 seconds'",
    );
    const before = (await rowOf("team-directory")).checkpoint;
    await tell(own.store, "team-12", joined(1));
    await until(() => expect(frozen.status().role).toBe("standby"));
    expect(await countOf()).toBe(1);
    expect((await rowOf("team-directory")).checkpoint).toBe(before);
    await own.database.pool.query("UPDATE read_model_lease SET until = now()");
    await until(async () => expect(await countOf()).toBe(2));
  });
});

describe("a projector that died before the database server's clock was put back", () => {
  it("is taken over without waiting for the time at which its lease ended", async () => {
    await own.database.pool.query(
      "UPDATE read_model_lease SET until = now() + interval '1 hour', server_started = pg_postmaster_start_time()",
    );
    run();
    const checkpoint = await tell(own.store, "team-12", created);
    await until(() => expectAllAt(checkpoint));
  });
});

describe("a projector that froze while it sent rows", () => {
  it("does not block the next one, whatever it had begun", async () => {
    const before = run();
    await tell(own.store, "team-12", created);
    await until(async () => expect(await countOf()).toBe(1));
    await before.stop();
    // The state that a frozen process leaves: locks, and half of the input of a COPY.
    const sleeper = new pg.Client({ connectionString: own.database.url });
    const cut = new Promise((resolve) => sleeper.once("error", resolve));
    await sleeper.connect();
    await sleeper.query("BEGIN; UPDATE read_model_checkpoints SET events = events");
    const rows = sleeper.query(copyFrom("COPY team_directory FROM STDIN"));
    rows.on("error", () => {});
    rows.write("12\t");
    await until(async () => {
      const { rows: asleep } = await own.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY team_directory%' AND wait_event = 'ClientRead' AND xact_start < clock_timestamp() - interval '0.6 s'",
      );
      expect(asleep).toHaveLength(1);
    });
    run();
    const checkpoint = await tell(own.store, "team-12", joined(1));
    await until(() => expectAllAt(checkpoint));
    expect(await countOf()).toBe(2);
    await cut;
    await sleeper.end().catch(() => {});
  });

  it("is not affected in a copy of the database", async () => {
    const numberIn = async ({ pool }: typeof own.database) =>
      (await pool.query("SELECT to_regclass('read_model_checkpoints')::oid AS number")).rows;
    const copy = await readModelDatabase();
    expect(await numberIn(copy)).toEqual(await numberIn(own.database));
    const busy = await copy.pool.connect();
    await busy.query("BEGIN; UPDATE read_model_checkpoints SET events = events");
    await endFrozen(own.database.pool, 0);
    await busy.query("COMMIT");
    busy.release();
    await copy.close();
  });
});
