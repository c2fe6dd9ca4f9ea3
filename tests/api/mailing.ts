import { expect, vi } from "vitest";
import type { MailRelay, ReceivedMail } from "#tests/mail-relay/mail-relay";
import type { Person, Site } from "./site.ts";

/** Actions of members for digests by mail, at a site with this relay. */
export const mailing = (site: Site, relay: () => MailRelay) => ({
  /** Sets and confirms an address, and chooses a digest. */
  async address(person: Person, address: string, digest = "daily"): Promise<void> {
    expect((await person.ask("PUT", "/v1/notifications/mail", { json: { address } })).status).toBe(200);
    const token = await vi.waitFor(() => {
      const found = /\/mail\/confirm\/([\w-]{43})/.exec(relay().to(address).at(-1)?.text ?? "")?.[1];
      expect(found).toBeDefined();
      return found;
    });
    expect((await site.ask("POST", `/v1/mail/confirmations/${token}`)).status).toBe(200);
    const chosen = await person.ask("PUT", "/v1/notifications/settings", { json: { digest } });
    expect(chosen.status).toBe(200);
  },
  digestsTo: (address: string): ReceivedMail[] =>
    relay()
      .to(address)
      .filter(({ headers }) => headers.get("message-id")?.startsWith("<digest-")),
});

/** The outcome of a member's digests, by period. */
export const digestsOf = async (site: Site, { uuid }: Person): Promise<string[]> =>
  (
    await site.query<{ said: string }>(
      "SELECT period || ' ' || state AS said FROM mail_digest WHERE member_id = $1 ORDER BY period",
      [uuid],
    )
  ).map(({ said }) => said);
