import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { start } from "#services/app/main";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { createLogger } from "#services/platform/logging";
import { settingsOf } from "#tests/support/ops";
import { jpeg } from "#tests/support/pictures";
import { dump, type Shown, sizeOfReleased, writeReleased } from "#tests/support/released-database";
import { type Asked, request } from "#tests/support/request";
import { signIn } from "#tests/support/sign-in";
import { withoutDurability, withPostgres } from "#tests/support/with-postgres";
import packageJson from "../../package.json" with { type: "json" };

/**
 * `npx tsx tests/examples/write-release.ts` writes the database of this release for tests/ops/upgrade.spec.ts: the demo,
 * pictures, a draft, a member who has withdrawn, and what others are shown of it. It is repeated until the release; the
 * file of a released version never changes.
 */
const release = packageJson.version;

await withPostgres(async (url) => {
  const system = await start(readConfig({ ...settingsOf(url), PORT: "0" }), { log: createLogger("error") });
  await system.demoTried;
  const shown = await useAndShow(system.url.origin).finally(() => system.close());
  const database = openDatabase(url);
  writeReleased(release, await dump(database.pool, shown).finally(() => database.close()));
  process.stdout.write(`${release}: ${sizeOfReleased(release)} bytes\n`);
}, withoutDurability);

async function useAndShow(origin: string): Promise<Shown[]> {
  const dotori = "dotori";
  const bamtol = "bamtol";
  const leaver = "joyakdol";
  const ask = await callsOf(origin, [dotori, bamtol, leaver]);
  const call = async (...asked: Parameters<typeof ask>) => {
    const { status, data } = await ask(...asked);
    if (status >= 300) throw new Error(`${asked.slice(0, 3).join(" ")} has got ${status}`);
    return data;
  };
  const teams: { teamId: number; teamName: string }[] = await call(dotori, "GET", "teams/my-page");
  const teamId = teams.find(({ teamName }) => teamName === "새벽네시반")?.teamId;
  const team = `teams/${teamId}`;
  const image = new Blob([new Uint8Array(await jpeg())]);
  const article = (articleTitle: string) => ({
    form: { teamId: String(teamId), articleTitle, articleBody: "<p>두 포인터로 풀었어요.</p>", image },
  });
  await call(leaver, "POST", "members", { form: { memberName: "조약돌", memberExplain: "곧 떠나요" } });
  await call(leaver, "POST", `${team}/join`, { json: { password: "0430" } });
  await call(leaver, "POST", "articles", article("떠나기 전에"));
  await call(leaver, "DELETE", "members");
  while ((await call(dotori, "GET", `${team}/members`)).length > 4) await pause(50);
  await call(bamtol, "PUT", "members", { form: { image } });
  const { articleId } = await call(bamtol, "POST", "articles", article("그림이 있는 풀이"));
  const draft = { title: "쓰던 글", category: null, contact: "", html: "<p>아직</p>", revision: null };
  await call(dotori, "PUT", `drafts/article-new-${teamId}/${randomUUID()}`, {
    json: { ...draft, postId: null, at: 1 },
  });
  const { createdDate } = await call(bamtol, "GET", `articles/${articleId}`);
  const date = createdDate.slice(0, 10);
  const [year, month] = date.split("-").map(Number);
  const [{ teamRecruitId }] = (await call(dotori, "GET", "recruitments")).content;
  const paths = [
    ...[
      "members/own-profile",
      "teams/my-page",
      "teams/combined",
      "recruitments",
      "apply/mine",
      "members/solved",
    ],
    ...[`${team}/members`, `${team}/role-history`, `${team}/team-page?year=${year}&month=${month}`],
    ...[`articles/${articleId}`, `articles/${teamId}/by-date?date=${date}`, `articles/${teamId}/my-page`],
    ...[
      `articles/${team}/subjects?date=${date}`,
      `recruitments/${teamRecruitId}`,
      `drafts/article-new-${teamId}`,
    ],
  ];
  const shown: Shown[] = [];
  for (const handle of [dotori, bamtol])
    for (const path of paths) shown.push({ handle, path, ...(await ask(handle, "GET", path)) });
  return shown;
}

/** Calls of members, each with its status and data. */
async function callsOf(origin: string, handles: readonly string[]) {
  const tokens = new Map<string, string>();
  for (const handle of handles) tokens.set(handle, (await signIn(origin, handle)).accessToken);
  return async (handle: string, method: string, path: string, asked: Asked = {}) => {
    const headers = { authorization: `Bearer ${tokens.get(handle)}` };
    const { status, body } = await request(`${origin}/api/v1/${path}`, method, { ...asked, headers });
    return { status, data: body.data };
  };
}
