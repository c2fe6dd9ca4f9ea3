import type { DataOf, Endpoint } from "#contracts/endpoint";
import { page } from "#contracts/endpoint";
import { type RefusalCode, refusals } from "#contracts/errors";
import { reply, stubServer } from "./stub-server.ts";

/** A request as a handler receives it; values are as sent. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Fields of a JSON or multipart body. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly token: string | null;
}
type Answer<E extends Endpoint> = DataOf<E> | Response;
type Handler<E extends Endpoint> = (request: FakeRequest) => Answer<E> | Promise<Answer<E>>;

/** The response of a refusal; `data` is the current state of a 412. */
export const refused = (code: RefusalCode, data: unknown = null) =>
  reply({ status: refusals[code].status, message: refusals[code].message, data });

/** The requested page of a list. */
export const pageAsked = <T>(all: readonly T[], { query }: FakeRequest, size = 6) => {
  const at = { page: Number(query.get("page") ?? 0), size: Number(query.get("size") ?? size) };
  return page(all.slice(at.page * at.size, (at.page + 1) * at.size), at, all.length);
};

const patternOf = ({ path }: Endpoint) =>
  new RegExp(`^/api${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);

/** A repeated field is a list. */
const fieldsOf = (body: unknown): Record<string, unknown> =>
  body instanceof FormData
    ? Object.fromEntries(
        [...body.keys()].map((name) => {
          const all = body.getAll(name);
          return [name, all.length > 1 ? all : all[0]];
        }),
      )
    : JSON.parse(String(body ?? "{}"));

/**
 * Responds to `fetch` of a page under test with data, or a `Response`, by endpoint. The handler registered last is
 * used; endpoints without one return null. `sent` contains the received commands, `paths` all requests.
 */
export function fakeServer() {
  const handlers: { endpoint: Endpoint; pattern: RegExp; handle: Handler<Endpoint> }[] = [];
  const sent: FakeRequest[] = [];
  const { seen, paths } = stubServer(async ({ method, path, headers, body, token }) => {
    const { pathname, searchParams: query } = new URL(path, "http://localhost");
    const found = handlers.findLast(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname),
    );
    const params = found?.pattern.exec(pathname)?.groups ?? {};
    const request = { method, path: pathname, params, query, fields: fieldsOf(body), headers, token };
    if (method !== "GET") sent.push(request);
    const answer = (await found?.handle(request)) ?? null;
    if (answer instanceof Response) return answer;
    const { status = 200, message } = found?.endpoint ?? {};
    return reply({ status, data: answer, ...(message && { message }) });
  });
  return {
    on<E extends Endpoint>(endpoint: E, answer: Answer<E> | Handler<E>) {
      const handle = typeof answer === "function" ? (answer as Handler<E>) : () => answer;
      handlers.push({ endpoint, pattern: patternOf(endpoint), handle: handle as Handler<Endpoint> });
    },
    /** Refuses calls of an endpoint from now on. */
    refuse(endpoint: Endpoint, code: RefusalCode, data?: unknown) {
      this.on(endpoint, () => refused(code, data));
    },
    sent,
    seen,
    paths,
  };
}
