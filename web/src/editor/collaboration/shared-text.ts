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
 * `cut`: what is written from now on stays in this browser. `alone`: the server could not be reached in time. `over`: the
 * problem is not, or not any more, the one that was read; this text takes nothing more and the editor is to open again.
 */
export type SharedState = "connecting" | "together" | "cut" | "alone" | "over";

/** A text that several members edit at once. */
export interface SharedText extends SharedDocument {
  /** What binds an editor to it, and its pictures: who writes alone does not load them. */
  readonly Binding: ComponentType<{ shared: SharedDocument }>;
  readonly pictures: (onCompressed: () => void) => Pictures;
}

interface SharedTextOptions {
  readonly room: string;
  /** The post as this browser has read it, null when there is none. */
  readonly stored: StoredPost | null;
  /** Of the member; decides the colour. */
  readonly uuid: string;
  readonly onState: (state: SharedState) => void;
}

const patienceMs = 4000;
const colors = ["#2563eb", "#c2410c", "#15803d", "#a21caf", "#b45309", "#0f766e", "#be123c", "#6d28d9"];
const colorOf = (uuid: string) => colors[Number.parseInt(uuid.slice(0, 4), 16) % colors.length] ?? "#2563eb";

const isEmpty = (doc: Doc) => encodeStateVector(doc).length === 1;

/** Not connected yet: the editor does that once it listens. */
export function createSharedText({ room, stored, uuid, onState }: SharedTextOptions): SharedText {
  const doc = new Doc();
  let isOver = false;
  let isTogether = false;
  let isAsking = false;
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
    if (!local || isAsking) return;
    isAsking = true;
    void connection.kept().then(() => {
      isAsking = false;
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
      // React's strict mode mounts it again at once.
      ending = setTimeout(connection.close, 1000);
    },
  };
}
