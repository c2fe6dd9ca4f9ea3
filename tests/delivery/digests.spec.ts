import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { digesting, hourMs, minuteMs } from "./digesting.ts";

describe("a digest", () => {
  it("is sent once to each member by two processes, between 08:00 and 08:10, with unsubscribe headers", async () => {
    const { member, process, advance, relay, ended, digests } = await digesting({ isSignedByRelay: true });
    for (let n = 0; n < 4; n += 1) await member();
    const weekly = await member("weekly");
    for (const one of [process(), process()]) one.start();
    advance(11 * minuteMs);
    expect(await ended(4)).toEqual(Array(4).fill("sent"));
    await vi.waitFor(async () => expect(await digests()).toEqual(Array(4).fill("2025-12-11 sent")));
    expect(relay.received.map(({ to }) => to).sort()).toEqual(
      [...new Set(relay.received.map(({ to }) => to))].sort(),
    );
    expect(relay.received).toHaveLength(4);
    expect(relay.to(`${weekly}@mail.example`)).toEqual([]);
    const [mail] = relay.received;
    expect(mail?.headers.get("list-unsubscribe")).toMatch(
      /^<https:\/\/algomoim\.example\/api\/v1\/mail\/unsubscriptions\/[\w-]{43}>$/,
    );
    expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.headers.get("message-id")).toMatch(/^<digest-[0-9a-f-]{36}@algomoim\.example>$/);
  });

  it("of a week is sent on Monday; without a signing relay it has only List-Unsubscribe", async () => {
    const { member, process, advance, relay, ended, digests } = await digesting();
    const who = await member("weekly");
    process().start();
    advance(4 * 24 * hourMs + 11 * minuteMs);
    expect(await ended(1)).toEqual(["sent"]);
    await vi.waitFor(async () => expect(await digests()).toEqual(["2025-W51 sent"]));
    const [mail] = relay.to(`${who}@mail.example`);
    expect(mail?.headers.has("list-unsubscribe")).toBe(true);
    expect(mail?.headers.has("list-unsubscribe-post")).toBe(false);
  });

  it("lists twenty lines, newest first, counts the others, and escapes texts in HTML", async () => {
    const { member, process, advance, relay, ended, lines } = await digesting();
    await member();
    lines.value = Array.from({ length: 23 }, (_, n) => ({
      notificationId: `id-${n}`,
      text: `<b>소식</b> ${n}번`,
    }));
    process().start();
    advance(11 * minuteMs);
    await ended(1);
    const [mail] = relay.received;
    expect(mail?.subject).toBe("[알고모임] 안 읽은 알림 23개가 있어요");
    expect(mail?.text).toContain("<b>소식</b> 0번\nhttps://algomoim.example/notifications/open/id-0");
    expect(mail?.html).toContain("&lt;b&gt;소식&lt;/b&gt; 19번");
    expect(mail?.text).not.toContain("20번");
    for (const text of [mail?.text, mail?.html]) expect(text).toContain("외 3개");
  });

  it.each([
    ["everything was read", (all) => Object.assign(all.lines, { value: [] }), "empty"],
    ["the digest was switched off", (all) => Object.assign(all.wanted, { value: "off" }), "off"],
    ["another period was chosen", (all) => Object.assign(all.wanted, { value: "weekly" }), "off"],
    [
      "the address was removed",
      (all) => all.pool.query("UPDATE member_mail SET confirmed_at = NULL"),
      "no-address",
    ],
  ] as [string, (all: Awaited<ReturnType<typeof digesting>>) => unknown, string][])(
    "is not sent when %s before the claim",
    async (_, change, result) => {
      const all = await digesting();
      await all.member();
      await all.pool.query("UPDATE sender_state SET send_after = NULL");
      all.onDigesting(() => change(all));
      all.process().start();
      all.advance(11 * minuteMs);
      expect(await all.ended(1)).toEqual([`dropped ${result}`]);
      await vi.waitFor(() => expect(all.observed).toEqual([result]));
      expect(all.relay.offered).toEqual([]);
    },
  );

  it("is not sent to an address that is unconfirmed, or was confirmed after the period", async () => {
    const { member, process, advance, relay, pool, looked, delivery } = await digesting();
    await member("daily", { isConfirmed: false });
    const late = await member("daily", { isConfirmed: false });
    advance(5 * minuteMs);
    const { addresses } = delivery.mail;
    const address = "late@mail.example";
    expect(await addresses.confirm(await addresses.put(late, address, addresses.digestOf(address)))).toBe(
      true,
    );
    process().start();
    advance(6 * minuteMs);
    await looked();
    expect((await pool.query("SELECT FROM mail_digest")).rowCount).toBe(0);
    expect(relay.offered).toEqual([]);
  });

  it("that is chosen after 08:00 begins with the next period, also after a change from daily to weekly", async () => {
    const { member, choose, process, advance, looked, ended, digests } = await digesting();
    const late = await member();
    const weekly = await member();
    advance(1000);
    choose(late, "daily");
    advance(minuteMs);
    process().start();
    advance(10 * minuteMs);
    expect(await ended(1)).toEqual(["sent"]);
    await looked();
    expect(await digests()).toEqual(["2025-12-11 sent"]);
    advance(4 * 24 * hourMs);
    choose(weekly, "weekly");
    expect(await ended(2)).toEqual(["sent", "sent"]);
    await looked();
    expect(await digests()).toEqual(["2025-12-11 sent", "2025-12-15 sent"]);
  });

  it("omits notifications that were raised more than an hour late", async () => {
    const { member, raised, lines, process, advance, relay, ended } = await digesting();
    const who = await member();
    const late = randomUUID();
    const inTime = randomUUID();
    lines.value = [
      { notificationId: late, text: "늦은 소식" },
      { notificationId: inTime, text: "제때의 소식" },
    ];
    await raised(who, late, hourMs + 1);
    await raised(who, late, hourMs + 1);
    await raised(who, inTime, hourMs);
    await raised(randomUUID(), randomUUID(), hourMs + 1);
    process().start();
    advance(11 * minuteMs);
    expect(await ended(2)).toEqual(["dropped late", "sent"]);
    expect(relay.received[0]?.text).toContain("제때의 소식");
    expect(relay.received[0]?.text).not.toContain("늦은 소식");
  });

  it("that has not begun by 20:00 is missed; one that begins at 19:59 is sent", async () => {
    const first = await digesting();
    await first.member();
    first.advance(12 * hourMs + 1000);
    first.process().start();
    await vi.waitFor(async () => expect(await first.digests()).toEqual(["2025-12-11 missed"]));
    await first.looked();
    expect(await first.row()).toBeUndefined();
    expect([first.observed, first.relay.offered]).toEqual([["missed"], []]);
    const second = await digesting();
    await second.member();
    second.advance(12 * hourMs - minuteMs);
    second.process().start();
    expect(await second.ended(1)).toEqual(["sent"]);
  });

  it("waits for inboxes that lack events of its period, for an hour", async () => {
    const { member, process, advance, complete, looked, ended, digests } = await digesting();
    await member();
    complete.value = false;
    process().start();
    advance(59 * minuteMs);
    await looked();
    expect(await digests()).toEqual([]);
    advance(2 * minuteMs);
    expect(await ended(1)).toEqual(["sent"]);
  });

  it("is not sent while sending is paused, but afterwards", async () => {
    const { member, process, advance, relay, pool, looked, ended, digests } = await digesting();
    await member();
    await pool.query("UPDATE sender_state SET paused = true");
    process().start();
    advance(11 * minuteMs);
    await looked();
    expect([await digests(), relay.offered]).toEqual([[], []]);
    await pool.query("UPDATE sender_state SET paused = false");
    expect(await ended(1)).toEqual(["sent"]);
  });

  it("is deleted with its member", async () => {
    const { member, process, advance, ended, pool } = await digesting();
    const who = await member();
    process().start();
    advance(11 * minuteMs);
    await ended(1);
    await pool.query("DELETE FROM member_keys WHERE member = $1", [who]);
    for (const table of ["mail_digest", "delivery", "member_mail"])
      expect((await pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
  });
});

describe("a relay", () => {
  it("that rejects the recipient ends the digests of that address", async () => {
    const { member, process, advance, relay, ended, delivery, observed, looked, digests } = await digesting();
    const who = await member();
    relay.refuseBy({ at: "rcpt", code: 550 });
    process().start();
    advance(11 * minuteMs);
    expect(await ended(1)).toEqual(["dropped bounced"]);
    expect((await delivery.mail.settingsOf(who)).state).toBe("bounced");
    expect(await delivery.mail.hasAddress(who)).toBe(false);
    await vi.waitFor(() => expect(observed).toEqual(["bounced"]));
    relay.refuseBy(undefined);
    advance(24 * hourMs);
    await looked();
    expect([await digests(), relay.received]).toEqual([["2025-12-11 bounced"], []]);
  });

  it("that bounces a former address leaves the current one confirmed, and former links do not find it", async () => {
    const { member, delivery, pool } = await digesting();
    const who = await member();
    const { addresses } = delivery.mail;
    const tokenOf = async () => (await addresses.confirmed(who))?.unsubscribeToken ?? "";
    const former = await tokenOf();
    const again = "again@mail.example";
    expect(await addresses.confirm(await addresses.put(who, again, addresses.digestOf(again)))).toBe(true);
    await addresses.bounced(who, former);
    expect((await addresses.state(who)).state).toBe("confirmed");
    expect(await addresses.memberOf(former)).toBeUndefined();
    await addresses.bounced(who, await tokenOf());
    expect((await addresses.state(who)).state).toBe("bounced");
    const second = await addresses.put(who, again, addresses.digestOf(again));
    expect((await addresses.state(who)).state).toBe("waiting");
    expect(await addresses.confirm(second)).toBe(true);
    expect((await addresses.state(who)).state).toBe("confirmed");
    expect((await pool.query("SELECT FROM member_mail")).rowCount).toBe(1);
  });

  it.each([
    ["450 at the recipient", { at: "rcpt", code: 450 }, "smtp-450"],
    ["451 after the data", { at: "data", code: 451 }, "smtp-451"],
    ["421 at the greeting", { at: "greeting", code: 421 }, "no-connection"],
  ] as const)("that answers %s gets the mail again later", async (_, refusal, result) => {
    const { member, process, advance, relay, ended, row, digests, looked } = await digesting();
    await member();
    relay.refuseBy(refusal);
    process().start();
    advance(11 * minuteMs);
    await vi.waitFor(
      async () => expect(await row()).toMatchObject({ state: "due", attempts: 1, result }),
      10_000,
    );
    await looked();
    expect(await digests()).toEqual(["2025-12-11 claimed"]);
    relay.refuseBy(undefined);
    advance(minuteMs);
    expect(await ended(1)).toEqual(["sent"]);
    expect(relay.received).toHaveLength(1);
    await vi.waitFor(async () => expect(await digests()).toEqual(["2025-12-11 sent"]));
  });

  it("that defers a digest at 19:59 gets it again after 20:00; one that is inserted after 20:00 is missed", async () => {
    const { member, process, advance, relay, ended, row, pool, observed } = await digesting();
    const late = await member("weekly");
    await member();
    relay.refuseBy({ at: "rcpt", code: 450 });
    process().start();
    advance(12 * hourMs - minuteMs);
    await vi.waitFor(async () => expect(await row()).toMatchObject({ state: "due", attempts: 1 }));
    relay.refuseBy(undefined);
    advance(2 * minuteMs);
    expect(await ended(1)).toEqual(["sent"]);
    await pool.query(
      `INSERT INTO delivery (id, channel, target, member_id, raised_at, due_at)
       SELECT gen_random_uuid(), 'mail', '2025-12-11', $1, raised_at, raised_at FROM delivery`,
      [late],
    );
    expect(await ended(2)).toEqual(["dropped missed", "sent"]);
    expect([relay.received.length, observed]).toEqual([1, ["sent"]]);
  });

  it("that is unreachable is tried four times in total", async () => {
    const { member, process, advance, relay, ended, row } = await digesting();
    await member();
    await relay.close();
    process().start();
    advance(11 * minuteMs);
    for (let attempts = 1; attempts < 4; attempts += 1) {
      await vi.waitFor(async () => expect(await row()).toMatchObject({ state: "due", attempts }));
      advance(hourMs);
    }
    expect(await ended(1)).toEqual(["failed no-connection"]);
  });

  it("that rejects the data permanently gets no second attempt", async () => {
    const { member, process, advance, relay, ended } = await digesting();
    await member();
    relay.refuseBy({ at: "data", code: 554 });
    process().start();
    advance(11 * minuteMs);
    expect(await ended(1)).toEqual(["failed smtp-554"]);
  });

  it("that disconnects after the data gets no second attempt, because it may have accepted the mail", async () => {
    const { member, process, advance, relay, ended, looked, warnings } = await digesting();
    const who = await member();
    relay.refuseBy({ at: "data", code: "cut" });
    process().start();
    advance(11 * minuteMs);
    expect(await ended(1)).toEqual(["unknown cut-off"]);
    relay.refuseBy(undefined);
    advance(hourMs);
    await looked();
    expect([relay.offered, relay.received]).toEqual([[`${who}@mail.example`], []]);
    expect(JSON.stringify(warnings)).not.toContain("mail.example");
  });
});
