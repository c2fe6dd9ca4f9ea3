import { beforeAll, describe, expect, it, vi } from "vitest";
import { vapidKeys } from "#tests/delivery/on-database";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { ops } from "#tests/support/ops";
import { announce, postSubject, setKinds } from "./inboxes.ts";
import { recruiting } from "./recruiting.ts";
import { changeRole, join, ownSiteWith, type Person } from "./site.ts";

/** spec/notifications.md §11: from an event to the notification on a device. */

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  return () => service.close();
});
const [site, dotori, bamtol, hodu] = ownSiteWith(
  () => ({
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: service.origin,
  }),
  ...["도토리", "밤톨", "호두"],
);
const { posted, apply } = recruiting(site);

async function device(person: Person) {
  const { id, ...subscription } = service.subscribe();
  await person.ask("POST", "/v1/push/subscriptions", { json: { ...subscription, label: "Chrome" } });
  return {
    received: () =>
      service.received.filter(({ subscription: one }) => one === id).map(({ payload }) => payload),
  };
}
const waitSeconds = 15;

/** Deliveries of a member as `state result`, once there are this many. */
const deliveries = (person: Person, count: number, isOver = true) =>
  vi.waitFor(async () => {
    const rows = await site.query<{ said: string }>(
      `SELECT concat_ws(' ', state, result) AS said FROM delivery WHERE member_id = $1 ORDER BY raised_at`,
      [person.uuid],
    );
    expect(rows).toHaveLength(count);
    const said = rows.map((row) => row.said);
    if (isOver) expect(said.filter((one) => /^(due|claimed)/.test(one))).toEqual([]);
    return said;
  });
const wait = () => site.advance(waitSeconds * 1000);
const team = async (name: string, ...members: Person[]) => {
  const teamId = await site.team(dotori, { teamName: name });
  for (const member of members) await join(member, teamId);
  return teamId;
};

