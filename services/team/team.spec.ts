import { describe, it } from "vitest";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { created, joined, promoted } from "#tests/examples/teams";
import { given } from "#tests/support/given";
import { type TeamCommand, team } from "./team.ts";

const teamId = 12;
const info = {
  name: "아침반",
  explain: "7시에 시작해요",
  topic: "코딩테스트" as const,
  memberLimit: 10,
  imageUrl: null,
};
const unchanged = {
  name: undefined,
  explain: undefined,
  topic: undefined,
  memberLimit: undefined,
  imageUrl: undefined,
};
const full = { ...created, data: { ...created.data, memberLimit: 1 } } as typeof created;

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
const join = (callerId = bamtol, verdict: "right" | "wrong" = "right"): TeamCommand => ({
  type: "JoinTeam",
  teamId,
  callerId,
  guess: { verdict },
});
const leave = (callerId: string): TeamCommand => ({ type: "LeaveTeam", teamId, callerId });
const announce = (callerId: string, announcement: string): TeamCommand => ({
  type: "ChangeAnnouncement",
  teamId,
  callerId,
  announcement,
});
const change = (
  callerId: string,
  changes: object,
  ifMatch?: number,
  entryPassword?: string,
): TeamCommand => ({
  type: "ChangeTeamInfo",
  teamId,
  callerId,
  ifMatch,
  info: { ...unchanged, ...changes },
  entryPassword,
});
type RoleChange = "AddCoManager" | "DelegateManager" | "DemoteManager" | "KickMember";
const role = (type: RoleChange, callerId: string, targetId: string, targetExists = true): TeamCommand => ({
  type,
  teamId,
  callerId,
  targetId,
  targetExists,
  reason: "새 학기라 역할을 나눠요",
});
const reason = "새 학기라 역할을 나눠요";

describe("creating", () => {
  it("makes the creator manager of a team at revision 1", () => given(team).when(create()).then(created));
  it("refuses a topic that is neither of the two", () =>
    given(team).when(create("독서")).thenRefused("unknown-topic"));
});

describe("joining", () => {
  it("takes the right password", () => given(team, created).when(join()).then(joined()));
  it("refuses a wrong password", () =>
    given(team, created).when(join(bamtol, "wrong")).thenRefused("wrong-entry-password"));
  it("refuses further guesses before anything else", () =>
    given(team, created)
      .when({ type: "JoinTeam", teamId, callerId: dotori, guess: { verdict: "exhausted", retryAfter: 9 } })
      .thenRefused("too-many-guesses"));
  it("refuses who is already in, even when the team is full", () =>
    given(team, full).when(join(dotori)).thenRefused("already-joined"));
  it("refuses one more than the limit", () => given(team, full).when(join()).thenRefused("team-full"));
  it("refuses for a team that never was", () => given(team).when(join()).thenRefused("team-not-found"));
  it("refuses for a deleted team", () =>
    given(team, created, { type: "TeamDeleted", data: { teamId } })
      .when(join())
      .thenRefused("team-not-found"));
});

describe("leaving", () => {
  it("ends a membership", () =>
    given(team, created, joined())
      .when(leave(bamtol))
      .then({ type: "MemberLeft", data: { teamId, memberId: bamtol, role: "MEMBER", withdrawn: false } }));
  it("refuses strangers", () => given(team, created).when(leave(stranger)).thenRefused("not-in-team"));
  it("refuses managers", () => given(team, created).when(leave(dotori)).thenRefused("manager-cannot-leave"));
  it("lets somebody who left join again", () =>
    given(team, created, joined(), {
      type: "MemberLeft",
      data: { teamId, memberId: bamtol, role: "MEMBER", withdrawn: false },
    })
      .when(join())
      .then(joined()));
});

describe("changing the info", () => {
  it("keeps what is absent and grows the revision", () =>
    given(team, created)
      .when(change(dotori, { name: "저녁반" }, 1))
      .then({
        type: "TeamInfoChanged",
        data: { ...info, topic: "코딩테스트", name: "저녁반", teamId, revision: 2 },
      }));
  it("writes info and password under one revision", () =>
    given(team, created)
      .when(change(dotori, { explain: "" }, undefined, "sealed-1111"))
      .then(
        { type: "TeamInfoChanged", data: { ...info, topic: "코딩테스트", explain: "", teamId, revision: 2 } },
        { type: "EntryPasswordChanged", data: { teamId, entryPassword: "sealed-1111", revision: 2 } },
      ));
  it("does nothing when nothing differs", () =>
    given(team, created)
      .when(change(dotori, { name: "아침반" }))
      .thenNothing());
  it("refuses members", () =>
    given(team, created, joined()).when(change(bamtol, {})).thenRefused("not-a-manager"));
  it("refuses a stale revision before a wrong topic", () =>
    given(team, created)
      .when(change(dotori, { topic: "독서" }, 7))
      .thenRefused("stale-revision"));
  it("takes a limit as low as the present count", () =>
    given(team, created, joined(bamtol))
      .when(change(dotori, { memberLimit: 2 }))
      .then({ type: "TeamInfoChanged", data: { ...info, teamId, memberLimit: 2, revision: 2 } }));
  it("refuses a limit below the present count", () =>
    given(team, created, joined())
      .when(change(dotori, { memberLimit: 1 }))
      .thenRefused("limit-below-count"));
});

describe("the announcement", () => {
  it("is set by a manager", () =>
    given(team, created)
      .when(announce(dotori, "이번 주는 그래프!"))
      .then({ type: "AnnouncementChanged", data: { teamId, announcement: "이번 주는 그래프!" } }));
  it("is not written twice", () => given(team, created).when(announce(dotori, "")).thenNothing());
  it("is refused to members", () =>
    given(team, created, joined()).when(announce(bamtol, "저요")).thenRefused("not-a-manager"));
});

