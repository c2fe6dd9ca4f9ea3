import type { Build } from "./build.ts";

/** Builds that met a row which was there already: how often, and for how many more batches theirs are upserted. */
const met = new WeakMap<Build, { readonly times: number; readonly left: number }>();
const mostDoublings = 6;

/** Whether the rows of the next batch may be taken to be new to a build. */
export const areNewTo = (build: Build): boolean => !met.get(build)?.left;

/** One was there: the more often that happens, the longer nobody tries again. */
export function wasThere(build: Build): void {
  const times = (met.get(build)?.times ?? 0) + 1;
  met.set(build, { times, left: 2 ** Math.min(times, mostDoublings) });
}

/** A batch is in. */
export function oneBatchOn(build: Build): void {
  const { times, left } = met.get(build) ?? { times: 0, left: 0 };
  if (left > 0) met.set(build, { times, left: left - 1 });
}
