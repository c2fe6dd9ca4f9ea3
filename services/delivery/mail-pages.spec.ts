import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { devMailbox } from "./mail-pages.ts";
import type { StoredMail } from "./mailer.ts";

/** A server with the mailbox page; undefined mails mean that there is none. */
async function mailboxPage(mails: readonly StoredMail[] | undefined, headers: Record<string, string> = {}) {
  const app = express();
  app.use(devMailbox(mails && (() => mails)));
  app.use((error: { code: string }, _: unknown, response: express.Response, __: unknown) =>
    response.status(404).send(error.code),
  );
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // `fetch` sends no other `Host` than that of the address.
  const request = get({ port, path: "/dev-mailbox", headers: { host: `localhost:${port}`, ...headers } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, html: await text(response) };
}
const mail = (n: number, words: string): StoredMail => ({
  to: `${words}@mail.example`,
  subject: `[알고모임] ${n} ${words}`,
  text: `글 ${words}`,
  html: `<p title="${words}">글</p>`,
  head: `Subject: ${words}`,
});

it("shows the last mails in Korean, as text and as HTML in a sandbox", async () => {
  const hostile = `"'><script>alert(1)</script>&lt;`;
  const { status, headers, html } = await mailboxPage([mail(2, hostile), mail(1, "가입")]);
  expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(html).toContain('<html lang="ko">');
  expect(html).toContain("<h1>메일함</h1>");
  expect(html.indexOf("[알고모임] 2")).toBeLessThan(html.indexOf("[알고모임] 1"));
  expect(html).not.toContain("<script");
  expect(html.match(/&quot;&#39;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;&amp;lt;/g)).toHaveLength(5);
  expect(html.match(/<iframe sandbox="[^"]*"/g)).toHaveLength(2);
  expect(html).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin|forms)/);
  expect(html).toContain(
    'srcdoc="&lt;base target=&quot;_blank&quot;&gt;&lt;p title=&quot;가입&quot;&gt;글&lt;/p&gt;"',
  );
});

it("is served only to this machine, and not with a relay or without mail", async () => {
  const mails = [mail(1, "비밀")];
  for (const forwarded of ["203.0.113.5", "127.0.0.1, 203.0.113.5", "2001:db8::1"]) {
    const { status, html } = await mailboxPage(mails, { "x-forwarded-for": forwarded });
    expect([status, html]).toEqual([404, "unknown-route"]);
  }
  expect((await mailboxPage(mails, { "x-forwarded-for": "127.0.0.1" })).status).toBe(200);
  expect((await mailboxPage(undefined)).status).toBe(404);
});

it("is served only under a name of this machine, to which any other name may lead", async () => {
  const statusUnder = async (host: string) => (await mailboxPage([mail(1, "비밀")], { host })).status;
  for (const host of ["localhost", "LocalHost:3000", "127.0.0.1:3000", "[::1]:3000", "dev.localhost"])
    expect(await statusUnder(host), host).toBe(200);
  for (const host of [
    "rebound.example",
    "localhost.rebound.example:3000",
    "192.168.0.7",
    "localhost@rebound.example",
    "a b",
  ])
    expect(await statusUnder(host), host).toBe(404);
});
