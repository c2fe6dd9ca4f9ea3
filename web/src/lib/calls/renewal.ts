import { reissue } from "#contracts/identity/api";
import { goToLogin } from "../navigation.ts";
import { adoptCookie, cookieToken, currentToken, endSession, isNewer, setToken } from "../session.ts";
import { ApiError } from "./api-error.ts";
import { errorOf, exchange, type Reply } from "./http.ts";

const lockName = "algomoim-renewal";
/** Longer than a renewal normally takes: a frozen tab must not hold the lock against all others forever. */
const lockPatienceMs = 12_000;
let running: Promise<void> | null = null;

/**
 * Renews an expired token, once for all calls that need it, in one tab at a time (spec/wire-contract.md §2.6).
 * Afterwards `currentToken()` has changed. A refused renewal ends the session and navigates to /login; without a
 * response the session is kept for another attempt.
 */
export function renew(stale: string): Promise<void> {
  if (currentToken() !== stale && currentToken() !== null) return Promise.resolve();
  running ??= inOneTab(() => renewOnce(stale)).finally(() => {
    running = null;
  });
  return running;
}

async function inOneTab(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  let granted = false;
  const withLock = () => {
    granted = true;
    return work();
  };
  try {
    await locks.request(lockName, { signal: AbortSignal.timeout(lockPatienceMs) }, withLock);
  } catch (error) {
    if (granted) throw error;
    await work();
  }
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
