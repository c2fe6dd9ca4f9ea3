import { vi } from "vitest";

interface Answered {
  status?: number;
  code?: number;
  message?: string;
  data?: unknown;
  headers?: Record<string, string>;
}

/** A request as the stub received it. */
export interface Seen {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  token: string | null;
}

export const reply = ({ status = 200, code = status, message, data = null, headers = {} }: Answered) =>
  new Response(
    JSON.stringify({ status: status < 400 ? "success" : "error", code, message: message ?? null, data }),
    { status, headers },
  );

/** Responds to every `fetch` of a spec with `answer` and records the requests. */
export function stubServer(answer: (seen: Seen) => Response | Promise<Response>) {
  const seen: Seen[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const token = headers.get("Authorization")?.replace("Bearer ", "") ?? null;
    const one = { method: init.method ?? "GET", path: url, headers, body: init.body, token };
    seen.push(one);
    return await new Promise<Response>((done, fail) => {
      init.signal?.addEventListener("abort", () => fail(init.signal?.reason));
      Promise.resolve(answer(one)).then(done, fail);
    });
  });
  return { seen, paths: () => seen.map(({ method, path }) => `${method} ${path}`) };
}

/** An access token that can be parsed but not verified. */
export function tokenOf(uuid: string, iat = 0): string {
  return `head.${btoa(JSON.stringify({ uuid, iat })).replaceAll("=", "")}.sign`;
}

/** Stores an access token where a login, or another tab, stores it. */
export function leaveInCookie(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `access_token=${token}; Path=/`;
}
