import { afterAll, beforeAll, expect, it } from "vitest";
import { dayEnds, studyDay } from "#contracts/dates";
import { Refused } from "#contracts/errors";
import type { DomainEvent } from "#contracts/events";
import { type PromiseTerms, weekdays } from "#contracts/rhythm/days";
import type { AttendanceEvent } from "#contracts/rhythm/events";
import type { TeamEvent } from "#contracts/team/events";
import { attendance as attendanceRows } from "#projections/attendance";
import type { ReadModels } from "#projections/database";
import { tableOf } from "#projections/projection";
import { foldEvents, writeSteps } from "#projections/projector/apply";
import { prepareReadModels } from "#projections/projector/schema";
import { promises } from "#projections/promises";
import { readModels } from "#projections/read-models";
import { readAttendance, readRhythm } from "#projections/rhythm-page";
import { roleHistory } from "#projections/role-history";
import { teamMembers } from "#projections/team-members";
import { teamPage } from "#projections/team-page";
import { teamWriters } from "#projections/team-writers";
import type { RecordedEvent } from "#services/event-store/event-store";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { posted } from "#tests/examples/posts";
import { created } from "#tests/examples/teams";
import { chances } from "#tests/support/chances";
import type { TestDatabase } from "#tests/support/database";
import { memoryEventStore } from "#tests/support/memory-store";
import { readModelDatabase } from "#tests/support/read-model-database";
import { asNew, newCommand, recorded } from "#tests/support/recorded";
import { type AttendanceCommand, attendance } from "./attendance.ts";
import { rhythmOf } from "./facts.ts";
import { type PromiseCommand, promise } from "./promise.ts";

/**
 * Random histories of a team, and a model of spec/rhythm.md rules 1–6 that goes day by day in numbers of days, without
 * weeks, promises and memberships as the product knows them.
 */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const people = [dotori, bamtol, hodu, janmul];
const starts = ["2025-11-20", "2026-02-10", "2028-02-01"].map((day) => Date.parse(`${day}T03:00:00Z`));
const steps = 140;
const horizon = 400;

/** Always the same numbers for a seed. */
function randomFrom(seed: number) {
  let state = seed + 1;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (n: number) => Math.floor(next() * n),
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
    isLikely: (chance: number) => next() < chance,
  };
}

const iso = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
/** 0 is Monday. */
const weekday = (day: number) => (((day + 3) % 7) + 7) % 7;

interface Article {
  readonly articleId: number;
  readonly by: string;
  readonly day: number;
  isDeleted: boolean;
}

class Model {
  endMinutes = 0;
  /** Terms by number of a day; days without are absent. */
  readonly terms = new Map<number, PromiseTerms>();
  readonly stays: { who: string; from: number; to: number }[] = [];
  readonly articles: Article[] = [];
  readonly rests = new Map(people.map((who) => [who, new Set<number>()]));
  readonly excuses = new Map(people.map((who) => [who, new Map<number, string>()]));

