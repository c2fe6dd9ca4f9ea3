import { queryOptions } from "@tanstack/react-query";
import { getPush } from "#contracts/delivery/api";
import type { DataOf } from "#contracts/endpoint";
import { read } from "#web/lib/calls/api.ts";

export type PushDevice = DataOf<typeof getPush>["devices"][number];

/** The server's VAPID key and the member's devices; no live view reports their changes. */
export const pushQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: ["push", uuid],
    queryFn: ({ signal }) => read(getPush, { signal }),
    enabled: uuid !== null,
  });
