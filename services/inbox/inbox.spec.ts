import { describe, expect, it } from "vitest";
import type { InboxEvent } from "#contracts/inbox/events";
import { inboxLimits } from "#contracts/limits";
import {
  allRead,
  collapsed,
  notificationId,
  raised,
  settingsChanged,
  someRead,
} from "#tests/examples/notifications";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { itDecides } from "#tests/support/given";
import { withoutSuperseded } from "../event-store/superseded.ts";
import { type InboxCommand, type InboxState, inbox, resultOf } from "./inbox.ts";

const at = (minutes: number, seconds = 0) =>
  new Date(Date.parse("2025-09-03T12:30:00.000Z") + minutes * 60_000 + seconds * 1000).toISOString();
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const numbered = (n: number, data: object = {}) =>
  raised({ notificationId: uuid(n), number: n, sourceEventId: uuid(1000 + n), teamId: n, ...data });

const {
  right: _,
  number: __,
  ...facts
} = (raised() as Extract<InboxEvent, { type: "NotificationRaised" }>).data;
const other = { notificationId: uuid(2), sourceEventId: uuid(1002) };
type Raise = InboxCommand & { type: "Raise" };
const notice = (data: Partial<Raise> = {}): Raise => ({
  ...facts,
  kind: "SUBJECT_POSTED",
  type: "Raise",
  leftAt: undefined,
  ...data,
});
const third = { sourceEventId: uuid(1003) };
const second = (data: Partial<Raise> = {}) =>
  notice({ ...other, sourceOccurredAt: at(1), actorIds: [hodu], day: "2025-12-12", ...data });
const collapsedBy = (data: object = {}) =>
  collapsed({ sourceEventId: uuid(1002), sourceOccurredAt: at(1), ...data });

const readUpTo = (upTo: number): InboxCommand => ({ type: "ReadUpTo", memberId: dotori, upTo });
const readSome = (
  ...entries: [notificationId: string, number: number, isRead?: boolean][]
): InboxCommand => ({
  type: "ReadSome",
  memberId: dotori,
  entries: entries.map(([id, number, isRead = false]) => ({ notificationId: id, number, isRead })),
});
const change = (changes: Partial<Extract<InboxCommand, { type: "ChangeSettings" }>> = {}): InboxCommand => ({
  type: "ChangeSettings",
  memberId: dotori,
  ifMatch: undefined,
  kinds: [],
  quiet: undefined,
  digest: undefined,
  hasMail: false,
  ...changes,
});
const off = { inbox: false, push: false, mail: false };
const muting = settingsChanged({ kinds: { SUBJECT_POSTED: off, KICKED: off } });

describe("raising", () => {
  itDecides(inbox, [
    ["numbers a first notification 1", [], notice(), [raised()]],
    [
      "gives the next notification the next number",
      [numbered(1)],
      second(),
      [raised({ ...fresh(second()), number: 2 })],
    ],
    ["raises one notification for a source event that is received twice", [raised()], notice(), []],
    [
      "ignores a source event that has collapsed already",
      [raised(), collapsedBy()],
      second({ sourceOccurredAt: at(20) }),
      [],
    ],
    [
      "raises another kind for the same source event",
      [raised()],
      notice({ kind: "ENTRY_PASSWORD_CHANGED", notificationId: uuid(2) }),
      [raised({ kind: "ENTRY_PASSWORD_CHANGED", notificationId: uuid(2), number: 2, right: "manager" })],
    ],
    ["raises nothing of a kind whose inbox is off", [muting], notice(), []],
    ["collapses nothing of a kind whose inbox is off", [raised(), muting], second(), []],
    [
      "raises a locked kind that the settings switch off",
      [muting],
      notice({ kind: "KICKED" }),
      [raised({ kind: "KICKED", right: "self" })],
    ],
    ["raises nothing of a kind that is off by default", [], notice({ kind: "ARTICLE_POSTED" }), []],
    [
      "raises a kind that is off by default once it is switched on",
      [settingsChanged()],
      notice({ kind: "ARTICLE_POSTED" }),
      [raised({ kind: "ARTICLE_POSTED" })],
    ],
  ]);
});

