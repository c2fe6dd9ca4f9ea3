import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeEach, expect, it, vi } from "vitest";
import { type DomainEvent, eventCatalogue } from "#contracts/events";
import type { BuildTools } from "#projections/building/build";
import {
  type Build,
  BuildInProgress,
  beginBuild,
  leaveBuilds,
  NewerServed,
} from "#projections/building/build";
import { fillBuilds } from "#projections/building/fill";
import { PoisonedBuild } from "#projections/building/log-range";
import { swapIn } from "#projections/building/swap";
import type { ReadModels } from "#projections/database";
import { projection, upsert } from "#projections/projection";
import { readModelRows, StaleCheckpoint } from "#projections/projector/checkpoints";
import { prepareReadModels, readModelsMigrations } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { buildToHead, rebuildReadModels, TablesLocked } from "#projections/rebuild";
import { createProjector, type Projector } from "#projections/runner";
import { teamDirectory } from "#projections/team-directory";
import { teamMembers } from "#projections/team-members";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/postgres/schema";
import { openDatabase } from "#services/platform/database/database";
import { migrate } from "#services/platform/database/migrations";
import { protect } from "#services/platform/privacy/personal-data";
import * as notified from "#tests/examples/notifications";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { readModelDatabase } from "#tests/support/read-model-database";
import { until } from "#tests/support/until";
import { verifyReadModel } from "#tests/support/verify-read-model";
import * as talk from "../examples/discussions.ts";
import { invitationCreated } from "../examples/invitations.ts";
import * as team from "../examples/memberships.ts";
import { bamtol, dotori, hodu, janmul } from "../examples/people.ts";
import * as post from "../examples/posts.ts";
import * as queue from "../examples/queued-problems.ts";
import * as search from "../examples/recruitments.ts";
import * as rhythm from "../examples/rhythm.ts";
import { created, joined } from "../examples/teams.ts";
import type { TestDatabase } from "../support/database.ts";
import { asNew, newCommand, tell } from "../support/recorded.ts";
import { temporaryPostgres, withoutDurability } from "../support/with-postgres.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

const rebuildReadModel = (
  { projection, ...tools }: BuildTools,
  options?: Parameters<typeof rebuildReadModels>[2],
) => rebuildReadModels(tools, [projection], options);

let database: TestDatabase<ReadModels>;
let store: PostgresEventStore;
let projector: Projector;

beforeEach(async () => {
  database = await readModelDatabase();
  const log = postgresEventStore(database.pool);
  // Articles have rows only if their author has a key.
  store = { ...log, ...protect(log, memoryKeyRing(), eventCatalogue) };
  projector = createProjector({ store, pool: database.pool, log: () => {} });
  projector.start();
  return async () => {
    await projector.stop();
    await store.close();
    await database.close();
  };
});

const tools = (projection: (typeof readModels)[number]) => ({ store, pool: database.pool, projection });

const reach = (checkpoint: string) =>
  vi.waitFor(async () => {
    const rows = await readModelRows(database.pool);
    expect(rows.map((row) => row.checkpoint)).toEqual(readModels.map(() => checkpoint));
  });

/** The same event in another team, with other ids. */
const inTeam = (teamId: number, event: DomainEvent): DomainEvent => {
  const inThatTeam = (field: string, value: unknown) => {
    if (field === "teamId") return teamId;
    const isId = ["articleId", "subjectId", "commentId", "threadId"].includes(field);
    return isId && typeof value === "number" ? value + teamId * 1000 : value;
  };
  const fields = Object.entries(event.data).map(([field, value]) => [field, inThatTeam(field, value)]);
  return { ...event, data: Object.fromEntries(fields) } as DomainEvent;
};

