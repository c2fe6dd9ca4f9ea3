import { describe, expect, it, vi } from "vitest";
import { left } from "#tests/examples/memberships";
import { posted } from "#tests/examples/posts";
import { created } from "#tests/examples/teams";
import { joined, joiners, ownProjectors } from "#tests/support/own-projectors";
import { tell } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { memberCard } from "../member-card.ts";
import { type AnyProjection, projection, removeWhere, upsert } from "../projection.ts";
import { teamDirectory } from "../team-directory.ts";
import { teamMembers } from "../team-members.ts";

// Takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const own = ownProjectors();
const { run, rowOf, countOf, expectAllAt } = own;

const raisedVersion = teamDirectory.version + 1;
const newerVersion = raisedVersion + 1;

describe("a raised version", () => {
  /** Counts as text, so that the stored type differs as well. */
  const raised: AnyProjection = projection({
    ...teamDirectory,
    version: raisedVersion,
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
    const { rows } = await own.database.pool.query("SELECT to_jsonb(t) AS row FROM team_directory t");
    return rows;
  };

  it("is built beside the serving table during appends, and then replaces it", async () => {
    const before = run();
    await tell(own.store, "team-12", created, ...joiners(1, 40));
    await until(async () => expect(await countOf()).toBe(41));
    await before.stop();
    const telling = tell(own.store, "team-12", ...joiners(41, 120));
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
      expect(await rowOf("team-directory")).toMatchObject({ version: raisedVersion, checkpoint: end }),
    );
    await until(async () => expect((await rowOf("team-directory")).state).toBe("running"));
    watching = false;
    await watcher;
    expect(await lastOf()).toEqual([
      { row: { team_id: "12", members: { last: joined(120).data.memberId } } },
    ]);
    expect((await rowOf("team-directory")).events).toBe(121);
    // Never empty, never partial: old rows, then new ones.
    const old = "created_position,member_count,name,search_name,team_id";
    expect([...seen].filter((columns) => columns !== old && columns !== "members,team_id")).toEqual([]);
  });

  it("of every read model leaves none of them following events that only the builds need", async () => {
    const before = run([teamDirectory]);
    const end = await tell(own.store, "team-12", created, ...joiners(1, 40));
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await before.stop();
    let followed = 0;
    const { subscribe } = own.store;
    own.store = {
      ...own.store,
      async *subscribe(...given) {
        for await (const batch of subscribe(...given)) {
          followed += batch.events.length;
          yield batch;
        }
      },
    };
    run([raised]);
    await until(async () =>
      expect(await rowOf("team-directory")).toMatchObject({ version: raisedVersion, state: "running" }),
    );
    const next = await tell(own.store, "team-12", joined(41));
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(next));
    expect([followed, (await rowOf("team-directory")).events]).toEqual([1, 42]);
  });

  it.each(["", ", also after a process that was killed while it did so"])(
    "of several read models is built in one pass of the log%s",
    async (killed) => {
      const before = run();
      const end = await tell(own.store, "team-12", created, ...joiners(1, 40));
      await until(() => expectAllAt(end));
      await before.stop();
      // The state that it leaves; one of the builds counts as active a little longer.
      if (killed)
        await own.database.pool.query(
          `INSERT INTO read_model_builds (name, version, builder, checkpoint, updated_at)
         VALUES ('team-directory', 2, gen_random_uuid(), $1, clock_timestamp() - interval '13 s'),
                ('team-members', 2, gen_random_uuid(), $1, clock_timestamp() - interval '14 s')`,
          [own.store.start],
        );
      const passes: string[] = [];
      const { readAll } = own.store;
      own.store = {
        ...own.store,
        async readAll(after, most) {
          const batch = await readAll(after, most);
          if (after === own.store.start && batch.events.length > 0) passes.push(after);
          return batch;
        },
      };
      const version = teamMembers.version + 1;
      run([raised, { ...teamMembers, version }, memberCard]);
      await until(async () =>
        expect(await rowOf("team-directory")).toMatchObject({ version: raisedVersion, checkpoint: end }),
      );
      await until(async () =>
        expect(await rowOf("team-members")).toMatchObject({ version, checkpoint: end }),
      );
      expect(passes).toHaveLength(1);
      expect((await rowOf("team-directory")).events).toBe(41);
      expect((await rowOf("team-members")).events).toBe(41);
    },
  );

  it("has statistics when it takes over, even if its indexes were created before its last rows", async () => {
    const before = run([teamDirectory]);
    await tell(own.store, "team-12", created, ...joiners(1, 520));
    const end = await tell(own.store, "team-12", left(false, joined(1).data.memberId));
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await before.stop();
    const members = projection({
      ...teamDirectory,
      version: raisedVersion,
      table: {
        columns: { checkpoint: "text", member_id: "uuid" },
        key: ["checkpoint"],
        indexes: ["(member_id)"],
      },
      handlers: {
        MemberJoined: ({ memberId }, { checkpoint }) => [upsert({ checkpoint, member_id: memberId })],
        MemberLeft: ({ memberId }) => [removeWhere({ member_id: memberId })],
      },
    });
    run([members]);
    await until(async () =>
      expect(await rowOf("team-directory")).toMatchObject({ version: raisedVersion, checkpoint: end }),
    );
    const known = "SELECT attname FROM pg_stats WHERE tablename = 'team_directory' ORDER BY attname";
    const { rows } = await own.database.pool.query(known);
    expect(rows.map(({ attname }) => attname)).toEqual(["checkpoint", "member_id"]);
  });

  it("with an event that it cannot handle leaves the others to be replaced", async () => {
    const before = run();
    await tell(own.store, "team-12", created, joined(1));
    await until(async () => expect(await countOf()).toBe(2));
    await before.stop();
    const poisoned = { ...raised, handlers: { MemberJoined: () => [{ change: "delete", key: {} }] } };
    const version = teamMembers.version + 1;
    run([poisoned, { ...teamMembers, version }, memberCard]);
    await until(async () => expect((await rowOf("team-directory")).state).toBe("stopped"));
    await until(async () => expect(await rowOf("team-members")).toMatchObject({ version, state: "running" }));
    expect(await countOf()).toBe(2);
  });

  it("with an event that it cannot handle keeps the old table serving", async () => {
    const before = run([teamDirectory]);
    await tell(own.store, "team-12", created, joined(1));
    await until(async () => expect(await countOf()).toBe(2));
    await before.stop();
    const poisoned = { ...raised, handlers: { MemberJoined: () => [{ change: "delete", key: {} }] } };
    run([poisoned, memberCard]);
    const end = await tell(own.store, "article-1", posted());
    await until(async () => expect((await rowOf("member-card")).checkpoint).toBe(end));
    await until(async () => expect((await rowOf("team-directory")).state).toBe("stopped"));
    expect(await countOf()).toBe(2);
  });

  it("is not undone by an older program", async () => {
    const newer = run([raised]);
    const end = await tell(own.store, "team-12", created);
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await newer.stop();
    run([teamDirectory, memberCard]);
    await until(async () => expect((await rowOf("member-card")).checkpoint).toBe(end));
    expect(await rowOf("team-directory")).toMatchObject({ version: raisedVersion, state: "stopped" });
    expect(own.entries.some(({ readModel }) => readModel === "team-directory")).toBe(true);
  });

  it("is not undone by an older program that is waiting to build", async () => {
    const before = run([teamDirectory]);
    const end = await tell(own.store, "team-12", created);
    await until(async () => expect((await rowOf("team-directory")).checkpoint).toBe(end));
    await before.stop();
    const { pool } = own.database;
    await pool.query(
      "INSERT INTO read_model_builds (name, version, builder, checkpoint) VALUES ('team-directory', $2, gen_random_uuid(), $1)",
      [end, newerVersion],
    );
    run([raised]);
    const isWaiting = ({ reason = "" }) => reason.includes("is being rebuilt already");
    await until(() => expect(own.entries.some(isWaiting)).toBe(true));
    // The state in which the newer one ends.
    await pool.query(
      `UPDATE read_model_checkpoints SET version = ${newerVersion}; DELETE FROM read_model_builds`,
    );
    await until(async () =>
      expect(await rowOf("team-directory")).toMatchObject({ version: newerVersion, state: "stopped" }),
    );
    expect((await pool.query("SELECT FROM read_model_builds")).rowCount).toBe(0);
  });
});
