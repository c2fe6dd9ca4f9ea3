import { useState } from "react";
import type { DraftState } from "../lib/draft-keeper.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./write-screen.module.css";

const texts: Partial<Record<DraftState, string>> = {
  here: "이 브라우저에 초안 저장됨",
  kept: "초안 저장됨",
};

/** Says quietly that nothing gets lost. While the next words are on their way the former note stays. */
export function DraftNote({ state }: { state: DraftState }) {
  const [settled, setSettled] = useState(state);
  if (state !== "pending" && state !== settled) setSettled(state);
  const text = texts[settled];
  return text === undefined ? null : (
    <span className={styles.saved}>
      <Icon name="check" size="small" />
      {text}
    </span>
  );
}
