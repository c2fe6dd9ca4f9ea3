import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventCatalogue } from "#contracts/events";
import type { NotificationKind } from "#contracts/inbox/api";
import * as team from "#tests/examples/memberships";
import { settingsChanged } from "#tests/examples/notifications";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { posted, signedUp, subjectPosted, withdrawn } from "#tests/examples/posts";
import { applied, recruitmentPosted } from "#tests/examples/recruitments";
import { created, joined } from "#tests/examples/teams";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { memoryEventStore } from "#tests/support/memory-store";
import { memoryReactorPositions } from "#tests/support/reactor-positions";
import { tell } from "#tests/support/recorded";
import type { EventStore } from "../event-store/event-store.ts";
import { protect } from "../platform/privacy/personal-data.ts";
import { createReactors, type Reactors } from "../platform/reactors/reactors.ts";
import { inboxReactors, streamOf } from "./reactors.ts";

/** The example events occur at 12:30 UTC. */
const happened = Date.parse("2025-09-03T12:30:00.000Z");
let now: Date;
let results: string[];
let store: EventStore;
let running: Reactors[];

const parts = {
  choosing: async (kind: NotificationKind, members: readonly string[]) =>
    kind === "ARTICLE_POSTED" ? members.filter((each) => each === hodu) : [],
  now: () => now,
  onResult: (kind: string, result: string) => void results.push(`${kind} ${result}`),
};

beforeEach(async () => {
  now = new Date(happened + 1000);
  results = [];
  running = [];
  const keys = memoryKeyRing();
  store = protect(memoryEventStore({ forget: keys.destroy }), keys, eventCatalogue);
  for (const member of [dotori, bamtol, hodu, janmul])
    await tell(store, `member-${member}`, signedUp(member));
  await tell(store, "team-12", created, joined(bamtol), joined(hodu));
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
});

/** Runs several processes along the whole log, until each has handled all of it. */
async function react(processes = 1, positions = () => memoryReactorPositions()): Promise<void> {
  const started = Array.from({ length: processes }, () =>
    createReactors({
      store,
      positions: positions(),
      log: pino({ enabled: false }),
      reactors: inboxReactors(parts),
    }),
  );
  running.push(...started);
  const head = await store.head();
  for (const each of started) each.start();
  for (const each of started) expect(await each.waitFor(head, 10_000)).toMatchObject({ isDone: true });
}
const told = async (member: string) =>
  (await store.read(streamOf(member))).events.map(({ type, data }) => {
    const { kind, number, count, actorIds } = data;
    return [type, ...(kind ? [kind] : []), number, ...(count ? [count] : []), actorIds];
  });
const raisedOf = async (member: string) =>
  (await store.read(streamOf(member))).events.map(({ data }) => data["kind"] ?? "…");
const raised = "NotificationRaised";
const collapsed = "NotificationCollapsed";

