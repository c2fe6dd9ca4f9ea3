import { describe, expect, it, vi } from "vitest";
import { throttled } from "#tests/discord-service/discord-service";
import { tellingDiscord } from "./telling-discord.ts";

/** spec/rhythm.md rule 11 */

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** A Thursday. */
const noon = "2025-12-11T12:00:00+09:00";
const page = "https://algomoim.example/team-dashboard/12";

describe("the problem of the day", () => {
  it("is sent at once when posted for the day that runs, with title and link, without mentions and previews", async () => {
    const telling = await tellingDiscord(noon);
    const { id } = telling.team(12);
    await telling.post(12, "2025-12-11", "@everyone *그래프* https://x.example/1");
    telling.start();
    await telling.ended("problem 2025-12-11 sent");
    expect(telling.service.received).toEqual([
      {
        webhook: id,
        content: `오늘의 문제: \\@everyone \\*그래프\\* <https://x.example/1>\n${page}?date=2025-12-11&show=subject`,
        allowed_mentions: { parse: [] },
        flags: 4,
      },
    ]);
  });

  it("waits until its day begins in the team, and has the title of then", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12, { dayEndsAt: "02:00" });
    await telling.post(12, "2025-12-12", "옛 제목");
    telling.start();
    telling.moveTo("2025-12-12T01:59:59+09:00");
    await telling.settled();
    expect(telling.service.requests).toEqual([]);
    telling.problems.set("12 2025-12-12", "새 제목");
    telling.moveTo("2025-12-12T02:00:00+09:00");
    await telling.ended("problem 2025-12-12 sent");
    expect(telling.texts()[0]).toContain("오늘의 문제: 새 제목\n");
  });

  it("of a coming day is sent although its event was read late", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    await telling.post(12, "2025-12-12", "늦게 읽은 문제", hourMs + 1);
    telling.start();
    telling.moveTo("2025-12-12T00:00:00+09:00");
    await telling.ended("problem 2025-12-12 sent");
  });

  it("waits longer if the team's day ends later since", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    await telling.post(12, "2025-12-12");
    telling.change(12, { dayEndsAt: "03:00" });
    telling.start();
    telling.moveTo("2025-12-12T00:00:00+09:00");
    await vi.waitFor(async () => {
      const { rows } = await telling.pool.query("SELECT due_at AS at, attempts FROM delivery");
      expect(rows).toEqual([{ at: "2025-12-11T18:00:00.000Z", attempts: 0 }]);
    });
    expect(telling.service.requests).toEqual([]);
    telling.moveTo("2025-12-12T03:00:00+09:00");
    await telling.ended("problem 2025-12-12 sent");
  });

  it("is not sent for a past day, an old event, or a team without a webhook", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    telling.team(13, { isLinked: false });
    await telling.post(12, "2025-12-10");
    await telling.post(12, "2025-12-11", "문제", hourMs + 1);
    await telling.post(13, "2025-12-11");
    expect(await telling.rows()).toEqual([]);
  });

  it("is not sent after its day, when it was deleted, or when the team was unlinked", async () => {
    const telling = await tellingDiscord(noon);
    for (const teamId of [12, 13, 14]) {
      telling.team(teamId);
      await telling.post(teamId, "2025-12-12");
    }
    telling.change(13, { webhook: undefined });
    telling.problems.delete("14 2025-12-12");
    telling.change(12, { dayEndsAt: "00:00" });
    telling.moveTo("2025-12-13T00:00:00+09:00");
    telling.start();
    const late = Array.from({ length: 2 }, () => "problem 2025-12-12 dropped stale");
    await telling.ended(...late, "problem 2025-12-12 dropped unlinked");
    expect(telling.service.requests).toEqual([]);
  });

  it("is sent once a day, although it is deleted and posted again, before or after", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    await telling.post(12, "2025-12-11", "하나");
    telling.problems.delete("12 2025-12-11");
    telling.start();
    await telling.ended("problem 2025-12-11 dropped gone-target");
    await telling.post(12, "2025-12-11", "둘");
    await telling.ended("problem 2025-12-11 sent");
    await telling.post(12, "2025-12-11", "셋");
    await telling.settled();
    expect(telling.texts().map((text) => text.split("\n")[0])).toEqual(["오늘의 문제: 둘"]);
  });
});

