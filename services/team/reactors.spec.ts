import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { type EventStore, StoreUnavailable } from "#services/event-store/event-store";
import { createReactors, type Reactors } from "#services/platform/reactors/reactors";
import { rosterOf } from "#services/team/facts";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import { signedUp, withdrawn } from "#tests/examples/posts";
import { created, joined } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { memoryReactorPositions } from "#tests/support/reactor-positions";
import { tell } from "#tests/support/recorded";
import { teamReactors } from "./reactors.ts";

let reactors: Reactors | undefined;
afterEach(() => reactors?.stop());

const alone = { ...created, data: { ...created.data, teamId: 13 } } as typeof created;

/** 도토리 manages team 12 with 밤톨, and team 13 alone. Each of `faults` lets one step fail once. */
function start(store: EventStore, faults: { teams?: number; appends?: number; pictures?: number } = {}) {
  const left = { teams: 0, appends: 0, pictures: 0, ...faults };
  const forgotten: string[] = [];
  const failOn = (step: keyof typeof left) => {
    left[step] -= 1;
    if (left[step] === 0) throw new StoreUnavailable("planted");
  };
  const faulty: EventStore = {
    ...store,
    async append(...given) {
      const appended = await store.append(...given);
      // Written, but the caller does not get the result.
      failOn("appends");
      return appended;
    },
  };
  reactors = createReactors({
    store: faulty,
    positions: memoryReactorPositions(),
    reactors: teamReactors({
      async teamsOf() {
        failOn("teams");
        return [12, 13];
      },
      async forgetPictures(owner) {
        failOn("pictures");
        forgotten.push(owner);
      },
    }),
    log: pino({ enabled: false }),
    timing: { retryFirst: 1 },
  });
  reactors.start();
  return { reactors, forgotten };
}

async function teams(store: EventStore) {
  await tell(store, `member-${dotori}`, signedUp());
  await tell(store, "team-12", created, joined(bamtol));
  await tell(store, "team-13", alone);
}
const typesIn = async (store: EventStore, stream: string) =>
  (await store.read(stream)).events.map(({ type }) => type);

describe("a withdrawal", () => {
  it.each([{}, { teams: 1 }, { appends: 1 }, { appends: 2 }, { pictures: 1 }])(
    "leaves one trace in each team, cut off or not: %o",
    async (faults) => {
      const store = memoryEventStore();
      await teams(store);
      const running = start(store, faults);
      // Otherwise the joins would be processed after the withdrawal.
      expect(await running.reactors.waitFor(await store.head(), 10_000)).toMatchObject({ isDone: true });
      const withdrawal = await tell(store, `member-${dotori}`, withdrawn());
      expect(await running.reactors.waitFor(withdrawal, 10_000)).toMatchObject({ isDone: true });
      expect(await typesIn(store, "team-12")).toEqual([
        "TeamCreated",
        "MemberJoined",
        "MemberLeft",
        "ManagerSucceeded",
      ]);
      expect(await typesIn(store, "team-13")).toEqual(["TeamCreated", "MemberLeft", "TeamDeleted"]);
      expect((await rosterOf(store, 12)).members).toEqual(new Map([[bamtol, "MANAGER"]]));
      expect(running.forgotten).toEqual(["team:13"]);
      const { meta } = (await store.read("team-12")).events.at(-1) ?? {};
      expect(meta).toMatchObject({ actor: "system" });
    },
  );

  it("removes a member who was admitted after it, and keeps others", async () => {
    const store = memoryEventStore();
    await teams(store);
    const running = start(store);
    expect(
      await running.reactors.waitFor(await tell(store, `member-${dotori}`, withdrawn()), 10_000),
    ).toMatchObject({ isDone: true });
    const late = await tell(store, "team-12", joined(dotori), joined(hodu));
    expect(await running.reactors.waitFor(late, 10_000)).toMatchObject({ isDone: true });
    expect([...(await rosterOf(store, 12)).members.keys()]).toEqual([bamtol, hodu]);
  });
});