describe("collapsing", () => {
  const newMembers = (data: Partial<Raise>) => second({ kind: "NEW_MEMBER", ...data });
  itDecides(inbox, [
    [
      "collapses a second event of the same kind and team into the first, newest actor first",
      [raised()],
      second(),
      [collapsedBy()],
    ],
    [
      "appends nothing for further events of members who are named already",
      [raised({ actorIds: [bamtol, hodu] })],
      second(),
      [],
    ],
    [
      "holds an actor once",
      [raised({ kind: "NEW_MEMBER", actorIds: [bamtol, hodu] })],
      newMembers({ actorIds: [janmul, hodu] }),
      [collapsedBy({ count: 4, actorIds: [janmul, hodu, bamtol] })],
    ],
    [
      "raises a notification for a further event of the same member once the first was read",
      [raised({ actorIds: [hodu] }), someRead()],
      second(),
      [raised({ ...fresh(second()), number: 2 })],
    ],
    [
      "raises a notification for a further event of the same member 10 minutes later",
      [raised({ actorIds: [hodu] })],
      second({ sourceOccurredAt: at(10) }),
      [raised({ ...fresh(second()), sourceOccurredAt: at(10), number: 2 })],
    ],
    [
      "collapses changes of a role by their team",
      [raised({ kind: "ROLE_CHANGED", right: "self", actorIds: [bamtol], change: "CO_MANAGER" })],
      second({ kind: "ROLE_CHANGED", day: null, change: "DEMOTED" }),
      [collapsedBy({ day: null })],
    ],
    [
      "ends 10 minutes after the first event, not after the last",
      [raised(), collapsedBy({ sourceOccurredAt: at(9) })],
      second({ sourceEventId: uuid(1003), sourceOccurredAt: at(10) }),
      [raised({ ...fresh(second()), sourceEventId: uuid(1003), sourceOccurredAt: at(10), number: 3 })],
    ],
    [
      "counts events until then",
      [raised(), collapsedBy()],
      second({ sourceEventId: uuid(1003), sourceOccurredAt: at(9, 59), actorIds: [janmul] }),
      [
        collapsedBy({
          sourceEventId: uuid(1003),
          sourceOccurredAt: at(9, 59),
          number: 3,
          count: 3,
          actorIds: [janmul, hodu, bamtol],
        }),
      ],
    ],
    [
      "does not collapse into one of another team",
      [raised()],
      second({ teamId: 13 }),
      [raised({ ...fresh(second()), teamId: 13, number: 2 })],
    ],
    [
      "does not collapse into one of another kind",
      [raised()],
      second({ kind: "ANNOUNCEMENT_CHANGED" }),
      [raised({ ...fresh(second()), kind: "ANNOUNCEMENT_CHANGED", number: 2 })],
    ],
    [
      "does not collapse into one that was read",
      [raised(), someRead()],
      second(),
      [raised({ ...fresh(second()), number: 2 })],
    ],
    [
      "does not collapse into one below the read mark",
      [raised(), allRead()],
      second(),
      [raised({ ...fresh(second()), number: 2 })],
    ],
    [
      "collapses into one after its recipient's return, not into one from before they left",
      [raised(), numbered(2, { teamId: 12, sourceOccurredAt: at(3) })],
      second({ ...third, sourceOccurredAt: at(4), leftAt: Date.parse(at(2)) }),
      [collapsedBy({ ...third, notificationId: uuid(2), number: 3, sourceOccurredAt: at(4) })],
    ],
    [
      "does not collapse into one of the instant at which its recipient left",
      [raised()],
      second({ leftAt: Date.parse(at(0)) }),
      [raised({ ...fresh(second()), number: 2 })],
    ],
    [
      "does not collapse kinds without a target",
      [raised({ kind: "KICKED", right: "self" })],
      second({ kind: "KICKED" }),
      [raised({ ...fresh(second()), kind: "KICKED", right: "self", number: 2 })],
    ],
    [
      "counts new members, not events",
      [raised({ kind: "NEW_MEMBER", actorIds: [bamtol, hodu] })],
      newMembers({ actorIds: [janmul] }),
      [collapsedBy({ count: 3, actorIds: [janmul, bamtol, hodu] })],
    ],
    [
      "collapses applications by their recruitment",
      [raised({ kind: "APPLICATION_SUBMITTED", right: "recruiter", teamId: null, recruitmentId: 5 })],
      second({ kind: "APPLICATION_SUBMITTED", teamId: null, recruitmentId: 5, day: null }),
      [collapsedBy({ day: null })],
    ],
  ]);

  it("holds at most 50 actors and keeps counting", () => {
    const state = Array.from({ length: 60 }, (_, n) => n).reduce<InboxState>((before, n) => {
      const events = inbox.decide(second({ sourceEventId: uuid(2000 + n), actorIds: [uuid(n)] }), before);
      return events.reduce(inbox.evolve, before);
    }, inbox.initial);
    expect(state.recent).toHaveLength(1);
    expect(state.recent[0]).toMatchObject({ count: 60, number: 60 });
    expect(state.recent[0]?.actorIds).toHaveLength(50);
    expect(state.recent[0]?.actorIds[0]).toBe(uuid(59));
  });
});

function fresh(command: InboxCommand & { type: "Raise" }) {
  const { type: _type, leftAt: _leftAt, ...data } = command;
  return data;
}

