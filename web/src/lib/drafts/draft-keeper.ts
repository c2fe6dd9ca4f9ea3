import { Doc, getState } from "yjs";
import { documentCloseCodes, draftRoom } from "#contracts/documents/api";
import { picturePlaceholder } from "#contracts/html";
import { type DocumentLink, linkDocument } from "../presence/document-link.ts";
import { draftPictures } from "./draft-pictures.ts";
import { type DraftContent, draftStore, type KeptDraft } from "./draft-store.ts";

/**
 * `here`: in this browser alone, as long as the server does not answer. `too-large`, `too-many`: in this browser alone,
 * because the server takes no draft of this size, or no further one; `unkept`: nowhere, because the browser refuses to
 * keep it and the server does not answer or refuses, too.
 */
export type DraftState = "none" | "pending" | "here" | "kept" | "too-large" | "too-many" | "unkept";

export type FoundDraft = Omit<KeptDraft, "owner" | "key">;
type Written = Omit<KeptDraft, "owner" | "key" | "sitting" | "at" | "heard">;

export type Reading = Written | "empty" | undefined;

export interface DraftKeeper {
  /** The latest draft of another sitting, here or at the server; waits a little for the server. */
  found(): Promise<FoundDraft | undefined>;
  /**
   * Keeps what `read` gives within a moment; it is asked only then. `empty` takes back what was kept; undefined, when
   * the text cannot be read any more, leaves it.
   */
  keep(read: () => Reading): void;
  /** Keeps what is pending at once. */
  flush(): void;
  /** Keeps a text beside the own one, to be offered another time. */
  setAside(written: Written): void;
  /** Whether something has been kept. */
  holds(): boolean;
  /** The found one is taken over or thrown away, with those that say the same; others stay for another time. */
  dropFound(): void;
  /** Sent: nothing of this sitting stays anywhere. What other sittings hold is another text. */
  clear(): void;
  /** Keeps what is pending and lets go. */
  close(): void;
}

const refusals: Readonly<Record<number, DraftState>> = {
  [documentCloseCodes.full]: "too-large",
  [documentCloseCodes.tooManyTexts]: "too-many",
};

type Words = Pick<DraftContent, "title" | "category" | "contact" | "html">;

const saysTheSame = (one: Words, other: Words | undefined) =>
  one.html === other?.html &&
  one.title === other.title &&
  one.contact === other.contact &&
  one.category === other.category;

const keepEveryMs = 250;
const serverPatienceMs = 2500;
const longestGoodbyeMs = 10_000;

/**
 * Keeps what somebody writes while they write, in the browser and at the server, each opened editor ("sitting") for
 * itself, so that no device overwrites what another holds.
 */
