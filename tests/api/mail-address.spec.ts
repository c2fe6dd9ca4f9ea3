import { beforeAll, describe, expect, it, vi } from "vitest";
import { type MailRelay, startMailRelay } from "#tests/mail-relay/mail-relay";
import { findEverywhere } from "./database-search.ts";
import { ownSiteWith, type Person, refusal, said } from "./site.ts";

let relay: MailRelay;
beforeAll(async () => {
  relay = await startMailRelay();
  return () => relay.close();
});
const [site] = ownSiteWith(() => ({ SMTP_URL: relay.url, MAIL_FROM: "알고모임 <mail@algomoim.example>" }));

const put = (who: Pick<Person, "ask">, address: unknown) =>
  who.ask("PUT", "/v1/notifications/mail", { json: { address } });
const settingsOf = async (who: Person) => (await who.ask("GET", "/v1/notifications/settings")).body.data;
const mailOf = async (who: Person) => (await settingsOf(who)).mail;
const confirm = (token: string) => site.ask("POST", `/v1/mail/confirmations/${token}`);
const unsubscribe = (token: string) => site.ask("POST", `/v1/mail/unsubscriptions/${token}`);
const tokensTo = (address: string) =>
  relay.to(address).map(({ text }) => /\/mail\/confirm\/([\w-]{43})/.exec(text)?.[1] as string);
/** Sets an address and returns the token in the mail. */
async function asked(who: Person, address: string): Promise<string> {
  const before = tokensTo(address).length;
  expect(said(await put(who, address))).toBe("200 확인 메일을 보냈습니다.");
  return vi.waitFor(() => {
    const tokens = tokensTo(address);
    expect(tokens).toHaveLength(before + 1);
    return tokens.at(-1) as string;
  });
}
const chooseDigest = (who: Person, digest: string) =>
  who.ask("PUT", "/v1/notifications/settings", { json: { digest } });
const unsubscribeTokenOf = async ({ uuid }: Person) =>
  (
    await site.query<{ token: string }>(
      "SELECT unsubscribe_token AS token FROM member_mail WHERE member_id = $1",
      [uuid],
    )
  )[0]?.token as string;
/** The actor of the last change of settings. */
async function switchedOffBy({ uuid }: Person): Promise<string | undefined> {
  if (process.env.STORE_FOR_TESTS === "eventstoredb") return "system";
  const [event] = await site.query<{ actor: string }>(
    "SELECT meta->>'actor' AS actor FROM events WHERE stream = $1 ORDER BY revision DESC LIMIT 1",
    [`inbox-${uuid}`],
  );
  return event?.actor;
}
const badToken = "400 만료되었거나 사용할 수 없는 링크입니다.";

