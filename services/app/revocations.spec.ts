import { expect, it } from "vitest";
import type { DomainEvent } from "#contracts/events";
import type { View } from "#contracts/live";
import { bamtol, dotori } from "#tests/examples/people";
import { created, joined, promoted } from "#tests/examples/teams";
import { recorded } from "#tests/support/recorded";
import { revocationsOf } from "./revocations.ts";

const teamId = 12;
/** The revocations of an event, for its member or for all subscribers of a deleted subject. */
const lostBy = (type: string, data: object) => revocationsOf(recorded({ type, data } as DomainEvent));
const ofManagers: View[] = ["team-members", "role-history", "team-invitations"];
const ofMember = (member: string, ...views: View[]) => views.map((view) => ({ member, view, key: "12" }));

it.each([
  ["a member who leaves", "MemberLeft", { teamId, memberId: bamtol, role: "MEMBER", withdrawn: false }],
  ["a member who is kicked", "MemberKicked", { teamId, memberId: bamtol, kickedBy: dotori }],
])("takes from %s what members and managers watch, and every discussion", (_, type, data) => {
  expect(lostBy(type, data)).toEqual([
    ...ofMember(bamtol, "presence", "rhythm", "problem-queue", ...ofManagers),
    { member: bamtol, view: "discussion" },
  ]);
});

it.each([
  ["a manager who is demoted", "ManagerDemoted", { teamId, memberId: bamtol, demotedBy: dotori }],
  [
    "a manager who delegates, not from the successor",
    "ManagerDelegated",
    { teamId, fromId: bamtol, toId: dotori },
  ],
])("takes from %s what managers watch, not who is present", (_, type, data) => {
  expect(lostBy(type, data)).toEqual(ofMember(bamtol, ...ofManagers));
});

it("ends the channels of a deleted team, article or recruitment for all", () => {
  const ended = lostBy("TeamDeleted", { teamId });
  const ofTeam = ["team-page", "team-calendar", "team-articles", "team-writers"];
  const views = [...ofTeam, "presence", "rhythm", "problem-queue", ...ofManagers];
  expect(ended).toEqual(views.map((view) => ({ deleted: { view, key: "12" } })));
  expect(lostBy("ArticleDeleted", { articleId: 301 })).toEqual([
    { deleted: { view: "discussion", key: "301" } },
  ]);
  expect(lostBy("RecruitmentDeleted", { recruitmentId: 7 })).toEqual([
    { deleted: { view: "recruitment-detail", key: "7" } },
  ]);
});

it("ends the sessions of a withdrawn member, and revokes nothing for other events", () => {
  expect(lostBy("MemberWithdrawn", { memberId: bamtol })).toEqual([{ member: bamtol }]);
  for (const { type, data } of [created, joined(bamtol), promoted(bamtol)])
    expect(lostBy(type, data)).toEqual([]);
});
