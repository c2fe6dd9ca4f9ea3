import { beforeEach, expect, it } from "vitest";
import type { DomainEvent } from "#contracts/events";
import { teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import { signedUp, withdrawn } from "#tests/examples/posts";
import {
  applied,
  recruitmentDeleted,
  recruitmentPosted,
  teamLinked,
  teamReserved,
} from "#tests/examples/recruitments";
import { created, joined } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { tell } from "#tests/support/recorded";
import type { EventStore } from "../event-store/event-store.ts";
import { recruitmentReactors } from "./reactors.ts";

let store: EventStore;
const parts = {
  recruitmentsBy: async (memberId: string) => (memberId === dotori ? [5] : []),
  recruitmentsAppliedTo: async (memberId: string) => (memberId === bamtol ? [5] : []),
};

beforeEach(() => {
  store = memoryEventStore();
});

/** Lets every reactor process the whole log, repeatedly if requested. */
async function react(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { events } = await store.readAll(store.start, 1000);
    for (const reactor of recruitmentReactors(parts))
      for (const event of events)
        if ((reactor.to as readonly string[]).includes(event.type)) await reactor.on(event, store);
  }
}
const written = async () => (await store.read("recruitment-5")).events.map(({ type }) => type);

const fromRecruitment = { ...created, data: { ...created.data, recruitmentId: 5 } } as DomainEvent;
const admitted: DomainEvent = {
  type: "ApplicantsAdmitted",
  data: { teamId: 12, recruitmentId: 5, memberIds: [bamtol], admittedBy: dotori },
};
const reserved: DomainEvent = {
  type: "RecruitmentReserved",
  data: { teamId: 12, recruitmentId: 5, reservedBy: dotori },
};
const accepted = {
  type: "ApplicationsAccepted",
  data: { recruitmentId: 5, teamId: 12, applicationIds: [8], applicantIds: [bamtol] },
};

it("links the team created from a recruitment and accepts admitted applicants, once however often the event arrives", async () => {
  await tell(store, "recruitment-5", recruitmentPosted(), applied(), applied(hodu, 9), teamReserved);
  await tell(store, "team-12", fromRecruitment, admitted);
  await react(3);
  const { events } = await store.read("recruitment-5");
  expect(events.slice(4).map(({ type, data }) => ({ type, data }))).toEqual([
    teamLinked([bamtol, hodu]),
    accepted,
  ]);
});

it("accepts the application of a member who joined by password, and no other", async () => {
  await tell(store, "recruitment-5", recruitmentPosted({ teamId: 12 }), applied());
  await tell(store, "team-12", created, reserved, joined(hodu), joined(bamtol));
  await react(2);
  expect(await written()).toEqual(["RecruitmentPosted", "ApplicationSubmitted", "ApplicationsAccepted"]);
});

it("deletes a recruitment with its team, but not one of another team", async () => {
  await tell(store, "recruitment-5", recruitmentPosted(), teamReserved, teamLinked());
  await tell(store, "team-12", fromRecruitment, teamDeleted);
  await react(2);
  expect((await written()).at(-1)).toBe("RecruitmentDeleted");
  await tell(store, "recruitment-6", recruitmentPosted({ recruitmentId: 6, teamId: 13 }));
  await react();
  expect((await store.read("recruitment-6")).events).toHaveLength(1);
});

it("deletes a post for a team that was deleted meanwhile", async () => {
  await tell(store, "team-12", created, reserved, teamDeleted);
  await react();
  await tell(store, "recruitment-5", recruitmentPosted({ teamId: 12 }));
  await react(2);
  expect(await written()).toEqual(["RecruitmentPosted", "RecruitmentDeleted"]);
});

it("accepts an application that arrived while its writer joined by password", async () => {
  await tell(store, "recruitment-5", recruitmentPosted({ teamId: 12 }));
  await tell(store, "team-12", created, reserved, joined(bamtol));
  await react();
  await tell(store, "recruitment-5", applied(), applied(hodu, 9));
  await react(2);
  const { events } = await store.read("recruitment-5");
  expect(events.slice(3).map(({ type, data }) => ({ type, data }))).toEqual([accepted]);
});

it("writes nothing about teams without a recruitment and deleted recruitments", async () => {
  await tell(store, "team-13", { ...created, data: { ...created.data, teamId: 13 } } as DomainEvent);
  await tell(store, "recruitment-5", recruitmentPosted(), teamReserved, recruitmentDeleted());
  await tell(store, "team-12", fromRecruitment);
  await react(2);
  expect(await written()).toEqual(["RecruitmentPosted", "TeamReserved", "RecruitmentDeleted"]);
});

it("removes posts of a withdrawn member, including those in progress", async () => {
  await tell(store, `member-${bamtol}`, signedUp(bamtol), withdrawn(bamtol));
  await tell(store, "recruitment-5", recruitmentPosted(), applied());
  await react(2);
  expect(await written()).toEqual(["RecruitmentPosted", "ApplicationSubmitted", "ApplicationWithdrawn"]);
  await tell(store, `member-${dotori}`, signedUp(dotori), withdrawn(dotori));
  await react(2);
  expect((await written()).at(-1)).toBe("RecruitmentDeleted");
});
