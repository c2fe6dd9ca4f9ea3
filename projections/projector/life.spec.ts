import { EventEmitter, once } from "node:events";
import { expect, it } from "vitest";
import { created } from "#tests/examples/teams";
import { joined, ownProjectors, until } from "#tests/support/own-projectors";
import { tell } from "#tests/support/recorded";
import type { AnyProjection } from "../projection.ts";
import { teamDirectory } from "../team-directory.ts";
import { teamMembers } from "../team-members.ts";
import { advance } from "./checkpoints.ts";
import { acquireLease } from "./lease.ts";
import { areWhole, becameWhole, beginLife } from "./life.ts";
import { prepareReadModels } from "./schema.ts";

const own = ownProjectors();
const { run, rowOf, expectAllAt } = own;
const crash = () => own.database.pool.query("TRUNCATE read_model_life");
const isWhole = async () => {
  const client = await own.database.pool.connect();
  return areWhole(client).finally(() => client.release());
};

/** Keeps with each checkpoint that is moved whether its transaction waits for the disk. */
const noting = `
  CREATE TABLE moves (n serial, name text, state text, waits boolean);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO moves (name, state, waits) VALUES (NEW.name, NEW.state, current_setting('synchronous_commit') = 'on');
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER note AFTER UPDATE ON read_model_checkpoints DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION note()`;
/** As in production; the server of the tests waits for none. */
async function waitForDisks() {
  const client = await own.database.pool.connect();
  await client.query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END $$",
  );
  // It says so to those that come after it.
  client.release(true);
}
async function movesOf(name: string) {
  const { rows } = await own.database.pool.query<{ state: string; waits: boolean }>(
    "SELECT state, waits FROM moves WHERE name = $1 ORDER BY n",
    [name],
  );
  return rows.map(({ state, waits }) => `${state}${waits ? ", waits" : ""}`);
}

it("lets a crash undo only what all that run have moved together", async () => {
  await waitForDisks();
  const failing: AnyProjection = {
    ...teamMembers,
    handlers: {
      ...teamMembers.handlers,
      MemberJoined: () => {
        throw new TypeError("no such thing");
      },
    },
  };
  const former = run([teamDirectory, failing]);
  await until(() => expectAllAt(own.store.start));
  await own.database.pool.query(noting);
  const near = await tell(own.store, "team-12", created);
  await until(() => expectAllAt(near));
  await tell(own.store, "team-12", joined(1));
  await until(async () => expect((await rowOf("team-members")).state).toBe("stopped"));
  const far = await tell(own.store, "team-12", joined(2));
  await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(far));
  expect(await movesOf("team-members")).toEqual(["running", "stopped, waits"]);
  expect(await movesOf("team-directory")).toEqual(["running", "running, waits", "running"]);

  await former.stop();
  run([teamDirectory, teamMembers]);
  await until(() => expectAllAt(far));
  const end = await tell(own.store, "team-12", joined(3));
  await until(() => expectAllAt(end));
  expect((await movesOf("team-members")).slice(2)).toEqual([
    "catching-up, waits",
    "running, waits",
    "running",
  ]);
});

it("lets a crash undo nothing of what has brought together some that stood apart", async () => {
  await waitForDisks();
  const { pool } = own.database;
  await prepareReadModels(pool, [teamDirectory, teamMembers], "0");
  const fence = (await acquireLease(pool, "test", 60_000)) ?? 0;
  await pool.query(noting);
  const move = (projection: AnyProjection, previous: string, checkpoint: string) => ({
    ...{ projection, previous, state: "running" as const },
    folded: { steps: [], events: 0, checkpoint },
  });
  await advance(pool, fence, [move(teamDirectory, "0", "1")], true);
  await advance(pool, fence, [move(teamDirectory, "1", "2"), move(teamMembers, "0", "2")], true);
  await advance(pool, fence, [move(teamDirectory, "2", "3"), move(teamMembers, "2", "3")], true);
  expect(await movesOf("team-members")).toEqual(["running, waits", "running"]);
  // Nor does a stop that somebody has been told of come undone, though nothing else moves.
  const poison = { eventId: "e-1", reason: "no such thing" };
  const stopping = move(teamMembers, "3", "3");
  await advance(pool, fence, [{ ...stopping, folded: { ...stopping.folded, poison } }], true);
  expect((await movesOf("team-members")).at(-1)).toBe("stopped, waits");
});

it("is whole once the read models have come to where the log ended as it began, and only it", async () => {
  await tell(own.store, "team-12", created);
  await crash();
  const life = await beginLife(own.database.pool);
  expect(life.isWhole).toBe(false);
  expect(await beginLife(own.database.pool)).toEqual(life);
  expect(await isWhole()).toBe(false);
  const { store } = own;
  const [follows, mayFollow] = [new EventEmitter(), new EventEmitter()];
  own.store = {
    ...store,
    async *subscribe(...from) {
      const go = once(mayFollow, "it");
      follows.emit("it");
      await go;
      yield* store.subscribe(...from);
    },
  };
  const following = once(follows, "it");
  run();
  await following;
  expect(await isWhole()).toBe(false);
  mayFollow.emit("it");
  await until(async () => expect(await isWhole()).toBe(true));
  expect(await beginLife(own.database.pool)).toEqual({ ...life, isWhole: true });
  await crash();
  await becameWhole(own.database.pool, life);
  await beginLife(own.database.pool);
  await becameWhole(own.database.pool, life);
  expect(await isWhole()).toBe(false);
});

it("is whole, too, where no read model can go any further", async () => {
  await tell(own.store, "team-12", created);
  await crash();
  const { store } = own;
  own.store = {
    ...store,
    // biome-ignore lint/correctness/useYield: it fails before it has anything.
    async *subscribe() {
      throw Object.assign(new Error("of a newer program"), { eventId: "e-1" });
    },
  };
  run();
  await until(async () => expect((await rowOf("team-members")).state).toBe("stopped"));
  await until(async () => expect(await isWhole()).toBe(true));
});