describe("a changed announcement", () => {
  it("is one message for a burst, with the link and without the text", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    for (let n = 0; n < 20; n += 1) await telling.announce(12, 0, `공지 ${n}`);
    telling.start();
    telling.advance(14 * secondMs);
    await telling.settled();
    expect(telling.service.requests).toEqual([]);
    telling.advance(secondMs);
    await telling.ended("announcement sent");
    expect(telling.texts()).toEqual([`공지가 바뀌었어요.\n${page}`]);
    telling.advance(10 * minuteMs);
    await telling.announce(12);
    telling.advance(15 * secondMs);
    await telling.ended("announcement sent", "announcement sent");
  });

  it("is not sent when it is cleared, at once or before it is sent", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    await telling.announce(12, 0, " ");
    expect(await telling.rows()).toEqual([]);
    await telling.announce(12);
    telling.change(12, { hasAnnouncement: false });
    telling.advance(15 * secondMs);
    telling.start();
    await telling.ended("announcement dropped gone-target");
    expect(telling.service.requests).toEqual([]);
  });
});

describe("the line of a week", () => {
  it("is sent on Monday at 08:00, once with two processes and a restart", async () => {
    const telling = await tellingDiscord("2025-12-15T07:59:59+09:00");
    telling.team(12);
    telling.team(13, { isLinked: false });
    const other = telling.process();
    telling.start();
    other.start();
    await telling.settled();
    expect(await telling.rows()).toEqual([]);
    telling.advance(secondMs);
    await telling.ended("week 2025-12-08 sent");
    await other.close();
    telling.process().start();
    await telling.settled();
    expect(telling.texts()).toEqual(["지난주 새벽네시반: 2명이 3개의 글을 썼어요."]);
  });

  it("is not sent for a week without articles, nor to a webhook that was linked after 08:00", async () => {
    const telling = await tellingDiscord("2025-12-15T08:30:00+09:00");
    telling.team(12, { since: new Date("2025-12-15T08:10:00+09:00") });
    telling.team(13, { since: new Date("2025-12-14T08:10:00+09:00") });
    Object.assign(telling.written, { members: 0, articles: 0 });
    telling.start();
    await telling.ended("week 2025-12-08 dropped empty", "week 2025-12-08 dropped unlinked");
    expect(telling.service.requests).toEqual([]);
  });

  it("is not sent at noon any more", async () => {
    const telling = await tellingDiscord("2025-12-15T08:00:00+09:00");
    telling.team(12);
    await telling.pool.query("UPDATE sender_state SET paused = true");
    telling.start();
    await vi.waitFor(async () => expect(await telling.rows()).toEqual(["week 2025-12-08 due"]));
    telling.moveTo("2025-12-15T12:00:00+09:00");
    // A claim under way has the former time.
    await telling.settled();
    await telling.pool.query("UPDATE sender_state SET paused = false");
    await telling.ended("week 2025-12-08 dropped stale");
    expect(telling.service.requests).toEqual([]);
  });
});

