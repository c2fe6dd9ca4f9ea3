import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface Message {
  title: string;
  /** Second line, e.g. the message of the server. */
  text?: string | null | undefined;
}

export interface Question extends Message {
  /** Default `나가기`. */
  yes?: string;
  /** Default `취소`. */
  no?: string;
  /** Red button: something is really lost. */
  danger?: boolean;
}

export interface Dialogs {
  /** One button `확인`; fulfilled when it has been read. */
  alert(message: Message | string): Promise<void>;
  /** Two buttons; Escape and a click outside mean no (spec/ui.md §6.1). */
  confirm(question: Question): Promise<boolean>;
}

interface Asked extends Question {
  id: number;
  kind: "alert" | "confirm";
  answer: (yes: boolean) => void;
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
  return (
    <Context value={dialogs}>
      {children}
      {asked && (
        <AskedDialog
          key={asked.id}
          asked={asked}
          onGone={() => setQueue((queue) => queue.filter((one) => one !== asked))}
        />
      )}
    </Context>
  );
}

function AskedDialog({ asked, onGone }: { asked: Asked; onGone: () => void }) {
  const [open, setOpen] = useState(true);
  const first = useRef<HTMLButtonElement>(null);
  const close = (yes: boolean) => {
    setOpen(false);
    asked.answer(yes);
  };
  return (
    <Dialog
      open={open}
      onClose={() => close(false)}
      onGone={onGone}
      title={asked.title}
      text={asked.text}
      mustAnswer={asked.kind === "alert"}
      initialFocus={first}
      buttons={
        asked.kind === "alert" ? (
          <Button ref={first} onClick={() => close(true)}>
            확인
          </Button>
        ) : (
          <>
            <Button ref={first} look="neutral" onClick={() => close(false)}>
              {asked.no ?? "취소"}
            </Button>
            <Button look={asked.danger ? "danger" : "primary"} onClick={() => close(true)}>
              {asked.yes ?? "나가기"}
            </Button>
          </>
        )
      }
    />
  );
}