describe("notify", () => {
  it("notifies earlier members of a new one", async () => {
    await react();
    expect(await told(dotori)).toEqual([
      [raised, "NEW_MEMBER", 1, [bamtol]],
      [collapsed, 2, 2, [hodu, bamtol]],
    ]);
    expect(await told(bamtol)).toEqual([[raised, "NEW_MEMBER", 1, [hodu]]]);
    expect(await told(hodu)).toEqual([]);
  });

  it("notifies once of an event that it receives twice, and once from two processes", async () => {
    await tell(store, "subject-12_2025-09-03", subjectPosted());
    await react(2);
    const before = [await told(dotori), await told(bamtol), await told(hodu)];
    expect(before[2]).toEqual([[raised, "SUBJECT_POSTED", 1, [dotori]]]);
    await react();
    expect([await told(dotori), await told(bamtol), await told(hodu)]).toEqual(before);
  });

  it("counts the result of an event for a member once", async () => {
    await tell(store, streamOf(bamtol), settingsChanged({ memberId: bamtol, kinds: { NEW_MEMBER: off } }));
    await react();
    await react();
    expect([...results].sort()).toEqual(["NEW_MEMBER collapsed", "NEW_MEMBER muted", "NEW_MEMBER raised"]);
  });

  it("writes nothing for further events of a member who is named already", async () => {
    await tell(store, "subject-12_2025-09-03", subjectPosted());
    await react();
    const last = (await store.read("subject-12_2025-09-03")).events.at(-1);
    if (!last) throw new Error("no event");
    const append = vi.fn(store.append);
    const [reactor] = inboxReactors(parts);
    results = [];
    await reactor?.on({ ...last, eventId: "5b0f6a3e-7a0c-4a52-9d43-3f1f1a9f0c02" }, { ...store, append });
    expect(append).not.toHaveBeenCalled();
    expect(results).toEqual(["SUBJECT_POSTED collapsed", "SUBJECT_POSTED collapsed"]);
  });

  it("raises nothing for an event that is 72 h old", async () => {
    now = new Date(happened + 72 * 3_600_000);
    await react();
    expect(await raisedOf(dotori)).toEqual([]);
    expect(results).toEqual(["NEW_MEMBER stale", "NEW_MEMBER stale"]);
    now = new Date(now.getTime() - 1);
    await react();
    expect(await raisedOf(dotori)).toEqual(["NEW_MEMBER", "…"]);
  });

  it("skips a withdrawn recipient and continues", async () => {
    const revision = (await store.read(`member-${bamtol}`)).revision;
    await store.append(`member-${bamtol}`, [{ ...withdrawn(bamtol), schemaVersion: 1 }], revision, {
      ...command(),
      forget: [bamtol],
    });
    await tell(store, "team-12", team.announced);
    await react();
    expect(await raisedOf(bamtol)).toEqual([]);
    expect(await raisedOf(hodu)).toEqual(["ANNOUNCEMENT_CHANGED"]);
  });

  it("notifies only members who have switched articles on of an article", async () => {
    await tell(store, streamOf(hodu), settingsChanged({ memberId: hodu }));
    await tell(store, "article-301", posted());
    await react();
    expect(await raisedOf(hodu)).toEqual(["…", "ARTICLE_POSTED"]);
    expect(await raisedOf(dotori)).not.toContain("ARTICLE_POSTED");
  });

  it("notifies the writer of a recruitment and the managers of its team of an application, but not the applicant", async () => {
    await tell(store, "team-12", team.coManagerAdded);
    await tell(store, "recruitment-5", recruitmentPosted({ teamId: 12, authorId: hodu }), applied(janmul, 8));
    await react();
    for (const recruiter of [dotori, bamtol, hodu])
      expect(await raisedOf(recruiter)).toContain("APPLICATION_SUBMITTED");
    expect(await raisedOf(janmul)).toEqual([]);
  });

  it("writes to at most 8 inboxes concurrently", async () => {
    const others = Array.from(
      { length: 30 },
      (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    );
    for (const member of others) await tell(store, `member-${member}`, signedUp(member));
    await tell(store, "team-12", { type: "ApplicantsAdmitted", data: { ...admitted, memberIds: others } });
    await tell(store, "team-12", team.announced);
    await react();
    let atOnce = 0;
    let most = 0;
    const slow: EventStore = {
      ...store,
      async append(...given) {
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        return store.append(...given).finally(() => {
          atOnce -= 1;
        });
      },
    };
    const last = (await store.read("team-12")).events.at(-1);
    if (!last) throw new Error("no event");
    const [reactor] = inboxReactors(parts);
    await reactor?.on({ ...last, eventId: "5b0f6a3e-7a0c-4a52-9d43-3f1f1a9f0c01" }, slow);
    expect(most).toBe(8);
  });
});

const off = { inbox: false, push: false, mail: false };
const admitted = { teamId: 12, recruitmentId: 5, admittedBy: dotori };
const command = () => ({
  commandId: "5b0f6a3e-7a0c-4a52-9d43-3f1f1a9f0c77",
  fingerprint: "",
  answer: null,
  meta: { causationId: "x", correlationId: "x", actor: bamtol },
  occurredAt: new Date(happened).toISOString(),
});