  dayOf(ms: number): number {
    return Math.floor((ms + (9 * 60 - this.endMinutes) * minuteMs) / dayMs);
  }
  beginOf(day: number): number {
    return day * dayMs - (9 * 60 - this.endMinutes) * minuteMs;
  }
  isIn(who: string): boolean {
    return this.stays.some((stay) => stay.who === who && stay.to === Number.POSITIVE_INFINITY);
  }
  /** In the order of joining. */
  present(): string[] {
    return this.stays.filter(({ to }) => to === Number.POSITIVE_INFINITY).map(({ who }) => who);
  }
  isBound(who: string, day: number): boolean {
    return this.stays.some(
      (stay) => stay.who === who && stay.from < this.beginOf(day) && stay.to >= this.beginOf(day + 1),
    );
  }
  isDuty(who: string, day: number): boolean {
    const terms = this.terms.get(day);
    if (!terms || !this.isBound(who, day)) return false;
    return terms.perWeek !== null || terms.weekdays?.indexOf(weekdays[weekday(day)] as never) !== -1;
  }
  state(who: string, day: number, today: number): string {
    if (this.articles.some((each) => each.by === who && each.day === day && !each.isDeleted)) return "wrote";
    if (!this.isDuty(who, day)) return "off";
    if (this.excuses.get(who)?.has(day)) return "excused";
    if (this.rests.get(who)?.has(day)) return "rest";
    if (today <= day) return "open";
    return this.terms.get(day)?.perWeek === null ? "missed" : "off";
  }
  week(who: string, day: number, today: number) {
    const monday = day - weekday(day);
    let duties = 0;
    let wrote = 0;
    for (let each = monday; each < monday + 7; each += 1) {
      if (this.isDuty(who, each)) duties += 1;
      if (["wrote", "excused", "rest"].includes(this.state(who, each, today))) wrote += 1;
    }
    const perWeek = this.terms.get(monday)?.perWeek ?? 7;
    return { from: iso(monday), wrote, needed: duties < perWeek ? duties : perWeek };
  }
  month(who: string, month: string, today: number) {
    const states: { state: string; reason: string | null }[] = [];
    const sums = { wrote: 0, missed: 0, rests: 0 };
    for (let day = Date.parse(`${month}-01`) / dayMs; iso(day).startsWith(month); day += 1) {
      const state = this.state(who, day, today);
      states.push({ state, reason: state === "excused" ? (this.excuses.get(who)?.get(day) ?? null) : null });
      if (state === "wrote") sums.wrote += 1;
      if (state === "missed") sums.missed += 1;
      if (state === "rest") sums.rests += 1;
      const isEndedWeek = weekday(day) === 6 && day < today && this.terms.get(day - 6)?.perWeek != null;
      if (!isEndedWeek) continue;
      const { wrote, needed } = this.week(who, day, today);
      sums.missed += needed > wrote ? needed - wrote : 0;
    }
    return { states, ...sums };
  }
  restsLeft(who: string, day: number): number {
    const month = iso(day).slice(0, 7);
    const taken = [...(this.rests.get(who) ?? [])].filter((each) => iso(each).slice(0, 7) === month).length;
    const all = this.terms.get(day)?.restsPerMonth ?? 0;
    return all > taken ? all - taken : 0;
  }

  /** What the rules say of a command: a refusal, or how many events. */
  rest(who: string, day: number, today: number): string | number {
    if (!this.isIn(who)) return "caller-not-in-team";
    if (day < today) return "day-over";
    if (day - today > 60) return "impossible-date";
    if (!this.isDuty(who, day)) return "day-off";
    if (this.rests.get(who)?.has(day)) return 0;
    if (this.restsLeft(who, day) === 0) return "no-rests-left";
    this.rests.get(who)?.add(day);
    return 1;
  }
  restBack(who: string, day: number, today: number): string | number {
    if (!this.isIn(who)) return "caller-not-in-team";
    if (!this.rests.get(who)?.has(day)) return 0;
    if (day < today) return "day-over";
    this.rests.get(who)?.delete(day);
    return 1;
  }
  excuse(who: string, day: number, today: number, reason: string): string | number {
    if (!this.isIn(who)) return "target-not-in-team";
    if (day >= today || today - day > 60) return "impossible-date";
    if (!this.isDuty(who, day)) return "day-off";
    this.excuses.get(who)?.set(day, reason);
    return 1;
  }
  excuseBack(who: string, day: number): string | number {
    if (!this.isIn(who)) return "target-not-in-team";
    return this.excuses.get(who)?.delete(day) ? 1 : 0;
  }
  setPromise(terms: PromiseTerms, today: number): void {
    for (let day = today - weekday(today) + 7; day < today + horizon; day += 1) this.terms.set(day, terms);
  }
  endPromise(today: number): void {
    const last = this.terms.has(today) ? today - weekday(today) + 6 : today;
    for (let day = last + 1; day < today + horizon; day += 1) this.terms.delete(day);
  }
}

interface History {
  readonly teamId: number;
  readonly model: Model;
  readonly events: RecordedEvent[];
  readonly end: number;
}

