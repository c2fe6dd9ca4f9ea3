import * as team from "#tests/examples/memberships";
import * as notified from "#tests/examples/notifications";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import { withdrawn } from "#tests/examples/posts";
import { recruitmentDeleted } from "#tests/examples/recruitments";
import { itProjects, itTouches } from "#tests/support/projected";
import { inbox } from "./inbox.ts";

const first = "2025-09-03T12:30:00.000Z";
const row = {
  notification_id: notified.notificationId,
  member_id: dotori,
  number: 1,
  kind: "SUBJECT_POSTED",
  right: "member",
  first_at: first,
  occurred_at: first,
  count: 1,
  actor_ids: [bamtol],
  team_id: 12,
  recruitment_id: null,
  article_id: null,
  thread_id: null,
  day: "2025-12-11",
  change: null,
  team_name: null,
  reason: null,
  is_read: false,
};
const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
/** Notifications of one member that need each right, in a team and a recruitment. */
const ofRights = (memberId: string) =>
  (["member", "manager", "recruiter", "self"] as const).map((right, n) =>
    notified.raised({
      memberId,
      right,
      notificationId: uuid(n + 1),
      ...(right === "recruiter" && { teamId: null, recruitmentId: 5 }),
    }),
  );
const rowsOf = (memberId: string, ...rights: string[]) =>
  ["member", "manager", "recruiter", "self"].flatMap((right, n) =>
    rights.includes(right)
      ? [
          {
            ...row,
            notification_id: uuid(n + 1),
            member_id: memberId,
            right,
            ...(right === "recruiter" && { team_id: null, recruitment_id: 5 }),
          },
        ]
      : [],
  );

itProjects(inbox, [
  ["has a notification unread", [notified.raised()], [row]],
  [
    "counts new members, not events",
    [notified.raised({ kind: "NEW_MEMBER", actorIds: [bamtol, hodu], reason: "부탁해요" })],
    [{ ...row, kind: "NEW_MEMBER", count: 2, actor_ids: [bamtol, hodu], reason: "부탁해요" }],
  ],
  [
    "has the newest of several events that collapse, and the time of the first",
    [notified.raised(), notified.collapsed(), notified.collapsed({ articleId: 301, number: 3, count: 4 })],
    [
      {
        ...row,
        number: 3,
        occurred_at: "2025-09-03T12:31:00.000Z",
        count: 4,
        actor_ids: [hodu, bamtol],
        article_id: 301,
        day: "2025-12-12",
      },
    ],
  ],
  [
    "knows which were read one by one",
    [notified.raised(), notified.raised({ notificationId: uuid(1) }), notified.someRead()],
    [
      { ...row, is_read: true },
      { ...row, notification_id: uuid(1) },
    ],
  ],
  ["leaves those read by their number to the settings", [notified.raised(), notified.allRead()], [row]],
  ["has none raised while its recipient withdrew", [{ withoutKey: notified.raised() }], []],
  [
    "loses those of members of a team with the membership",
    [...ofRights(bamtol), team.left()],
    rowsOf(bamtol, "recruiter", "self"),
  ],
  ["loses them with a kick", [...ofRights(bamtol), team.kicked], rowsOf(bamtol, "recruiter", "self")],
  [
    "keeps those of others when a member leaves",
    [...ofRights(hodu), team.left()],
    rowsOf(hodu, "member", "manager", "recruiter", "self"),
  ],
  [
    "loses those of managers with the role",
    [...ofRights(bamtol), team.demoted],
    rowsOf(bamtol, "member", "recruiter", "self"),
  ],
  [
    "loses them with a delegation to another",
    [...ofRights(dotori), team.delegated],
    rowsOf(dotori, "member", "recruiter", "self"),
  ],
  [
    "keeps those about the member when the team is deleted",
    [...ofRights(bamtol), team.teamDeleted],
    rowsOf(bamtol, "recruiter", "self"),
  ],
  [
    "loses those of a deleted recruitment",
    [...ofRights(bamtol), recruitmentDeleted([bamtol])],
    rowsOf(bamtol, "member", "manager", "self"),
  ],
  ["ends with the withdrawal of its member", [...ofRights(dotori), withdrawn()], []],
]);
itTouches(inbox, [
  [[dotori], notified.raised(), notified.collapsed(), notified.someRead(), notified.allRead()],
  [[bamtol], team.left(), team.kicked, team.demoted],
  [[dotori], team.delegated, withdrawn()],
]);
