import { type ReactNode, useState, useSyncExternalStore } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { toast } from "#web/ui/toast.tsx";

/** Loaded with the first interaction on the page, so that the list opens without a connection. */
export const outboxList = lazyModule(() => import("./outbox-list.tsx"));

let isOpen = false;
const changes = changeSignal();
function setOpen(next: boolean): void {
  isOpen = next;
  changes.notify();
}

/** Opens the list of unsent texts. */
export const OutboxButton = ({
  className,
  children,
}: {
  className: string | undefined;
  children: ReactNode;
}) => (
  <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
    {children}
  </button>
);

/**
 * The list as a dialog, rendered once in the app, because the button disappears with the last text while it is open.
 */
export function OutboxWindow() {
  const isShown = useSyncExternalStore(changes.subscribe, () => isOpen);
  const [hasOpened, setOpened] = useState(false);
  if (isShown && !hasOpened) setOpened(true);
  const list = useLazyModule(outboxList, isShown, () => {
    setOpen(false);
    toast.error("보낼 글을 열지 못했어요. 잠시 후 다시 시도해 주세요.");
  });
  return list && hasOpened ? <list.OutboxList open={isShown} onClose={() => setOpen(false)} /> : null;
}
