import { useSyncExternalStore } from "react";
import { serverTime } from "#web/lib/server-clock.ts";
import { onDayChange } from "../use-today.ts";

const minuteMs = 60_000;

/** The begin of the present minute by the server's clock, in milliseconds since 1970. */
export const useMinute = (): number =>
  useSyncExternalStore(onDayChange, () => Math.floor(serverTime() / minuteMs) * minuteMs);
