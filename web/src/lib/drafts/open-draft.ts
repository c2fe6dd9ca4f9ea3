import { v4 } from "uuid";
import { draftLimits, type StoredDraft } from "#contracts/drafts/api";
import { ApiError, isRefusal } from "../calls/api-error.ts";
import { serverTime } from "../server-clock.ts";
import { chooseDraft, type FoundDraft, isSendable, needsPicture } from "./choose-draft.ts";
import type { DeviceDraft, DeviceDrafts } from "./draft-device.ts";
import type { DraftSetup, DraftState, Reading, Written } from "./draft-setup.ts";

/**
 * A draft to delete at the server; a draft that was taken over only once it is stored under the own id as of `after`.
 */
interface Removal {
  readonly draftId: string;
  readonly ifMatch: number | undefined;
  readonly after?: number | undefined;
}

const storeEveryMs = 250;
const pause = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms);
  });

export type OpenDraft = ReturnType<typeof openDraft>;

/**
 * The draft of one open editor: its own row, first on the device and then at the server, so that no tab or device
 * overwrites another's text.
 */
export function openDraft(setup: DraftSetup) {
  const { device, server, preferred, onState, onLate, afterPaint = (work) => work() } = setup;
  let draftId: string = v4();
  let spareId: string = v4();
  let latest: DeviceDraft | undefined;
  let isOnDevice: boolean | undefined;
  /** `at` and picture of the state that the server has under `draftId`. */
  let synced: { readonly at: number; readonly picture: File | undefined } = { at: 0, picture: undefined };
  let refused: { readonly state: DraftState; readonly draft: DeviceDraft } | undefined;
  let removals: readonly Removal[] = [];
  let isReachable = false;
  let isSyncing = false;
  let isClosed = false;
  /** Whether the last reading has thrown: what is stored is an older text. */
  let isUnreadable = false;
  let pending: (() => Reading) | undefined;
  let writtenAt = 0;
  let unsentSince: number | undefined;
  let writeTimer: ReturnType<typeof setTimeout> | undefined;
  let syncTimer: ReturnType<typeof setTimeout> | undefined;

  function showState(): void {
    if (isClosed) return;
    const isExpected = isReachable && !refused;
    if (isUnreadable) onState("unstored");
    else if (!latest) onState("none");
    else if (latest.at === synced.at) onState("stored");
    else if (isExpected || isOnDevice === undefined) onState("pending");
    else onState(isOnDevice ? (refused?.state ?? "here") : "unstored");
  }

  function startRow(id: string = v4()): void {
    draftId = id;
    spareId = v4();
    synced = { at: 0, picture: undefined };
  }

  function write(isLeaving = false): void {
    clearTimeout(writeTimer);
    writeTimer = undefined;
    const read = pending;
    pending = undefined;
    try {
      const reading = read?.();
      if (reading !== undefined) isUnreadable = false;
      if (reading === "empty") endOwn();
      else if (reading) void store(reading, isLeaving);
    } catch (error) {
      isUnreadable = true;
      showState();
      reportError(error);
    }
  }

  function store(written: Written, isLeaving = false): Promise<unknown> {
    writtenAt = Date.now();
    // Drafts of several devices are compared.
    latest = { ...written, draftId, at: Math.max(serverTime(writtenAt), (latest?.at ?? 0) + 1) };
    unsentSince ??= writtenAt;
    syncIn(Math.min(draftLimits.restMs, unsentSince + draftLimits.unsentMs - writtenAt));
    return isLeaving ? device.writeNow(latest) : writeToDevice(latest);
  }

  async function writeToDevice(draft: DeviceDraft): Promise<boolean> {
    const id = await device.write(draft, spareId);
    if (id && id !== draft.draftId && latest && draft.draftId === draftId) {
      startRow(id);
      latest = { ...latest, draftId };
      syncIn(draftLimits.restMs);
    }
    isOnDevice = id !== undefined;
    showState();
    return isOnDevice;
  }

  function endOwn(): void {
    if (latest) {
      const { at } = latest;
      // A write in progress may still use the spare id.
      for (const id of [draftId, spareId]) void device.end({ draftId: id, at, isMoved: false });
      remove({ draftId, ifMatch: undefined });
    }
    latest = undefined;
    unsentSince = undefined;
    startRow();
    showState();
  }

  function remove(...more: readonly Removal[]): void {
    removals = [...removals, ...more];
    syncIn(0);
  }

  function syncIn(ms: number): void {
    clearTimeout(syncTimer);
    syncTimer = setTimeout(sync, ms);
  }

  /** Updates the server: first the own text, then deletions. */
  async function sync(): Promise<void> {
    clearTimeout(syncTimer);
    syncTimer = undefined;
    if (isSyncing) return;
    isSyncing = true;
    try {
      for (let step = nextStep(); step; step = nextStep()) await step();
    } catch {
      isReachable = false;
      showState();
      if (isClosed) removals = removals.filter(({ after }) => after === undefined);
      if (!isClosed || removals.length > 0) syncIn(draftLimits.retryMs);
      if (isClosed) latest = undefined;
    } finally {
      isSyncing = false;
    }
  }

  function nextStep(): (() => Promise<void>) | undefined {
    const draft = latest;
    const isAtRest = syncTimer === undefined;
    if (draft && draft.at !== synced.at && isAtRest && mayFit(draft)) return () => push(draft);
    const removal = removals.find(({ after }) => !after || !latest || synced.at >= after);
    return removal && (() => carryOut(removal));
  }

  const mayFit = (draft: DeviceDraft) =>
    !refused ||
    (refused.draft !== draft &&
      (refused.state === "too-many" || draft.html.length < refused.draft.html.length));

  async function push(draft: DeviceDraft): Promise<void> {
    const { picture: chosen, room: _, isSynced: __, draftId: id, ...content } = draft;
    const picture = isSendable(chosen) ? chosen : undefined;
    unsentSince = undefined;
    try {
      await server.put(id, content, false);
      if (picture !== synced.picture) await server.putPicture(id, picture);
    } catch (error) {
      const isTooLarge = error instanceof ApiError && error.status === 413;
      if (!isTooLarge && !isRefusal(error, "too-many-drafts")) throw error;
      refused = { state: isTooLarge ? "too-large" : "too-many", draft };
      return showState();
    }
    isReachable = true;
    refused = undefined;
    if (id === draftId) synced = { at: draft.at, picture };
    // The picture may be only on this device.
    const isWhole = picture === chosen;
    if (isWhole && !(await device.markSynced(id, draft.at)))
      removals = [...removals, { draftId: id, ifMatch: undefined }];
    showState();
  }

  async function carryOut(removal: Removal): Promise<void> {
    try {
      await server.remove(removal.draftId, removal.ifMatch);
    } catch (error) {
      // Its editor has changed it since: both are kept.
      if (!isRefusal(error, "stale-revision")) throw error;
    }
    removals = removals.filter((one) => one !== removal);
  }

  async function listed(): Promise<readonly StoredDraft[] | undefined> {
    while (!isClosed) {
      try {
        const rows = await server.list();
        isReachable = true;
        return rows;
      } catch {
        await pause(draftLimits.retryMs);
      }
    }
    return undefined;
  }

  /** The latest draft of other editors. `rows` is undefined while the server has not responded. */
  async function latestOf(onDevice: DeviceDrafts, rows: readonly StoredDraft[] | undefined) {
    const { endedHere, endedElsewhere, found } = chooseDraft(onDevice, rows, draftId, preferred);
    if (endedHere.length > 0)
      remove(...endedHere.map(({ draftId, draftRevision }) => ({ draftId, ifMatch: draftRevision })));
    for (const { draftId, at } of endedElsewhere) void device.end({ draftId, at, isMoved: true });
    if (!found || !needsPicture(found) || !found.hasPicture) return found;
    const picture = await server.picture(found.draftId).catch(() => undefined);
    return { ...found, picture };
  }

  async function endFound(found: FoundDraft, isMoved: boolean, after?: number): Promise<void> {
    for (const { draftId, at, draftRevision } of found.alike)
      if (await device.end({ draftId, at, isMoved })) remove({ draftId, ifMatch: draftRevision, after });
  }

  /** Writes on the device and, as a best effort, at the server, before the page is closed. */
  function leave(): void {
    write(true);
    if (!latest || latest.at === synced.at || refused) return;
    const { picture: _, room: __, isSynced: ___, draftId: id, ...content } = latest;
    server.put(id, content, true).catch(() => {});
  }
  function stop(): void {
    isClosed = true;
    pending = undefined;
    clearTimeout(writeTimer);
    void sync();
  }

  return {
    /** The latest draft of another editor, once device and server have responded, the latter within its timeout. */
    async find(): Promise<FoundDraft | undefined> {
      const patience = pause(draftLimits.patienceMs);
      const nothing = { drafts: [], ended: [] };
      const before = (await Promise.race([device.read(), patience])) ?? nothing;
      const listing = listed();
      const rows = await Promise.race([listing, patience]);
      if (!rows)
        void listing.then(async (late) => {
          const known = new Set(before.drafts.map(({ draftId }) => draftId));
          const { ended, queued } = await device.read();
          const news = (late ?? []).filter((row) => !known.has(row.draftId));
          const found = isClosed ? undefined : await latestOf({ drafts: [], ended, queued }, news);
          if (found && !isClosed) onLate(found);
        });
      return latestOf(before, rows);
    },
    /** Stores the result of `read` after a short delay; `read` is called only then. */
    keep(read: () => Reading): void {
      if (isClosed) return;
      pending = read;
      const dueInMs = Math.min(storeEveryMs, writtenAt + storeEveryMs - Date.now());
      writeTimer ??= setTimeout(() => afterPaint(write), dueInMs);
    },
    flush: () => write(),
    leave,
    /** Contacts the server immediately, for instance when the connection is restored. */
    sync,
    /** What is stored, or about to be; undefined if nothing was written. */
    current: (): DeviceDraft | undefined => latest,
    /** Continues from a found draft; text that this editor has written is kept beside it. */
    async takeOver(found: FoundDraft): Promise<void> {
      write();
      const own = latest;
      if (own && own.at !== synced.at) void push(own).catch(() => {});
      startRow();
      const { title, category, contact, problems, html, revision, postId, picture } = found;
      const isWritten = await store({ title, category, contact, problems, html, revision, postId, picture });
      // A picture that the server has but did not return stays with its draft.
      if (needsPicture(found) && found.hasPicture) return;
      const after = latest?.at;
      if (isWritten) return endFound(found, true, after);
      const atServer = found.alike.filter(({ draftRevision }) => draftRevision !== undefined);
      remove(...atServer.map(({ draftId, draftRevision }) => ({ draftId, ifMatch: draftRevision, after })));
    },
    /** Ends a found draft that the member rejected. */
    discard: (found: FoundDraft): Promise<void> => endFound(found, false),
    /** Removes everything of this editor after the text was sent. */
    clear(): void {
      if (isClosed) return;
      pending = undefined;
      endOwn();
      stop();
    },
    /** Stores pending changes and closes the draft. */
    close(): void {
      if (isClosed) return;
      write();
      // Another tab may have discarded what is still in this form.
      if (latest) void writeToDevice({ ...latest, isSynced: latest.at === synced.at });
      stop();
    },
  };
}