describe("the daily limit", () => {
  const day = (count: number, data: object = {}) =>
    Array.from({ length: count }, (_, n) => numbered(n + 1, data)).reduce(inbox.evolve, inbox.initial);
  const next = { notificationId: uuid(9001), sourceEventId: uuid(9002), teamId: 9 };
  const nextDay = { sourceOccurredAt: "2025-09-03T15:00:00.000Z" };

  it("raises nothing after 200 notifications, and again on the next Seoul day", () => {
    expect(resultOf(notice(next), day(199))).toBe("raised");
    const full = day(inboxLimits.perDay);
    expect(resultOf(notice(next), full)).toBe("capped");
    expect(inbox.decide(notice(next), full)).toEqual([]);
    expect(resultOf(notice({ ...next, ...nextDay }), full)).toBe("raised");
  });

  it("counts collapsed events, and collapses none after 200", () => {
    const others = Array.from({ length: 199 }, (_, n) =>
      collapsedBy({ sourceEventId: uuid(2000 + n), number: n + 2, actorIds: [uuid(n)] }),
    );
    const full = [raised(), ...others].reduce(inbox.evolve, inbox.initial);
    expect(resultOf(notice(next), full)).toBe("capped");
    expect(resultOf(second({ actorIds: [janmul] }), full)).toBe("capped");
    expect(inbox.decide(second({ actorIds: [janmul] }), full)).toEqual([]);
    // An event of a member who is named already appends nothing anyway.
    expect(resultOf(second({ actorIds: [uuid(198)] }), full)).toBe("collapsed");
  });

  it("is 20 per team for kinds of the account, beside that of the others", () => {
    const kicked = { ...next, kind: "KICKED", teamId: 12 } as const;
    const ofTeam = { kind: "KICKED", right: "self", teamId: 12 };
    expect(resultOf(notice(kicked), day(19, ofTeam))).toBe("raised");
    const full = day(20, ofTeam);
    expect(resultOf(notice(kicked), full)).toBe("capped");
    expect(resultOf(notice({ ...kicked, kind: "ROLE_CHANGED" }), full)).toBe("capped");
    expect(resultOf(notice({ ...kicked, teamId: 13 }), full)).toBe("raised");
    expect(resultOf(notice({ ...kicked, ...nextDay }), full)).toBe("raised");
    expect(resultOf(notice(next), day(200, ofTeam))).toBe("raised");
    expect(resultOf(notice(kicked), day(200))).toBe("raised");
  });

  it("is 5 per team for ended links to Discord, which a manager can cause at will, beside the others", () => {
    const stopped = { ...next, kind: "DISCORD_STOPPED", teamId: 12 } as const;
    const ofTeam = { kind: "DISCORD_STOPPED", right: "manager", teamId: 12 };
    expect(resultOf(notice(stopped), day(4, ofTeam))).toBe("raised");
    expect(resultOf(notice(stopped), day(5, ofTeam))).toBe("capped");
    expect(resultOf(notice({ ...stopped, teamId: 13 }), day(5, ofTeam))).toBe("raised");
    expect(resultOf(notice(next), day(200, ofTeam))).toBe("raised");
  });

  it.each(["MENTION", "REPLY", "REVIEW_ASKED"] as const)(
    "is 40 of one writer for %s, which the limit of the others includes",
    (kind) => {
      const asked = { ...next, kind, threadId: 9001 };
      const ofWriter = { kind, actorIds: [bamtol] };
      expect(resultOf(notice(asked), day(39, ofWriter))).toBe("raised");
      const full = day(40, ofWriter);
      expect(resultOf(notice(asked), full)).toBe("capped");
      expect(resultOf(notice({ ...asked, teamId: 13 }), full)).toBe("capped");
      expect(resultOf(notice({ ...asked, actorIds: [hodu] }), full)).toBe("raised");
      expect(resultOf(notice({ ...asked, ...nextDay }), full)).toBe("raised");
      expect(resultOf(notice(next), full)).toBe("raised");
      expect(resultOf(notice(asked), day(200))).toBe("capped");
    },
  );

  it("remembers the last 50 only", () => {
    const { recent, sources, latest } = day(120);
    expect([recent.length, sources.length, recent[0]?.number, latest]).toEqual([50, 50, 71, 120]);
  });
});

