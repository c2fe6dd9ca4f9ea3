import { documentCloseCodes } from "#contracts/documents/api";
import { EndsConnection } from "./document-worker.ts";

export type SaveResult = "kept" | "full" | "too-many" | "failed";
export type ObserveSave = (result: SaveResult, milliseconds: number) => void;

/** `failing`: the last update could not be stored; its client has it still and brings it again. */
export type DocumentsHealth =
  | { readonly state: "ok" }
  | {
      readonly state: "failing";
      /** In a row. */
      readonly failures: number;
      readonly since: string;
      /** The database's or the network's code, or the kind of error: its message may repeat a text. */
      readonly code: string;
    };

export interface SaveHealth {
  watch<T>(save: Promise<T>): Promise<T>;
  health(): DocumentsHealth;
}

const refusals: Readonly<Record<number, SaveResult>> = {
  [documentCloseCodes.full]: "full",
  [documentCloseCodes.tooManyTexts]: "too-many",
};

/** Measures how updates are stored. */
export function createSaveHealth(observe: ObserveSave): SaveHealth {
  let health: DocumentsHealth = { state: "ok" };

  function resultOf(error: unknown): SaveResult {
    if (error instanceof EndsConnection) return refusals[error.code] ?? "failed";
    const { failures, since } =
      health.state === "failing" ? health : { failures: 0, since: new Date().toISOString() };
    health = { state: "failing", failures: failures + 1, since, code: codeOf(error) };
    return "failed";
  }

  return {
    async watch(save) {
      const from = performance.now();
      try {
        const answer = await save;
        health = { state: "ok" };
        observe("kept", performance.now() - from);
        return answer;
      } catch (error) {
        observe(resultOf(error), performance.now() - from);
        throw error;
      }
    },
    health: () => health,
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
