import { beforeAll, describe, expect, it } from "vitest";
import * as applicationApi from "#contracts/application/api";
import { type RefusalCode, refusals } from "#contracts/errors";
import * as recruitmentApi from "#contracts/recruitment/api";
import { createTeam } from "#contracts/team/api";
import { recruitFields, recruiting } from "./recruiting.ts";
import { type Answer, type Asked, changeRole, join, ownSite, type Person, said, teamFields } from "./site.ts";

type Role = "visitor" | "outsider" | "member" | "manager" | "writer" | "applicant";
const roles: readonly Role[] = ["visitor", "outsider", "member", "manager", "writer", "applicant"];

const [site] = ownSite();
const on = recruiting(site);
let people: Record<Exclude<Role, "visitor">, Person>;
beforeAll(async () => {
  people = {
    outsider: await site.person("바깥"),
    member: await site.person("팀원"),
    manager: await site.person("방장"),
    writer: await site.person("글쓴이"),
    applicant: await site.person("지원자"),
  };
});

interface Scene {
  readonly teamId: number;
  readonly recruitmentId: number;
  readonly applicationId: number;
}
type Ask = (method: string, path: string, asked?: Asked) => Promise<Answer>;

/** A team of its writer, a second manager and a member, with a recruitment and one application. */
async function scene(): Promise<Scene> {
  const { writer, manager, member, applicant } = people;
  const teamId = await site.team(writer);
  for (const person of [manager, member]) await join(person, teamId);
  await changeRole("promote", writer, teamId, manager);
  const recruitmentId = await on.posted(writer, { teamId: String(teamId) });
  await on.apply(applicant, recruitmentId);
  return { teamId, recruitmentId, applicationId: await on.applicationOf(applicant, recruitmentId) };
}

const form = recruitFields;
const recruiters = { manager: 200, writer: 200 } as const;
const others = (code: RefusalCode) =>
  ({ visitor: "unauthenticated", outsider: code, member: code, applicant: code }) as const;

interface Row {
  readonly endpoint: { readonly name: string };
  readonly title?: string;
  readonly act: (ask: Ask, at: Scene) => Promise<Answer>;
  /** The status of an accepted call, or why it is refused. */
  readonly expected: Record<Role, number | RefusalCode>;
}

const rows: readonly Row[] = [
  {
    endpoint: recruitmentApi.postRecruitment,
    title: "without team",
    act: (ask) => ask("POST", "/v1/recruitments", { form }),
    expected: {
      visitor: "unauthenticated",
      outsider: 201,
      member: 201,
      applicant: 201,
      manager: 201,
      writer: 201,
    },
  },
  {
    endpoint: recruitmentApi.postRecruitment,
    title: "for the team, which has one",
    act: (ask, { teamId }) => ask("POST", "/v1/recruitments", { form: { ...form, teamId: String(teamId) } }),
    expected: {
      ...others("caller-not-in-team"),
      member: "not-a-manager",
      manager: "recruitment-exists",
      writer: "recruitment-exists",
    },
  },
  {
    endpoint: recruitmentApi.getRecruitments,
    act: (ask) => ask("GET", "/v1/recruitments"),
    expected: { visitor: 200, outsider: 200, member: 200, manager: 200, writer: 200, applicant: 200 },
  },
  {
    endpoint: recruitmentApi.getRecruitment,
    act: (ask, { recruitmentId }) => ask("GET", `/v1/recruitments/${recruitmentId}`),
    expected: { visitor: 200, outsider: 200, member: 200, manager: 200, writer: 200, applicant: 200 },
  },
  {
    endpoint: recruitmentApi.editRecruitment,
    act: (ask, { recruitmentId }) => ask("PUT", `/v1/recruitments/${recruitmentId}`, { form }),
    expected: { ...others("not-the-recruiter"), ...recruiters },
  },
  {
    endpoint: recruitmentApi.setRecruiting,
    act: (ask, { recruitmentId }) =>
      ask("PATCH", `/v1/recruitments/${recruitmentId}`, { json: { isRecruiting: false } }),
    expected: { ...others("not-the-recruiter"), ...recruiters },
  },
  {
    endpoint: recruitmentApi.deleteRecruitment,
    act: (ask, { recruitmentId }) => ask("DELETE", `/v1/recruitments/${recruitmentId}`),
    expected: { ...others("not-the-recruiter"), ...recruiters },
  },
  {
    endpoint: recruitmentApi.inviteApplicants,
    act: (ask, { teamId, recruitmentId }) =>
      ask("POST", "/v1/recruitments/invite", {
        json: { teamId, recruitId: recruitmentId, memberUuids: [people.applicant.uuid] },
      }),
    expected: { ...others("not-the-recruiter"), ...recruiters },
  },
  {
    endpoint: applicationApi.applyToRecruitment,
    act: (ask, { recruitmentId }) =>
      ask("POST", "/v1/apply", { json: { recruitmentId, teamApplyBody: "지원합니다" } }),
    expected: {
      visitor: "unauthenticated",
      outsider: 201,
      applicant: "already-applied",
      member: "already-joined",
      manager: "already-joined",
      writer: "own-recruitment",
    },
  },
  {
    endpoint: applicationApi.editApplication,
    act: (ask, { applicationId }) =>
      ask("PATCH", `/v1/apply/${applicationId}`, { json: { teamApplyBody: "고친 글" } }),
    expected: {
      ...others("application-not-editable"),
      manager: "application-not-editable",
      writer: "application-not-editable",
      applicant: 200,
    },
  },
  {
    endpoint: applicationApi.deleteApplication,
    act: (ask, { applicationId }) => ask("DELETE", `/v1/apply/${applicationId}`),
    expected: { ...others("application-not-deletable"), ...recruiters, applicant: 200 },
  },
  {
    endpoint: createTeam,
    title: "another one, from the recruitment",
    act: (ask, { recruitmentId }) =>
      ask("POST", "/v1/teams", { form: { ...teamFields, teamRecruitId: String(recruitmentId) } }),
    expected: {
      ...others("not-the-recruiter"),
      manager: "not-the-recruiter",
      writer: "recruitment-has-team",
    },
  },
];

const expectedAnswer = (answer: number | RefusalCode) =>
  typeof answer === "number" ? String(answer) : `${refusals[answer].status} ${refusals[answer].message}`;

describe.each(roles)("%s", (role) => {
  it("gets the responses of the matrix", async () => {
    const { ask } = role === "visitor" ? site : people[role];
    const answers: string[] = [];
    const expected: string[] = [];
    let at: Scene | undefined;
    for (const { endpoint, title = "", act, expected: due } of rows) {
      at ??= await scene();
      const before = await site.eventCount();
      const answer = await act(ask, at);
      answers.push(`${endpoint.name} ${title}: ${answer.status < 400 ? answer.status : said(answer)}`);
      expected.push(`${endpoint.name} ${title}: ${expectedAnswer(due[role])}`);
      // An accepted command changes the scene; a refused one writes nothing.
      if (answer.status < 300) at = undefined;
      else expect(await site.eventCount(), endpoint.name).toBe(before);
    }
    expect(answers).toEqual(expected);
  });
});
