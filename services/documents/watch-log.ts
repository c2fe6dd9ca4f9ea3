import { OwnerForgotten } from "./seals.ts";
import type { UpdateLog } from "./update-log.ts";

/** What became of something written. `lost`: what it belonged to has been saved or has ended meanwhile. */
export type SaveResult = "kept" | "full" | "too-many" | "lost" | "failed";

export type ObserveSave = (result: SaveResult, milliseconds: number) => void;

/** `failing`: the last thing written could not be kept; its writer has it still and brings it again. */
export type DocumentsHealth =
  | { readonly state: "ok" }
  | {
      readonly state: "failing";
      /** In a row. */
      readonly failures: number;
      readonly since: string;
      /** The database's or the network's code, or the kind of error. Its message may repeat what somebody wrote. */
      readonly code: string;
    };

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** The log itself, watched while it keeps what is written. */
export function watchLog(
  log: UpdateLog,
  observe: ObserveSave,
): { readonly log: UpdateLog; readonly health: () => DocumentsHealth } {
  let health: DocumentsHealth = { state: "ok" };

  function fail(error: unknown): void {
    const before = health.state === "failing" ? health : { failures: 0, since: new Date().toISOString() };
    health = {
      state: "failing",
      failures: before.failures + 1,
      since: before.since,
      code: codeOf(error),
    };
  }

  async function watch<T>(save: Promise<T>, resultOf: (answer: T) => SaveResult): Promise<T> {
    const from = performance.now();
    const tell = (result: SaveResult) => observe(result, performance.now() - from);
    try {
      const answer = await save;
      health = { state: "ok" };
      tell(resultOf(answer));
      return answer;
    } catch (error) {
      // Whoever has withdrawn cannot write any more; nothing is wrong with that.
      if (error instanceof OwnerForgotten) tell("lost");
      else {
        fail(error);
        tell("failed");
      }
      throw error;
    }
  }

  return {
    log: {
      ...log,
      append: (...given) =>
        watch(log.append(...given), (answer) =>
          typeof answer === "object" ? "kept" : answer === "moved" ? "lost" : answer,
        ),
      begin: (...given) =>
        watch(log.begin(...given), (answer) =>
          answer === "begun" ? "kept" : answer === "taken" ? "lost" : answer,
        ),
    },
    health: () => health,
  };
}
