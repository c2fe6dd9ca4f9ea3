import { expect, it } from "vitest";
import { bamtol, hodu } from "#tests/examples/people";
import { withdrawn } from "#tests/examples/posts";
import {
  applicationEdited,
  applicationRemoved,
  applicationsAccepted,
  applicationWithdrawn,
  applied,
  recruitmentClosed,
  recruitmentDeleted,
  recruitmentEdited,
  recruitmentPosted,
  recruitmentResumed,
  teamLinked,
} from "#tests/examples/recruitments";
import { recorded } from "#tests/support/recorded";
import { myApplications } from "./my-applications.ts";
import { patch, patchWhere, remove, removeWhere, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";

const at = "2025-09-03T12:30:00.000Z";
const position = "00000000000000000001.00000000000000000700.00000000000000000001-000";
const key = { application_id: 8 };
const becomes = (state: string) => ({ state, changed_at: at, changed_position: position });

it.each([
  [
    applied(),
    [
      upsert({
        ...key,
        recruitment_id: 5,
        applicant_id: bamtol,
        body: "지원합니다",
        applied_at: at,
        applied_position: position,
        ...becomes("pending"),
      }),
    ],
    [bamtol],
  ],
  [applicationEdited, [patch(key, { body: "고친 글" })], [bamtol]],
  [applicationWithdrawn, [remove(key)], [bamtol]],
  [applicationRemoved, [patch(key, becomes("removed"))], [bamtol]],
  [
    applicationsAccepted,
    [patch(key, becomes("accepted")), patch({ application_id: 9 }, becomes("accepted"))],
    [bamtol, hodu],
  ],
  [
    recruitmentClosed([bamtol]),
    [patchWhere({ recruitment_id: 5, state: "pending" }, becomes("closed"))],
    [bamtol],
  ],
  [
    recruitmentResumed([bamtol]),
    [patchWhere({ recruitment_id: 5, state: "closed" }, becomes("pending"))],
    [bamtol],
  ],
  [
    recruitmentDeleted([bamtol, hodu]),
    [
      patchWhere({ recruitment_id: 5, state: "pending" }, becomes("deleted")),
      patchWhere({ recruitment_id: 5, state: "closed" }, becomes("deleted")),
    ],
    [bamtol, hodu],
  ],
  [teamLinked([bamtol]), [], [bamtol]],
  [recruitmentEdited, [], []],
  [recruitmentPosted(), [], []],
])("$type changes the applications and tells their writers", (event, changes, told) => {
  expect(changesOf(myApplications, recorded(event))).toEqual(changes);
  expect(myApplications.touches(event)).toEqual(told);
});

it("keeps no text of those who withdraw, and of what waits only the place until it is taken back", () => {
  const mine = { applicant_id: bamtol };
  expect(changesOf(myApplications, recorded(withdrawn(bamtol)))).toEqual([
    patchWhere(mine, { body: null }),
    removeWhere({ ...mine, state: "accepted" }),
    removeWhere({ ...mine, state: "removed" }),
    removeWhere({ ...mine, state: "deleted" }),
  ]);
});
