import { describe, it } from "vitest";
import type { TeamEvent } from "#contracts/team/events";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { created, joined } from "#tests/examples/teams";
import { given } from "#tests/support/given";
import type { RecruitmentFacts } from "../recruitment/facts.ts";
import type { AdmitApplicants, Named } from "./admission.ts";
import { type TeamCommand, team } from "./team.ts";

const teamId = 12;
const recruitmentId = 5;
const named = (...uuids: string[]): Named[] => uuids.map((memberId) => ({ memberId, exists: true }));
const facts = (over: Partial<RecruitmentFacts> = {}): RecruitmentFacts => ({
  authorId: dotori,
  teamId,
  applicants: new Set([hodu, janmul]),
  ...over,
});
const admittedAre = (...memberIds: string[]): TeamEvent => ({
  type: "ApplicantsAdmitted",
  data: { teamId, recruitmentId, memberIds, admittedBy: dotori },
});
const invite = (over: Partial<AdmitApplicants> = {}): TeamCommand => ({
  type: "AdmitApplicants",
  teamId,
  callerId: dotori,
  recruitmentId,
  recruitment: facts(),
  managesItsTeam: true,
  applicants: named(hodu, janmul),
  ...over,
});
const limited = (memberLimit: number): TeamEvent =>
  ({ ...created, data: { ...created.data, memberLimit } }) as TeamEvent;
const deleted: TeamEvent = { type: "TeamDeleted", data: { teamId } };

describe("inviting applicants", () => {
  it("admits all in one event", () => given(team, created).when(invite()).then(admittedAre(hodu, janmul)));
  it("takes the last seat", () => given(team, limited(3)).when(invite()).then(admittedAre(hodu, janmul)));
  it("admits nobody when one seat is missing", () =>
    given(team, limited(3), joined()).when(invite()).thenRefused("team-full"));

  const everythingWrong: Partial<AdmitApplicants> = {
    recruitment: undefined,
    callerId: stranger,
    managesItsTeam: false,
    applicants: [...named(bamtol, stranger), { memberId: "nobody", exists: false }],
  };
  const steps = [
    ["the recruitment", "recruitment-not-found", [deleted], {}],
    ["its author", "not-the-recruiter", [deleted], { recruitment: facts({ teamId: 13 }) }],
    ["the team", "team-not-found", [deleted], { managesItsTeam: true }],
    ["the manager", "not-a-manager", [], {}],
    ["whose team it is", "not-the-recruitments-team", [], { callerId: dotori }],
    ["who exists", "member-not-found", [], { recruitment: facts() }],
    ["who is in", "already-joined", [], { applicants: named(bamtol, stranger) }],
    ["who applied", "not-an-applicant", [], { applicants: named(hodu, stranger) }],
    ["the seats", "team-full", [], { applicants: named(hodu, janmul) }],
  ] as const;
  for (const [index, [what, code, past]] of steps.entries())
    it(`asks in order: ${what}`, () => {
      const over = Object.assign({}, everythingWrong, ...steps.slice(0, index + 1).map((step) => step[3]));
      given(team, limited(3), joined(), ...past)
        .when(invite(over))
        .thenRefused(code);
    });
});

describe("a team from applicants", () => {
  const create = (over: object = {}): TeamCommand => ({
    type: "CreateTeam",
    teamId,
    callerId: dotori,
    info: { name: "아침반", explain: "7시에 시작해요", topic: "코딩테스트", memberLimit: 3, imageUrl: null },
    entryPassword: "sealed-4821",
    recruitmentId,
    recruitment: facts({ teamId: null }),
    applicants: named(hodu, janmul),
    ...over,
  });
  const made = { ...limited(3), data: { ...limited(3).data, recruitmentId } } as TeamEvent;

  it("begins with all of them", () => given(team).when(create()).then(made, admittedAre(hodu, janmul)));
  it("can begin with none", () =>
    given(team)
      .when(create({ applicants: [] }))
      .then(made));
  it("is refused in order", () => {
    const nobody = [{ memberId: "nobody", exists: false }, ...named(stranger)];
    const wrong = { recruitment: undefined, callerId: stranger, applicants: nobody };
    const taken = { ...wrong, recruitment: facts() };
    given(team).when(create(wrong)).thenRefused("recruitment-not-found");
    given(team).when(create(taken)).thenRefused("not-the-recruiter");
    given(team)
      .when(create({ ...taken, callerId: dotori }))
      .thenRefused("recruitment-has-team");
    given(team)
      .when(create({ applicants: nobody }))
      .thenRefused("member-not-found");
    given(team)
      .when(create({ applicants: named(stranger) }))
      .thenRefused("not-an-applicant");
    given(team)
      .when(create({ recruitmentId: null, recruitment: undefined }))
      .thenRefused("not-an-applicant");
    const small = { name: "팀", explain: "", topic: "스터디", memberLimit: 2, imageUrl: null };
    given(team)
      .when(create({ info: small }))
      .thenRefused("team-full");
  });
  it("never comes to be once another one took its place", () => {
    given(team).when({ type: "AbandonTeam", teamId, callerId: dotori }).then(deleted);
    given(team, created).when({ type: "AbandonTeam", teamId, callerId: dotori }).thenNothing();
    given(team, deleted).when(create()).thenRefused("recruitment-has-team");
  });
});

describe("the place of a team's recruitment", () => {
  const reserve = (callerId = dotori, isTaken = false, id = recruitmentId): TeamCommand => ({
    type: "ReserveRecruitment",
    teamId,
    callerId,
    recruitmentId: id,
    isTaken,
  });
  const reserved: TeamEvent = {
    type: "RecruitmentReserved",
    data: { teamId, recruitmentId, reservedBy: dotori },
  };
  it("is held for one recruitment", () => {
    given(team, created).when(reserve()).then(reserved);
    given(team, created, reserved).when(reserve()).thenNothing();
    given(team, created, reserved)
      .when(reserve(dotori, true, 6))
      .thenRefused("recruitment-exists");
  });
  it("is refused in order", () => {
    given(team).when(reserve()).thenRefused("team-not-found");
    given(team, created, joined()).when(reserve(stranger, true)).thenRefused("not-in-team");
    given(team, created, joined()).when(reserve(bamtol, true)).thenRefused("not-a-manager");
  });
});
