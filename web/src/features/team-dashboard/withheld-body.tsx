import { useState } from "react";
import { FailedPane, LoadingPane } from "#web/features/team/detail-pane.tsx";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";

const lockedBody = lazyModule(() => import("./locked-body.tsx"));

/** Replaces a withheld body; the placeholder texts are loaded with the first one. */
export function WithheldBody(props: { articleId: number; onJoin: () => void }) {
  const [hasFailed, setFailed] = useState(false);
  const loaded = useLazyModule(lockedBody, !hasFailed, () => setFailed(true));
  if (loaded) return <loaded.LockedBody {...props} />;
  return hasFailed ? <FailedPane error={null} onRetry={() => setFailed(false)} /> : <LoadingPane />;
}
