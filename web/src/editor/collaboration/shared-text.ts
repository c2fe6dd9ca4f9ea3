import type { ComponentType } from "react";
import { Doc, encodeStateVector, type Transaction } from "yjs";
import { documentCloseCodes } from "#contracts/documents/api";
import type { Pictures } from "../pictures/pictures.ts";
import { sharedPictures } from "../pictures/shared-pictures.ts";
import type { StoredPost } from "../writing/post.ts";
import { Collaboration, type SharedDocument } from "./collaboration.tsx";
import { connectDocument } from "./document-connection.ts";
import { seedOf } from "./seed.ts";

/**
 * `cut`: further changes stay in this browser. `alone`: the server could not be reached in time. `over`: the problem
 * differs from the one that was loaded; this text accepts no changes and the editor must be reopened.
 */
export type SharedState = "connecting" | "together" | "cut" | "alone" | "over";

/** A text that several members edit together. */
export interface SharedText extends SharedDocument {
  /** Binds an editor to the text and its pictures; loaded only for co-editing. */
  readonly Binding: ComponentType<{ shared: SharedDocument }>;
  readonly pictures: (onCompressed: () => void) => Pictures;
}

interface SharedTextOptions {
  readonly room: string;
  /** The post as this browser has loaded it, null if there is none. */
  readonly stored: StoredPost | null;
  /** Uuid of the member; determines the caret colour. */
  readonly uuid: string;
  readonly onState: (state: SharedState) => void;
}

const patienceMs = 4000;
const colors = ["#2563eb", "#c2410c", "#15803d", "#a21caf", "#b45309", "#0f766e", "#be123c", "#6d28d9"];
const colorOf = (uuid: string) => colors[Number.parseInt(uuid.slice(0, 4), 16) % colors.length] ?? "#2563eb";

const isEmpty = (doc: Doc) => encodeStateVector(doc).length === 1;

/** Not connected yet: the editor connects once it listens. */
export function createSharedText({ room, stored, uuid, onState }: SharedTextOptions): SharedText {
  const doc = new Doc();
  let isOver = false;
  let isTogether = false;
  let isStoring = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;

  const connection = connectDocument({
    room,
    doc,
    onStopped(code) {
      clearTimeout(patience);
      if (isOver) return;
      if (code !== documentCloseCodes.savedMeanwhile) return onState(isTogether ? "cut" : "alone");
      isOver = true;
      onState("over");
    },
  });
  const { provider } = connection;

  function open(): void {
    clearTimeout(patience);
    if (isOver) return;
    isTogether = true;
    onState("together");
  }
  provider.on("sync", (isSynced) => {
    if (!isSynced || isOver) return;
    if (!isEmpty(doc)) return open();
    doc.once("update", open);
    connection.seed(seedOf(stored));
  });
  doc.on("update", (_update: Uint8Array, _origin: unknown, _doc: Doc, { local }: Transaction) => {
    if (!local || isStoring) return;
    isStoring = true;
    void connection.kept().then(() => {
      isStoring = false;
    });
  });

  return {
    id: room,
    doc,
    Binding: Collaboration,
    pictures: (onCompressed) => sharedPictures(doc, onCompressed),
    connection,
    uuid,
    color: colorOf(uuid),
    start() {
      clearTimeout(ending);
      isOver = false;
      patience = setTimeout(() => {
        if (isTogether || isOver) return;
        provider.disconnect();
        onState("alone");
      }, patienceMs);
    },
    leave() {
      isOver = true;
      clearTimeout(patience);
      provider.disconnect();
      // React's strict mode mounts the component again immediately.
      ending = setTimeout(connection.close, 1000);
    },
  };
}