describe("roles", () => {
  const two = [created, joined()] as const;
  it("makes a member co-manager, with the reason", () =>
    given(team, ...two)
      .when(role("AddCoManager", dotori, bamtol))
      .then({ type: "CoManagerAdded", data: { teamId, memberId: bamtol, addedBy: dotori, reason } }));
  it("hands the role over in one step", () =>
    given(team, ...two)
      .when(role("DelegateManager", dotori, bamtol))
      .then({ type: "ManagerDelegated", data: { teamId, fromId: dotori, toId: bamtol, reason } }));
  it("demotes a manager", () =>
    given(team, ...two, promoted(bamtol))
      .when(role("DemoteManager", dotori, bamtol))
      .then({ type: "ManagerDemoted", data: { teamId, memberId: bamtol, demotedBy: dotori, reason } }));
  it("kicks a manager and remembers the role", () =>
    given(team, ...two, promoted(bamtol))
      .when(role("KickMember", dotori, bamtol))
      .then({
        type: "MemberKicked",
        data: { teamId, memberId: bamtol, role: "MANAGER", kickedBy: dotori, reason },
      }));

  for (const type of ["AddCoManager", "DelegateManager", "DemoteManager", "KickMember"] as const) {
    describe(type, () => {
      it("is refused to members", () =>
        given(team, ...two)
          .when(role(type, bamtol, dotori))
          .thenRefused("not-a-manager"));
      it("is refused against oneself", () =>
        given(team, ...two)
          .when(role(type, dotori, dotori, false))
          .thenRefused("target-is-self"));
      it("is refused against nobody", () =>
        given(team, ...two)
          .when(role(type, dotori, stranger, false))
          .thenRefused("member-not-found"));
      it("is refused against people outside the team", () =>
        given(team, ...two)
          .when(role(type, dotori, stranger))
          .thenRefused("not-in-team"));
    });
  }

  const three = [
    created,
    joined(bamtol),
    joined(hodu),
    joined(janmul),
    promoted(bamtol),
    promoted(hodu),
  ] as const;
  it("refuses a fourth manager", () =>
    given(team, ...three)
      .when(role("AddCoManager", dotori, janmul))
      .thenRefused("too-many-managers"));
  it("lets one of three delegate", () =>
    given(team, ...three)
      .when(role("DelegateManager", hodu, janmul))
      .then({ type: "ManagerDelegated", data: { teamId, fromId: hodu, toId: janmul, reason } }));
  for (const type of ["AddCoManager", "DelegateManager"] as const) {
    it(`refuses ${type} of a manager`, () =>
      given(team, ...three)
        .when(role(type, dotori, bamtol))
        .thenRefused("already-manager"));
  }
  it("refuses to demote a regular member", () =>
    given(team, ...two)
      .when(role("DemoteManager", dotori, bamtol))
      .thenRefused("target-not-manager"));
});

describe("deleting", () => {
  it("is a manager's right", () =>
    given(team, created)
      .when({ type: "DeleteTeam", teamId, callerId: dotori })
      .then({ type: "TeamDeleted", data: { teamId } }));
  it("is refused to members", () =>
    given(team, created, joined())
      .when({ type: "DeleteTeam", teamId, callerId: bamtol })
      .thenRefused("not-a-manager"));
});

describe("a withdrawal", () => {
  const withdraw = (callerId: string): TeamCommand => ({ type: "WithdrawFromTeam", teamId, callerId });
  const left = (memberId: string, role: "MANAGER" | "MEMBER") =>
    ({ type: "MemberLeft", data: { teamId, memberId, role, withdrawn: true } }) as const;
  it("ends a membership", () =>
    given(team, created, joined()).when(withdraw(bamtol)).then(left(bamtol, "MEMBER")));
  it("of one of two managers makes nobody a manager", () =>
    given(team, created, joined(), joined(hodu), promoted(hodu))
      .when(withdraw(dotori))
      .then(left(dotori, "MANAGER")));
  it("of the only manager makes the one who joined earliest manager", () =>
    given(team, created, joined(hodu), joined(bamtol))
      .when(withdraw(dotori))
      .then(left(dotori, "MANAGER"), { type: "ManagerSucceeded", data: { teamId, memberId: hodu } }));
  it("of the last one deletes the team", () =>
    given(team, created)
      .when(withdraw(dotori))
      .then(left(dotori, "MANAGER"), { type: "TeamDeleted", data: { teamId } }));
  it("of somebody outside, or from a team that is no more, changes nothing", () => {
    given(team, created).when(withdraw(bamtol)).thenNothing();
    given(team, created, { type: "TeamDeleted", data: { teamId } }).when(withdraw(dotori)).thenNothing();
  });
});

describe("the recruitment of a team", () => {
  const reserve = (isTaken: boolean): TeamCommand => ({
    type: "ReserveRecruitment",
    teamId,
    callerId: dotori,
    recruitmentId: 31,
    isTaken,
  });
  it("is reserved by a manager", () =>
    given(team, created)
      .when(reserve(false))
      .then({ type: "RecruitmentReserved", data: { teamId, recruitmentId: 31, reservedBy: dotori } }));
  it("refuses a second one", () =>
    given(team, created).when(reserve(true)).thenRefused("recruitment-exists"));
  it("refuses a team whose stream was closed before it began", () =>
    given(team, { type: "TeamDeleted", data: { teamId } })
      .when(create())
      .thenRefused("recruitment-has-team"));
});
