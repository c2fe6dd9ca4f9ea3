import { afterAll, describe, expect, it, vi } from "vitest";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { findEverywhere } from "./database-search.ts";
import { type Person, refusal, type Site, said, startSite } from "./site.ts";

const vapid = {
  publicKey: "BBjHBcGcGuyVFQXz2w5FlclZ8TNC3QbgnlVYghGonbQGI7ca4Y-zScW8c3DUz44zkw_hbL1XgkeOQLndC71Jbaw",
  privateKey: "cYZ_ILPmXOd20YzmIv56SLBhRILmbIiBWKX60tV2LqE",
};

let service: PushService;
let site: Site;
const ready = (async () => {
  service = await startPushService();
  site = await startSite({
    settings: {
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      PUSH_HOSTS: `${service.origin},push.example`,
    },
  });
})();
afterAll(async () => {
  await ready;
  service.close();
  await site.close();
});

const person = async (name: string) => {
  await ready;
  return site.person(name);
};
const label = "Chrome · Windows";
const { keys } = {
  keys: {
    p256dh: vapid.publicKey,
    auth: Buffer.alloc(16, 7).toString("base64url"),
  },
};
const add = (who: Pick<Person, "ask">, json: object) => who.ask("POST", "/v1/push/subscriptions", { json });
const addDevice = async (who: Pick<Person, "ask">, name = label) => {
  const { id, ...subscription } = service.subscribe();
  const answer = await add(who, { ...subscription, label: name });
  return { id, ...subscription, subscriptionId: answer.body.data?.subscriptionId as string, answer };
};
const remove = (who: Pick<Person, "ask">, id: string) => who.ask("DELETE", `/v1/push/subscriptions/${id}`);
const test = (who: Pick<Person, "ask">, id: string) => who.ask("POST", `/v1/push/subscriptions/${id}/test`);
const devicesOf = async (who: Person) => (await who.ask("GET", "/v1/push")).body.data.devices;

