import type { Draft, Stored, SubmitPort } from "./submit-machine.ts";

/** What the latest render knows. */
export interface Live extends SubmitPort {
  /** Why the server would refuse the text by now. */
  readonly bar: string | undefined;
}

/** The machine lives as long as the screen; what it calls is always that of the latest render. */
export function portOf(live: { readonly current: SubmitPort | null }): SubmitPort {
  const now = (): SubmitPort => {
    if (!live.current) throw new Error("the screen is not there yet");
    return live.current;
  };
  return {
    fault: () => now().fault(),
    tell: (fault) => now().tell(fault),
    gather: () => now().gather(),
    send: (sending) => now().send(sending),
    storedOf: (refusal) => now().storedOf(refusal),
    takeStored: (stored) => now().takeStored(stored),
    onSaved: () => now().onSaved(),
    onFailed: (error) => now().onFailed(error),
  };
}

type Words = Pick<Stored, "title" | "category" | "contact"> & { readonly html: string | undefined };

/** Whether what stands in the form by now is what was sent. */
export const isAsSent = (sent: Draft, now: Words): boolean =>
  sent.html === now.html &&
  sent.title === now.title &&
  sent.category === now.category &&
  (sent.contact ?? "") === now.contact;
