import { randomUUID } from "node:crypto";
import { type Answer, type Asked, memberOf, request } from "#tests/support/request";
import { signIn } from "#tests/support/sign-in";

export interface Person {
  readonly uuid: string;
  readonly accessToken: string;
  /** Calls `/api/v1/…` with an idempotency key of its own, at the process of the sign-in or at another one. */
  ask(method: string, path: string, asked?: Asked & { readonly at?: string }): Promise<Answer>;
}

export const team = { teamName: "아침반", topic: "스터디", memberLimit: "10", password: "4821" };

/** A member with a profile at a server process, which may be away at times. */
export async function personAt(origin: () => string, handle: string, profile: Asked["form"] = {}) {
  const { accessToken, refreshToken, cookies } = await signIn(origin(), handle);
  const named = { memberName: handle.slice(0, 10), ...profile };
  return { ...(await personWith(origin, accessToken, named)), refreshToken, cookies };
}

/** The same for a member who has signed in already. */
export async function personWith(
  origin: () => string,
  accessToken: string,
  profile: Asked["form"] = {},
): Promise<Person> {
  const ask: Person["ask"] = (method, path, { at = origin(), headers, ...asked } = {}) =>
    request(`${at}/api/v1/${path}`, method, {
      // Far above what the server allows itself: a call that hangs is a fault.
      signal: AbortSignal.timeout(60_000),
      headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": randomUUID(), ...headers },
      ...asked,
    });
  await ask("POST", "members", { form: { memberName: "도토리", memberExplain: "소개", ...profile } });
  return { uuid: memberOf(accessToken), accessToken, ask };
}
