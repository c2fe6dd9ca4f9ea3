import type { Request, Response, Router } from "express";
import { Refused } from "#contracts/errors";
import { clientAddress } from "../platform/http/client-address.ts";
import { exactRouter } from "../platform/http/exact-router.ts";
import { isLoopback } from "../platform/setting-types.ts";
import { escapeHtml } from "./html-text.ts";
import type { StoredMail } from "./mailer.ts";

/** Addresses below `/api` in mails: a GET redirects to the page with the button and changes nothing. */
export function mailLinks(): Router {
  const router = exactRouter();
  const redirect = (page: string) => (request: Request<{ token: string }>, response: Response) => {
    response.set("Cache-Control", "no-store");
    response.redirect(303, `/mail/${page}/${encodeURIComponent(request.params.token)}`);
  };
  router.get("/v1/mail/confirmations/:token", redirect("confirm"));
  router.get("/v1/mail/unsubscriptions/:token", redirect("unsubscribe"));
  return router;
}

/** Links open new tabs, because the product may not be framed. */
const inNewTabs = (html: string) => `<base target="_blank">${html}`;

const mailPage = ({ to, subject, head, text, html }: StoredMail) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>${escapeHtml(to)}</p>
<pre>${escapeHtml(head)}</pre>
<pre>${escapeHtml(text)}</pre>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="HTML" width="100%" height="300" srcdoc="${escapeHtml(inNewTabs(html))}"></iframe>
</article>`;

/** The name by which the browser reached this process: a foreign one may lead to this machine, too (DNS rebinding). */
function hostOf({ headers: { host = "" } }: Request): string {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : "";
}

/**
 * `/dev-mailbox`: the last mails of this process, shown only on this machine. Undefined with a relay and in production.
 */
export function devMailbox(mailbox: (() => readonly StoredMail[]) | undefined): Router {
  const router = exactRouter();
  router.get("/dev-mailbox", (request, response) => {
    if (!mailbox || !isLoopback(clientAddress(request)) || !isLoopback(hostOf(request)))
      throw new Refused("unknown-route");
    response
      .set("Cache-Control", "no-store")
      .type("html")
      .send(`<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>메일함 · 알고모임</title></head>
<body><h1>메일함</h1>
${mailbox().map(mailPage).join("\n")}
</body></html>`);
  });
  return router;
}
