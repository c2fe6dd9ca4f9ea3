import { describe, expect, it } from "vitest";
import { completed, signedUp } from "#tests/examples/posts";
import { created } from "#tests/examples/teams";
import { joined, ownProjectors } from "#tests/support/own-projectors";
import { newCommand, tell } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { memberCard } from "../member-card.ts";
import type { AnyProjection } from "../projection.ts";
import { teamDirectory } from "../team-directory.ts";
import { teamMembers } from "../team-members.ts";

const own = ownProjectors();
const { run, rowOf, countOf, expectAllAt } = own;

describe("a read model that cannot handle an event", () => {
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

  it("stops alone and reports where, whether its handler or the database refuses; once fixed, it catches up", async () => {
    const projector = run([teamDirectory, failing, refused]);
    await tell(own.store, "team-12", created);
    await tell(own.store, "member-1", signedUp());
    const atJoin = await tell(own.store, "team-12", joined(1));
    const atProfile = await tell(own.store, "member-1", completed());
    const end = await tell(own.store, "team-12", joined(2));
    const idAt = async (checkpoint: string) => {
      const { events } = await own.store.readAll(own.store.start, 100);
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
    expect(own.entries.filter(({ level }) => level === "error")).toMatchObject([
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
    expect(await own.database.kysely.selectFrom("team_members").selectAll().execute()).toHaveLength(3);
  });

  it("stops at an event of a newer schema version, while those that do not handle it continue", async () => {
    run([teamDirectory, memberCard]);
    await tell(own.store, "team-12", created);
    const newer = { type: "MemberJoined", schemaVersion: 99, data: {} };
    await own.store.append("team-12", [newer], 0, newCommand());
    const end = await tell(own.store, "member-1", signedUp());
    await until(async () => expect((await rowOf("member-card")).checkpoint).toBe(end));
    expect(await rowOf("team-directory")).toMatchObject({
      state: "stopped",
      stopped: { reason: expect.stringContaining("start a newer program") },
    });
  });
});
