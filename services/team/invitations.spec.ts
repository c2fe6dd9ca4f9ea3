import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { endedRefusals } from "#contracts/invitation/state";
import type { TeamEvent } from "#contracts/team/events";
import {
  invitationCreated,
  invitationId,
  invitationRevoked,
  joinedByInvitation,
} from "#tests/examples/invitations";
import { admitted, demoted, kicked, left, teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { created, joined, promoted } from "#tests/examples/teams";
import { itDecides } from "#tests/support/given";
import { memoryEventStore } from "#tests/support/memory-store";
import { type CommandContext, handle } from "../platform/decider.ts";
import { type TeamCommand, team } from "./team.ts";

const teamId = 12;
const now = new Date("2025-09-03T12:30:00.000Z");
const expiresAt = "2025-09-10T12:30:00.000Z";
const atEnd = new Date(expiresAt);
const justBefore = new Date(atEnd.getTime() - 1);

const create = (callerId = dotori, at = now): TeamCommand => ({
  type: "CreateInvitation",
  teamId,
  callerId,
  now: at,
  invitationId,
  token: "sealed-token",
  tokenDigest: "digest",
  expiresAt,
  maxUses: 3,
});
const revoke = (callerId = dotori, id = invitationId, at = now, wasCreated = false): TeamCommand => ({
  type: "RevokeInvitation",
  teamId,
  callerId,
  invitationId: id,
  now: at,
  wasCreated,
});
const revokeAll: TeamCommand = { type: "RevokeInvitations", teamId, now };
const join = (callerId = bamtol, at = now, id = invitationId): TeamCommand => ({
  type: "JoinByInvitation",
  teamId,
  callerId,
  invitationId: id,
  now: at,
});

const made = invitationCreated();
const another = (n: number, data = {}) =>
  invitationCreated({ invitationId: `b0c2f7de-55b6-4d0a-9d3e-7f7c1a0e2a1${n}`, ...data });
const invited = [created, made];
const three = [joinedByInvitation(hodu), joinedByInvitation(janmul), joinedByInvitation(stranger)];
const ofBamtol = invitationCreated({ createdBy: bamtol });
const fullOf = (memberLimit: number) => ({ ...created, data: { ...created.data, memberLimit } }) as TeamEvent;
const withdrawn = left(true, dotori, "MANAGER");

describe("spec/daily-use.md rule 20: an invitation", () => {
  itDecides(team, [
    ["is made by a manager", [created], create(), [invitationCreated({ tokenDigest: "digest" })]],
    ["is not made by a member", [created, joined()], create(bamtol), "not-a-manager"],
    ["is not made in a team that never was", [], create(), "team-not-found"],
    ["is not made in a deleted team", [created, teamDeleted], create(), "team-not-found"],
    [
      "is not made beside five usable ones",
      [created, ...[1, 2, 3, 4, 5].map((n) => another(n))],
      create(),
      "too-many-invitations",
    ],
    [
      "is made beside five of which one has expired",
      [created, ...[1, 2, 3, 4].map((n) => another(n)), another(5, { expiresAt: now.toISOString() })],
      create(),
      [invitationCreated({ tokenDigest: "digest" })],
    ],
  ]);
});

describe("spec/daily-use.md rule 21: an invitation is usable", () => {
  itDecides(team, [
    ["until its last millisecond", invited, join(bamtol, justBefore), [joinedByInvitation()]],
    ["not at its end", invited, join(bamtol, atEnd), "invitation-expired"],
    ["not once it is revoked", [...invited, invitationRevoked()], join(), "invitation-revoked"],
    ["until the last of its uses", [...invited, ...three.slice(1)], join(), [joinedByInvitation()]],
    ["not after it", [...invited, ...three], join(), "invitation-used-up"],
    [
      "not after it, also when members who used it have left",
      [...invited, ...three, left(false, hodu)],
      join(),
      "invitation-used-up",
    ],
    [
      "not while its maker is no manager",
      [created, joined(), promoted(bamtol), ofBamtol, demoted],
      join(hodu),
      "invitation-revoked",
    ],
    [
      "again when its maker is manager again",
      [created, joined(), promoted(bamtol), ofBamtol, demoted, promoted(bamtol)],
      join(hodu),
      [{ ...joinedByInvitation(hodu), data: { ...joinedByInvitation(hodu).data, invitedBy: bamtol } }],
    ],
    [
      "not after its maker has withdrawn",
      [created, joined(hodu), made, withdrawn],
      join(),
      "invitation-revoked",
    ],
  ] as Parameters<typeof itDecides<never, TeamCommand, TeamEvent>>[1]);

  itDecides(team, [
    ["revoked by a manager", invited, revoke(), [invitationRevoked()]],
    [
      "revoked by another manager than its maker",
      [...invited, joined(), promoted(bamtol)],
      revoke(bamtol),
      [invitationRevoked(bamtol)],
    ],
    ["not revoked by a member", [...invited, joined()], revoke(bamtol), "not-a-manager"],
    ["not revoked when there is none", [created], revoke(), "invitation-not-found"],
    ["not revoked in a deleted team", [...invited, teamDeleted], revoke(), "team-not-found"],
    ["revoked twice: nothing changes", [...invited, invitationRevoked()], revoke(), []],
    ["revoked after its end: nothing changes", invited, revoke(dotori, invitationId, atEnd), []],
    ["revoked after its last use: nothing changes", [...invited, ...three], revoke(), []],
    [
      "revoked while its maker is no manager, and stays so",
      [created, joined(), promoted(bamtol), ofBamtol, demoted],
      revoke(),
      [invitationRevoked()],
    ],
    [
      "revoked after its end while its maker is no manager: nothing changes",
      [created, joined(), promoted(bamtol), ofBamtol, demoted],
      revoke(dotori, invitationId, atEnd),
      [],
    ],
    [
      "revoked by an operator, no member is named; ended ones stay as they are",
      [...invited, another(1, { expiresAt: now.toISOString() })],
      revokeAll,
      [invitationRevoked(null)],
    ],
    [
      "revoked by an operator also while its maker is no manager",
      [created, joined(), promoted(bamtol), ofBamtol, demoted],
      revokeAll,
      [invitationRevoked(null)],
    ],
  ]);
});

describe("spec/daily-use.md rule 22: joining by an invitation", () => {
  itDecides(team, [
    ["needs no password and counts a use", invited, join(), [joinedByInvitation()]],
    ["is refused to members first of all", [...invited, invitationRevoked()], join(dotori), "already-joined"],
    ["is refused in a full team", [fullOf(1), made], join(), "team-full"],
    ["is refused as revoked when only the read model has it", [created], join(), "invitation-revoked"],
    ["is refused to members first of all then, too", [created], join(dotori), "already-joined"],
    ["is refused in a deleted team", [...invited, teamDeleted], join(), "invitation-not-found"],
    [
      "is refused in a full team for the invitation's reason",
      [fullOf(1), made, invitationRevoked()],
      join(),
      "invitation-revoked",
    ],
  ]);
});

describe("spec/daily-use.md rule 23: who was kicked", () => {
  const out = [...invited, joined(), kicked];
  itDecides(team, [
    ["is refused", out, join(), "kicked-from-team"],
    ["is refused before seats are counted", [fullOf(1), made, joined(), kicked], join(), "kicked-from-team"],
    [
      "and has been in the team since by password is admitted",
      [...out, joined(), left()],
      join(),
      [joinedByInvitation()],
    ],
    [
      "and was admitted by an application since is admitted",
      [
        ...invited,
        joined(hodu),
        { ...kicked, data: { ...kicked.data, memberId: hodu } } as TeamEvent,
        admitted,
        left(false, hodu),
      ],
      join(hodu),
      [joinedByInvitation(hodu)],
    ],
    ["does not keep others out", out, join(hodu), [joinedByInvitation(hodu)]],
    [
      "may still come by password",
      out,
      { type: "JoinTeam", teamId, callerId: bamtol, guess: { verdict: "right" } },
      [joined()],
    ],
  ]);
});

it("spec/daily-use.md rule 24: a join names the invitation and who made it, never the token", () => {
  const [event] = team.decide(join(), invited.reduce(team.evolve, team.initial));
  expect(event?.data).toEqual({ teamId, memberId: bamtol, invitationId, invitedBy: dotori });
});

it("keeps no more than a hundred when they are made and revoked all day, and the usable ones among them", () => {
  let state = [created, made].reduce(team.evolve, team.initial);
  const ids = Array.from({ length: 300 }, () => randomUUID());
  const [first] = ids;
  for (const id of ids) {
    state = team.evolve(state, invitationCreated({ invitationId: id }));
    state = team.evolve(state, {
      type: "InvitationRevoked",
      data: { teamId, invitationId: id, revokedBy: null },
    });
  }
  expect(state.invitations.size).toBe(100);
  expect(team.decide(join(), state)).toHaveLength(1);
  // Those that it no longer has are still known as revoked.
  expect(state.invitations.has(first as string)).toBe(false);
  expect(team.decide(revoke(dotori, first, now, true), state)).toEqual([]);
});

describe("of twenty who join at once", () => {
  const context = (): CommandContext => {
    const commandId = randomUUID();
    const of = { commandId, causationId: commandId, correlationId: commandId };
    return { ...of, fingerprint: commandId, actor: "system", now };
  };
  it.each([
    [3, "three uses", 10, endedRefusals.usedUp],
    [1, "one free seat", 2, "team-full"],
  ])("%d are admitted at %s", async (admittedCount, _, memberLimit, code) => {
    const store = memoryEventStore();
    for (const [revision, { type, data }] of [fullOf(memberLimit), made].entries())
      await store.append("team-12", [{ type, schemaVersion: 1, data }], revision - 1, {
        ...context(),
        answer: { data: null },
        meta: { ...context() },
        occurredAt: now.toISOString(),
      });
    const joins = Array.from({ length: 20 }, () =>
      handle(store, context(), { decider: team, stream: "team-12", command: join(randomUUID()) }),
    );
    const outcomes = await Promise.allSettled(joins);
    const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(refused).toEqual(Array(20 - admittedCount).fill(code));
  });
});
