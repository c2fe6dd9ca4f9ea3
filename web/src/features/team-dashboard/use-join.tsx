import { useState } from "react";
import { pieceOf, usePiece } from "#web/lib/piece.ts";
import { toast } from "#web/ui/toast.tsx";

const joinWindow = pieceOf(() => import("./join-window.tsx"));

/** Joining this team by password: how to begin, and the window to put on the page. */
export function useJoin(teamId: number) {
  const [presses, setPresses] = useState(0);
  const parts = usePiece(joinWindow, presses > 0, () => {
    setPresses(0);
    toast.error("팀 가입 요청에 실패했습니다.");
  });
  const window = parts && presses > 0 && <parts.JoinWindow teamId={teamId} presses={presses} />;
  return { begin: () => setPresses((count) => count + 1), window };
}
