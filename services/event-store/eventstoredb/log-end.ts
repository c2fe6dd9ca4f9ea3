import { type Checkpoint, LogBehind } from "../event-store.ts";
import type { Claims } from "./claims.ts";
import type { EventStoreDbConnection } from "./connection.ts";
import { compareLogPlaces, type LogPlace, parseLogPlace, startOfAll } from "./log-place.ts";

/** Looks whether the log still holds what is known of it. */
interface LogEnd {
  /** The last place that this process has met. */
  known(): LogPlace;
  note(place: LogPlace): void;
  /** The connection was lost: behind the next one may be another log. */
  doubt(): void;
  /** Looks again. */
  isBehind(): Promise<boolean>;
  /** @throws LogBehind */
  demandWhole(): Promise<void>;
  /** A new event stands behind all that was there before; one that may have been there already need not. @throws LogBehind */
  demandBehind(known: LogPlace, place: LogPlace, isNew: boolean): Promise<void>;
}

interface LogEndOptions {
  readonly knownPlaces?: () => Promise<readonly Checkpoint[]>;
  readonly report?: (sentence: string) => void;
}

/** How often a log that was found too short is looked at again before an append (milliseconds). */
const lookAgainMs = 1000;

export function whereTheLogEnds(
  log: Pick<EventStoreDbConnection, "readAllBackwards" | "readAllAt">,
  claims: Pick<Claims, "lastPlace">,
  { knownPlaces = async () => [], report = () => {} }: LogEndOptions,
): LogEnd {
  let known = parseLogPlace(startOfAll);
  let state: "unknown" | "whole" | "behind" = "unknown";
  let lookedAt = 0;

  function note(place: LogPlace): void {
    if (compareLogPlaces(place, known) > 0) known = place;
  }

  async function isBehind(): Promise<boolean> {
    // In this order: what follows the log moves on meanwhile.
    const [places, acknowledged] = [await knownPlaces(), await claims.lastPlace()];
    const [last] = await log.readAllBackwards(undefined, 1);
    const end = last?.place ?? parseLogPlace(startOfAll);
    const wasBehind = state === "behind";
    const isShort = places.some((place) => compareLogPlaces(parseLogPlace(place), end) > 0);
    state = isShort || !(await holds(acknowledged)) ? "behind" : "whole";
    lookedAt = performance.now();
    if (state === "behind" && !wasBehind) report(new LogBehind().message);
    if (state === "whole") known = end;
    return state === "behind";
  }

  /** Another log may have grown beyond the place meanwhile, by the server's own events. */
  async function holds(checkpoint: Checkpoint | undefined): Promise<boolean> {
    if (checkpoint === undefined || checkpoint === startOfAll) return true;
    const place = parseLogPlace(checkpoint);
    const [found] = await log.readAllAt(place, 1).catch((error: unknown) => {
      if (!(error instanceof LogBehind)) throw error;
      return [];
    });
    return found !== undefined && compareLogPlaces(found.place, place) === 0;
  }

  return {
    known: () => known,
    note,
    doubt() {
      if (state === "whole") state = "unknown";
    },
    isBehind,
    async demandWhole() {
      const isDue = state === "unknown" || (state === "behind" && performance.now() - lookedAt > lookAgainMs);
      if (isDue) await isBehind();
      if (state === "behind") throw new LogBehind();
    },
    async demandBehind(before, place, isNew) {
      const isLast = compareLogPlaces(place, before) > 0;
      if (isLast && state === "whole") return note(place);
      if ((await isBehind()) || (isNew && !isLast)) throw new LogBehind();
    },
  };
}
