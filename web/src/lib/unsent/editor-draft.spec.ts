// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DraftFields } from "#contracts/drafts/api";
import { fakeDrafts, hurryDrafts } from "#tests/support/fake-drafts";
import { fakeServer, refused } from "#tests/support/fake-server";
import { reply, tokenOf } from "#tests/support/stub-server";
import { queuedOf, storeRecord } from "#tests/support/unsent";
import { endSessionQuietly, setToken } from "../session.ts";
import { unsent } from "./device-store.ts";
import { draftServer } from "./draft-server.ts";
import { type DraftState, EditorDraft, type Written } from "./editor-draft.ts";
import { deleteEndedRows } from "./ended-rows.ts";
import type { FoundDraft } from "./found-draft.ts";
import { isDraft, isInTrash, type PostRecord, returned } from "./record.ts";
import { type Disk, UnsentStore } from "./store.ts";

const key = "article-new-12";
let owner: string;
let server: ReturnType<typeof fakeDrafts>;
const refusingDisk: Disk = {
  change: () => Promise.reject(new DOMException("full", "QuotaExceededError")),
  read: () => Promise.reject(new DOMException("no storage", "UnknownError")),
  put: () => Promise.reject(new DOMException("full", "QuotaExceededError")),
  all: () => Promise.resolve([]),
};
/** A device that refuses storage. */
const refusing = new UnsentStore(refusingDisk, () => undefined);

const text = (title: string, { picture, room, ...fields }: Partial<DraftFields & Written> = {}): Written => ({
  fields: {
    title,
    category: null,
    contact: "",
    html: `<p>${title}</p>`,
    revision: null,
    postId: null,
    ...fields,
  },
  picture,
  room,
});
const draftsHere = async () => (await unsent.read(owner, key)).filter(isDraft);
const titlesHere = async () => (await draftsHere()).map(({ fields }) => fields.title).sort();
const isAtServer = (...titles: string[]) => vi.waitFor(() => expect(server.titles()).toEqual(titles.sort()));
const isHere = (...titles: string[]) =>
  vi.waitFor(async () => expect(await titlesHere()).toEqual(titles.sort()));

const open: EditorDraft[] = [];
function edit(store = unsent, preferred?: string) {
  const states: DraftState[] = [];
  const late = vi.fn((_: FoundDraft) => {});
  const draft = new EditorDraft({
    store,
    server: draftServer(owner, key),
    memberId: owner,
    key,
    preferred,
    onState: (state) => states.push(state),
    onLate: late,
  });
  open.push(draft);
  const becomes = (state: DraftState) => vi.waitFor(() => expect(states.at(-1)).toBe(state));
  return Object.assign(draft, {
    states,
    late,
    becomes,
    async write(title: string, rest: Partial<DraftFields & Written> = {}) {
      states.length = 0;
      draft.keep(() => text(title, rest));
      await becomes("stored");
    },
  });
}
/** An editor on another device, which has none of these drafts. */
async function editElsewhere() {
  await unsent.change([owner], (all) => ({ remove: all }));
  return edit();
}

