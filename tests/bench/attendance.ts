import { seoulDate } from "#contracts/dates";
import { limits } from "#contracts/limits";
import { daysOfMonth, mondayOf } from "#contracts/rhythm/days";
import { memberOf } from "../support/request.ts";
import { signIn } from "../support/sign-in.ts";
import { callerWith, teamForm } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { settled, withSystem } from "./set-up.ts";
import { median, quantile } from "./statistics.ts";

/** Other teams besides the one that is read, so that the tables are not empty. */
const plan = { teams: 200, members: 2000, days: 30 };
const warmUp = 100;
const asked = 400;
const barMs = 30;
/** A month of 31 days that has ended. */
const month = "2025-08";

/**
 * The attendance of a full team in a whole month, one call after the other (spec/rhythm.md §7.7). Articles, rests and excuses of
 * the past are put into the read models, because they cannot be posted.
 */
export async function benchAttendance({ atMost, note, remark }: Figures): Promise<void> {
  await withSystem(plan, async ({ seeded, storage, start }) => {
    const system = await start({ env: { WRITES_PER_MINUTE: "1000000" } });
    await settled(system.origin, storage);
    const tokens: string[] = [];
    for (let n = 0; n < limits.memberLimit; n += 1)
      tokens.push((await signIn(system.origin, `attending-${n}`)).accessToken);
    const callers = tokens.map((token) => callerWith(system.origin, token));
    const [founder] = callers as [(typeof callers)[number]];
    for (const [n, caller] of callers.entries())
      await caller.call("POST", "/v1/members", {
        form: { memberName: `다람쥐 ${n}`, memberExplain: "매일 한 문제" },
      });
    const team = { ...teamForm("아침반"), memberLimit: String(limits.memberLimit) };
    const { teamId } = (await founder.call("POST", "/v1/teams", { form: team })).data;
    for (const caller of callers.slice(1))
      await caller.call("POST", `/v1/teams/${teamId}/join`, { json: { password: team.password } });
    const promise = { json: { weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], restsPerMonth: 4 } };
    await founder.call("PUT", `/v1/teams/${teamId}/promise`, promise);
    await settled(system.origin, storage);

    const { pool } = storage.database;
    const days = daysOfMonth(month);
    const began = mondayOf(days[0] as string);
    await pool.query("UPDATE promises SET starts_on = $2 WHERE team_id = $1", [teamId, began]);
    await pool.query("UPDATE role_history SET occurred_at = $2 WHERE team_id = $1", [teamId, "2025-06-01"]);
    for (const [n, token] of tokens.entries())
      for (const [index, day] of days.entries()) {
        const member = memberOf(token);
        if ((n + index) % 4 < 2)
          await pool.query(
            `INSERT INTO team_writers (article_id, team_id, author_id, date, posted_at, position)
             VALUES ($1, $2, $3, $4, $5, $6)`,
            [1_000_000_000 + n * 100 + index, teamId, member, day, day, `${n} ${index}`],
          );
        if ((n + index) % 8 === 2)
          await pool.query(
            "INSERT INTO attendance (team_id, member_id, date, kind) VALUES ($1, $2, $3, 'rest')",
            [teamId, member, day],
          );
      }
    const path = `/v1/teams/${teamId}/attendance?month=${month}`;
    const { data } = await founder.call("GET", path);
    if (data.members.length !== limits.memberLimit || data.days.length !== 31)
      throw new Error(`${data.members.length} members, ${data.days.length} days`);
    remark(
      `${seeded.events} events, answer of ${JSON.stringify(data).length} bytes on ${seoulDate(new Date())}`,
    );
    const times: number[] = [];
    for (let round = -warmUp; round < asked; round += 1) {
      const before = performance.now();
      await founder.call("GET", path);
      if (round >= 0) times.push(performance.now() - before);
    }
    const what = `attendance of ${limits.memberLimit} members in 31 days`;
    atMost(barMs, { what: `${what}, p95`, value: quantile(times, 0.95), unit: "ms" });
    note({ what: `${what}, p50`, value: median(times), unit: "ms" });
  });
}
