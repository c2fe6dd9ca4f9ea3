import { describe } from "vitest";
import type { TeamEvent } from "#contracts/team/events";
import { admitted, teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { created, joined } from "#tests/examples/teams";
import { itDecides } from "#tests/support/given";
import type { RecruitmentFacts } from "../recruitment/facts.ts";
import type { AdmitApplicants, Named } from "./admission.ts";
import { type TeamCommand, team } from "./team.ts";

const teamId = 12;
const recruitmentId = 5;
const named = (...uuids: string[]): Named[] => uuids.map((memberId) => ({ memberId, exists: true }));
const unknown: Named = { memberId: "unknown", exists: false };
const facts = (over: Partial<RecruitmentFacts> = {}): RecruitmentFacts => ({
  authorId: dotori,
  teamId,
  applicants: new Set([hodu, janmul]),
  ...over,
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
const limited = (memberLimit: number, ofRecruitment: number | null = null): TeamEvent =>
  ({ ...created, data: { ...created.data, memberLimit, recruitmentId: ofRecruitment } }) as TeamEvent;

describe("inviting applicants", () => {
  /** Each step removes one fault: the next one in the order of the contract is reported. */
  const everythingWrong: Partial<AdmitApplicants> = {
    recruitment: undefined,
    callerId: stranger,
    managesItsTeam: false,
    applicants: [...named(bamtol, stranger), unknown],
  };
  const steps = [
    ["recruitment-not-found", [teamDeleted], {}],
    ["not-the-recruiter", [teamDeleted], { recruitment: facts({ teamId: 13 }) }],
    ["team-not-found", [teamDeleted], { managesItsTeam: true }],
    ["not-a-manager", [], {}],
    ["not-the-recruitments-team", [], { callerId: dotori }],
    ["member-not-found", [], { recruitment: facts() }],
    ["already-joined", [], { applicants: named(bamtol, stranger) }],
    ["not-an-applicant", [], { applicants: named(hodu, stranger) }],
    ["team-full", [], { applicants: named(hodu, janmul) }],
  ] as const;
  itDecides(team, [
    ["admits all in one event", [created], invite(), [admitted]],
    ["fills the last seat", [limited(3)], invite(), [admitted]],
    ["admits none when one seat is missing", [limited(3), joined()], invite(), "team-full"],
    ...steps.map(
      ([code, past], index) =>
        [
          `refuses in order: ${code}`,
          [limited(3), joined(), ...past],
          invite(Object.assign({}, everythingWrong, ...steps.slice(0, index + 1).map((step) => step[2]))),
          code,
        ] as const,
    ),
  ]);
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
  const made = limited(3, recruitmentId);
  const applicants = [unknown, ...named(stranger)];
  const wrong = { recruitment: undefined, callerId: stranger, applicants };
  const small = { name: "팀", explain: "", topic: "스터디", memberLimit: 2, imageUrl: null };
  const abandon: TeamCommand = { type: "AbandonTeam", teamId, callerId: dotori };
  itDecides(team, [
    ["begins with all of them", [], create(), [made, admitted]],
    ["can begin with none", [], create({ applicants: [] }), [made]],
    ["refuses in order: recruitment", [], create(wrong), "recruitment-not-found"],
    ["refuses in order: author", [], create({ ...wrong, recruitment: facts() }), "not-the-recruiter"],
    ["refuses in order: team", [], create({ recruitment: facts(), applicants }), "recruitment-has-team"],
    ["refuses in order: members", [], create({ applicants }), "member-not-found"],
    ["refuses in order: applicants", [], create({ applicants: named(stranger) }), "not-an-applicant"],
    [
      "refuses applicants without a recruitment",
      [],
      create({ recruitmentId: null, recruitment: undefined }),
      "not-an-applicant",
    ],
    ["refuses in order: seats", [], create({ info: small }), "team-full"],
    ["is abandoned before it begins", [], abandon, [teamDeleted]],
    ["is not abandoned once it has begun", [created], abandon, []],
    ["is not created once abandoned", [teamDeleted], create(), "recruitment-has-team"],
  ]);
});

describe("the reservation of a recruitment", () => {
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
  const past = [created, joined()];
  itDecides(team, [
    ["is made", [created], reserve(), [reserved]],
    ["is made once", [created, reserved], reserve(), []],
    [
      "is refused to another recruitment",
      [created, reserved],
      reserve(dotori, true, 6),
      "recruitment-exists",
    ],
    ["is refused without a team", [], reserve(), "team-not-found"],
    ["is refused to outsiders", past, reserve(stranger, true), "caller-not-in-team"],
    ["is refused to members", past, reserve(bamtol, true), "not-a-manager"],
  ]);
});