/** Appends all types of events in ten teams, three of which are deleted. */
async function tellMuch(): Promise<string> {
  for (const memberId of [dotori, bamtol, hodu, janmul])
    await tell(
      store,
      `member-${memberId}`,
      post.signedUp(memberId),
      post.completed(memberId, memberId.slice(0, 4)),
    );
  const { admitted, announced, infoChanged, passwordChanged, coManagerAdded, delegated, left, kicked } = team;
  const { posted, subjectPosted } = post;
  const place = { articleId: 303, articleAuthorId: bamtol, authorId: dotori };
  const discussed = [
    ...[talk.commented(), talk.acknowledged(), talk.reviewerAssigned()],
    ...[talk.commented({ ...place, commentId: 500, threadId: 500 })],
    ...[talk.commented({ ...place, commentId: 501, threadId: 500, anchor: null, quote: null })],
    ...[talk.commentEdited({ articleId: 303, commentId: 500, authorId: dotori })],
    ...[talk.acknowledged(hodu, 303), talk.reviewerAssigned({ articleId: 303, reviewerId: dotori })],
  ];
  const rhythmic = [
    ...[rhythm.promiseSet(), rhythm.restTaken(), rhythm.dayExcused({ date: "2025-09-10" })],
    ...[queue.queued(), queue.autoPosting(), queue.proposed(), queue.accepted(), queue.moved()],
  ];
  const life: DomainEvent[] = [
    ...[created, joined(), admitted, announced, infoChanged, passwordChanged, coManagerAdded, posted()],
    ...[posted({ articleId: 302, authorId: janmul }), posted({ articleId: 303, authorId: bamtol })],
    ...discussed,
    ...rhythmic,
    ...[post.edited, subjectPosted(), subjectPosted({ subjectId: 78, date: "2025-09-04", authorId: janmul })],
    ...[post.subjectEdited, post.subjectDeleted, subjectPosted({ subjectId: 79 }), delegated],
    ...[left(false, dotori), joined(dotori), kicked, post.deleted, left(true, janmul)],
  ];
  for (const event of life)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => tell(store, `team-${index}`, inTeam(index, event))),
    );
  await tell(store, "team-2", inTeam(2, invitationCreated()));
  const { recruitmentPosted, applied, recruitmentClosed, recruitmentResumed } = search;
  await tell(
    store,
    "recruitment-5",
    ...[recruitmentPosted({ teamId: 2 }), applied(), search.applicationEdited, applied(hodu, 9)],
    ...[search.recruitmentEdited, recruitmentClosed([bamtol, hodu]), recruitmentResumed([bamtol, hodu])],
    search.applicationWithdrawn,
  );
  const gone = [recruitmentPosted(), applied(janmul, 10), search.recruitmentDeleted([janmul])].map(
    (event) => ({ ...event, data: { ...event.data, recruitmentId: 6 } }) as DomainEvent,
  );
  await tell(store, "recruitment-6", ...gone);
  await tell(store, `member-${janmul}`, post.withdrawn(janmul));
  const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const numbered = (n: number, teamId: number) =>
    notified.raised({ number: n, notificationId: uuid(n), teamId });
  const once = numbered(1, 2);
  const late = numbered(2, 4);
  await tell(
    store,
    `inbox-${dotori}`,
    once,
    notified.collapsed({ notificationId: uuid(1), number: 3 }),
    late,
  );
  await tell(
    store,
    `inbox-${dotori}`,
    notified.someRead(uuid(1)),
    notified.allRead(2),
    notified.settingsChanged(),
  );
  let end = "";
  for (const teamId of [1, 4, 7]) end = await tell(store, `team-${teamId}`, inTeam(teamId, team.teamDeleted));
  return end;
}

/** Waits until the projector has applied these events of a team. */
async function applied(...events: DomainEvent[]): Promise<string> {
  const end = await tell(store, "team-12", ...events);
  await reach(end);
  return end;
}

/** A build of the directory up to the checkpoint of its serving table. */
async function filledBuild(end: string): Promise<Build> {
  const own = tools(teamDirectory);
  const build = await beginBuild(own, randomUUID(), end);
  await fillBuilds(own, [build], async () => new Map([[build, end]]));
  return build;
}

const expectEqual = async (more = {}) =>
  expect(await verifyReadModel(tools(teamDirectory))).toMatchObject({ differing: 0, ...more });

const countOf = async (query: string) => (await database.pool.query(query)).rowCount;
const waiting =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const lockedRow = "SELECT FROM read_model_checkpoints WHERE name = 'team-directory' FOR UPDATE NOWAIT";

/** Holds a table like a session that has read it and left its transaction open. */
async function holdingOpen(table: string): Promise<() => Promise<void>> {
  const reader = new pg.Client({ connectionString: database.url });
  // The end of the connection, at the latest with the database, is not an error.
  reader.on("error", () => {});
  await reader.connect();
  await reader.query(`BEGIN; SELECT FROM ${table}`);
  return () => reader.end();
}

