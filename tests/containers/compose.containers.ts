import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusals as refusalOf } from "#contracts/errors";
import { type Answer, type Writer, writerWith } from "#tests/faults/writer";
import { openPage } from "#tests/live/page";
import { until } from "#tests/support/until";
import { type ComposedSite, composedSite } from "./composed-site.ts";
import { duringOutage, shownTitles, timesOf, within } from "./database-outage.ts";

const people = ["app-1", "app-2"];
const minutes = 60_000;

describe.skipIf(process.env.COMPOSE_MISSING)("docker-compose.yml", () => {
  let site: ComposedSite;
  let writer: Writer;
  /** What Compose says of the first start. */
  let said = "";
  beforeAll(async () => {
    site = await composedSite();
    said = (await site.compose("up", "--build", "--wait")).stderr;
  }, 15 * minutes);
  afterAll(() => site.close(), 5 * minutes);

  /** The member's articles. */
  const ownArticles = async () => {
    const { status, data } = await writer.ask("GET", `articles/${writer.teamId}/my-page`);
    return { status, data: JSON.stringify(data) };
  };
  const pageOf = (teamId: number) => {
    const page = openPage(`${site.origin.replace("http", "ws")}/live`);
    page.watch(`team-articles/${teamId}`);
    return page;
  };

  it("is parsed without a warning and starts healthy", async () => {
    expect((await site.compose("config", "--quiet")).stderr).toBe("");
    for (const { Service, State, Health } of await site.containers())
      expect({ Service, State, Health }).toEqual({
        Service,
        State: "running",
        Health: Service === "oidc" ? "" : "healthy",
      });
  });

  it("builds one image of at most 420 MB, and looks for it in no registry", async () => {
    expect(said).toContain("Container");
    for (const name of [...people, "projector", "backup"])
      expect(said).not.toMatch(new RegExp(`^ ${name} `, "m"));
    expect(await site.imageBytes()).toBeLessThanOrEqual(420_000_000);
  });

  it("serves the site, and hides operator endpoints from the public", async () => {
    const page = await fetch(site.origin);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("알고모임");
    for (const path of ["/metrics", "/metrics/", "/METRICS", "/health/live", "/health/ready"])
      expect((await fetch(site.origin + path)).status, path).toBe(404);
  });

  it("signs a member in; a write at one process is sent to subscribers at the other", async () => {
    writer = await writerWith(() => site.origin, await site.signIn("도토리"));
    const pages = [pageOf(writer.teamId)];
    await until(() => expect(pages[0]?.state()).toBe("open"));
    pages.push(pageOf(writer.teamId));
    await until(async () => {
      for (const name of people) expect(await site.metric(name, "algomoim_live_subscriptions")).toBe(1);
    });
    expect((await writer.post("첫 글", randomUUID())).status).toBe(201);
    await until(() => {
      for (const { received } of pages) expect(received).toContain(`team-articles/${writer.teamId}`);
    });
  });

  it(
    "serves every request while one process after the other is restarted, and continues to send changes",
    async () => {
      const page = pageOf(writer.teamId);
      await until(() => expect(page.state()).toBe("open"));
      const refused: unknown[] = [];
      const note = (asked: Promise<Answer>, expected: number) =>
        asked.then(
          ({ status }) => status !== expected && refused.push(status),
          (error: unknown) => refused.push(error),
        );
      let isOver = false;
      const workers = Array.from({ length: 4 }, async (_, worker) => {
        for (let turn = 0; !isOver; turn += 1) {
          await note(writer.post(`글 ${worker}-${turn}`, randomUUID()), 201);
          await note(writer.ask("GET", `articles/${writer.teamId}/by-date?date=2026-11-21`), 200);
        }
      });
      try {
        for (const name of [...people, "projector"]) {
          await site.compose("restart", name);
          await site.compose("up", "--wait", "--no-deps", name);
        }
      } finally {
        isOver = true;
        await Promise.all(workers);
      }
      expect(refused).toEqual([]);
      const before = page.received.length;
      await until(async () => {
        expect((await writer.post("그 뒤의 글", randomUUID())).status).toBe(201);
        expect(page.received.slice(before)).toContain(`team-articles/${writer.teamId}`);
      });
    },
    10 * minutes,
  );

  const outages = [
    ["killed", () => site.compose("kill", "postgres"), () => site.compose("start", "postgres")],
    ["paused", () => site.compose("pause", "postgres"), () => site.compose("unpause", "postgres")],
    ["stopped", () => site.compose("stop", "postgres"), () => site.compose("start", "postgres")],
    ["restarted", () => site.compose("restart", "postgres"), undefined],
  ] as const;
  it.each(outages)(
    "serves pages and answers by itself while PostgreSQL is %s; four writers lose and double nothing",
    async (name, away, back) => {
      const { pages, refusals, titles } = await duringOutage(site, writer, { name, away, back });
      for (const { what, status } of pages) expect({ what, status }).toEqual({ what, status: 200 });
      for (const { what, status, message } of refusals)
        expect({ what, status, message }).toEqual({ what, ...refusalOf.overload });
      process.stdout.write(
        `${name}: pages ${timesOf(pages)}, refusals ${timesOf(refusals)}, ${titles.length} articles\n`,
      );
      expect(within(0.95, pages)).toBeLessThanOrEqual(1000);
      // How soon a look-up or a connection fails depends on the container engine; the product limits the wait.
      expect(within(1, refusals)).toBeLessThanOrEqual(8000);
      await until(async () => expect((await shownTitles(writer, name)).sort()).toEqual([...titles].sort()));
    },
    5 * minutes,
  );

  it(
    "stops by itself, and has all data again after `down` and `up`",
    async () => {
      const key = randomUUID();
      await until(async () => expect((await writer.post("마지막 글", key)).status).toBe(201));
      const before = await ownArticles();
      expect(before).toMatchObject({ status: 200, data: expect.stringContaining("마지막 글") });
      await site.compose("stop");
      const ended = await site.containers();
      for (const { Service, ExitCode } of ended.filter(({ Service: name }) => name !== "oidc"))
        expect({ Service, ExitCode }).toEqual({ Service, ExitCode: 0 });
      await site.compose("down");
      await site.compose("up", "--wait");
      await until(async () => expect(await ownArticles()).toEqual(before));
    },
    10 * minutes,
  );

  it(
    "stops a process that does not serve yet without killing it",
    async () => {
      await site.compose("stop", "app-2");
      await site.compose("start", "app-2");
      await site.compose("stop", "app-2");
      const stopped = (await site.containers()).filter(({ Service }) => Service === "app-2");
      expect(stopped).toHaveLength(1);
      expect(stopped[0]?.ExitCode).not.toBe(137);
    },
    5 * minutes,
  );
});
