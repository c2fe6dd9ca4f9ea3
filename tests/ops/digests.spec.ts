import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { announce } from "#tests/api/inboxes";
import { digestsOf, mailing } from "#tests/api/mailing";
import { join, type Person, type Site, startSite } from "#tests/api/site";
import { type MailRelay, startMailRelay } from "#tests/mail-relay/mail-relay";
import { operateOn, ops } from "#tests/support/ops";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const address = "bamtol@mail.example";
let relay: MailRelay;
let site: Site;
let dotori: Person;
let bamtol: Person;
let settings: Record<string, string>;
let mails: ReturnType<typeof mailing>;

beforeAll(async () => {
  relay = await startMailRelay();
  settings = { SMTP_URL: relay.url, MAIL_FROM: "알고모임 <mail@algomoim.example>" };
  site = await startSite({ standsAt: "07:55", settings });
  // The commands' times are those of this machine's clock.
  site.advance(-24 * hourMs);
  mails = mailing(site, () => relay);
  dotori = await site.person("도토리");
  bamtol = await site.person("밤톨");
  const teamId = await site.team(dotori);
  await join(bamtol, teamId);
  await mails.address(bamtol, address);
  await announce(dotori, teamId, "소식");
  await vi.waitFor(async () =>
    expect(await site.query("SELECT FROM inbox WHERE member_id = $1", [bamtol.uuid])).toHaveLength(1),
  );
});
afterAll(async () => {
  await site.close();
  await relay.close();
});

const notifications = (...words: string[]) => ops(site.databaseUrl, "notifications", ...words);
const health = async () => (await (await fetch(`${site.origin}/health/ready`)).json()).notifications;
async function test(person: Person, env = settings) {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  const words = ["notifications", "test", "--member", person.uuid, "--channel", "mail", "--json"];
  const code = await operateOn(site.databaseUrl, words, { env, out });
  return { code, ...(text && JSON.parse(text)) };
}

it("`notifications test` sends a mail to the confirmed address, and reports the outcome without naming it", async () => {
  const { host } = new URL(relay.url);
  expect(await test(bamtol)).toEqual({ code: 0, host: host.split(":")[0], state: "sent", result: "" });
  const [mail, ...others] = relay.to(address).slice(1);
  expect([mail?.subject, others]).toEqual(["[알고모임] 테스트 메일", []]);
  relay.refuseBy({ at: "rcpt", code: 450 });
  expect(await test(bamtol)).toMatchObject({ code: 1, state: "retry", result: "smtp-450" });
  relay.refuseBy(undefined);
  expect(await test(dotori)).toEqual({ code: 1 });
  await expect(test(bamtol, {})).rejects.toThrow("There is no mail");
});

it("`pause` holds the digest of the morning, `resume` sends it, and a failed one goes again by `retry`", async () => {
  const before = relay.offered.length;
  expect((await notifications("pause")).code).toBe(0);
  expect(await health()).toMatchObject({ mail: true, paused: true });
  site.advance(16 * minuteMs);
  // It polls for deliveries and digests many times meanwhile.
  const claims = async () =>
    Number((await site.query<{ n: number }>("SELECT count(*)::int AS n FROM mail_digest"))[0]?.n);
  for (let n = 0; n < 20; n += 1) expect([await claims(), (await health()).paused]).toEqual([0, true]);
  expect(relay.offered).toHaveLength(before);

  relay.refuseBy({ at: "data", code: 554 });
  expect((await notifications("resume")).lines).toEqual([{ paused: false, dropped: 0 }]);
  const state = (expected: string) =>
    vi.waitFor(async () => expect(await digestsOf(site, bamtol)).toEqual([`${site.today()} ${expected}`]));
  await state("failed");
  const [metric] =
    /algomoim_digests_total\{result="failed"\} 1/.exec(
      await (await fetch(`${site.origin}/metrics`)).text(),
    ) ?? [];
  expect(metric).toBeDefined();

  // In the evening, when no digest would begin any more.
  relay.refuseBy(undefined);
  site.advance(13 * hourMs);
  const since = new Date(Date.now() - 3 * 24 * hourMs).toISOString();
  expect((await notifications("retry", "--state", "failed", "--since", since)).lines).toEqual([
    { retried: 1 },
  ]);
  site.advance(48 * hourMs);
  await vi.waitFor(() => expect(mails.digestsTo(address)).toHaveLength(1));
  await vi.waitFor(async () => expect((await digestsOf(site, bamtol))[0]).toMatch(/ sent$/));
});
