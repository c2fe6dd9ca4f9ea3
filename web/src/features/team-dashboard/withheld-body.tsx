import { useState } from "react";
import { FailedPane, LoadingPane } from "#web/features/team/detail-pane.tsx";
import { pieceOf, usePiece } from "#web/lib/piece.ts";

const lockedBody = pieceOf(() => import("./locked-body.tsx"));

/** In the place of a body that is withheld; the canned texts behind it travel with the first one. */
export function WithheldBody(props: { articleId: number; onJoin: () => void }) {
  const [hasFailed, setFailed] = useState(false);
  const parts = usePiece(lockedBody, !hasFailed, () => setFailed(true));
  if (parts) return <parts.LockedBody {...props} />;
  return hasFailed ? <FailedPane error={null} onRetry={() => setFailed(false)} /> : <LoadingPane />;
}
