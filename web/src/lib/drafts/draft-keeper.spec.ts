// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftRoom } from "#contracts/documents/api";
import { pretendDocuments } from "#tests/support/pretend-documents";
import { createDraftKeeper, type DraftKeeper, type DraftState, type Reading } from "./draft-keeper.ts";
import { draftStore } from "./draft-store.ts";

vi.mock("../presence/document-link.ts", async () => ({
  linkDocument: (await import("#tests/support/pretend-documents")).linkDocument,
}));

const owner = "8f14e45f-ceea-467f-a8a0-0000000000aa";
const key = "article/new/12";
const room = () => pretendDocuments.doc(draftRoom(owner, key));
const atServer = () => [...room().getMap<{ title: string }>("sittings").values()];
const titlesAtServer = () => atServer().map(({ title }) => title);
const titlesHere = async () => (await draftStore.read(owner, key)).drafts.map(({ title }) => title);

const text = (title: string, rest: object = {}) => ({
  title,
  category: null,
  contact: "",
  html: `<p>${title}</p>`,
  revision: null,
  ...rest,
});

const keepers: DraftKeeper[] = [];
function sit() {
  const states: DraftState[] = [];
  const keeper = createDraftKeeper(owner, key, (state) => states.push(state));
  keepers.push(keeper);
  const isNow = (state: DraftState) => vi.waitFor(() => expect(states.at(-1)).toBe(state));
  return {
    ...keeper,
    isNow,
    async write(reading: Reading) {
      keeper.keep(() => reading);
      await isNow("kept");
    },
  };
}

/** Sits down at another device, whose browser has none of these drafts. */
async function sitElsewhere() {
  await draftStore.removeAllOf(owner);
  return sit();
}

beforeEach(async () => {
  // Each word is a second later than the one before, so that none waits for its turn.
  let clock = 0;
  vi.spyOn(Date, "now").mockImplementation(() => {
    clock += 1000;
    return clock;
  });
  await draftStore.removeAllOf(owner);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const keeper of keepers.splice(0)) keeper.close();
  pretendDocuments.reset();
});

