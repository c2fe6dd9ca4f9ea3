import { describe, expect, it } from "vitest";
import { bamtol, dotori } from "#tests/examples/people";
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
  teamReserved,
} from "#tests/examples/recruitments";
import { created } from "#tests/examples/teams";
import { recorded } from "#tests/support/recorded";
import { patch, patchWhere, remove, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import { recruitmentBoard } from "./recruitment-board.ts";
import { recruitmentDetail } from "./recruitment-detail.ts";
import { teamPage } from "./team-page.ts";

const key = { recruitment_id: 5 };
const occurredAt = "2025-09-03T12:30:00.000Z";

describe("recruitment-detail", () => {
  it.each([
    [
      recruitmentPosted({ imageUrl: "/images/9d/9d22.jpg" }),
      [
        upsert({
          ...key,
          author_id: dotori,
          team_id: null,
          title: "평일 아침 코테 스터디",
          body: "<p>함께 풀어요</p>",
          contact: "https://open.example/morning",
          image_url: "/images/9d/9d22.jpg",
          is_recruiting: true,
          revision: 1,
          created_at: occurredAt,
        }),
      ],
    ],
    [
      recruitmentEdited,
      [
        patch(key, {
          title: "저녁 스터디",
          body: "<p>함께 풀어요</p>",
          contact: "https://open.example/morning",
          image_url: null,
          revision: 2,
        }),
      ],
    ],
    [recruitmentClosed(), [patch(key, { is_recruiting: false })]],
    [recruitmentResumed(), [patch(key, { is_recruiting: true })]],
    [teamLinked(), [patch(key, { team_id: 12 })]],
    [recruitmentDeleted(), [remove(key)]],
    [applied(), []],
    [applicationEdited, []],
    [applicationWithdrawn, []],
    [applicationRemoved, []],
    [applicationsAccepted, []],
  ])("$type", (event, changes) => {
    expect(changesOf(recruitmentDetail, recorded(event))).toEqual(changes);
    expect(recruitmentDetail.touches(event)).toEqual(["5"]);
  });

  it("forgets the texts of those who withdraw before the post itself is removed", () => {
    expect(changesOf(recruitmentDetail, recorded(withdrawn()))).toEqual([
      patchWhere({ author_id: dotori }, { title: null, body: null, contact: null, image_url: null }),
    ]);
  });

  it("shows nothing of a place that is only held", () => {
    expect(changesOf(recruitmentDetail, recorded(teamReserved))).toEqual([]);
    expect(recruitmentDetail.touches(teamReserved)).toEqual([]);
  });
});

describe("recruitment-board", () => {
  it("follows what the list shows, not the applications", () => {
    const shown = [
      recruitmentPosted(),
      recruitmentEdited,
      recruitmentClosed(),
      recruitmentResumed(),
      teamLinked(),
      recruitmentDeleted(),
    ];
    for (const event of shown) expect(recruitmentBoard.touches(event)).toEqual(["all"]);
    for (const event of [applied(), applicationsAccepted, created, withdrawn()])
      expect(recruitmentBoard.touches(event)).toEqual([]);
  });

  it("keeps the order", () => {
    expect(changesOf(recruitmentBoard, recorded(recruitmentPosted(), 7))).toEqual([
      upsert({
        ...key,
        author_id: dotori,
        is_recruiting: true,
        is_shown: true,
        position: expect.stringContaining("7-000"),
      }),
    ]);
    expect(changesOf(recruitmentBoard, recorded(recruitmentDeleted([bamtol])))).toEqual([remove(key)]);
    expect(changesOf(recruitmentBoard, recorded(withdrawn()))).toEqual([
      patchWhere({ author_id: dotori }, { is_shown: false }),
    ]);
  });
});

describe("a team's page", () => {
  it.each([
    [recruitmentPosted({ teamId: 12 }), [patch({ team_id: 12 }, { recruitment_id: 5 })]],
    [teamLinked(), [patch({ team_id: 12 }, { recruitment_id: 5 })]],
    [recruitmentDeleted([], 12), [patchWhere({ recruitment_id: 5 }, { recruitment_id: null })]],
  ])("names its recruitment: $type", (event, changes) => {
    expect(changesOf(teamPage, recorded(event))).toEqual(changes);
    expect(teamPage.touches(event)).toEqual(["12"]);
  });

  it("knows nothing of recruitments without a team", () => {
    expect(changesOf(teamPage, recorded(recruitmentPosted()))).toEqual([]);
    expect(teamPage.touches(recruitmentPosted())).toEqual([]);
    expect(teamPage.touches(recruitmentDeleted())).toEqual([]);
  });
});
