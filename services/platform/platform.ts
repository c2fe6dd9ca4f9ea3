import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import type { EventStore } from "../event-store/event-store.ts";
import type { Ids } from "./database/ids.ts";
import type { UploadedPicture } from "./http/route.ts";
import type { ReadModelProgress } from "./progress.ts";

/** Whose picture it is: it goes when its last owner goes. */
export type PictureOwner = `member:${string}` | `team:${number}`;

/** What the contexts need to carry out commands. Put together in services/app/main.ts. */
export interface Platform {
  readonly store: EventStore;
  readonly ids: Ids;
  readonly progress: ReadModelProgress;
  /** A member is about to write personal fields: reads their key ahead. */
  readonly expectWriter: (commandId: string, member: string) => void;
  /** Keeps a picture for an owner, `member:<uuid>` or `team:<id>`. Repeatable. */
  readonly keepPicture: (picture: UploadedPicture, owner: PictureOwner) => Promise<void>;
}

/** Keeps the picture, if there is one, once the command has been allowed and has changed something. */
export const keepingPicture =
  (platform: Platform, picture: UploadedPicture | undefined, owner: PictureOwner) =>
  async (events: readonly unknown[]): Promise<void> => {
    if (picture && events.length > 0) await platform.keepPicture(picture, owner);
  };

/**
 * A stale edit is answered with the present state of the thing (spec/wire-contract.md §1.10), read once the read
 * models hold everything that the edit was refused for.
 */
export async function withPresentState<T>(
  platform: Pick<Platform, "store" | "progress">,
  present: () => Promise<{ readonly revision: number } | null | undefined>,
  edit: () => Promise<T>,
): Promise<T> {
  try {
    return await edit();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "stale-revision") throw error;
    await platform.progress.waitFor(await platform.store.head(), limits.readYourWritesMs);
    const state = await present();
    // Only while the read models are far behind: a conflict without the other text could not be resolved.
    if (!state) throw new Refused("overload", { retryAfter: 1 });
    throw new Refused("stale-revision", { data: state, headers: { ETag: `"${state.revision}"` } });
  }
}
