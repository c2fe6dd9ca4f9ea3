import { describe, expect, it } from "vitest";
import { invitations, invite, joinBy, tokenOf } from "./inviting.ts";
import { ownSite, said } from "./site.ts";

const [site, dotori, bamtol] = ownSite("도토리묵", "밤톨");

describe("of twenty members who join concurrently", () => {
  it.each([
    [3, "three uses", { maxUses: 3 }, "10", "410 정해진 인원이 모두 가입한 초대입니다."],
    [1, "one free seat", {}, "2", "400 현재 팀의 최대 인원을 넘었습니다."],
  ])("%d are admitted at %s", async (admitted, _, json, memberLimit, refusal) => {
    const people = await site.people(20, () => "손님");
    const teamId = await site.team(dotori, { memberLimit });
    const token = tokenOf(await invite(dotori, teamId, json));
    const answers = await Promise.all(people.map((who) => joinBy(who, token)));
    expect(answers.map(said).sort()).toEqual(
      [
        ...Array(admitted).fill("200 팀에 성공적으로 가입했습니다."),
        ...Array(20 - admitted).fill(refusal),
      ].sort(),
    );
    const members = await site.query("SELECT FROM team_members WHERE team_id = $1", [teamId]);
    expect(members).toHaveLength(admitted + 1);
    expect((await invitations(dotori, teamId)).body.data[0].uses).toBe(admitted);
  });
});

it("counts created invitations and joins by their result", async () => {
  const metric = async (name: string) => {
    const text = await (await fetch(`${site.origin}/metrics`)).text();
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`algomoim_${name} `))
        ?.split(" ")
        .at(-1) ?? 0,
    );
  };
  const names = [
    "invitations_created_total",
    'invitation_joins_total{result="ok"}',
    'invitation_joins_total{result="already-joined"}',
  ];
  const before = await Promise.all(names.map(metric));
  const token = tokenOf(await invite(dotori, await site.team(dotori)));
  await joinBy(bamtol, token);
  await joinBy(bamtol, token);
  expect(await Promise.all(names.map(metric))).toEqual(before.map((n) => n + 1));
});