describe("Discord's answer", () => {
  it.each([
    ["404 of a deleted webhook", undefined],
    ["401 of a wrong token", { status: 401, body: { message: "Invalid Webhook Token", code: 50027 } }],
  ])("%s unlinks the team, whose other messages are dropped", async (_, answer) => {
    const telling = await tellingDiscord(noon);
    const { id } = telling.team(12);
    telling.service.end(id);
    if (answer) telling.service.answerBy(() => answer);
    await telling.post(12, "2025-12-11");
    await telling.announce(12);
    telling.start();
    await telling.ended("problem 2025-12-11 dropped gone");
    expect(telling.stopped).toEqual([12]);
    telling.advance(15 * secondMs);
    await telling.ended("announcement dropped unlinked", "problem 2025-12-11 dropped gone");
    expect(telling.service.requests).toHaveLength(1);
  });

  it("429 holds all messages of the team as long as told, and no other team", async () => {
    const telling = await tellingDiscord(noon);
    const one = telling.team(12);
    telling.team(13);
    telling.service.answerBy((webhook) => (webhook === one.id ? throttled(90.5) : undefined));
    await telling.post(12, "2025-12-11");
    telling.start();
    await vi.waitFor(async () => expect(await telling.rows()).toEqual(["problem 2025-12-11 due throttled"]));
    await telling.post(13, "2025-12-11");
    await telling.ended("problem 2025-12-11 sent");
    await telling.announce(12);
    telling.advance(89 * secondMs);
    // Another process knows of the wait by the row.
    telling.process().start();
    await telling.settled();
    expect(telling.service.requests.filter((id) => id === one.id)).toHaveLength(1);
    telling.service.answerBy(undefined);
    telling.advance(2 * secondMs);
    await telling.ended("announcement sent", ...Array.from({ length: 2 }, () => "problem 2025-12-11 sent"));
    expect(telling.service.requests.filter((id) => id === one.id)).toHaveLength(3);
  });

  it("429 of all webhooks holds all teams, also without a body of Discord", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    telling.team(13);
    telling.service.answerBy(() => throttled(60, true));
    await telling.post(12, "2025-12-11");
    telling.start();
    await vi.waitFor(async () => expect(await telling.rows()).toEqual(["problem 2025-12-11 due throttled"]));
    await telling.post(13, "2025-12-11");
    telling.advance(59 * secondMs);
    await telling.settled();
    expect(telling.service.requests).toHaveLength(1);
    telling.service.answerBy(() => ({ status: 429, headers: { "retry-after": "120" } }));
    telling.advance(secondMs);
    await vi.waitFor(() => expect(telling.service.requests).toHaveLength(3));
    telling.advance(119 * secondMs);
    await telling.settled();
    expect(telling.service.requests).toHaveLength(3);
  });

  it("tells when the webhook's own rate is used up, after which messages wait", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    const usedUp = { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "40.25" };
    telling.service.answerBy(() => ({ status: 204, headers: usedUp }));
    await telling.post(12, "2025-12-11");
    telling.start();
    await telling.ended("problem 2025-12-11 sent");
    await telling.announce(12);
    telling.advance(40 * secondMs);
    await telling.settled();
    expect(telling.service.requests).toHaveLength(1);
    telling.advance(secondMs);
    await telling.ended("announcement sent", "problem 2025-12-11 sent");
  });

  it.each([
    [{ status: 400, body: { message: "Invalid Form Body", code: 50035 } }, "failed http-400"],
    [{ status: 302, headers: { location: "http://127.0.0.1:1/" } }, "failed http-302"],
    [{ status: 502 }, "unknown http-502"],
    ["cut", "unknown cut-off"],
  ] as const)("%j is not tried again: %s", async (answer, state) => {
    const telling = await tellingDiscord(noon);
    const { token } = telling.team(12);
    telling.service.answerBy(() => answer);
    await telling.post(12, "2025-12-11");
    telling.start();
    await telling.ended(`problem 2025-12-11 ${state}`);
    telling.advance(hourMs);
    await telling.settled();
    expect(telling.service.requests).toHaveLength(1);
    expect(telling.stopped).toEqual([]);
    expect(JSON.stringify(telling.warnings)).not.toContain(token);
  });

  it("is awaited for ten seconds, after which the message may have arrived", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    telling.service.answerBy(() => "silence");
    await telling.post(12, "2025-12-11");
    telling.start();
    await telling.ended("problem 2025-12-11 unknown cut-off");
    expect(telling.service.requests).toHaveLength(1);
  });

  it("is asked for again when there was no connection, or 503", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    telling.service.answerBy(() => ({ status: 503, headers: { "retry-after": "100" } }));
    await telling.post(12, "2025-12-11");
    telling.start();
    await vi.waitFor(async () => expect(await telling.rows()).toEqual(["problem 2025-12-11 due http-503"]));
    telling.service.answerBy(undefined);
    telling.advance(100 * secondMs);
    await telling.ended("problem 2025-12-11 sent");
  });
});

describe("a message", () => {
  it("is sent by one of several processes, and not again when the sender died after its claim", async () => {
    const telling = await tellingDiscord(noon);
    for (let teamId = 1; teamId <= 30; teamId += 1) {
      telling.team(teamId);
      await telling.post(teamId, "2025-12-11");
    }
    await telling.pool.query(
      "UPDATE delivery SET state = 'claimed', claimed_at = $1, attempts = 1 WHERE team_id = 30",
      [new Date(Date.parse(noon))],
    );
    telling.process().start();
    telling.start();
    const sent = Array.from({ length: 29 }, () => "problem 2025-12-11 sent");
    await telling.ended(...sent);
    telling.advance(minuteMs + secondMs);
    await telling.ended(...sent, "problem 2025-12-11 unknown interrupted");
    expect(telling.service.requests).toHaveLength(29);
  });

  it("waits while the sender is paused", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    await telling.pool.query("UPDATE sender_state SET paused = true");
    await telling.post(12, "2025-12-11");
    telling.start();
    await telling.settled();
    expect(telling.service.requests).toEqual([]);
    await telling.pool.query("UPDATE sender_state SET paused = false");
    await telling.ended("problem 2025-12-11 sent");
  });

  it("of before a restore is not sent, inserted or not", async () => {
    const telling = await tellingDiscord(noon);
    telling.team(12);
    await telling.post(12, "2025-12-11");
    await telling.pool.query("UPDATE sender_state SET send_after = $1", [
      new Date(Date.parse(noon) + minuteMs),
    ]);
    await telling.announce(12);
    telling.advance(minuteMs);
    telling.start();
    await telling.ended("problem 2025-12-11 dropped restored");
    expect(telling.service.requests).toEqual([]);
  });
});
