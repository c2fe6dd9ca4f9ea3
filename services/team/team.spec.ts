import { describe } from "vitest";
import type { TeamEvent } from "#contracts/team/events";
import { coManagerAdded, left, teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { created, joined, promoted } from "#tests/examples/teams";
import { itDecides } from "#tests/support/given";
import type { Guess } from "./roles.ts";
import { type TeamCommand, team } from "./team.ts";

const teamId = 12;
const reason = "새 학기라 역할을 나눠요";
const info = {
  name: "아침반",
  explain: "7시에 시작해요",
  topic: "코딩테스트" as const,
  memberLimit: 10,
  imageUrl: null,
};
const full = { ...created, data: { ...created.data, memberLimit: 1 } } as TeamEvent;
const gone = [created, teamDeleted];
const two = [created, joined()];
const three = [...two, joined(hodu), joined(janmul), promoted(bamtol), promoted(hodu)];

const create = (topic = "코딩테스트"): TeamCommand => ({
  type: "CreateTeam",
  teamId,
  callerId: dotori,
  info: { ...info, topic },
  entryPassword: "sealed-4821",
  recruitmentId: null,
  recruitment: undefined,
  applicants: [],
});
const join = (callerId = bamtol, guess: Guess = { verdict: "right" }): TeamCommand => ({
  type: "JoinTeam",
  teamId,
  callerId,
  guess,
});
const by = (type: "LeaveTeam" | "DeleteTeam" | "WithdrawFromTeam", callerId: string): TeamCommand => ({
  type,
  teamId,
  callerId,
});
const announce = (callerId: string, announcement: string): TeamCommand => ({
  type: "ChangeAnnouncement",
  teamId,
  callerId,
  announcement,
});
const change = (callerId: string, changes: object, over: object = {}): TeamCommand => ({
  type: "ChangeTeamInfo",
  teamId,
  callerId,
  ifMatch: undefined,
  entryPassword: undefined,
  info: {
    name: undefined,
    explain: undefined,
    topic: undefined,
    memberLimit: undefined,
    imageUrl: undefined,
    ...changes,
  },
  ...over,
});
const changed = (changes: object, revision = 2): TeamEvent => ({
  type: "TeamInfoChanged",
  data: { ...info, ...changes, teamId, revision },
});
const roleChanges = ["AddCoManager", "DelegateManager", "DemoteManager", "KickMember"] as const;
const role = (
  type: (typeof roleChanges)[number],
  callerId: string,
  targetId: string,
  targetExists = true,
): TeamCommand => ({ type, teamId, callerId, targetId, targetExists, reason });
const reserve = (isTaken: boolean): TeamCommand => ({
  type: "ReserveRecruitment",
  teamId,
  callerId: dotori,
  recruitmentId: 31,
  isTaken,
});

describe("a team and its members", () => {
  itDecides(team, [
    ["makes the creator manager of a team at revision 1", [], create(), [created]],
    ["refuses an unknown topic", [], create("독서"), "unknown-topic"],
    [
      "refuses a team whose stream was closed before it began",
      [teamDeleted],
      create(),
      "recruitment-has-team",
    ],
    ["admits with the right password", [created], join(), [joined()]],
    ["refuses a wrong password", [created], join(bamtol, { verdict: "wrong" }), "wrong-entry-password"],
    [
      "refuses further guesses before anything else",
      [created],
      join(dotori, { verdict: "exhausted", retryAfter: 9 }),
      "too-many-guesses",
    ],
    ["refuses a member, even when the team is full", [full], join(dotori), "already-joined"],
    ["refuses one more than the limit", [full], join(), "team-full"],
    ["refuses to join a team that never was", [], join(), "team-not-found"],
    ["refuses to join a deleted team", gone, join(), "team-not-found"],
    ["ends a membership", two, by("LeaveTeam", bamtol), [left()]],
    ["refuses outsiders to leave", [created], by("LeaveTeam", stranger), "caller-not-in-team"],
    ["refuses managers to leave", [created], by("LeaveTeam", dotori), "manager-cannot-leave"],
    ["admits a former member again", [...two, left()], join(), [joined()]],
    ["is deleted by a manager", [created], by("DeleteTeam", dotori), [teamDeleted]],
    ["is not deleted by a member", two, by("DeleteTeam", bamtol), "not-a-manager"],
    [
      "reserves a recruitment",
      [created],
      reserve(false),
      [{ type: "RecruitmentReserved", data: { teamId, recruitmentId: 31, reservedBy: dotori } }],
    ],
    ["refuses a second recruitment", [created], reserve(true), "recruitment-exists"],
  ]);
});

describe("information and announcement", () => {
  const passwordAt = (revision: number): TeamEvent => ({
    type: "EntryPasswordChanged",
    data: { teamId, entryPassword: "sealed-1111", revision },
  });
  const password = passwordAt(2);
  itDecides(team, [
    [
      "keeps what is absent and increments the revision",
      [created],
      change(dotori, { name: "저녁반" }, { ifMatch: 1 }),
      [changed({ name: "저녁반" })],
    ],
    [
      "writes info and password under one revision",
      [created],
      change(dotori, { explain: "" }, { entryPassword: "sealed-1111" }),
      [changed({ explain: "" }), password],
    ],
    [
      "refuses the revision from before a change of the password alone",
      [created, password],
      change(dotori, { name: "저녁반" }, { ifMatch: 1 }),
      "stale-revision",
    ],
    [
      "takes the revision of a change of the password alone",
      [created, password],
      change(dotori, { name: "저녁반" }, { ifMatch: 2 }),
      [changed({ name: "저녁반" }, 3)],
    ],
    [
      "counts every change of either kind",
      [created, password, changed({ name: "저녁반" }, 3), passwordAt(4)],
      change(dotori, { explain: "" }, { ifMatch: 4 }),
      [changed({ name: "저녁반", explain: "" }, 5)],
    ],
    ["changes nothing when nothing differs", [created], change(dotori, { name: "아침반" }), []],
    ["refuses members", two, change(bamtol, {}), "not-a-manager"],
    [
      "refuses a stale revision before a wrong topic",
      [created],
      change(dotori, { topic: "독서" }, { ifMatch: 7 }),
      "stale-revision",
    ],
    [
      "takes a limit as low as the count",
      two,
      change(dotori, { memberLimit: 2 }),
      [changed({ memberLimit: 2 })],
    ],
    ["refuses a limit below the count", two, change(dotori, { memberLimit: 1 }), "limit-below-count"],
    [
      "sets the announcement",
      [created],
      announce(dotori, "이번 주는 그래프!"),
      [{ type: "AnnouncementChanged", data: { teamId, announcement: "이번 주는 그래프!" } }],
    ],
    ["writes no announcement twice", [created], announce(dotori, ""), []],
    ["refuses an announcement of a member", two, announce(bamtol, "저요"), "not-a-manager"],
  ]);
});

describe("changes of roles", () => {
  itDecides(team, [
    ["adds a co-manager with the reason", two, role("AddCoManager", dotori, bamtol), [coManagerAdded]],
    [
      "delegates in one step",
      two,
      role("DelegateManager", dotori, bamtol),
      [{ type: "ManagerDelegated", data: { teamId, fromId: dotori, toId: bamtol, reason } }],
    ],
    [
      "demotes a manager",
      [...two, promoted(bamtol)],
      role("DemoteManager", dotori, bamtol),
      [{ type: "ManagerDemoted", data: { teamId, memberId: bamtol, demotedBy: dotori, reason } }],
    ],
    [
      "kicks a manager and keeps the role",
      [...two, promoted(bamtol)],
      role("KickMember", dotori, bamtol),
      [
        {
          type: "MemberKicked",
          data: { teamId, memberId: bamtol, role: "MANAGER", kickedBy: dotori, reason },
        },
      ],
    ],
    ["refuses a fourth manager", three, role("AddCoManager", dotori, janmul), "too-many-managers"],
    [
      "delegates also from one of three managers",
      three,
      role("DelegateManager", hodu, janmul),
      [{ type: "ManagerDelegated", data: { teamId, fromId: hodu, toId: janmul, reason } }],
    ],
    ["refuses to add a manager", three, role("AddCoManager", dotori, bamtol), "already-manager"],
    ["refuses to delegate to a manager", three, role("DelegateManager", dotori, bamtol), "already-manager"],
    ["refuses to demote a member", two, role("DemoteManager", dotori, bamtol), "target-not-manager"],
  ]);
  describe.each(roleChanges)("%s", (type) => {
    itDecides(team, [
      ["is refused to members", two, role(type, bamtol, dotori), "not-a-manager"],
      ["is refused on oneself", two, role(type, dotori, dotori, false), "target-is-self"],
      ["is refused on unknown members", two, role(type, dotori, stranger, false), "member-not-found"],
      ["is refused on outsiders", two, role(type, dotori, stranger), "target-not-in-team"],
    ]);
  });
});

describe("a withdrawal", () => {
  const ofDotori = by("WithdrawFromTeam", dotori);
  const ofBamtol = by("WithdrawFromTeam", bamtol);
  const dotoriLeft = left(true, dotori, "MANAGER");
  itDecides(team, [
    ["ends a membership", two, ofBamtol, [left(true)]],
    ["leaves the other manager", [...two, promoted(bamtol)], ofDotori, [dotoriLeft]],
    [
      "makes the earliest member manager after the only one",
      [created, joined(hodu), joined()],
      ofDotori,
      [dotoriLeft, { type: "ManagerSucceeded", data: { teamId, memberId: hodu } }],
    ],
    ["deletes a team without other members", [created], ofDotori, [dotoriLeft, teamDeleted]],
    ["changes nothing for outsiders", [created], ofBamtol, []],
    ["changes nothing in a deleted team", gone, ofDotori, []],
  ]);
});

describe("the end of the day", () => {
  const end = (callerId: string, dayEndsAt: string): TeamCommand => ({
    type: "ChangeDayEnd",
    teamId,
    callerId,
    dayEndsAt,
  });
  const ended = (dayEndsAt: string): TeamEvent => ({
    type: "DayEndChanged",
    data: { teamId, dayEndsAt, changedBy: dotori },
  });
  itDecides(team, [
    ["is changed by a manager", [created], end(dotori, "02:00"), [ended("02:00")]],
    ["is midnight at first", [created], end(dotori, "00:00"), []],
    ["does not change to what it is", [created, ended("02:00")], end(dotori, "02:00"), []],
    ["changes back", [created, ended("02:00")], end(dotori, "00:00"), [ended("00:00")]],
    ["is not changed by a member", two, end(bamtol, "02:00"), "not-a-manager"],
    ["is not changed in a deleted team", gone, end(dotori, "02:00"), "team-not-found"],
  ]);
});
