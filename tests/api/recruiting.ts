import { type Answer, type Person, type Site, teamFields } from "./site.ts";

export const recruitFields = {
  teamRecruitTitle: "평일 아침 코테 스터디",
  teamRecruitBody: "<p>함께 풀어요</p>",
  chatUrl: "https://open.example/morning",
};

/** Calls about recruitments with names of members. */
export const recruiting = (site: Site) => {
  const detail = (id: number, person: Pick<Person, "ask"> = site) =>
    person.ask("GET", `/v1/recruitments/${id}`);
  return {
    detail,
    post: (author: Person, fields: Record<string, string | Blob> = {}): Promise<Answer> =>
      author.ask("POST", "/v1/recruitments", { form: { ...recruitFields, ...fields } }),
    async posted(author: Person, fields: Record<string, string> = {}): Promise<number> {
      const { body } = await author.ask("POST", "/v1/recruitments", {
        form: { ...recruitFields, ...fields },
      });
      return body.data.teamRecruitId as number;
    },
    apply: (person: Person, recruitmentId: number | string, teamApplyBody = "지원합니다") =>
      person.ask("POST", "/v1/apply", { json: { recruitmentId, teamApplyBody } }),
    set: (person: Person, id: number, isRecruiting: unknown) =>
      person.ask("PATCH", `/v1/recruitments/${id}`, { json: { isRecruiting } }),
    remove: (person: Person, id: number) => person.ask("DELETE", `/v1/recruitments/${id}`),
    invite: (person: Person, teamId: number, recruitId: number, people: readonly { uuid: string }[]) =>
      person.ask("POST", "/v1/recruitments/invite", {
        json: { teamId, recruitId, memberUuids: people.map(({ uuid }) => uuid) },
      }),
    createTeam: (
      person: Person,
      recruitmentId: number,
      people: readonly { uuid: string }[],
      fields: Record<string, string> = {},
    ) =>
      person.ask("POST", "/v1/teams", {
        form: {
          ...teamFields,
          teamRecruitId: String(recruitmentId),
          teamMemberUuids: people.map(({ uuid }) => uuid),
          ...fields,
        },
      }),
    /** The id of a member's own pending application. */
    async applicationOf(person: Person, recruitmentId: number): Promise<number> {
      const { body } = await detail(recruitmentId, person);
      const own = body.data.teamApplyResponses.find((each: { isMyApply: boolean }) => each.isMyApply);
      return own?.teamApplyId as number;
    },
    /** Names of undecided applicants, as visitors see them. */
    async waiting(recruitmentId: number, person: Pick<Person, "ask"> = site): Promise<string[]> {
      const { body } = await detail(recruitmentId, person);
      return body.data.teamApplyResponses.map((each: { memberName: string }) => each.memberName);
    },
    async team(teamId: number): Promise<{
      memberCount: number;
      memberLimit: number;
      teamRecruitId: number | null;
      members: { uuid: string; memberName: string }[];
    }> {
      const { body } = await site.ask("GET", `/v1/teams/${teamId}/team-page?year=2025&month=9`);
      return body.data?.myTeamResponse;
    },
    mine: async (person: Person) => (await person.ask("GET", "/v1/apply/mine")).body.data.content,
  };
};
