import {
  deleteDraft,
  draftLimits,
  getDraftPicture,
  getDrafts,
  putDraft,
  putDraftPicture,
  type StoredContent,
  type StoredDraft,
} from "#contracts/drafts/api";
import { type FakeRequest, type fakeServer, refused } from "./fake-server.ts";

/** Shortens the client's waits for the server to milliseconds. */
export const hurryDrafts = (patienceMs = 400) =>
  void Object.assign(draftLimits, { restMs: 10, retryMs: 30, patienceMs });

/**
 * `/v1/drafts` of one member under one key in memory, with the behaviour of services/drafts. Each test of a spec uses
 * another member, so that late writes of an earlier test's editor do not interfere.
 */
export function fakeDrafts(server: ReturnType<typeof fakeServer>) {
  const rows = new Map<string, StoredDraft>();
  const pictures = new Map<string, File>();
  const state = { isConnected: true, refusal: undefined as Response | undefined };
  const connected =
    <T>(work: (request: FakeRequest, draftId: string) => T) =>
    (request: FakeRequest) => {
      if (!state.isConnected) throw new TypeError("no connection");
      return work(request, String(request.params.draftId));
    };
  server.on(
    getDrafts,
    connected(() => [...rows.values()].sort((one, other) => other.at - one.at)),
  );
  server.on(
    putDraft,
    connected(({ fields }, draftId) => {
      if (state.refusal) return state.refusal.clone();
      const before = rows.get(draftId);
      const draftRevision = (before?.draftRevision ?? 0) + 1;
      const hasPicture = before?.hasPicture ?? false;
      rows.set(draftId, { ...(fields as unknown as StoredContent), draftId, draftRevision, hasPicture });
      return { draftRevision };
    }),
  );
  server.on(
    deleteDraft,
    connected(({ headers }, draftId) => {
      const ifMatch = headers.get("If-Match");
      const row = rows.get(draftId);
      if (row && ifMatch !== null && ifMatch !== `"${row.draftRevision}"`) return refused("stale-revision");
      rows.delete(draftId);
      pictures.delete(draftId);
      return null;
    }),
  );
  server.on(
    putDraftPicture,
    connected(({ fields }, draftId) => {
      const row = rows.get(draftId);
      if (!row) return refused("draft-not-found");
      const { image } = fields;
      if (image instanceof File) pictures.set(draftId, image);
      else pictures.delete(draftId);
      rows.set(draftId, { ...row, draftRevision: row.draftRevision + 1, hasPicture: pictures.has(draftId) });
      return { draftRevision: row.draftRevision + 1 };
    }),
  );
  server.on(
    getDraftPicture,
    connected((_, draftId) => {
      const picture = pictures.get(draftId);
      return picture
        ? { type: picture.type, base64: btoa("x".repeat(picture.size)) }
        : refused("draft-not-found");
    }),
  );
  return {
    rows,
    pictures,
    titles: () => [...rows.values()].map(({ title }) => title).sort(),
    texts: () => [...rows.values()].map(({ html }) => html.replaceAll(/<[^>]*>/g, "")),
    /** Adds a draft that another editor has left. */
    leave(content: Partial<StoredDraft> = {}) {
      const draft = {
        draftId: crypto.randomUUID(),
        title: "초안",
        category: null,
        contact: "",
        html: "<p>초안의 글</p>",
        revision: null,
        postId: null,
        at: Date.now() - 1000,
        draftRevision: 1,
        hasPicture: false,
        ...content,
      };
      rows.set(draft.draftId, draft);
      return draft;
    },
    cut() {
      state.isConnected = false;
    },
    connect() {
      state.isConnected = true;
    },
    refuse(answer: Response | undefined) {
      state.refusal = answer;
    },
  };
}
