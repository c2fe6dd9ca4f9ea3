import { useState } from "react";
import type { DraftState } from "../lib/draft-keeper.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./write-screen.module.css";

const texts: Partial<Record<DraftState, string>> = {
  here: "이 브라우저에 초안 저장됨",
  kept: "초안 저장됨",
  "too-large": "초안이 너무 커서 이 브라우저에만 저장됨",
  "too-many": "초안이 너무 많아 이 브라우저에만 저장됨",
  unkept: "초안을 저장하지 못했어요",
};

const isWell = (state: DraftState) => state === "here" || state === "kept";

/** Says quietly that nothing gets lost, or why it might. While the next words are on their way the former note stays. */
export function DraftNote({ state }: { state: DraftState }) {
  const [settled, setSettled] = useState(state);
  if (state !== "pending" && state !== settled) setSettled(state);
  const text = texts[settled];
  return text === undefined ? null : (
    <span className={styles.saved}>
      {isWell(settled) && <Icon name="check" size="small" />}
      {text}
    </span>
  );
}
