import { expect, it } from "vitest";
import { type BadConfig, readConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  SECRET_KEY: "a".repeat(40),
  PUBLIC_URL: "https://algomoim.example",
  OIDC_ISSUER: "https://kauth.kakao.com",
  OIDC_CLIENT_ID: "id",
};
const keys = { VAPID_PUBLIC_KEY: `B${"a".repeat(86)}`, VAPID_PRIVATE_KEY: "b".repeat(43) };
const problemsOf = (settings: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    return (error as BadConfig).problems;
  }
};

it.each([
  [{ VAPID_PUBLIC_KEY: "abc" }, "VAPID_PUBLIC_KEY is a P-256 point, 65 bytes in base64url."],
  [{ VAPID_PRIVATE_KEY: "abc" }, "VAPID_PRIVATE_KEY is 32 bytes in base64url."],
  [
    { VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY },
    "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are given together or not at all.",
  ],
  [
    { VAPID_SUBJECT: "algomoim" },
    "VAPID_SUBJECT is an https: address or mailto:, such as mailto:push@algomoim.example.",
  ],
  ...[
    ...["mailto:push@localhost", "https://localhost", "https://localhost:3000/push", "https://127.0.0.1"],
    ...["https://192.168.0.1", "https://[fd00::1]", "https://foo.local", "mailto:push@intranet"],
  ].map((VAPID_SUBJECT): [NodeJS.ProcessEnv, string] => [
    { VAPID_SUBJECT },
    "VAPID_SUBJECT names a public host, because Apple's push service refuses localhost.",
  ]),
  [
    { PUSH_HOSTS: "push.example/path" },
    "PUSH_HOSTS is a list of hosts with commas between them, such as push.example,*.push.example.",
  ],
  [
    { ...production, PUSH_HOSTS: "push.example,http://127.0.0.1:4000" },
    "PUSH_HOSTS names hosts without http:// in production, where push services are asked by https alone.",
  ],
  [
    { DISCORD_ORIGIN: "https://discord.example" },
    "DISCORD_ORIGIN is a stand-in on this machine, such as http://127.0.0.1:4000.",
  ],
  [
    { ...production, DISCORD_ORIGIN: "http://127.0.0.1:4000" },
    "DISCORD_ORIGIN is for tests: in production messages go to https://discord.com.",
  ],
  [{ SMTP_URL: "relay.example" }, "SMTP_URL begins with smtp:// or smtps://."],
  [{ SMTP_URL: "smtp://relay.example" }, "SMTP_URL and MAIL_FROM are given together or not at all."],
  [
    { SMTP_URL: "smtp://relay.example", MAIL_FROM: "no-address" },
    "MAIL_FROM is a mail address, such as 알고모임 <mail@algomoim.example>.",
  ],
  [{ MAIL_DKIM: "yes" }, "MAIL_DKIM is relay or empty."],
])("refuses %j", (settings, sentence) => {
  expect(problemsOf(settings)).toEqual([sentence]);
});

it("derives the sender from PUBLIC_URL, and has none in production without a public one", () => {
  const subjectOf = (settings: NodeJS.ProcessEnv) => readConfig(settings).push.subject;
  expect(subjectOf({})).toBe("mailto:dev@algomoim.example");
  expect(subjectOf({ PUBLIC_URL: "http://localhost:3000" })).toBe("mailto:dev@algomoim.example");
  expect(subjectOf(production)).toBe("https://algomoim.example");
  expect(subjectOf({ ...production, PUBLIC_URL: "https://localhost" })).toBeUndefined();
  expect(subjectOf({ ...production, VAPID_SUBJECT: "mailto:push@a.example" })).toBe("mailto:push@a.example");
});

it("returns keys, hosts and the relay as they are set", () => {
  const { push, mail } = readConfig({
    ...keys,
    PUSH_HOSTS: "Push.example, *.push.example,http://127.0.0.1:4000",
    SMTP_URL: "smtp://relay.example:2525",
    MAIL_FROM: "알고모임 <mail@algomoim.example>",
    MAIL_DKIM: "relay",
  });
  expect(push.keys).toEqual({ publicKey: keys.VAPID_PUBLIC_KEY, privateKey: keys.VAPID_PRIVATE_KEY });
  expect(push.hosts).toEqual(["push.example", "*.push.example", "http://127.0.0.1:4000"]);
  expect(mail).toEqual({
    smtp: { url: "smtp://relay.example:2525", from: "알고모임 <mail@algomoim.example>" },
    isSignedByRelay: true,
  });
  expect(readConfig({}).push).toMatchObject({ keys: undefined, hosts: [] });
  expect(readConfig({}).mail).toEqual({ smtp: undefined, isSignedByRelay: false });
});
