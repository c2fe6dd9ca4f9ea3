import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "#services/event-store/event-store";
import type { CommandContext } from "#services/platform/decider";
import { abandonRecruitment, reserveTeam } from "#services/recruitment/reservations";
import { abandonTeam, reserveRecruitment } from "#services/team/reservations";
import { teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori } from "#tests/examples/people";
import { recruitmentDeleted, recruitmentPosted } from "#tests/examples/recruitments";
import { created } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { tell } from "#tests/support/recorded";

let store: EventStore;
beforeEach(() => {
  store = memoryEventStore();
});

const asked = (actor: string): CommandContext => {
  const commandId = randomUUID();
  const correlationId = commandId;
  const causationId = commandId;
  return { commandId, fingerprint: "", correlationId, causationId, actor, now: new Date(), isFresh: true };
};
/** Resolves after this many further reads of a stream. */
const readsOf = (wanted: string, times: number) =>
  new Promise<void>((resolve) => {
    const { read } = store;
    let left = times;
    store = {
      ...store,
      async read(stream, options) {
        const slice = await read(stream, options);
        if (stream === wanted) left -= 1;
        if (left === 0) resolve();
        return slice;
      },
    };
  });
const typesIn = async (stream: string) => (await store.read(stream)).events.map(({ type }) => type);

/** Both directions: the stream that holds the reservation, and the id that was reserved first. */
const sides = [
  {
    what: "the reservation of a recruitment's team",
    owner: { stream: "recruitment-5", fact: recruitmentPosted() },
    held: { stream: "team-12", id: 12, began: created, ended: teamDeleted },
    reserved: "TeamReserved",
    taken: "recruitment-has-team",
    stranger: "not-the-recruiter",
    hold: (id: number, callerId = dotori, context = asked(callerId)) =>
      reserveTeam(store, abandonTeam(store))(context, {
        recruitmentId: 5,
        teamId: id,
        callerId,
      }),
  },
  {
    what: "the reservation of a team's recruitment",
    owner: { stream: "team-12", fact: created },
    held: { stream: "recruitment-5", id: 5, began: recruitmentPosted(), ended: recruitmentDeleted() },
    reserved: "RecruitmentReserved",
    taken: "recruitment-exists",
    stranger: "caller-not-in-team",
    hold: (id: number, callerId = dotori, context = asked(callerId)) =>
      reserveRecruitment(store, abandonRecruitment(store))(context, {
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

  it("is refused while the first one exists", async () => {
    await tell(store, held.stream, held.began);
    await expect(hold(other)).rejects.toMatchObject({ code: taken });
    expect(await typesIn(held.stream)).toEqual([held.began.type]);
  });

  it("is refused when the first one appears a moment later", async () => {
    const hasPassed = readsOf(held.stream, 2);
    const asking = expect(hold(other)).rejects.toMatchObject({ code: taken });
    await hasPassed;
    await tell(store, held.stream, held.began);
    await asking;
  });

  it("passes to another once the first one is deleted", async () => {
    await tell(store, held.stream, held.began, held.ended);
    await hold(other);
    expect(await holders()).toBe(2);
  });

  it("passes to another when the first one never appears, whose stream is closed", async () => {
    await hold(other);
    expect(await holders()).toBe(2);
    expect(await typesIn(held.stream)).toEqual([held.ended.type]);
  });

  it("is refused to strangers", async () => {
    await tell(store, held.stream, held.began, held.ended);
    await expect(hold(other, bamtol)).rejects.toMatchObject({ code: stranger });
    expect(await holders()).toBe(1);
  });

  it("is written once when a command repeats its step, and again for another id", async () => {
    await tell(store, held.stream, held.began, held.ended);
    await tell(store, held.stream.replace(`${held.id}`, `${other}`), held.began, held.ended);
    const context = { ...asked(dotori), causationId: randomUUID() };
    for (const id of [other, other, other + 1]) await hold(id, dotori, context);
    expect(await holders()).toBe(3);
    const [last] = (await store.read(owner.stream)).events.slice(-1);
    expect(last?.meta.causationId).toBe(context.commandId);
  });
});

it("closes no stream for a caller who may not reserve", async () => {
  await tell(store, "team-12", created);
  const { hold } = sides[1];
  await hold(5);
  await expect(hold(6, bamtol)).rejects.toMatchObject({ code: "caller-not-in-team" });
  expect(await typesIn("recruitment-5")).toEqual([]);
});