describe("a mail address", () => {
  it("waits for its confirmation; the mail does not name the member", async () => {
    const member = await site.person("솔방울");
    expect(await mailOf(member)).toEqual({ available: true, address: null, state: "none" });
    const answer = await put(member, " sol@mail.example ");
    expect(said(answer)).toBe("200 확인 메일을 보냈습니다.");
    expect(answer.headers.get("x-checkpoint")).toBeNull();
    const [token = ""] = await vi.waitFor(() => {
      expect(tokensTo("sol@mail.example")).toHaveLength(1);
      return tokensTo("sol@mail.example");
    });
    expect(await mailOf(member)).toEqual({
      available: true,
      address: "so••••@mail.example",
      state: "waiting",
    });
    const [mail] = relay.to("sol@mail.example");
    expect(mail?.from).toBe("mail@algomoim.example");
    expect(mail?.text).toContain(`${site.origin}/mail/confirm/${token}`);
    expect(mail?.html).toContain(`${site.origin}/mail/confirm/${token}`);
    for (const absent of ["솔방울", member.uuid, "매일 한 문제"])
      expect(`${mail?.source}${mail?.text}${mail?.html}`).not.toContain(absent);
    expect(said(await confirm(token))).toBe("200 메일 주소를 확인했습니다.");
    expect((await mailOf(member)).state).toBe("confirmed");
    expect(said(await confirm(token))).toBe(badToken);
  });

  it("can be confirmed for a day, and is deleted afterwards", async () => {
    const member = await site.person("늦음");
    const token = await asked(member, "late@mail.example");
    const shift =
      "UPDATE member_mail SET confirm_expires_at = confirm_expires_at - interval '25 hours' WHERE member_id = $1";
    await site.query(shift, [member.uuid]);
    expect(said(await confirm(token))).toBe(badToken);
    expect((await mailOf(member)).state).toBe("none");
    for (const wrong of ["x", "a".repeat(43), "%00"]) expect(said(await confirm(wrong))).toBe(badToken);
  });

  it("is replaced immediately, keeps the chosen digest, and can be removed", async () => {
    const member = await site.person("바꿈");
    const former = await asked(member, "one@mail.example");
    expect(said(await chooseDigest(member, "daily"))).toBe("400 확인된 메일 주소가 없습니다.");
    await confirm(former);
    expect(said(await chooseDigest(member, "daily"))).toBe("200 알림 설정이 저장되었습니다.");
    const token = await asked(member, "two@mail.example");
    expect(await settingsOf(member)).toMatchObject({
      digest: "daily",
      mail: { address: "tw••••@mail.example", state: "waiting" },
    });
    await confirm(token);
    expect((await settingsOf(member)).digest).toBe("daily");
    const remove = () => member.ask("DELETE", "/v1/notifications/mail");
    expect(said(await remove())).toBe("200 메일 주소를 지웠습니다.");
    expect(said(await remove())).toBe("200 메일 주소를 지웠습니다.");
    expect((await mailOf(member)).state).toBe("none");
  });

  it.each([
    ["", "@mail.example", "a@", "a", "a@b@c", `${"a".repeat(254)}@b`, undefined],
    ["a@b\r\nBcc: x@y", "a\n@b", "a b@c", "a,x@b", "A <a@b>", '"a"@b', "a@b;c", "a\u2028@b"],
  ])("of a wrong form is refused", async (...addresses) => {
    const member = await site.person("틀림");
    for (const address of addresses) {
      const { status, body } = await put(member, address);
      expect([address, status, body.status, body.data]).toEqual([
        ...[address, 400, "fail"],
        { address: "메일 주소 형식이 올바르지 않습니다." },
      ]);
    }
    expect(said(await put(member, 3))).toBe(refusal("malformed"));
  });

  it("gets at most three mails a day from all members together", async () => {
    const one = await site.person("하나");
    const other = await site.person("둘");
    for (let n = 0; n < 2; n += 1) await asked(one, "many@mail.example");
    await asked(other, "MANY@mail.example".toLowerCase());
    const refused = await put(other, "Many@mail.example");
    expect(said(refused)).toBe("429 요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await asked(one, "another@mail.example");
    expect(said(await put(one, "third@mail.example"))).toBe(refusal("too-many-requests"));
    // A refused mail is not counted: of three mails an hour two are left.
    for (const name of ["own-1", "own-2"]) await asked(other, `${name}@mail.example`);
  });

  it("shares its three mails a day with its plus-addresses, to which mails are sent as they are written", async () => {
    const one = await site.person("더하기");
    const other = await site.person("또 더하기");
    for (const address of ["plus@mail.example", "plus+1@mail.example"]) await asked(one, address);
    await asked(other, "Plus+b+c@mail.example");
    for (const address of ["plus+2@mail.example", "plus+@mail.example", "plus@mail.example"])
      expect(said(await put(other, address))).toBe(refusal("too-many-requests"));
    for (const address of ["plus@other.example", "plu+s@mail.example"]) await asked(other, address);
  });

  it("is stored in plain text neither in the database nor in metrics, and is deleted with its member", async () => {
    const member = await site.person("탈퇴");
    await confirm(await asked(member, "gone-secret@mail.example"));
    const traces = () => findEverywhere(site, ["gone-secret", "mail.example"]);
    expect(await traces()).toEqual([]);
    expect(await (await fetch(`${site.origin}/metrics`)).text()).not.toContain("gone-secret");
    await member.ask("DELETE", "/v1/members");
    expect(await site.query("SELECT FROM member_mail WHERE member_id = $1", [member.uuid])).toEqual([]);
    expect(await traces()).toEqual([]);
  });
});

describe("a link of a mail", () => {
  it("changes nothing by a GET, and redirects to a page", async () => {
    const member = await site.person("열기");
    const token = await asked(member, "open@mail.example");
    for (const [calls, page] of [
      ["confirmations", "confirm"],
      ["unsubscriptions", "unsubscribe"],
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const url = `${site.origin}/api/v1/mail/${calls}/${token}`;
        const { status, headers } = await fetch(url, { method, redirect: "manual" });
        expect([status, headers.get("location")]).toEqual([303, `/mail/${page}/${token}`]);
        expect([headers.get("referrer-policy"), headers.get("x-robots-tag")]).toEqual([
          "no-referrer",
          "noindex",
        ]);
      }
    }
    expect((await mailOf(member)).state).toBe("waiting");
  });

  it("switches the digest off by a POST without login or cookie, with any small body, repeatedly", async () => {
    const member = await site.person("끊기");
    await confirm(await asked(member, "stop@mail.example"));
    await chooseDigest(member, "weekly");
    const token = await unsubscribeTokenOf(member);
    const path = `/v1/mail/unsubscriptions/${token}`;
    const form = { type: "application/x-www-form-urlencoded", body: "List-Unsubscribe=One-Click" };
    const large = await site.ask("POST", path, { raw: { ...form, body: "a".repeat(1025) } });
    expect(said(large)).toBe(refusal("request-too-large"));
    const done = "200 메일 요약을 더 보내지 않습니다.";
    expect(said(await site.ask("POST", path, { raw: form }))).toBe(done);
    expect((await settingsOf(member)).digest).toBe("off");
    const count = (await site.storedEvents()).length;
    expect(said(await unsubscribe(token))).toBe(done);
    expect(said(await unsubscribe("unknown"))).toBe(done);
    expect(said(await unsubscribe("%00"))).toBe(done);
    expect((await site.storedEvents()).length).toBe(count);
    expect(await switchedOffBy(member)).toBe("system");
    expect((await mailOf(member)).state).toBe("confirmed");
  });

  it("is answered by a POST once the settings show it", async () => {
    const member = await site.person("바로");
    await confirm(await asked(member, "at-once@mail.example"));
    const token = await unsubscribeTokenOf(member);
    for (let n = 0; n < 10; n += 1) {
      await chooseDigest(member, "weekly");
      const answer = await unsubscribe(token);
      expect((await settingsOf(member)).digest).toBe("off");
      // It would tell a known token from an unknown one.
      expect(answer.headers.get("x-checkpoint")).toBeNull();
    }
  });

  it.each(["confirmations", "unsubscriptions"])(
    "is refused with a body above 1 kB of undeclared length: %s",
    async (calls) => {
      const post = async (bytes: number) => {
        const body = new Blob(["a".repeat(bytes)]).stream();
        const url = `${site.origin}/api/v1/mail/${calls}/unknown`;
        const { status } = await fetch(url, { method: "POST", body, duplex: "half" } as RequestInit);
        return status;
      };
      expect(await post(1025)).toBe(413);
      expect(await post(1024)).toBe(calls === "confirmations" ? 400 : 200);
    },
  );
});
