import { expect, it, vi } from "vitest";
import { knownMembers } from "./known-members.ts";

function known() {
  const states = new Map<string, "signed-up" | "complete" | "withdrawn">([["dotori", "complete"]]);
  const set = { isUpToDate: true, shown: undefined as "complete" | undefined, afterLogRead: () => {} };
  // `shown`: from a read model that lags.
  const readModel = vi.fn(async (uuid: string) => set.shown ?? states.get(uuid) ?? "absent");
  const members = knownMembers({
    readModel,
    log: async (uuid) => {
      const state = states.get(uuid) ?? "absent";
      set.afterLogRead();
      return state;
    },
    isUpToDate: () => set.isUpToDate,
  });
  const withdraw = () => {
    states.set("dotori", "withdrawn");
    members.forget("dotori");
  };
  return { members, states, set, readModel, withdraw };
}

it("reads once that a member has a profile, and again while it has none", async () => {
  const { members, states, readModel } = known();
  for (let n = 0; n < 2; n += 1) expect(await members.stateOf("dotori")).toBe("complete");
  expect(readModel).toHaveBeenCalledTimes(1);
  states.set("bam", "signed-up");
  expect(await members.stateOf("bam")).toBe("signed-up");
  states.set("bam", "complete");
  expect(await members.stateOf("bam")).toBe("complete");
});

it("reads again after a withdrawal", async () => {
  const { members, withdraw } = known();
  await members.stateOf("dotori");
  withdraw();
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("does not cache a state that was read before a withdrawal and arrived after it", async () => {
  const { members, set, withdraw } = known();
  set.afterLogRead = withdraw;
  await members.stateOf("dotori");
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it("does not cache the state of a read model that is behind the log", async () => {
  const { members, set, withdraw } = known();
  set.shown = "complete";
  withdraw();
  await members.stateOf("dotori");
  set.shown = undefined;
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});

it.each([true, false])("reads while withdrawals may be unreported: cached before %s", async (before) => {
  const { members, set, states } = known();
  set.isUpToDate = before;
  await members.stateOf("dotori");
  states.set("dotori", "withdrawn");
  set.isUpToDate = !before;
  expect(await members.stateOf("dotori")).toBe("withdrawn");
});
