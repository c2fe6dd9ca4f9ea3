import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { event } from "#contracts/event";
import { eventCatalogue } from "#contracts/events";
import type { TeamEvent } from "#contracts/team/events";
import { changesOf } from "#projections/projector/apply";
import { readModels } from "#projections/read-models";
import type { EventStore, RecordedEvent } from "#services/event-store/event-store";
import { protect } from "#services/platform/privacy/personal-data";
import { team } from "#services/team/team";
import { definitions, type GoldenEvent, goldenFile, goldenKey, shapeOf } from "#tests/examples/golden";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { memoryEventStore } from "#tests/support/memory-store";

const golden = (type: string, version: number): GoldenEvent =>
  JSON.parse(readFileSync(goldenFile(type, version), "utf8"));
const all = readdirSync(new URL("../examples/events/", import.meta.url)).map((file) => {
  const [, type = "", version] = /^(\w+)\.v(\d+)\.json$/.exec(file) ?? [];
  return { type, version: Number(version) };
});

/** Reads a stored event as the product does: decrypted and upcast to the current version. */
async function read(stored: GoldenEvent["stored"], catalogue: typeof definitions = definitions) {
  const recorded: RecordedEvent = { ...stored, checkpoint: "1.700.1" };
  const store: EventStore = {
    ...memoryEventStore(),
    readAll: async () => ({ events: [recorded], checkpoint: recorded.checkpoint }),
  };
  const of = async (members: readonly string[]) => new Map(members.map((member) => [member, goldenKey]));
  const keys = { ...memoryKeyRing(), of };
  const [first] = (await protect(store, keys, catalogue).readAll(store.start, 1)).events;
  return first as RecordedEvent;
}

describe.each(all)("T17 $type v$version", ({ type, version }) => {
  it("is accepted by the current schema and by every read model", async () => {
    const definition = definitions[type];
    if (!definition) throw new Error(`${type} is not in the catalogue any more, but logs hold it`);
    const event = await read(golden(type, version).stored);
    expect(event.schemaVersion).toBe(definition.version);
    expect(definition.data.strict().safeParse(event.data).error?.issues).toBeUndefined();
    for (const projection of readModels) expect(() => changesOf(projection, event)).not.toThrow();
  });

  it("contains what was written", async () => {
    const { stored, written } = golden(type, version);
    const asThen = {
      ...definitions,
      [type]: { ...definitions[type], version, upcasters: {} },
    } as typeof definitions;
    expect((await read(stored, asThen)).data).toEqual(written);
  });
});

it("a team folds to the same state with a member who joined in the first version of that event, without invitations", async () => {
  const types = ["TeamCreated", "MemberJoined", "CoManagerAdded", "ApplicantsAdmitted", "MemberKicked"];
  const events = await Promise.all(types.map((type) => read(golden(type, 1).stored)));
  const state = (events as unknown as TeamEvent[]).reduce(team.evolve, team.initial);
  const { info, entryPassword, revision, roster, invitations, kicked } = state;
  expect([...roster.members]).toEqual([
    [dotori, "MANAGER"],
    [hodu, "MEMBER"],
    [janmul, "MEMBER"],
  ]);
  expect({ name: info?.name, entryPassword, revision }).toEqual({
    name: "아침반",
    entryPassword: "sealed-4821",
    revision: 1,
  });
  expect([[...invitations], [...kicked]]).toEqual([[], [bamtol]]);
});

it("would detect a change without a new version, and reads an old example through an upcaster", async () => {
  const { stored, shape } = golden("AnnouncementChanged", 1);
  const changed = event(1, eventCatalogue.AnnouncementChanged.data.extend({ isPinned: z.boolean() }));
  expect(shapeOf(changed)).not.toEqual(shape);
  const raised = event(2, changed.data, { upcasters: { 1: (data) => ({ isPinned: false, ...data }) } });
  const today = await read(stored, { ...definitions, AnnouncementChanged: raised });
  expect(today).toMatchObject({ schemaVersion: 2, data: { isPinned: false } });
});
