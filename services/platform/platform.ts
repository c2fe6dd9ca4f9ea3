import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import type { EventStore } from "../event-store/event-store.ts";
import type { Ids } from "./database/ids.ts";
import type { DomainFact, Place } from "./decider.ts";
import { picturesIn } from "./html/picture-of-body.ts";
import type { UploadedPicture } from "./http/route.ts";
import type { ReadModelProgress } from "./progress.ts";

/** Whose end takes their pictures with it. */
export type PictureOwner = `member:${string}` | `team:${number}`;

/** What shows a picture; the last use that ends takes the picture with it. */
export interface PictureUse {
  /** The stream of a post, a profile or a team; `draft:…` or `room:…`. */
  readonly owner: string;
  /** What else ends the use: members, teams or streams. */
  readonly endsWith: readonly string[];
  /** Of the event that shows it; 0 where that is no event. */
  readonly revision: number;
}

/** What the contexts need to carry out commands. Put together in services/app/main.ts. */
export interface Platform {
  readonly store: EventStore;
  readonly ids: Ids;
  readonly progress: ReadModelProgress;
  /** Keeps an uploaded picture, and others that are shown beside it, given by their digests. Repeatable. */
  readonly keepPictures: (
    picture: UploadedPicture | undefined,
    shown: readonly string[],
    use: PictureUse,
  ) => Promise<void>;
}

/**
 * Keeps the uploaded picture, and those that the text shows by their addresses, once the command has been allowed and has
 * changed something.
 */
export const keepingPictures =
  (platform: Platform, picture: UploadedPicture | undefined, endsWith: readonly PictureOwner[]) =>
  async (events: readonly DomainFact[], { stream, revision }: Place): Promise<void> => {
    const shown = picturesIn(events.flatMap(({ data }) => Object.values(data)));
    if (events.length > 0 && (picture || shown.length > 0))
      await platform.keepPictures(picture, shown, { owner: stream, endsWith, revision });
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