describe("what is written", () => {
  it("is kept here and at the server, and asked for only once a moment", async () => {
    const mine = sit();
    const read = vi.fn(() => text("하나"));
    for (let key = 0; key < 20; key += 1) mine.keep(read);
    await mine.isNow("kept");
    expect(read).toHaveBeenCalledTimes(1);
    expect(await titlesHere()).toEqual(["하나"]);
    expect(titlesAtServer()).toEqual(["하나"]);
    expect(mine.holds()).toBe(true);
  });

  it("is kept within a moment also once the clock was put back", async () => {
    const mine = sit();
    await mine.write(text("하나"));
    vi.mocked(Date.now).mockReturnValue(-3_600_000);
    mine.keep(() => text("둘"));
    await vi.waitFor(() => expect(titlesAtServer()).toEqual(["둘"]));
  });

  it("is here alone while the line is down, and at the server once it is back", async () => {
    pretendDocuments.cut();
    const mine = sit();
    mine.keep(() => text("하나"));
    await mine.isNow("here");
    expect(await titlesHere()).toEqual(["하나"]);
    pretendDocuments.mend();
    await mine.isNow("kept");
    expect(titlesAtServer()).toEqual(["하나"]);
  });

  it("is nowhere while the browser refuses to keep it and a line that looks sound is dead", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(draftStore, "put").mockResolvedValue(false);
    const states: DraftState[] = [];
    const mine = createDraftKeeper(owner, key, (state) => states.push(state));
    keepers.push(mine);
    pretendDocuments.deaden();
    mine.keep(() => text("하나"));
    await vi.advanceTimersByTimeAsync(2000);
    expect(states).toEqual(["pending"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(states).toEqual(["pending", "unkept"]);
    pretendDocuments.mend();
    await vi.advanceTimersByTimeAsync(0);
    mine.keep(() => text("하나 둘"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states.slice(2)).toContain("kept");
    expect(states.slice(2)).not.toContain("unkept");
  });

  it("is taken back when the form is empty again", async () => {
    const mine = sit();
    await mine.write(text("하나"));
    mine.keep(() => "empty");
    await mine.isNow("none");
    expect(titlesAtServer()).toEqual([]);
    await vi.waitFor(async () => expect(await titlesHere()).toEqual([]));
    expect(mine.holds()).toBe(false);
    await mine.write(text("둘"));
    expect(await titlesHere()).toEqual(["둘"]);
  });

  it("stays when it cannot be read any more", async () => {
    const mine = sit();
    await mine.write(text("하나"));
    mine.keep(() => undefined);
    mine.close();
    expect(titlesAtServer()).toEqual(["하나"]);
    expect(await titlesHere()).toEqual(["하나"]);
  });

  it.each(["flush", "close"] as const)("is kept at once on %s, and nothing after the end", async (end) => {
    const mine = sit();
    await mine.write(text("하나"));
    mine.keep(() => text("하나 둘"));
    mine[end]();
    expect(titlesAtServer()).toEqual(["하나 둘"]);
    mine.close();
    mine.keep(() => text("셋"));
    mine.flush();
    expect(titlesAtServer()).toEqual(["하나 둘"]);
  });

  it("tells the server the generation of a text written together, not its state", async () => {
    const shared = { generation: 7, state: new Uint8Array([1, 2, 3]) };
    await sit().write(text("하나", { shared }));
    expect(atServer()).toEqual([expect.objectContaining({ generation: 7 })]);
    expect(atServer()[0]).not.toHaveProperty("shared");
    const { drafts } = await draftStore.read(owner, key);
    expect(drafts[0]?.shared?.generation).toBe(7);
    expect([...(drafts[0]?.shared?.state ?? [])]).toEqual([1, 2, 3]);
  });
});

describe("what is found", () => {
  it("is the latest of other sittings, never the own one", async () => {
    await sit().write(text("전에"));
    const device = await sitElsewhere();
    await device.write(text("나중에"));
    const third = await sitElsewhere();
    await third.write(text("지금"));
    expect((await third.found())?.title).toBe("나중에");
  });

  it("goes, together with what says the same; another text stays for another time", async () => {
    for (const title of ["다른 글", "같은 글", "같은 글"]) {
      const before = sit();
      await before.write(text(title));
      before.close();
    }
    const mine = sit();
    expect((await mine.found())?.title).toBe("같은 글");
    mine.dropFound();
    expect(titlesAtServer()).toEqual(["다른 글"]);
    await vi.waitFor(async () => expect(await titlesHere()).toEqual(["다른 글"]));
    expect((await sit().found())?.title).toBe("다른 글");
  });

  it("stays when it was neither taken over nor thrown away", async () => {
    await sit().write(text("하나"));
    expect((await sit().found())?.title).toBe("하나");
    expect((await sit().found())?.title).toBe("하나");
  });

  it("is also what was set aside, in a later sitting", async () => {
    const mine = sit();
    await mine.write(text("하나"));
    mine.setAside(text("그 전에 쓴 것"));
    mine.clear();
    expect((await sit().found())?.title).toBe("그 전에 쓴 것");
    expect((await (await sitElsewhere()).found())?.title).toBe("그 전에 쓴 것");
  });
});

describe("a sitting that another one throws away while it is open", () => {
  it("keeps its words under a new name, where the next sitting finds them", async () => {
    const first = sit();
    await first.write(text("첫째 탭"));
    const second = sit();
    expect((await second.found())?.title).toBe("첫째 탭");
    second.dropFound();
    await vi.waitFor(() => expect(titlesAtServer()).toEqual(["첫째 탭"]));
    await vi.waitFor(async () =>
      expect(await draftStore.read(owner, key)).toMatchObject({ drafts: [{ title: "첫째 탭" }], gone: [] }),
    );
    first.clear();
    await vi.waitFor(() => expect(titlesAtServer()).toEqual([]));
  });

  it("keeps them in this browser, too, while the line is down", async () => {
    const first = sit();
    await first.write(text("첫째 탭"));
    pretendDocuments.cut();
    const names = (await draftStore.read(owner, key)).drafts.map(({ sitting }) => sitting);
    await draftStore.remove(owner, key, names);
    const otherTab = new BroadcastChannel("algomoim-drafts");
    otherTab.postMessage(names);
    await vi.waitFor(async () =>
      expect(await draftStore.read(owner, key)).toMatchObject({
        drafts: [{ title: "첫째 탭" }],
        gone: names,
      }),
    );
    otherTab.close();
  });

  it("leaves them to the one that has taken them over", async () => {
    const first = sit();
    await first.write(text("이어쓸 글"));
    const second = sit();
    await second.found();
    second.keep(() => text("이어쓸 글"));
    second.flush();
    second.dropFound();
    await vi.waitFor(async () => expect((await draftStore.read(owner, key)).gone).toEqual([]));
    second.clear();
    await vi.waitFor(() => expect(titlesAtServer()).toEqual([]));
    first.keep(() => text("다시 쓴 글"));
    await vi.waitFor(() => expect(titlesAtServer()).toEqual(["다시 쓴 글"]));
  });
});

describe("what another device has gone on with and sent", () => {
  /** Writes in this browser and closes it; its drafts are there again once `back` is called. */
  async function leave(write: (mine: ReturnType<typeof sit>) => Promise<void>) {
    const mine = sit();
    await write(mine);
    await vi.waitFor(async () => expect(await titlesHere()).toHaveLength(1));
    mine.close();
    return async () => {
      const { drafts } = await draftStore.read(owner, key);
      pretendDocuments.leave();
      const device = await sitElsewhere();
      await device.found();
      await device.write(text("더 쓴 글"));
      device.dropFound();
      device.clear();
      await vi.waitFor(() => expect(titlesAtServer()).toEqual([]));
      await draftStore.removeAllOf(owner);
      await Promise.all(drafts.map((draft) => draftStore.put(draft)));
    };
  }
  const isHeard = () =>
    vi.waitFor(async () => expect((await draftStore.read(owner, key)).drafts[0]?.heard).toBeDefined());

  const picture = (type: string) => new File([new Uint8Array(900)], "섬", { type });

  it.each([
    ["a text", {}],
    ["a text with a picture that the server has", { picture: picture("image/jpeg") }],
  ])("is not offered by the browser that began it: %s", async (_what, rest) => {
    const back = await leave((mine) => mine.write(text("시작한 글", rest)));
    await isHeard();
    await back();
    expect(await sit().found()).toBeUndefined();
    await vi.waitFor(async () => expect(await titlesHere()).toEqual([]));
  });

  it("is offered with a picture that the server has never had", async () => {
    const back = await leave((mine) => mine.write(text("시작한 글", { picture: picture("image/png") })));
    await back();
    expect((await sit().found())?.title).toBe("시작한 글");
  });

  it("is offered with words that the server has never had", async () => {
    const back = await leave(async (mine) => {
      await mine.write(text("시작한 글"));
      await isHeard();
      pretendDocuments.cut();
      mine.keep(() => text("시작한 글과 나중 말"));
      await mine.isNow("here");
      mine.close();
      pretendDocuments.leave();
      pretendDocuments.mend();
    });
    await back();
    expect((await sit().found())?.title).toBe("시작한 글과 나중 말");
  });

  it("is offered when the server has forgotten everything by itself", async () => {
    await leave((mine) => mine.write(text("시작한 글")));
    await isHeard();
    pretendDocuments.reset();
    expect((await sit().found())?.title).toBe("시작한 글");
  });
});

describe("what was sent", () => {
  it("is nowhere any more; what another sitting holds is", async () => {
    await sit().write(text("다른 글"));
    const mine = sit();
    await mine.write(text("보낸 글"));
    mine.clear();
    expect(titlesAtServer()).toEqual(["다른 글"]);
    await vi.waitFor(async () =>
      expect(await draftStore.read(owner, key)).toMatchObject({ drafts: [{ title: "다른 글" }], gone: [] }),
    );
  });

  it.each([
    ["the line is still down", false],
    ["the line is back", true],
  ])("with the line down is not offered by this browser again when %s", async (_, isBack) => {
    const mine = sit();
    await mine.write(text("보낸 글"));
    pretendDocuments.cut();
    mine.clear();
    await vi.waitFor(async () => expect((await draftStore.read(owner, key)).gone).toHaveLength(1));
    pretendDocuments.leave();
    if (isBack) pretendDocuments.mend();
    const next = sit();
    expect(await next.found()).toBeUndefined();
    if (!isBack) pretendDocuments.mend();
    await vi.waitFor(() => expect(titlesAtServer()).toEqual([]));
    await vi.waitFor(async () => expect((await draftStore.read(owner, key)).gone).toEqual([]));
  });

  it("is told to the server as soon as the line is back, also after the editor is closed", async () => {
    const mine = sit();
    await mine.write(text("보낸 글"));
    pretendDocuments.cut();
    mine.clear();
    await vi.waitFor(async () => expect((await draftStore.read(owner, key)).gone).toHaveLength(1));
    pretendDocuments.mend();
    await vi.waitFor(() => expect(titlesAtServer()).toEqual([]));
  });
});

describe("a new picture", () => {
  const jpeg = (bytes: number, type = "image/jpeg") =>
    new File([new Uint8Array(bytes).fill(7)], "섬.jpg", { type });
  const carried = () => room().getMap<Uint8Array>("pictures");

  it("reaches the next device whole, and goes with its draft", async () => {
    await sit().write(text("그림", { picture: jpeg(1_000_000) }));
    const device = await sitElsewhere();
    const { picture } = (await device.found()) ?? {};
    expect(picture?.type).toBe("image/jpeg");
    expect(picture?.size).toBe(1_000_000);
    device.dropFound();
    expect(carried().size).toBe(0);
  });

  it("is found although the last word of the tab reached the server alone", async () => {
    const mine = sit();
    const uncompressed = new File(["png"], "섬.png", { type: "image/png" });
    await mine.write(text("하나", { html: '<p><img src="?"></p>', picture: uncompressed }));
    mine.close();
    const [[sitting, said]] = [...room().getMap<object>("sittings")] as [[string, object]];
    room()
      .getMap<object>("sittings")
      .set(sitting, { ...said, title: "하나 둘", at: Date.now() });
    const found = await sit().found();
    expect(found?.title).toBe("하나 둘");
    expect(found?.picture).toBeDefined();
  });

  it("is said once, however often the text is, and is replaced by the next", async () => {
    const mine = sit();
    const picture = jpeg(100);
    await mine.write(text("하나", { picture }));
    const first = [...carried().values()][0];
    mine.keep(() => text("하나 둘", { picture }));
    await vi.waitFor(() => expect(titlesAtServer()).toEqual(["하나 둘"]));
    expect([...carried().values()][0]).toBe(first);
    mine.keep(() => text("하나 둘 셋", { picture: jpeg(200) }));
    await vi.waitFor(() => expect([...carried().values()].map(({ length }) => length)).toEqual([200]));
    mine.keep(() => text("하나 둘 셋 넷"));
    await vi.waitFor(() => expect(carried().size).toBe(0));
  });

  it.each([
    ["of more than the compressed size", jpeg(1_000_001)],
    ["that is not compressed yet", jpeg(100, "image/png")],
  ])("%s stays here, and the text says that there is one", async (_, picture) => {
    await sit().write(text("그림", { picture, html: '<p><img src="?"></p>' }));
    const found = await (await sitElsewhere()).found();
    expect(found).toMatchObject({ html: '<p><img src="?"></p>', picture: undefined });
    expect(carried().size).toBe(0);
  });

  it("leaves room for texts: three in a room", async () => {
    for (let n = 0; n < 4; n += 1) await (await sitElsewhere()).write(text(`${n}`, { picture: jpeg(10) }));
    await vi.waitFor(() => expect(carried().size).toBe(3));
  });
});
