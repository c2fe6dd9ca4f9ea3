import { beforeAll, expect, it } from "vitest";
import { ownSite } from "./site.ts";

const [site, manager] = ownSite("고슴도치");
let path: string;
beforeAll(async () => {
  path = `/v1/teams/${await site.team(manager)}/team-page?year=2025&month=9`;
});

it("responds 304 to a client that has the same content, and completely after a change", async () => {
  const first = await site.ask("GET", path);
  const tag = first.headers.get("etag") as string;
  expect(tag).toMatch(/^W\/"[\w-]+"$/);
  const headers = { "if-none-match": `"another", ${tag}` };
  const again = await site.ask("GET", path, { headers });
  expect([again.status, again.body]).toEqual([304, null]);
  expect(again.headers.get("etag")).toBe(tag);
  expect(again.headers.get("cache-control")).toBe("no-store");
  expect(again.headers.get("x-checkpoint")).toBe(first.headers.get("x-checkpoint"));

  const teamId = first.body.data.myTeamResponse.teamId;
  await manager.ask("PATCH", `/v1/teams/${teamId}/announcement`, {
    json: { teamAnnouncement: "오늘 쉽니다" },
  });
  const changed = await site.ask("GET", path, { headers });
  expect(changed.status).toBe(200);
  expect(changed.body.data.myTeamResponse.teamAnnouncement).toBe("오늘 쉽니다");
});

it("returns a manager with the ETag of a visitor the manager's response", async () => {
  const tag = (await site.ask("GET", path)).headers.get("etag") as string;
  expect((await manager.ask("GET", path, { headers: { "if-none-match": tag } })).status).toBe(200);
});

const ofTheLine = new Set(["content-length", "date", "connection", "keep-alive"]);

it("returns the same headers and body for every notation of a path", async () => {
  const teamId = /teams\/(\d+)/.exec(path)?.[1] ?? "";
  const escaped = [...teamId].map((digit) => `%3${digit}`).join("");
  const plain = await fetch(`${site.origin}/api${path}`);
  // Express decodes paths that the fast path does not handle.
  const encoded = await fetch(`${site.origin}/api/v1/teams/${escaped}/team-page?year=2025&month=9`);
  const head = await fetch(`${site.origin}/api${path}`, { method: "HEAD" });
  const names = (response: Response) =>
    [...response.headers.keys()].filter((name) => !ofTheLine.has(name)).sort();
  expect(names(plain)).toEqual(names(encoded));
  expect(names(plain)).toEqual(names(head));
  expect(await plain.text()).toBe(await encoded.text());
  expect(plain.headers.has("x-powered-by")).toBe(false);
  expect(plain.headers.get("x-request-id")).toMatch(/^[0-9A-Z]{16}$/);
});
