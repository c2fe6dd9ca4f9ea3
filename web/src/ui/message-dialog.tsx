import { useEffect, useRef, useState } from "react";
import { currentToken, memberOf, onSessionChange } from "#web/lib/session.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** An alert or a question as a dialog; `onGone` is called when it has faded out. */
export function MessageDialog({ request, onGone }: { request: DialogRequest; onGone: () => void }) {
  const [open, setOpen] = useState(true);
  const first = useRef<HTMLButtonElement>(null);
  const close = (yes: boolean) => {
    setOpen(false);
    request.answer(yes);
  };
  useEffect(() => {
    const { kind, until, answer } = request;
    const end = () => {
      setOpen(false);
      answer(false);
    };
    if (until?.aborted) end();
    until?.addEventListener("abort", end);
    // A question to one member must not be answered by another, or by a visitor. A form with an editor stays, with its
    // questions: there a "no" may have consequences.
    const member = memberOf(currentToken());
    const forget = onSessionChange(() => {
      const isOver = memberOf(currentToken()) !== member && !document.querySelector("[contenteditable]");
      if (kind === "confirm" && isOver) end();
    });
    return () => {
      until?.removeEventListener("abort", end);
      forget();
    };
  }, [request]);
  return (
    <Dialog
      open={open}
      onClose={() => close(false)}
      onGone={onGone}
      title={request.title}
      text={request.text}
      mustAnswer={request.kind === "alert"}
      initialFocus={first}
      focusAfter={request.focus}
      buttons={
        request.kind === "alert" ? (
          <Button ref={first} onClick={() => close(true)}>
            확인
          </Button>
        ) : (
          <>
            <Button ref={first} look="neutral" onClick={() => close(false)}>
              {request.no ?? "취소"}
            </Button>
            <Button look={request.danger ? "danger" : "primary"} onClick={() => close(true)}>
              {request.yes ?? "나가기"}
            </Button>
          </>
        )
      }
    />
  );
}

export interface Message {
  title: string;
  /** Second line, e.g. the message of the server. */
  text?: string | null | undefined;
  /** The field that the message is about, which has the focus afterwards. */
  focus?: (() => HTMLElement | null) | undefined;
}

export interface Question extends Message {
  /** Default `나가기`. */
  yes?: string;
  /** Default `취소`. */
  no?: string;
  /** Red button, because data are lost permanently. */
  danger?: boolean;
  /** Aborts when the subject of the question ends: the dialog closes, which means no. */
  until?: AbortSignal;
}

export interface DialogRequest extends Question {
  id: number;
  kind: "alert" | "confirm";
  answer: (yes: boolean) => void;
}
