import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { gate } from "#tests/support/gate";

const site = "https://algomoim.example";
type Asked = Pick<Request, "method" | "url" | "mode">;
interface FetchEvent {
  readonly request: Asked;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
const listeners = new Map<string, (event: object) => void>();

/** Caches by name, each of addresses; Node has none. */
const stored = new Map<string, Map<string, Response>>();
const addressOf = (asked: Asked | string) =>
  (typeof asked === "string" ? asked : asked.url).replace(site, "");
function cacheOf(name: string) {
  const entries = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, entries);
  return {
    match: async (asked: Asked | string) => entries.get(addressOf(asked))?.clone(),
    put: async (asked: Asked, answer: Response) => void entries.set(addressOf(asked), answer),
    delete: async (asked: Asked) => entries.delete(addressOf(asked)),
    keys: async () => [...entries.keys()].map((address) => ({ url: site + address })),
    async addAll(addresses: string[]) {
      for (const address of addresses) entries.set(address, new Response(`installed ${address}`));
    },
  };
}

/** The statuses that the server answers with, in this order; the last one repeats; `offline` breaks the connection. */
let server: (number | "offline")[] = [];
const sent = vi.fn();

const basic = (answer: Response) => Object.defineProperty(answer, "type", { value: "basic" });
async function answered({ url }: Asked): Promise<Response> {
  sent(addressOf(url));
  const status = (server.length > 1 ? server.shift() : server[0]) ?? 200;
  if (status === "offline") throw new TypeError("Failed to fetch");
  const answer = new Response(`served ${sent.mock.calls.length}`, { status });
  return basic(Object.assign(answer, { clone: () => basic(Response.prototype.clone.call(answer)) }));
}

/** Sends an event and waits for all that it starts. */
async function dispatch(type: string, event: object = {}) {
  const works: Promise<unknown>[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) });
  await Promise.all(works);
}

/** What a request yields: status and text, or `not handled`. */
async function ask(address: string, { method = "GET", mode = "no-cors" as RequestMode, origin = site } = {}) {
  let given: Promise<Response> | undefined;
  const works: Promise<unknown>[] = [];
  const event: FetchEvent = {
    request: { method, url: origin + address, mode },
    respondWith: (answer) => {
      given = answer;
    },
    waitUntil: (work) => works.push(work),
  };
  listeners.get("fetch")?.(event);
  if (!given) return "not handled";
  const answer = await given;
  const text = await answer.text();
  await Promise.all(works);
  return `${answer.status} ${text}`;
}

beforeAll(async () => {
  vi.stubGlobal("BUILD", "b2");
  vi.stubGlobal("SHELL_FILES", ["/index.html", "/start.js", "/assets/start-1.js"]);
  vi.stubGlobal("caches", {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (asked: string, { cacheName }: { cacheName: string }) => cacheOf(cacheName).match(asked),
  });
  vi.stubGlobal("self", {
    location: new URL(site),
    registration: {},
    clients: { claim: async () => {}, matchAll: async () => [] },
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
  });
  vi.stubGlobal("fetch", answered);
  await import("./service-worker.ts");
});

beforeEach(async () => {
  stored.clear();
  sent.mockClear();
  server = [200];
  await dispatch("install");
});

it.each([
  ["script", "/assets/editor-9.js"],
  ["picture", "/images/a1/a1f0.webp"],
])(
  "keeps a %s only once the server has it: neither a missing one nor one of a failing server",
  async (_, path) => {
    server = [404, 503, 500, 200, 404];
    expect([await ask(path), await ask(path), await ask(path)]).toEqual([
      "404 served 1",
      "503 served 2",
      "500 served 3",
    ]);
    expect(await ask(path)).toBe("200 served 4");
    expect([await ask(path), await ask(path)]).toEqual(["200 served 4", "200 served 4"]);
    expect(sent).toHaveBeenCalledTimes(4);
  },
);

it("takes files of the build's start from the installation, and none of an older build", async () => {
  stored.set("shell-b1", new Map([["/assets/old-1.js", new Response("old")]]));
  await dispatch("activate");
  expect([...stored.keys()]).toEqual(["shell-b2"]);
  expect(await ask("/assets/start-1.js")).toBe("200 installed /assets/start-1.js");
  expect(sent).not.toHaveBeenCalled();
  server = [404];
  expect(await ask("/assets/old-1.js")).toBe("404 served 1");
});

it.each([
  ["/team-list", { mode: "navigate" as const }, "/index.html"],
  ["/start.js", {}, "/start.js"],
])(
  "asks the server for %s each time, and takes the installed copy only offline",
  async (path, how, installed) => {
    server = [200, 503, "offline", 200];
    const answers = [];
    for (let round = 0; round < 4; round += 1) answers.push(await ask(path, how));
    expect(answers).toEqual(["200 served 1", "503 served 2", `200 installed ${installed}`, "200 served 4"]);
  },
);

it.each([
  ["/api/v1/teams", {}],
  ["/oauth2/authorization/google", { mode: "navigate" as const }],
  ["/login/oauth2/code/google", { mode: "navigate" as const }],
  ["/health/ready", {}],
  ["/assets/editor-9.js", { method: "POST" }],
  ["/assets/editor-9.js", { origin: "https://chat.example" }],
  ["/robots.txt", {}],
])("leaves %s %j to the browser", async (path, how) => {
  expect(await ask(path, how)).toBe("not handled");
});

it("forgets pictures of members at the end of a login, also one that is still on its way, and keeps fonts", async () => {
  await ask("/images/a1/a1f0.webp");
  await ask("/fonts/pretendard.woff2");
  const { opened, open: arrive } = gate();
  const slowly = vi.fn((asked: Asked) => opened.then(() => answered(asked)));
  vi.stubGlobal("fetch", slowly);
  const late = ask("/images/b2/b2f0.webp");
  await vi.waitFor(() => expect(slowly).toHaveBeenCalled());
  await dispatch("message", { data: "forget pictures", ports: [] });
  arrive();
  expect(await late).toBe("200 served 3");
  vi.stubGlobal("fetch", answered);
  expect([...(stored.get("pictures-and-fonts")?.keys() ?? [])]).toEqual(["/fonts/pretendard.woff2"]);
});
