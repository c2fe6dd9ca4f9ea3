import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import type { Asked, Message, Question } from "./asked-dialog.tsx";

/** The dialog is loaded at the first interaction with the page, at the latest for the first question. */
export const askedDialog = lazyModule(() => import("./asked-dialog.tsx"));

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
  const [queue, setQueue] = useState<readonly Asked[]>([]);
  const nextId = useRef(0);
  const dialogs = useMemo<Dialogs>(() => {
    const ask = (kind: Asked["kind"], question: Question) =>
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
  const asked = queue[0];
  const loaded = useLazyModule(askedDialog, asked !== undefined, () => {
    for (const one of queue) one.answer(askPlainly(one));
    setQueue([]);
  });
  return (
    <Context value={dialogs}>
      {children}
      {asked && loaded && (
        <loaded.AskedDialog
          key={asked.id}
          asked={asked}
          onGone={() => setQueue((queue) => queue.filter((one) => one !== asked))}
        />
      )}
    </Context>
  );
}

/** The browser's own dialog, if the module cannot be loaded. */
function askPlainly({ kind, title, text }: Asked): boolean {
  const words = text ? `${title}\n\n${text}` : title;
  if (kind === "confirm") return window.confirm(words);
  window.alert(words);
  return true;
}
