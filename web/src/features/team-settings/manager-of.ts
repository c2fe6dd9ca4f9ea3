import { isRefusal } from "#web/lib/calls/api-error.ts";

/** What a query for managers alone tells about the person; undefined while it tells nothing. */
export const managerOf = ({ error, data }: { error: unknown; data: unknown }): boolean | undefined =>
  isRefusal(error, "not-a-manager") ? false : data !== undefined || undefined;
