import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { draftStore, type KeptDraft } from "./draft-store.ts";

const draft = (owner: string, key: string, sitting: string): KeptDraft => ({
  owner,
  key,
  sitting,
  title: `${key} ${sitting}`,
  category: null,
  contact: "",
  html: "<p>글</p>",
  revision: null,
  at: 1,
});
const titles = async (owner: string, key: string) =>
  (await draftStore.read(owner, key)).drafts.map(({ title }) => title);

afterEach(async () => {
  for (const owner of ["a", "ab"]) await draftStore.removeAllOf(owner);
});

describe("drafts in this browser", () => {
  it("are read by owner and key, all sittings of them and no others", async () => {
    for (const one of [
      draft("a", "article/3", "1"),
      draft("a", "article/3", "2"),
      draft("a", "article/30", "1"),
      draft("ab", "article/3", "1"),
    ])
      expect(await draftStore.put(one)).toBe(true);
    expect(await titles("a", "article/3")).toEqual(["article/3 1", "article/3 2"]);
    expect(await titles("ab", "article/3")).toHaveLength(1);
    expect(await titles("b", "article/3")).toEqual([]);
  });

  it("are written anew by the same sitting", async () => {
    await draftStore.put(draft("a", "article/3", "1"));
    await draftStore.put({ ...draft("a", "article/3", "1"), title: "다음 글" });
    expect(await titles("a", "article/3")).toEqual(["다음 글"]);
  });

  it("leave their names behind when they are removed, until those are forgotten", async () => {
    await draftStore.put(draft("a", "article/3", "1"));
    await draftStore.put(draft("a", "article/3", "2"));
    await draftStore.remove("a", "article/3", ["1"]);
    expect(await draftStore.read("a", "article/3")).toMatchObject({
      drafts: [{ sitting: "2" }],
      gone: ["1"],
    });
    await draftStore.forget("a", "article/3", ["1"]);
    expect(await draftStore.read("a", "article/3")).toMatchObject({ drafts: [{ sitting: "2" }], gone: [] });
  });

  it("go with their owner, and nobody else's do", async () => {
    await draftStore.put(draft("a", "article/3", "1"));
    await draftStore.remove("a", "article/4", ["1"]);
    await draftStore.put(draft("ab", "article/3", "1"));
    await draftStore.removeAllOf("a");
    expect(await draftStore.read("a", "article/3")).toEqual({ drafts: [], gone: [] });
    expect(await draftStore.read("a", "article/4")).toEqual({ drafts: [], gone: [] });
    expect(await titles("ab", "article/3")).toHaveLength(1);
  });
});

it("says so, and throws nothing, where the browser keeps no databases", async () => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", {
    open() {
      throw new Error("not in a private window");
    },
  });
  const { draftStore: refused } = await import("./draft-store.ts");
  expect(await refused.put(draft("a", "article/3", "1"))).toBe(false);
  expect(await refused.read("a", "article/3")).toEqual({ drafts: [], gone: [] });
  await refused.remove("a", "article/3", ["1"]);
  await refused.forget("a", "article/3", ["1"]);
  await refused.removeAllOf("a");
  vi.unstubAllGlobals();
});
