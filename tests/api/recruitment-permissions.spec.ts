import { beforeAll, describe, expect, it } from "vitest";
import { recruitFields, recruiting } from "./recruiting.ts";
import { type Answer, type Asked, changeRole, join, ownSite, type Person } from "./site.ts";

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
const rows: readonly [string, (ask: Ask, at: Scene) => Promise<Answer>, Record<Role, number>][] = [
  [
    "write a recruitment without team",
    (ask) => ask("POST", "/v1/recruitments", { form }),
    { visitor: 401, outsider: 201, member: 201, manager: 201, writer: 201, applicant: 201 },
  ],
  [
    "write one for the team, which has one",
    (ask, { teamId }) => ask("POST", "/v1/recruitments", { form: { ...form, teamId: String(teamId) } }),
    { visitor: 401, outsider: 400, member: 400, manager: 400, writer: 400, applicant: 400 },
  ],
  [
    "read",
    (ask, { recruitmentId }) => ask("GET", `/v1/recruitments/${recruitmentId}`),
    { visitor: 200, outsider: 200, member: 200, manager: 200, writer: 200, applicant: 200 },
  ],
  [
    "edit",
    (ask, { recruitmentId }) => ask("PUT", `/v1/recruitments/${recruitmentId}`, { form }),
    { visitor: 401, outsider: 403, member: 403, manager: 200, writer: 200, applicant: 403 },
  ],
  [
    "stop",
    (ask, { recruitmentId }) =>
      ask("PATCH", `/v1/recruitments/${recruitmentId}`, { json: { isRecruiting: false } }),
    { visitor: 401, outsider: 403, member: 403, manager: 200, writer: 200, applicant: 403 },
  ],
  [
    "delete",
    (ask, { recruitmentId }) => ask("DELETE", `/v1/recruitments/${recruitmentId}`),
    { visitor: 401, outsider: 403, member: 403, manager: 200, writer: 200, applicant: 403 },
  ],
  [
    "invite",
    (ask, { teamId, recruitmentId }) =>
      ask("POST", "/v1/recruitments/invite", {
        json: { teamId, recruitId: recruitmentId, memberUuids: [people.applicant.uuid] },
      }),
    { visitor: 401, outsider: 403, member: 403, manager: 200, writer: 200, applicant: 403 },
  ],
  [
    "apply",
    (ask, { recruitmentId }) =>
      ask("POST", "/v1/apply", { json: { recruitmentId, teamApplyBody: "지원합니다" } }),
    { visitor: 401, outsider: 201, member: 400, manager: 400, writer: 400, applicant: 400 },
  ],
  [
    "edit the application",
    (ask, { applicationId }) =>
      ask("PATCH", `/v1/apply/${applicationId}`, { json: { teamApplyBody: "고친 글" } }),
    { visitor: 401, outsider: 403, member: 403, manager: 403, writer: 403, applicant: 200 },
  ],
  [
    "delete the application",
    (ask, { applicationId }) => ask("DELETE", `/v1/apply/${applicationId}`),
    { visitor: 401, outsider: 403, member: 403, manager: 200, writer: 200, applicant: 200 },
  ],
  [
    "create another team from the recruitment",
    (ask, { recruitmentId }) =>
      ask("POST", "/v1/teams", {
        form: {
          teamName: "새 팀",
          topic: "스터디",
          memberLimit: "5",
          password: "0000",
          teamRecruitId: String(recruitmentId),
        },
      }),
    { visitor: 401, outsider: 403, member: 403, manager: 403, writer: 400, applicant: 403 },
  ],
];

describe.each(roles)("%s", (role) => {
  it("gets the responses of the matrix", async () => {
    const { ask } = role === "visitor" ? site : people[role];
    const answers: Record<string, number> = {};
    let at: Scene | undefined;
    for (const [name, act] of rows) {
      at ??= await scene();
      const before = await site.eventCount();
      const { status } = await act(ask, at);
      answers[name] = status;
      // An accepted command changes the scene; a refused one writes nothing.
      if (status < 300) at = undefined;
      else expect(await site.eventCount(), name).toBe(before);
    }
    expect(answers).toEqual(Object.fromEntries(rows.map(([name, , expected]) => [name, expected[role]])));
  });
});