beforeEach(() => {
  hurryDrafts();
  owner = crypto.randomUUID();
  setToken(tokenOf(owner));
  server = fakeDrafts(fakeServer());
});
afterEach(() => {
  for (const draft of open.splice(0)) draft.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a written text", () => {
  it("is stored on the device and at the server, read once after a delay, even if the clock is set back", async () => {
    const mine = edit();
    const read = vi.fn(() => text("하나"));
    for (let times = 0; times < 20; times += 1) mine.keep(read);
    await mine.becomes("stored");
    expect(read).toHaveBeenCalledTimes(1);
    expect(await titlesHere()).toEqual(["하나"]);
    expect(server.titles()).toEqual(["하나"]);
    vi.spyOn(Date, "now").mockReturnValue(1000);
    mine.keep(() => text("둘"));
    await isAtServer("둘");
  });

  it("ends when the form is empty again, and begins again after that", async () => {
    const mine = edit();
    await mine.write("하나");
    mine.keep(() => "empty");
    await mine.becomes("none");
    await isAtServer();
    await isHere();
    expect(mine.current).toBeUndefined();
    await mine.write("둘");
    expect(await titlesHere()).toEqual(["둘"]);
  });

  it("stays on the device while the server refuses temporarily, and is sent later", async () => {
    server.refuse(refused("too-many-requests"));
    const draft = edit();
    draft.keep(() => text("너무 많은 글"));
    await draft.becomes("here");
    expect(server.titles()).toEqual([]);
    await isHere("너무 많은 글");
    server.refuse(undefined);
    await isAtServer("너무 많은 글");
    await draft.becomes("stored");
  });

  it("is no draft if it was only submitted, unless it waits to be sent", async () => {
    for (const state of ["editing", "waiting"] as const) {
      const mine = edit();
      const record = mine.submitted(() => text("그대로")) as PostRecord;
      await storeRecord(state === "editing" ? record : queuedOf(owner, "그대로", {}, { ...record, state }));
      mine.close();
      await vi.waitFor(async () => {
        const [one] = (await unsent.read(owner, key)).filter(({ id }) => id === record.id);
        expect(one?.state).toBe(state === "editing" ? "discarded" : "waiting");
      });
    }
  });

  it("is kept when it cannot be read any more", async () => {
    const mine = edit();
    await mine.write("하나");
    mine.keep(() => undefined);
    mine.close();
    await isHere("하나");
    expect(server.titles()).toEqual(["하나"]);
  });

  it("is shown as not stored while reading it throws, and is stored once it can be read", async () => {
    vi.stubGlobal("reportError", () => {});
    const mine = edit();
    await mine.write("하나");
    mine.keep(() => {
      throw new RangeError("too long");
    });
    await mine.becomes("unstored");
    expect(await titlesHere()).toEqual(["하나"]);
    await mine.write("둘");
    expect(await titlesHere()).toEqual(["둘"]);
  });

  it.each(["close", "leave"] as const)("is stored immediately on %s", async (end) => {
    const mine = edit();
    await mine.write("하나");
    mine.keep(() => text("하나 둘"));
    mine[end]();
    await isHere("하나 둘");
    await isAtServer("하나 둘");
    mine.close();
    mine.keep(() => text("셋"));
    mine.flush();
    expect(await titlesHere()).toEqual(["하나 둘"]);
  });

  it("stores the room of a co-edited text only on the device", async () => {
    const room = "subject/12/2026-11-21/new";
    await edit().write("하나", { room });
    expect([...server.rows.values()][0]).not.toHaveProperty("room");
    expect(await draftsHere()).toMatchObject([{ room }]);
  });

  it("is never sent in the name of another member", async () => {
    const mine = edit();
    setToken(tokenOf(crypto.randomUUID()));
    mine.keep(() => text("하나"));
    await mine.becomes("here");
    endSessionQuietly();
    expect(server.rows.size).toBe(0);
    setToken(tokenOf(owner));
    await mine.becomes("stored");
  });

  it.each([
    ["too-large", () => reply({ status: 413, message: "너무 큼" })],
    ["too-many", () => refused("too-many-drafts")],
  ] as const)("is on the device alone where the server refuses it: %s", async (state, refusal) => {
    server.refuse(refusal());
    const mine = edit();
    mine.keep(() => text("길고 긴 글"));
    await mine.becomes(state);
    mine.keep(() => text("길고 긴 글 더"));
    await isHere("길고 긴 글 더");
    await mine.becomes(state);
    server.refuse(undefined);
    mine.keep(() => text("글"));
    await mine.becomes("stored");
    server.refuse(refusal());
    const other = edit(refusing);
    other.keep(() => text("다른 글"));
    await other.becomes("unstored");
  });
});

