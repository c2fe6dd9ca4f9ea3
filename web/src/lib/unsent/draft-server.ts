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
import { call, read } from "../calls/api.ts";
import { ApiError } from "../calls/api-error.ts";
import { currentToken, memberOf } from "../session.ts";

export interface DraftServer {
  list(): Promise<readonly StoredDraft[]>;
  /**
   * Returns the revision of the row; none if there is no row. `isLeaving`: the page is being closed, so the request must
   * outlive it.
   */
  put(draftId: string, content: StoredContent, isLeaving: boolean): Promise<number | undefined>;
  /** Stores the picture of a stored draft, or removes it. */
  putPicture(draftId: string, picture: File | undefined): Promise<number | undefined>;
  picture(draftId: string): Promise<File>;
  /** Another editor's draft is only deleted at the revision that was read. */
  remove(draftId: string, ifMatch: number | undefined): Promise<unknown>;
}

/** Drafts of one member under one key at the server. Sends nothing for another member who has logged in since. */
export function draftServer(owner: string, key: string): DraftServer {
  const asOwner = <T>(work: () => Promise<T>): Promise<T> =>
    memberOf(currentToken()) === owner ? work() : Promise.reject(new ApiError({}));
  const named = (draftId: string) => ({ params: { key, draftId } });
  return {
    list: () => asOwner(() => read(getDrafts, { params: { key } })),
    put: (draftId, body, isLeaving) =>
      asOwner(async () => {
        const isShort = new Blob([JSON.stringify(body)]).size <= draftLimits.keepaliveBytes;
        const put = { ...named(draftId), body, keepalive: isLeaving && isShort };
        return (await call(putDraft, put)).data.draftRevision;
      }),
    putPicture: (draftId, picture) =>
      asOwner(async () => {
        const { data } = await call(putDraftPicture, { ...named(draftId), body: {}, picture });
        return data.draftRevision;
      }),
    picture: (draftId) =>
      asOwner(async () => {
        const { type, base64 } = await read(getDraftPicture, named(draftId));
        return new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], "picture.jpg", {
          type,
        });
      }),
    remove: (draftId, ifMatch) => asOwner(() => call(deleteDraft, { ...named(draftId), ifMatch })),
  };
}
