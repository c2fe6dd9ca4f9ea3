import { randomUUID } from "node:crypto";
import { monthBounds, seoulDate } from "#contracts/dates";
import type { Page } from "#contracts/endpoint";
import type { Category } from "#contracts/subject/api";
import type { Team, TeamPage } from "#contracts/team/api";
import { signIn } from "../support/sign-in.ts";
import { cover, face } from "./drawings.ts";
import { demoCovers, moreTeams, people } from "./people.ts";

type Fields = Readonly<Record<string, string | Buffer>>;
type Call = <T>(handle: string, method: string, path: string, fields?: Fields) => Promise<T>;

const entryPassword = "0430";
/** The team's tags from Monday to Friday. */
const week: readonly Category[] = ["코딩 테스트", "코딩 테스트", "스터디 예습", "코딩 테스트", "스터디 복습"];

/**
 * Adds content to the demo that makes its pages look used: profile pictures, team pictures, more teams, a month of
 * problems. Returns the id of the team in the pictures.
 */
export async function furnish(origin: string): Promise<number> {
  const call = await caller(origin);
  for (const { handle, name, explain, looks } of people) {
    const image = await face(looks);
    if (name && explain)
      await call(handle, "POST", "members", { memberName: name, memberExplain: explain, image });
    else await call(handle, "PUT", "members", { image });
  }
  for (const { name, manager, cover: picture } of demoCovers)
    await call(manager, "PUT", `teams/${await teamIdOf(call, name)}`, { image: await cover(picture) });
  for (const team of moreTeams) await found(call, team);
  const shown = demoCovers[0];
  const teamId = await teamIdOf(call, shown.name);
  await fillMonth(call, shown.manager, teamId);
  return teamId;
}

async function found(call: Call, { people: [founder, ...others], ...team }: (typeof moreTeams)[number]) {
  const { teamId } = await call<{ teamId: number }>(founder, "POST", "teams", {
    teamName: team.name,
    teamExplain: team.explain,
    topic: team.topic,
    memberLimit: String(team.memberLimit),
    password: entryPassword,
    image: await cover(team.cover),
  });
  for (const other of others) await call(other, "POST", `teams/${teamId}/join`, { password: entryPassword });
}

/** Adds a problem to every weekday of this month without one. */
async function fillMonth(call: Call, manager: string, teamId: number): Promise<void> {
  const [year, month] = seoulDate(new Date()).split("-").map(Number) as [number, number, number];
  const { subjectArticleDateAndTagResponses: tags } = await call<TeamPage>(
    manager,
    "GET",
    `teams/${teamId}/team-page?year=${year}&month=${month}`,
  );
  const taken = new Set(tags.map(({ subjectDate }) => subjectDate));
  for (const date of daysOf(year, month)) {
    const articleCategory = week[new Date(date).getUTCDay() - 1];
    if (!articleCategory || taken.has(date)) continue;
    await call(manager, "POST", `articles/teams/${teamId}/subjects`, {
      articleTitle: "오늘의 문제",
      articleBody: "<p>같이 풀어 봐요.</p>",
      articleCategory,
      selectedDate: date,
    });
  }
}

function daysOf(year: number, month: number): string[] {
  const { first, last } = monthBounds(year, month);
  const prefix = first.slice(0, 8);
  return Array.from(
    { length: Number(last.slice(8)) },
    (_, index) => prefix + String(index + 1).padStart(2, "0"),
  );
}

async function teamIdOf(call: Call, name: string): Promise<number> {
  const path = `teams/search?keyword=${encodeURIComponent(name)}&page=0&size=6`;
  const { content } = await call<Page<Team>>(people[0]!.handle, "GET", path);
  const team = content.find(({ teamName }) => teamName === name);
  if (!team) throw new Error(`the demo has no team ${name}`);
  return team.teamId;
}

/** Calls of the API by handle, each member signed in once. Multipart with a picture, except for joining. */
async function caller(origin: string): Promise<Call> {
  const tokens = new Map<string, string>();
  for (const { handle } of people) tokens.set(handle, (await signIn(origin, handle)).accessToken);
  return async <T>(handle: string, method: string, path: string, fields?: Fields) => {
    const headers: Record<string, string> = { authorization: `Bearer ${tokens.get(handle)}` };
    if (method !== "GET") headers["idempotency-key"] = randomUUID();
    const isJson = path.endsWith("/join");
    if (isJson) headers["content-type"] = "application/json";
    const body = fields ? (isJson ? JSON.stringify(fields) : form(fields)) : null;
    const response = await fetch(`${origin}/api/v1/${path}`, { method, headers, body });
    const { data, message } = (await response.json()) as { data: T; message: string | null };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${message}`);
    return data;
  };
}

function form(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === "string" ? value : new Blob([new Uint8Array(value)]));
  return form;
}
