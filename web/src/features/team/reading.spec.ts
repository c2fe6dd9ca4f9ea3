import { expect, it } from "vitest";
import { page } from "#contracts/endpoint";
import { articleOf } from "#tests/support/views";
import { followed } from "./use-team-day.ts";

const list = (ids: number[], at: number, total: number) =>
  page(
    ids.map((id) => articleOf(id)),
    { page: at, size: 6 },
    total,
  );
const open = articleOf(301);

it("shows the newer text of the open article", () => {
  const edited = articleOf(301, { articleTitle: "고친 제목" });
  expect(followed(open, page([edited], { page: 0, size: 6 }, 1))).toBe(edited);
});

it.each<[string, ReturnType<typeof list>, typeof open | null]>([
  ["open when newer articles move it to the next page", list([307, 306, 305, 304, 303, 302], 0, 7), open],
  ["open while another page is shown", list([295, 294], 1, 8), open],
  ["closed when it was deleted between others", list([302, 300], 0, 2), null],
  ["closed when it was the only one", list([], 0, 0), null],
  ["closed when it is missing on a full page", list([306, 305, 304, 303, 302, 300], 0, 9), null],
])("keeps the article %s", (_, shown, expected) => {
  expect(followed(open, shown)).toBe(expected);
});
