import "#tests/support/indexed-db";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type DeviceDraft, draftDevice, removeDeviceDraftsOf } from "./draft-device.ts";

const at = Date.now();
const draft = (draftId: string, rest: Partial<DeviceDraft> = {}): DeviceDraft => ({
  draftId,
  title: draftId,
  category: null,
  contact: "",
  html: "<p>글</p>",
  revision: null,
  postId: null,
  at,
  ...rest,
});
const device = draftDevice("a", "article-3");
const titles = async (of = device) => (await of.read()).drafts.map(({ title }) => title);

afterEach(async () => {
  for (const owner of ["a", "ab"]) await removeDeviceDraftsOf(owner);
});

describe("drafts on this device", () => {
  it("are read by owner and key, those of all editors, and are deleted only with their owner", async () => {
    const others = [draftDevice("a", "article-30"), draftDevice("ab", "article-3")];
    for (const one of [device, ...others]) expect(await one.write(draft("1"), "spare")).toBe("1");
    await device.write(draft("2"), "spare");
    await device.end({ draftId: "3", at, isMoved: false });
    expect(await titles()).toEqual(["1", "2"]);
    expect(await titles(draftDevice("b", "article-3"))).toEqual([]);
    await removeDeviceDraftsOf("a");
    expect(await device.read()).toEqual({ drafts: [], ended: [], queued: [] });
    expect(await titles(others[0])).toEqual([]);
    expect(await titles(others[1])).toEqual(["1"]);
  });

  it("are replaced by later texts of the same editor, and marked as synced for one state", async () => {
    await device.write(draft("1"), "spare");
    await device.write(draft("1", { at: at + 1, title: "다음 글" }), "spare");
    expect(await device.markSynced("1", at)).toBe(true);
    expect((await device.read()).drafts).toMatchObject([{ title: "다음 글" }]);
    expect((await device.read()).drafts[0]?.isSynced).toBeFalsy();
    await device.markSynced("1", at + 1);
    await device.write(draft("1", { at: at + 1 }), "spare");
    expect((await device.read()).drafts).toMatchObject([{ title: "다음 글", isSynced: true }]);
  });

  it("end in the state that was read, not in a later one", async () => {
    await device.write(draft("1", { at: at + 1 }), "spare");
    expect(await device.end({ draftId: "1", at, isMoved: false })).toBe(false);
    expect(await device.end({ draftId: "1", at: at + 1, isMoved: false })).toBe(true);
    expect(await device.read()).toMatchObject({ drafts: [], ended: [{ draftId: "1", at: at + 1 }] });
    expect(await device.markSynced("1", at + 1)).toBe(false);
  });

  it.each([
    ["discarded", false, at, ["1"]],
    ["taken over with this text", true, at, []],
    ["taken over before this text", true, at + 1, ["1"]],
  ])(
    "once %s are written under another id where the text stands nowhere else",
    async (_, isMoved, later, left) => {
      await device.end({ draftId: "1", at, isMoved });
      expect(await device.write(draft("1", { at: later }), "spare")).toBe(left.length > 0 ? "spare" : "1");
      expect(await titles()).toEqual(left);
    },
  );

  it("are deleted after the time for which the server keeps them", async () => {
    await device.write(draft("1", { at: at - 366 * 86_400_000 }), "spare");
    expect(await titles()).toEqual([]);
  });
});

it("returns failure without throwing if the browser has no databases", async () => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", {
    open() {
      throw new Error("not in a private window");
    },
  });
  const module = await import("./draft-device.ts");
  const refusing = module.draftDevice("a", "article-3");
  expect(await refusing.write(draft("1"), "spare")).toBeUndefined();
  expect(await refusing.read()).toEqual({ drafts: [], ended: [], queued: [] });
  expect(await refusing.end({ draftId: "1", at, isMoved: false })).toBe(true);
  expect(await refusing.markSynced("1", at)).toBe(true);
  await module.removeDeviceDraftsOf("a");
  vi.unstubAllGlobals();
});
