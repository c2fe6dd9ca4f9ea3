import { expect, it } from "vitest";
import { subjectRoom } from "#contracts/documents/api";
import { roomNamed } from "./room-name.ts";

it.each([null, { subjectId: 77, revision: 3 }])("reads the room of a problem saved as %o", (saved) => {
  const id = subjectRoom(12, "2026-11-21", saved);
  expect(roomNamed(id)).toEqual({ id, teamId: 12, date: "2026-11-21" });
});

it.each([
  "",
  "subject/12",
  "subject/12/2026-11-21",
  "subject/12/2026-02-30/new",
  "subject/0/2026-11-21/new",
  "subject/12/2026-11-21/1",
  "subject/12/2026-11-21/0.1",
  "subject/12/2026-11-21/new/x",
  "draft/12/2026-11-21/new",
])("knows no room %s", (id) => expect(roomNamed(id)).toBeUndefined());
