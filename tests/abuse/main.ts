import { setTimeout as pause } from "node:timers/promises";
import { helperProcess } from "../bench/helper-process.ts";
import { median, p99 } from "../bench/statistics.ts";
import { vapidKeys } from "../delivery/on-database.ts";
import { type PushService, startPushService } from "../push-service/push-service.ts";
import { freePort, startServerProcess } from "../support/server-process.ts";
import { withoutDurability, withPostgres } from "../support/with-postgres.ts";
import type { AbuseOrder, AbuseReport } from "./abusers.ts";
import { allScenarios, measureNotices, type NoticesMeasured } from "./notification-floods.ts";
import { createOthers, type Measured, newMember, newTeam, othersAddress } from "./others.ts";
import { sameAddress } from "./same-address.ts";
import { type Abuser, longDraft, quotes, type Scenario } from "./scenarios.ts";
import { measurePushes, type PushesMeasured, throttledPushes } from "./throttled-pushes.ts";

/**
 * `npm run test:abuse`: two clients abuse a server by each scenario of `scenarios.ts` in turn, while other clients use it. Prints
 * the latency of the others, and fails when one of their calls fails, or when the abusers get an unexpected status.
 * `ABUSE=long` runs each scenario for a minute, with larger lists, and checks the others' p99 against its bound.
 */
const isLong = process.env.ABUSE === "long";
const ms = isLong ? 60_000 : 1000;
const idleMs = isLong ? 10_000 : 1000;
/** In the short form a limit that holds on slow machines. */
const p99AtMost = (idle: number) => (isLong ? Math.max(10 * idle, 300) : 5000);
const listed = isLong ? 50 : 5;
const addresses = ["198.51.100.1", "198.51.100.2"];
const only = process.argv.slice(2);
const isChosen = ({ title }: { readonly title: string }) =>
  only.length === 0 || only.some((text) => title.includes(text));
const chosen = allScenarios.filter(isChosen);
/** Beyond the time after which a slow body is ended. */
const sameAddressMs = isLong ? 60_000 : 2000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const faults: string[] = [];

function report(
  title: string,
  { milliseconds, failures }: Measured,
  { idle, more = "", waitMs = 0 }: { idle: number; more?: string; waitMs?: number | undefined },
): void {
  const p50 = median(milliseconds);
  const tail = p99(milliseconds);
  const name = title.padEnd(42);
  print(
    `${name} ${p50.toFixed(0).padStart(6)} ${tail.toFixed(0).padStart(6)} ${String(milliseconds.length).padStart(6)}  ${more}`,
  );
  if (tail > p99AtMost(idle) + waitMs) faults.push(`${title}: others' p99 is ${tail.toFixed(0)} ms`);
  for (const failure of failures) faults.push(`${title}: ${failure}`);
}

const noticesMs = isLong ? 1000 : 5000;
const noticesMegabytes = 20;

function reportNotices(title: string, { p95, count, megabytes }: NoticesMeasured): void {
  const figures = `p95 ${p95.toFixed(0)} ms of ${count}, database + ${megabytes.toFixed(1)} MB`;
  print(`  notifications of others: ${figures}`);
  if (!(p95 <= noticesMs) || megabytes >= noticesMegabytes) faults.push(`${title}: ${figures}`);
}

/** After the wait of each push; the sender looks for due ones once a second. */
const pushesMs = isLong ? 2000 : 5000;
const pushReaders = isLong ? 100 : 20;

function reportPushes({ p95, arrived, expected, throttled }: PushesMeasured, isIdle = false): void {
  const figures = `p95 ${p95.toFixed(0)} ms, ${arrived} of ${expected} arrived`;
  print(`  pushes to others${isIdle ? ", idle" : ""}: ${figures}; ${throttled} × 429 to the abuser`);
  const isMissed = !(p95 <= pushesMs) || arrived < expected || (!isIdle && throttled === 0);
  if (isMissed) faults.push(`${throttledPushes.title}: ${figures}, ${throttled} × 429`);
}

function judge({ title, expected, allowed = [] }: Scenario, { statuses }: AbuseReport): string {
  const missing = expected.filter((status) => !statuses[status]);
  const wrong = Object.keys(statuses).filter((status) => ![...expected, ...allowed].includes(Number(status)));
  const text = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  if (missing.length + wrong.length > 0) faults.push(`${title}: the abusers got ${text.join(", ")}`);
  return text.join(", ");
}

