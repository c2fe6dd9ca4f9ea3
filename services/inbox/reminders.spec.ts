import { expect, it } from "vitest";
import type { EventType } from "#contracts/events";
import { bamtol, dotori } from "#tests/examples/people";
import { created, joined } from "#tests/examples/teams";
import { commandOf } from "#tests/support/commands";
import { memoryEventStore } from "#tests/support/memory-store";
import { reminderClock } from "./reminders.ts";

const teamId = 12;
const day = "2025-12-11";
const evening = new Date(`${day}T22:45:00+09:00`);
const everyDay = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const promised = {
  type: "PromiseSet" as const,
  data: {
    teamId,
    startsOn: "2025-12-08",
    weekdays: everyDay,
    perWeek: null,
    restsPerMonth: 2,
    setBy: dotori,
  },
};

/** 밤톨 has been a member since September, of a team whose day ends at 02:00. */
async function team() {
  const store = memoryEventStore();
  const happen = async (stream: string, { type, data }: { type: EventType; data: object }) => {
    const { revision } = await store.read(stream);
    await store.append(stream, [{ type, data: { ...data }, schemaVersion: 1 }], revision, commandOf());
  };
  const ofTeam = (event: { type: EventType; data: object }) => happen(`team-${teamId}`, event);
  const end = (dayEndsAt: string) =>
    ofTeam({ type: "DayEndChanged", data: { teamId, dayEndsAt, changedBy: dotori } });
  for (const event of [created, joined()]) await ofTeam(event);
  await end("02:00");
  await ofTeam(promised);
  const wrote = new Set<string>();
  const results: string[] = [];
  const clock = reminderClock({
    store,
    readModels: [],
    dueReminders: async () => [{ teamId, memberId: bamtol, day, dueAt: evening }],
    writtenDays: async () => wrote,
    onResult: (_, result) => results.push(result),
  });
  const remind = async (now = evening) => {
    const [item] = await clock.dueItems(now);
    const ids = {
      commandId: "0b6c1a52-2f5c-5a39-9c0e-5d8f6d1f7c11",
      correlationId: "one",
      causationId: "one",
    };
    if (item) await clock.command(item, { ...ids, fingerprint: item.name, actor: "system", now });
  };
  const raised = async () => (await store.read(`inbox-${bamtol}`)).events.map(({ data }) => data);
  return { happen, ofTeam, end, wrote, results, remind, raised };
}
type Team = Awaited<ReturnType<typeof team>>;

const rest = (type: "RestTaken" | "RestTakenBack") => ({
  type,
  data: { teamId, memberId: bamtol, date: day },
});
const ownDays = `attendance-${teamId}_${bamtol}`;

it("raises one reminder with the last minute of the day, however often it is found due", async () => {
  const { remind, raised, results } = await team();
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await raised()).toMatchObject([
    { memberId: bamtol, kind: "WRITE_REMINDER", right: "member", teamId, day, change: "01:59", actorIds: [] },
  ]);
  expect(results).toEqual(["raised"]);
});

it.each<[string, (team: Team) => Promise<unknown> | unknown]>([
  ["wrote a second before", ({ wrote }) => wrote.add(day)],
  ["took a rest", ({ happen }) => happen(ownDays, rest("RestTaken"))],
  [
    "left",
    ({ ofTeam }) =>
      ofTeam({ type: "MemberLeft", data: { teamId, memberId: bamtol, role: "MEMBER", withdrawn: false } }),
  ],
  ["lost the team", ({ ofTeam }) => ofTeam({ type: "TeamDeleted", data: { teamId } })],
  [
    "promises to write on other days now",
    ({ ofTeam }) => ofTeam({ ...promised, data: { ...promised.data, weekdays: ["Mon"] } }),
  ],
  [
    "switched the kind off",
    ({ happen }) =>
      happen(`inbox-${bamtol}`, {
        type: "NotificationSettingsChanged",
        data: {
          memberId: bamtol,
          revision: 1,
          kinds: { WRITE_REMINDER: { inbox: false, push: false, mail: false } },
          quiet: { enabled: true, from: "23:00", until: "08:00" },
          digest: "off",
        },
      }),
  ],
])("raises none for a member who %s", async (_, change) => {
  const here = await team();
  await change(here);
  await here.remind();
  expect((await here.raised()).filter(({ kind }) => kind === "WRITE_REMINDER")).toEqual([]);
});

it("raises none for a day that has ended", async () => {
  const { remind, raised } = await team();
  await remind(new Date("2025-12-12T02:00:00+09:00"));
  expect(await raised()).toEqual([]);
  await remind(new Date("2025-12-12T01:59:59+09:00"));
  expect(await raised()).toHaveLength(1);
});

it("raises none for a day that has not begun, since the one before ends later now", async () => {
  const { remind, raised } = await team();
  await remind(new Date(`${day}T01:59:59+09:00`));
  expect(await raised()).toEqual([]);
});

it("raises one after a rest is taken back", async () => {
  const { happen, remind, raised } = await team();
  await happen(ownDays, rest("RestTaken"));
  await remind();
  await happen(ownDays, rest("RestTakenBack"));
  await remind();
  expect(await raised()).toHaveLength(1);
});

it("names the end that the team has now", async () => {
  const { end, remind, raised } = await team();
  await end("00:00");
  await remind();
  expect(await raised()).toMatchObject([{ change: "23:59" }]);
});