describe("a push", () => {
  it("is sent to the members of a team for a problem, not to its author", async () => {
    const teamId = await team("새벽네시반", bamtol);
    const own = await device(dotori);
    const other = await device(bamtol);
    expect((await bamtol.ask("GET", "/v1/notifications/settings")).body.data.push).toEqual({
      available: true,
    });
    await postSubject(dotori, teamId);
    expect(await deliveries(bamtol, 1, false)).toEqual(["due"]);
    wait();
    expect(await deliveries(bamtol, 1)).toEqual(["sent"]);
    const [push] = other.received();
    const shown = {
      title: "새벽네시반",
      body: "내 팀 새벽네시반에 12월 11일 문제가 올라왔어요.",
      tag: expect.any(String),
    };
    const url = `/notifications/open/${push?.tag}`;
    expect(push).toEqual({
      ...shown,
      url,
      unread: 1,
      web_push: 8030,
      notification: { ...shown, lang: "ko", navigate: expect.stringMatching(`${url}$`), app_badge: "1" },
    });
    expect([own.received(), service.faults]).toEqual([[], []]);
  });

  it("is sent once for 25 articles, and not again by a rebuild of the inbox", async () => {
    const reader = await site.person("독자");
    const teamId = await team("스물다섯", reader);
    const shown = await device(reader);
    await setKinds(reader, { kind: "ARTICLE_POSTED", inbox: true, push: true, mail: false });
    for (let n = 0; n < 25; n += 1) {
      const form = { teamId: String(teamId), articleTitle: `글 ${n}`, articleBody: "<p>글</p>" };
      const { status } = await dotori.ask("POST", "/v1/articles", { form });
      expect(status).toBe(201);
    }
    await vi.waitFor(async () => {
      const { body } = await reader.ask("GET", "/v1/notifications");
      expect(body.data.content).toMatchObject([{ kind: "ARTICLE_POSTED", count: 25 }]);
    });
    expect(await deliveries(reader, 1, false)).toEqual(["due"]);
    wait();
    expect(await deliveries(reader, 1)).toEqual(["sent"]);
    expect(shown.received().map(({ body }) => body)).toEqual(["도토리님이 내 팀 스물다섯에 글을 올렸어요."]);
    const before = service.requests.length;
    expect((await ops(site.databaseUrl, "projections", "rebuild", "--all")).code).toBe(0);
    expect(await deliveries(reader, 1)).toEqual(["sent"]);
    expect(service.requests).toHaveLength(before);
  });

  it("is dropped when its notification was read or muted, or lost its target or right within 15 seconds", async () => {
    const left = await site.person("떠남");
    const reading = await site.person("읽음");
    const muting = await site.person("끔");
    const teamId = await team("금방", left, reading, muting);
    const devices = [await device(left), await device(reading), await device(muting)];
    await announce(dotori, teamId, "내일은 쉬어요");
    for (const person of [left, reading, muting]) await deliveries(person, 1, false);
    await vi.waitFor(async () => {
      const { latest } = (await reading.ask("GET", "/v1/notifications/count")).body.data;
      await reading.ask("POST", "/v1/notifications/read-all", { json: { upTo: latest } });
      expect((await reading.ask("GET", "/v1/notifications/count")).body.data.unread).toBe(0);
    });
    await setKinds(muting, { kind: "ANNOUNCEMENT_CHANGED", inbox: true, push: false, mail: false });
    await left.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    wait();
    expect([await deliveries(left, 1), await deliveries(reading, 1), await deliveries(muting, 1)]).toEqual([
      ["dropped right"],
      ["dropped read"],
      ["dropped muted"],
    ]);
    expect(devices.flatMap(({ received }) => received())).toEqual([]);
  });

  it("is dropped when its problem was deleted; a kicked member only gets KICKED", async () => {
    const member = await site.person("회원");
    const kicked = await site.person("나감");
    const teamId = await team("지움", member, kicked);
    await device(member);
    const shown = await device(kicked);
    const subject = await postSubject(dotori, teamId);
    for (const person of [member, kicked]) await deliveries(person, 1, false);
    await changeRole("kick", dotori, teamId, kicked);
    await deliveries(kicked, 2, false);
    const path = `/v1/articles/teams/${teamId}/subjects/${subject.body.data.articleId}`;
    const removed = await dotori.ask("DELETE", path);
    expect(removed.status).toBe(200);
    wait();
    expect(await deliveries(member, 1)).toEqual(["dropped gone-target"]);
    expect((await deliveries(kicked, 2)).sort()).toEqual(["dropped right", "sent"]);
    expect(shown.received().map(({ body }) => body)).toEqual(["도토리님이 나를 지움 팀에서 내보냈어요."]);
  });

  it("is dropped when its recipient has been demoted in the team of the recruitment", async () => {
    const manager = await site.person("방장");
    const applicant = await site.person("지원자");
    const teamId = await team("모집반", manager);
    await changeRole("promote", dotori, teamId, manager);
    const recruitmentId = await posted(dotori, { teamId: String(teamId) });
    await vi.waitFor(async () => {
      const { body } = await manager.ask("GET", "/v1/notifications/count");
      expect(body.data.latest).toBe(1);
    });
    // The demotion would collapse into an unread promotion.
    await manager.ask("POST", "/v1/notifications/read-all", { json: { upTo: 1 } });
    const shown = await device(manager);
    await apply(applicant, recruitmentId);
    await deliveries(manager, 1, false);
    await changeRole("demote", dotori, teamId, manager);
    await deliveries(manager, 2, false);
    wait();
    expect((await deliveries(manager, 2)).sort()).toEqual(["dropped right", "sent"]);
    expect(shown.received().map(({ body }) => body)).toEqual([
      "도토리님이 나를 모집반의 일반 회원으로 변경했어요.",
    ]);
  });

  it("does not contain the title of a recruitment", async () => {
    const shown = await device(hodu);
    const recruitmentId = await posted(hodu);
    await apply(bamtol, recruitmentId);
    await deliveries(hodu, 1, false);
    wait();
    expect(await deliveries(hodu, 1)).toEqual(["sent"]);
    expect(shown.received()).toMatchObject([
      { title: "알고모임", body: "내 모집글에 밤톨님이 가입을 신청했어요." },
    ]);
  });
});