describe("reading", () => {
  itDecides(inbox, [
    ["marks chosen notifications", [raised()], readSome([notificationId, 1]), [someRead()]],
    ["ignores what is read already", [raised(), someRead()], readSome([notificationId, 1]), []],
    ["ignores what is below the read mark", [raised(), allRead()], readSome([notificationId, 1]), []],
    [
      "marks one into which an event has collapsed since, by its new number",
      [raised(), allRead(), collapsedBy()],
      readSome([notificationId, 1]),
      [someRead()],
    ],
    ["marks one that is older than the state holds", [raised()], readSome([uuid(7), 1]), [someRead(uuid(7))]],
    ["ignores one that is read by the read model", [raised()], readSome([uuid(7), 1, true]), []],
    ["marks all up to a number", [numbered(1), numbered(2)], readUpTo(1), [allRead(1)]],
    ["takes a number beyond the latest as the latest", [numbered(1), numbered(2)], readUpTo(9), [allRead(2)]],
    ["never moves the read mark back", [numbered(1), numbered(2), allRead(2)], readUpTo(1), []],
    ["changes nothing in an empty inbox", [], readUpTo(3), []],
  ]);
});

describe("settings", () => {
  const kind = "SUBJECT_POSTED" as const;
  const quiet = { enabled: false, from: "22:30", until: "07:00" };
  itDecides(inbox, [
    [
      "stores only what differs from the defaults",
      [],
      change({ kinds: [{ kind, inbox: true, push: true, mail: true }] }),
      [],
    ],
    [
      "switches push and mail off with the inbox",
      [],
      change({ kinds: [{ kind, inbox: false, push: true, mail: true }] }),
      [settingsChanged({ kinds: { SUBJECT_POSTED: off } })],
    ],
    [
      "keeps kinds that are not named, under the next revision",
      [settingsChanged()],
      change({ kinds: [{ kind, inbox: true, push: false, mail: true }] }),
      [
        settingsChanged({
          revision: 2,
          kinds: {
            ARTICLE_POSTED: { inbox: true, push: false, mail: false },
            SUBJECT_POSTED: { inbox: true, push: false, mail: true },
          },
        }),
      ],
    ],
    [
      "stores nothing of a kind that is set back to its default",
      [settingsChanged()],
      change({ kinds: [{ ...off, kind: "ARTICLE_POSTED" }] }),
      [settingsChanged({ revision: 2, kinds: {} })],
    ],
    ["takes quiet hours", [], change({ quiet }), [settingsChanged({ kinds: {}, quiet })]],
    ["makes no event of unchanged settings", [settingsChanged({ quiet })], change({ quiet, ifMatch: 1 }), []],
    [
      "lets the push of a locked kind be switched off",
      [],
      change({ kinds: [{ inbox: true, push: false, mail: true, kind: "KICKED" }] }),
      [settingsChanged({ kinds: { KICKED: { inbox: true, push: false, mail: true } } })],
    ],
    ["refuses a stale revision", [settingsChanged()], change({ quiet, ifMatch: 0 }), "stale-revision"],
    [
      "takes revision 0 of settings that were never changed",
      [],
      change({ quiet, ifMatch: 0 }),
      [settingsChanged({ kinds: {}, quiet })],
    ],
    ["refuses a digest without a confirmed address", [], change({ digest: "daily" }), "mail-not-confirmed"],
    [
      "takes a digest with a confirmed address",
      [],
      change({ digest: "daily", hasMail: true }),
      [settingsChanged({ kinds: {}, digest: "daily" })],
    ],
    [
      "refuses the stale revision before the missing address",
      [settingsChanged()],
      change({ digest: "daily", ifMatch: 0 }),
      "stale-revision",
    ],
  ]);
});

it("needs some hundred events of an inbox, however many years it has been filled", () => {
  const folded = (events: readonly InboxEvent[]) => events.reduce(inbox.evolve, inbox.initial);
  const events: InboxEvent[] = [];
  let state = inbox.initial;
  const run = (command: InboxCommand) => {
    for (const event of inbox.decide(command, state)) {
      events.push(event);
      state = inbox.evolve(state, event);
    }
  };
  run(change({ digest: "off", quiet: { enabled: false, from: "22:00", until: "07:00" } }));
  for (let n = 1; n <= 3000; n += 1) {
    const teamId = Math.floor(n / 2) % 3;
    const raisedAt = at(n * 8);
    const ids = { notificationId: uuid(n), sourceEventId: uuid(10_000 + n) };
    run(notice({ ...ids, teamId, actorIds: [uuid(n)], sourceOccurredAt: raisedAt }));
    if (n % 7 === 0) run(readSome([state.recent.at(-1)?.notificationId ?? "", state.latest]));
    if (n % 500 === 0) run(readUpTo(state.latest - 20));
  }
  const needed = withoutSuperseded(events, inbox.lastOf);
  expect(events.length).toBeGreaterThan(3000);
  expect(needed.length).toBeLessThan(2 * inboxLimits.considered + 3);
  expect(folded(needed)).toEqual(state);
  expect(state).toMatchObject({ settings: { revision: 1 }, latest: 3000 });
  expect(state.recent.some(({ count }) => count > 1)).toBe(true);
});
