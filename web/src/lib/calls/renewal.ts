import { reissue } from "#contracts/identity/api";
import { goToLogin } from "../navigation.ts";
import { adoptCookie, cookieToken, currentToken, endSession, isNewer, setToken } from "../session.ts";
import { inTabLock } from "../tab-lock.ts";
import { ApiError } from "./api-error.ts";
import { errorOf, exchange, type Reply } from "./http.ts";

const lockName = "algomoim-renewal";
/** Longer than a renewal normally takes. */
const lockPatienceMs = 12_000;
let running: Promise<void> | null = null;

/**
 * Renews an expired token, once for all calls that need it, in one tab at a time (spec/wire-contract.md §2.6).
 * Afterwards `currentToken()` has changed. A refused renewal ends the session and navigates to /login; without a
 * response the session is kept for another attempt.
 */
export function renew(stale: string): Promise<void> {
  if (currentToken() !== stale && currentToken() !== null) return Promise.resolve();
  const work = () => renewOnce(stale);
  running ??= inTabLock(lockName, lockPatienceMs, work, work).finally(() => {
    running = null;
  });
  return running;
}

async function renewOnce(stale: string): Promise<void> {
  const shared = cookieToken();
  if (shared && isNewer(shared, stale)) {
    setToken(shared);
    return;
  }
  const reply = await requestReissue();
  const token = /^Bearer (.+)$/.exec(reply.headers.get("Authorization") ?? "")?.[1];
  if (reply.ok) {
    if (token) setToken(token);
    else adoptCookie();
    return;
  }
  if (reply.status === 401) {
    endSession();
    goToLogin();
  }
  throw errorOf(reply);
}

/** A lost response is requested once more: within 10 s the used refresh token still returns the same successor. */
async function requestReissue(): Promise<Reply> {
  const request = () =>
    exchange(`/api${reissue.path}`, { method: reissue.method, credentials: "same-origin" });
  try {
    return await request();
  } catch (error) {
    if (error instanceof ApiError && error.noAnswer) return request();
    throw error;
  }
}
