import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { invite, joinBy, look, tokenOf } from "#tests/api/inviting";
import { changeRole, join, ownSite, said } from "#tests/api/site";
import { ops } from "../support/ops.ts";
import { ownFolder } from "../support/own-folder.ts";

const [site, dotori, bamtol] = ownSite("도토리묵", "밤톨");
const inFolder = ownFolder();
const run = (...words: string[]) => ops(site.databaseUrl, ...words);

/** A team with an invitation of its manager, used once, and one of a former manager. */
async function invited() {
  const teamId = await site.team(dotori);
  const token = tokenOf(await invite(dotori, teamId, { maxUses: 3 }));
  await joinBy(bamtol, token);
  await changeRole("promote", dotori, teamId, bamtol);
  const other = tokenOf(await invite(bamtol, teamId));
  await changeRole("demote", dotori, teamId, bamtol);
  return { teamId, token, other };
}

it("audits the invitations of a team, without a token", async () => {
  const { teamId, token, other } = await invited();
  const { lines, text } = await run("audit", "invitations", "--team", String(teamId));
  expect(lines).toMatchObject([
    { state: "usable", uses: 1, maxUses: 3, revokedAt: null, createdBy: { memberName: "도토리묵" } },
    { state: "makerGone", uses: 0, maxUses: 10, revokedAt: null, createdBy: { memberName: "밤톨" } },
  ]);
  for (const secret of [token, other, "/invite/", "digest"]) expect(text).not.toContain(secret);
  await expect(run("audit", "invitations", "--team", "999999")).rejects.toThrow("There is no team 999999.");
});

it("revokes every invitation of a team permanently, and names no member", async () => {
  const { teamId, token, other } = await invited();
  const team = String(teamId);
  await expect(run("invitations", "revoke", "--team", team)).rejects.toThrow("Give --all");
  await expect(run("invitations", "revoke", "--team", "999999", "--all")).rejects.toThrow("There is no team");
  expect((await run("invitations", "revoke", "--team", team, "--all")).lines).toEqual([{ revoked: 2 }]);
  expect((await run("invitations", "revoke", "--team", team, "--all")).lines).toEqual([{ revoked: 0 }]);
  await changeRole("promote", dotori, teamId, bamtol);
  for (const each of [token, other])
    expect(said(await look(site, each))).toBe("410 더 이상 사용할 수 없는 초대입니다.");
  const revoked = (await site.storedEvents()).filter(({ type }) => type === "InvitationRevoked");
  expect(revoked.map(({ data }) => JSON.parse(data).revokedBy)).toEqual([null, null]);
  const { lines } = await run("audit", "invitations", "--team", team);
  expect(lines.map(({ state }) => state)).toEqual(["revoked", "revoked"]);
});

it("leaves tokens encrypted in an export", async () => {
  const { token } = await invited();
  const file = inFolder("events.gz");
  await run("events", "export", file);
  const text = gunzipSync(await readFile(file)).toString();
  expect(text).toContain('"InvitationCreated"');
  expect(text).not.toContain(token);
});

it("does not end memberships", async () => {
  const { teamId } = await invited();
  await run("invitations", "revoke", "--team", String(teamId), "--all");
  expect(said(await join(bamtol, teamId))).toBe("400 이미 팀에 가입했습니다.");
});
