import { expect, it } from "vitest";
import { knownMembers } from "./known-members.ts";

function looked(isUpToDate = () => true) {
  const states = new Map<string, "signed-up" | "complete" | "withdrawn">([["dotori", "complete"]]);
  let looks = 0;
  let hold = Promise.resolve();
  /** Of the read model where it is behind the log. */
  const shown = new Map<string, "complete">();
  const members = knownMembers({
    look: async (uuid) => {
      looks += 1;
      const state = shown.get(uuid) ?? states.get(uuid) ?? "absent";
      await hold;
      return state;
    },
    lookInLog: async (uuid) => states.get(uuid) ?? "absent",
    isUpToDate,
  });
  return {
    members,
    states,
    shown,
    looks: () => looks,
    holdBack(until: Promise<void>) {
      hold = until;
    },
  };
}

it("looks up once who has a profile, and again whoever has none yet", async () => {
  const { members, states, looks } = looked();
  expect([await members.stateOf("dotori"), await members.stateOf("dotori")]).toEqual([
    "complete",
    "complete",
  ]);
  expect(looks()).toBe(1);
  states.set("bam", "signed-up");
  expect(await members.stateOf("bam")).toBe("signed-up");
  states.set("bam", "complete");
  expect(await members.stateOf("bam")).toBe("complete");
});

it("looks again after a withdrawal", async () => {
  const { members, states } = looked();
  await members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  members.forget("dotori");
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("does not remember what was looked up before a withdrawal and came back after it", async () => {
  const { members, states, holdBack } = looked();
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

it("does not remember what a read model shows that has not come as far as the log", async () => {
  const { members, states, shown } = looked();
  states.set("dotori", "withdrawn");
  shown.set("dotori", "complete");
  members.forget("dotori");
  await members.stateOf("dotori");
  shown.delete("dotori");
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("does not remember what was looked up before it was told of withdrawals", async () => {
  let isUpToDate = false;
  const { members, states } = looked(() => isUpToDate);
  await members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  isUpToDate = true;
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("looks while it may not have been told of everything", async () => {
  let isUpToDate = true;
  const { members, states } = looked(() => isUpToDate);
  await members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  isUpToDate = false;
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});
