import { setTimeout as sleep } from "node:timers/promises";
import { daysBefore, seoulDate } from "#contracts/dates";
import { clocksOff } from "#services/app/clocks";
import { passNotifications } from "#services/ops/load-log";
import type { Fact } from "#services/ops/seed/facts";
import { loadFacts } from "#services/ops/seed/load";
import type { Figures } from "./figures.ts";
import { settled, withSystem } from "./set-up.ts";

const teams = 10_000;
/** Each hundredth of the seeded teams is deleted. */
const seededTeams = Math.ceil((teams * 100) / 99);
const people = 3 * seededTeams;
const patienceMs = 300_000;

interface Team {
  readonly team_id: number;
  readonly manager: string;
}

/** A queue of two problems, put in on the day before. */
function* queueOf({ team_id: teamId, manager }: Team, at: Date): Generator<Fact> {
  const of = { stream: `problem-queue-${teamId}`, actor: manager, at };
  for (const entryId of [1, 2]) {
    const problems = [
      { provider: "programmers" as const, number: String(10_000 + entryId), title: "", url: null },
    ];
    const texts = {
      title: `프로그래머스 ${10_000 + entryId}`,
      category: "코딩 테스트" as const,
      problems,
      body: null,
    };
    const data = { teamId, entryId, ...texts, proposedBy: manager, accepted: true };
    yield { ...of, revision: entryId - 1, event: { type: "ProblemProposed", data } };
  }
  const on = { teamId, isOn: true, changedBy: manager };
  yield { ...of, revision: 2, event: { type: "AutoPostingChanged", data: on } };
}

/** The problem of the day of 10,000 teams of three, from the start of the clock until the last one can be read. */
export async function benchMidnight({ atMost, note, remark }: Figures): Promise<void> {
  const plan = { teams: seededTeams, members: people, days: 0 };
  await withSystem(plan, async ({ storage, start }) => {
    const { pool } = storage.database;
    const { rows } = await pool.query<Team>(
      "SELECT team_id, member_id AS manager FROM team_members WHERE role = 'MANAGER'",
    );
    const today = seoulDate(new Date());
    const yesterday = new Date(`${daysBefore(today, 1)}T12:00:00+09:00`);
    await loadFacts(
      { pool, keys: storage.keys },
      rows.slice(0, teams).flatMap((team) => [...queueOf(team, yesterday)]),
    );
    // The past is not notified of.
    await passNotifications(pool, await storage.store.head());
    await pool.query(`CREATE TABLE ${clocksOff} ()`);
    const { origin } = await start({ env: { CLOCK_TICK_SECONDS: "1", LOG_LEVEL: "warn" } });
    await settled(origin, storage);
    const count = async (sql: string) => (await pool.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
    const until = async (sql: string, expected: number) => {
      const began = performance.now();
      while ((await count(sql)) < expected) {
        if (performance.now() - began > patienceMs) throw new Error(`${expected} are not reached: ${sql}`);
        await sleep(50);
      }
    };
    await until("SELECT count(*)::int AS n FROM team_page WHERE auto_posting", teams);

    await pool.query(`DROP TABLE ${clocksOff}`);
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    await until(`SELECT count(*)::int AS n FROM team_calendar WHERE date = '${today}'`, teams);
    atMost(60, { what: `problems of ${teams} teams`, value: seconds(), unit: "s" });
    await until(`SELECT (${2 * teams} - count(*))::int AS n FROM problem_queue`, teams);
    note({ what: "until their queues are without them", value: seconds(), unit: "s" });
    await settled(origin, storage);
    note({ what: "until all members are told", value: seconds(), unit: "s" });
    const posted = await count("SELECT count(*)::int AS n FROM events WHERE type = 'SubjectPosted'");
    if (posted !== teams) throw new Error(`${posted} problems were posted`);
    remark("one process with everything; from the moment at which the clock may begin");
  });
}
