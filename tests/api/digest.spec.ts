import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type MailRelay, startMailRelay } from "#tests/mail-relay/mail-relay";
import { announce, countOf, inboxOf, postSubject } from "./inboxes.ts";
import { digestsOf, mailing } from "./mailing.ts";
import { recruiting } from "./recruiting.ts";
import { changeRole, join, type Person, type Site, startSite } from "./site.ts";

/** spec/notifications.md rules 12 and 13: from an event to the text of the mail. */

const minuteMs = 60_000;
const hourMs = 3_600_000;
const address = "bamtol@mail.example";
let relay: MailRelay;
let site: Site;
let teamId: number;
let people: { dotori: Person; bamtol: Person; hodu: Person };
let mails: ReturnType<typeof mailing>;

beforeAll(async () => {
  relay = await startMailRelay();
  const settings = { SMTP_URL: relay.url, MAIL_FROM: "mail@algomoim.example", MAIL_DKIM: "relay" };
  site = await startSite({ standsAt: "07:00", settings });
  mails = mailing(site, () => relay);
  const dotori = await site.person("도토리");
  const bamtol = await site.person("밤톨");
  const hodu = await site.person("호두");
  people = { dotori, bamtol, hodu };
  teamId = await site.team(dotori, { teamName: "새벽네시반" });
  await join(bamtol, teamId);
  await mails.address(bamtol, address);
});
afterAll(async () => {
  await site.close();
  await relay.close();
});

const told = (person: Person, latest: number) =>
  vi.waitFor(async () => expect((await countOf(person)).latest).toBe(latest));
/** Waits until this many are recorded as sent: advancing the clock earlier would let their claims expire. */
async function sent(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const states = await digestsOf(site, people.bamtol);
    expect(states.filter((one) => one.endsWith(" sent"))).toHaveLength(count);
  });
  expect(mails.digestsTo(address)).toHaveLength(count);
}
async function later(milliseconds: number): Promise<void> {
  site.advance(milliseconds);
  const { dotori, bamtol, hodu } = people;
  people = {
    dotori: await site.again(dotori),
    bamtol: await site.again(bamtol),
    hodu: await site.again(hodu),
  };
}
const dayAt = (days: number) =>
  new Date(Date.parse(site.today()) + days * 86_400_000).toISOString().slice(0, 10);
const linkOf = (id: string) => `${site.origin}/notifications/open/${id}`;

describe("a digest by mail", () => {
  it("lists on the next morning the notifications raised before 08:00", async () => {
    const { dotori, bamtol } = people;
    await announce(dotori, teamId, "오늘도 힘내요");
    await told(bamtol, 1);
    const [only] = (await inboxOf(bamtol)).content;
    site.advance(hourMs + 11 * minuteMs);
    await sent(1);
    const [mail] = mails.digestsTo(address);
    expect(mail?.subject).toBe("[알고모임] 안 읽은 알림 1개가 있어요");
    expect(mail?.text).toContain(
      `내 팀 새벽네시반의 공지가 바뀌었어요.\n${linkOf(only?.notificationId ?? "")}`,
    );
  });

  it("lists unread notifications with a right and mail switched on, newest first, without titles and reasons", async () => {
    await later(hourMs);
    const { dotori, bamtol, hodu } = people;
    const { posted, apply } = recruiting(site);
    const left = await site.team(dotori, { teamName: "나간팀" });
    await join(bamtol, left);
    await announce(dotori, left, "곧 나갈 팀의 공지");
    await told(bamtol, 2);
    const subject = await postSubject(dotori, teamId, "2025-12-11");
    await told(bamtol, 3);
    // It stays in the inbox, and so in the digest.
    const { articleId } = subject.body.data as { articleId: number };
    await dotori.ask("DELETE", `/v1/articles/teams/${teamId}/subjects/${articleId}`);
    const recruitmentId = await posted(bamtol, { teamRecruitTitle: "아무도 모를 제목" });
    await apply(hodu, recruitmentId, "아무도 모를 지원");
    await told(bamtol, 4);
    await changeRole("promote", dotori, teamId, bamtol, "아무도 모를 사유");
    await told(bamtol, 5);
    // Not sent by mail unless the member has chosen it.
    await dotori.ask("PUT", `/v1/teams/${teamId}`, { form: { password: "1357" } });
    await told(bamtol, 6);
    await announce(dotori, teamId, "아무도 모를 공지");
    await told(bamtol, 7);
    const rows = (await inboxOf(bamtol)).content;
    const idOf = (number: number) => rows.find((row) => row.number === number)?.notificationId ?? "";
    expect(rows.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    await bamtol.ask("POST", "/v1/notifications/read", { json: { notificationIds: [idOf(7)] } });
    await join(hodu, teamId, "1357");
    await told(bamtol, 8);
    const newest = (await inboxOf(bamtol)).content[0]?.notificationId ?? "";
    await bamtol.ask("DELETE", `/v1/teams/${left}/members/me`);
    site.advance(23 * hourMs);
    await sent(2);
    const mail = mails.digestsTo(address)[1];
    const lines = [
      ["호두님이 내 팀 새벽네시반의 새 팀원이 되었어요.", newest],
      ["도토리님이 나를 새벽네시반의 공동 방장으로 지정했어요.", idOf(5)],
      ["내 모집글에 호두님이 가입을 신청했어요.", idOf(4)],
      ["내 팀 새벽네시반에 12월 11일 문제가 올라왔어요.", idOf(3)],
    ] as const;
    expect(mail?.subject).toBe("[알고모임] 안 읽은 알림 4개가 있어요");
    const [token] = /[\w-]{43}(?=>$)/.exec(mail?.headers.get("list-unsubscribe") ?? "") ?? [];
    const footer = `알림 설정: ${site.origin}/my-dashboard/notifications\n메일 요약 그만 받기: ${site.origin}/mail/unsubscribe/${token}`;
    expect(mail?.text.trim()).toBe(
      [...lines.map(([text, id]) => `${text}\n${linkOf(id)}`), footer].join("\n\n"),
    );
    const shown = [...(mail?.html ?? "").matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><\/li>/g)];
    expect(shown.map(([, link, text]) => [text, link])).toEqual(
      lines.map(([text, id]) => [text, linkOf(id)]),
    );
    expect(`${mail?.source}${mail?.text}${mail?.html}`).not.toContain("아무도 모를");
  });

  it("is not sent on a morning without news, and is switched off by its header without a cookie", async () => {
    site.advance(24 * hourMs);
    const states = await vi.waitFor(async () => {
      const found = await digestsOf(site, people.bamtol);
      expect(found).toHaveLength(3);
      expect(found.at(-1)).not.toContain("claimed");
      return found;
    });
    expect(states).toEqual([`${dayAt(-2)} sent`, `${dayAt(-1)} sent`, `${dayAt(0)} empty`]);
    expect(mails.digestsTo(address)).toHaveLength(2);
    const [mail] = mails.digestsTo(address);
    expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const [, url = ""] = /^<(.+)>$/.exec(mail?.headers.get("list-unsubscribe") ?? "") ?? [];
    const body = new URLSearchParams("List-Unsubscribe=One-Click");
    expect((await fetch(url, { method: "POST", body })).status).toBe(200);
    await later(hourMs);
    const { body: settings } = await people.bamtol.ask("GET", "/v1/notifications/settings");
    expect(settings.data).toMatchObject({ digest: "off", mail: { state: "confirmed" } });
  });
});