/** Two abusers with teams of their own, each with what the scenario reads. */
const newAbusers = (origin: string, title: string, othersTeam: number): Promise<Abuser[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const member = await newMember(origin, "사용자", address);
      const ownTeam = await newTeam(member);
      const article = { teamId: String(ownTeam), articleTitle: "긴 글", articleBody: quotes };
      if (title.includes("articles"))
        for (let n = 0; n < listed; n += 1) await member.ask("POST", "articles", { form: article });
      if (title.includes("long drafts"))
        for (let n = 0; n < 20; n += 1)
          await member.ask("PUT", `drafts/recruitment-new/${crypto.randomUUID()}`, { json: longDraft });
      return { token: member.token, address, ownTeam, othersTeam };
    }),
  );

interface Site {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly pushService: PushService;
  readonly restart: () => Promise<void>;
}

async function abuse({ origin, databaseUrl, pushService, restart }: Site): Promise<void> {
  const others = await createOthers(origin, isLong ? 20 : 40);
  const helper = helperProcess<AbuseOrder, AbuseReport>(new URL("./abusers.ts", import.meta.url).href);
  try {
    let recruitmentId = 0;
    const recruiter = await newMember(origin, "모집인", addresses[0] as string);
    const form = { teamRecruitTitle: "함께해요", teamRecruitBody: quotes, chatUrl: "https://open.example/a" };
    for (let n = 0; n < listed; n += 1)
      recruitmentId = (await recruiter.ask("POST", "recruitments", { form })).body.data.teamRecruitId;
    print(`${"others, milliseconds".padEnd(42)}    p50    p99  calls  answers to the abusers`);
    await others.measure(pause(idleMs));
    const idle = await others.measure(pause(idleMs));
    const idleP99 = p99(idle.milliseconds);
    report("idle", idle, { idle: idleP99 });
    if (chosen.some(({ areNoticesMeasured }) => areNoticesMeasured))
      reportNotices("idle", await measureNotices(origin, { databaseUrl, isLong }, pause(idleMs)));
    let readers: Abuser[] | undefined;
    let former: Abuser[] = [];
    for (const scenario of chosen) {
      const areReaders = scenario.title.includes("articles");
      // Those who only read their articles can go on to read them in another way.
      if (scenario.afterRestart) await restart();
      const again = scenario.afterRestart ? former : areReaders ? readers : undefined;
      const abusers = again ?? (await newAbusers(origin, scenario.title, others.teamId));
      if (areReaders) readers = abusers;
      former = abusers;
      const prepared = await scenario.prepare?.(origin, abusers);
      const place = { recruitmentId, today: others.today, ...prepared };
      await helper.ask({ type: "prepare", origin, scenario: scenario.title, abusers, place, isLong });
      const running = helper.ask({ type: "send", ms });
      const [measured, noticed] = await Promise.all([
        others.measure(running),
        scenario.areNoticesMeasured && measureNotices(origin, { databaseUrl, isLong }, running),
      ]);
      report(scenario.title, measured, { idle: idleP99, more: judge(scenario, await running) });
      if (noticed) reportNotices(scenario.title, noticed);
    }
    const { token } = await newMember(origin, "사용자", othersAddress);
    for (const { title, expected, hold, waitMs } of sameAddress.filter(isChosen)) {
      const held = hold({ origin, token, othersTeam: others.teamId, recruitmentId });
      const holding = held.until(expected, sameAddressMs);
      const measured = await others.measure(holding);
      await holding.catch(({ message }: Error) => faults.push(`${title}: ${message}`));
      report(title, measured, { idle: idleP99, more: held.end(), waitMs });
    }
    if (isChosen(throttledPushes)) {
      const pushes = (isThrottled: boolean) =>
        measurePushes(origin, pushService, { count: pushReaders, isThrottled });
      if (isLong) reportPushes(await pushes(false), true);
      const pushed = pushes(true);
      const measured = await others.measure(pushed);
      report(throttledPushes.title, measured, { idle: idleP99 });
      reportPushes(await pushed);
    }
  } finally {
    await helper.stop();
  }
}

await withPostgres(async (databaseUrl) => {
  // In the short form quotas that are used up within a few seconds, and that the others stay below.
  const quotas = isLong
    ? { WRITES_PER_MINUTE: "", SOCKETS_PER_ADDRESS: "", NOTIFICATIONS_PER_TEN_MINUTES: "" }
    : { WRITES_PER_MINUTE: "150", SOCKETS_PER_ADDRESS: "50", NOTIFICATIONS_PER_TEN_MINUTES: "1000" };
  const pushService = await startPushService();
  const push = {
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: pushService.origin,
  };
  const env = { ...quotas, ...push, CONNECTIONS_PER_ADDRESS: "" };
  const settings = { port: await freePort(), databaseUrl, env };
  let server = await startServerProcess(settings);
  try {
    const restart = async () => {
      await server.stop();
      server = await startServerProcess(settings);
    };
    await abuse({ origin: server.origin, databaseUrl, pushService, restart });
  } finally {
    await server.stop();
    pushService.close();
  }
}, withoutDurability);

for (const fault of faults) print(`✗ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
