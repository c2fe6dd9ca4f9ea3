import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { documentCloseCodes } from "#contracts/documents/api";
import { type DocumentLink, linkDocument } from "../../lib/presence/document-link.ts";
import { beginningOf } from "../beginning.ts";
import type { Stored } from "../writing/submit-machine.ts";

/**
 * `cut`: what is written from now on stays in this browser. `alone`: the server could not be reached in time. `over`: the
 * post is not, or not any more, the one that was read; this text takes nothing more and is to be begun anew.
 */
export type SharedState = "connecting" | "together" | "cut" | "alone" | "over";

/** A text that several people write at once. */
export interface SharedText {
  readonly id: string;
  readonly doc: Doc;
  readonly link: DocumentLink;
  /** Of the writer. */
  readonly uuid: string;
  /** `#rrggbb`, of the caret that others see. */
  readonly color: string;
  /** -1 while it is unknown. */
  generation(): number;
  /** Takes over what a former visit had and the server lacks. */
  merge(state: Uint8Array): void;
  encode(): Uint8Array;
  start(): void;
  leave(): void;
}

interface SharedTextOptions {
  readonly room: string;
  /** The post as this browser has read it, null when there is none. */
  readonly stored: Stored | null;
  /** Of the writer; decides the colour. */
  readonly uuid: string;
  readonly onState: (state: SharedState) => void;
}

const patienceMs = 4000;
const colors = ["#2563eb", "#c2410c", "#15803d", "#a21caf", "#b45309", "#0f766e", "#be123c", "#6d28d9"];

const colorOf = (uuid: string) => colors[Number.parseInt(uuid.slice(0, 4), 16) % colors.length] ?? "#2563eb";

/** Not connected yet: the editor does that once it listens. */
export function createSharedText({ room, stored, uuid, onState }: SharedTextOptions): SharedText {
  const doc = new Doc();
  let generation = -1;
  let isOver = false;
  let isTogether = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;

  const link = linkDocument({
    room,
    doc,
    onBeginning(beginning) {
      generation = beginning.generation;
      if (beginning.revision === (stored?.revision ?? null))
        return beginning.isWanted ? beginningOf(stored) : undefined;
      giveUp();
      return undefined;
    },
    onStopped(code) {
      clearTimeout(patience);
      if (isOver) return;
      if (code === documentCloseCodes.begunAnew) giveUp();
      else onState(isTogether ? "cut" : "alone");
    },
  });
  link.provider.on("sync", (isSynced) => {
    if (!isSynced || isOver) return;
    clearTimeout(patience);
    isTogether = true;
    onState("together");
  });

  function giveUp(): void {
    if (isOver) return;
    isOver = true;
    link.provider.disconnect();
    onState("over");
  }

  return {
    id: room,
    doc,
    link,
    uuid,
    color: colorOf(uuid),
    generation: () => generation,
    // Named as where it comes from: what is lost of it is read there (former-visit.ts).
    merge: (state) => applyUpdate(doc, state, state),
    encode: () => encodeStateAsUpdate(doc),
    start() {
      clearTimeout(ending);
      isOver = false;
      patience = setTimeout(() => {
        if (isTogether || isOver) return;
        link.provider.disconnect();
        onState("alone");
      }, patienceMs);
    },
    leave() {
      isOver = true;
      clearTimeout(patience);
      link.provider.disconnect();
      // A screen that is only put up again comes back at once.
      ending = setTimeout(link.close, 1000);
    },
  };
}