describe("a found draft", () => {
  it("is the latest draft of another editor", async () => {
    await edit().write("전에");
    await (await editElsewhere()).write("나중에");
    const mine = await editElsewhere();
    await mine.write("지금");
    expect((await mine.find())?.fields.title).toBe("나중에");
    expect((await edit().find())?.fields.title).toBe("지금");
  });

  it("is an earlier one if the member has chosen that", async () => {
    const earlier = edit();
    await earlier.write("전에");
    await edit().write("나중에");
    const chosen = earlier.current?.id;
    expect((await edit(undefined, chosen).find())?.fields.title).toBe("전에");
    expect((await edit(undefined, "none").find())?.fields.title).toBe("나중에");
  });

  it("does not include texts that wait in the outbox, here or at the server", async () => {
    const before = edit();
    await before.write("기다리는 글");
    const draft = before.current as PostRecord;
    before.close();
    const waiting = queuedOf(owner, "기다리는 글", {}, draft);
    await storeRecord({ ...waiting, state: "waiting" });
    expect(await edit().find()).toBeUndefined();
    await storeRecord(returned(waiting));
    expect((await edit().find())?.id).toBe(draft.id);
  });

  it("is deleted together with those of the same text, but not with another text", async () => {
    for (const title of ["다른 글", "같은 글", "같은 글"]) {
      const before = edit();
      await before.write(title);
      before.close();
    }
    const mine = edit();
    const found = (await mine.find()) as FoundDraft;
    expect(found.fields.title).toBe("같은 글");
    await mine.reject(found);
    await isAtServer("다른 글");
    expect(await titlesHere()).toEqual(["다른 글"]);
    const trash = (await unsent.read(owner)).filter(isInTrash);
    expect(trash.map(({ fields }) => fields.title)).toEqual(["같은 글"]);
  });

  it.each(["reject", "takeOver"] as const)("is kept on %s if its editor has changed it", async (answer) => {
    const first = edit();
    await first.write("하나");
    const second = edit();
    const found = (await second.find()) as FoundDraft;
    await first.write("하나 더");
    await second[answer](found);
    await isHere("하나 더", ...(answer === "takeOver" ? ["하나"] : []));
    await isAtServer("하나 더", ...(answer === "takeOver" ? ["하나"] : []));
  });

  it.each(["reject", "takeOver"] as const)(
    "exists once after %s, although its tab closes later",
    async (answer) => {
      const first = edit();
      await first.write("첫째 탭");
      const second = edit();
      await second[answer]((await second.find()) as FoundDraft);
      first.close();
      await isHere("첫째 탭");
    },
  );

  it("stays at the server until the server has the draft that continues from it", async () => {
    const { draftId } = server.leave();
    server.refuse(refused("too-many-requests"));
    const mine = edit();
    await mine.takeOver((await mine.find()) as FoundDraft);
    await mine.becomes("here");
    mine.close();
    const next = edit();
    const found = (await next.find()) as FoundDraft;
    await next.takeOver(found);
    await next.becomes("here");
    await next.sync();
    await deleteEndedRows(unsent, draftServer(owner, key), owner, key);
    expect([...server.rows.keys()]).toEqual([draftId]);
    server.refuse(undefined);
    await vi.waitFor(() => expect([...server.rows.keys()]).toEqual([next.current?.id]));
  });

  it("is reported later when the server responds late", async () => {
    server.leave();
    server.cut();
    const mine = edit();
    expect(await mine.find()).toBeUndefined();
    mine.keep(() => text("내 글"));
    await mine.becomes("here");
    server.connect();
    await vi.waitFor(() => expect(mine.late).toHaveBeenCalledTimes(1));
    await mine.takeOver(mine.late.mock.calls[0]?.[0] as FoundDraft);
    await isHere("내 글", "초안");
    await isAtServer("내 글", "초안");
  });

  it("is not offered if another device has sent it, unless the server never had all of it", async () => {
    const before = edit();
    await before.write("보낸 글");
    await vi.waitFor(async () => expect((await draftsHere())[0]?.isSynced).toBe(true));
    before.close();
    server.rows.clear();
    expect(await edit().find()).toBeUndefined();
    server.cut();
    const next = edit();
    next.keep(() => text("못 보낸 글"));
    await next.becomes("here");
    next.close();
    server.connect();
    expect((await edit().find())?.fields.title).toBe("못 보낸 글");
  });

  it("is not offered after another device has sent it, although an idle tab with it closes", async () => {
    const idle = edit();
    await idle.write("보낸 글");
    await vi.waitFor(async () => expect((await draftsHere())[0]?.isSynced).toBe(true));
    server.rows.clear();
    expect(await edit().find()).toBeUndefined();
    idle.close();
    expect(await edit().find()).toBeUndefined();
  });
});

it.each([false, true])("is not offered after it was sent; connected: %s", async (isConnected) => {
  await edit().write("다른 글");
  const mine = edit();
  await mine.write("보낸 글");
  if (!isConnected) server.cut();
  mine.clear();
  await isHere("다른 글");
  expect((await edit().find())?.fields.title).toBe("다른 글");
  server.connect();
  await isAtServer("다른 글");
});

describe("a new picture", () => {
  const picture = (bytes: number, type = "image/jpeg") =>
    new File([new Uint8Array(bytes)], "섬.jpg", { type });
  const html = '<p><img src="?"></p>';

  it("is shown on the next device, replaced by a later one, and deleted with its draft", async () => {
    const mine = edit();
    await mine.write("그림", { picture: picture(100), html });
    await mine.write("그림 둘", { picture: picture(1_000_000), html });
    const other = await editElsewhere();
    const found = (await other.find()) as FoundDraft;
    expect([found.picture?.type, found.picture?.size]).toEqual(["image/jpeg", 1_000_000]);
    await other.reject(found);
    await isAtServer();
    const [rejected] = (await unsent.read(owner)).filter(isInTrash);
    expect(rejected?.picture).toBeDefined();
    await mine.write("그림 없이");
    expect(server.pictures.size).toBe(0);
  });

  it("is sent once, however often the text is", async () => {
    const mine = edit();
    const same = picture(100);
    await mine.write("하나", { picture: same, html });
    const [first] = server.pictures.values();
    await mine.write("하나 둘", { picture: same, html });
    expect([...server.pictures.values()][0]).toBe(first);
  });

  it.each([
    ["above the compressed size", picture(1_000_001)],
    ["not compressed yet", picture(100, "image/png")],
  ])("%s stays on its device", async (_, chosen) => {
    await edit().write("그림", { picture: chosen, html });
    const drafts = await draftsHere();
    expect(drafts).toMatchObject([{ fields: { title: "그림" } }]);
    expect(drafts[0]?.isSynced).toBeFalsy();
    const found = await (await editElsewhere()).find();
    expect(found).toMatchObject({ fields: { html }, hasPicture: false });
    expect(found?.picture).toBeUndefined();
  });

  it("stays with its draft if the server does not return it", async () => {
    await edit().write("그림", { picture: picture(100), html });
    const mine = await editElsewhere();
    const [name] = server.pictures.keys();
    server.pictures.clear();
    const found = (await mine.find()) as FoundDraft;
    await mine.reject(found);
    await mine.takeOver(found);
    await mine.becomes("stored");
    expect(server.rows.has(String(name))).toBe(true);
  });
});
