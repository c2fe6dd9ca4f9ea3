import {
  confirmMailAddress,
  deleteMailAddress,
  putMailAddress,
  unsubscribeMail,
} from "#contracts/delivery/api";
import { Refused } from "#contracts/errors";
import { type Route, route } from "../platform/http/route.ts";
import type { Quotas } from "../platform/quotas.ts";
import type { MailAddresses } from "./mail-addresses.ts";

export interface MailRouteDeps {
  readonly addresses: MailAddresses;
  readonly hasMail: boolean;
  readonly spendExactly: Quotas["spendExactly"];
  /** Starts sending; the response does not wait for it. */
  readonly sendConfirmation: (address: string, token: string) => void;
  /** Without a session: the token of the link suffices. Resolves once the settings show it. */
  readonly switchDigestOff: (memberId: string) => Promise<void>;
}

/** Mail addresses of callers, and the links of mails (spec/notifications.md §5). */
export function mailRoutes(deps: MailRouteDeps): Route[] {
  const { addresses, hasMail, spendExactly, sendConfirmation, switchDigestOff } = deps;
  return [
    route(putMailAddress, async ({ caller, body: { address } }) => {
      const member = caller as string;
      if (!hasMail) throw new Refused("mail-unavailable");
      const digest = addresses.digestOf(address);
      await spendExactly([
        ["confirmation-mails", member],
        ["mails-to-address", digest.toString("base64url")],
        ["site-confirmation-mails", "site"],
      ]);
      sendConfirmation(address, await addresses.put(member, address, digest));
      return { data: null };
    }),
    route(deleteMailAddress, async ({ caller }) => {
      await addresses.remove(caller as string);
      return { data: null };
    }),
    route(confirmMailAddress, async ({ params }) => {
      if (!(await addresses.confirm(params.token))) throw new Refused("bad-mail-token");
      return { data: null };
    }),
    route(unsubscribeMail, async ({ params }) => {
      const member = await addresses.memberOf(params.token);
      if (member) await switchDigestOff(member);
      return { data: null };
    }),
  ];
}
