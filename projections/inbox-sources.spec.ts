import { expect } from "vitest";
import type { DomainEvent } from "#contracts/events";
import { commented } from "#tests/examples/discussions";
import * as team from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { applied, recruitmentDeleted } from "#tests/examples/recruitments";
import { joined } from "#tests/examples/teams";
import { at, itProjects, itTouches, positionOf } from "#tests/support/projected";
import { inboxSources } from "./inbox-sources.ts";

const row = (n: number, kind: string, target: number, actor_ids: string[], over: object = {}) => ({
  event_id: expect.any(String),
  kind,
  target,
  member_id: null,
  occurred_at: at(n),
  position: positionOf(n),
  actor_ids,
  counted: 1,
  except_ids: [],
  team_id: null,
  article_id: null,
  thread_id: null,
  day: null,
  change: null,
  reason: null,
  ...over,
});
const roleOf = (n: number, actor_ids: string[], change: string, reason: string | null = null) =>
  row(n, "ROLE_CHANGED", 12, actor_ids, { member_id: bamtol, change, reason });
const cleared = { type: "AnnouncementChanged", data: { teamId: 12, announcement: " " } } as DomainEvent;
const date = "2025-09-03";
const thread = { article_id: 301, thread_id: 9001, team_id: 12 };
const ofTeam = [post.subjectPosted(), team.announced, joined(), post.posted()];

itProjects(inboxSources, [
  [
    "has what members of a team are told of",
    ofTeam,
    [
      row(1, "SUBJECT_POSTED", 12, [dotori], { day: date }),
      row(2, "ANNOUNCEMENT_CHANGED", 12, []),
      row(3, "NEW_MEMBER", 12, [bamtol]),
      row(4, "ARTICLE_POSTED", 12, [dotori], { article_id: 301, day: date }),
    ],
  ],
  ["has no announcement that was removed", [cleared], []],
  [
    "has a comment for the article's author, and a reply for the other writers of its thread",
    [commented(), commented({ commentId: 9002, authorId: hodu, mentionIds: [janmul] })],
    [
      row(1, "COMMENT", 301, [bamtol], { member_id: dotori, ...thread }),
      row(2, "COMMENT", 301, [hodu], { member_id: dotori, ...thread }),
      row(2, "REPLY", 9001, [hodu], { except_ids: [dotori, janmul], ...thread }),
    ],
  ],
  [
    "has no comment of the author, and none that names the author",
    [commented({ authorId: dotori }), commented({ mentionIds: [dotori] })],
    [],
  ],
  ["has no comments of a deleted team", [commented(), commented({ commentId: 9002 }), team.teamDeleted], []],
  [
    "counts every admitted applicant",
    [team.admitted],
    [row(1, "NEW_MEMBER", 12, [hodu, janmul], { counted: 2 })],
  ],
  [
    "has applications of a recruitment",
    [applied(), applied(hodu, 9)],
    [row(1, "APPLICATION_SUBMITTED", 5, [bamtol]), row(2, "APPLICATION_SUBMITTED", 5, [hodu])],
  ],
  [
    "has changes of a role for the member concerned, with the reason",
    [team.coManagerAdded, team.delegated, team.demoted, team.succeeded],
    [
      roleOf(1, [dotori], "CO_MANAGER", "새 학기라 역할을 나눠요"),
      ...[roleOf(2, [dotori], "DELEGATED"), roleOf(3, [dotori], "DEMOTED"), roleOf(4, [], "SUCCEEDED")],
    ],
  ],
  [
    "keeps only changes of roles and applications of a deleted team",
    [...ofTeam, team.demoted, applied(), team.teamDeleted],
    [roleOf(5, [dotori], "DEMOTED"), row(6, "APPLICATION_SUBMITTED", 5, [bamtol])],
  ],
  [
    "loses the applications of a deleted recruitment, and nothing else",
    [joined(), applied(), recruitmentDeleted()],
    [row(1, "NEW_MEMBER", 12, [bamtol])],
  ],
  [
    "loses what only a member who withdraws was told of",
    [team.demoted, joined(), post.withdrawn(bamtol)],
    [row(2, "NEW_MEMBER", 12, [bamtol])],
  ],
]);
itTouches(inboxSources, []);
