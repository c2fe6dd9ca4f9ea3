import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import type { EventStore } from "../event-store/event-store.ts";
import type { Ids } from "./database/ids.ts";
import type { DomainFact, StreamPosition } from "./decider.ts";
import { picturesIn } from "./html/picture-of-body.ts";
import type { UploadedPicture } from "./http/route.ts";
import type { ReadModelProgress } from "./progress.ts";

/** The owner whose deletion deletes their pictures. */
export type PictureOwner = `member:${string}` | `team:${number}`;

/** A place that shows a picture; the picture is deleted with its last use. */
export interface PictureUse {
  /** The stream of a post, a profile or a team; `draft:…` or `room:…`. */
  readonly owner: string;
  /** Members, teams or streams whose end also ends the use. */
  readonly endsWith: readonly string[];
  /** Revision of the event that shows it; 0 if that is no event. */
  readonly revision: number;
  /** The member who shows it: a picture that others have uploaded is not kept by its address. */
  readonly by: `member:${string}`;
}

/** Dependencies of the contexts for executing commands, composed in services/app/main.ts. */
export interface Platform {
  readonly store: EventStore;
  readonly ids: Ids;
  readonly progress: ReadModelProgress;
  /** Stores an uploaded picture, and keeps own ones shown beside it, given by their digests. Repeatable. */
  readonly storePictures: (
    picture: UploadedPicture | undefined,
    shown: readonly string[],
    use: PictureUse,
  ) => Promise<void>;
}

/**
 * Stores the picture that the caller has uploaded, and keeps those that the text refers to, once the command has been
 * allowed and has changed something.
 */
export const storingPictures =
  (
    platform: Platform,
    { picture, caller }: { readonly picture: UploadedPicture | undefined; readonly caller: string | null },
    endsWith: readonly PictureOwner[],
  ) =>
  async (events: readonly DomainFact[], { stream, revision }: StreamPosition): Promise<void> => {
    const shown = picturesIn(events.flatMap(({ data }) => Object.values(data)));
    if (events.length > 0 && (picture || shown.length > 0))
      await platform.storePictures(picture, shown, {
        owner: stream,
        endsWith,
        revision,
        by: `member:${caller}`,
      });
  };

/**
 * Responds to a command whose decider refused its revision with 412 and the current state (spec/wire-contract.md §1.10),
 * read once the read models contain everything that caused the refusal. The browser's side is `useConflict`
 * (web/src/lib/calls/use-conflict.ts).
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
    // Only while the read models are far behind: without the other text, the client could not resolve the conflict.
    if (!state) throw new Refused("overload", { retryAfter: 1 });
    throw new Refused("stale-revision", { data: state, headers: { ETag: `"${state.revision}"` } });
  }
}
