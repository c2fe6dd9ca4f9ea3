import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { View } from "#contracts/live";
import { named } from "#tests/live/server";
import type { AnswerCheckpoint } from "#web/lib/live/checkpoint.ts";
import { Live } from "#web/lib/live/live.ts";
import type { LiveOptions, LiveState } from "#web/lib/live/live-options.ts";

/** The live client of a browser's page, and what it received in order of arrival. */
export function openPage(url: string, options: Partial<LiveOptions> = {}) {
  const received: string[] = [];
  const states: LiveState[] = [];
  const sockets: WebSocket[] = [];
  let announce = (_: AnswerCheckpoint) => {};
  const live = new Live({
    url,
    token: () => null,
    onChanged: (view: View, key) => received.push(`${view}/${key}`),
    onReset: () => received.push("reset"),
    onGone: (view, key, code) => received.push(`gone ${view}/${key} ${code}`),
    onState: (state) => states.push(state),
    open(address) {
      const socket = new WebSocket(address);
      sockets.push(socket);
      return socket;
    },
    wakeUps: () => () => {},
    answers(listener) {
      announce = listener;
      return () => {};
    },
    ...options,
    times: { retryFirstMs: 1, retryLongestMs: 20, ...options.times },
  });
  live.start();
  onTestFinished(() => live.stop());
  return {
    live,
    received,
    states,
    state: () => states.at(-1),
    watch(id: string) {
      const { view, key } = named(id);
      return live.subscribe(view, key);
    },
    /** Reports a response requested before anything else, or at the given time. */
    answer: (checkpoint: string | null, requestedAt = 0) => announce({ checkpoint, requestedAt }),
    /** Breaks the connection. */
    cut: () => sockets.at(-1)?.terminate(),
    connections: () => sockets.length,
  };
}
