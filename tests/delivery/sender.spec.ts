import { describe, expect, it, vi } from "vitest";
import type { Claimed } from "#services/delivery/deliveries";
import type { Notice } from "#services/delivery/inboxes";
import { verdictOf } from "#services/delivery/sender";
import { hourMs, minuteMs, noon, secondMs, sending } from "./sending.ts";

const night = { enabled: true, from: "23:00", until: "08:00" };
const untilClock = (time: string) => Date.parse(`2025-12-11T${time}+09:00`) - noon;

describe("a notification", () => {
  it("is sent to each device of its recipient once, 15 seconds after it was raised", async () => {
    const { member, device, raise, start, advance, settled, ended, service } = await sending();
    const who = await member();
    const one = await device(who);
    const two = await device(who);
    const id = await raise(who);
    await raise(who, { id });
    start();
    advance(14 * secondMs);
    await settled();
    expect(service.requests).toEqual([]);
    advance(secondMs);
    expect(await ended(2)).toEqual(["sent", "sent"]);
    await settled();
    expect(service.received.map(({ subscription }) => subscription).sort()).toEqual([one.id, two.id].sort());
    expect(service.received[0]?.payload).toEqual({
      title: "새벽네시반",
      body: "내 팀에 문제가 올라왔어요.",
      tag: id,
      url: `/notifications/open/${id}`,
      unread: 3,
      web_push: 8030,
      notification: {
        title: "새벽네시반",
        body: "내 팀에 문제가 올라왔어요.",
        tag: id,
        lang: "ko",
        navigate: `https://algomoim.example/notifications/open/${id}`,
        app_badge: "3",
      },
    });
    expect(service.received[0]?.headers.topic).toBe(id.replaceAll("-", ""));
    expect(service.faults).toEqual([]);
  });

  it("has the text at the time of sending, after any number of collapsed events", async () => {
    const { reader, raise, start, advance, ended, notices, service } = await sending();
    const who = await reader();
    const id = await raise(who);
    notices.set(id, { title: "새벽네시반", body: "서은님 외 24명이 …", unread: 1 });
    start();
    advance(15 * secondMs);
    await ended(1);
    expect(service.received.map(({ payload }) => payload.body)).toEqual(["서은님 외 24명이 …"]);
  });

  it.each([
    ["read", { drop: "read" }],
    ["right", { drop: "right" }],
    ["muted", { drop: "muted" }],
    ["gone-target", { drop: "gone-target" }],
    ["right", undefined],
  ] as const)("is not sent: %s", async (result, notice) => {
    const { reader, raise, start, advance, ended, notices, service } = await sending();
    const who = await reader();
    const id = await raise(who);
    if (notice) notices.set(id, notice);
    else notices.delete(id);
    start();
    advance(15 * secondMs);
    expect(await ended(1)).toEqual([`dropped ${result}`]);
    expect(service.requests).toEqual([]);
  });

  it("waits without an attempt until the inbox has reached its event", async () => {
    const { reader, raise, start, advance, ended, rows, notices, behind } = await sending();
    const who = await reader();
    const sent = await raise(who);
    const dropped = await raise(who);
    const notice = notices.get(sent) as Notice;
    notices.clear();
    for (const id of [sent, dropped]) behind.add(id);
    start();
    advance(15 * secondMs);
    await vi.waitFor(async () =>
      expect((await rows()).map(({ state, attempts, due }) => [state, attempts, due])).toEqual(
        Array(2).fill(["due", 0, "2025-12-11T03:00:20.000Z"]),
      ),
    );
    behind.clear();
    notices.set(sent, notice);
    advance(5 * secondMs);
    expect(await ended(2)).toEqual(["dropped right", "sent"]);
  });

  it("is not sent when its event is over an hour old, or after a day in the queue", async () => {
    const { reader, raise, start, advance, ended, rows, service } = await sending();
    const who = await reader();
    await raise(who, { sourceAgeMs: hourMs + 1 });
    // So that digests omit it.
    expect(await rows()).toMatchObject([{ target: "late", state: "dropped", result: "late" }]);
    await raise(who, { sourceAgeMs: hourMs });
    advance(24 * hourMs + 1);
    start();
    expect(await ended(2)).toEqual(["dropped late", "dropped stale"]);
    expect(service.requests).toEqual([]);
  });

  it("is not sent to a device that another member has taken over, which stays subscribed", async () => {
    const { member, device, raise, start, advance, ended, pool, service } = await sending();
    const who = await member();
    const other = await member();
    const former = await device(who);
    const taken = await device(other);
    await raise(who);
    await pool.query("DELETE FROM push_subscription WHERE id = $1", [former.subscriptionId]);
    await pool.query("UPDATE push_subscription SET id = $1 WHERE id = $2", [
      ...[former.subscriptionId, taken.subscriptionId],
    ]);
    start();
    advance(15 * secondMs);
    expect(await ended(1)).toEqual(["dropped gone"]);
    expect(service.requests).toEqual([]);
    expect((await pool.query("SELECT FROM push_subscription")).rowCount).toBe(1);
  });

  it("is sent to a member at most twenty times an hour; several devices count once", async () => {
    const { reader, device, raise, start, advance, ended, service } = await sending();
    const who = await reader();
    for (let n = 0; n < 21; n += 1) await raise(who);
    await device(who);
    start();
    advance(15 * secondMs);
    const first = await ended(21, secondMs);
    expect(first.filter((said) => said === "sent")).toHaveLength(20);
    expect(first[0]).toBe("dropped rate");
    advance(hourMs);
    await raise(who);
    advance(15 * secondMs);
    await ended(23);
    expect(service.received).toHaveLength(22);
  });

  it("is sent twenty times an hour even when two processes have claimed more together", async () => {
    let claims = 0;
    let open = () => {};
    const bothHaveClaimed = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { reader, raise, start, advance, ended, process, service } = await sending({
      onClaimed() {
        claims += 1;
        if (claims === 2) open();
        return bothHaveClaimed;
      },
    });
    const who = await reader();
    for (let n = 0; n < 25; n += 1) await raise(who);
    advance(15 * secondMs);
    start();
    process().sender.start();
    expect((await ended(25, secondMs)).filter((said) => said === "sent")).toHaveLength(20);
    expect(service.requests).toHaveLength(20);
  });

  it("is deleted with its member", async () => {
    const { reader, raise, pool, rows } = await sending();
    const who = await reader();
    await raise(who);
    await pool.query("DELETE FROM member_keys WHERE member = $1", [who]);
    expect(await rows()).toEqual([]);
    await raise(who);
    expect(await rows()).toEqual([]);
  });
});

