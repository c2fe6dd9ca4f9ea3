import { expect, it } from "vitest";
import { knownMembers } from "./known-members.ts";

function counted(isUpToDate = () => true) {
  const states = new Map<string, "signed-up" | "complete" | "withdrawn">([["dotori", "complete"]]);
  let reads = 0;
  let hold = Promise.resolve();
  /** Of the read model where it is behind the log. */
  const shown = new Map<string, "complete">();
  const members = knownMembers({
    readModel: async (uuid) => {
      reads += 1;
      const state = shown.get(uuid) ?? states.get(uuid) ?? "absent";
      await hold;
      return state;
    },
    log: async (uuid) => states.get(uuid) ?? "absent",
    isUpToDate,
  });
  return {
    members,
    states,
    shown,
    reads: () => reads,
    holdBack(until: Promise<void>) {
      hold = until;
    },
  };
}

it("reads once that a member has a profile, and again while it has none", async () => {
  const { members, states, reads } = counted();
  expect([await members.stateOf("dotori"), await members.stateOf("dotori")]).toEqual([
    "complete",
    "complete",
  ]);
  expect(reads()).toBe(1);
  states.set("bam", "signed-up");
  expect(await members.stateOf("bam")).toBe("signed-up");
  states.set("bam", "complete");
  expect(await members.stateOf("bam")).toBe("complete");
});

it("reads again after a withdrawal", async () => {
  const { members, states } = counted();
  await members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  members.forget("dotori");
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("does not cache a state that was read before a withdrawal and arrived after it", async () => {
  const { members, states, holdBack } = counted();
  let answer = () => {};
  holdBack(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const early = members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  members.forget("dotori");
  answer();
  await early;
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("does not cache the state of a read model that is behind the log", async () => {
  const { members, states, shown } = counted();
  states.set("dotori", "withdrawn");
  shown.set("dotori", "complete");
  members.forget("dotori");
  await members.stateOf("dotori");
  shown.delete("dotori");
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("does not cache a state that was read before withdrawals were reported", async () => {
  let isUpToDate = false;
  const { members, states } = counted(() => isUpToDate);
  await members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  isUpToDate = true;
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("reads while withdrawals may be unreported", async () => {
  let isUpToDate = true;
  const { members, states } = counted(() => isUpToDate);
  await members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  isUpToDate = false;
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});