const refusalOr = (decide: () => readonly unknown[]): string | number => {
  try {
    return decide().length;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
};

/** Plays a history against the deciders, comparing each answer with the model. */
async function play(seed: number): Promise<History> {
  const { below, pick, isLikely } = randomFrom(seed);
  const teamId = 1000 + seed;
  const model = new Model();
  const store = memoryEventStore();
  const events: RecordedEvent[] = [];
  let ms = pick(starts) + below(dayMs);
  const tell = async (stream: string, ...told: DomainEvent[]) => {
    const time = new Date(ms).toISOString();
    const { revision } = await store.read(stream);
    await store.append(stream, told.map(asNew), revision, newCommand(time));
    for (const event of told) {
      const sealed = event.type === "DayExcused" ? event.data.reason : "sealed";
      events.push({
        ...recorded(event, seed * 10_000 + events.length + 1),
        occurredAt: time,
        sealed: sealed ?? "",
      });
    }
  };
  const ofTeam = (...told: TeamEvent[]) => tell(`team-${teamId}`, ...told);
  const decideDay = async (
    who: string,
    command: (team: Awaited<ReturnType<typeof rhythmOf>>) => AttendanceCommand,
  ) => {
    const stream = `attendance-${teamId}_${who}`;
    const state = (await store.read(stream)).events
      .map((event) => event as unknown as AttendanceEvent)
      .reduce(attendance.evolve, attendance.initial);
    const team = await rhythmOf(store, teamId);
    let decided: readonly AttendanceEvent[] = [];
    const outcome = refusalOr(() => {
      decided = attendance.decide(command(team), state);
      return decided;
    });
    if (decided.length > 0) await tell(stream, ...decided);
    return outcome;
  };
  const decidePromise = async (command: PromiseCommand) => {
    const state = (await store.read(`team-${teamId}`)).events
      .map((event) => event as unknown as TeamEvent)
      .reduce(promise.evolve, promise.initial);
    const decided = promise.decide(command, state);
    if (decided.length > 0) await ofTeam(...decided);
  };
  const join = async (who: string) => {
    model.stays.push({ who, from: ms, to: Number.POSITIVE_INFINITY });
    await ofTeam({
      type: "MemberJoined",
      data: { teamId, memberId: who, invitationId: null, invitedBy: null },
    });
  };

  await ofTeam({ type: "TeamCreated", data: { ...created.data, teamId } } as TeamEvent);
  model.stays.push({ who: dotori, from: ms, to: Number.POSITIVE_INFINITY });
  await join(bamtol);
  for (let step = 0; step < steps; step += 1) {
    ms += below(26 * 60) * minuteMs;
    // Often around the end of a day.
    if (isLikely(0.3)) ms = Math.max(ms, model.beginOf(model.dayOf(ms) + 1) + pick([-1, 0, 1]));
    const now = new Date(ms);
    const today = model.dayOf(ms);
    const who = pick(people);
    const near = isLikely(0.2) ? today + pick([-61, -60, 60, 61]) : today + below(20) - 10;
    const day = { teamId, callerId: who, date: iso(near), now } as const;
    const byManager = { ...day, callerId: dotori, memberId: who } as const;
    const at = `seed ${seed}, step ${step}`;
    const kind = pick([
      "write",
      "write",
      "write",
      "unwrite",
      "rest",
      "rest",
      "restBack",
      "excuse",
      "excuse",
      "excuseBack",
      "promise",
      "end",
      "membership",
      "dayEnd",
    ] as const);
    if (kind === "write" && model.isIn(who)) {
      const articleId = seed * 1000 + step;
      const { dayEndsAt } = await rhythmOf(store, teamId);
      model.articles.push({ articleId, by: who, day: today, isDeleted: false });
      await tell(
        `article-${articleId}`,
        posted({ articleId, teamId, authorId: who, date: studyDay(now, dayEndsAt) }),
      );
    } else if (kind === "unwrite") {
      const written = model.articles.filter(({ isDeleted }) => !isDeleted);
      if (written.length === 0) continue;
      const article = pick(written);
      article.isDeleted = true;
      const { articleId, by } = article;
      await tell(`article-${articleId}`, {
        type: "ArticleDeleted",
        data: { articleId, teamId, authorId: by },
      } as DomainEvent);
    } else if (kind === "rest") {
      const found = await decideDay(who, (team) => ({ type: "TakeRest", ...day, team }));
      expect(found, at).toBe(model.rest(who, near, today));
    } else if (kind === "restBack") {
      const rests = [...(model.rests.get(who) ?? [])];
      const date = rests.length > 0 && isLikely(0.8) ? pick(rests) : near;
      const found = await decideDay(who, (team) => ({ type: "TakeBackRest", ...day, date: iso(date), team }));
      expect(found, at).toBe(model.restBack(who, date, today));
    } else if (kind === "excuse" && who !== dotori) {
      const reason = `이유 ${step}`;
      const found = await decideDay(who, (team) => ({ type: "ExcuseDay", ...byManager, team, reason }));
      expect(found, at).toBe(model.excuse(who, near, today, reason));
    } else if (kind === "excuseBack" && who !== dotori) {
      const found = await decideDay(who, (team) => ({ type: "TakeBackExcuse", ...byManager, team }));
      expect(found, at).toBe(model.excuseBack(who, near));
    } else if (kind === "promise") {
      const chosen = weekdays.filter(() => isLikely(0.6));
      const isPerWeek = isLikely(0.5) || chosen.length === 0;
      const terms = {
        weekdays: isPerWeek ? null : chosen,
        perWeek: isPerWeek ? 1 + below(7) : null,
        restsPerMonth: below(4),
      };
      await decidePromise({ type: "SetPromise", teamId, callerId: dotori, now, terms });
      model.setPromise(terms, today);
    } else if (kind === "end" && isLikely(0.4)) {
      await decidePromise({ type: "EndPromise", teamId, callerId: dotori, now });
      model.endPromise(today);
    } else if (kind === "membership" && who !== dotori) {
      const stay = model.stays.find((each) => each.who === who && each.to === Number.POSITIVE_INFINITY);
      if (!stay) await join(who);
      else {
        stay.to = ms;
        await ofTeam({
          type: "MemberLeft",
          data: { teamId, memberId: who, role: "MEMBER", withdrawn: false },
        });
      }
    } else if (kind === "dayEnd" && isLikely(0.3)) {
      const dayEndsAt = pick(dayEnds);
      model.endMinutes = Number(dayEndsAt.slice(0, 2)) * 60 + Number(dayEndsAt.slice(3));
      await ofTeam({ type: "DayEndChanged", data: { teamId, dayEndsAt, changedBy: dotori } });
    }
  }
  return { teamId, model, events, end: ms };
}

let database: TestDatabase<ReadModels>;
beforeAll(async () => {
  database = await readModelDatabase();
});
afterAll(() => database.close());

/** Commands are compared while the histories are played; their read models are built at the end. */
async function playAll(): Promise<readonly History[]> {
  const histories: History[] = [];
  for (let seed = 0; seed < chances(200); seed += 1) histories.push(await play(seed));
  await prepareReadModels(database.pool, readModels, "0.0.0");
  const client = await database.pool.connect();
  const events = histories.flatMap((history) => history.events);
  for (const projection of [teamPage, teamMembers, roleHistory, teamWriters, promises, attendanceRows]) {
    const { steps: changes, poison } = foldEvents(projection, events, "0.0.0", "1.700.99999999");
    expect(poison).toBeUndefined();
    await writeSteps(client, tableOf(projection.name), projection, changes);
  }
  client.release();
  return histories;
}

it("months, days and weeks are those of the model, whatever happened", async () => {
  const db = database.kysely;
  const seen = new Set<string>();
  for (const { teamId, model, end } of await playAll())
    for (const later of [0, 1, 9]) {
      const ms = end + later * dayMs;
      const now = () => new Date(ms);
      const today = model.dayOf(ms);
      const months = new Set([-130, -100, -70, -40, -10, 0, 30].map((days) => iso(today + days).slice(0, 7)));
      const openReasons = async (rows: readonly { sealed: string | null }[]) =>
        rows.map(({ sealed }) => ({ reason: sealed }));
      for (const month of months) {
        const asked = { teamId, memberId: dotori, manages: true, month };
        const found = await readAttendance({ db, now, openReasons }, asked);
        const members = found?.members.map(({ member: { uuid }, ...rest }) => ({ uuid, ...rest }));
        expect(members, `team ${teamId}, ${month} on ${iso(today)}`).toEqual(
          model.present().map((uuid) => ({ uuid, ...model.month(uuid, month, today) })),
        );
        for (const { states, missed } of members ?? []) {
          for (const { state } of states) seen.add(state);
          if (missed > states.filter(({ state }) => state === "missed").length) seen.add("missed of a week");
        }
      }
      for (const memberId of model.present()) {
        const discordOf = () => ({ linked: false, lastFour: null });
        const found = await readRhythm({ db, now, discordOf }, { teamId, memberId, manages: false });
        expect(found, `team ${teamId}, ${memberId} on ${iso(today)}`).toMatchObject({
          today: { date: iso(today), state: model.state(memberId, today, today) },
          week: model.week(memberId, today, today),
          restsLeft: model.restsLeft(memberId, today),
        });
        expect(Date.parse(found?.today.endsAt ?? "")).toBe(model.beginOf(today + 1));
        expect(found?.promise?.restsPerMonth).toBe(model.terms.get(today)?.restsPerMonth);
      }
    }
  expect([...seen].sort()).toEqual(["excused", "missed", "missed of a week", "off", "open", "rest", "wrote"]);
}, 300_000);
