import { useState } from "react";
import type { DraftState } from "../../lib/drafts/open-draft.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./write-screen.module.css";

const texts: Partial<Record<DraftState, string>> = {
  here: "이 브라우저에 초안 저장됨",
  kept: "초안 저장됨",
  "too-large": "초안이 너무 커서 이 브라우저에만 저장됨",
  "too-many": "초안이 너무 많아 이 브라우저에만 저장됨",
  unkept: "초안을 저장하지 못했어요",
};

const staysHere = "쓰던 글은 이 브라우저에 초안으로 남아서 나중에 이어 쓸 수 있어요.";
const stays: Partial<Record<DraftState, string>> = {
  here: staysHere,
  kept: "쓰던 글은 초안으로 남아서 나중에 이어 쓸 수 있어요.",
  "too-large": staysHere,
  "too-many": staysHere,
};

const isWell = (state: DraftState) => state === "here" || state === "kept";

/** While the next words are on their way the former state counts: they are kept the same way. */
export function useSettledDraft(state: DraftState): DraftState {
  const [settled, setSettled] = useState(state);
  if (state !== "pending" && state !== settled) setSettled(state);
  return settled;
}

/** What becomes of the words when the screen is left; undefined when they are kept nowhere. */
export const leaveText = (settled: DraftState): string | undefined => stays[settled];

/** In its place when no page offers the draft again; the button stands in the note that says why (barred-note.tsx). */
export const takeAlong = "쓰던 글은 다시 열 수 없어요. 필요하면 먼저 글 복사하기를 눌러 옮겨 두세요.";

/** Says quietly that nothing gets lost, or why it might. */
export function DraftNote({ settled }: { settled: DraftState }) {
  const text = texts[settled];
  return text === undefined ? null : (
    <span className={styles.saved}>
      {isWell(settled) && <Icon name="check" size="small" />}
      {text}
    </span>
  );
}
