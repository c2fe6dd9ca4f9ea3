import { expect, it, onTestFinished } from "vitest";
import { eventCatalogue } from "#contracts/events";
import { recorded } from "#tests/support/recorded";
import { domainEvent } from "./domain-event.ts";

it("upcasts events of older versions, as replays return them, to the current version step by step", () => {
  const { TeamDeleted } = eventCatalogue;
  const upcasters = {
    1: (data: object) => ({ ...data, by: "system" }),
    2: ({ by, ...data }: Record<string, unknown>) => ({ ...data, deletedBy: by }),
  };
  Object.assign(eventCatalogue, { TeamDeleted: { ...TeamDeleted, version: 3, upcasters } });
  onTestFinished(() => void Object.assign(eventCatalogue, { TeamDeleted }));
  const ofVersion = (schemaVersion: number, data: object) =>
    domainEvent({
      ...recorded({ type: "TeamDeleted", data: { teamId: 12 } }),
      schemaVersion,
      data: { ...data },
    })?.data;
  const today = { teamId: 12, deletedBy: "system" };
  expect(() => ofVersion(0, { teamId: 12 })).toThrow("TeamDeleted has no way from schema version 0 to 1");
  expect([
    ofVersion(1, { teamId: 12 }),
    ofVersion(2, { teamId: 12, by: "system" }),
    ofVersion(3, today),
  ]).toEqual([today, today, today]);
});