describe("devices that get pushes", () => {
  it("are added, listed with the days of registration and last use, and removed", async () => {
    const member = await person("기기");
    expect((await member.ask("GET", "/v1/push")).body.data).toEqual({
      available: true,
      publicKey: vapid.publicKey,
      devices: [],
    });
    const device = await addDevice(member);
    expect(said(device.answer)).toBe("201 이 기기에서 알림을 받습니다.");
    expect(device.answer.headers.get("x-checkpoint")).toBeNull();
    const today = site.today();
    expect(await devicesOf(member)).toEqual([
      { subscriptionId: device.subscriptionId, label, createdAt: today, seenAt: today },
    ]);
    const [{ first }] = (await site.query<{ first: string }>(
      `UPDATE push_subscription SET created_at = created_at - interval '1 day', seen_at = seen_at - interval '1 day'
       WHERE id = $1 RETURNING (created_at AT TIME ZONE 'Asia/Seoul')::date::text AS first`,
      [device.subscriptionId],
    )) as [{ first: string }];
    const again = await add(member, { endpoint: device.endpoint, keys: device.keys, label: "Firefox" });
    expect(again.body.data).toEqual({ subscriptionId: device.subscriptionId });
    expect(await devicesOf(member)).toEqual([
      { subscriptionId: device.subscriptionId, label: "Firefox", createdAt: first, seenAt: today },
    ]);
    expect(said(await remove(member, device.subscriptionId))).toBe("200 알림을 받지 않습니다.");
    expect(said(await remove(member, device.subscriptionId))).toBe("404 등록된 기기가 존재하지 않습니다.");
    expect(await devicesOf(member)).toEqual([]);
  });

  it("are taken over by a member who registers the same endpoint, and removed by no other", async () => {
    const one = await person("하나");
    const other = await person("둘");
    const device = await addDevice(one);
    expect(said(await remove(other, device.subscriptionId))).toBe("404 등록된 기기가 존재하지 않습니다.");
    expect(said(await test(other, device.subscriptionId))).toBe("404 등록된 기기가 존재하지 않습니다.");
    const taken = await add(other, { endpoint: device.endpoint, keys: device.keys, label });
    expect(taken.body.data.subscriptionId).not.toBe(device.subscriptionId);
    expect([await devicesOf(one), await devicesOf(other)]).toEqual([[], [expect.anything()]]);
  });

  it.each(["no-uuid", "%00", `${"a".repeat(8)}%00`])("are not found by the id %s", async (id) => {
    const member = await person("없음");
    expect(said(await remove(member, id))).toBe("404 등록된 기기가 존재하지 않습니다.");
    expect(said(await test(member, id))).toBe("404 등록된 기기가 존재하지 않습니다.");
  });

  it("are at most ten: an eleventh replaces the one unused longest; at most ten are added in an hour", async () => {
    const member = await person("열");
    const oldest = await addDevice(member);
    for (let n = 1; n < 9; n += 1) await addDevice(member);
    await site.query(
      `INSERT INTO push_subscription SELECT gen_random_uuid(), member_id, decode(md5('1'), 'hex'), host, sealed, vapid_key,
         created_at, seen_at + interval '1 day' FROM push_subscription WHERE id = $1`,
      [oldest.subscriptionId],
    );
    const ids = async () =>
      (await devicesOf(member)).map((one: { subscriptionId: string }) => one.subscriptionId);
    expect(await ids()).toHaveLength(10);
    expect(await ids()).toContain(oldest.subscriptionId);
    const eleventh = await addDevice(member);
    expect(await ids()).toHaveLength(10);
    expect(await ids()).not.toContain(oldest.subscriptionId);
    const refused = await addDevice(member);
    expect(said(refused.answer)).toBe("429 요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.");
    expect(Number(refused.answer.headers.get("retry-after"))).toBeGreaterThan(0);
    // Registering a known device again is not counted.
    expect((await add(member, { ...eleventh, label })).body.data).toEqual({
      subscriptionId: eleventh.subscriptionId,
    });
  });

  it.each([
    [{ keys: { ...keys, p256dh: "AAAA" } }, { keys: "기기 정보를 확인해 주세요." }],
    [{ keys: { ...keys, auth: "AAAA" } }, { keys: "기기 정보를 확인해 주세요." }],
    [{ keys: undefined }, { keys: "기기 정보를 확인해 주세요." }],
    [{ label: " " }, { label: "기기 정보를 확인해 주세요." }],
    [{ label: undefined }, { label: "기기 정보를 확인해 주세요." }],
    [{ label: "가".repeat(41) }, { label: "기기 정보를 확인해 주세요." }],
  ])("are refused with %j", async (wrong, data) => {
    const member = await person("틀림");
    const answer = await add(member, { endpoint: "https://push.example/1", keys, label, ...wrong });
    expect(answer.body).toMatchObject({ status: "fail", code: 400, data });
  });

  it.each([
    "http://push.example/1",
    "https://push.example:8443/1",
    "https://user@push.example/1",
    "https://push.example.evil.example/1",
    "https://evil-push.example/1",
    "https://fcm.googleapis.com.evil.example/1",
    "https://sub.fcm.googleapis.com/1",
    "https://push.apple.com/1",
    "https://notify.windows.com/1",
    "https://localhost/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://169.254.169.254/latest",
    "https://10.0.0.1/1",
    "https://2130706433/1",
    "file:///etc/passwd",
    "javascript:1",
    "",
    "no address",
    `https://push.example/${"a".repeat(1000)}`,
  ])("are refused with the endpoint %s", async (endpoint) => {
    const member = await person("주소");
    expect(said(await add(member, { endpoint, keys, label }))).toBe("400 지원하지 않는 푸시 서비스입니다.");
  });

  it.each([
    "https://fcm.googleapis.com/fcm/send/a",
    "https://updates.push.services.mozilla.com/wpush/v2/a",
    "https://wns2-bl2p.notify.windows.com/w/?token=a",
    "https://web.push.apple.com/a",
    "https://push.example/1",
  ])("are taken with the endpoint %s", async (endpoint) => {
    const member = await person("주소");
    expect((await add(member, { endpoint, keys, label })).status).toBe(201);
  });

  it("get a test push immediately, encrypted for them and with the VAPID header", async () => {
    const member = await person("시험");
    const device = await addDevice(member);
    expect(said(await test(member, device.subscriptionId))).toBe("200 테스트 알림을 보냈습니다.");
    const push = await vi.waitFor(() => {
      const found = service.received.find(({ subscription }) => subscription === device.id);
      expect([found?.subscription, service.faults]).toEqual([device.id, []]);
      return found as (typeof service.received)[number];
    });
    expect(push.payload).toMatchObject({ title: "알고모임", body: "테스트 알림이에요.", unread: 0 });
    expect(push.headers).toMatchObject({
      ttl: "86400",
      urgency: "normal",
      topic: push.payload.tag.replaceAll("-", ""),
    });
    expect(push.claims).toMatchObject({ aud: service.origin, sub: "mailto:dev@algomoim.example" });
    for (let n = 0; n < 4; n += 1) await test(member, device.subscriptionId);
    expect(said(await test(member, device.subscriptionId))).toMatch(/^429/);
  });

  it("are removed when the push service responds 404 or 410", async () => {
    const member = await person("떠남");
    const device = await addDevice(member);
    service.end(device.id);
    await test(member, device.subscriptionId);
    await vi.waitFor(async () => expect(await devicesOf(member)).toEqual([]));
  });

  it("are not used once the server has another key", async () => {
    const member = await person("열쇠");
    const { id, subscriptionId } = await addDevice(member);
    await site.query("UPDATE push_subscription SET vapid_key = 'former' WHERE id = $1", [subscriptionId]);
    expect(said(await test(member, subscriptionId))).toBe("404 등록된 기기가 존재하지 않습니다.");
    expect(service.received.filter(({ subscription }) => subscription === id)).toEqual([]);
  });

  it("are counted by host, and a host without any is removed from the metrics", async () => {
    const hosts = async () =>
      /^algomoim_push_subscriptions\{host="push.example"\}.*$/m.exec(
        await (await fetch(`${site.origin}/metrics`)).text(),
      )?.[0];
    const member = await person("세다");
    const added = await add(member, { endpoint: "https://push.example/counted", keys, label });
    await site.query("DELETE FROM push_subscription WHERE host = 'push.example' AND id <> $1", [
      added.body.data.subscriptionId,
    ]);
    expect(await hosts()).toBe('algomoim_push_subscriptions{host="push.example"} 1');
    await remove(member, added.body.data.subscriptionId);
    expect(await hosts()).toBeUndefined();
  });

  it("are deleted by the withdrawal of their member, and are encrypted in the database before", async () => {
    const member = await person("탈퇴");
    const device = await addDevice(member, "비밀 기기");
    const secrets = [device.endpoint, device.keys.p256dh, device.keys.auth, "비밀 기기"];
    expect(await findEverywhere(site, secrets)).toEqual([]);
    await member.ask("DELETE", "/v1/members");
    expect(await site.query("SELECT FROM push_subscription WHERE member_id = $1", [member.uuid])).toEqual([]);
    expect(said((await addDevice(member)).answer)).toBe(refusal("bad-token"));
  });
});