describe("quiet hours", () => {
  it("hold pushes that become due at night until 08:00, then send one bundle per device", async () => {
    const { member, device, raise, start, advance, settled, ended, rows, quiet, service, process } =
      await sending();
    const one = await member();
    const other = await member();
    for (const who of [one, other]) quiet.set(who, night);
    await device(one);
    await device(other);
    advance(untilClock("23:30"));
    const ids = [await raise(one), await raise(one), await raise(one)];
    const alone = await raise(other);
    start();
    const second = process();
    second.sender.start();
    advance(15 * secondMs);
    await vi.waitFor(async () =>
      expect((await rows()).map(({ state, attempts, due }) => [state, attempts, due])).toEqual(
        Array(4).fill(["due", 0, "2025-12-11T23:00:00.000Z"]),
      ),
    );
    advance(8 * hourMs);
    await settled();
    expect(service.requests).toEqual([]);
    advance(30 * minuteMs);
    expect(await ended(4)).toEqual(["sent", "sent", "sent bundled", "sent bundled"]);
    const sent = service.received.map(({ payload }) => [payload.title, payload.body, payload.url]).sort();
    expect(sent).toEqual([
      ["새벽네시반", "내 팀에 문제가 올라왔어요.", `/notifications/open/${alone}`],
      ["알고모임", "밤사이 알림 3개가 왔어요.", "/notifications"],
    ]);
    expect(ids).toContain(
      service.received.find(({ payload }) => payload.url === "/notifications")?.payload.tag,
    );
  });

  it("send one bundle if no process ran before they ended", async () => {
    const { member, device, raise, start, advance, ended, quiet, service, process } = await sending();
    const who = await member();
    quiet.set(who, night);
    await device(who);
    advance(untilClock("23:30"));
    for (let n = 0; n < 12; n += 1, advance(minuteMs)) await raise(who);
    advance(9 * hourMs);
    start();
    process().sender.start();
    expect(await ended(12)).toEqual(["sent", ...Array(11).fill("sent bundled")]);
    expect(service.received.map(({ payload }) => payload.body)).toEqual(["밤사이 알림 12개가 왔어요."]);
  });

  it("omit read notifications from the bundle", async () => {
    const { member, device, raise, start, advance, ended, rows, quiet, notices, service } = await sending();
    const who = await member();
    quiet.set(who, night);
    await device(who);
    advance(untilClock("23:30"));
    const read = await raise(who);
    const left = await raise(who);
    start();
    advance(15 * secondMs);
    await vi.waitFor(async () =>
      expect((await rows()).every(({ due }) => due.includes("T23:00"))).toBe(true),
    );
    notices.set(read as string, { drop: "read" });
    advance(9 * hourMs);
    expect(await ended(2)).toEqual(["dropped read", "sent"]);
    expect(service.received.map(({ payload }) => payload.tag)).toEqual([left]);
  });
});

