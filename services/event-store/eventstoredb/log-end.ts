import { type Checkpoint, LogBehind } from "../event-store.ts";
import type { Claims } from "./claims.ts";
import type { EventStoreDbConnection } from "./connection.ts";
import { compareLogPositions, type LogPosition, parseLogPosition, startOfAll } from "./log-position.ts";

/** Checks whether the log still contains what is known of it. */
export interface LogEnd {
  /** The latest position that this process has seen. */
  known(): LogPosition;
  note(position: LogPosition): void;
  /** Call after a lost connection: the next one may lead to another log. */
  invalidate(): void;
  /** Checks the log again. */
  isBehind(): Promise<boolean>;
  /** @throws LogBehind */
  assertComplete(): Promise<void>;
  /**
   * Checks that a new event was appended after everything known before. An event that may be a repetition need not be.
   * @throws LogBehind
   */
  assertAppended(known: LogPosition, position: LogPosition, isNew: boolean): Promise<void>;
}

interface LogEndOptions {
  readonly knownPositions?: () => Promise<readonly Checkpoint[]>;
  readonly report?: (sentence: string) => void;
}

/** How often a log that was too short is checked again before an append (milliseconds). */
const recheckMs = 1000;

export function createLogEnd(
  log: Pick<EventStoreDbConnection, "readAllBackwards" | "readAllAt">,
  claims: Pick<Claims, "lastPosition">,
  { knownPositions = async () => [], report = () => {} }: LogEndOptions,
): LogEnd {
  let known = parseLogPosition(startOfAll);
  let state: "unknown" | "whole" | "behind" = "unknown";
  let checkedAt = 0;

  function note(position: LogPosition): void {
    if (compareLogPositions(position, known) > 0) known = position;
  }

  async function isBehind(): Promise<boolean> {
    // The positions are read first, because consumers of the log advance meanwhile.
    const positions = await knownPositions();
    const acknowledged = await claims.lastPosition();
    const [last] = await log.readAllBackwards(undefined, 1);
    const end = last?.position ?? parseLogPosition(startOfAll);
    const wasBehind = state === "behind";
    const isShort = positions.some((position) => compareLogPositions(parseLogPosition(position), end) > 0);
    state = isShort || !(await holds(acknowledged)) ? "behind" : "whole";
    checkedAt = performance.now();
    if (state === "behind" && !wasBehind) report(new LogBehind().message);
    if (state === "whole") known = end;
    return state === "behind";
  }

  /** Comparing with the end is not enough: another log may have grown past the position through system events. */
  async function holds(checkpoint: Checkpoint | undefined): Promise<boolean> {
    if (checkpoint === undefined || checkpoint === startOfAll) return true;
    const position = parseLogPosition(checkpoint);
    const [found] = await log.readAllAt(position, 1).catch((error: unknown) => {
      if (!(error instanceof LogBehind)) throw error;
      return [];
    });
    return found !== undefined && compareLogPositions(found.position, position) === 0;
  }

  return {
    known: () => known,
    note,
    invalidate() {
      if (state === "whole") state = "unknown";
    },
    isBehind,
    async assertComplete() {
      const isDue = state === "unknown" || (state === "behind" && performance.now() - checkedAt > recheckMs);
      if (isDue) await isBehind();
      if (state === "behind") throw new LogBehind();
    },
    async assertAppended(before, position, isNew) {
      const isLast = compareLogPositions(position, before) > 0;
      if (isLast && state === "whole") return note(position);
      if ((await isBehind()) || (isNew && !isLast)) throw new LogBehind();
    },
  };
}
