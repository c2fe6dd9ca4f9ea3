import type { Provider, UserState } from "@lexical/yjs";
import type { WebsocketProvider } from "y-websocket";

type Method = "on" | "off";
type Listener = (value: never) => void;

/**
 * Adapts a y-websocket provider to Lexical's types: its awareness holds the plugin's state; it never emits `update` or
 * `reload`.
 */
export function lexicalProvider(provider: WebsocketProvider): Provider {
  const { awareness } = provider;
  const listen = (method: Method) => (type: string, listener: Listener) => {
    if (type === "sync") provider[method](type, listener as (isSynced: boolean) => void);
    if (type === "status") provider[method](type, listener as (event: { status: string }) => void);
  };
  return {
    awareness: {
      getLocalState: () => awareness.getLocalState() as UserState | null,
      getStates: () => awareness.getStates() as Map<number, UserState>,
      setLocalState: (state) => awareness.setLocalState(state),
      setLocalStateField: (field, value) => awareness.setLocalStateField(field, value),
      on: (type, listener) => awareness.on(type, listener),
      off: (type, listener) => awareness.off(type, listener),
    },
    connect: () => provider.connect(),
    disconnect: () => provider.disconnect(),
    on: listen("on"),
    off: listen("off"),
  };
}
