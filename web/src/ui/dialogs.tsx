import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import type { DialogRequest, Message, Question } from "./message-dialog.tsx";

/** The dialog is loaded at the first interaction with the page, at the latest for the first question. */
export const messageDialog = lazyModule(() => import("./message-dialog.tsx"));

export interface Dialogs {
  /** One button `확인`; resolves when the member has confirmed. */
  alert(message: Message | string): Promise<void>;
  /** Two buttons; Escape and a click outside mean no (spec/ui.md §6.1). */
  confirm(question: Question): Promise<boolean>;
}

const Context = createContext<Dialogs | null>(null);

/** Alert and confirm as promises; several calls queue up. */
export function useDialogs(): Dialogs {
  const dialogs = use(Context);
  if (!dialogs) throw new Error("useDialogs needs a DialogProvider above it");
  return dialogs;
}

export function DialogProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly DialogRequest[]>([]);
  const nextId = useRef(0);
  const dialogs = useMemo<Dialogs>(() => {
    const ask = (kind: DialogRequest["kind"], question: Question) =>
      new Promise<boolean>((answer) => {
        const id = nextId.current++;
        setQueue((queue) => [...queue, { ...question, id, kind, answer }]);
      });
    return {
      alert: async (message) => {
        await ask("alert", typeof message === "string" ? { title: message } : message);
      },
      confirm: (question) => ask("confirm", question),
    };
  }, []);
  const request = queue[0];
  const loaded = useLazyModule(messageDialog, request !== undefined, () => {
    for (const one of queue) one.answer(askNatively(one));
    setQueue([]);
  });
  return (
    <Context value={dialogs}>
      {children}
      {request && loaded && (
        <loaded.MessageDialog
          key={request.id}
          request={request}
          onGone={() => setQueue((queue) => queue.filter((one) => one !== request))}
        />
      )}
    </Context>
  );
}

/** The browser's own dialog, if the module cannot be loaded. */
function askNatively({ kind, title, text }: DialogRequest): boolean {
  const words = text ? `${title}\n\n${text}` : title;
  if (kind === "confirm") return window.confirm(words);
  window.alert(words);
  return true;
}