it("rebuilding every read model gives the same rows as the live ones", async () => {
  await reach(await tellMuch());
  const live = new Map<string, unknown>();
  const contents = async (name: string) => {
    const table = name.replaceAll("-", "_");
    const { rows } = await database.pool.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY t`);
    return rows;
  };
  for (const { name } of readModels) live.set(name, await contents(name));
  for (const projection of readModels) {
    expect(await verifyReadModel(tools(projection))).toMatchObject({ differing: 0, differences: [] });
    await rebuildReadModel(tools(projection));
    const rows = await contents(projection.name);
    expect(rows.length, projection.name).toBeGreaterThan(0);
    expect(rows, projection.name).toEqual(live.get(projection.name));
  }
  // The projector continues with the new tables.
  await reach(await tell(store, "team-2", inTeam(2, team.announced)));
});

it("a rebuild during commands ends with the same rows and reports its progress", async () => {
  await applied(created);
  const telling = tellMuch();
  const seen: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await rebuildReadModel(tools(teamDirectory), {
      onProgress: ({ done, total }) => {
        expect(done).toBeLessThanOrEqual(total);
        seen.push(done);
      },
    });
  }
  await reach(await telling);
  expect(seen.length).toBeGreaterThan(3);
  await expectEqual({ rows: 8 });
  const events = (await readModelRows(database.pool)).map((row) => row.events);
  expect(new Set(events).size).toBe(1);
});

it("verifying names rows that differ, without their texts; a rebuild corrects them", async () => {
  await reach(await tellMuch());
  await database.pool.query(`UPDATE team_directory SET member_count = 99, name = 'x' WHERE team_id = 2;
    DELETE FROM team_directory WHERE team_id = 3;
    INSERT INTO team_directory SELECT 77, name, search_name, 1, created_position FROM team_directory WHERE team_id = 5`);
  const found = await verifyReadModel(tools(teamDirectory));
  expect(found).toMatchObject({ rows: 7, differing: 3 });
  expect(found.differences.toSorted((a, b) => Number(a.key.team_id) - Number(b.key.team_id))).toEqual([
    { key: { team_id: 2 }, kind: "different", columns: ["name", "member_count"] },
    { key: { team_id: 3 }, kind: "missing", columns: [] },
    { key: { team_id: 77 }, kind: "superfluous", columns: [] },
  ]);
  await rebuildReadModel(tools(teamDirectory));
  await expectEqual();
});

it.each([
  ["", "- interval '1 minute'"],
  [
    "; so does one whose last sign of life lies ahead, since the server's clock was put back",
    "+ interval '1 hour'",
  ],
])("one rebuild at a time; an interrupted one is resumed%s", async (_, since) => {
  await applied(created, joined());
  const serving = (await readModelRows(database.pool))[0]?.checkpoint ?? "";
  const build = await beginBuild(tools(teamDirectory), randomUUID(), serving);
  await fillBuilds(tools(teamDirectory), [build], async () => new Map([[build, serving]]));
  await expect(rebuildReadModel(tools(teamDirectory))).rejects.toThrow(BuildInProgress);
  await database.pool.query(`UPDATE read_model_builds SET updated_at = now() ${since}`);
  const done: number[] = [];
  await rebuildReadModel(tools(teamDirectory), { onProgress: (progress) => done.push(progress.done) });
  expect(done[0]).toBe(2);
  await expectEqual();
});

it("starts an interrupted build again if it is of another version, or past the table that it replaces", async () => {
  const place = await tell(store, "team-12", created);
  const end = await applied(joined());
  /** The checkpoint at which a build begins that is then interrupted at the end. */
  const begin = async (version: number, serving: string | undefined) => {
    const own = tools({ ...teamDirectory, version });
    const build = await beginBuild(own, randomUUID(), serving);
    const { checkpoint, events } = build;
    await fillBuilds(own, [build], async () => new Map([[build, end]]));
    await leaveBuilds(database.pool, build.builder);
    return { checkpoint, events };
  };
  const fromStart = { checkpoint: store.start, events: 0 };
  const goesOn = { checkpoint: end, events: 2 };
  const { version } = teamDirectory;
  expect(await begin(version, end)).toEqual(fromStart);
  expect(await begin(version, end)).toEqual(goesOn);
  expect(await begin(version, undefined)).toEqual(goesOn);
  expect(await begin(version, place)).toEqual(fromStart);
  expect(await begin(version + 1, end)).toEqual(fromStart);
  expect(await begin(version + 1, end)).toEqual(goesOn);
});

it("upserts existing rows, batch after batch", async () => {
  const members = Array.from({ length: 60 }, () => randomUUID());
  const rounds = [1, 2, 3, 4];
  for (const _ of rounds) await tell(store, "team-12", ...members.map((memberId) => joined(memberId)));
  const lastOnes = projection({
    name: teamDirectory.name,
    version: teamDirectory.version,
    table: { columns: { member_id: "uuid", place: "text" }, key: ["member_id"], indexes: [] },
    handlers: {
      MemberJoined: ({ memberId }, { checkpoint }) => [upsert({ member_id: memberId, place: checkpoint })],
    },
    touches: () => [],
  });
  const build = await beginBuild(tools(lastOnes), randomUUID(), undefined);
  const head = await store.head();
  const { events } = await store.readAll(store.start, 1000);
  const options = { batchSize: members.length };
  await fillBuilds(tools(lastOnes), [build], async () => new Map([[build, head]]), options);
  const { rows } = await database.pool.query("SELECT place FROM team_directory__next");
  const last = events.slice(-members.length).map(({ checkpoint }) => checkpoint);
  expect(rows.map(({ place }) => place).toSorted()).toEqual(last.toSorted());
  expect(build).toMatchObject({ checkpoint: head, events: rounds.length * members.length });
});

it("ends when PostgreSQL does not respond for longer than each statement may take, and resumes after what is stored", async () => {
  const head = await tell(store, "team-12", created, joined());
  const silent = new pg.Pool({ connectionString: database.url, query_timeout: 200 });
  const holder = await database.pool.connect();
  const limits = (build: Build) => async () => new Map([[build, head]]);
  const first = await beginBuild(tools(teamDirectory), randomUUID(), undefined);
  await holder.query("BEGIN; LOCK TABLE team_directory__next");
  await expect(fillBuilds({ store, pool: silent }, [first], limits(first))).rejects.toThrow("timeout");
  await holder.query("COMMIT");
  holder.release();
  await silent.end();
  await leaveBuilds(database.pool, first.builder);
  const second = await beginBuild(tools(teamDirectory), randomUUID(), undefined);
  await fillBuilds(tools(teamDirectory), [second], limits(second));
  expect(second).toMatchObject({ checkpoint: head, events: 2 });
  const { rows } = await database.pool.query("SELECT member_count FROM team_directory__next");
  expect(rows).toEqual([{ member_count: 2 }]);
});

it("a rebuild with an event that it cannot handle names it and keeps the serving table", async () => {
  const command = newCommand();
  await store.append("team-12", [asNew(created), asNew(joined())], -1, command);
  await reach(await store.head());
  const failing = { ...teamDirectory, handlers: { MemberJoined: () => [{ change: "upsert", row: {} }] } };
  const failure = await rebuildReadModel(tools(failing)).catch((error: unknown) => error);
  const { events } = await store.readAll(store.start, 10);
  expect(failure).toBeInstanceOf(PoisonedBuild);
  expect((failure as PoisonedBuild).eventId).toBe(events[1]?.eventId);
  await expectEqual({ rows: 1 });
});

it("prevents the serving checkpoint from moving during the swap", async () => {
  const place = await tell(store, "team-12", created);
  const end = await applied(joined());
  const own = tools(teamDirectory);
  const build = await beginBuild(own, randomUUID(), end);
  await fillBuilds(own, [build], async () => new Map([[build, place]]));
  const moves: unknown[] = [];
  const readAll: typeof store.readAll = async (...given) => {
    moves.push(await database.pool.query(lockedRow).catch(({ code }) => code));
    return store.readAll(...given);
  };
  await swapIn({ ...own, store: { ...store, readAll } }, build);
  expect(moves).toEqual(["55P03"]);
  await expectEqual({ rows: 1 });
});

it.each<
  [string, (build: Build, place: string, end: string) => Promise<unknown>, new (...args: never[]) => Error]
>([
  [
    "is ahead of the serving table",
    (_, place) => database.pool.query("UPDATE read_model_checkpoints SET checkpoint = $1", [place]),
    StaleCheckpoint,
  ],
  [
    "another process has resumed and swapped in",
    async (build, _, end) => {
      await leaveBuilds(database.pool, build.builder);
      const own = tools(teamDirectory);
      await swapIn(own, await beginBuild(own, randomUUID(), end));
    },
    StaleCheckpoint,
  ],
  [
    "lost its last rows in a crash of the server",
    (_, place) => database.pool.query("UPDATE read_model_builds SET checkpoint = $1", [place]),
    StaleCheckpoint,
  ],
  [
    "is older than the table that a newer program has made meanwhile",
    () => database.pool.query("UPDATE read_model_checkpoints SET version = version + 1"),
    NewerServed,
  ],
])("does not swap in a build that %s", async (_, act, fault) => {
  const place = await tell(store, "team-12", created);
  const end = await applied(joined());
  await projector.stop();
  const build = await filledBuild(end);
  await act(build, place, end);
  await expect(swapIn(tools(teamDirectory), build)).rejects.toThrow(fault);
});

it("keeps a table of a newer program version", async () => {
  await applied(created);
  const served = { name: teamDirectory.name, version: 99 };
  await projector.stop();
  await database.pool.query("UPDATE read_model_checkpoints SET version = $2 WHERE name = $1", [
    served.name,
    served.version,
  ]);
  const own = tools(teamDirectory);
  await expect(rebuildReadModel(own)).rejects.toThrow("served in version 99");
  // As after an import.
  await expect(buildToHead(own, [teamDirectory])).rejects.toThrow("served in version 99");
  expect(await readModelRows(database.pool)).toContainEqual(expect.objectContaining(served));
  expect((await database.pool.query("SELECT FROM read_model_builds")).rowCount).toBe(0);
});

it("swaps the other tables if a transaction holds one, names that one, and resumes once it has ended", async () => {
  await applied(created);
  const letGo = await holdingOpen("team_directory");
  const swapped: string[] = [];
  const onSwap = ({ name }: { name: string }) => swapped.push(name);
  const both = [teamDirectory, teamMembers];
  const rebuilding = rebuildReadModels({ store, pool: database.pool }, both, { lockPatienceMs: 100, onSwap });
  const refused = await rebuilding.catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TablesLocked);
  expect((refused as TablesLocked).message).toContain("rebuild team-directory goes on");
  expect(swapped).toEqual(["team-members"]);
  await letGo();
  const progress: number[] = [];
  await rebuildReadModel(tools(teamDirectory), { onProgress: ({ done }) => progress.push(done) });
  expect(progress[0]).toBe(1);
});

it("waits for readers that hold the serving table without blocking others, and applies events meanwhile", async () => {
  await applied(created);
  const letGo = await holdingOpen("team_directory");
  const rebuilding = rebuildReadModel(tools(teamDirectory));
  // It requests the lock, gives up, and requests it again.
  for (const count of [1, 0, 1, 0])
    await until(async () => expect(await countOf(`${waiting} AND query LIKE 'LOCK TABLE%'`)).toBe(count));
  const isAt = (checkpoint: string) =>
    vi.waitFor(async () => {
      const { rows } = await database.pool.query("SELECT checkpoint FROM read_model_builds");
      expect(rows).toEqual([{ checkpoint }]);
    });
  await isAt(await store.head());
  const end = await applied(joined());
  await isAt(end);
  await letGo();
  await rebuilding;
  await expectEqual({ rows: 1 });
});

it("drops a replaced table that a killed process left; yields at the swap to a transaction that holds one, without blocking the projector", async () => {
  const own = tools(teamDirectory);
  const replaced = "CREATE TABLE team_directory__old (LIKE team_directory)";
  const end = await applied(created);
  await database.pool.query(replaced);
  const build = await filledBuild(end);
  // Fails if that table still exists.
  await database.pool.query(replaced);
  const letGo = await holdingOpen("team_directory__old");
  const swapping = swapIn(own, build).catch(({ code }) => code);
  await vi.waitFor(async () => expect(await countOf(waiting)).toBe(1));
  expect(await countOf(lockedRow)).toBe(1);
  expect(await swapping).toBe("55P03");
  await letGo();
  await swapIn(own, build);
});

it("waits longer for autovacuum of the serving table and of the build than for readers, and swaps", async () => {
  const server = await temporaryPostgres({ ...withoutDurability, autovacuum_naptime: "1s" });
  const { pool, close } = openDatabase(server.url);
  const log = postgresEventStore(pool);
  try {
    await migrate(pool, [...eventStoreMigrations, ...readModelsMigrations]);
    const end = await tell(log, "team-12", created);
    await prepareReadModels(pool, [teamDirectory], log.start);
    const own = { store: log, pool, projection: teamDirectory };
    await buildToHead(own, [teamDirectory]);
    const build = await beginBuild(own, randomUUID(), end);
    await fillBuilds(own, [build], async () => new Map([[build, end]]));
    for (const table of ["team_directory", "team_directory__next"])
      await pool.query(`
        INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('team_id', n))).*
        FROM ${table} t, generate_series(1000, 20000) n;
        ALTER TABLE ${table} SET (
          autovacuum_vacuum_insert_threshold = 1, autovacuum_vacuum_insert_scale_factor = 0,
          autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_cost_delay = 100)`);
    const underWay =
      "SELECT FROM pg_stat_progress_vacuum WHERE relid IN ('team_directory'::regclass, 'team_directory__next'::regclass)";
    await vi.waitFor(async () => expect((await pool.query(underWay)).rowCount).toBe(2));
    // At the first attempt.
    await swapIn(own, build);
    const { rows } = await pool.query("SELECT to_regclass('team_directory__next') AS build");
    expect(rows).toEqual([{ build: null }]);
  } finally {
    await log.close();
    await close();
    await server.stop();
  }
}, 30_000);