describe("a push service", () => {
  it.each([404, 410])("that responds %i ends the subscription", async (status) => {
    const { reader, raise, start, advance, ended, service, pool } = await sending();
    const who = await reader();
    await raise(who);
    service.answerBy(() => ({ status }));
    start();
    advance(15 * secondMs);
    expect(await ended(1)).toEqual(["dropped gone"]);
    expect((await pool.query("SELECT FROM push_subscription")).rowCount).toBe(0);
  });

  it.each([301, 400, 403, 413])(
    "that responds %i gets no second attempt, and is logged once an hour",
    async (status) => {
      const { reader, raise, start, advance, ended, service, warnings } = await sending();
      const who = await reader();
      await raise(who);
      await raise(who);
      service.answerBy(() => ({ status, headers: { location: service.origin } }));
      start();
      advance(15 * secondMs);
      expect(await ended(2)).toEqual([`failed http-${status}`, `failed http-${status}`]);
      expect(service.requests).toHaveLength(2);
      const host = new URL(service.origin).host;
      expect(warnings).toEqual([[{ host, result: `http-${status}` }, "a push service refused a push"]]);
    },
  );

  const throttling = { status: 429, headers: { "retry-after": "600" } };

  it("that throttles a device gets nothing for it until then, and pushes for all others", async () => {
    const { member, device, reader, raise, start, advance, ended, settled, rows, service, delivery } =
      await sending();
    const who = await member();
    const slow = await device(who);
    const fast = await device(who);
    const throttled = await raise(who);
    service.answerBy((id) => (id === slow.id ? throttling : undefined));
    start();
    advance(15 * secondMs);
    expect(await ended(1)).toEqual(["sent"]);
    await vi.waitFor(async () =>
      expect((await rows()).find(({ state }) => state === "due")).toMatchObject({ result: "throttled" }),
    );
    await raise(await reader());
    await raise(who);
    advance(500 * secondMs);
    expect(await ended(3)).toEqual(["sent", "sent", "sent"]);
    // The second push to the device was claimed and put back without an attempt.
    await vi.waitFor(async () => expect((await delivery.health()).held).toBe(2));
    expect(service.requests.filter((id) => id === slow.id)).toHaveLength(1);
    expect(service.requests.filter((id) => id === fast.id)).toHaveLength(2);
    service.answerBy(undefined);
    advance(100 * secondMs);
    await ended(5);
    await settled();
    expect(service.received.filter(({ payload }) => payload.tag === throttled)).toHaveLength(2);
    expect(await delivery.health()).toMatchObject({ held: 0, due: 0 });
  });

  it("that throttles the devices of three members gets nothing for five minutes, of one member it does", async () => {
    const { member, device, reader, raise, start, advance, ended, rows, service, delivery, warnings } =
      await sending();
    const one = await member();
    const two = await member();
    const three = await member();
    for (const who of [one, one, one, two, three]) await device(who);
    await raise(one);
    await raise(two);
    service.answerBy(() => throttling);
    start();
    advance(15 * secondMs);
    await vi.waitFor(async () => expect((await delivery.health()).held).toBe(4));
    service.answerBy(() => (service.received.length < 1 ? undefined : throttling));
    await raise(await reader());
    advance(15 * secondMs);
    expect(await ended(1)).toEqual(["sent"]);
    await raise(three);
    advance(15 * secondMs);
    await vi.waitFor(async () => expect((await delivery.health()).held).toBe(5));
    const asked = service.requests.length;
    await raise(await reader());
    advance(15 * secondMs);
    await vi.waitFor(async () =>
      expect((await rows()).at(-1)).toMatchObject({ state: "due", result: "host-held", attempts: 0 }),
    );
    const { host } = new URL(service.origin);
    expect(warnings).toEqual([[{ host, seconds: 300 }, "a push service is held"]]);
    service.answerBy(undefined);
    advance(300 * secondMs);
    expect(await ended(2)).toEqual(["sent", "sent"]);
    expect(service.requests).toHaveLength(asked + 1);
  });

  it("that is unavailable gets nothing for five minutes from any process, for ten when it still is, then for five again", async () => {
    const { reader, raise, start, advance, service, delivery, rows, warnings, process, now } =
      await sending();
    const other = process();
    start();
    other.sender.start();
    service.answerBy(() => ({ status: 503 }));
    const holds = () => warnings.map((said) => (said as [{ seconds: number }])[0].seconds);
    // A verdict that is recorded after the clock has advanced would wait from the later time.
    const postponed = () =>
      vi.waitFor(async () =>
        expect(
          (await rows()).every(
            ({ state, due }) => state === "sent" || (state === "due" && Date.parse(due) > now()),
          ),
        ).toBe(true),
      );
    const failing = async (count: number) => {
      const who = await reader();
      await raise(who);
      advance(15 * secondMs);
      await postponed();
      expect(holds()).toHaveLength(count);
    };
    await failing(1);
    const asked = service.requests.length;
    await raise(await reader());
    advance(15 * secondMs);
    await vi.waitFor(async () =>
      expect((await rows()).some(({ result, attempts }) => result === "host-held" && attempts === 0)).toBe(
        true,
      ),
    );
    expect(service.requests).toHaveLength(asked);
    expect(await delivery.deliveries.heldHosts()).toEqual([
      { host: new URL(service.origin).host, until: new Date(now() - 15 * secondMs + 300 * secondMs) },
    ]);
    // Whatever waited is tried again, and fails.
    advance(300 * secondMs);
    await postponed();
    expect(holds()).toEqual([300, 600]);
    service.answerBy(undefined);
    advance(600 * secondMs);
    await vi.waitFor(async () => expect((await rows()).every(({ state }) => state === "sent")).toBe(true));
    advance(600 * secondMs);
    service.answerBy(() => ({ status: 503 }));
    await failing(3);
    expect(holds()).toEqual([300, 600, 300]);
  });

  it("that throttles many devices gets no more of the pushes that are claimed already", async () => {
    const { reader, raise, start, advance, settled, rows, service } = await sending();
    for (let n = 0; n < 30; n += 1) {
      const who = await reader();
      await raise(who);
    }
    service.answerBy(() => throttling);
    start();
    advance(15 * secondMs);
    await vi.waitFor(async () =>
      expect((await rows()).every(({ due }) => Date.parse(due) > noon + 15 * secondMs)).toBe(true),
    );
    advance(10 * secondMs);
    await settled();
    // At most those that were sent concurrently, and two that followed the first two responses.
    expect(service.requests.length).toBeLessThanOrEqual(10);
    expect((await rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(service.requests.length);
  });

  it("that fails is tried four times with growing pauses", async () => {
    const { reader, raise, start, advance, ended, service, rows } = await sending();
    const who = await reader();
    await raise(who);
    service.answerBy(() => ({ status: 500 }));
    start();
    advance(15 * secondMs);
    for (let tries = 1; tries < 4; tries += 1) {
      await vi.waitFor(async () =>
        expect((await rows())[0]).toMatchObject({ state: "due", attempts: tries }),
      );
      advance(hourMs);
    }
    expect(await ended(1)).toEqual(["failed http-500"]);
    expect(service.requests).toHaveLength(4);
  });

  it("that may have accepted a push gets no second attempt; one that is unreachable does", async () => {
    const { reader, raise, start, advance, ended, settled, rows, service } = await sending();
    const who = await reader();
    await raise(who);
    service.answerBy(() => "cut");
    start();
    advance(15 * secondMs);
    expect(await ended(1)).toEqual(["unknown cut-off"]);
    advance(hourMs);
    await settled();
    expect(service.requests).toHaveLength(1);
    service.close();
    await raise(who);
    advance(15 * secondMs);
    await vi.waitFor(async () =>
      expect((await rows()).at(-1)).toMatchObject({ state: "due", result: "no-connection" }),
    );
  });
});

describe("the sender", () => {
  it("ends claims that are over a minute old as unknown, and does not send them", async () => {
    const { reader, raise, start, advance, ended, delivery, service, observed } = await sending();
    const who = await reader();
    await raise(who);
    advance(15 * secondMs);
    const [claim, ...others] = await delivery.deliveries.claim("push", 8);
    expect([claim?.attempts, others]).toEqual([1, []]);
    advance(60 * secondMs);
    expect(await delivery.deliveries.giveUpOldClaims()).toEqual([]);
    advance(secondMs);
    start();
    expect(await ended(1)).toEqual(["unknown interrupted"]);
    await vi.waitFor(() => expect(observed).toEqual(["push unknown"]));
    // The result of a slow process arrives too late and is dropped.
    await delivery.deliveries.record([[claim as Claimed, { state: "sent", result: null }]]);
    expect(await ended(1)).toEqual(["unknown interrupted"]);
    expect(service.requests).toEqual([]);
  });

  it("sends each push once in two processes", async () => {
    const { reader, raise, start, advance, ended, process, service } = await sending({ delayMs: 5 });
    for (let n = 0; n < 60; n += 1) {
      const who = await reader();
      await raise(who);
    }
    const second = process();
    second.sender.start();
    start();
    advance(15 * secondMs);
    expect(new Set(await ended(60))).toEqual(new Set(["sent"]));
    expect(new Set(service.requests).size).toBe(60);
    expect(service.requests).toHaveLength(60);
  });

  it("sends nothing while paused, and nothing that was raised before a restore", async () => {
    const { reader, raise, start, advance, ended, settled, pool, service, now, rows } = await sending();
    const who = await reader();
    await raise(who);
    await pool.query("UPDATE sender_state SET paused = true");
    start();
    advance(minuteMs);
    await settled();
    expect(await rows()).toMatchObject([{ state: "due", attempts: 0 }]);
    expect(service.requests).toEqual([]);
    await pool.query("UPDATE sender_state SET paused = false, send_after = $1", [new Date(now())]);
    expect(await ended(1)).toEqual(["dropped restored"]);
  });

  it("releases claimed rows that it has not begun when it stops", async () => {
    const { member, device, raise, start, advance, rows, delivery, service } = await sending({
      delayMs: 100,
    });
    const who = await member();
    for (let n = 0; n < 3; n += 1) await device(who);
    for (let n = 0; n < 10; n += 1) await raise(who);
    start();
    advance(15 * secondMs);
    await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(0));
    await delivery.sender.stop();
    const states = (await rows()).map(({ state, attempts }) => `${state} ${attempts}`);
    expect(new Set(states)).toEqual(new Set(["sent 1", "due 0"]));
    expect(states.filter((state) => state === "sent 1")).toHaveLength(service.requests.length);
  });
});

describe("verdictOf", () => {
  const now = new Date(noon);
  const wait = (attempts: number, random: number, retryAfterMs?: number) => {
    const outcome = { state: "retry", result: "http-503", ...(retryAfterMs && { retryAfterMs }) } as const;
    const { dueAt } = verdictOf(outcome, attempts, now, () => random);
    return ((dueAt?.getTime() ?? 0) - noon) / secondMs;
  };
  it("pauses 30 s, 2 min, 8 min, each ± 20 %, or for Retry-After up to 6 h", () => {
    expect([1, 2, 3].map((attempts) => wait(attempts, 0.5))).toEqual([30, 120, 480]);
    expect([wait(1, 0), wait(1, 1)]).toEqual([24, 36]);
    expect(wait(9, 1)).toBe(3600);
    expect(wait(1, 0.5, 10_000)).toBe(30);
    expect(wait(1, 0.5, 90_000)).toBe(90);
    expect(wait(1, 0.5, 100 * hourMs)).toBe(6 * 3600);
  });
});
