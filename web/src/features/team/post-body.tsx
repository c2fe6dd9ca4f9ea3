import { useState } from "react";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { FailedPane, LoadingPane } from "./detail-pane.tsx";

const bodyView = lazyModule(() => import("#web/ui/body-view.tsx"));

/** Prefetches the view of a text when the control that opens it is hovered or focused. */
export const prepareBody = (): void => void bodyView.load().catch(() => undefined);

/** The text of a post. The code that sanitises and renders it is loaded with the first opened post. */
export function PostBody(props: {
  html: string;
  imageUrl: string | null;
  /** Called with the code blocks, each time they are new. */
  onCodes?: (codes: readonly HTMLElement[]) => void;
}) {
  const [hasFailed, setFailed] = useState(false);
  const view = useLazyModule(bodyView, !hasFailed, () => setFailed(true));
  if (view) return <view.BodyView {...props} />;
  return hasFailed ? <FailedPane error={null} onRetry={() => setFailed(false)} /> : <LoadingPane />;
}
