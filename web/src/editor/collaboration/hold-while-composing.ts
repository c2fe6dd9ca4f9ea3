import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { messageYjsSyncStep1 } from "y-protocols/sync";
import type { WebsocketProvider } from "y-websocket";
import { documentMessages } from "#contracts/documents/api";

/** Limit for a pause within a syllable, so that updates of others are not delayed for long. */
export const maxHoldMs = 3000;

/** A syllable that is typed without a composition is finished once nothing follows for this time. */
export const pauseMs = 500;
const hangul = /\p{Script=Hangul}/u;

/**
 * Queues updates of others while an input method composes: rendering a text again removes the syllable from the input
 * method, which then writes it twice. The end of the composition applies them. Some Korean keyboards of iOS report no
 * composition; there a pause is its end.
 */
export function holdWhileComposing({
  messageHandlers,
}: Pick<WebsocketProvider, "messageHandlers">): () => void {
  const receive = messageHandlers[documentMessages.sync];
  const held: (() => void)[] = [];
  let isComposing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function release(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const take of held.splice(0)) take();
  }
  messageHandlers[documentMessages.sync] = (encoder, decoder, ...rest) => {
    const isQuestion = decoding.peekVarUint(decoder) === messageYjsSyncStep1;
    if (isQuestion || (!isComposing && held.length === 0)) return receive?.(encoder, decoder, ...rest);
    timer ??= setTimeout(release, maxHoldMs);
    // Updates need no reply.
    held.push(() => receive?.(encoding.createEncoder(), decoder, ...rest));
  };
  const start = () => {
    clearTimeout(pause);
    isComposing = true;
  };
  const end = () => {
    isComposing = false;
    // The editor first inserts the syllable; another composition may begin immediately.
    setTimeout(() => isComposing || release());
  };
  const write = (event: Event) => {
    if (!(event instanceof InputEvent) || event.isComposing || !hangul.test(event.data ?? "")) return;
    start();
    pause = setTimeout(end, pauseMs);
  };
  document.addEventListener("input", write, true);
  document.addEventListener("compositionstart", start, true);
  document.addEventListener("compositionend", end, true);
  return () => {
    clearTimeout(pause);
    document.removeEventListener("input", write, true);
    document.removeEventListener("compositionstart", start, true);
    document.removeEventListener("compositionend", end, true);
    if (receive) messageHandlers[documentMessages.sync] = receive;
    release();
  };
}
