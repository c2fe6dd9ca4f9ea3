import { signIn } from "../support/sign-in.ts";
import { type Caller, get, newCaller, teamForm } from "./caller.ts";
import { onOrder } from "./helper-process.ts";
import { p99 as p99Of } from "./statistics.ts";

/** Requests per second of each kind, for a time, independent of the responses, because members act independently. */
export type DayOrder =
  | { readonly type: "prepare"; readonly origin: string; readonly writers: number }
  | {
      readonly type: "play";
      readonly ms: number;
      readonly reads: number;
      readonly articles: number;
      readonly logins: number;
      readonly paths: readonly string[];
    };

export interface DayReport {
  /** Number of requests due in the time. */
  readonly wanted: number;
  /** Number of successful requests: neither refused, lost nor omitted because too many were in progress. */
  readonly done: number;
  /** Milliseconds. */
  readonly readP99: number;
  readonly articleP99: number;
}

const maxInFlight = 400;
const tickMs = 10;
const patienceMs = 3000;

let origin = "";
const writers: { readonly caller: Caller; readonly teamId: number }[] = [];

onOrder(async (order: DayOrder): Promise<DayReport> => {
  if (order.type === "play") return play(order);
  origin = order.origin;
  for (let n = 0; n < order.writers; n += 1) {
    const caller = await newCaller(origin, `글쓴이${n}`);
    const { data } = await caller.call("POST", "/v1/teams", { form: teamForm(`한밤${n}`) });
    writers.push({ caller, teamId: data.teamId });
  }
  return { wanted: 0, done: 0, readP99: 0, articleP99: 0 };
});

async function play(order: Extract<DayOrder, { type: "play" }>): Promise<DayReport> {
  const times = { reads: [] as number[], articles: [] as number[], logins: [] as number[] };
  const acts = { reads: () => read(order.paths), articles: write, logins: login };
  const begun = { reads: 0, articles: 0, logins: 0 };
  const kinds = Object.keys(acts) as (keyof typeof acts)[];
  const inFlight = new Set<Promise<void>>();
  const begin = (kind: keyof typeof acts) => {
    if (inFlight.size >= maxInFlight) return;
    const at = performance.now();
    const one = acts[kind]().then(
      () => void times[kind].push(performance.now() - at),
      () => {},
    );
    inFlight.add(one);
    void one.then(() => inFlight.delete(one));
  };
  const began = performance.now();
  for (let past = 0; past < order.ms; past = performance.now() - began) {
    for (const kind of kinds) {
      const due = Math.floor((past / 1000) * order[kind]);
      for (; begun[kind] < due; begun[kind] += 1) begin(kind);
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(inFlight), late]);
  const wanted = begun.reads + begun.articles + begun.logins;
  const done = times.reads.length + times.articles.length + times.logins.length;
  const p99 = (of: number[]) => (of.length === 0 ? 0 : p99Of(of));
  return { wanted, done, readP99: p99(times.reads), articleP99: p99(times.articles) };
}

let turn = 0;

async function read(paths: readonly string[]): Promise<void> {
  await get(`${origin}${paths[turn++ % paths.length]}`);
}

async function write(): Promise<void> {
  const writer = writers[turn++ % writers.length];
  await writer?.caller.call("POST", "/v1/articles", {
    form: {
      teamId: String(writer.teamId),
      articleTitle: "오늘도 자정 전에",
      articleBody: "<p>누적 합으로 다시 풀었다. 구간을 거꾸로 보면 한 번에 된다.</p>",
    },
  });
}

const login = () => signIn(origin, `손님${turn++}-${Math.random().toString(36).slice(2)}`);
