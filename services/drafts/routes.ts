import { deleteDraft, getDraftPicture, getDrafts, putDraft, putDraftPicture } from "#contracts/drafts/api";
import { type Route, route, type UploadedPicture } from "../platform/http/route.ts";
import type { DraftName, DraftPicture, Drafts } from "./drafts.ts";

const nameOf = (call: {
  readonly caller: string | null;
  readonly params: { readonly key: string; readonly draftId: string };
}): DraftName => ({ member: call.caller as string, ...call.params });

const revised = (draftRevision: number) => ({ data: { draftRevision }, etag: draftRevision });

export const draftRoutes = (drafts: Drafts): Route[] => [
  route(getDrafts, async ({ caller, params }) => ({ data: await drafts.list(caller as string, params.key) })),
  route(getDraftPicture, async (call) => {
    const { type, bytes } = await drafts.picture(nameOf(call));
    return { data: { type, base64: bytes.toString("base64") } };
  }),
  route(putDraft, async (call) => revised(await drafts.put(nameOf(call), call.body, call.ifMatch))),
  route<typeof putDraftPicture, UploadedPicture & DraftPicture>(putDraftPicture, async (call) =>
    revised(await drafts.putPicture(nameOf(call), call.picture)),
  ),
  route(deleteDraft, async (call) => {
    await drafts.remove(nameOf(call), call.ifMatch);
    return { data: null };
  }),
];
