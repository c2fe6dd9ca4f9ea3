import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "#services/event-store/event-store";
import { memoryEventStore } from "#services/event-store/memory";
import type { CommandContext } from "#services/platform/decider";
import { abandonRecruitment, recruitmentsForTeams } from "#services/recruitment/places";
import { abandonTeam, teamsForRecruitments } from "#services/team/places";
import { teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori } from "#tests/examples/people";
import { recruitmentDeleted, recruitmentPosted } from "#tests/examples/recruitments";
import { created } from "#tests/examples/teams";
import { tell } from "#tests/support/recorded";

let store: EventStore;
beforeEach(() => {
  store = memoryEventStore();
});

const asked = (actor: string): CommandContext => {
  const commandId = randomUUID();
  const [correlationId, causationId] = [commandId, commandId];
  return { commandId, fingerprint: "", correlationId, causationId, actor, now: new Date(), isFresh: true };
};
/** Resolves once somebody has looked so many times from now on what became of a stream. */
const looksAt = (wanted: string, times: number) =>
  new Promise<void>((resolve) => {
    const { read } = store;
    let left = times;
    store = {
      ...store,
      async read(stream, options) {
        const slice = await read(stream, options);
        if (stream === wanted && options?.personal === "closed") left -= 1;
        if (left === 0) resolve();
        return slice;
      },
    };
  });
const typesIn = async (stream: string) => (await store.read(stream)).events.map(({ type }) => type);

/** A place, who asks for it, and the thing that it was held for first. */
const sides = [
  {
    what: "the place of a recruitment's team",
    owner: { stream: "recruitment-5", fact: recruitmentPosted() },
    held: { stream: "team-12", id: 12, began: created, ended: teamDeleted },
    reserved: "TeamReserved",
    taken: "recruitment-has-team",
    stranger: "not-the-recruiter",
    hold: (id: number, callerId = dotori, context = asked(callerId)) =>
      recruitmentsForTeams(store, abandonTeam(store)).reserveTeam(context, {
        recruitmentId: 5,
        teamId: id,
        callerId,
      }),
  },
  {
    what: "the place of a team's recruitment",
    owner: { stream: "team-12", fact: created },
    held: { stream: "recruitment-5", id: 5, began: recruitmentPosted(), ended: recruitmentDeleted() },
    reserved: "RecruitmentReserved",
    taken: "recruitment-exists",
    stranger: "not-in-team",
    hold: (id: number, callerId = dotori, context = asked(callerId)) =>
      teamsForRecruitments(store, abandonRecruitment(store)).reserveRecruitment(context, {
        teamId: 12,
        recruitmentId: id,
        callerId,
      }),
  },
] as const;

describe.each(sides)("$what", ({ owner, held, reserved, taken, stranger, hold }) => {
  const other = held.id + 1;
  beforeEach(async () => {
    await tell(store, owner.stream, owner.fact);
    await hold(held.id);
  });
  const holders = async () => (await typesIn(owner.stream)).filter((type) => type === reserved).length;

  it("stays with what is there", async () => {
    await tell(store, held.stream, held.began);
    await expect(hold(other)).rejects.toMatchObject({ code: taken });
    expect(await typesIn(held.stream)).toEqual([held.began.type]);
  });

  it("stays with what arrives a moment later", async () => {
    const hasPassed = looksAt(held.stream, 2);
    const asking = expect(hold(other)).rejects.toMatchObject({ code: taken });
    await hasPassed;
    await tell(store, held.stream, held.began);
    await asking;
  });

  it("goes to another when what held it is gone", async () => {
    await tell(store, held.stream, held.began, held.ended);
    await hold(other);
    expect(await holders()).toBe(2);
  });

  it("goes to another when what held it never came, and never can", async () => {
    await hold(other);
    expect(await holders()).toBe(2);
    expect(await typesIn(held.stream)).toEqual([held.ended.type]);
  });

  it("is refused to strangers", async () => {
    await tell(store, held.stream, held.began, held.ended);
    await expect(hold(other, bamtol)).rejects.toMatchObject({ code: stranger });
    expect(await holders()).toBe(1);
  });

  it("is held once however often a command repeats its step, and anew for another thing", async () => {
    await tell(store, held.stream, held.began, held.ended);
    await tell(store, held.stream.replace(`${held.id}`, `${other}`), held.began, held.ended);
    const context = { ...asked(dotori), causationId: randomUUID() };
    for (const id of [other, other, other + 1]) await hold(id, dotori, context);
    expect(await holders()).toBe(3);
    const [last] = (await store.read(owner.stream)).events.slice(-1);
    expect(last?.meta.causationId).toBe(context.commandId);
  });
});

it("closes nothing for somebody who may not ask for a team's place", async () => {
  await tell(store, "team-12", created);
  const { hold } = sides[1];
  await hold(5);
  await expect(hold(6, bamtol)).rejects.toMatchObject({ code: "not-in-team" });
  expect(await typesIn("recruitment-5")).toEqual([]);
});
