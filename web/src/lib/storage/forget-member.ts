import { removeDeviceDraftsOf } from "../drafts/draft-device.ts";
import { removeTrashOf } from "../drafts/draft-trash.ts";
import { removeFormDraftsOf } from "../drafts/form-draft.ts";
import { forgetVisits } from "../last-visit.ts";
import { forgetSeenApplications } from "../my-applications.ts";
import { forgetOutbox } from "../outbox/device-outbox.ts";
import { forgetDevice } from "../push-device.ts";
import { forgetReturnPath } from "../return-path.ts";
import { forgetSearch } from "../search/forget-search.ts";

/** Deletes everything that this browser stores of a member whose account was deleted. */
export async function forgetMember(uuid: string): Promise<void> {
  removeFormDraftsOf(uuid);
  forgetSeenApplications(uuid);
  forgetVisits(uuid);
  forgetDevice(uuid);
  forgetReturnPath();
  await Promise.all([
    removeDeviceDraftsOf(uuid),
    removeTrashOf(uuid),
    forgetOutbox(uuid),
    forgetSearch(uuid),
  ]);
}
