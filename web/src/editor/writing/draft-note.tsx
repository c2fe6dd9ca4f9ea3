import { useState } from "react";
import type { DraftState } from "../../lib/unsent/editor-draft.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./write-screen.module.css";

const texts: Partial<Record<DraftState, string>> = {
  here: "이 브라우저에 초안 저장됨",
  stored: "초안 저장됨",
  "too-large": "초안이 너무 커서 이 브라우저에만 저장됨",
  "too-many": "초안이 너무 많아 이 브라우저에만 저장됨",
  unstored: "초안을 저장하지 못했어요",
};

const staysHere = "쓰던 글은 이 브라우저에 초안으로 남아서 나중에 이어 쓸 수 있어요.";
const stays: Partial<Record<DraftState, string>> = {
  here: staysHere,
  stored: "쓰던 글은 초안으로 남아서 나중에 이어 쓸 수 있어요.",
  "too-large": staysHere,
  "too-many": staysHere,
};

/** The previous state while the next text is being stored, because it will be stored the same way. */
export function useLastDraftState(state: DraftState): DraftState {
  const [last, setLast] = useState(state);
  if (state !== "pending" && state !== last) setLast(state);
  return last;
}

/** The question on leaving the page, which says where the text is kept; undefined if it is stored nowhere. */
export const leaveText = (state: DraftState): string | undefined => stays[state];

/** Shown instead if no page will offer the draft again; the button is in the note with the reason (blocked-note.tsx). */
export const copyFirst = "쓰던 글은 다시 열 수 없어요. 필요하면 먼저 글 복사하기를 눌러 옮겨 두세요.";

/** Tells where the text is stored, or why it might be lost. */
export function DraftNote({ state }: { state: DraftState }) {
  const text = texts[state];
  return text === undefined ? null : (
    <span className={styles.saved}>
      {(state === "here" || state === "stored") && <Icon name="check" size="small" />}
      <span>{text}</span>
    </span>
  );
}
