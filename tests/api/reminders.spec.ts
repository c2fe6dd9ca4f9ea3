import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { vapidKeys } from "#tests/delivery/on-database";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { inboxOf, setKinds } from "./inboxes.ts";
import { join, type Person, type Site, startSite } from "./site.ts";

/** spec/rhythm.md rule 8, in a team whose day ends at 02:00: quiet hours begin at 23:00, so members are reminded at 22:45. */

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const names = ["방장", "안쓴이", "쓴이", "쉬는이", "끈이", "늦은이"] as const;
type Name = (typeof names)[number];
let service: PushService;
let site: Site;
let people: Record<Name, Person>;
let teamId: number;

beforeAll(async () => {
  service = await startPushService();
  const settings = {
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: service.origin,
    CLOCK_TICK_SECONDS: "1",
  };
  site = await startSite({ standsAt: "22:30", settings });
  const entries: [Name, Person][] = [];
  for (const name of names) entries.push([name, await site.person(name)]);
  people = Object.fromEntries(entries) as typeof people;
  teamId = await site.team(people.방장, { teamName: "새벽네시반" });
  for (const [name, person] of entries) if (name !== "방장") await join(person, teamId);
  await people.방장.ask("PUT", `/v1/teams/${teamId}/day-end`, { json: { dayEndsAt: "02:00" } });
  const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  const promised = await people.방장.ask("PUT", `/v1/teams/${teamId}/promise`, {
    json: { weekdays, restsPerMonth: 2 },
  });
  expect(promised.status).toBe(200);
  await setKinds(people.끈이, { kind: "WRITE_REMINDER", inbox: false, push: false, mail: false });
  await later(8 * 24 * hourMs);
  for (const name of ["안쓴이", "늦은이"] as const) {
    const { id: _, ...subscription } = service.subscribe();
    await people[name].ask("POST", "/v1/push/subscriptions", { json: { ...subscription, label: "Chrome" } });
  }
}, 120_000);
afterAll(async () => {
  service.close();
  await site.close();
});

async function later(milliseconds: number) {
  site.advance(milliseconds);
  for (const name of names) people[name] = await site.again(people[name]);
}
const write = async (by: Person) => {
  const form = { teamId: String(teamId), articleTitle: "글", articleBody: "<p>글</p>" };
  expect((await by.ask("POST", "/v1/articles", { form })).status).toBe(201);
};
const raised = async (): Promise<string[]> => {
  const rows = await site.query<{ name: string }>(
    `SELECT name FROM inbox JOIN member_card ON uuid = member_id WHERE kind = 'WRITE_REMINDER' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};
const deliveries = (person: Person, expected: string[]) =>
  vi.waitFor(async () => {
    const rows = await site.query<{ said: string }>(
      "SELECT concat_ws(' ', state, result) AS said FROM delivery WHERE member_id = $1 AND channel = 'push'",
      [person.uuid],
    );
    expect(rows.map(({ said }) => said)).toEqual(expected);
  });
/** Waits until the clock has looked for due items at the present time, which the health check does as well. */
const nothingDue = () =>
  vi.waitFor(async () => {
    const { clocks } = await (await fetch(`${site.origin}/health/ready`)).json();
    expect(clocks).toContainEqual(expect.objectContaining({ clock: "reminders", due: 0 }));
  });

it("tells nobody before its time", async () => {
  await nothingDue();
  expect(await raised()).toEqual([]);
});

it("tells bound members who have neither written nor a rest, once", async () => {
  const rest = await people.쉬는이.ask("PUT", `/v1/teams/${teamId}/rests/${site.today()}`);
  expect(rest.status).toBe(200);
  site.advance(15 * minuteMs - secondMs);
  await write(people.쓴이);
  await nothingDue();
  expect(await raised()).toEqual([]);
  site.advance(secondMs);
  await vi.waitFor(async () => expect(await raised()).toEqual(["늦은이", "방장", "안쓴이"]));
  await nothingDue();
  expect((await inboxOf(people.안쓴이)).content[0]).toMatchObject({
    kind: "WRITE_REMINDER",
    group: "TEAM",
    text: "내 팀 새벽네시반의 오늘 글은 01:59까지 쓸 수 있어요.",
    link: `/posting/${teamId}`,
    actors: [],
  });
});

it("is not sent to a member who has written meanwhile", async () => {
  await write(people.늦은이);
  await deliveries(people.안쓴이, ["due"]);
  site.advance(15 * secondMs);
  await deliveries(people.안쓴이, ["sent"]);
  await deliveries(people.늦은이, ["dropped done"]);
  expect(service.received.map(({ payload }) => payload.body)).toEqual([
    "내 팀 새벽네시반의 오늘 글은 01:59까지 쓸 수 있어요.",
  ]);
});

it("comes when a rest is taken back in time", async () => {
  const taken = await people.쉬는이.ask("DELETE", `/v1/teams/${teamId}/rests/${site.today()}`);
  expect(taken.status).toBe(200);
  await vi.waitFor(async () => expect(await raised()).toEqual(["늦은이", "방장", "쉬는이", "안쓴이"]));
});

it("is not made up for a day that has ended, and comes again on the next one", async () => {
  await later(24 * hourMs + 4 * hourMs);
  await nothingDue();
  expect(await raised()).toHaveLength(4);
  await later(20 * hourMs);
  await vi.waitFor(async () => expect(await raised()).toHaveLength(9));
  await nothingDue();
  expect(await raised()).toHaveLength(9);
});
