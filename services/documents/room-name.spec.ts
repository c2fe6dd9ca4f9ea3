import { expect, it } from "vitest";
import { roomNamed } from "./room-name.ts";

const owner = "0b9f7f0e-3c1d-4d53-9a37-2f6b1d9c8e11";

it.each([
  [`draft/${owner}/article/new/12`, "draft"],
  [`draft/${owner}/article/301`, "draft"],
  [`draft/${owner}/subject/12/2026-11-21`, "draft"],
  [`draft/${owner}/recruitment/new`, "draft"],
  ["subject/12/2026-11-21", "subject"],
  ["team/12", "team"],
])("knows %s", (id, kind) => {
  expect(roomNamed(id)).toMatchObject({ id, kind });
});

it.each([
  "",
  "team/0",
  "team/12/x",
  "subject/12/2026-02-30",
  "subject/x/2026-11-21",
  "draft/somebody/article/1",
  `draft/${owner}/`,
  `draft/${owner}/article/new/12/../13`,
  `draft/${owner}/article/%`,
])("knows no room %j", (id) => {
  expect(roomNamed(id)).toBeUndefined();
});
