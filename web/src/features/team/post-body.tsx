import { useState } from "react";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { FailedPane, LoadingPane } from "./detail-pane.tsx";

const bodyView = lazyModule(() => import("#web/ui/body-view.tsx"));

/** For a pointer or the focus on what opens a text: its view is here by the time it is pressed. */
export const prepareBody = (): void => void bodyView.load().catch(() => undefined);

/** The text of a post; what sanitises and draws it is loaded with the first one opened. */
export function PostBody(props: { html: string; imageUrl: string | null }) {
  const [hasFailed, setFailed] = useState(false);
  const view = useLazyModule(bodyView, !hasFailed, () => setFailed(true));
  if (view) return <view.BodyView {...props} />;
  return hasFailed ? <FailedPane error={null} onRetry={() => setFailed(false)} /> : <LoadingPane />;
}
