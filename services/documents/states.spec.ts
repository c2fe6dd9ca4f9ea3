import { expect, it } from "vitest";
import { createRelativePositionFromTypeIndex, Doc, XmlText } from "yjs";
import { roomNamed } from "./room-name.ts";
import { statesOf } from "./states.ts";

const person = { uuid: "0b9f7f0e-3c1d-4d53-9a37-2f6b1d9c8e11", name: "도토리", imageUrl: "" };
const stateOf = statesOf(roomNamed("subject/12/2026-11-21")!, person);
const nowhere = { type: null, tname: null, item: null, assoc: 0 };

it("passes on where the editor says that a caret is", () => {
  const root = new Doc().get("root", XmlText);
  root.insert(0, "안녕하세요");
  const [begin, end] = [
    createRelativePositionFromTypeIndex(root, 0),
    createRelativePositionFromTypeIndex(root, 5),
  ];
  const said = JSON.parse(
    JSON.stringify({ anchorPos: begin, focusPos: end, focusing: true, color: "#2563eb" }),
  );
  expect(stateOf(said)).toEqual({ ...said, name: "도토리", awarenessData: { uuid: person.uuid } });
});

it.each<[string, unknown]>([
  ["a text", "여기"],
  ["an array", [1, 2]],
  ["a place without a clock", { ...nowhere, item: { client: 1 } }],
  ["a negative place", { ...nowhere, item: { client: 1, clock: -1 } }],
  ["a fraction", { ...nowhere, type: { client: 0.5, clock: 0 } }],
  ["a root that the editor has not", { ...nowhere, tname: "x".repeat(4000) }],
  ["another side than the two", { ...nowhere, assoc: 1e9 }],
  ["fields left out", {}],
])("passes on no position that is %s, and the rest all the same", (_, position) => {
  expect(stateOf({ anchorPos: position, focusPos: position, focusing: true })).toMatchObject({
    anchorPos: null,
    focusPos: null,
    focusing: true,
    name: "도토리",
  });
});

it("passes on nothing that hangs on to a position", () => {
  const id = { client: 7, clock: 3, note: "x".repeat(3000) };
  const { anchorPos } = stateOf({ anchorPos: { ...nowhere, item: id, more: { deep: [1] } } });
  expect(anchorPos).toEqual({ ...nowhere, item: { client: 7, clock: 3 } });
});

it("says of members on a team's page who they are, of a draft's owner nothing", () => {
  expect(statesOf(roomNamed("team/12")!, person)({ name: "가짜", anchorPos: nowhere })).toEqual(person);
  expect(statesOf(roomNamed(`draft/${person.uuid}/recruitment/new`)!, person)({ name: "가짜" })).toEqual({});
});