export function createDraftKeeper(
  owner: string,
  key: string,
  onState: (state: DraftState) => void,
): DraftKeeper {
  let sitting = crypto.randomUUID();
  const doc = new Doc();
  const sittings = doc.getMap<DraftContent>("sittings");
  const pictures = draftPictures(doc);
  let refusal: DraftState | undefined;
  /** What stands under the name of this sitting. */
  let lastWritten: Written | undefined;
  let isLastHere = Promise.resolve(false);
  const link: DocumentLink = linkDocument({
    room: draftRoom(owner, key),
    doc,
    onStopped(code) {
      refusal = refusals[code];
      if (refusal && sittings.has(sitting)) void confirm(isLastHere);
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => Reading) | undefined;
  let others: string[] = [];
  let isOver = false;
  let turn = 0;
  let writtenAt = 0;

  const synced = new Promise<void>((resolve) => {
    link.provider.once("sync", () => resolve());
  });
  link.provider.connect();

  async function confirm(isHere: Promise<boolean>, isSaid?: Promise<void>, onKept = () => {}): Promise<void> {
    turn += 1;
    const mine = turn;
    const tell = (state: DraftState) => {
      if (mine === turn && !isOver) onState(state);
    };
    tell("pending");
    let impatience: ReturnType<typeof setTimeout> | undefined;
    if (await isHere) tell(refusal ?? "here");
    else if (refusal || !link.provider.synced) tell("unkept");
    // A line may be dead before anybody notices. While it is sound the answer is there sooner, and the note stays calm.
    else impatience = setTimeout(tell, serverPatienceMs, "unkept");
    await isSaid;
    await link.kept();
    clearTimeout(impatience);
    onKept();
    tell("kept");
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const read = pending;
    pending = undefined;
    if (!read || isOver) return;
    const written = read();
    if (written === "empty") forget();
    else if (written) put(written);
  }

  function put(written: Written): void {
    const at = Date.now();
    writtenAt = at;
    const before = lastWritten;
    lastWritten = written;
    const { picture, shared, ...content } = written;
    const draft = { ...content, picture, shared, owner, key, sitting, at, heard: undefined };
    isLastHere = draftStore.put(draft);
    const isSaid = say(sitting, written, at);
    // What has become smaller may fit again.
    if (refusal === "too-large" && before && written.html.length < before.html.length) {
      refusal = undefined;
      link.provider.connect();
    }
    const clock = getState(doc.store, doc.clientID);
    void confirm(isLastHere, isSaid, () => {
      // The state of a shared text is in this browser alone, and so may be a picture.
      const isWhole = !shared && (!picture || pictures.carries(draft.sitting, picture));
      if (isWhole) void draftStore.setHeard(draft, { client: doc.clientID, clock });
    });
  }

  /**
   * Whether the server has had all of a draft and been told since, elsewhere, that it is sent or thrown away. A server
   * that has forgotten the whole document does not know the client either.
   */
  function isSettled({ sitting, heard }: KeptDraft): boolean {
    if (!heard || !link.provider.synced || sittings.has(sitting)) return false;
    return getState(doc.store, heard.client) >= heard.clock;
  }

  function say(name: string, { picture, shared, ...content }: Written, at: number): Promise<void> {
    sittings.set(name, { ...content, at, generation: shared?.generation });
    return pictures.set(name, picture);
  }

  /** Nothing will be written under these names again. They are not offered any more: from now on in this browser, and everywhere once the server has heard of it. */
  async function remove(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const isRemembered = draftStore.remove(owner, key, names);
    unsay(names);
    await synced;
    // What has come from the server only now goes, too.
    unsay(names);
    await Promise.all([isRemembered, link.kept()]);
    await draftStore.forget(owner, key, names);
  }

  function unsay(names: readonly string[]): void {
    for (const name of names) {
      if (sittings.has(name)) sittings.delete(name);
      void pictures.set(name, undefined);
    }
  }

  /**
   * Another tab or device has removed this sitting, whose words are still on the screen: they are kept under a new name,
   * since nothing is written under removed ones. Not so when they are held elsewhere.
   */
  async function standUpAgain(): Promise<void> {
    const words = lastWritten;
    lastWritten = undefined;
    if (!words || isOver) return;
    const removed = sitting;
    sitting = crypto.randomUUID();
    const { drafts } = await draftStore.read(owner, key);
    const there = [...sittings].map(([sitting, content]) => ({ ...content, sitting }));
    const holds = (one: Words & { sitting: string }) => one.sitting !== removed && saysTheSame(one, words);
    const isHeld = !words.picture && [...drafts, ...there].some(holds);
    // Whoever has written on meanwhile has kept these words along with the newer ones.
    if (!isHeld && !lastWritten && !isOver) put(words);
    // The same words under the former name would be offered twice. What marks it as gone stays until the server knows.
    if (lastWritten && drafts.some((one) => one.sitting === removed))
      void draftStore.forget(owner, key, [removed]);
  }

  function forget(): void {
    lastWritten = undefined;
    void draftStore.forget(owner, key, [sitting]);
    unsay([sitting]);
    turn += 1;
    onState("none");
  }

  /** The line stays until the server has the last word. */
  function sayGoodbye(lastWord: Promise<unknown>): void {
    isOver = true;
    clearTimeout(timer);
    stopHearing();
    removeEventListener("pagehide", write);
    document.removeEventListener("visibilitychange", write);
    void lastWord.then(link.close);
  }

  sittings.observe(({ changes, transaction }) => {
    if (!transaction.local && changes.keys.get(sitting)?.action === "delete") void standUpAgain();
  });
  const stopHearing = draftStore.onRemoved((names) => {
    if (names.includes(sitting)) void standUpAgain();
  });
  void draftStore.read(owner, key).then(({ gone }) => remove(gone));
  addEventListener("pagehide", write);
  document.addEventListener("visibilitychange", write);

  return {
    async found() {
      const { drafts, gone } = await draftStore.read(owner, key);
      await Promise.race([synced, new Promise((resolve) => setTimeout(resolve, serverPatienceMs))]);
      const settled = drafts.filter(isSettled);
      void draftStore.forget(
        owner,
        key,
        settled.map((draft) => draft.sitting),
      );
      const here = drafts.filter((draft) => !settled.includes(draft));
      const there = [...sittings].map(([sitting, content]) => ({
        ...content,
        sitting,
        picture: pictures.of(sitting),
      }));
      const isOffered = (draft: FoundDraft) => draft.sitting !== sitting && !gone.includes(draft.sitting);
      const all: FoundDraft[] = [...here, ...there].filter(isOffered);
      // Of the same word of a sitting, the one in this browser has the picture.
      const latest = all.reduce<FoundDraft | undefined>(
        (last, one) => (last && last.at >= one.at ? last : one),
        undefined,
      );
      const goesAlong = (one: FoundDraft) =>
        one.sitting === latest?.sitting || (saysTheSame(one, latest) && one.picture === undefined);
      others = all.filter(goesAlong).map((draft) => draft.sitting);
      if (!latest || latest.picture || !latest.html.includes(`src="${picturePlaceholder}"`)) return latest;
      // The last word before a tab goes may reach the server alone; its picture was kept with an earlier one.
      const before = all.find(({ sitting, picture }) => sitting === latest.sitting && picture);
      return { ...latest, picture: before?.picture };
    },
    keep(read) {
      if (isOver) return;
      pending = read;
      // The first word after a pause at once, and while somebody goes on typing now and then, wherever the clock is put.
      timer ??= setTimeout(write, Math.min(keepEveryMs, writtenAt + keepEveryMs - Date.now()));
    },
    flush: write,
    setAside(written) {
      const beside = crypto.randomUUID();
      const at = Date.now();
      void draftStore.put({ ...written, owner, key, sitting: beside, at });
      void say(beside, written, at);
    },
    holds: () => sittings.has(sitting),
    dropFound() {
      void remove(others);
      others = [];
    },
    clear() {
      if (isOver) return;
      pending = undefined;
      sayGoodbye(remove([sitting]));
    },
    close() {
      if (isOver) return;
      write();
      const enough = new Promise((resolve) => setTimeout(resolve, longestGoodbyeMs));
      sayGoodbye(Promise.race([synced.then(link.kept), enough]));
    },
  };
}
