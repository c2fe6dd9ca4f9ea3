import { useEffect, useState } from "react";
import { documentCloseCodes } from "#contracts/documents/api";
import styles from "../writing/write-screen.module.css";
import type { SharedText } from "./shared-text.ts";

interface CoEditorsProps {
  readonly shared: SharedText;
  readonly isCut: boolean;
  /** Whether a draft of the text can be opened later. */
  readonly isDraftStored: boolean;
}

/** Lists the other members who are editing this text. */
export function CoEditors({ shared, isCut, isDraftStored }: CoEditorsProps) {
  const [names, setNames] = useState("");
  useEffect(() => {
    const { awareness } = shared.connection.provider;
    const show = () => {
      // Other tabs of the same member do not count.
      const others = [...awareness.getStates()].filter(
        ([id, { awarenessData }]) => id !== awareness.clientID && awarenessData?.uuid !== shared.uuid,
      );
      setNames([...new Set(others.map(([, { name }]) => String(name ?? "")))].filter(Boolean).join(", "));
    };
    show();
    awareness.on("change", show);
    return () => awareness.off("change", show);
  }, [shared]);
  const draftNote = isDraftStored ? " 쓴 글은 초안으로 남아 있어요." : "";
  const text = isCut
    ? endOf(shared.connection.stoppedBy()) + draftNote
    : names && `${names} 님이 함께 쓰고 있어요`;
  return (
    <p className={styles.coEditors} role="status">
      {text}
    </p>
  );
}

/** Explains the end of co-editing by the close code of the server. */
const endOf = (code: number | undefined): string =>
  code === documentCloseCodes.full ? "글이 너무 커서 더 함께 쓸 수 없어요." : "함께 쓰기가 끝났어요.";
